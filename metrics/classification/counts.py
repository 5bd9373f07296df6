"""Counts of labels per item, once for each kind of item: the same gold and predicted labels give the same counts."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from loaders.classification import Sets
from loaders.errors import AlignmentError
from metrics.classification.decisions import predicted
from metrics.classification.project import LabelProject
from metrics.classification.registry import CLASSIFY_METRICS, MICRO
from metrics.counting import Counts
from metrics.metric import layout
from metrics.options import LabelOptions

CORRECT, PREDICTED, GOLD = range(3)
MOST_CELLS = 200_000_000  # 1.6 GB of counts


@dataclass(frozen=True)
class LabelCounts:
    """whole : accuracy and micro, inputs (system, ""). labels : micro of each label, inputs (system, label), for all labels
    in gold or in any system's predictions. named : the labels in gold. decided : each system's predicted labels.
    """

    whole: Counts
    labels: Counts
    named: tuple[str, ...]
    decided: tuple[Sets, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The labels that macro is over."""
        return tuple(dict.fromkeys(label for _, label in self.labels.inputs))


def count_items(project: LabelProject, options: LabelOptions) -> LabelCounts:
    """The counts of all metrics that have counts, one unit an item or document.

    Raises AlignmentError where no item has a label, where counts of so many would not fit, and as predicted() does.
    """
    decided = tuple(predicted(project, k, options.threshold) for k in range(len(project.systems)))
    in_gold = np.bincount(project.truth.codes, minlength=len(project.labels)) > 0
    used = in_gold | (sum(np.bincount(d.codes, minlength=len(project.labels)) for d in decided) > 0) | (project.kind == "binary")
    if not used.any():
        raise AlignmentError(project.gold.file, None, "no item has a label, in gold or in any system", "Choose other files.")
    kinds, first = kinds_of((project.truth, *decided))
    if len(first) * len(decided) * used.sum() * 3 > MOST_CELLS:
        what = f"{len(first):,} different items × {used.sum():,} labels × {len(decided)} systems are too many to count at once"
        raise AlignmentError(project.gold.file, None, what, "Compare fewer systems at a time, or leave out rare labels.")
    place = np.cumsum(used) - 1
    truth, *sides = (Sets(s.starts, place[s.codes]) for s in (d.take(first) for d in (project.truth, *decided)))
    values = np.stack([_by_label(truth, side, int(used.sum())) for side in sides], axis=1)
    right = np.stack([_right(truth, side) for side in sides], axis=1)
    names = [label for label, has in zip(project.labels, used, strict=True) if has]
    per_kind = _counts(project, names, values, right, kinds)
    whole, labels = (_by_unit(project, counts, options.unit) for counts in per_kind)
    return LabelCounts(whole, labels, tuple(label for label, has in zip(project.labels, in_gold, strict=True) if has), decided)


def _counts(
    project: LabelProject, names: list[str], values: np.ndarray, right: np.ndarray, kinds: np.ndarray
) -> tuple[Counts, Counts]:
    """The tables of the whole and of labels. values : (kinds, systems, labels, 3). right : (kinds, systems)."""
    both, micro = layout(CLASSIFY_METRICS, ["accuracy", MICRO]), layout(CLASSIFY_METRICS, [MICRO])
    units = project.unit_names("item")
    whole = np.concatenate([np.stack([right, np.ones(right.shape)], axis=-1), values.sum(axis=2)], axis=-1)
    inputs = tuple((system, label) for system in project.names for label in names)
    table = values.reshape(len(values), len(inputs), 3)
    return (
        Counts(units, tuple((system, "") for system in project.names), both, whole, kinds),
        Counts(units, inputs, micro, table, kinds),
    )


def _by_unit(project: LabelProject, counts: Counts, unit: str) -> Counts:
    """Counts of items, or added up by document."""
    if unit == "item":
        return counts
    from scipy.sparse import coo_matrix

    names, of = project.unit_names(unit), project.unit_of(unit)
    number = coo_matrix((np.ones(len(of)), (of, counts.kinds)), (len(names), len(counts.values))).tocsr()
    flat = counts.values.reshape(len(counts.values), -1)
    return Counts(names, counts.inputs, counts.layout, (number @ flat).reshape(len(names), *counts.values.shape[1:]))


def _by_label(truth: Sets, side: Sets, n_labels: int) -> np.ndarray:
    """Correct, predicted, gold of every item and label: (items, labels, 3)."""
    values = np.zeros((len(truth), n_labels, 3))
    values[truth.items, truth.codes, GOLD] = 1
    values[side.items, side.codes, PREDICTED] = 1
    values[..., CORRECT] = values[..., GOLD] * values[..., PREDICTED]
    return values


def _right(truth: Sets, side: Sets) -> np.ndarray:
    """Whether the sets of an item are the same on both sides."""
    numbers = set_numbers((truth, side))
    return (numbers[0] == numbers[1]).astype(float)


def kinds_of(sides: tuple[Sets, ...]) -> tuple[np.ndarray, np.ndarray]:
    """The kind of every item (a number for each combination of sets that occurs) and the first item of each kind."""
    key = np.zeros(len(sides[0]), np.int64)
    for numbers in set_numbers(sides):
        _, key = np.unique(key * (int(numbers.max(initial=0)) + 1) + numbers, return_inverse=True)
    _, first, kinds = np.unique(key, return_index=True, return_inverse=True)
    return kinds, first


def set_numbers(sides: tuple[Sets, ...]) -> list[np.ndarray]:
    """For every item of every side a number of its set: equal sets have equal numbers, on all sides."""
    made = [np.zeros(len(side), np.int64) for side in sides]
    so_far = 1  # 0 is the empty set
    for size in np.unique(np.concatenate([side.sizes for side in sides])).tolist():
        if not size:
            continue
        rows = [np.flatnonzero(side.sizes == size) for side in sides]
        tables = [side.codes[side.starts[:-1][r][:, None] + np.arange(size)] for side, r in zip(sides, rows, strict=True)]
        numbers = np.zeros(sum(map(len, rows)), np.int64)
        for column in np.concatenate(tables).T:
            _, numbers = np.unique(numbers * (int(column.max()) + 1) + column, return_inverse=True)
        for side, r, part in zip(made, rows, np.split(numbers, np.cumsum([len(r) for r in rows])[:-1]), strict=True):
            side[r] = part + so_far
        so_far += int(numbers.max()) + 1
    return made
