"""Means over the runs of a system, their deviation, and the ranks of systems."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from metrics.batch.combining import Combined
from metrics.batch.statistics import Measured, Statistic, is_there, mean_of

ONE_RUN = ("p_num", "p_den", "r_num", "r_den", "aligned", "accuracy")  # what a mean over several runs does not have
LESS = 9  # decimals of points to which ranks tell scores apart


class Averages(NamedTuple):
    """By system, means over its runs. drawn : (resamples, systems). has : rows of the counts, with the number of units each.

    runs : what each run has itself, by system.
    """

    systems: list[str]
    scores: dict[str, np.ndarray]
    drawn: np.ndarray | None
    has: np.ndarray
    number: Callable[[np.ndarray], np.ndarray]
    runs: dict[str, dict[str, Any]]


def averages_of(combined: Combined, runs: Mapping[str, Sequence[str]], found: Measured, statistic: Statistic) -> Averages:
    """The means of one statistic. runs : of every system. found : what was measured of every run."""
    where = [[combined.runs.index(run) for run in names] for names in runs.values()]
    scores = {name: np.array([mean_of(values[at]) for at in where]) for name, values in found.runs.items()}
    for name in ONE_RUN:
        scores[name] = np.array([found.runs[name][at[0]] if len(at) == 1 else np.nan for at in where])
    scores["sd"] = np.array([deviation(found.runs["f1"][at]) for at in where])
    drawn = None if found.drawn is None else np.stack([mean_of(found.drawn[:, at]) for at in where], axis=1)
    has = np.stack([found.has[:, at].any(axis=1) for at in where], axis=1)
    number = combined.parts[statistic.part].number if is_there(combined, statistic) else lambda flags: flags.sum(axis=0)
    single = {system: _of_runs(found, at) for system, at in zip(runs, where, strict=True)}
    return Averages(list(runs), scores, drawn, has, number, single)


def _of_runs(found: Measured, at: list[int]) -> dict[str, Any]:
    drawn = None if found.drawn is None else found.drawn[:, at]
    return {"f1": found.runs["f1"][at], "drawn": drawn, "has": found.has[:, at]}


def deviation(values: np.ndarray) -> float:
    """The standard deviation over runs (n - 1); NaN under two."""
    known = values[~np.isnan(values)]
    return float(np.std(known, ddof=1)) if len(known) > 1 else np.nan


def ranked(scores: np.ndarray) -> np.ndarray:
    """The rank of each score, 1 the highest; equal ones share the mean of their ranks, an undefined one has none."""
    rounded = np.round(scores, LESS)
    above = (rounded[None, :] > rounded[:, None]).sum(axis=1)
    equal = (rounded[None, :] == rounded[:, None]).sum(axis=1)
    return np.where(np.isnan(scores), np.nan, 1 + above + (equal - 1) / 2)
