"""Which items a question picks: those with some labels, those that one system gets right and the other wrong."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from loaders.classification import Sets
from metrics.classification.project import LabelProject

NOTHING = ""  # stands for no label


def having(project: LabelProject, sets: Sets, label: str) -> np.ndarray:
    """Whether each item has a label, or none at all where label is ""; shape (items,)."""
    if label == NOTHING:
        return sets.sizes == 0
    found = np.zeros(len(project), bool)
    if label in project.labels:
        found[sets.items[sets.codes == project.labels.index(label)]] = True
    return found


def in_cell(project: LabelProject, side: Sets, gold: str | None, predicted: str | None) -> np.ndarray:
    """Whether each item counts in a cell of tables.confusion(), or in a row or a column of it (the other None).

    Of items with several labels, "" against a label is that label on one side alone.
    """
    truth = np.ones(len(project), bool) if gold is None else having(project, project.truth, gold)
    found = np.ones(len(project), bool) if predicted is None else having(project, side, predicted)
    if project.kind != "single" and gold is not None and predicted is not None:
        if predicted == NOTHING and gold != NOTHING:
            found = ~having(project, side, gold)
        if gold == NOTHING and predicted != NOTHING:
            truth = ~having(project, project.truth, predicted)
    return truth & found


def confidence(project: LabelProject, number: int, decided: Sequence[Sets]) -> np.ndarray | None:
    """The score that a system gives the label it predicts; NaN for items without one.

    None where items may have several labels, or the system has no scores.
    """
    scores, side = project.scores[number], decided[number]
    if project.kind == "multi" or scores is None:
        return None
    if project.kind == "binary":
        return np.where(np.isfinite(scores[:, 0]), scores[:, 0], np.nan)
    found = np.full(len(project), np.nan)
    found[side.items] = scores[side.items, side.codes]
    return np.where(np.isfinite(found), found, np.nan)
