"""What singletons are worth: every metric with and without them, one dumbbell for each system."""

from __future__ import annotations

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from figures import layout, numbers, theme
from figures.frames import rows_of
from figures.scales import Scale, score_scale

ROW = 33
COLUMN = 56  # pixels of a column of numbers at the right
FLIP = "⇄"
CHANGE = "kept − dropped"
SIDES = ("dropped", "kept")
TITLE_WIDTH = 92
COLUMNS_SHOWN = 4


def screen(frame: pd.DataFrame) -> go.Figure:
    """The dumbbells of dumbbell_frame(): hollow is dropped, filled is kept; at the right, what singletons add.

    customdata of every system's mark is (hover text, series, singletons kept or dropped).
    """
    y = rows_of(frame)
    systems = frame[frame["lane"] >= 0]
    scale = scale_of(frame)
    figure = go.Figure().set_subplots(1, 1)
    layout.score_axis(figure, 1, scale)
    layout.baselines(figure, 1, side(frame[frame["lane"] < 0], "kept"), y, scale)
    offsets = layout.offsets(int(systems["lane"].max()) + 1)
    for lane, rows in systems.groupby("lane"):
        _dumbbells(figure, rows, rows["metric"].map(y) + offsets[lane])
    layout.not_defined(figure, 1, side(systems, "kept"), y, scale.start)
    width = _numbers_at_right(figure, systems, y)
    layout.rows(figure, y)
    height = layout.row_height(len(offsets), ROW) * (max(y.values()) + 1.24) + 50 + layout.MARGIN["b"]
    return layout.finish(figure, height, {"r": width, "t": 50})


def side(rows: pd.DataFrame, which: str) -> pd.DataFrame:
    """The rows with value, low, high and reason of one side, "kept" or "dropped"."""
    names = {f"{which}_low": "low", f"{which}_high": "high", f"{which}_reason": "reason"}
    return rows.rename(columns=names).assign(value=rows[which])


def scale_of(frame: pd.DataFrame) -> Scale:
    """The axis that holds both sides."""
    return score_scale(pd.concat([side(frame, which)[["lane", "value", "low", "high"]] for which in SIDES]))


def _dumbbells(figure: go.Figure, rows: pd.DataFrame, y: pd.Series) -> None:
    """One system: dotted lines between hollow and filled marks, each with its interval."""
    mark = theme.mark(int(rows["place"].iloc[0]))
    between = np.column_stack([rows["dropped"], rows["kept"], np.full(len(rows), np.nan)]).ravel()
    figure.add_trace(
        go.Scatter(
            x=between, y=np.repeat(y.to_numpy(), 3), mode="lines", line={"color": mark.colour, "width": 1, "dash": "dot"},
            hoverinfo="skip", name=f"{mark.letter} between", connectgaps=False,
        )
    )  # fmt: skip
    for which in SIDES:
        trace = layout.points(side(rows, which), y, mark, hollow=which == "dropped")
        trace.name = f"{mark.letter} {which}"
        trace.customdata = [f"{text}<br>singletons {which}" for text in trace.customdata]
        trace.marker.size = 8.5
        figure.add_trace(layout.knowing(trace, rows.assign(which=which), "series", "which"))


def _numbers_at_right(figure: go.Figure, systems: pd.DataFrame, y: dict[str, float]) -> int:
    """Columns "kept − dropped" of each system and the marks of flips; returns the margin that they need, in pixels."""
    shown = [(lane, rows) for lane, rows in systems.groupby("lane") if lane < COLUMNS_SHOWN]
    width = max(len(shown) * COLUMN, TITLE_WIDTH)
    words = [_above(CHANGE, width, 24)]
    for k, (_, rows) in enumerate(shown, 1):
        words.append(_above(f"<b>{rows['series'].iloc[0]}</b>", k * COLUMN, 4))
        known = [row for row in rows.itertuples() if not numbers.missing(row.change)]
        words += [_beside(y[row.metric], numbers.signed(row.change), k * COLUMN) for row in known]
    turned = systems.loc[systems["flips"], "metric"].unique()
    words += [_beside(y[metric], FLIP, len(shown) * COLUMN + 26) for metric in turned]
    # All at once: Plotly checks those that are there again with each that is added.
    figure.update_layout(annotations=[*figure.layout.annotations, *words])
    return width + 34


def _above(words: str, right: float, up: float) -> dict:
    """A head over a column of numbers, right-aligned so many pixels to the right of the plot."""
    place = {"x": 1, "xref": "paper", "y": 1, "yref": "paper", "xanchor": "right", "yanchor": "bottom"}
    return {**place, "text": words, "showarrow": False, "xshift": right, "yshift": up, "font": {"size": layout.TITLE}}


def _beside(y: float, words: str, right: float) -> dict:
    """Words right-aligned so many pixels to the right of the plot."""
    place = {"x": 1, "xref": "paper", "y": y, "xanchor": "right", "xshift": right}
    return {**place, "text": words, "showarrow": False, "font": {"size": layout.SIZE}}
