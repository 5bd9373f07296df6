"""Bootstrap intervals and approximate randomisation over tables of additive counts.

Nothing here knows a metric. A resample is a row of weights over units, its sums are weights @ counts, and the same
weights serve all systems and metrics, which is what makes a comparison paired. Scores are formulas over the sums:

    sums = resample(counts, resamples=1000, seed=20260101)      counts (units, systems, columns)
    low, high, used = percentile(formula(sums), 0.95)           sums (1000, systems, columns)

Efron and Tibshirani (1993), 13.3, for the percentile interval; Noreen (1989) for approximate randomisation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import ceil, floor, prod
from typing import NamedTuple

import numpy as np

from metrics import draws

MIN_RESAMPLES = 100
MAX_UNDEFINED = 20  # no interval if more than one in so many resamples (5 %) is undefined
TIE = 1e-9  # relative: differences that differ by less are equal
MERGED = 4  # units become classes if there are so many times fewer classes
MANY_UNITS = 1_000  # below, looking for classes cannot pay

Progress = Callable[[int, int], None]


class Interval(NamedTuple):
    """Both ends (NaN where there is no interval) and the resamples that it rests on; arrays over several scores."""

    low: np.ndarray
    high: np.ndarray
    used: np.ndarray


class Swapped(NamedTuple):
    """Sums of A and of B after each swap, (swaps, ...) each, and before any, (...) each; exact: all 2ⁿ swaps are there."""

    sums_a: np.ndarray
    sums_b: np.ndarray
    observed_a: np.ndarray
    observed_b: np.ndarray
    exact: bool


def resample(
    counts: np.ndarray, *, resamples: int, seed: int, kinds: np.ndarray | None = None, progress: Progress | None = None
) -> np.ndarray:
    """Sums of counts over the units of each resample: (resamples, ...) for counts of shape (n_units, ...).

    kinds : (n_units,) the row of counts that each unit has, where equal units share one; counts are then (rows, ...).
    progress : called with how many resamples are done and how many there are.
    Raises ValueError for fewer than 100 resamples or a seed outside 0 to 2⁶⁴ - 1.
    """
    check_resamples(resamples)
    counts = np.asarray(counts, np.float64)
    n_units, classes, rows = _classes(counts, kinds)
    batches = draws.weights(n_units, resamples, seed, classes)
    return _sums(batches, rows, resamples, progress).reshape(resamples, *counts.shape[1:])


def resample_together(
    tables: Sequence[np.ndarray], *, resamples: int, seed: int, progress: Progress | None = None
) -> list[np.ndarray]:
    """resample() of several tables of the same units, for one price: the draws cost more than the products."""
    check_resamples(resamples)
    flat = [_flat(np.asarray(table, np.float64)) for table in tables]
    classes, rows = _merge(flat)
    batches = draws.weights(len(flat[0]), resamples, seed, classes)
    parts = np.split(_sums(batches, rows, resamples, progress), np.cumsum([table.shape[1] for table in flat])[:-1], axis=1)
    return [part.reshape(resamples, *table.shape[1:]) for part, table in zip(parts, tables, strict=True)]


def swapped_sums(
    a: np.ndarray,
    b: np.ndarray,
    *,
    resamples: int,
    seed: int,
    kinds: np.ndarray | None = None,
    progress: Progress | None = None,
) -> Swapped:
    """Sums of both systems' counts with a random half of the units exchanged, for all columns together.

    a, b : counts of shape (n_units, ...), which may broadcast: one system against several is a[:, None] and b (n_units,
    systems, ...). Arguments, kinds, progress and errors as in resample(); up to 13 units all 2ⁿ swaps come, one each.
    """
    check_resamples(resamples)
    a, b = np.broadcast_arrays(np.asarray(a, np.float64), np.asarray(b, np.float64))
    n_units, classes, rows = _classes(b - a, kinds)
    number = draws.swap_count(n_units, resamples)
    moved = _sums(draws.swaps(n_units, resamples, seed, classes), rows, number, progress).reshape(number, *a.shape[1:])
    before_a, before_b = (side.sum(axis=0) if kinds is None else _total(side, kinds) for side in (a, b))
    return Swapped(before_a + moved, before_b - moved, before_a, before_b, draws.is_exact(n_units))


def randomise(a: np.ndarray, b: np.ndarray, score: Callable, *, resamples: int, seed: int) -> float | np.ndarray:
    """The two-sided p-value of approximate randomisation for score(A) - score(B).

    score : maps sums (..., columns) to values, (...) or with one axis more for several scores; NaN where undefined.
    Arguments and errors as in resample().
    """
    swapped = swapped_sums(a, b, resamples=resamples, seed=seed)
    return p_value(swapped, score)


def p_value(swapped: Swapped, score: Callable) -> float | np.ndarray:
    """p = (c + 1) / (B + 1), or c / 2ⁿ over all swaps, c being the swaps with |d| ≥ |d₀| up to a relative 1e-9.

    A score that is undefined in a swap is taken as 0; p is NaN where an observed score is undefined.
    """
    observed = np.asarray(score(swapped.observed_a)) - np.asarray(score(swapped.observed_b))
    found = np.nan_to_num(score(swapped.sums_a), nan=0.0) - np.nan_to_num(score(swapped.sums_b), nan=0.0)
    as_large = np.count_nonzero(np.abs(found) >= np.abs(observed) * (1 - TIE), axis=0)
    p = as_large / len(found) if swapped.exact else (as_large + 1) / (len(found) + 1)
    return np.where(np.isnan(observed), np.nan, p)[()]


def percentile(values: np.ndarray, level: float) -> Interval:
    """The percentile interval of each score from its values in the resamples, (resamples, ...).

    NaN marks resamples in which the score is undefined: they are left out, and above 5 % of them there is no interval.
    Raises ValueError for fewer than 100 resamples or a level that is not between 0 and 1.
    """
    values = np.asarray(values, np.float64)
    check_resamples(len(values))
    table = np.sort(_flat(values), axis=0)  # NaN last
    used = np.count_nonzero(~np.isnan(table), axis=0)
    ends = np.full((2, table.shape[1]), np.nan)
    for number in np.unique(used[~_too_few(used, len(table))]).tolist():
        column = np.flatnonzero(used == number)
        ends[:, column] = table[np.ix_(interval_entries(number, level), column)]
    low, high, used = (part.reshape(values.shape[1:])[()] for part in (*ends, used))
    return Interval(low, high, used)


def interval_entries(number: int, level: float) -> tuple[int, int]:
    """Which of `number` sorted values, from 0, end the interval: floor(α/2·B) and ceil((1 - α/2)·B) - 1, exactly.

    The level is taken as it is written: as a binary fraction, 0.9 would put an end one entry off.
    Raises ValueError if it is not between 0 and 1.
    """
    tail = (1 - Fraction(str(level))) / 2
    if not 0 < tail < Fraction(1, 2):
        raise ValueError(f"level must lie between 0 and 1, not {level}")
    return floor(tail * number), ceil((1 - tail) * number) - 1


def undefined_reason(used: int, resamples: int) -> str | None:
    """Why there is no interval, if the score is undefined in more than 5 % of the resamples; else None."""
    return f"undefined in {resamples - used:,} of {resamples:,} resamples" if _too_few(used, resamples) else None


def check_resamples(resamples: int) -> None:
    """Raises ValueError for fewer than 100 resamples."""
    if resamples < MIN_RESAMPLES:
        raise ValueError(f"at least {MIN_RESAMPLES} resamples are needed, not {resamples}")


def _too_few(used, resamples: int):
    return (resamples - used) * MAX_UNDEFINED > resamples


def _flat(counts: np.ndarray) -> np.ndarray:
    """Counts of shape (n_units, ...) as (n_units, columns)."""
    return counts.reshape(len(counts), prod(counts.shape[1:]))


def _sums(batches: draws.Batches, rows: np.ndarray, total: int, progress: Progress | None) -> np.ndarray:
    """Weights @ rows for all batches: (total, columns)."""
    result = np.empty((total, rows.shape[1]))
    for first, weights in batches:
        np.matmul(weights, rows, out=result[first : first + len(weights)])
        if progress:
            progress(first + len(weights), total)
    return result


def _classes(counts: np.ndarray, kinds: np.ndarray | None) -> tuple[int, np.ndarray | None, np.ndarray]:
    """How many units there are, the class of each (None: its own) and the flat counts of the classes."""
    if kinds is None:
        return len(counts), *_merge([_flat(counts)])
    return len(kinds), kinds.astype(np.intp), _flat(counts)


def _total(rows: np.ndarray, kinds: np.ndarray) -> np.ndarray:
    return np.tensordot(np.bincount(kinds, minlength=len(rows)), rows, 1)


def _merge(tables: Sequence[np.ndarray]) -> tuple[np.ndarray | None, np.ndarray]:
    """Classes of units with equal counts, (n_units,), and the counts of each class side by side; or None and those of all units.

    Units are compared by a hash of their bits and then, class by class, in full; so a collision costs time, never truth.
    """
    if len(tables[0]) >= MANY_UNITS:
        columns = [column for table in tables for column in np.ascontiguousarray(table).view(np.uint64).T]
        _, first, classes = np.unique(_hashes(columns, len(tables[0])), return_index=True, return_inverse=True)
        if len(first) * MERGED <= len(classes) and all((column == column[first][classes]).all() for column in columns):
            return classes, np.concatenate([table[first] for table in tables], axis=1)
    return None, tables[0] if len(tables) == 1 else np.concatenate(tables, axis=1)


def _hashes(columns: Sequence[np.ndarray], rows: int) -> np.ndarray:
    """A 64-bit hash of each row of a table that is given as its columns, uint64."""
    result = np.zeros(rows, np.uint64)
    for column in columns:
        result ^= column
        result *= np.uint64(draws.GAMMA)
        result ^= result >> np.uint64(29)
    return result
