"""The forest plot on paper: one panel of scores in a column, both policies over the page, and the differences."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from figures import layout, numbers, paper, theme
from figures.forest import PANELS
from figures.frames import DIFFERENCE, rows_of
from figures.paper import Sheet
from figures.scales import Scale, difference_scale, score_scale

PAD = 0.06  # inches between what stands side by side
SIZES = {"circle": 3.2, "diamond": 3.0, "square": 2.9, "triangle-up": 3.4}
SHARES = (1.35, 1.0)  # scores against differences


def draw(frame: pd.DataFrame, sheet: Sheet) -> Figure:
    """The figure of forest_frame(): in a column only the first policy that the frame holds, and its difference."""
    panels = [panel for panel in PANELS if (frame["panel"] == panel).any()]
    panels = panels[:1] if sheet.narrow else panels
    frame = frame[frame["singletons"].isin(panels)]
    y = rows_of(frame)
    n_series = int(frame["lane"].max()) + 1
    height = 0.52 + (max(y.values()) + 1) * max(0.165, 0.075 * n_series) + (0.16 if _needs_key(frame, panels) else 0)
    figure = paper.new_figure(sheet, height)
    axes = _axes(figure, frame, panels)
    scale = score_scale(frame[frame["panel"] != DIFFERENCE])
    for panel, ax in zip(panels, axes, strict=False):
        _scores(ax, frame[frame["panel"] == panel], y, scale, sheet)
    rows = frame[frame["panel"] == DIFFERENCE]
    if len(rows):
        _differences(axes[-1], rows, y, sheet)
    _rows(axes, y)
    _names(axes[: len(panels)], frame, panels, sheet)
    return figure


def _needs_key(frame: pd.DataFrame, panels: list[str]) -> bool:
    """Whether marks are explained above the panels: more than two systems, or panels that need a title."""
    return len(panels) > 1 or frame["lane"].max() > 1


def _axes(figure: Figure, frame: pd.DataFrame, panels: list[str]) -> list[Axes]:
    """Panels side by side between the metrics' names and the printed differences, in exact inches."""
    width, height = figure.get_size_inches()
    names = [theme.metric_name(m) for m in frame["metric"].unique()]
    left = paper.text_width(figure, names, weight="bold") + PAD + 0.02
    rows = frame[frame["panel"] == DIFFERENCE]
    printed = [numbers.signed(v) for v in rows["value"]]
    right = paper.text_width(figure, printed, weight="bold") * (1 if len(panels) == 1 else 2) + 2 * PAD if printed else 0.1
    bottom, top = 0.36, 0.06 + (0.16 if _needs_key(frame, panels) else 0)
    shares = [SHARES[0]] * len(panels) + [SHARES[1]] * bool(printed)
    gap = 0.14
    free = width - left - right - gap * (len(shares) - 1)
    axes, x = [], left
    for share in shares:
        w = free * share / sum(shares)
        axes.append(figure.add_axes((x / width, bottom / height, w / width, (height - bottom - top) / height)))
        x += w + gap
    return axes


def _rows(axes: list[Axes], y: dict[str, float]) -> None:
    for ax in axes:
        ax.set_ylim(max(y.values()) + 0.6, -0.6)
        ax.set_yticks(list(y.values()), [""] * len(y))
        paper.only_below(ax)
    labels = axes[0].set_yticklabels([theme.metric_name(m) for m in y])
    for metric, label in zip(y, labels, strict=True):
        label.set_fontweight("bold" if metric == "CoNLL" else "normal")
    axes[0].tick_params(axis="y", pad=2)


def _axis(ax: Axes, scale: Scale, words: str) -> None:
    ax.set_xlim(scale.low, scale.high)
    ax.set_xticks(scale.ticks, [numbers.axis(t, scale.step) for t in scale.ticks])
    ax.set_xlabel(words, labelpad=1.5)
    ax.tick_params(axis="x", pad=1.5)


def _marks(ax: Axes, rows: pd.DataFrame, y: pd.Series, style: dict) -> None:
    """Marks with their intervals."""
    rows, y = rows[rows["value"].notna()], y[rows["value"].notna()]
    sure = rows["low"].notna() & rows["high"].notna()
    ax.hlines(y[sure], rows["low"][sure], rows["high"][sure], color=style["color"], linewidth=1.1)
    ax.plot(rows["value"], y, linestyle="", markeredgewidth=0.7, clip_on=False, **style)


def _scores(ax: Axes, frame: pd.DataFrame, y: dict[str, float], scale: Scale, sheet: Sheet) -> None:
    systems = frame[frame["lane"] >= 0]
    offsets = layout.offsets(int(systems["lane"].max()) + 1)
    for lane, rows in systems.groupby("lane"):
        _marks(ax, rows, rows["metric"].map(y) + offsets[lane], _style(rows["place"].iloc[0], sheet))
    _baselines(ax, frame[frame["lane"] < 0].dropna(subset="value"), y, scale)
    for metric, rows in systems.groupby("metric"):
        if rows["value"].isna().all():
            ax.text(scale.start, y[metric], numbers.NOT_DEFINED, va="center", color=paper.MUTE)
    _axis(ax, scale, "F1 (points)")


