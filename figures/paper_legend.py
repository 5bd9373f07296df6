"""The systems' marks and names beside a figure on paper: above it, below it, to its right, or nowhere.

A figure says with entries() what its legend holds and leaves no room for it; placed() finds the room.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from matplotlib.figure import Figure
from matplotlib.legend import Legend
from matplotlib.lines import Line2D

from figures import paper_text

AIR = 0.05  # inches between the figure and its legend
RIGHT = 0.36  # of the width that a legend at the right may take
LINE = 0.155  # inches of a line of entries


def entries(figure: Figure, handles: list[Line2D]) -> None:
    """Say what the figure's legend holds; each handle, a line without points, has its label."""
    for handle in handles:
        figure.add_artist(handle)


def placed(draw: Callable, sheet) -> Figure:
    """A figure of the sheet's size with its legend where the sheet wants it. draw : sheet -> Figure."""
    figure = draw(sheet)
    handles = _taken(figure)
    if not handles or sheet.legend == "none":
        return figure
    wide, high = _size(figure, handles, sheet)
    if sheet.legend == "right" or sheet.height:
        beside = sheet.legend == "right"
        left = sheet.width - (wide if beside else 0.0)
        figure = draw(replace(sheet, width=left, height=sheet.height and sheet.height - (0.0 if beside else high)))
        _taken(figure)
    _grow(figure, sheet, wide, high)
    _put(figure, handles, sheet)
    return figure


def _taken(figure: Figure) -> list[Line2D]:
    """What was said with entries(), taken away from the figure."""
    found = [artist for artist in figure.artists if isinstance(artist, Line2D)]
    for handle in found:
        handle.remove()
    return [Line2D([], [], label=handle.get_label(), **_look(handle)) for handle in found]


def _look(handle: Line2D) -> dict:
    """The looks of a handle, for a new one: an artist cannot change its figure."""
    names = ("color", "marker", "markersize", "markerfacecolor", "linestyle", "linewidth")
    return {name: getattr(handle, f"get_{name}")() for name in names}


def _size(figure: Figure, handles: list[Line2D], sheet) -> tuple[float, float]:
    """Inches that the legend takes; its names are cut where one is wider than there is room."""
    beside = sheet.legend == "right"
    room = (RIGHT if beside else 1.0) * sheet.width - paper_text.scaled(0.22)
    labels = paper_text.fitted([handle.get_label() for handle in handles], room, size=_points(sheet))
    for handle, label in zip(handles, labels, strict=True):
        handle.set_label(label)
    columns = 1 if beside else _columns(figure, handles, sheet)
    lines = -(-len(handles) // columns)
    legend = _legend(figure, handles, sheet, columns)
    wide = legend.get_window_extent(figure.canvas.get_renderer()).width / figure.dpi + AIR
    legend.remove()
    return wide, lines * paper_text.scaled(LINE) + AIR * (not beside)


def _points(sheet) -> float:
    return sheet.size * 7 / 8


def _legend(figure: Figure, handles: list[Line2D], sheet, columns: int, **where) -> Legend:
    close = {"borderpad": 0, "borderaxespad": 0.1, "handlelength": 0.8, "handletextpad": 0.3, "columnspacing": 0.9}
    return figure.legend(handles=handles, ncols=columns, fontsize=_points(sheet), frameon=False, **close, **where)


def _columns(figure: Figure, handles: list[Line2D], sheet) -> int:
    """As many entries side by side as the width holds."""
    for columns in range(len(handles), 1, -1):
        legend = _legend(figure, handles, sheet, columns)
        wide = legend.get_window_extent(figure.canvas.get_renderer()).width / figure.dpi
        legend.remove()
        if wide <= sheet.width - 2 * AIR:
            return columns
    return 1


def _grow(figure: Figure, sheet, wide: float, high: float) -> None:
    """Make room on one side; what is drawn keeps its size in inches."""
    before = figure.get_size_inches()
    beside = sheet.legend == "right"
    after = (before[0] + wide, before[1]) if beside else (before[0], before[1] + high)
    up = high if sheet.legend == "below" else 0.0
    for ax in figure.axes:
        box = ax.get_position()
        x, w = (v * before[0] / after[0] for v in (box.x0, box.width))
        y, h = ((v * before[1] + more) / after[1] for v, more in ((box.y0, up), (box.height, 0.0)))
        ax.set_position((x, y, w, h))
    figure.set_size_inches(sheet.width if beside else after[0], after[1])


def _put(figure: Figure, handles: list[Line2D], sheet) -> None:
    if sheet.legend == "right":
        top = max(ax.get_position().y1 for ax in figure.axes)
        _legend(figure, handles, sheet, 1, loc="upper right", bbox_to_anchor=(1.0, top))
        return
    columns = _columns(figure, handles, sheet)
    loc, y = ("upper left", 1.0) if sheet.legend == "above" else ("lower left", 0.0)
    legend = _legend(figure, handles, sheet, columns, loc=loc, bbox_to_anchor=(0.0, y))
    wide = legend.get_window_extent(figure.canvas.get_renderer()).width / figure.bbox.width
    left = min(ax.get_position().x0 for ax in figure.axes)
    legend.set_bbox_to_anchor((min(left, max(1 - wide - 0.01, 0.0)), y))
