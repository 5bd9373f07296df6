"""Many corpora, systems and runs: counted cell by cell, put together, averaged."""
