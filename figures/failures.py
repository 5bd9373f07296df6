"""Own and shared errors with what mending brings, and the heat map of groups by error type, on the screen."""

from __future__ import annotations

import numpy as np
import pandas as pd
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from figures import layout, numbers, theme
from figures.confusion import cell_colours
from figures.failure_frames import BOTH, GAIN
from figures.frames import DIFFERENCE
from metrics.errors.types import TYPES

ROOM = 1.32  # of a bar panel's width against its longest bar: the numbers stand at the ends
BAR = 0.62
CELL = 26
LONGEST = 18


def shown(frame: pd.DataFrame) -> list[str]:
    """The bar panels in order: A alone, both, B alone."""
    lanes = frame[frame["panel"] != GAIN].drop_duplicates("panel").sort_values("lane")["panel"].tolist()
    own = [panel for panel in lanes if panel != BOTH]
    return [own[0], BOTH, own[1]] if len(own) > 1 else own


def title(panel: str, alone: bool) -> str:
    """What stands over a panel."""
    return "Errors" if alone else "Both" if panel == BOTH else f"Only {panel}"


def types_of(frame: pd.DataFrame) -> dict[str, float]:
    """Where each type stands, the one that brings most first."""
    return frame.drop_duplicates("metric").sort_values("y").set_index("metric")["y"].astype(float).to_dict()


def screen(frame: pd.DataFrame) -> go.Figure:
    """The figure of shared_frame(): bars from zero, A alone, both, B alone; then the gain with its intervals."""
    bars = shown(frame)
    widths = [0.2 if len(bars) > 1 else 0.4] * len(bars)
    figure = make_subplots(1, len(bars) + 1, shared_yaxes=True, column_widths=[*widths, 1 - sum(widths)], horizontal_spacing=0.04)
    most = max(float(frame.loc[frame["panel"] != GAIN, "value"].max()), 1.0)
    y = types_of(frame)
    for column, panel in enumerate(bars, 1):
        figure.add_trace(_bars(frame[frame["panel"] == panel]), 1, column)
        figure.update_xaxes(range=[0, ROOM * most], showticklabels=False, ticks="", row=1, col=column)
        figure.update_xaxes(showgrid=False, zeroline=False, fixedrange=True, row=1, col=column)
        total = numbers.count(frame.loc[frame["panel"] == panel, "value"].sum())
        layout.title(figure, column, f"{title(panel, len(bars) == 1)}, {total}")
    _gain_panel(figure, len(bars) + 1, frame[frame["panel"] == GAIN], y)
    layout.rows(figure, y)
    return layout.finish(figure, 31 * len(y) + 86, {"l": 128, "r": 16})


def _bars(rows: pd.DataFrame) -> go.Bar:
    place = int(rows["place"].iloc[0])
    colour = theme.GREY if place < 0 else theme.mark(place).colour
    return go.Bar(
        x=rows["value"], y=rows["y"], orientation="h", width=BAR, name=str(rows["series"].iloc[0]),
        marker={"color": colour, "line": {"width": 0}}, text=[numbers.count(n) for n in rows["value"]], textposition="outside",
        textfont={"size": layout.SIZE}, constraintext="none", cliponaxis=False,
        customdata=rows[["text", "metric", "panel"]].to_numpy(), hovertemplate="%{customdata[0]}<extra></extra>",
        selected={"marker": {"opacity": 1}}, unselected={"marker": {"opacity": 1}},
    )  # fmt: skip


def _gain_panel(figure: go.Figure, column: int, rows: pd.DataFrame, y: dict[str, float]) -> None:
    offsets = layout.offsets(int(rows["lane"].max()) + 1) if len(rows) else []
    for lane, part in rows.groupby("lane"):
        trace = layout.points(part, part["y"] + offsets[int(lane)], theme.mark(int(part["place"].iloc[0])))
        keep = {"marker": {"opacity": 1}}
        trace.update(customdata=part[["text", "metric", "series"]].to_numpy(), hovertemplate="%{customdata[0]}<extra></extra>")
        figure.add_trace(trace.update(selected=keep, unselected=keep), 1, column)
    layout.difference_axis(figure, column, rows, "gain in CoNLL (points)")
    layout.not_defined(figure, column, rows, y, 0)
    layout.title(figure, column, "If all were mended")


def heat(frame: pd.DataFrame) -> go.Figure:
    """The heat map of heat_frame(); every cell can be clicked and knows its type and group."""
    names = groups_of(frame)
    z, top = matrix(frame, len(names))
    signed = bool((frame["show"] == DIFFERENCE).any())
    colours = cell_colours(frame["places"].iloc[0] if len(frame) else (0,), signed)
    figure = go.Figure(go.Heatmap(z=z, zmin=-top if signed else 0, zmax=top, colorscale=colours, showscale=False))
    figure.update_traces(xgap=1, ygap=1, hoverinfo="skip")
    figure.add_trace(_cells(frame, signed))
    axis = {"showgrid": False, "zeroline": False, "fixedrange": True, "ticks": "", "ticklabelstandoff": 6}
    heads = [kind.replace(" ", "<br>") for kind in TYPES]
    figure.update_xaxes(**axis, side="top", tickvals=list(range(len(TYPES))), ticktext=heads, range=[-0.5, len(TYPES) - 0.5])
    figure.update_xaxes(tickangle=0)
    labels = [theme.chart_text(name) for name in theme.apart([name or "all" for name in names], LONGEST)]
    figure.update_yaxes(**axis, tickvals=list(range(len(names))), ticktext=labels, range=[len(names) - 0.5, -0.5])
    return layout.finish(figure, CELL * len(names) + 50, {"l": 128, "t": 44, "b": 6, "r": 16})


def groups_of(frame: pd.DataFrame) -> list[str]:
    """The rows' names in order."""
    return frame.drop_duplicates("y").sort_values("y")["group"].tolist()


def matrix(frame: pd.DataFrame, rows: int) -> tuple[np.ndarray, float]:
    """What gives the cells their colour, square roots of the numbers with their sign, and the end of the scale."""
    z = np.zeros((rows, len(TYPES)))
    z[frame["y"], frame["x"]] = np.sign(frame["n"]) * np.sqrt(frame["n"].abs())
    return z, max(float(np.abs(z).max(initial=0.0)), 1.0)


def written(row, signed: bool) -> str:
    """A cell's number; a plain 0 of a count is left out."""
    return numbers.change(row.n) if signed else numbers.count(row.n) if row.n else ""


def _cells(frame: pd.DataFrame, signed: bool) -> go.Scatter:
    """Invisible squares with the numbers: a heat map itself cannot be clicked."""
    keep = {"marker": {"opacity": 1}}
    return go.Scatter(
        x=frame["x"], y=frame["y"], name="cells", mode="markers+text", text=[written(row, signed) for row in frame.itertuples()],
        textfont={"size": layout.SIZE - 1}, marker={"size": 22, "symbol": "square", "color": "rgba(0,0,0,0)"},
        selected=keep, unselected=keep, customdata=frame[["text", "type", "group", "named"]].to_numpy(),
        hovertemplate="%{customdata[0]}<extra></extra>", cliponaxis=False,
    )  # fmt: skip
