"""Where axes begin, end and have their ticks: the same on screen and on paper."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor, log10

import numpy as np
import pandas as pd

ROOM = 12.0  # points between the lowest system and the start of the axis, at least
EDGE = 0.09  # share of the axis before its start that holds what is off the scale


@dataclass(frozen=True)
class Scale:
    """An axis from low to high; values below start are off the scale; ticks every step."""

    low: float
    high: float
    start: float
    step: float

    @property
    def width(self) -> float:
        """How much the axis spans."""
        return self.high - self.low

    @property
    def ticks(self) -> list[float]:
        """Multiples of the step within the axis."""
        first, last = ceil(self.start / self.step - 1e-9), floor(self.high / self.step + 1e-9)
        return [round(k * self.step, 10) + 0.0 for k in range(first, last + 1)]


def score_scale(frame: pd.DataFrame) -> Scale:
    """The axis of scores: it starts well under the lowest system, so that intervals can be seen, and holds all tops.

    frame : lane (-1 for baselines), value, low. All panels of a chart share the axis.
    """
    systems, others = frame[frame["lane"] >= 0], frame[frame["lane"] < 0]
    ends = systems[["value", "low", "high"]].to_numpy(float)
    if not np.isfinite(ends).any():
        return Scale(0.0, 100.0, 0.0, 20.0)
    start = max(10.0 * floor((np.nanmin(ends) - ROOM) / 10), 0.0)
    tops = np.append(others["value"].to_numpy(float), np.nanmax(ends))
    high = min(np.nanmax(tops) + 3, 102.0)
    room = (high - start) * (EDGE if start > 0 else 0.02)
    return Scale(start - room, high, start, 20.0 if high - start > 45 else 10.0)


def difference_scale(rows: pd.DataFrame) -> Scale:
    """The axis of differences: just as wide as the intervals and 0 need."""
    ends = rows[["value", "low", "high"]].to_numpy(float)
    ends = ends[np.isfinite(ends)]
    low, high = min(0.0, *ends, 0.0), max(0.0, *ends, 0.0)
    if high - low < 1e-9:
        low, high = -1.0, 1.0
    room = 0.06 * (high - low)
    return Scale(low - room, high + room, low - room, nice_step(high - low))


def nice_step(span: float, ticks: int = 4) -> float:
    """The smallest of 1, 2, 5 times a power of ten that gives no more than so many steps."""
    raw = span / ticks
    power = 10.0 ** floor(log10(raw))
    return next(f * power for f in (1, 2, 5, 10) if f * power >= raw * (1 - 1e-9))
