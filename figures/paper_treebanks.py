"""The dot plot of many treebanks on paper."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from figures import layout, numbers, paper, paper_marks, paper_text, theme, treebanks
from figures.paper import Sheet
from figures.paper_text import scaled
from figures.scales import difference_scale

ROW = 0.14  # inches
TOP = 0.06  # inches


def draw(frame: pd.DataFrame, sheet: Sheet) -> Figure:
    """The figure of treebanks_frame(): filled where the difference is settled, hollow where it is not; numbers at the right."""
    y = treebanks.places(frame)
    lanes = int(frame["lane"].max()) + 1 if len(frame) else 1
    high = scaled(TOP + (max(y.values(), default=0) + 1) * max(ROW, 0.075 * lanes))
    figure = paper.new_figure(sheet, paper_marks.bottom() + high)
    names = dict(zip(y, paper_marks.labels(list(y), sheet), strict=True))
    width = paper_text.width([numbers.signed(v) for v in frame["value"]], weight="bold") + paper_marks.PAD
    right = width + paper_marks.PAD if lanes == 1 else 0.12
    (ax,) = paper_marks.panels(figure, list(names.values()), [1.0], right=right, top=scaled(TOP))
    offsets = layout.offsets(lanes)
    for (lane, settled), rows in frame.groupby(["lane", "settled"]):
        how = _style(rows, sheet, lanes)
        how |= {} if settled else {"markerfacecolor": "white"}
        paper_marks.marks(ax, rows, rows["metric"].map(y) + offsets[lane], how)
    ax.axvline(0, color=theme.GREY, linewidth=0.8, zorder=0.9)
    paper_marks.axis(ax, difference_scale(frame), f"{treebanks.axis_name(frame)} (points)")
    _names(ax, y, names)
    if lanes == 1:
        _printed(ax, frame, y, width)
    else:
        paper_marks.key(figure, frame, sheet)
    return figure


def _style(rows: pd.DataFrame, sheet: Sheet, lanes: int) -> dict:
    if lanes > 1:
        return paper_marks.style(rows["place"].iloc[0], sheet)
    return {"color": theme.GOLD_GREY if sheet.grey else theme.GOLD, "marker": "o", "markersize": scaled(3.2)}


def _names(ax: Axes, y: dict[str, float], names: dict[str, str]) -> None:
    ax.set_ylim(max(y.values(), default=0) + 0.6, -0.6)
    ax.set_yticks(list(y.values()), list(names.values()))
    paper.only_below(ax)
    for bank, label in zip(y, ax.get_yticklabels(), strict=True):
        label.set_fontweight("bold" if bank == treebanks.MEAN else "normal")
    ax.tick_params(axis="y", pad=2)


def _printed(ax: Axes, frame: pd.DataFrame, y: dict[str, float], width: float) -> None:
    """The differences as numbers to the right, bold where they are settled."""
    at = 1 + width * paper_marks.inch(ax)
    for row in frame.dropna(subset="value").itertuples():
        weight = "bold" if row.settled else "normal"
        ax.text(
            at,
            y[row.metric],
            numbers.signed(row.value),
            transform=ax.get_yaxis_transform(),
            ha="right",
            va="center",
            weight=weight,
        )
