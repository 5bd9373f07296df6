"""What typed scores rest on, as plain values: shared mentions, coverage of the labels, pairs of each group."""

from __future__ import annotations

from typing import Any

import pandas as pd

from metrics.counting import Counts
from metrics.results import POINTS
from metrics.rows import plain
from metrics.typed.coverage import count_coverage, shared_mentions, support
from metrics.typed.evaluation import Labelling
from metrics.typed.project import Groups, Labelled, TypedProject


def typed_report(typed: TypedProject, groups: Groups, labelling: Labelling | None, labelled: Labelled | None) -> dict[str, Any]:
    """Keys: labels (name, spans, left_out), coverage, shared, support and labels_check (empty); rows of plain values."""
    spans = labelling and {"name": labelling.name, "spans": len(labelling.ours), "left_out": labelling.ours.left_out}
    coverage = coverage_table(count_coverage(typed, {labelling.name: labelled})) if labelling else pd.DataFrame()
    tables = {"coverage": coverage, "shared": shared_mentions(typed), "support": support(typed, groups)}
    return {"labels": spans, **{name: records(frame) for name, frame in tables.items()}, "labels_check": []}


def coverage_table(counts: Counts) -> pd.DataFrame:
    """Coverage in points, one row for each side and label set: side, labels, mentions, before, after."""
    total = counts.values.sum(axis=0)
    columns = {name: POINTS * counts.layout.score(name, total).f1 for name in ("before", "after")}
    sides = {"side": [side for side, _ in counts.inputs], "labels": [name for _, name in counts.inputs]}
    return pd.DataFrame(sides | {"mentions": total[:, counts.columns["before"]][:, 1].astype(int)} | columns)


def records(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """A frame's rows as plain values, None for what is undefined."""
    return [{name: plain(value) for name, value in row.items()} for row in frame.to_dict("records")]
