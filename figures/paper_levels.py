"""Scores by subtopic and by topic on paper: in a column scores and what is lost, over the page the difference too."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from figures import layout, levels, paper, paper_marks, theme
from figures.frames import DIFFERENCE, rows_of
from figures.paper import Sheet
from figures.paper_text import scaled
from figures.scales import difference_scale, score_scale

SHARES = {levels.SCORE: 1.3, levels.DROP: 1.0, DIFFERENCE: 1.0}
TITLES = 0.16  # inches for the titles above the panels
ABOVE = 0.06  # inches above the first row


def draw(frame: pd.DataFrame, sheet: Sheet) -> Figure:
    """The figure of level_frame(): hollow is by subtopic, filled by topic."""
    frame = in_column(frame) if sheet.narrow else frame
    shown = levels.panels_of(frame)
    y, lanes = rows_of(frame), int(frame["lane"].max()) + 1
    top = scaled(TITLES + ABOVE)
    figure = paper.new_figure(sheet, paper_marks.bottom() + top + (max(y.values()) + 1.2) * scaled(max(0.2, 0.11 * lanes)))
    names = [theme.metric_name(metric) for metric in y]
    axes = paper_marks.panels(figure, names, [SHARES[panel] for panel in shown], right=scaled(0.12), top=top)
    offsets = layout.offsets(lanes)
    _scores(axes[0], frame, y, offsets, sheet)
    for panel, ax in zip(shown[1:], axes[1:], strict=True):
        rows = levels.systems_of(frame, panel)
        if panel == levels.DROP:
            _lost(ax, rows, y, offsets, sheet)
        else:
            _apart(ax, rows, y, sheet)
    paper_marks.rows(axes, y, names)
    paper_marks.key(figure, levels.systems_of(frame, levels.SCORE), sheet)
    return figure


def in_column(frame: pd.DataFrame) -> pd.DataFrame:
    """What of level_frame() is drawn in a column: scores and what is lost."""
    return frame[frame["panel"] != DIFFERENCE]


def _scores(ax: Axes, frame: pd.DataFrame, y: dict[str, float], offsets, sheet: Sheet) -> None:
    rows = levels.systems_of(frame, levels.SCORE)
    scale = score_scale(frame[frame["panel"] == levels.SCORE])
    paper_marks.baselines(ax, levels.baselines_of(frame), y, scale)
    for lane, part in rows.groupby("lane"):
        how = paper_marks.style(part["place"].iloc[0], sheet)
        for level in levels.BY:
            own = part[part["level"] == level]
            paper_marks.marks(ax, own, own["metric"].map(y) + offsets[int(lane)] + levels.APART[level], _filled(how, level))
    paper_marks.not_defined(ax, rows, y, scale)
    paper_marks.axis(ax, scale, "F1 (points)")
    paper_marks.title(ax, "● by topic ○ by subtopic")


def _filled(how: dict, level: str) -> dict:
    return {**how, "markerfacecolor": "white"} if level == levels.SUBTOPIC else how


def _lost(ax: Axes, rows: pd.DataFrame, y: dict[str, float], offsets, sheet: Sheet) -> None:
    for lane, part in rows.groupby("lane"):
        how = paper_marks.style(part["place"].iloc[0], sheet)
        paper_marks.marks(ax, part, part["metric"].map(y) + offsets[int(lane)], how)
    ax.axvline(0, color=theme.GREY, linewidth=0.8, zorder=0.9)
    paper_marks.axis(ax, difference_scale(rows), "points" if sheet.narrow else f"{levels.CHANGE} (points)")
    paper_marks.title(ax, levels.CHANGE if sheet.narrow else "Lost between them")


def _apart(ax: Axes, rows: pd.DataFrame, y: dict[str, float], sheet: Sheet) -> None:
    how = {"color": theme.GOLD_GREY if sheet.grey else theme.GOLD, "marker": "o", "markersize": 3.4}
    for level, part in rows.groupby("level", sort=False):
        paper_marks.marks(ax, part, part["metric"].map(y) + levels.OFFSETS[level], _filled(how, level))
    ax.axvline(0, color=theme.GREY, linewidth=0.8, zorder=0.9)
    name = rows["series"].iloc[0]
    paper_marks.axis(ax, difference_scale(rows), f"{name} (points)")
    paper_marks.title(ax, name)
