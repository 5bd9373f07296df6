"""The coverage of label sets on paper."""

from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure

from figures import coverage, layout, paper, paper_marks, theme
from figures.paper import Sheet
from figures.paper_text import scaled

ROW, TOP = 0.3, 0.08  # inches


def draw(frame: pd.DataFrame, sheet: Sheet) -> Figure:
    """The figure of coverage_frame(): hollow before propagation, filled after."""
    y = dict(zip(frame["metric"], frame["y"], strict=True))
    figure = paper.new_figure(sheet, paper_marks.bottom() + scaled(TOP + ROW * len(y)))
    names = paper_marks.labels(list(y), sheet)
    (ax,) = paper_marks.panels(figure, names, [1.0], right=0.12, top=scaled(TOP))
    offsets = layout.offsets(int(frame["lane"].max()) + 1) * 0.75
    for lane, rows in frame.groupby("lane"):
        how = _style(int(rows["place"].iloc[0]), sheet)
        before, after = (rows[rows["step"] == step].reset_index(drop=True) for step in coverage.STEPS)
        ax.hlines(before["y"] + offsets[lane], before["value"], after["value"], color=how["color"], linewidth=0.7, linestyle=":")
        paper_marks.marks(ax, before, before["y"] + offsets[lane], {**how, "markerfacecolor": "white"})
        paper_marks.marks(ax, after, after["y"] + offsets[lane], how)
    paper_marks.axis(ax, coverage.scale_of(frame), "mentions with a label (%)")
    paper_marks.rows([ax], y, names)
    paper_marks.key(figure, frame[frame["place"] >= 0], sheet)
    return figure


def _style(place: int, sheet: Sheet) -> dict:
    if place >= 0:
        return paper_marks.style(place, sheet)
    return {"color": theme.GOLD_GREY if sheet.grey else theme.GOLD, "marker": "s", "markersize": scaled(2.8)}
