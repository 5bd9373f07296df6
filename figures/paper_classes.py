"""The dot plots of groups of mentions on paper."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from figures import classes, layout, numbers, paper, paper_marks, paper_text, theme
from figures.class_frames import COST, PANELS
from figures.paper import Sheet
from figures.paper_marks import PAD
from figures.paper_text import scaled
from figures.scales import Scale
from metrics.typed.compared import TOTALS

ROW = 0.125  # inches
ABOVE = 0.2  # inches for the panels' titles
NAMES = 7.0  # points of the groups' names
SHORT = {"mention": "Mention F1 (points)", "link": "Link F1 (points)"}
TITLES = {"mention": "Finding", "link": "Linking"}
BAR = 0.5  # of a row
PRINTED = 6.5  # points of printed differences


def draw(frame: pd.DataFrame, sheet: Sheet) -> Figure:
    """The figure of class_frame(): finding and linking, and over the page the cost; support in brackets after each name."""
    y = _places(frame)
    scores = in_column(frame)
    shares = [1.0, 1.0] if sheet.narrow else [1.0, 1.0, 0.45]
    figure = paper.new_figure(sheet, _height(y))
    names, right = _labels(frame, sheet), scaled(0.1 if sheet.narrow else 0.3)
    axes = paper_marks.panels(figure, names, shares, right=right, top=scaled(ABOVE))
    scale = classes.firm_scale(scores)
    for panel, ax in zip(PANELS, axes, strict=False):
        _scores(ax, scores[scores["panel"] == panel], scale, sheet)
        paper_marks.axis(ax, scale, SHORT[panel])
        paper_marks.title(ax, TITLES[panel] if sheet.narrow else PANELS[panel])
    if not sheet.narrow:
        _costs(axes[2], frame[frame["panel"] == COST])
    _names(axes, frame, names, y)
    paper_marks.key(figure, scores, sheet)
    return figure


def in_column(frame: pd.DataFrame) -> pd.DataFrame:
    """What of class_frame() is drawn in a column: all but the cost."""
    return frame[frame["panel"] != COST]


def differences(frame: pd.DataFrame, sheet: Sheet) -> Figure:
    """The figure of difference_frame(): filled and bold where settled, hollow where not."""
    y = _places(frame)
    figure = paper.new_figure(sheet, _height(y))
    printed = [numbers.signed(v) for v in frame["value"]]
    width = paper_text.width(printed, weight="bold", size=scaled(PRINTED)) + PAD
    names = _labels(frame, sheet)
    axes = paper_marks.panels(figure, names, [1.0, width, 1.0], right=width + PAD, top=scaled(ABOVE))
    _shares(axes, width, sheet)
    for panel, ax in zip(PANELS, (axes[0], axes[2]), strict=True):
        rows = frame[frame["panel"] == panel]
        _differences(ax, rows, width, sheet)
        paper_marks.title(ax, f"{TITLES[panel]}, {frame['series'].iloc[0]}")
    axes[1].remove()
    _names([axes[0], axes[2]], frame, names, y)
    return figure


def _shares(axes: list[Axes], width: float, sheet: Sheet) -> None:
    """Two panels of one width with room for a column of numbers between them."""
    first, last = axes[0].get_position(), axes[2].get_position()
    gap = (width + 2 * PAD) / sheet.width
    each = (last.x1 - first.x0 - gap) / 2
    axes[0].set_position((first.x0, first.y0, each, first.height))
    axes[2].set_position((first.x0 + each + gap, first.y0, each, first.height))


def _places(frame: pd.DataFrame) -> dict[str, float]:
    """Where each group stands."""
    return frame.drop_duplicates("metric").sort_values("y").set_index("metric")["y"].to_dict()


def _labels(frame: pd.DataFrame, sheet: Sheet) -> list[str]:
    """The groups from the top down, with their support."""
    first = frame.drop_duplicates("metric").sort_values("y")
    return paper_marks.labels(first["metric"].tolist(), sheet, first["support"].tolist())


def _height(y: dict[str, float]) -> float:
    return paper_marks.bottom() + scaled(ABOVE + (max(y.values()) + 1) * ROW)


def _scores(ax: Axes, rows: pd.DataFrame, scale: Scale, sheet: Sheet) -> None:
    offsets = layout.offsets(int(rows["lane"].max()) + 1)
    for lane, part in rows.groupby("lane"):
        how = paper_marks.style(part["place"].iloc[0], sheet)
        how["markersize"] -= scaled(0.7)
        for value in part.loc[part["metric"] == TOTALS[0], "value"].dropna():
            ax.axvline(value, color=how["color"], linewidth=0.4, alpha=0.5, zorder=0.9)
        on = part[~(part["value"] < scale.start)]
        paper_marks.marks(ax, on.assign(low=on["low"].clip(lower=scale.start)), on["y"] + offsets[lane], how)
    for row in rows[rows["value"] < scale.start].drop_duplicates("metric").itertuples():
        ax.text(scale.low, row.y, "‹", ha="left", va="center", color=paper.MUTE)
    for _, part in rows.groupby("metric", sort=False):
        if part["value"].isna().all():
            _say(ax, scale.start, part)


def _say(ax: Axes, x: float, part: pd.DataFrame) -> None:
    words = f"{numbers.NOT_DEFINED}: {numbers.of_documents(part['reason'].iloc[0]) or ''}".removesuffix(": ")
    ax.text(x, part["y"].iloc[0], words, va="center", color=paper.MUTE, size=scaled(5.5), clip_on=True)


def _costs(ax: Axes, rows: pd.DataFrame) -> None:
    ax.barh(rows["y"], rows["value"], height=BAR, color=theme.GREY)
    top = max(float(rows["value"].max()) if len(rows) else 0.0, 1.0)
    for row in rows.itertuples():
        ax.text(row.value + 0.02 * top, row.y, numbers.count(row.value), va="center", ha="left", size=scaled(6))
    ax.set_xlim(0, top)
    ax.set_xticks([])
    ax.set_xlabel("mentions lost", labelpad=scaled(10))
    paper_marks.title(ax, "Cost")


def _differences(ax: Axes, rows: pd.DataFrame, width: float, sheet: Sheet) -> None:
    colour = theme.GOLD_GREY if sheet.grey else theme.GOLD
    scale = classes.zoomed(rows)
    off = classes.off_scale(rows, scale)
    for settled in (True, False):
        part = classes.clipped(rows[(rows["differs"].astype(bool) == settled) & ~off], scale)
        how = {"color": colour, "marker": "o", "markersize": scaled(2.8), "markerfacecolor": colour if settled else "white"}
        paper_marks.marks(ax, part, part["y"], how)
    ax.axvline(0, color=theme.GREY, linewidth=0.8, zorder=0.9)
    for row in rows[off].itertuples():
        low = row.value < scale.low
        place = {"ha": "left" if low else "right", "va": "center", "color": paper.MUTE}
        ax.text(scale.low if low else scale.high, row.y, "‹" if low else "›", **place)
    paper_marks.axis(ax, scale, SHORT[rows["panel"].iloc[0]])
    at = 1 + width * paper_marks.inch(ax)
    for row in rows.itertuples():
        if numbers.missing(row.value):
            ax.text(scale.low, row.y, f"{numbers.NOT_DEFINED}", va="center", color=paper.MUTE, size=scaled(5.5))
            continue
        how = {"weight": "bold" if row.differs else "normal", "size": scaled(PRINTED), "ha": "right", "va": "center"}
        ax.text(at, row.y, numbers.signed(row.value), transform=ax.get_yaxis_transform(), **how)


def _names(axes: list[Axes], frame: pd.DataFrame, names: list[str], y: dict[str, float]) -> None:
    """Names down the left side, micro and macro in bold over a rule, rare ones grey."""
    rare = frame.drop_duplicates("metric").set_index("metric")["rare"]
    for ax in axes:
        ax.set_ylim(max(y.values()) + 0.6, -0.6)
        ax.set_yticks(list(y.values()), [""] * len(y))
        paper.only_below(ax)
        ax.axhline(classes.RULE_Y, color=theme.GREY, linewidth=0.5)
    for name, text in zip(y, axes[0].set_yticklabels(names), strict=True):
        text.set_fontweight("bold" if name in TOTALS else "normal")
        text.set_color(paper.MUTE if rare[name] else "black")
        text.set_fontsize(scaled(NAMES))
    axes[0].tick_params(axis="y", pad=2)
