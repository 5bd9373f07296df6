"""What is measured of one corpus: each metric's score of every run, in the full sample, in every resample and under swaps.

A system's score is the mean over its runs (the seeds with which it was trained), and units are resampled: all runs of all
systems see the same draws, and the interval is about other units of this corpus, with these runs. A swap exchanges two
systems' outputs of a unit in all runs at once, run by run in their order; where one system has fewer runs they are
repeated, so that each of the one meets the others equally often.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import lcm
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from metrics import macro, resampling, results
from metrics.batch.combining import Combined
from metrics.corpora import without_undefined
from metrics.counting import Counts

RUN_COLUMNS = ("precision", "recall", "f1", "p_num", "p_den", "r_num", "r_den", "aligned", "accuracy")


@dataclass(frozen=True)
class Statistic:
    """A metric of a table's variant, or a mean over its labels. said : further fields of its rows, such as singletons."""

    metric: str
    part: str
    variant: str = ""
    mean: macro.Mean | None = None
    said: Mapping[str, Any] = field(default_factory=dict)


class Measured(NamedTuple):
    """runs : RUN_COLUMNS of every run, in points, NaN where undefined. drawn : F1 in points in every resample, (resamples,
    runs), None without resamples. has : which rows of the counts have something for each run, (rows, runs).
    """

    runs: Mapping[str, np.ndarray]
    drawn: np.ndarray | None
    has: np.ndarray


def measure(combined: Combined, statistics: Sequence[Statistic], options: Any) -> list[Measured]:
    """Every statistic of every run; one that the corpus has no counts for is undefined."""
    names = [name for name in dict.fromkeys(s.part for s in statistics) if name in combined.parts]
    sums = dict(zip(names, _resampled([combined.parts[name] for name in names], options), strict=True))
    return [_measure(combined, statistic, sums.get(statistic.part)) for statistic in statistics]


def _resampled(tables: Sequence[Counts], options: Any) -> list[np.ndarray | None]:
    """The sums of every resample; tables that are not by kinds of units are drawn together."""
    if len(tables) > 1 and all(table.kinds is None for table in tables):
        return results.resampled_together(tables, options)
    return [results.resampled(table, options) for table in tables]


def is_there(combined: Combined, statistic: Statistic) -> bool:
    """Whether a corpus has the counts that a statistic needs: tags may be missing."""
    counts = combined.parts.get(statistic.part)
    return counts is not None and (statistic.mean or statistic).metric in counts.layout.metrics


def _measure(combined: Combined, statistic: Statistic, sums: np.ndarray | None) -> Measured:
    if not is_there(combined, statistic):
        nothing = np.full(len(combined.runs), np.nan)
        return Measured(dict.fromkeys(RUN_COLUMNS, nothing), None, np.zeros((0, len(combined.runs)), bool))
    counts = combined.parts[statistic.part]
    where = inputs_of(counts, statistic, combined.runs)
    frame = _frame(counts, statistic, where)
    drawn = None if sums is None else results.POINTS * _drawn(counts, statistic, where, sums)
    return Measured({name: frame[name].to_numpy() for name in RUN_COLUMNS}, drawn, _has(counts, statistic, where))


def inputs_of(counts: Counts, statistic: Statistic, runs: Sequence[str]) -> np.ndarray:
    """The inputs of every run, (runs,), or of every run and label, (runs, labels)."""
    if statistic.mean:
        return macro.inputs_of(counts, runs, statistic.mean.classes)
    return macro.inputs_of(counts, runs, [statistic.variant])[:, 0]


class _Plain(NamedTuple):
    """Options without resamples."""

    resamples: int = 0


def _frame(counts: Counts, statistic: Statistic, where: np.ndarray) -> pd.DataFrame:
    if statistic.mean:
        return macro.mean_scores(counts, _Plain(), statistic.mean)
    return results.scores(counts.take(where), _Plain(), [statistic.metric])


def _drawn(counts: Counts, statistic: Statistic, where: np.ndarray, sums: np.ndarray) -> np.ndarray:
    if statistic.mean:
        return macro.drawn_means(counts, statistic.mean, where, sums)
    return counts.layout.score(statistic.metric, sums[:, where]).f1


def _has(counts: Counts, statistic: Statistic, where: np.ndarray) -> np.ndarray:
    if statistic.mean:
        return macro.has_counts(counts, statistic.mean, where)
    return (counts.layout.denominators(statistic.metric, counts.values[:, where]) != 0).any(axis=-1)


def p_values(
    combined: Combined, statistics: Sequence[Statistic], pairs: Sequence[tuple[Sequence[str], Sequence[str]]], options: Any
) -> np.ndarray:
    """The p-value of approximate randomisation for each statistic and pair of systems, (statistics, pairs).

    pairs : the runs of both systems. NaN where there are no resamples, or a score is undefined.
    """
    found = np.full((len(statistics), len(pairs)), np.nan)
    if not options.resamples:
        return found
    for part in dict.fromkeys(s.part for s in statistics if is_there(combined, s)):
        numbers = [k for k, s in enumerate(statistics) if s.part == part and is_there(combined, s)]
        for at, (first, second) in enumerate(pairs):
            found[numbers, at] = _p_of_pair(
                combined.parts[part], [statistics[k] for k in numbers], matched(first, second), options
            )
    return found


def matched(first: Sequence[str], second: Sequence[str]) -> tuple[list[str], list[str]]:
    """The runs of two systems that are swapped with each other, in order; repeated where one has fewer."""
    number = lcm(len(first), len(second))
    return [first[k % len(first)] for k in range(number)], [second[k % len(second)] for k in range(number)]


def _p_of_pair(
    counts: Counts, statistics: Sequence[Statistic], runs: tuple[Sequence[str], Sequence[str]], options: Any
) -> list[float]:
    """The p-values of all statistics of one part, whose counts are swapped once for all of them."""
    variants = list(dict.fromkeys(variant for _, variant in counts.inputs))
    first, second = (counts.values[:, macro.inputs_of(counts, some, variants)] for some in runs)
    swapped = resampling.swapped_sums(first, second, resamples=options.resamples, seed=options.seed, kinds=counts.kinds)
    return [float(resampling.p_value(swapped, lambda s, k=k: _mean_of_runs(counts, k, variants, s))) for k in statistics]


def _mean_of_runs(counts: Counts, statistic: Statistic, variants: Sequence[str], sums: np.ndarray) -> np.ndarray:
    """The mean over runs of a statistic, from sums whose last axes are runs, variants and columns."""
    if statistic.mean:
        some = sums[..., [variants.index(name) for name in statistic.mean.classes], :]
        return mean_of(macro.mean_of_classes(counts, statistic.mean, some))
    return mean_of(counts.layout.score(statistic.metric, sums[..., variants.index(statistic.variant), :]).f1)


def mean_of(values: np.ndarray) -> np.ndarray:
    """The mean over the last axis, the runs; undefined ones are left out, NaN where all are."""
    return without_undefined(np.moveaxis(values, -1, 0))
