"""Hypothesis without deadlines (shared machines stall) and with 50 examples; one thread for BLAS, as the command line has it."""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from hypothesis import settings

settings.register_profile("assay", deadline=None, max_examples=50)
settings.load_profile("assay")
