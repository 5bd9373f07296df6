"""Means of F1 over classes, labels or any other groups of a table of counts.

The mean is over classes that are named beforehand, the same for every system. A class whose F1 is undefined in the full
sample counts as 0; in a resample, a class that is undefined there alone is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from metrics import families, resampling, results
from metrics.counting import Counts

MACRO = "macro"


def macro_scores(
    counts: Counts, options: Any, metric: str, classes: Sequence[str], sums: np.ndarray | None = None
) -> pd.DataFrame:
    """The means over classes, one row for each system: the columns of results.scores(); counts are NaN.

    counts : with inputs (system, class). classes : over which the mean is; none of them leaves it undefined. units : those
    that count for any of the classes. sums : the resampled counts, None without resamples.
    """
    systems = systems_of(counts)
    where = _inputs(counts, systems, classes)
    found = counts.layout.score(metric, counts.total()[where])
    n = len(systems)
    table = {"system": list(systems), "singletons": [MACRO] * n, "metric": [metric] * n}
    parts = zip(("precision", "recall", "f1"), found, strict=True)
    table |= {name: results.POINTS * _mean(np.nan_to_num(part)) for name, part in parts}
    drawn = None if sums is None else results.POINTS * _drawn(counts, metric, where, sums)
    units = counts.number((counts.layout.denominators(metric, counts.values[:, where]) != 0).any(axis=(2, 3)))
    table |= results.interval(drawn, units, options)
    nothing = np.full(n, np.nan)
    table |= dict.fromkeys(("p_num", "p_den", "r_num", "r_den", "aligned", "accuracy"), nothing)
    return results.together([table])


def macro_differences(
    counts: Counts, options: Any, metric: str, classes: Sequence[str], sums: np.ndarray | None = None
) -> pd.DataFrame:
    """What the mean of each further system is above the first one's: the columns of results.differences(). Else as above."""
    systems = systems_of(counts)
    where = _inputs(counts, systems, classes)
    n = len(systems) - 1
    means = results.POINTS * _mean(np.nan_to_num(counts.layout.score(metric, counts.total()[where]).f1))
    table = {"a": [systems[0]] * n, "b": list(systems[1:]), "singletons": [MACRO] * n, "metric": [metric] * n}
    table |= {"value": means[1:] - means[:1]}
    has = (counts.layout.denominators(metric, counts.values[:, where]) != 0).any(axis=(2, 3))
    units = counts.number(has[:, 1:] | has[:, :1])
    drawn = None if sums is None else results.POINTS * _drawn(counts, metric, where, sums)
    table |= results.interval(None if drawn is None else drawn[:, 1:] - drawn[:, :1], units, options)
    table["p"] = np.full(n, np.nan)
    if options.resamples and n and len(classes):
        first, others = counts.values[:, where[:1]], counts.values[:, where[1:]]
        swapped = resampling.swapped_sums(first, others, resamples=options.resamples, seed=options.seed, kinds=counts.kinds)
        p = resampling.p_value(swapped, lambda s: _mean_of_defined(counts.layout.score(metric, s).f1))
        table["p"] = np.where(units >= families.MIN_UNITS, p, np.nan)
    table["differs"] = (table["low"] > 0) | (table["high"] < 0)
    table["settled"] = table["differs"] & (table["p"] < 1 - options.level)
    return results.together([table])


def systems_of(counts: Counts) -> tuple[str, ...]:
    """The systems of a table, in order."""
    return tuple(dict.fromkeys(system for system, _ in counts.inputs))


def _inputs(counts: Counts, systems: Sequence[str], classes: Sequence[str]) -> np.ndarray:
    """The inputs of every system and class: (systems, classes)."""
    number = {name: k for k, name in enumerate(counts.inputs)}
    return np.array([[number[system, name] for name in classes] for system in systems], np.int64).reshape(len(systems), -1)


def _mean(values: np.ndarray) -> np.ndarray:
    """The mean over the last axis; NaN over nothing."""
    return values.mean(axis=-1) if values.shape[-1] else np.full(values.shape[:-1], np.nan)


def _mean_of_defined(values: np.ndarray) -> np.ndarray:
    """The mean over the last axis of what is defined; NaN where nothing is."""
    known = ~np.isnan(values)
    with np.errstate(invalid="ignore"):
        return np.nan_to_num(values).sum(axis=-1) / known.sum(axis=-1)


def _drawn(counts: Counts, metric: str, where: np.ndarray, sums: np.ndarray) -> np.ndarray:
    """The mean in every resample: (resamples, systems), as a fraction."""
    undefined = np.isnan(counts.layout.score(metric, counts.total()[where]).f1)
    f1 = counts.layout.score(metric, sums[:, where]).f1
    return _mean_of_defined(np.where(undefined, 0.0, f1))
