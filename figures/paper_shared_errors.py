"""Own and shared errors by kind on paper."""

from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure

from figures import numbers, paper, paper_bars, paper_marks
from figures.paper import Sheet
from figures.paper_text import scaled

ROW = 0.165  # inches
ABOVE = 0.26  # inches for titles and what is free below


def draw(frame: pd.DataFrame, sheet: Sheet) -> Figure:
    """The figure of errors_frame(): only A, both, only B, each with the sum of its bars."""
    first = frame.drop_duplicates("kind").sort_values("y")
    figure = paper.new_figure(sheet, scaled(ABOVE + ROW * (len(first) + 0.2)))
    names = paper_marks.labels(first["kind"].tolist(), sheet)
    shown = [frame[frame["panel"] == panel] for panel in sorted(frame["panel"].unique())]
    axes = paper_bars.panels(figure, names, len(shown))
    titles = [f"{rows['title'].iloc[0]}, {numbers.count(rows['n'].sum())}" for rows in shown]
    size = paper_bars.title_size(axes, titles)
    for ax, rows, title in zip(axes, shown, titles, strict=True):
        paper_bars.bars(ax, rows, float(frame["n"].max()), sheet)
        paper_marks.title(ax, title, size=size)
    paper_bars.rows(axes, dict(zip(first["kind"], first["y"], strict=True)), names)
    return figure
