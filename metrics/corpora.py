"""Several corpora: each resampled by itself, their macro mean, and who wins how often.

The mean of a metric is over the corpora in which gold has something to count for it, the same ones for every system. In a
resample every corpus is drawn anew from its own units, with a seed of its own, so that the corpora are independent; the
interval is about these corpora, not about others that might have been taken. Whether a system is better across corpora
is asked by Wilcoxon's signed-rank test over their differences (Wilcoxon 1945; Demšar 2006, section 3.1.3).
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from metrics import families, results
from metrics.counting import Counts
from metrics.formulas import Scores

WILCOXON = "Wilcoxon over corpora"  # what p is of
EQUAL = 1e-9  # points: differences below are ties


@dataclass(frozen=True)
class Sampled:
    """One corpus's scores in points, by metric.

    f1 : (systems,). drawn : (resamples, systems), None without resamples. sides : precision and recall, (systems,) each.
    units : (systems,). has : whether gold has anything to count.
    """

    name: str
    systems: tuple[str, ...]
    f1: Mapping[str, np.ndarray]
    drawn: Mapping[str, np.ndarray] | None
    sides: Mapping[str, tuple[np.ndarray, np.ndarray]]
    units: Mapping[str, np.ndarray]
    has: Mapping[str, bool]


def seed_of(seed: int, name: str) -> int:
    """The seed with which a corpus is drawn: the first 48 bits of SHA-256 over "seed|name" (UTF-8), big-endian.

    48 bits, so that every reader of JSON holds the number exactly.
    """
    return int.from_bytes(hashlib.sha256(f"{seed}|{name}".encode()).digest()[:6])


def sampled(name: str, counts: Counts, sums: np.ndarray | None, metrics: Sequence[str]) -> Sampled:
    """What means need of one corpus. sums : its resampled counts, None without resamples."""
    total = counts.values.sum(axis=0)
    found: dict[str, Scores] = {metric: counts.layout.score(metric, total) for metric in metrics}
    drawn = None
    if sums is not None:
        drawn = {metric: results.POINTS * counts.layout.score(metric, sums).f1 for metric in metrics}
    return Sampled(
        name,
        tuple(system for system, _ in counts.inputs),
        {metric: results.POINTS * scores.f1 for metric, scores in found.items()},
        drawn,
        {metric: (results.POINTS * scores.precision, results.POINTS * scores.recall) for metric, scores in found.items()},
        {metric: results.units(counts, metric) for metric in metrics},
        {metric: bool(np.nanmax(found[metric].recall, initial=-1.0) >= 0) for metric in metrics},
    )


def macro_scores(corpora: Sequence[Sampled], options: Any, metrics: Sequence[str]) -> pd.DataFrame:
    """The macro means, one row for each system and metric: the columns of results.scores(); counts are NaN.

    units : of all corpora together. Further column corpora: over how many the mean is.
    """
    tables = []
    for metric in metrics:
        chosen = [corpus for corpus in corpora if corpus.has[metric]]
        systems = corpora[0].systems
        n = len(systems)
        sides = [_mean([corpus.sides[metric][k] for corpus in chosen], n) for k in (0, 1)]
        table = {
            "system": list(systems),
            "singletons": [""] * n,
            "metric": [metric] * n,
            "precision": sides[0],
            "recall": sides[1],
        }
        table |= {"f1": _mean([corpus.f1[metric] for corpus in chosen], n)}
        table |= results.interval(_drawn(chosen, metric), _units(chosen, metric, n), options)
        nothing = np.full(n, np.nan)
        table |= dict.fromkeys(("p_num", "p_den", "r_num", "r_den", "aligned", "accuracy"), nothing)
        tables.append(table | {"corpora": np.full(n, len(chosen))})
    return results.together(tables)


def macro_differences(
    corpora: Sequence[Sampled], options: Any, pairs: Sequence[tuple[int, int]], metrics: Sequence[str]
) -> pd.DataFrame:
    """Differences of macro means, one row for each metric and pair of systems (a, b): the columns of results.differences().

    p : of Wilcoxon's test, as the column test says. Further columns: corpora (how many), wins, losses and ties (in how
    many of them b is better, worse, equal).
    """
    tables = []
    first, second = ([pair[k] for pair in pairs] for k in (0, 1))
    systems = corpora[0].systems
    for metric in metrics:
        chosen = [corpus for corpus in corpora if corpus.has[metric]]
        f1 = np.array([corpus.f1[metric] for corpus in chosen]).reshape(len(chosen), len(systems))
        values = f1[:, second] - f1[:, first]
        table = {"a": [systems[k] for k in first], "b": [systems[k] for k in second], "singletons": [""] * len(pairs)}
        table |= {"metric": [metric] * len(pairs), "value": _mean(list(values), len(pairs))}
        drawn = _drawn(chosen, metric)
        units = np.maximum(*(_units(chosen, metric, len(systems))[k] for k in (first, second)))
        table |= results.interval(None if drawn is None else drawn[:, second] - drawn[:, first], units, options)
        table["p"] = np.array([wilcoxon(column) for column in values.T])
        table |= dict(zip(("wins", "losses", "ties"), _outcomes(values), strict=True)) | {"test": [WILCOXON] * len(pairs)}
        table["corpora"] = np.full(len(pairs), len(chosen))
        table["differs"] = (table["low"] > 0) | (table["high"] < 0)
        table["settled"] = table["differs"] & (table["p"] < 1 - options.level)
        tables.append(table)
    return results.together(tables) if tables else pd.DataFrame()


def wilcoxon(differences: np.ndarray) -> float:
    """The two-sided p-value of Wilcoxon's signed-rank test; NaN under six differences, 1 where all are 0.

    Differences of 0 are left out; exact up to 50 differences without ties (scipy.stats.wilcoxon).
    """
    if len(differences) < families.MIN_UNITS:
        return float("nan")
    differences = np.where(np.abs(differences) < EQUAL, 0.0, np.round(differences, 9))
    if not differences.any():
        return 1.0
    from scipy import stats

    return float(stats.wilcoxon(differences[differences != 0]).pvalue)


def _outcomes(values: np.ndarray) -> tuple[np.ndarray, ...]:
    better, worse = (values > EQUAL).sum(axis=0), (values < -EQUAL).sum(axis=0)
    return better, worse, len(values) - better - worse


def _mean(values: Sequence[np.ndarray], n: int) -> np.ndarray:
    """The mean over corpora, NaN where there is none; undefined sides are left out."""
    return without_undefined(np.array(values, np.float64).reshape(len(values), n))


def _drawn(corpora: Sequence[Sampled], metric: str) -> np.ndarray | None:
    """The mean in every resample, over the corpora in which the metric is defined there: (resamples, systems)."""
    if any(corpus.drawn is None for corpus in corpora) or not corpora:
        return None
    return without_undefined(np.array([corpus.drawn[metric] for corpus in corpora]))


def without_undefined(values: np.ndarray) -> np.ndarray:
    """The mean over the first axis, NaN left out."""
    there = ~np.isnan(values)
    number = there.sum(axis=0)
    return np.where(number == 0, np.nan, np.where(there, values, 0.0).sum(axis=0) / np.maximum(number, 1))


def _units(corpora: Sequence[Sampled], metric: str, n: int) -> np.ndarray:
    return sum((corpus.units[metric] for corpus in corpora), np.zeros(n, np.int64))
