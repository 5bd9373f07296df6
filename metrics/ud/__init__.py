"""Universal Dependencies: the shared task's metrics as counts per gold sentence."""
