"""The threshold curves and the reliability diagram on paper."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from figures import paper, paper_marks, theme
from figures.curves import PANELS, bounds, mark_sizes, ticks
from figures.paper import Sheet
from figures.paper_text import scaled

RIGHT, ABOVE = 0.08, 0.18  # inches
GAP = 0.16
POINTS = (0, 25, 50, 75, 100)


def thresholds(frame: pd.DataFrame, sheet: Sheet) -> Figure:
    """The figure of threshold_frame(): F1 alone in a column, precision and recall too over the page."""
    frame = in_column(frame) if sheet.narrow else frame
    shown = [panel for panel in PANELS if (frame["panel"] == panel).any()]
    figure, axes = _panels(sheet, len(shown), 1.75)
    low, high = bounds(frame)
    for ax, panel in zip(axes, shown, strict=True):
        for _, rows in frame[frame["panel"] == panel].groupby("lane"):
            place = int(rows["place"].iloc[0])
            how, chosen = paper_marks.style(place, sheet), rows[rows["chosen"].astype(bool)]
            steps = {"color": how["color"], "linestyle": theme.mark(place).line, "linewidth": 1.0, "where": "pre"}
            ax.step(rows["threshold"], rows["value"], **steps)
            ax.plot(chosen["threshold"], chosen["value"], linestyle="", clip_on=False, **how)
            for value in chosen["threshold"]:
                ax.axvline(value, color=theme.GREY, linewidth=0.6, linestyle=":", zorder=0.5)
        paper_marks.title(ax, PANELS[panel])
        _scores(ax, low, high, "threshold", ax is axes[0])
    axes[0].set_ylabel("points", labelpad=2)
    paper_marks.key(figure, frame, sheet)
    return figure


def in_column(frame: pd.DataFrame) -> pd.DataFrame:
    """What of threshold_frame() is drawn in a column: F1."""
    return frame[frame["panel"] == next(iter(PANELS))]


def reliability(frame: pd.DataFrame, sheet: Sheet) -> Figure:
    """The figure of reliability_frame(): how often gold agrees, the area of a mark being the number of scores."""
    figure, (ax,) = _panels(sheet, 1, 2.3)
    ax.plot([0, 1], [0, 100], color=theme.GREY, linewidth=0.7, linestyle=":")
    sizes = mark_sizes(frame)
    for _, rows in frame.groupby("lane"):
        place = int(rows["place"].iloc[0])
        how = paper_marks.style(place, sheet)
        ax.plot(rows["score"], 100 * rows["share"], color=how["color"], linestyle=theme.mark(place).line, linewidth=0.8)
        area = scaled(0.4 * sizes[rows.index]) ** 2
        ax.scatter(rows["score"], 100 * rows["share"], s=area, color=how["color"], marker=how["marker"], clip_on=False, zorder=3)
    _scores(ax, 0.0, 1.0, "score")
    ax.set_ylabel("gold agrees (%)", labelpad=2)
    paper_marks.key(figure, frame, sheet)
    return figure


def _panels(sheet: Sheet, n: int, height: float) -> tuple[Figure, list[Axes]]:
    """Panels side by side that share their scale of points."""
    figure = paper.new_figure(sheet, scaled(height))
    height = figure.get_size_inches()[1]
    left, below, above, gap = paper_marks.beside(["100"]), paper_marks.bottom(), scaled(ABOVE), scaled(GAP)
    each = max((sheet.width - left - RIGHT - gap * (n - 1)) / n, 0.3)
    places = [(left + k * (each + gap), below, each, max(height - below - above, 0.1)) for k in range(n)]
    axes = [figure.add_axes((x / sheet.width, y / height, w / sheet.width, h / height)) for x, y, w, h in places]
    return figure, axes


def _scores(ax: Axes, low: float, high: float, words: str, first: bool = True) -> None:
    """Both axes; first : whether it stands at the left, where the points are written."""
    at, written = ticks(low, high)
    ax.set_xlim(low, high)
    ax.set_xticks(at, written)
    ax.set_xlabel(words, labelpad=1.5)
    ax.set_ylim(0, 102)
    ax.set_yticks(POINTS, [str(n) if first else "" for n in POINTS])
    paper.only_below(ax)
    ax.grid(axis="y", color=paper.LIGHT_GRID, linewidth=0.5)
