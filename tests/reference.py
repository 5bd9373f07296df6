"""Where golden numbers are: invented sets in tests/data, always; real corpora in the folder that ASSAY_REFERENCE names."""

import json
import os
from functools import cache
from pathlib import Path

import pytest

from loaders import ReadOptions, load

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "tests" / "data"
REFERENCE = Path(os.environ.get("ASSAY_REFERENCE", ROOT.parent / "shared" / "reference"))


def reference(path: str) -> Path:
    """A file of the reference folder; the test is skipped where the folder is missing."""
    if not REFERENCE.is_dir():
        pytest.skip(f"no reference corpora at {REFERENCE}")
    return REFERENCE / path


@cache
def golden(path: Path) -> dict:
    return json.loads(path.read_text(encoding="utf-8"))


@cache
def corpus(path: Path, role: str = "gold"):
    return load(path, options=ReadOptions(role=role))
