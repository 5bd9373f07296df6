"""The dot plots of groups of mentions on paper."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from figures import classes, layout, numbers, paper, paper_marks, theme
from figures.class_frames import COST, PANELS
from figures.paper import Sheet
from figures.paper_marks import PAD
from figures.scales import Scale
from metrics.typed.compared import TOTALS

LONGEST = {True: 14, False: 26}  # characters of a group's name, in a column and over the page
ROW = 0.118  # inches
ABOVE = 0.34  # inches for the panels' titles and the key
SHORT = {"mention": "Mention F1 (points)", "link": "Link F1 (points)"}
TITLES = {"mention": "Finding", "link": "Linking"}
BAR = 0.5  # of a row
PRINTED = 6.5  # points of printed differences


def draw(frame: pd.DataFrame, sheet: Sheet) -> Figure:
    """The figure of class_frame(): finding and linking, and over the page the cost; support in brackets after each name."""
    labels, y = _rows(frame, sheet)
    scores = frame[frame["panel"] != COST]
    shares = [1.0, 1.0] if sheet.narrow else [1.0, 1.0, 0.45]
    figure = paper.new_figure(sheet, _height(y))
    axes = paper_marks.panels(figure, list(labels.values()), shares, right=0.3 if not sheet.narrow else 0.1, top=ABOVE)
    scale = classes.firm_scale(scores)
    for panel, ax in zip(PANELS, axes, strict=False):
        _scores(ax, scores[scores["panel"] == panel], scale, sheet)
        paper_marks.axis(ax, scale, SHORT[panel])
        ax.text(0, 1, TITLES[panel] if sheet.narrow else PANELS[panel], transform=ax.transAxes, va="bottom", ha="left")
    if not sheet.narrow:
        _costs(axes[2], frame[frame["panel"] == COST])
    _names(axes, frame, labels, y)
    room = (1 - axes[0].get_position().x0) * sheet.width
    paper_marks.key(axes[0], scores, sheet, room=room, up=0.16)
    return figure


def differences(frame: pd.DataFrame, sheet: Sheet) -> Figure:
    """The figure of difference_frame(): filled and bold where settled, hollow where not."""
    labels, y = _rows(frame, sheet)
    figure = paper.new_figure(sheet, _height(y) - 0.14)
    printed = [numbers.signed(v) for v in frame["value"]]
    width = paper.text_width(figure, printed, weight="bold", size=PRINTED) + PAD
    axes = paper_marks.panels(figure, list(labels.values()), [1.0, width, 1.0], right=width + PAD, top=ABOVE - 0.14)
    _shares(axes, width, sheet)
    for panel, ax in zip(PANELS, (axes[0], axes[2]), strict=True):
        rows = frame[frame["panel"] == panel]
        _differences(ax, rows, width, sheet)
        ax.text(0, 1, f"{TITLES[panel]}, {frame['series'].iloc[0]}", transform=ax.transAxes, va="bottom", ha="left")
    axes[1].remove()
    _names([axes[0], axes[2]], frame, labels, y)
    return figure


def _shares(axes: list[Axes], width: float, sheet: Sheet) -> None:
    """Two panels of one width with room for a column of numbers between them."""
    first, last = axes[0].get_position(), axes[2].get_position()
    gap = (width + 2 * PAD) / sheet.width
    each = (last.x1 - first.x0 - gap) / 2
    axes[0].set_position((first.x0, first.y0, each, first.height))
    axes[2].set_position((first.x0 + each + gap, first.y0, each, first.height))


def _rows(frame: pd.DataFrame, sheet: Sheet) -> tuple[dict[str, str], dict[str, float]]:
    """By group its label with the support, and where it stands."""
    first = frame.drop_duplicates("metric").sort_values("y").set_index("metric")
    length = LONGEST[sheet.narrow]
    labels = {name: f"{theme.shortened(name, length)} ({numbers.count(row['support'])})" for name, row in first.iterrows()}
    return labels, first["y"].to_dict()


def _height(y: dict[str, float]) -> float:
    return paper_marks.BOTTOM + ABOVE + (max(y.values()) + 1) * ROW


def _scores(ax: Axes, rows: pd.DataFrame, scale: Scale, sheet: Sheet) -> None:
    offsets = layout.offsets(int(rows["lane"].max()) + 1)
    for lane, part in rows.groupby("lane"):
        how = paper_marks.style(part["place"].iloc[0], sheet)
        how["markersize"] -= 0.7
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
    ax.text(x, part["y"].iloc[0], words, va="center", color=paper.MUTE, size=5.5, clip_on=True)


def _costs(ax: Axes, rows: pd.DataFrame) -> None:
    ax.barh(rows["y"], rows["value"], height=BAR, color=theme.GREY)
    top = max(float(rows["value"].max()) if len(rows) else 0.0, 1.0)
    for row in rows.itertuples():
        ax.text(row.value + 0.02 * top, row.y, numbers.count(row.value), va="center", ha="left", size=6)
    ax.set_xlim(0, top)
    ax.set_xticks([])
    ax.set_xlabel("mentions lost", labelpad=10)
    ax.text(0, 1, "Cost", transform=ax.transAxes, va="bottom", ha="left")


def _differences(ax: Axes, rows: pd.DataFrame, width: float, sheet: Sheet) -> None:
    colour = theme.GOLD_GREY if sheet.grey else theme.GOLD
    scale = classes.zoomed(rows)
    off = classes.off_scale(rows, scale)
    for settled in (True, False):
        part = classes.clipped(rows[(rows["differs"].astype(bool) == settled) & ~off], scale)
        how = {"color": colour, "marker": "o", "markersize": 2.8, "markerfacecolor": colour if settled else "white"}
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
            ax.text(scale.low, row.y, f"{numbers.NOT_DEFINED}", va="center", color=paper.MUTE, size=5.5)
            continue
        how = {"weight": "bold" if row.differs else "normal", "size": PRINTED, "ha": "right", "va": "center"}
        ax.text(at, row.y, numbers.signed(row.value), transform=ax.get_yaxis_transform(), **how)


def _names(axes: list[Axes], frame: pd.DataFrame, labels: dict[str, str], y: dict[str, float]) -> None:
    """Names down the left side, micro and macro in bold over a rule, rare ones grey."""
    rare = frame.drop_duplicates("metric").set_index("metric")["rare"]
    for ax in axes:
        ax.set_ylim(max(y.values()) + 0.6, -0.6)
        ax.set_yticks(list(y.values()), [""] * len(y))
        paper.only_below(ax)
        ax.axhline(classes.RULE_Y, color=theme.GREY, linewidth=0.5)
    for name, text in zip(y, axes[0].set_yticklabels(list(labels.values())), strict=True):
        text.set_fontweight("bold" if name in TOTALS else "normal")
        text.set_color(paper.MUTE if rare[name] else "black")
        text.set_fontsize(7)
    axes[0].tick_params(axis="y", pad=2)
