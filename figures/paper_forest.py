"""The forest plot on paper: one panel of scores in a column, both policies over the page, and the differences."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from figures import layout, numbers, paper, paper_marks, paper_text, theme
from figures.forest import PANELS
from figures.frames import DIFFERENCE, rows_of
from figures.paper import Sheet
from figures.paper_marks import PAD
from figures.paper_text import scaled
from figures.scales import Scale, difference_scale, score_scale

SHARES = (1.35, 1.0)  # scores against differences
TITLES = 0.16  # inches for the titles above the panels
ABOVE = 0.06  # inches above the first row


def draw(frame: pd.DataFrame, sheet: Sheet) -> Figure:
    """The figure of forest_frame(): in a column only the first policy that the frame holds, and its difference.

    A column `support` is written in brackets after the names of the rows.
    """
    frame = in_column(frame) if sheet.narrow else frame
    shown = _panels(frame)
    y, lanes = rows_of(frame), int(frame["lane"].max()) + 1
    top = scaled(TITLES + ABOVE)
    figure = paper.new_figure(sheet, paper_marks.bottom() + top + (max(y.values()) + 1.2) * scaled(max(0.165, 0.075 * lanes)))
    rows = frame[frame["panel"] == DIFFERENCE]
    width = paper_text.width([numbers.signed(v) for v in rows["value"]], weight="bold") + PAD
    shares = [SHARES[0]] * len(shown) + [SHARES[1]] * (len(rows) > 0)
    right = len(shown) * width + PAD if len(rows) else 0.12
    names = _row_names(frame, y, sheet)
    axes = paper_marks.panels(figure, names, shares, right=right, top=top)
    scale = score_scale(frame[frame["panel"] != DIFFERENCE])
    for panel, ax in zip(shown, axes, strict=False):
        _scores(ax, frame[frame["panel"] == panel], y, scale, sheet)
    if len(rows):
        _differences(axes[-1], rows, y, width, sheet)
    paper_marks.rows(axes, y, names)
    for panel, ax in zip(shown, axes, strict=False):
        paper_marks.title(ax, PANELS[panel])
    paper_marks.key(figure, frame[(frame["lane"] >= 0) & (frame["panel"] != DIFFERENCE)], sheet)
    return figure


def in_column(frame: pd.DataFrame) -> pd.DataFrame:
    """What of the frame is drawn in a column: the first policy, and its difference."""
    return frame[frame["singletons"].isin(_panels(frame)[:1])]


def _panels(frame: pd.DataFrame) -> list[str]:
    return [panel for panel in PANELS if (frame["panel"] == panel).any()]


def _row_names(frame: pd.DataFrame, y: dict[str, float], sheet: Sheet) -> list[str]:
    """How the rows are called: metrics by their names, groups cut where they are long, with their support."""
    if "support" not in frame:
        return [theme.metric_name(metric) for metric in y]
    support = dict(zip(frame["metric"], frame["support"], strict=True))
    return paper_marks.labels(list(y), sheet, [support[name] for name in y])


def _scores(ax: Axes, frame: pd.DataFrame, y: dict[str, float], scale: Scale, sheet: Sheet) -> None:
    systems = frame[frame["lane"] >= 0]
    offsets = layout.offsets(int(systems["lane"].max()) + 1)
    for lane, rows in systems.groupby("lane"):
        paper_marks.marks(ax, rows, rows["metric"].map(y) + offsets[lane], paper_marks.style(rows["place"].iloc[0], sheet))
    paper_marks.baselines(ax, frame[frame["lane"] < 0], y, scale)
    paper_marks.not_defined(ax, systems, y, scale)
    paper_marks.axis(ax, scale, "F1 (points)")


def _differences(ax: Axes, rows: pd.DataFrame, y: dict[str, float], width: float, sheet: Sheet) -> None:
    """Differences on an axis of their own, ● kept and ○ dropped, with their numbers to the right."""
    policies = [policy for policy in PANELS if (rows["singletons"] == policy).any()]
    colour = theme.GOLD_GREY if sheet.grey else theme.GOLD
    for k, policy in enumerate(policies):
        part = rows[rows["singletons"] == policy]
        offset = 0.17 * (2 * k - 1) if len(policies) > 1 else 0.0
        face = "white" if policy == "drop" and len(policies) > 1 else colour
        how = {"color": colour, "marker": "o", "markersize": scaled(3.4), "markerfacecolor": face}
        paper_marks.marks(ax, part, part["metric"].map(y) + offset, how)
        _printed(ax, part, y, (k + 1) * width)
    ax.axvline(0, color=theme.GREY, linewidth=0.8, zorder=0.9)
    name = rows["series"].iloc[0]
    paper_marks.axis(ax, difference_scale(rows), f"{name} (points)")
    if len(policies) > 1:
        paper_marks.title(ax, f"{name}: ● kept ○ dropped")


def _printed(ax: Axes, rows: pd.DataFrame, y: dict[str, float], right: float) -> None:
    """The differences as numbers to the right of the panel, bold where the interval leaves out 0."""
    at = 1 + right * paper_marks.inch(ax)
    for row in rows.itertuples():
        weight = "bold" if row.differs else "normal"
        beside = ax.get_yaxis_transform()
        ax.text(at, y[row.metric], numbers.signed(row.value), transform=beside, ha="right", va="center", weight=weight)
