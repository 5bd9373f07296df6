"""Bars from zero with their numbers at the ends, on paper: what one system does alone, what both do, what the other does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from figures import numbers, paper_marks, paper_text
from figures.paper import Sheet
from figures.paper_text import scaled

BOTH = "#B9B4AB"  # what both systems do, in grey print too
NUMBER = 6.5  # points of the numbers
ROOM = 0.04  # inches around a number
EDGE = 0.06  # inches right of the last panel and below all


def panels(figure: Figure, names: Sequence[str], n: int) -> list[Axes]:
    """Panels of one width without ticks, right of the rows' names and under their titles."""
    width, height = figure.get_size_inches()
    left, gap, top = paper_text.width(names, weight="bold") + 0.08, scaled(0.08), scaled(0.2)
    each = max((width - left - EDGE - gap * (n - 1)) / n, 0.2)
    where = [(left + k * (each + gap), EDGE, each, max(height - top - EDGE, 0.1)) for k in range(n)]
    return [figure.add_axes((x / width, y / height, w / width, h / height)) for x, y, w, h in where]


def colour(place: int, sheet: Sheet) -> str:
    """Of a system's bars; -1 is for both."""
    return BOTH if place < 0 else paper_marks.style(place, sheet)["color"]


def bars(ax: Axes, rows: pd.DataFrame, most: float, sheet: Sheet) -> None:
    """The bars of one panel. rows : y, n, place. most : the longest bar of all panels."""
    most = max(most, 1.0)
    ax.barh(rows["y"], rows["n"], height=0.58, color=colour(int(rows["place"].iloc[0]), sheet), linewidth=0)
    room = paper_text.width([numbers.count(most)], size=scaled(NUMBER)) + ROOM
    end = most / max(1 - room * paper_marks.inch(ax), 0.3)
    ax.set_xlim(0, end)
    for row in rows.itertuples():
        at = row.n + 0.02 * paper_marks.inch(ax) * end
        ax.text(at, row.y, numbers.count(row.n), va="center", size=scaled(NUMBER))
    ax.set_xticks([])
    ax.grid(False)
    for side in ("top", "right", "bottom"):
        ax.spines[side].set_visible(False)
    ax.spines["left"].set_visible(True)


def rows(axes: Sequence[Axes], y: Mapping[str, float], names: Sequence[str]) -> None:
    """The names of the rows down the left side."""
    for k, ax in enumerate(axes):
        ax.set_ylim(max(y.values(), default=0) + 0.6, -0.6)
        ax.set_yticks(list(y.values()) if k == 0 else [], list(names) if k == 0 else [])
        ax.tick_params(axis="y", length=0, pad=2)


def title_size(axes: Sequence[Axes], titles: Sequence[str]) -> float:
    """Points of the panels' titles: as large as the type, smaller where one is wider than its panel."""
    wide = paper_text.width(titles)
    room = axes[0].get_position().width * axes[0].figure.get_size_inches()[0] + 0.04
    return scaled(paper_text.DRAWN_FOR) * min(1.0, room / max(wide, 1e-9))
