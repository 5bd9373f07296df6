"""Own and shared errors with what mending brings, on paper."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from figures import failures, layout, paper, paper_bars, paper_marks, paper_text
from figures.failure_frames import GAIN
from figures.paper import Sheet
from figures.paper_text import scaled
from figures.scales import difference_scale

TOP = 0.2  # inches for the titles


def draw(frame: pd.DataFrame, sheet: Sheet) -> Figure:
    """The figure of shared_frame(): bars A alone, both, B alone, numbers at their ends; then the gain."""
    bars, y = failures.shown(frame), failures.types_of(frame)
    figure = paper.new_figure(sheet, paper_marks.bottom() + scaled(TOP + 0.19 * len(y)))
    axes = _panels(figure, list(y), len(bars), sheet)
    most = float(frame.loc[frame["panel"] != GAIN, "value"].max())
    titles = [failures.title(panel, len(bars) == 1) for panel in bars]
    size = min(paper_bars.title_size(axes[:-1], titles), _size(sheet))
    paper_marks.rows(axes, y)
    axes[0].tick_params(axis="y", labelsize=_size(sheet))
    for panel, ax, title in zip(bars, axes, titles, strict=False):
        paper_bars.bars(ax, frame[frame["panel"] == panel].rename(columns={"value": "n"}), most, sheet)
        paper_marks.title(ax, title, size=size)
    rows = frame[frame["panel"] == GAIN]
    _gains(axes[-1], rows, sheet, size)
    paper_marks.key(figure, rows, sheet)
    return figure


def _size(sheet: Sheet) -> float:
    """The type of names and titles, smaller in a column, where four panels stand side by side."""
    return sheet.size * (7 / 8 if sheet.narrow else 1.0)


def _panels(figure: Figure, types: list[str], bars: int, sheet: Sheet) -> list[Axes]:
    """Panels of bars and that of gains, close together: only the last one has ticks."""
    width, height = figure.get_size_inches()
    left, gap = paper_text.width(types, size=_size(sheet)) + 0.07, 0.07 if sheet.narrow else 0.16
    shares = [*[1.0 / bars * 2.1] * bars, 1.2 if sheet.narrow else 1.5]
    free, low, axes, x = max(width - left - 0.1 - gap * bars, 0.3), paper_marks.bottom(), [], left
    high = max(height - low - scaled(TOP), 0.1)
    for share in shares:
        w = free * share / sum(shares)
        axes.append(figure.add_axes((x / width, low / height, w / width, high / height)))
        x += w + gap
    return axes


def _gains(ax: Axes, rows: pd.DataFrame, sheet: Sheet, size: float) -> None:
    offsets = layout.offsets(int(rows["lane"].max()) + 1)
    ax.axvline(0, color=paper.MUTE, linewidth=0.6, zorder=0.9)
    for lane, part in rows.groupby("lane"):
        paper_marks.marks(ax, part, part["y"] + offsets[int(lane)], paper_marks.style(part["place"].iloc[0], sheet))
    paper_marks.axis(ax, difference_scale(rows), "gain (points)" if sheet.narrow else "gain in CoNLL (points)")
    ax.xaxis.label.set_size(_size(sheet))
    words = "If mended" if sheet.narrow else "If all were mended"
    paper_marks.title(ax, words, size=size)
