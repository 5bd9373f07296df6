"""Own and shared errors with what mending brings, and the heat map of groups by error type, on paper."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure

from figures import failures, layout, numbers, paper, paper_marks, theme
from figures.confusion import CAP
from figures.failure_frames import GAIN
from figures.frames import DIFFERENCE
from figures.paper import Sheet
from figures.scales import difference_scale
from metrics.errors.types import TYPES

GREY = "#B9B4AB"  # what both systems make, in grey print too
SIZE = 6.5


def draw(frame: pd.DataFrame, sheet: Sheet) -> Figure:
    """The figure of shared_frame(): bars A alone, both, B alone, numbers at their ends; then the gain."""
    bars, y = failures.shown(frame), failures.types_of(frame)
    figure = paper.new_figure(sheet, 0.72 + 0.19 * len(y))
    axes = _panels(figure, list(y), len(bars), sheet)
    most = max(float(frame.loc[frame["panel"] != GAIN, "value"].max()), 1.0)
    paper_marks.rows(axes, y)
    axes[0].tick_params(axis="y", labelsize=_size(sheet))
    for panel, ax in zip(bars, axes, strict=False):
        _bars(ax, frame[frame["panel"] == panel], most, sheet)
        ax.text(0, 1, failures.title(panel, len(bars) == 1), transform=ax.transAxes, va="bottom", size=_size(sheet))
    rows = frame[frame["panel"] == GAIN]
    _gains(axes[-1], rows, sheet)
    paper_marks.key(axes[0], rows, sheet, room=(1 - axes[0].get_position().x0) * sheet.width, up=0.15)
    return figure


def _size(sheet: Sheet) -> float:
    """The type of names and titles, smaller in a column, where four panels stand side by side."""
    return sheet.size - (1.0 if sheet.narrow else 0.0)


def _panels(figure: Figure, types: list[str], bars: int, sheet: Sheet) -> list[Axes]:
    """Panels of bars and that of gains, close together: only the last one has ticks."""
    width, height = figure.get_size_inches()
    left, gap = paper.text_width(figure, types, size=_size(sheet)) + 0.07, 0.07 if sheet.narrow else 0.16
    shares = [*[1.0 / bars * 2.1] * bars, 1.2 if sheet.narrow else 1.5]
    free = width - left - 0.1 - gap * bars
    axes, x = [], left
    for share in shares:
        w = free * share / sum(shares)
        axes.append(
            figure.add_axes((x / width, paper_marks.BOTTOM / height, w / width, (height - paper_marks.BOTTOM - 0.32) / height))
        )
        x += w + gap
    return axes


def _bars(ax: Axes, rows: pd.DataFrame, most: float, sheet: Sheet) -> None:
    place = int(rows["place"].iloc[0])
    colour = GREY if place < 0 else paper_marks.style(place, sheet)["color"]
    ax.barh(rows["y"], rows["value"], height=0.6, color=colour)
    ax.set_xlim(0, most)
    room = paper.text_width(ax.figure, [numbers.count(most)], size=SIZE) + 0.04
    ax.set_xlim(0, most / max(1 - room * paper_marks.inch(ax), 0.3))
    for row in rows.itertuples():
        at = row.value + 0.02 * paper_marks.inch(ax) * ax.get_xlim()[1]
        ax.text(at, row.y, numbers.count(row.value), va="center", size=SIZE)
    ax.set_xticks([])
    ax.grid(False)
    ax.spines["bottom"].set_visible(False)
    ax.spines["left"].set_visible(True)


def _gains(ax: Axes, rows: pd.DataFrame, sheet: Sheet) -> None:
    offsets = layout.offsets(int(rows["lane"].max()) + 1)
    ax.axvline(0, color=paper.MUTE, linewidth=0.6, zorder=0.9)
    for lane, part in rows.groupby("lane"):
        paper_marks.marks(ax, part, part["y"] + offsets[int(lane)], paper_marks.style(part["place"].iloc[0], sheet))
    paper_marks.axis(ax, difference_scale(rows), "gain (points)" if sheet.narrow else "gain in CoNLL (points)")
    ax.xaxis.label.set_size(_size(sheet))
    words = "If mended" if sheet.narrow else "If all were mended"
    ax.text(0, 1, words, transform=ax.transAxes, va="bottom", size=_size(sheet))


def heat(frame: pd.DataFrame, sheet: Sheet) -> Figure:
    """The figure of heat_frame(): groups down the side, types along the top."""
    names = [theme.shortened(name or "all", 16) for name in failures.groups_of(frame)]
    figure = paper.new_figure(sheet, 1.0)
    left, above = paper.text_width(figure, names, size=SIZE) + 0.08, 0.3
    height = sheet.height or above + 0.15 * len(names) + 0.05
    figure.set_size_inches(sheet.width, height)
    ax = figure.add_axes((left / sheet.width, 0.05 / height, 1 - (left + 0.05) / sheet.width, 1 - (above + 0.05) / height))
    z, top = failures.matrix(frame, len(names))
    signed = bool((frame["show"] == DIFFERENCE).any())
    ax.imshow(z, cmap=_colours(frame, sheet, signed), vmin=-top if signed else 0, vmax=top, aspect="auto")
    for row in frame.itertuples():
        ax.text(row.x, row.y, failures.written(row, signed), ha="center", va="center", size=SIZE - 0.5)
    heads = [kind.replace(" ", "\n") for kind in TYPES]
    ax.set_xticks(range(len(TYPES)), heads, size=SIZE - (0.8 if sheet.narrow else 0), linespacing=0.95)
    ax.set_yticks(range(len(names)), names, size=SIZE)
    ax.xaxis.tick_top()
    ax.tick_params(length=0, pad=2)
    for side in ax.spines.values():
        side.set_linewidth(0.4)
    return figure


def _colours(frame: pd.DataFrame, sheet: Sheet, signed: bool) -> LinearSegmentedColormap:
    """The colours of the screen on white; of two systems that of the one that makes fewer."""
    ends = [theme.GREY]
    if signed:
        first, second = (theme.mark(place) for place in frame["places"].iloc[0])
        ends = [mark.grey if sheet.grey else mark.colour for mark in (second, first)]
    found = [_on_white(colour) for colour in ends]
    return LinearSegmentedColormap.from_list("cells", [found[0], "#FFFFFF", found[1]] if signed else ["#FFFFFF", found[0]])


def _on_white(colour: str) -> str:
    parts = (round(255 - CAP * (255 - int(colour[k : k + 2], 16))) for k in (1, 3, 5))
    return "#" + "".join(f"{part:02X}" for part in parts)
