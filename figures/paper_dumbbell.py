"""The dumbbells of the Singletons page on paper."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from figures import dumbbell, layout, numbers, paper, paper_marks, paper_text, theme
from figures.frames import rows_of
from figures.paper import Sheet
from figures.paper_text import scaled

PRINTED = 2  # columns of numbers at the right
TOP = 0.3  # inches for the heads of those columns


def draw(frame: pd.DataFrame, sheet: Sheet) -> Figure:
    """The figure of dumbbell_frame(): hollow is dropped, filled is kept; at the right what singletons add."""
    y = rows_of(frame)
    systems = frame[frame["lane"] >= 0]
    lanes = int(systems["lane"].max()) + 1
    high = scaled(TOP + max(0.19, 0.085 * lanes) * (max(y.values()) + 1))
    figure = paper.new_figure(sheet, paper_marks.bottom() + high)
    printed = [numbers.signed(value) for value in systems["change"]]
    width = paper_text.width([*printed, "+88.88"]) + paper_marks.PAD
    columns = min(lanes, PRINTED)
    names, right = [theme.metric_name(m) for m in y], columns * width + scaled(0.2)
    (ax,) = paper_marks.panels(figure, names, [1.0], right=right, top=scaled(TOP))
    scale = dumbbell.scale_of(frame)
    paper_marks.baselines(ax, dumbbell.side(frame[frame["lane"] < 0], "kept"), y, scale)
    offsets = layout.offsets(lanes)
    for lane, rows in systems.groupby("lane"):
        _dumbbells(ax, rows, rows["metric"].map(y) + offsets[lane], sheet)
    paper_marks.not_defined(ax, dumbbell.side(systems, "kept"), y, scale)
    paper_marks.axis(ax, scale, "F1 (points)")
    paper_marks.rows([ax], y)
    _printed(ax, systems[systems["lane"] < columns], y, width)
    paper_marks.key(figure, systems, sheet)
    return figure


def _dumbbells(ax: Axes, rows: pd.DataFrame, y: pd.Series, sheet: Sheet) -> None:
    style = paper_marks.style(rows["place"].iloc[0], sheet)
    ax.hlines(y, rows["dropped"], rows["kept"], color=style["color"], linewidth=0.7, linestyle=":")
    paper_marks.marks(ax, dumbbell.side(rows, "dropped"), y, {**style, "markerfacecolor": "white"})
    paper_marks.marks(ax, dumbbell.side(rows, "kept"), y, style)


def _printed(ax: Axes, rows: pd.DataFrame, y: dict[str, float], width: float) -> None:
    """What singletons add, a column for each system, and where the order flips."""
    inch = paper_marks.inch(ax)
    lanes = sorted(rows["lane"].unique())
    over, beside = ax.transAxes, ax.get_yaxis_transform()
    for k, lane in enumerate(lanes, 1):
        right = 1 + k * width * inch
        part = rows[rows["lane"] == lane]
        ax.text(right, 1, part["series"].iloc[0], transform=over, ha="right", va="bottom", weight="bold")
        for row in part.dropna(subset="change").itertuples():
            ax.text(right, y[row.metric], numbers.signed(row.change), transform=beside, ha="right", va="center")
    for metric in rows.loc[rows["flips"], "metric"].unique():
        right = 1 + (len(lanes) * width + scaled(0.17)) * inch
        ax.text(right, y[metric], dumbbell.FLIP, transform=beside, ha="right", va="center", family="DejaVu Sans")
    top = 1 + scaled(0.14) / (ax.get_position().height * ax.figure.get_size_inches()[1])
    ax.text(1 + len(lanes) * width * inch, top, dumbbell.CHANGE, transform=over, ha="right", va="bottom")
