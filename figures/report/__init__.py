"""One HTML file with everything that is shown of a comparison; it needs no network and runs no code but its own."""
