"""Hypothesis without deadlines (shared machines stall) and with 40 examples; one thread for BLAS, as the command line has it;
the browser and the server that several files share."""

import os
import sys
from functools import cache

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import pytest
from hypothesis import settings

from tests.browsing import browser, page, server  # noqa: F401

settings.register_profile("assay", deadline=None, max_examples=40)
settings.load_profile("assay")


def pytest_collection_finish():
    """Streamlit looks through all installed packages for components each time a page is opened; once is enough."""
    if "streamlit" in sys.modules:
        from streamlit.components.v2 import manifest_scanner

        manifest_scanner.scan_component_manifests = cache(manifest_scanner.scan_component_manifests)


@pytest.fixture(autouse=True)
def main_module():
    """The process keeps its main module: a page that AppTest opens takes the place of it, and would be run again by each
    process that a later test starts."""
    main = sys.modules["__main__"]
    yield
    sys.modules["__main__"] = main
