"""A cell of a batch: the counts of one run of a system on one corpus, and its form as bytes without any code in it."""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from metrics.counting import Counts
from metrics.metric import Layout

DAMAGED = (ValueError, KeyError, TypeError, OSError, EOFError, zipfile.BadZipFile, zlib.error, RecursionError, IndexError)
HEAD = "head"


@dataclass(frozen=True)
class Cell:
    """One run on one corpus.

    parts : tables of counts by name, over the units that are kept; inputs are ("", variant). kept : (units of gold,), which
    of gold's units are scored. document : (units of gold,), the number of each one's document, where documents are to be
    resampled and are not the units themselves, else None. facts : what signatures and reports say, as plain values: gold and
    system (digests), skipped (numbers), unreadable (how many units of gold), report, and what else the task needs.
    """

    parts: Mapping[str, Counts]
    kept: np.ndarray
    document: np.ndarray | None
    facts: Mapping[str, Any]


def to_bytes(cell: Cell) -> bytes:
    """A cell as a compressed .npz of plain arrays and a JSON text."""
    variants = {name: [variant for _, variant in counts.inputs] for name, counts in cell.parts.items()}
    text = json.dumps({"facts": cell.facts, "variants": variants}, ensure_ascii=False, allow_nan=False)
    arrays = {HEAD: np.frombuffer(text.encode("utf-8", "surrogatepass"), np.uint8), "kept": cell.kept}
    arrays |= {} if cell.document is None else {"document": cell.document.astype(np.int32)}
    for name, counts in cell.parts.items():
        arrays[f"values {name}"] = counts.values
        arrays |= {} if counts.kinds is None else {f"kinds {name}": counts.kinds.astype(np.int32)}
    out = io.BytesIO()
    np.savez_compressed(out, **arrays)
    return out.getvalue()


def from_bytes(data: bytes, layouts: Mapping[str, Layout]) -> Cell | None:
    """The cell that to_bytes() wrote; None for anything else. layouts : whose columns are where, by part."""
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
            return _cell({name: arrays[name] for name in arrays.files}, layouts)
    except DAMAGED:
        return None


def _cell(arrays: Mapping[str, np.ndarray], layouts: Mapping[str, Layout]) -> Cell | None:
    head = json.loads(arrays[HEAD].tobytes().decode("utf-8", "surrogatepass"))
    kept = arrays["kept"]
    parts = {}
    for name, variants in head["variants"].items():
        values, kinds = arrays[f"values {name}"], arrays.get(f"kinds {name}")
        inputs, where = tuple(("", variant) for variant in variants), layouts[name]
        rows = len(values if kinds is None else kinds)
        width = max(columns.stop for columns in where.columns.values())
        if values.shape[1:] != (len(inputs), width) or rows != np.count_nonzero(kept):
            return None
        parts[name] = Counts(("",) * rows, inputs, where, values, kinds)
    return Cell(parts, kept, arrays.get("document"), head["facts"])
