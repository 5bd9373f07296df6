"""Each task from files that were read to results rows: what the command line and evaluate() share."""
