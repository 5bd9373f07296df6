"""Where words may stand in the scatter of documents: over no point, over no other word, inside the plot."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pandas as pd

NAMED = 3  # documents whose name stands in the scatter
MOST_TRIED = 12
LONGEST = 24  # characters of such a name
# As shares of the plot's width or height.
LETTER, LINE, POINT = 0.0135, 0.034, 0.02
BESIDE = 0.025
REACH = (0.07, 0.11, 0.16)  # lengths of leader lines
# Of "B better" and "A better", best first.
SPOTS = {
    "b": ((0.03, 0.97), (0.03, 0.55), (0.3, 0.97)),
    "a": ((0.97, 0.03), (0.97, 0.45), (0.7, 0.03)),
}


class Corner(NamedTuple):
    """Where "A better" (side "a") or "B better" stands, as shares of the plot; it is anchored towards the nearest edges."""

    side: str
    x: float
    y: float


class Name(NamedTuple):
    """A document's name: its row, and where the end that is next to the point stands, in points of score.

    leader : whether a line joins the two. anchor : "left" where the name goes on to the right.
    """

    row: object
    x: float
    y: float
    anchor: str
    leader: bool


def shares(known: pd.DataFrame, bounds: tuple[float, float]) -> np.ndarray:
    """The documents' places as shares of the plot, shape (documents, 2)."""
    low, high = bounds
    return (known[["a", "b"]].to_numpy() - low) / (high - low)


def corners(known: pd.DataFrame, bounds: tuple[float, float]) -> list[Corner]:
    """Who is better where: in the corners, or further along the edge if documents are there."""
    x, y = shares(known, bounds).T
    found = []
    for side, spots in SPOTS.items():
        free = [(at, up) for at, up in spots if not ((abs(x - at) < 0.24) & (abs(y - up) < 0.07)).any()]
        found.append(Corner(side, *(free or spots)[0]))
    return found


def named(known: pd.DataFrame, bounds: tuple[float, float]) -> list[Name]:
    """The largest differences outside the band with a place for each name; names without a free place are left out."""
    points = shares(known, bounds)
    taken = [_corner_box(corner) for corner in corners(known, bounds)]
    outside = known[known["side"] != "chance"]
    order = outside["difference"].abs().sort_values(ascending=False, kind="stable").index[:MOST_TRIED]
    low, high = bounds
    found = []
    for row in outside.loc[order].itertuples():
        at = (np.array([row.a, row.b]) - low) / (high - low)
        width = min(len(row.doc_id), LONGEST) * LETTER
        others = points[(points != at).any(axis=1)]
        place = next((p for p in _places(row.side) if _free(_box(at, p, width), others, taken)), None)
        if place is not None:
            taken.append(_box(at, place, width))
            x, y = low + (high - low) * (at + place)
            found.append(Name(row, x, y, "left" if place[0] > 0 else "right", bool(np.hypot(*place) > BESIDE)))
        if len(found) == NAMED:
            break
    return found


def _places(side: str) -> list[tuple[float, float]]:
    """Offsets from the point, best first: beside it, then at the end of a line; first those away from the diagonal."""
    out = -1 if side == "b" else 1
    turns = [(out, 0), (out, -out), (0.2 * out, -out), (-out, 0), (out, out), (-out, -out), (0.2 * out, out), (-out, out)]
    return [(out * BESIDE, 0.0), (-out * BESIDE, 0.0), *((r * x, r * y) for r in REACH for x, y in turns)]


def _box(at: np.ndarray, place: tuple[float, float], width: float) -> tuple[float, float, float, float]:
    """Left, right, lower and upper edge of a name."""
    x, y = at + place
    left = x if place[0] > 0 else x - width
    return left, left + width, y - LINE / 2, y + LINE / 2


def _corner_box(corner: Corner) -> tuple[float, float, float, float]:
    left = corner.x if corner.x < 0.5 else corner.x - 0.18
    low = corner.y if corner.y < 0.5 else corner.y - 0.05
    return left, left + 0.18, low, low + 0.05


def _free(box: tuple, points: np.ndarray, taken: list[tuple]) -> bool:
    """Whether a box lies within the plot, over no point and over no other box."""
    left, right, low, high = box
    if left < 0.01 or right > 0.99 or low < 0.01 or high > 0.99:
        return False
    x, y = points.T
    over = (x > left - POINT) & (x < right + POINT) & (y > low - POINT) & (y < high + POINT)
    apart = all(right < b[0] or left > b[1] or high < b[2] or low > b[3] for b in taken)
    return apart and not over.any()