def _style(place: int, sheet: Sheet) -> dict:
    mark = theme.mark(int(place))
    colour = mark.grey if sheet.grey else mark.colour
    return {"color": colour, "marker": mark.marker, "markersize": SIZES.get(mark.symbol, 3.4)}


def _baselines(ax: Axes, rows: pd.DataFrame, y: dict[str, float], scale: Scale) -> None:
    at = rows.groupby("metric")["value"].rank(method="first")
    off = rows["value"] < scale.start
    x = rows["value"].where(~off, scale.low + scale.width * (0.045 + 0.055 * (at - 1)))
    for metric in rows.loc[off, "metric"].unique():
        ax.text(scale.low, y[metric], "‹", ha="center", va="center", color=paper.MUTE)
    for series, part in rows.groupby("series"):
        style = {"marker": theme.BASELINES[series][2], "markersize": 3.6, "markerfacecolor": "none", "color": paper.MUTE}
        ax.plot(x[part.index], part["metric"].map(y), linestyle="", markeredgewidth=0.6, clip_on=False, **style)


def _differences(ax: Axes, rows: pd.DataFrame, y: dict[str, float], sheet: Sheet) -> None:
    policies = [p for p in PANELS if (rows["singletons"] == p).any()]
    colour = theme.GOLD_GREY if sheet.grey else theme.GOLD
    width = paper.text_width(ax.figure, [numbers.signed(v) for v in rows["value"]], weight="bold")
    for k, policy in enumerate(policies):
        part = rows[rows["singletons"] == policy]
        offset = 0.17 * (2 * k - 1) if len(policies) > 1 else 0.0
        style = {"color": colour, "marker": "o", "markersize": 3.4, "markerfacecolor": "none" if policy == "drop" else colour}
        _marks(ax, part, part["metric"].map(y) + offset, style)
        _printed(ax, part, y, (k + 1) * (width + PAD))
    ax.axvline(0, color=theme.GREY, linewidth=0.8, zorder=0.9)
    _axis(ax, difference_scale(rows), f"{rows['series'].iloc[0]} (points)")


def _printed(ax: Axes, rows: pd.DataFrame, y: dict[str, float], right: float) -> None:
    """The differences as numbers to the right of the panel, bold where the interval leaves out 0."""
    inch = 1 / (ax.get_position().width * ax.figure.get_size_inches()[0])
    for row in rows.itertuples():
        weight = "bold" if row.differs else "normal"
        at = (1 + right * inch, y[row.metric])
        ax.text(*at, numbers.signed(row.value), transform=ax.get_yaxis_transform(), ha="right", va="center", weight=weight)


def _names(axes: list[Axes], frame: pd.DataFrame, panels: list[str], sheet: Sheet) -> None:
    """What the marks are: A and B beside their marks in the first row, or titles and a key above the panels."""
    if not _needs_key(frame, panels):
        _beside(axes[0], frame[frame["panel"] == panels[0]], sheet)
        return
    for panel, ax in zip(panels, axes, strict=True):
        title = PANELS[panel] if len(panels) > 1 else ""
        ax.text(0, 1, title, transform=ax.transAxes, va="bottom", ha="left")
    _key(axes[-1], frame, sheet)


def _beside(ax: Axes, frame: pd.DataFrame, sheet: Sheet) -> None:
    systems = frame[(frame["lane"] >= 0) & frame["value"].notna()]
    first = systems[systems["metric"] == theme.in_order(systems["metric"])[0]] if len(systems) else systems
    offsets = layout.offsets(int(frame["lane"].max()) + 1)
    for row in first.itertuples():
        end = max(x for x in (row.value, row.high) if x == x)
        style = {"color": _style(row.place, sheet)["color"], "weight": "bold", "size": sheet.size - 1}
        ax.annotate(row.series, (end, offsets[row.lane] * 1.35), (4, 0), textcoords="offset points", va="center", **style)


def _key(ax: Axes, frame: pd.DataFrame, sheet: Sheet) -> None:
    """The systems' marks and letters in one line above a panel, right-aligned."""
    handles = []
    for place in sorted(frame.loc[frame["lane"] >= 0].query("panel != 'difference'")["place"].unique()):
        handles.append(Line2D([], [], label=theme.letter(int(place)), linestyle="", **_style(place, sheet)))
    close = {"borderpad": 0, "borderaxespad": 0.1, "handlelength": 0.8, "handletextpad": 0.2, "columnspacing": 0.7}
    above = {"loc": "lower right", "bbox_to_anchor": (1, 1), "ncols": len(handles), "frameon": False}
    ax.legend(handles=handles, fontsize=sheet.size - 1, **above, **close)
