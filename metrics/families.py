"""What may be said of a score: enough units, families of comparisons, within noise of a reference."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan

import numpy as np

MIN_UNITS = 6  # for an interval or a p-value
FEW_UNITS = 30  # below, intervals come with a caution
CLOSE = 0.5  # points: a published number so near to a score is within noise
ROUNDING = 1e-9  # so that 64.4 is within 0.5 points of 63.9


def count_units(*denominators: np.ndarray) -> int | np.ndarray:
    """How many units a score rests on: those in which its denominators are not all 0.

    denominators : (n_units, ...) each, of one shape; those of both systems for a difference. Returns shape (...).
    """
    return np.count_nonzero(np.any([np.asarray(d) != 0 for d in denominators], axis=0), axis=0)


def enough(units: int) -> tuple[str | None, str | None]:
    """Why so few units allow no interval and no p-value, and the caution that an interval needs; None where not.

    Under 6 units there is a reason and nothing to caution about; from 6 to 29 a caution.
    """
    if units < MIN_UNITS:
        return f"only {units} unit{'' if units == 1 else 's'}", None
    if units < FEW_UNITS:
        return None, (
            f"only {units} units: with fewer than {FEW_UNITS}, percentile intervals are too narrow "
            "(a nominal 95 % covers about 90 % at 12 documents, 83 % at 5)"
        )
    return None, None


def holm(p: Sequence[float | None]) -> list[float | None]:
    """Holm's adjusted p-values of one family, in the order given: the i-th smallest is max over j ≤ i of (m - j + 1) · p_j.

    None and NaN stay and do not count towards m. Holm (1979).
    """
    values = np.array([np.nan if x is None else x for x in p], np.float64)
    order = np.argsort(values)[: np.count_nonzero(~np.isnan(values))]
    steps = values[order] * np.arange(len(order), 0, -1)
    values[order] = np.minimum(np.maximum.accumulate(steps), 1.0)
    return [None if given is None else float(adjusted) for given, adjusted in zip(p, values, strict=True)]


def within_noise(
    score: float | None,
    low: float | None,
    high: float | None,
    reference: float | None,
    ref_low: float | None = None,
    ref_high: float | None = None,
) -> bool | None:
    """Whether a score cannot be told from a reference; all in points. None where one of the two is undefined.

    If the reference has an interval too, the two must overlap. A published number, or one where either side lacks an
    interval, must lie inside ours or within 0.5 points of our score.
    """
    if _missing(score) or _missing(reference):
        return None
    ours = not (_missing(low) or _missing(high))
    if ours and not (_missing(ref_low) or _missing(ref_high)):
        return low <= ref_high and ref_low <= high
    inside = ours and low <= reference <= high
    return inside or abs(score - reference) <= CLOSE + ROUNDING


def _missing(value: float | None) -> bool:
    return value is None or isnan(value)
