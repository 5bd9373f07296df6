"""Hypothesis without deadlines (shared machines stall) and with 40 examples; one thread for BLAS, as the command line has it;
the browser and the server that several files share."""

import os
import sys
from functools import cache

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from hypothesis import settings

from tests.browsing import browser, page, server  # noqa: F401

settings.register_profile("assay", deadline=None, max_examples=40)
settings.load_profile("assay")


def pytest_collection_finish():
    """Streamlit looks through all installed packages for components each time a page is opened; once is enough."""
    if "streamlit" in sys.modules:
        from streamlit.components.v2 import manifest_scanner

        manifest_scanner.scan_component_manifests = cache(manifest_scanner.scan_component_manifests)
