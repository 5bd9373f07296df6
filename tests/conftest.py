"""Hypothesis without deadlines (shared machines stall) and with 40 examples; one thread for BLAS, as the command line has it."""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from hypothesis import settings

settings.register_profile("assay", deadline=None, max_examples=40)
settings.load_profile("assay")
