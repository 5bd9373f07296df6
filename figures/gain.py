"""Where a settled gain lies: in linking, in finding mentions, or in neither alone."""

from __future__ import annotations

import pandas as pd

from figures import numbers
from figures.said import Said, plain, say

LINKING, FINDING = "LEA", "mentions"


def where(differences: pd.DataFrame, linking: pd.DataFrame, sign: int, names: tuple[Said, Said]) -> Said:
    """A clause on where the headline's gain lies; only settled differences are named.

    differences : metrics.differences() of all metrics, linking : those of metrics.linking.count_linking() (may be empty).
    sign : 1 where the second system is better, else -1. names : winner, loser.
    """
    finds = side(differences[differences["singletons"] == "keep"], FINDING, sign)
    links = side(linking, LINKING, sign)
    if links > 0 and finds > 0:
        return plain("The gain is in linking and in finding mentions")
    if links > 0:
        other = say(", although {l} finds mentions better", l=names[1]) if finds < 0 else plain(", none is shown in finding them")
        return plain("The gain is in linking mentions") + other
    if links < 0:
        return _although(finds > 0, numbers.points(abs(_row(linking, LINKING).value)), names[0])
    return plain("The gain is in finding mentions" if finds > 0 else "Neither linking nor finding mentions shows it alone")


def _although(finds: bool, points: str, winner: Said) -> Said:
    """The winner links worse, by so many points: said whether it finds mentions better or not."""
    said = "The gain is in finding mentions, although {w} links the mentions that both find worse by {x} points of LEA"
    if not finds:
        said = "No gain in finding mentions is shown, and {w} links the mentions that both find worse by {x} points of LEA"
    return say(said, w=winner, x=points)


def side(rows: pd.DataFrame, metric: str, sign: int) -> int:
    """1 where a settled difference favours the winner, -1 where the loser, 0 where nothing is settled."""
    row = _row(rows, metric)
    if row is None or not row.settled:
        return 0
    return 1 if sign * row.value > 0 else -1


def _row(rows: pd.DataFrame, metric: str):
    found = rows[rows["metric"] == metric] if len(rows) else rows
    return next(found.itertuples(index=False), None)
