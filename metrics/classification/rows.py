"""Results rows of classification: of the whole, then of each label."""

from __future__ import annotations

from typing import Any

from metrics.classification.registry import AUC
from metrics.classification.scoring import NO_SCORES, LabelScores
from metrics.rows import Comparison, adjusted, results_row

BY = "label"


def label_rows(comparison: Comparison, found: LabelScores) -> list[dict[str, Any]]:
    """One row for each metric and system, then for each label, with Holm's correction over the labels.

    A label's row is of micro (its precision, recall and F1) or of AUC. Accuracy and AUC stand in `score`; f1 is null.
    """
    against = {(row["metric"], row["label"], row["b"]): row for row in found.differences.to_dict("records")}
    whole, labels = [], []
    for score in found.scores.to_dict("records"):
        label = score["label"]
        difference = against.get((score["metric"], label, score["system"]))
        group = None if label is None else {"by": BY, "value": label}
        row = results_row(comparison, score, difference, group)
        (whole if group is None else labels).append(_without_f1(row, score))
    return whole + adjusted(_by_label(labels), comparison.options.level)


def _without_f1(row: dict[str, Any], score: dict[str, Any]) -> dict[str, Any]:
    if row["metric"] == AUC and row["score"] is None:
        return row | {"f1": None, "reason": score["reason"] or NO_SCORES}
    return row | {"f1": None} if row["metric"] in ("accuracy", AUC) else row


def _by_label(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows label after label instead of system after system."""
    order = {label: k for k, label in enumerate(dict.fromkeys(row["group"]["value"] for row in rows))}
    return sorted(rows, key=lambda row: (order[row["group"]["value"]], row["metric"] == AUC))
