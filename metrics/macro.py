"""Means of F1 over classes, labels or any other groups of a table of counts.

The mean is over classes that are named beforehand, the same for every system. A class whose F1 is undefined in the full
sample counts as 0, but where no class has one, nor has the mean; in a resample, a class that is undefined there alone is
left out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from metrics import families, resampling, results
from metrics.counting import Counts

MACRO = "macro"
WEIGHTED = "weighted"


def _of_defined(f1: np.ndarray, support: np.ndarray) -> np.ndarray:  # noqa: ARG001
    """The mean over the last axis of what is defined; NaN where nothing is."""
    known = ~np.isnan(f1)
    with np.errstate(invalid="ignore"):
        return np.nan_to_num(f1).sum(axis=-1) / known.sum(axis=-1)


def _by_support(f1: np.ndarray, support: np.ndarray) -> np.ndarray:
    """The mean over the last axis, each class weighing what gold has of it; NaN where gold has nothing."""
    with np.errstate(invalid="ignore"):
        return (np.nan_to_num(f1) * support).sum(axis=-1) / support.sum(axis=-1)


MEANS: dict[str, Callable[[np.ndarray, np.ndarray], np.ndarray]] = {MACRO: _of_defined, WEIGHTED: _by_support}


@dataclass(frozen=True)
class Mean:
    """Which mean of which metric. classes : over which it is; without any it is undefined. kind : a name in MEANS."""

    metric: str
    classes: Sequence[str]
    kind: str = MACRO


def mean_scores(counts: Counts, options: Any, mean: Mean, sums: np.ndarray | None = None) -> pd.DataFrame:
    """The means over classes, one row for each system: the columns of results.scores(); counts are NaN.

    counts : with inputs (system, class). units : those that count for any of the classes. sums : the resampled counts, None
    without resamples.
    """
    systems = systems_of(counts)
    where, n = inputs_of(counts, systems, mean.classes), len(systems)
    total = counts.total()[where]
    support = _support(counts, mean, total)
    table: dict[str, Any] = {"system": list(systems), "singletons": [mean.kind] * n, "metric": [mean.metric] * n}
    found = counts.layout.score(mean.metric, total)
    parts = zip(("precision", "recall", "f1"), found, strict=True)
    some = ~np.isnan(found.f1).all(axis=-1)
    means = {name: results.POINTS * MEANS[mean.kind](np.nan_to_num(part), support) for name, part in parts}
    table |= {name: np.where(some, value, np.nan) for name, value in means.items()}
    drawn = None if sums is None else results.POINTS * drawn_means(counts, mean, where, sums)
    table |= results.interval(drawn, counts.number(has_counts(counts, mean, where)), options)
    table |= dict.fromkeys(("p_num", "p_den", "r_num", "r_den", "aligned", "accuracy"), np.full(n, np.nan))
    return results.together([table])


def mean_differences(counts: Counts, options: Any, mean: Mean, sums: np.ndarray | None = None) -> pd.DataFrame:
    """What the mean of each further system is above the first one's: the columns of results.differences(). Else as above."""
    systems = systems_of(counts)
    where, n = inputs_of(counts, systems, mean.classes), len(systems) - 1
    total = counts.total()[where]
    f1 = counts.layout.score(mean.metric, total).f1
    means = results.POINTS * MEANS[mean.kind](np.where(_as_zero(f1), 0.0, f1), _support(counts, mean, total))
    table = {"a": [systems[0]] * n, "b": list(systems[1:]), "singletons": [mean.kind] * n, "metric": [mean.metric] * n}
    table |= {"value": means[1:] - means[:1]}
    has = has_counts(counts, mean, where)
    units = counts.number(has[:, 1:] | has[:, :1])
    drawn = None if sums is None else results.POINTS * drawn_means(counts, mean, where, sums)
    table |= results.interval(None if drawn is None else drawn[:, 1:] - drawn[:, :1], units, options)
    table["p"] = np.full(n, np.nan)
    if options.resamples and n and len(mean.classes):
        first, others = counts.values[:, where[:1]], counts.values[:, where[1:]]
        swapped = resampling.swapped_sums(first, others, resamples=options.resamples, seed=options.seed, kinds=counts.kinds)
        p = resampling.p_value(swapped, lambda s: mean_of_classes(counts, mean, s))
        table["p"] = np.where(units >= families.MIN_UNITS, p, np.nan)
    table["differs"] = (table["low"] > 0) | (table["high"] < 0)
    table["settled"] = table["differs"] & (table["p"] < 1 - options.level)
    return results.together([table])


def systems_of(counts: Counts) -> tuple[str, ...]:
    """The systems of a table, in order."""
    return tuple(dict.fromkeys(system for system, _ in counts.inputs))


def inputs_of(counts: Counts, systems: Sequence[str], classes: Sequence[str]) -> np.ndarray:
    """The inputs of every system and class: (systems, classes)."""
    number = {name: k for k, name in enumerate(counts.inputs)}
    return np.array([[number[system, name] for name in classes] for system in systems], np.int64).reshape(len(systems), -1)


def has_counts(counts: Counts, mean: Mean, where: np.ndarray) -> np.ndarray:
    """Whether each row of counts has something for any class: (rows, systems)."""
    has = np.zeros((len(counts.values), len(where)), bool)
    for inputs in where.T:  # class by class, for a copy of all counts costs more than a look at them
        has |= (counts.layout.denominators(mean.metric, counts.values[:, inputs]) != 0).any(axis=-1)
    return has


def _support(counts: Counts, mean: Mean, table: np.ndarray) -> np.ndarray:
    """What gold has of each class, on the last axis of sums whose last two are classes and columns."""
    return table[..., counts.columns[mean.metric]][..., counts.layout.metrics[mean.metric].sides[3]]


def mean_of_classes(counts: Counts, mean: Mean, table: np.ndarray) -> np.ndarray:
    """The mean of what is defined in sums whose last two axes are classes and columns."""
    return MEANS[mean.kind](counts.layout.score(mean.metric, table).f1, _support(counts, mean, table))


def drawn_means(counts: Counts, mean: Mean, where: np.ndarray, sums: np.ndarray) -> np.ndarray:
    """The mean in every resample: (resamples, systems), as a fraction."""
    zero = _as_zero(counts.layout.score(mean.metric, counts.total()[where]).f1)
    f1 = counts.layout.score(mean.metric, sums[:, where]).f1
    return MEANS[mean.kind](np.where(zero, 0.0, f1), _support(counts, mean, sums[:, where]))


def _as_zero(f1: np.ndarray) -> np.ndarray:
    """Which classes, on the last axis, count as 0 in a mean: those without F1 beside others with one."""
    undefined = np.isnan(f1)
    return undefined & ~undefined.all(axis=-1, keepdims=True)
