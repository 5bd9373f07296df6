"""Two systems document by document on paper: the scatter, and over the page the sorted differences beside it."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib import rcParams
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from figures import document_labels, documents, numbers, paper, paper_marks, theme
from figures.paper import Sheet
from figures.scales import nice_step

LEFT, BOTTOM, EDGE = 0.42, 0.36, 0.08  # inches
LIGHT = "#C9C6C0"  # bars within the band
LONGEST = 18  # characters of a name


def draw(frame: pd.DataFrame, sheet: Sheet) -> Figure:
    """The figure of documents_frame(); documents without a score are left out."""
    known = frame[~frame["undefined"]]
    side = min(sheet.width * (1.0 if sheet.narrow else 0.46), 3.6) - LEFT - EDGE
    figure = paper.new_figure(sheet, side + BOTTOM + EDGE)
    height = figure.get_size_inches()[1]
    ax = figure.add_axes((LEFT / sheet.width, BOTTOM / height, side / sheet.width, 1 - (BOTTOM + EDGE) / height))
    _scatter(ax, frame, known, sheet)
    if not sheet.narrow:
        left = LEFT + side + 0.62
        width = sheet.width - left - 0.12
        _bars(
            figure.add_axes((left / sheet.width, BOTTOM / height, width / sheet.width, 1 - (BOTTOM + EDGE) / height)),
            known,
            sheet,
        )
    return figure


def _colours(frame: pd.DataFrame, sheet: Sheet) -> dict[str, dict]:
    """How the documents of each side are drawn: grey within the band, else the better system's mark."""
    grey = {"color": theme.GREY, "marker": "o", "alpha": 0.5}
    first, second = (paper_marks.style(place, sheet) for place in documents.places(frame))
    return {"chance": grey, "a": {k: first[k] for k in ("color", "marker")}, "b": {k: second[k] for k in ("color", "marker")}}


def _scatter(ax: Axes, frame: pd.DataFrame, known: pd.DataFrame, sheet: Sheet) -> None:
    low, high = documents.square(known)
    first, second = documents.letters(frame)
    band = frame["band"].max()
    if not numbers.missing(band):
        ax.fill_between([low, high], [low - band, high - band], [low + band, high + band], color="#EFEDE9", linewidth=0)
    ax.plot([low, high], [low, high], color=theme.GREY, linewidth=0.6)
    most = max(known["gold"].max(), 1) if len(known) else 1
    for side, how in _colours(frame, sheet).items():
        rows = known[known["side"] == side]
        ax.scatter(rows["a"], rows["b"], s=(2 + 4 * np.sqrt(rows["gold"] / most)) ** 2, linewidths=0, clip_on=False, **how)
    step = nice_step(high - low)
    ticks = np.arange(np.ceil((low + 0.06 * (high - low)) / step) * step, high, step)  # none in the corner, where two would meet
    for axis, name in zip((ax.xaxis, ax.yaxis), documents.names(frame, LONGEST), strict=True):
        axis.set_ticks(ticks, [numbers.axis(t, step) for t in ticks])
        axis.set_label_text(f"{name}, {documents.metric(frame)} F1 (points)")
    ax.set(xlim=(low, high), ylim=(low, high))
    _plain(ax, "both")
    for side, at, up in document_labels.corners(known, (low, high)):
        anchor = {"ha": "left" if at < 0.5 else "right", "va": "top" if up > 0.5 else "bottom"}
        ax.text(at, up, f"{first if side == 'a' else second} better", transform=ax.transAxes, weight="bold", **anchor)
    _names(ax, known, low, high)


def _names(ax: Axes, known: pd.DataFrame, low: float, high: float) -> None:
    """The names of the largest differences; those that would touch another text or the edge are left out."""
    renderer = ax.figure.canvas.get_renderer()
    taken = [text.get_window_extent(renderer) for text in ax.texts]
    frame = ax.get_window_extent(renderer)
    for name in document_labels.named(known, (low, high)):
        words = theme.shortened(name.row.doc_id, LONGEST)
        line = {"arrowstyle": "-", "linewidth": 0.4, "color": theme.GREY, "shrinkA": 0, "shrinkB": 3} if name.leader else None
        how = {"ha": name.anchor, "va": "center", "size": 6, "arrowprops": line}
        text = ax.annotate(words, (name.row.a, name.row.b), (name.x, name.y), **how)
        box = text.get_window_extent(renderer)
        if box.x0 < frame.x0 or box.x1 > frame.x1 or any(box.overlaps(other) for other in taken):
            text.remove()
        else:
            taken.append(box)


def _bars(ax: Axes, known: pd.DataFrame, sheet: Sheet) -> None:
    """All differences from the smallest to the largest, with their mean."""
    bars = documents.averaged(known.sort_values("difference", kind="stable"))
    for side, how in _colours(known, sheet).items():
        rows = bars[bars["side"] == side]
        colour = LIGHT if side == "chance" else how["color"]
        ax.bar(rows["rank"], rows["difference"], rows["width"], color=colour, linewidth=0)
    ax.axhline(0, color=theme.GREY, linewidth=0.6)
    if len(known):
        mean = known["difference"].mean()
        ax.axhline(mean, color=paper.MUTE, linewidth=0.6, linestyle="--")
        where = {"ha": "left", "va": "bottom"} if mean >= 0 else {"ha": "right", "va": "top"}
        ax.text(0.02 if mean >= 0 else 0.98, mean, f"mean {numbers.signed(mean)}", transform=ax.get_yaxis_transform(), **where)
    number = len(known)
    ticks = sorted({1, number}) if number else []
    ax.set_xticks(ticks, [numbers.count(t) for t in ticks])
    ax.set(
        xlim=(0.2, max(number, 1) + 0.8),
        xlabel=f"{documents.unit(known)}s, sorted",
        ylabel=f"{documents.difference_name(known)} (points)",
    )
    written = ax.get_yticks()
    low, high = ax.get_ylim()
    written = [t for t in written if low <= t <= high]
    ax.set_yticks(written, [numbers.points(t, 0 if float(t).is_integer() else 1) for t in written])
    _plain(ax, "y")


def _plain(ax: Axes, grid: str) -> None:
    """No frame, faint lines, ticks without strokes."""
    for spine in ax.spines.values():
        spine.set_visible(False)
    ax.tick_params(length=0, pad=2, labelsize=rcParams["xtick.labelsize"])
    ax.xaxis.labelpad = ax.yaxis.labelpad = 2
    ax.grid(axis=grid, color=paper.LIGHT_GRID, linewidth=0.5)
    ax.set_axisbelow(True)
