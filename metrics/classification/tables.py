"""Finished frames of classification: what is taken for what, and the items one by one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import pandas as pd

from loaders.classification import Items, Sets
from metrics.classification.counts import LabelCounts, set_numbers
from metrics.classification.project import LabelProject
from metrics.classification.ranking import Ranked

NO_LABEL = ""  # no name that a label could have
SHOWN = 50  # notices, missing and extra items listed one by one; all are counted


def confusion(project: LabelProject, decided: Sequence[Sets]) -> pd.DataFrame:
    """How often each gold label stands against each predicted one, in every system; most frequent errors first.

    Of items with several labels, only those that a side has alone stand against each other: a label on both sides is right,
    one that a system misses or adds stands against "", no label. Columns: gold, predicted, wrong; for system k count_k, and
    item_k, the first such item as a row of the project, -1 for none.
    """
    frames = [_cells(project, side).add_suffix(f"_{k}") for k, side in enumerate(decided)]
    joined = pd.concat(frames, axis=1).reset_index()
    counts, items = ([f"{name}_{k}" for k in range(len(decided))] for name in ("count", "item"))
    joined[counts], joined[items] = joined[counts].fillna(0).astype(int), joined[items].fillna(-1).astype(int)
    joined["wrong"] = joined["gold"] != joined["predicted"]
    order = joined.assign(most=joined[counts].max(axis=1)).sort_values(["wrong", "most"], ascending=False, kind="stable").index
    return joined.loc[order].reset_index(drop=True)


def _cells(project: LabelProject, side: Sets) -> pd.DataFrame:
    """count and the first item of every cell that is not empty, indexed by gold and predicted."""
    item, gold, predicted = _pairs(project, side)
    width = len(project.labels) + 1
    key, first, n = np.unique(gold * width + predicted, return_index=True, return_counts=True)
    names = np.array([*project.labels, NO_LABEL], object)
    index = pd.MultiIndex.from_arrays([names[key // width], names[key % width]], names=["gold", "predicted"])
    return pd.DataFrame({"count": n, "item": item[first]}, index=index)


def _pairs(project: LabelProject, side: Sets) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(item, gold code, predicted code) of all pairs, in the items' order; no label is one code more than the last."""
    none, n = len(project.labels), len(project)
    if project.kind == "single":
        predicted = np.full(n, none)
        predicted[side.items] = side.codes
        return np.arange(n), project.truth.codes, predicted
    ours, theirs = (s.items * none + s.codes for s in (project.truth, side))
    key = np.union1d(ours, theirs)
    item, code = np.divmod(key, none)
    return item, np.where(np.isin(key, ours), code, none), np.where(np.isin(key, theirs), code, none)


def item_table(project: LabelProject, decided: Sequence[Sets]) -> pd.DataFrame:
    """Every item that is scored, one row each, in gold's order.

    Columns: id, gold (names joined by " | "), text (where gold has one), document (where gold names them); for system k
    predicted_k, right_k (exactly gold's labels) and missing_k; for one scored label of a binary task also score_k.
    """
    frame = pd.DataFrame({"id": project.ids, "gold": _joined(project, project.truth)})
    for name in ("text", "document"):
        column = getattr(project.gold, name)
        if column is not None:
            frame[name] = np.array(column, object)[project.rows]
    for k, side in enumerate(decided):
        truth, found = set_numbers((project.truth, side))
        frame[f"predicted_{k}"], frame[f"right_{k}"] = _joined(project, side), truth == found
        frame[f"missing_{k}"] = project.at[k] < 0
        if project.kind == "binary" and project.scores[k] is not None:
            frame[f"score_{k}"] = project.scores[k][:, 0]
    return frame


def _joined(project: LabelProject, sets: Sets) -> list[str]:
    names, starts = [project.labels[code] for code in sets.codes.tolist()], sets.starts.tolist()
    return [" | ".join(names[a:b]) for a, b in pairwise(starts)]


def label_report(project: LabelProject, counts: LabelCounts, ranked: Ranked | None) -> dict[str, Any]:
    """What gold and the systems hold, what is missing, extra or odd, and which labels the means are over, as plain values."""
    systems = [
        {
            "system": name,
            **_items_report(items),
            "missing": project.missing(k)[:SHOWN].tolist(),
            "n_missing": len(project.missing(k)),
            "extra": list(project.extra[k][:SHOWN]),
            "n_extra": len(project.extra[k]),
        }
        for k, (name, items) in enumerate(zip(project.names, project.systems, strict=True))
    ]
    return {
        "task": project.kind,
        "gold": _items_report(project.gold),
        "systems": systems,
        "items": len(project),
        "labels": list(counts.names),
        "labels_in_gold": list(counts.named),
        "auc_labels": list(ranked.labels) if ranked else [],
        "auc_skipped": [{"label": label, "reason": why} for label, why in ranked.skipped] if ranked else [],
        "skipped": [{"item": name, "reason": str(error)} for name, error in project.skipped],
    }


def _items_report(items: Items) -> dict[str, Any]:
    return {
        "file": items.file,
        "format": items.format,
        "digest": items.digest,
        "items": len(items),
        "labels": list(items.labels),
        "scored": list(items.scored),
        "notices": [{"file": n.file, "line": n.line, "kind": n.kind, "text": n.text} for n in items.notices[:SHOWN]],
        "n_notices": len(items.notices),
        "unreadable": [{"item": name, "reason": str(error)} for name, error in items.skipped],
    }
