"""Corpora from files: load() reads any listed format into the frames of schema.py."""
