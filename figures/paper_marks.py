"""What the paper's figures share: panels in exact inches, marks with intervals, baselines, axes, keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pandas as pd
from matplotlib import rcParams
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from figures import numbers, paper, paper_legend, paper_text, theme
from figures.paper import Sheet
from figures.paper_text import scaled
from figures.scales import Scale

PAD = 0.06  # inches between what stands side by side
NAMES = {True: 0.34, False: 0.3}  # of the width that names of rows may take, in a column and over the page
BOTTOM = 0.36  # inches for ticks and axis title
BOLD = (*theme.HEADLINES, "micro", "macro")
SIZES = {"circle": 3.2, "diamond": 3.0, "square": 2.9, "triangle-up": 3.4}


def panels(figure: Figure, names: Sequence[str], shares: Sequence[float], *, right: float, top: float) -> list[Axes]:
    """Panels side by side, right of the rows' names; right, top : inches that are left free there."""
    width, height = figure.get_size_inches()
    left = paper_text.width(names, weight="bold") + PAD + 0.02
    gap = paper_text.width(["100"], size=rcParams["xtick.labelsize"]) + PAD  # two ticks at two edges
    free, low = max(width - left - right - gap * (len(shares) - 1), 0.3), bottom()
    axes, x = [], left
    for share in shares:
        w = free * share / sum(shares)
        axes.append(figure.add_axes((x / width, low / height, w / width, max(height - low - top, 0.1) / height)))
        x += w + gap
    return axes


def bottom() -> float:
    """Inches for ticks and axis title."""
    return scaled(BOTTOM)


def beside(ticks: Sequence[str]) -> float:
    """Inches for ticks and an upright axis title at the left."""
    return paper_text.width(ticks, size=rcParams["xtick.labelsize"]) + 1.4 * rcParams["font.size"] / paper_text.POINTS + 0.07


def labels(names: Sequence[str], sheet: Sheet, support: Sequence[float] = ()) -> list[str]:
    """Names of rows, the support in brackets after each, cut where they would take too much of the width."""
    after = [f" ({numbers.count(n)})" for n in support]
    return paper_text.fitted(names, NAMES[sheet.narrow] * sheet.width, after, weight="bold")


def inch(ax: Axes) -> float:
    """An inch as a share of a panel's width."""
    return 1 / (ax.get_position().width * ax.figure.get_size_inches()[0])


def style(place: int, sheet: Sheet) -> dict:
    """A system's colour and marker."""
    mark = theme.mark(int(place))
    colour, size = mark.grey if sheet.grey else mark.colour, scaled(SIZES.get(mark.symbol, 3.4))
    return {"color": colour, "marker": mark.marker, "markersize": size}


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
    x = rows["value"].where(~off, scale.low + unit * scaled(0.12 + 0.085 * (at - 1)))
    for metric in rows.loc[off, "metric"].unique():
        ax.text(scale.low + scaled(0.02) * unit, y[metric], "‹", ha="left", va="center", color=paper.MUTE)
    for series, part in rows.groupby("series"):
        how = {"marker": theme.BASELINES[series][2], "markersize": scaled(3.6), "markerfacecolor": "none", "color": paper.MUTE}
        ax.plot(x[part.index], part["metric"].map(y), linestyle="", markeredgewidth=0.6, clip_on=False, **how)


def not_defined(ax: Axes, systems: pd.DataFrame, y: dict[str, float], scale: Scale) -> None:
    """ "n/a" in each row where no system has a value."""
    for metric, rows in systems.groupby("metric"):
        if rows["value"].isna().all():
            ax.text(scale.start, y[metric], numbers.NOT_DEFINED, va="center", color=paper.MUTE)


def thinned(ax: Axes, scale: Scale) -> Scale:
    """The scale with its step doubled until the ticks' numbers stand apart."""
    written = [numbers.axis(t, scale.step) for t in scale.ticks]
    needed = paper_text.width(written, size=rcParams["xtick.labelsize"]) + PAD
    enough = scale.step / (scale.width * inch(ax)) >= needed
    return scale if enough or len(written) <= 2 else thinned(ax, replace(scale, step=2 * scale.step))


def axis(ax: Axes, scale: Scale, words: str) -> None:
    """The axis of values with its title, and as many ticks as find room."""
    scale = thinned(ax, scale)
    ax.set_xlim(scale.low, scale.high)
    ax.set_xticks(scale.ticks, [numbers.axis(t, scale.step) for t in scale.ticks])
    ax.set_xlabel(words, labelpad=1.5)
    ax.tick_params(axis="x", pad=1.5)


def rows(axes: list[Axes], y: Mapping[str, float], names: Sequence[str] = ()) -> None:
    """Rows down the left side, the headline in bold; names : how they are written, by default as metrics are."""
    for ax in axes:
        ax.set_ylim(max(y.values(), default=0) + 0.6, -0.6)
        ax.set_yticks(list(y.values()), [""] * len(y))
        paper.only_below(ax)
    found = axes[0].set_yticklabels(list(names) or [theme.metric_name(metric) for metric in y])
    for metric, label in zip(y, found, strict=True):
        label.set_fontweight("bold" if metric in BOLD else "normal")
    axes[0].tick_params(axis="y", pad=2)


def title(ax: Axes, words: str, **style) -> None:
    """A panel's title over its left end."""
    ax.text(0, 1, words, transform=ax.transAxes, va="bottom", ha="left", **style)


def key(figure: Figure, systems: pd.DataFrame, sheet: Sheet) -> None:
    """The systems' marks, letters and names, for the legend; systems : rows with place and name."""
    names = systems.drop_duplicates("place").set_index("place")["name"].sort_index()
    labels = {place: f"{theme.letter(int(place))} {name}" for place, name in names.items()}
    paper_legend.entries(
        figure, [Line2D([], [], label=labels[place], linestyle="", **style(place, sheet)) for place in names.index]
    )
