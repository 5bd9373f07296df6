"""Differences between two systems on paper: all documents sorted, and the mean of each genre."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib import rcParams
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from figures import documents, numbers, paper, paper_marks, paper_text, theme
from figures.paper import Sheet
from figures.paper_text import scaled
from figures.scales import difference_scale, nice_step

LIGHT = "#C9C6C0"  # bars within the band
HEIGHT = 1.7  # inches
ROW = 0.165  # inches of a genre


def sorted_bars(frame: pd.DataFrame, sheet: Sheet) -> Figure:
    """The sorted differences of documents_frame(); documents without a score are left out."""
    figure = paper.new_figure(sheet, scaled(HEIGHT))
    wide, high = figure.get_size_inches()
    left, low = paper_marks.beside(["−100"]), paper_marks.bottom()
    ax = figure.add_axes((left / wide, low / high, 1 - (left + 0.12) / wide, max(1 - (low + 0.08) / high, 0.05)))
    bars(ax, frame[~frame["undefined"]], sheet)
    return figure


def genres(frame: pd.DataFrame, sheet: Sheet) -> Figure:
    """The mean differences of genre_frame() with their intervals, and their numbers at the right; documents in brackets."""
    y = {name: float(k) for k, name in enumerate(frame["metric"])}
    figure = paper.new_figure(sheet, paper_marks.bottom() + scaled(0.06 + ROW * len(y)))
    width = paper_text.width([numbers.signed(v) for v in frame["value"]]) + paper_marks.PAD
    names = paper_marks.labels(list(y), sheet, frame["documents"].tolist())
    (ax,) = paper_marks.panels(figure, names, [1.0], right=width + paper_marks.PAD, top=scaled(0.06))
    colour = theme.GOLD_GREY if sheet.grey else theme.GOLD
    how = {"color": colour, "marker": "o", "markersize": scaled(3.4), "markerfacecolor": colour}
    paper_marks.marks(ax, frame, frame["metric"].map(y), how)
    ax.axvline(0, color=theme.GREY, linewidth=0.8, zorder=0.9)
    paper_marks.axis(ax, difference_scale(frame), f"{frame['series'].iloc[0]} by genre (points)")
    paper_marks.rows([ax], y, names)
    at, beside = 1 + width * paper_marks.inch(ax), ax.get_yaxis_transform()
    for row in frame.itertuples():
        ax.text(at, y[row.metric], numbers.signed(row.value), transform=beside, ha="right", va="center")
    return figure


def colours(frame: pd.DataFrame, sheet: Sheet) -> dict[str, dict]:
    """How the documents of each side are drawn: grey within the band, else the better system's mark."""
    grey = {"color": theme.GREY, "marker": "o", "alpha": 0.5}
    first, second = (paper_marks.style(place, sheet) for place in documents.places(frame))
    return {"chance": grey, "a": {k: first[k] for k in ("color", "marker")}, "b": {k: second[k] for k in ("color", "marker")}}


def bars(ax: Axes, known: pd.DataFrame, sheet: Sheet) -> None:
    """All differences from the smallest to the largest, with their mean."""
    shown = documents.averaged(known.sort_values("difference", kind="stable"))
    for side, how in colours(known, sheet).items() if len(known) else ():
        rows = shown[shown["side"] == side]
        colour = LIGHT if side == "chance" else how["color"]
        ax.bar(rows["rank"], rows["difference"], rows["width"], color=colour, linewidth=0)
    ax.axhline(0, color=theme.GREY, linewidth=0.6)
    if len(known):
        _mean(ax, known)
    number = len(known)
    ticks = sorted({1, number}) if number else []
    ax.set_xticks(ticks, [numbers.count(t) for t in ticks])
    ax.set(
        xlim=(0.2, max(number, 1) + 0.8),
        xlabel=f"{documents.unit(known)}s, sorted",
        ylabel=f"{documents.difference_name(known)} (points)",
    )
    _points(ax)
    plain(ax, "y")


def _mean(ax: Axes, known: pd.DataFrame) -> None:
    """The mean as a line, and its number where no bar stands."""
    mean = known["difference"].mean()
    ax.axhline(mean, color=paper.MUTE, linewidth=0.6, linestyle="--")
    where = {"ha": "left", "va": "bottom"} if mean >= 0 else {"ha": "right", "va": "top"}
    ax.text(0.02 if mean >= 0 else 0.98, mean, f"mean {numbers.signed(mean)}", transform=ax.get_yaxis_transform(), **where)


def _points(ax: Axes) -> None:
    """Ticks of differences, as many as find room."""
    low, high = ax.get_ylim()
    inches = ax.get_position().height * ax.figure.get_size_inches()[1]
    step = nice_step(high - low, max(int(inches / scaled(0.3)), 1))
    at = np.arange(np.ceil(low / step), np.floor(high / step) + 1) * step
    ax.set_yticks(at, [numbers.axis(t, step) for t in at])


def plain(ax: Axes, grid: str) -> None:
    """No frame, faint lines, ticks without strokes."""
    for spine in ax.spines.values():
        spine.set_visible(False)
    ax.tick_params(length=0, pad=2, labelsize=rcParams["xtick.labelsize"])
    ax.xaxis.labelpad = ax.yaxis.labelpad = 2
    ax.grid(axis=grid, color=paper.LIGHT_GRID, linewidth=0.5)
    ax.set_axisbelow(True)
