"""What groups cost, and who loses them, on paper."""

from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure

from figures import layout, paper, paper_bars, paper_marks
from figures.class_frames import PANELS
from figures.diagnosis import AXES, cost_scale
from figures.paper import Sheet
from figures.paper_text import scaled
from metrics.typed.losses import PARTS

ROW = 0.165  # inches
ABOVE = 0.2  # inches for titles
SHORT = {"mention": "Finding", "link": "Linking"}
UNITS = {"mention": "Mention F1 (points)", "link": "Link F1 (points)"}


def draw(frame: pd.DataFrame, sheet: Sheet) -> Figure:
    """The figure of cost_frame(): finding and linking on one scale, gold's mentions in brackets."""
    first = _groups(frame)
    figure = paper.new_figure(sheet, paper_marks.bottom() + scaled(ABOVE + len(first) * ROW))
    names = paper_marks.labels(first.index.tolist(), sheet, first["support"].tolist())
    axes = paper_marks.panels(figure, names, [1.0, 1.0], right=0.1, top=scaled(ABOVE))
    offsets = layout.offsets(int(frame["lane"].max()) + 1)
    for panel, ax in zip(PANELS, axes, strict=True):
        for lane, part in frame[frame["panel"] == panel].groupby("lane"):
            paper_marks.marks(ax, part, part["y"] + offsets[lane], paper_marks.style(part["place"].iloc[0], sheet))
        paper_marks.axis(ax, cost_scale(frame), UNITS[panel] if sheet.narrow else AXES[panel])
        paper_marks.title(ax, SHORT[panel] if sheet.narrow else PANELS[panel])
    paper_marks.rows(axes, first["y"].to_dict(), names)
    paper_marks.key(figure, frame, sheet)
    return figure


def _groups(frame: pd.DataFrame) -> pd.DataFrame:
    """The groups from the top down: y, support."""
    return frame.drop_duplicates("metric").sort_values("y").set_index("metric")


def losses(frame: pd.DataFrame, sheet: Sheet) -> Figure:
    """The figure of losses_frame(): bars of what A alone, both, and B alone lose, from one zero each, on one scale."""
    first = _groups(frame.assign(metric=frame["group"]))
    figure = paper.new_figure(sheet, scaled(0.1 + ABOVE + len(first) * ROW))
    names = paper_marks.labels(first.index.tolist(), sheet, first["support"].tolist())
    axes = paper_bars.panels(figure, names, len(PARTS))
    titles = [frame.loc[frame["part"] == part, "title"].iloc[0] for part in PARTS]
    size = paper_bars.title_size(axes, titles)
    for part, ax, title in zip(PARTS, axes, titles, strict=True):
        rows = frame[frame["part"] == part]
        paper_bars.bars(ax, rows.rename(columns={"lost": "n"}), float(frame["lost"].max()), sheet)
        paper_marks.title(ax, title, size=size)
    paper_bars.rows(axes, first["y"].to_dict(), names)
    return figure
