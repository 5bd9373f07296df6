"""What a metric is: the columns that are counted of it, and a formula over their sums."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from metrics.formulas import Scores, mean_of_f1, precision_recall

SIDES = ("p_num", "p_den", "r_num", "r_den")


@dataclass(frozen=True)
class Metric:
    """A metric's formula over its count columns, or over other metrics' F1; `about` is its explanation on hover.

    width : number of count columns. sides : which of them are p_num, p_den, r_num, r_den, () where it has no such four.
    denominators : a unit counts towards a score where these columns are not all 0. aligned : the column of aligned
    items, over which accuracy is taken, None where there is none.
    """

    name: str
    about: str
    formula: Callable[[np.ndarray], Scores] = precision_recall
    width: int = 4
    sides: tuple[int, ...] = (0, 1, 2, 3)
    denominators: tuple[int, ...] = (1, 3)
    aligned: int | None = None
    mean_of: tuple[str, ...] = ()


@dataclass(frozen=True)
class Layout:
    """The metrics of a table of counts and the columns of each."""

    metrics: Mapping[str, Metric]
    columns: Mapping[str, slice]

    def score(self, name: str, sums: np.ndarray) -> Scores:
        """Precision, recall and F1 as fractions, from sums whose last axis holds the columns of all metrics."""
        wanted = self.metrics[name]
        if wanted.mean_of:
            return mean_of_f1([self.score(part, sums).f1 for part in wanted.mean_of])
        return wanted.formula(sums[..., self.columns[name]])

    def denominators(self, name: str, values: np.ndarray) -> np.ndarray:
        """The denominator columns of a metric (of its parts, for a mean), on the last axis."""
        names = self.metrics[name].mean_of or (name,)
        return np.concatenate([values[..., self.columns[n]][..., list(self.metrics[n].denominators)] for n in names], axis=-1)


def layout(metrics: Mapping[str, Metric], names: Iterable[str] | None = None) -> Layout:
    """The columns of metrics side by side, in the registry's order: of all, or of some and the means of only these."""
    wanted = set(metrics if names is None else names)
    kept = {name: metric for name, metric in metrics.items() if name in wanted or wanted.issuperset(metric.mean_of or [name])}
    columns, at = {}, 0
    for name, metric in kept.items():
        if metric.width:
            columns[name] = slice(at, at + metric.width)
            at += metric.width
    return Layout(kept, columns)
