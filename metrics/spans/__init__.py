"""Labelled spans compared: exact, by the four ways of MUC, and by kinds of errors."""
