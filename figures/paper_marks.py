"""What the paper's figures share: panels in exact inches, marks with intervals, baselines, axes, keys."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
from matplotlib import rcParams
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from figures import numbers, paper, theme
from figures.paper import Sheet
from figures.scales import Scale

PAD = 0.06  # inches between what stands side by side
KEY_ENTRY = 0.026  # inches for a mark and the air around it, for each point of type
BOTTOM = 0.36  # inches for ticks and axis title
SIZES = {"circle": 3.2, "diamond": 3.0, "square": 2.9, "triangle-up": 3.4}


def panels(figure: Figure, metrics: list[str], shares: list[float], *, right: float, top: float) -> list[Axes]:
    """Panels side by side, right of the metrics' names; right, top : inches that are left free there."""
    width, height = figure.get_size_inches()
    names = [theme.metric_name(metric) for metric in metrics]
    left = paper.text_width(figure, names, weight="bold") + PAD + 0.02
    gap = paper.text_width(figure, ["100"], size=rcParams["xtick.labelsize"]) + PAD  # two ticks at two edges
    free = width - left - right - gap * (len(shares) - 1)
    axes, x = [], left
    for share in shares:
        w = free * share / sum(shares)
        axes.append(figure.add_axes((x / width, BOTTOM / height, w / width, (height - BOTTOM - top) / height)))
        x += w + gap
    return axes


def inch(ax: Axes) -> float:
    """An inch as a share of a panel's width."""
    return 1 / (ax.get_position().width * ax.figure.get_size_inches()[0])


def style(place: int, sheet: Sheet) -> dict:
    """A system's colour and marker."""
    mark = theme.mark(int(place))
    return {"color": mark.grey if sheet.grey else mark.colour, "marker": mark.marker, "markersize": SIZES.get(mark.symbol, 3.4)}


def marks(ax: Axes, rows: pd.DataFrame, y: pd.Series, how: dict) -> None:
    """Marks with their intervals; rows : value, low, high."""
    there = rows["value"].notna()
    rows, y = rows[there], y[there]
    sure = rows["low"].notna() & rows["high"].notna()
    ax.hlines(y[sure], rows["low"][sure], rows["high"][sure], color=how["color"], linewidth=1.1)
    ax.plot(rows["value"], y, linestyle="", markeredgewidth=0.7, clip_on=False, **how)


def baselines(ax: Axes, rows: pd.DataFrame, y: dict[str, float], scale: Scale) -> None:
    """Open triangles and squares; those below the axis at its left edge, behind a "‹", the lowest first."""
    rows = rows.dropna(subset="value")
    off = rows["value"] < scale.start
    at = rows["value"].where(off).groupby(rows["metric"]).rank(method="first")
    unit = scale.width * inch(ax)
    x = rows["value"].where(~off, scale.low + unit * (0.12 + 0.085 * (at - 1)))
    for metric in rows.loc[off, "metric"].unique():
        ax.text(scale.low + 0.02 * unit, y[metric], "‹", ha="left", va="center", color=paper.MUTE)
    for series, part in rows.groupby("series"):
        how = {"marker": theme.BASELINES[series][2], "markersize": 3.6, "markerfacecolor": "none", "color": paper.MUTE}
        ax.plot(x[part.index], part["metric"].map(y), linestyle="", markeredgewidth=0.6, clip_on=False, **how)


def not_defined(ax: Axes, systems: pd.DataFrame, y: dict[str, float], scale: Scale) -> None:
    """ "n/a" in each row where no system has a value."""
    for metric, rows in systems.groupby("metric"):
        if rows["value"].isna().all():
            ax.text(scale.start, y[metric], numbers.NOT_DEFINED, va="center", color=paper.MUTE)


def thinned(ax: Axes, scale: Scale) -> Scale:
    """The scale with its step doubled until the ticks' numbers stand apart."""
    written = [numbers.axis(t, scale.step) for t in scale.ticks]
    needed = paper.text_width(ax.figure, written, size=rcParams["xtick.labelsize"]) + PAD
    enough = scale.step / (scale.width * inch(ax)) >= needed
    return scale if enough or len(written) <= 2 else thinned(ax, replace(scale, step=2 * scale.step))


def axis(ax: Axes, scale: Scale, words: str) -> None:
    """The axis of values with its title, and as many ticks as find room."""
    scale = thinned(ax, scale)
    ax.set_xlim(scale.low, scale.high)
    ax.set_xticks(scale.ticks, [numbers.axis(t, scale.step) for t in scale.ticks])
    ax.set_xlabel(words, labelpad=1.5)
    ax.tick_params(axis="x", pad=1.5)


def rows(axes: list[Axes], y: dict[str, float]) -> None:
    """Metrics down the left side, the headline in bold."""
    for ax in axes:
        ax.set_ylim(max(y.values()) + 0.6, -0.6)
        ax.set_yticks(list(y.values()), [""] * len(y))
        paper.only_below(ax)
    labels = axes[0].set_yticklabels([theme.metric_name(metric) for metric in y])
    for metric, label in zip(y, labels, strict=True):
        label.set_fontweight("bold" if metric in theme.HEADLINES else "normal")
    axes[0].tick_params(axis="y", pad=2)


def key(ax: Axes, systems: pd.DataFrame, sheet: Sheet, *, room: float, up: float = 0.0) -> None:
    """The systems' marks, letters and names in one line above a panel, up inches higher.

    systems : rows with place and name. room : inches that the line may take; where names need more, they are shortened, and
    where even that does not help, letters stand alone.
    """
    names = systems.drop_duplicates("place").set_index("place")["name"].sort_index()
    labels = _labels(ax, names, sheet, room)
    handles = [Line2D([], [], label=labels[place], linestyle="", **style(place, sheet)) for place in names.index]
    close = {"borderpad": 0, "borderaxespad": 0.1, "handlelength": 0.8, "handletextpad": 0.2, "columnspacing": 0.7}
    top = 1 + up / (ax.get_position().height * ax.figure.get_size_inches()[1])
    above = {"loc": "lower left", "bbox_to_anchor": (0.0, top), "ncols": len(handles), "frameon": False}
    ax.legend(handles=handles, fontsize=sheet.size - 1, **above, **close)


def _labels(ax: Axes, names: pd.Series, sheet: Sheet, room: float) -> dict[int, str]:
    """By place, letter and name as long as all fit."""
    for longest in (40, 24, 14, 9):
        labels = {place: f"{theme.letter(int(place))} {theme.shortened(name, longest)}" for place, name in names.items()}
        widths = [paper.text_width(ax.figure, [label], size=sheet.size - 1) for label in labels.values()]
        if sum(widths) + KEY_ENTRY * sheet.size * len(widths) < room:
            return labels
    return {place: theme.letter(int(place)) for place in names.index}
