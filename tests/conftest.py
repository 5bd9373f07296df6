"""Hypothesis without deadlines (shared machines stall), and one thread for BLAS, as the command line sets it."""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from hypothesis import settings

settings.register_profile("assay", deadline=None)
settings.load_profile("assay")
