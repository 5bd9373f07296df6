"""What groups cost, on paper."""

from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure

from figures import layout, numbers, paper, paper_marks, theme
from figures.class_frames import PANELS
from figures.diagnosis import AXES, cost_scale
from figures.paper import Sheet

LONGEST = {True: 13, False: 26}  # characters of a group's name, in a column and over the page
ROW = 0.165  # inches
ABOVE = 0.34  # inches for titles and key
SHORT = {"mention": "Finding", "link": "Linking"}


def draw(frame: pd.DataFrame, sheet: Sheet) -> Figure:
    """The figure of cost_frame(): finding and linking on one scale, gold's mentions in brackets."""
    first = frame.drop_duplicates("metric").sort_values("y").set_index("metric")
    names = zip(first.index, first["support"], strict=True)
    labels = [f"{theme.shortened(name, LONGEST[sheet.narrow])} ({numbers.count(n)})" for name, n in names]
    figure = paper.new_figure(sheet, paper_marks.BOTTOM + ABOVE + len(first) * ROW)
    axes = paper_marks.panels(figure, labels, [1.0, 1.0], right=0.1, top=ABOVE)
    offsets = layout.offsets(int(frame["lane"].max()) + 1)
    for panel, ax in zip(PANELS, axes, strict=True):
        for lane, part in frame[frame["panel"] == panel].groupby("lane"):
            paper_marks.marks(ax, part, part["y"] + offsets[lane], paper_marks.style(part["place"].iloc[0], sheet))
        paper_marks.axis(ax, cost_scale(frame), AXES[panel])
        ax.text(0, 1, SHORT[panel] if sheet.narrow else PANELS[panel], transform=ax.transAxes, va="bottom", ha="left")
    paper_marks.rows(axes, dict(zip(labels, first["y"], strict=True)))
    room = (1 - axes[0].get_position().x0) * sheet.width
    paper_marks.key(axes[0], frame, sheet, room=room, up=0.16)
    return figure
