"""What mending every error of one class, mention type or document would bring, on paper."""

from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure

from figures import layout, paper, paper_marks
from figures.group_gains import AXIS, rows_of
from figures.paper import Sheet
from figures.paper_text import scaled
from figures.scales import difference_scale

ROW = 0.165  # inches
ABOVE = 0.06  # inches


def draw(frame: pd.DataFrame, sheet: Sheet) -> Figure:
    """The figure of gains_frame(): a row a group, both systems with their intervals, a line at 0."""
    y = rows_of(frame)
    figure = paper.new_figure(sheet, paper_marks.bottom() + scaled(ABOVE + len(y) * ROW))
    names = paper_marks.labels(frame.drop_duplicates("y")["metric"].tolist(), sheet)
    (ax,) = axes = paper_marks.panels(figure, names, [1.0], right=0.1, top=scaled(ABOVE))
    offsets = layout.offsets(int(frame["lane"].max()) + 1)
    ax.axvline(0, color=paper.MUTE, linewidth=0.6, zorder=0.9)
    for lane, part in frame.groupby("lane"):
        paper_marks.marks(ax, part, part["y"] + offsets[int(lane)], paper_marks.style(part["place"].iloc[0], sheet))
    paper_marks.axis(ax, difference_scale(frame), AXIS)
    paper_marks.rows(axes, y, names)
    paper_marks.key(figure, frame, sheet)
    return figure
