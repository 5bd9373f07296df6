"""What is taken for what, as a heat map whose cells can be clicked."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from figures import layout, numbers, theme
from figures.frames import Systems

MOST_VALUES = 14
OTHER = "all others"  # "other" is a label of some corpora
NOTHING = "∅"
DIFFERENCE = "difference"
CAP = 0.68  # of a cell's colour, so that plain ink stays readable on it
CELL = 26  # pixels
LONGEST = 14  # characters of a value


def confusion_frame(cells: pd.DataFrame, systems: Systems, show: str) -> pd.DataFrame:
    """The matrix: one row for each pair of values, those in most errors first; the rest of the values are one, `all others`.

    cells : compare_confusions(), where "" as a value is nothing at all, ∅, and stands last. show : a picked system's letter,
    or "difference" (errors of B less those of A).
    Columns: gold, predicted, x, y, n (what the cell shows), right (on the diagonal), named (no part is `all others`), text
    (hover); show and places are the same in every row.
    """
    cells = _named(cells)
    names, known = _values(cells)
    frame = cells.assign(gold=cells["gold"].where(cells["gold"].isin(known), OTHER))
    frame["predicted"] = cells["predicted"].where(cells["predicted"].isin(known), OTHER)
    frame["right"] = ~cells["wrong"]
    counts = [f"count_{k}" for k in range(len(systems.picked))]
    apart = (frame["gold"] == OTHER) & (frame["predicted"] == OTHER) & frame["right"]
    frame = frame[~apart].groupby(["gold", "predicted", "right"], sort=False)[counts].sum().reset_index()
    place = {name: k for k, name in enumerate(names)}
    frame["y"], frame["x"] = frame["gold"].map(place), frame["predicted"].map(place)
    frame["n"] = frame[counts[-1]] - frame[counts[0]] if show == DIFFERENCE else frame[counts[systems.letters.index(show)]]
    frame["named"] = (frame["gold"] != OTHER) & (frame["predicted"] != OTHER)
    frame["text"] = [_hover(row, systems) for row in frame.to_dict("records")]
    frame["places"] = [tuple(systems.places[k] for k in systems.picked)] * len(frame)
    return frame.assign(show=show).reset_index(drop=True)


def _named(cells: pd.DataFrame) -> pd.DataFrame:
    return cells.replace({"gold": {"": NOTHING}, "predicted": {"": NOTHING}})


def _values(cells: pd.DataFrame) -> tuple[list[str], list[str]]:
    """The values of the matrix in order, and those of them that are shown by name."""
    wrong = cells[cells["wrong"]]
    counts = wrong.filter(like="count_").sum(axis=1)
    often = counts.groupby(wrong["gold"]).sum().add(counts.groupby(wrong["predicted"]).sum(), fill_value=0)
    known = often.sort_values(ascending=False, kind="stable").index[:MOST_VALUES].tolist()
    rest = set(cells["gold"]) | set(cells["predicted"])
    last = [name for name in known if name == NOTHING]
    names = [*(name for name in known if name != NOTHING), *([OTHER] if rest - set(known) else []), *last]
    return names, known


def _hover(row: dict, systems: Systems) -> str:
    what = f"{theme.chart_text(row['gold'])} taken for {theme.chart_text(row['predicted'])}"
    if NOTHING in (row["gold"], row["predicted"]):
        missed = row["predicted"] == NOTHING
        what = f"{theme.chart_text(row['gold'])} missed" if missed else f"{theme.chart_text(row['predicted'])} spurious"
    if row["right"]:
        what = f"{theme.chart_text(row['gold'])}, right"
    counts = " · ".join(f"{who} {numbers.count(row[f'count_{k}'])}" for k, who in enumerate(systems.letters))
    return f"<b>{what}</b><br>{counts}"


def rgba(colour: str, alpha: float) -> str:
    """A hex colour with alpha."""
    red, green, blue = (int(colour[k : k + 2], 16) for k in (1, 3, 5))
    return f"rgba({red},{green},{blue},{alpha:g})"


def labels(frame: pd.DataFrame) -> list[str]:
    """The values in order, as they are written beside rows and columns."""
    found = {**dict(zip(frame["x"], frame["predicted"], strict=True)), **dict(zip(frame["y"], frame["gold"], strict=True))}
    return theme.apart([found.get(k, OTHER) for k in range(max(found, default=-1) + 1)], LONGEST)


def screen(frame: pd.DataFrame) -> go.Figure:
    """The heat map; every cell with words can be clicked and knows its values."""
    names = labels(frame)
    n, signed = len(names), bool((frame["show"] == DIFFERENCE).any())
    z = matrix(frame, n)
    top = max(float(np.nanmax(np.abs(z), initial=0.0)), 1.0)
    colours = cell_colours(frame["places"].iloc[0] if len(frame) else (0,), signed)
    figure = go.Figure(
        go.Heatmap(z=z, zmin=-top if signed else 0, zmax=top, colorscale=colours, showscale=False, hoverinfo="skip")
    )
    figure.update_traces(xgap=1, ygap=1)
    figure.add_trace(_cells(frame[(frame["n"] != 0) | frame["right"]], numbers.change if signed else numbers.count))
    axis = {"tickvals": list(range(n)), "ticktext": [theme.chart_text(name) for name in names], "showgrid": False}
    axis |= {"zeroline": False, "fixedrange": True, "ticks": ""}
    figure.update_xaxes(**axis, side="top", tickangle=-45, range=[-0.5, n - 0.5])
    figure.update_yaxes(**axis, range=[n - 0.5, -0.5], ticklabelstandoff=6)
    longest = max((len(name) for name in names), default=4)
    margin = {"l": 24 + 7 * longest, "t": 22 + 5 * longest, "b": 8, "r": 40}
    return layout.finish(figure, CELL * n + margin["t"] + margin["b"], margin)


def matrix(frame: pd.DataFrame, n: int) -> np.ndarray:
    """The errors as a matrix of square roots, so that the few frequent ones leave the others to be seen; NaN for none."""
    z = np.full((n, n), np.nan)
    errors = frame[~frame["right"]]
    z[errors["y"], errors["x"]] = np.sign(errors["n"]) * np.sqrt(errors["n"].abs())
    return z


def _cells(cells: pd.DataFrame, write: Callable) -> go.Scatter:
    """Invisible squares with the numbers: a heat map itself cannot be clicked."""
    return go.Scatter(
        x=cells["x"],
        y=cells["y"],
        name="cells",
        mode="markers+text",
        text=[write(value) for value in cells["n"]],
        textfont={"size": layout.SIZE - 1},
        marker={"size": 22, "symbol": "square", "color": "rgba(0,0,0,0)"},
        unselected={"marker": {"opacity": 1}},
        customdata=cells[["gold", "predicted", "named", "text"]].to_numpy(),
        hovertemplate="%{customdata[3]}<extra></extra>",
        cliponaxis=False,
    )


def cell_colours(places: Sequence[int], signed: bool) -> list:
    """Grey for counts; for differences the colour of the system that makes fewer errors."""
    if not signed:
        return [[0, rgba(theme.GREY, 0)], [1, rgba(theme.GREY, CAP)]]
    first, second = (theme.mark(place).colour for place in places)
    return [[0, rgba(second, CAP)], [0.5, rgba(second, 0)], [0.5, rgba(first, 0)], [1, rgba(first, CAP)]]
