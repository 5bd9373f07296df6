"""Two systems document by document on paper: the scatter, and over the page the sorted differences beside it."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from figures import document_labels, documents, numbers, paper, paper_differences, paper_marks, paper_text, theme
from figures.paper import Sheet
from figures.paper_text import scaled
from figures.scales import nice_step

EDGE = 0.08  # inches
SIDE = 3.6  # inches that the square has at most
LONGEST = 0.38  # of the square's side that a document's name may take


def draw(frame: pd.DataFrame, sheet: Sheet) -> Figure:
    """The figure of documents_frame(); documents without a score are left out."""
    known = frame[~frame["undefined"]]
    left, bottom = paper_marks.beside(["100"]), paper_marks.bottom()
    side = min(sheet.width * (1.0 if sheet.narrow else 0.46), SIDE + left) - left - EDGE
    figure = paper.new_figure(sheet, side + bottom + EDGE)
    height = figure.get_size_inches()[1]
    up, high = bottom / height, max(1 - (bottom + EDGE) / height, 0.05)
    _scatter(figure.add_axes((left / sheet.width, up, side / sheet.width, high)), frame, known, sheet)
    if not sheet.narrow:
        start = left + side + scaled(0.15) + paper_marks.beside(["−100"])
        beside = figure.add_axes((start / sheet.width, up, (sheet.width - start - 0.12) / sheet.width, high))
        paper_differences.bars(beside, known, sheet)
    return figure


def _scatter(ax: Axes, frame: pd.DataFrame, known: pd.DataFrame, sheet: Sheet) -> None:
    low, high = documents.square(known)
    first, second = documents.letters(frame)
    band = frame["band"].max()
    if not numbers.missing(band):
        ax.fill_between([low, high], [low - band, high - band], [low + band, high + band], color="#EFEDE9", linewidth=0)
    ax.plot([low, high], [low, high], color=theme.GREY, linewidth=0.6)
    most = max(known["gold"].max(), 1) if len(known) else 1
    for side, how in paper_differences.colours(frame, sheet).items():
        rows = known[known["side"] == side]
        area = scaled(1.0) ** 2 * (2 + 4 * np.sqrt(rows["gold"] / most)) ** 2
        ax.scatter(rows["a"], rows["b"], s=area, linewidths=0, clip_on=False, **how)
    _axes(ax, frame, low, high)
    for side, at, up in document_labels.corners(known, (low, high)):
        anchor = {"ha": "left" if at < 0.5 else "right", "va": "top" if up > 0.5 else "bottom"}
        ax.text(at, up, f"{first if side == 'a' else second} better", transform=ax.transAxes, weight="bold", **anchor)
    _names(ax, known, low, high)


def _axes(ax: Axes, frame: pd.DataFrame, low: float, high: float) -> None:
    """Both axes with their ticks; none in the corner, where two would meet."""
    step = nice_step(high - low, 6)
    ticks = np.arange(np.ceil((low + 0.06 * (high - low)) / step) * step, high, step)
    what = f", {documents.metric(frame)} F1 (points)"
    room = _side(ax)
    titles = paper_text.fitted(documents.names(frame, 200), room, [what, what])
    for axis, title in zip((ax.xaxis, ax.yaxis), titles, strict=True):
        axis.set_ticks(ticks, [numbers.axis(t, step) for t in ticks])
        axis.set_label_text(title)
    ax.set(xlim=(low, high), ylim=(low, high))
    paper_differences.plain(ax, "both")


def _side(ax: Axes) -> float:
    """The shorter side of a panel in inches."""
    box, (wide, high) = ax.get_position(), ax.figure.get_size_inches()
    return min(box.width * wide, box.height * high)


def _names(ax: Axes, known: pd.DataFrame, low: float, high: float) -> None:
    """The names of the largest differences; those that would touch another text or the edge are left out."""
    renderer = ax.figure.canvas.get_renderer()
    taken = [text.get_window_extent(renderer) for text in ax.texts]
    frame, size = ax.get_window_extent(renderer), scaled(6)
    for name in document_labels.named(known, (low, high)):
        (words,) = paper_text.fitted([name.row.doc_id], LONGEST * _side(ax), size=size)
        line = {"arrowstyle": "-", "linewidth": 0.4, "color": theme.GREY, "shrinkA": 0, "shrinkB": 3} if name.leader else None
        how = {"ha": name.anchor, "va": "center", "size": size, "arrowprops": line}
        text = ax.annotate(words, (name.row.a, name.row.b), (name.x, name.y), **how)
        box = text.get_window_extent(renderer)
        inside = frame.x0 <= box.x0 and box.x1 <= frame.x1 and frame.y0 <= box.y0 and box.y1 <= frame.y1
        if not inside or any(box.overlaps(other) for other in taken):
            text.remove()
        else:
            taken.append(box)
