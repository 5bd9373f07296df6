"""The metrics of classification."""

from __future__ import annotations

import numpy as np

from metrics.formulas import Scores, ratio
from metrics.metric import Metric
from metrics.ud.registry import correct_of


def accuracy_of(sums: np.ndarray) -> Scores:
    """Right items / items, as the score that stands in F1's place; last axis right, items. There is no P and no R."""
    found = ratio(sums[..., 0], sums[..., 1])
    nothing = np.full_like(found, np.nan)
    return Scores(nothing, nothing, found)


MICRO, MACRO, NAMED, AUC = "micro", "macro", "macro-gold", "AUC"

# Only accuracy and micro have counts of their own; macros are means of a label's F1, AUC rests on the items themselves.
CLASSIFY_METRICS = {
    metric.name: metric
    for metric in (
        Metric(
            "accuracy", "Items with exactly gold's label; of several labels, all of them.", accuracy_of, 2, (0, 1, 0, 1), (1,), 1
        ),
        Metric(MICRO, "Precision, recall and F1 of all labels' counts together.", correct_of, 3, (0, 1, 0, 2), (1, 2)),
        Metric(MACRO, "The mean of the labels' F1, over the labels in gold or in any system.", width=0),
        Metric(NAMED, "The mean of the labels' F1, over the labels in gold alone.", width=0),
        Metric(
            AUC,
            "The share of pairs of an item with the label and one without whose scores stand in the right order, ties half; "
            "its mean over the labels that some items have and some do not. Hanley & McNeil 1982.",
            width=0,
        ),
    )
}
