"""Finished frames become figures, tables and sentences."""
