"""Heat maps on paper: cells with numbers, names at the left, heads above that turn upright where they find no room."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from figures import paper, paper_marks, paper_text, theme
from figures.confusion import CAP
from figures.paper import Sheet
from figures.paper_text import scaled

SIZE = 6.5  # points of names and heads
SMALLEST = 4.5  # points of the numbers in cells; those that need smaller ones are left out
TALLEST = 1.1  # inches of an upright head
EDGE = 0.05  # inches
AIR = 0.03  # inches within a cell, at both sides of its number


def grid(sheet: Sheet, names: Sequence[str], heads: Sequence[str], row: float, label: str = "") -> tuple[Figure, Axes]:
    """A figure with an empty map: names down the left side, heads above (none: only the label). row : inches, for 8 points."""
    figure = paper.new_figure(sheet, 1.0)
    size = {"size": scaled(SIZE)}
    names = paper_text.fitted(names, paper_marks.NAMES[sheet.narrow] * sheet.width, **size)
    left = paper_text.width(names, **size) + 0.08 + scaled(0.15) * bool(label)
    cell = (sheet.width - left - EDGE) / max(len(heads), 1)
    heads, upright, above = _heads(heads, cell)
    height = sheet.height or above + scaled(row) * max(len(names), 1) + EDGE
    figure.set_size_inches(sheet.width, height)
    inside = (left / sheet.width, EDGE / height, 1 - (left + EDGE) / sheet.width, max(1 - (above + EDGE) / height, 0.05))
    ax = figure.add_axes(inside)
    ax.set_yticks(range(len(names)), names, **size)
    ax.set_xticks(range(len(heads)), heads, rotation=90 if upright else 0, linespacing=0.95, **size)
    ax.xaxis.tick_top()
    ax.tick_params(length=0, pad=2)
    if label:
        ax.set_ylabel(label, labelpad=1.5, **size)
    for side in ax.spines.values():
        side.set_linewidth(0.4)
    return figure, ax


def _heads(heads: Sequence[str], cell: float) -> tuple[list[str], bool, float]:
    """Heads as they are written, whether upright, and the inches that they take."""
    size = {"size": scaled(SIZE)}
    lines = [line for head in heads for line in head.split("\n")]
    if paper_text.width(lines, **size) < cell - AIR:
        most = max((head.count("\n") for head in heads), default=0) + 1
        return list(heads), False, scaled(0.1 * most) + 0.06
    found = paper_text.fitted([head.replace("\n", " ") for head in heads], TALLEST, **size)
    return found, True, paper_text.width(found, **size) + 0.08


def fill(ax: Axes, z: np.ndarray, top: float, places: Sequence[int], sheet: Sheet) -> None:
    """The colours of the cells, as on the screen. places : none for counts from 0 to top; else the systems of -top and top.

    In grey print strokes lie over the cells of the lighter system, since there shade means how much.
    """
    ends = [paper_marks.style(place, sheet)["color"] for place in places] or [theme.GREY]
    found = [on_white(colour) for colour in ends]
    shades = ["#FFFFFF", *found] if len(found) == 1 else [found[0], "#FFFFFF", found[1]]
    colours = LinearSegmentedColormap.from_list("cells", shades)
    ax.imshow(z, cmap=colours, vmin=-top if len(found) > 1 else 0, vmax=top, aspect="auto", interpolation="none")
    if sheet.grey and len(ends) > 1:
        _hatch(ax, z if ends[1] > ends[0] else -z, max(ends))


def _hatch(ax: Axes, z: np.ndarray, colour: str) -> None:
    """Strokes over the cells with values above 0."""
    for y, x in np.argwhere(np.nan_to_num(z) > 0):
        ax.add_patch(Rectangle((x - 0.5, y - 0.5), 1, 1, fill=False, hatch="/////", linewidth=0, edgecolor=colour))


def on_white(colour: str) -> str:
    """A colour as strong as the darkest cell may be, so that numbers can be read on it."""
    parts = (round(255 - CAP * (255 - int(colour[k : k + 2], 16))) for k in (1, 3, 5))
    return "#" + "".join(f"{part:02X}" for part in parts)


def numbers(ax: Axes, cells: pd.DataFrame, most: float = SIZE - 0.5) -> None:
    """What is written in the cells, as large as all find room; nothing where it would be too small to read.

    cells : x, y, text, colour.
    """
    figure = ax.figure
    room = ax.get_position().width * figure.get_size_inches()[0] / max(len(ax.get_xticks()), 1) - AIR
    size = most * min(1.0, room / max(paper_text.width(cells["text"].tolist(), size=scaled(most)), 1e-9))
    if size < SMALLEST:
        return
    for cell in cells.itertuples():
        ax.text(cell.x, cell.y, cell.text, ha="center", va="center", size=scaled(size), color=cell.colour)
