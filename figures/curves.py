"""Scores against thresholds and against gold: precision, recall and F1 at every threshold, and how often a score is right."""

from __future__ import annotations

import numpy as np
import pandas as pd
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from figures import layout, numbers, theme
from figures.frames import Systems
from figures.scales import nice_step
from metrics.classification.curves import BINS

PANELS = {"f1": "F1", "precision": "Precision", "recall": "Recall"}
HEIGHT = 270
LARGEST = 15  # pixels of the largest mark of the reliability diagram
SMALLEST = 6
WIDE = {"l": 46, "t": 30, "b": 50, "r": 14}


def threshold_frame(found: list[pd.DataFrame], systems: Systems) -> pd.DataFrame:
    """The curves of the picked systems: one row for each system, panel (f1, precision, recall) and threshold.

    found : threshold_curve() of each. Columns: lane, place, series, name, panel, threshold, value, predicted, chosen.
    """
    parts = [
        rows.melt(["threshold", "predicted", "chosen"], list(PANELS), "panel", "value").assign(**_who(systems, lane))
        for lane, rows in enumerate(found)
        if len(rows)
    ]
    return pd.concat(parts, ignore_index=True) if parts else pd.DataFrame()


def reliability_frame(found: list[pd.DataFrame], systems: Systems) -> pd.DataFrame:
    """The bins of the picked systems that hold a score. found : reliability() of each.

    Columns: lane, place, series, name, low, high (of the bin), count, score (mean) and share (of those that gold has).
    """
    parts = [rows[rows["count"] > 0].assign(**_who(systems, lane)) for lane, rows in enumerate(found) if len(rows)]
    return pd.concat(parts, ignore_index=True) if parts else pd.DataFrame()


def _who(systems: Systems, lane: int) -> dict:
    number = systems.picked[lane]
    return {"lane": lane, "place": systems.places[number], "series": systems.letters[lane], "name": systems.names[number]}


def bounds(frame: pd.DataFrame) -> tuple[float, float]:
    """The axis of thresholds: 0 to 1 where all scores lie there, else from the least to the largest."""
    low, high = float(frame["threshold"].min()), float(frame["threshold"].max())
    if low >= 0 and high <= 1:
        return 0.0, 1.0
    return (low, high) if high > low else (low - 0.5, high + 0.5)


def ticks(low: float, high: float) -> tuple[list[float], list[str]]:
    """Where an axis of scores has its ticks, and how they are written."""
    step = nice_step(high - low, 5)
    at = [round(step * k, 10) + 0.0 for k in range(int(np.ceil(low / step - 1e-9)), int(np.floor(high / step + 1e-9)) + 1)]
    return at, [f"{value:g}".replace("-", numbers.MINUS) for value in at]


def threshold_screen(frame: pd.DataFrame) -> go.Figure:
    """The curves, F1 first; a mark stands at the chosen threshold."""
    figure = make_subplots(1, len(PANELS), shared_yaxes=True, horizontal_spacing=0.04)
    low, high = bounds(frame)
    at, written = ticks(low, high)
    for column, (panel, title) in enumerate(PANELS.items(), 1):
        for _, rows in frame[frame["panel"] == panel].groupby("lane"):
            mark = theme.mark(int(rows["place"].iloc[0]))
            figure.add_trace(_line(rows, mark), 1, column)
            figure.add_trace(_chosen(rows[rows["chosen"].astype(bool)], mark), 1, column)
        figure.update_xaxes(
            range=[low, high], tickvals=at, ticktext=written, title=_words("threshold"), **_axis(), row=1, col=column
        )
        layout.title(figure, column, title)
    for value in frame.loc[frame["chosen"].astype(bool), "threshold"].unique():
        figure.add_vline(x=value, line={"color": theme.GREY, "width": 1, "dash": "dot"}, layer="below")
    figure.update_yaxes(range=[0, 102], tickvals=[0, 25, 50, 75, 100], **_axis())
    figure.update_yaxes(title=_words("points"), col=1)
    return layout.finish(figure, HEIGHT, WIDE)


def _line(rows: pd.DataFrame, mark: theme.Mark) -> go.Scatter:
    """Steps: between two scores the labels that are predicted are those of the upper one."""
    hovered = [
        f"<b>{theme.chart_text(r.series)}</b> at {r.threshold:.3f}<br>{PANELS[r.panel]} {numbers.points(r.value)}"
        f"<br>{numbers.count(r.predicted)} predicted"
        for r in rows.itertuples()
    ]
    return go.Scatter(
        x=rows["threshold"], y=rows["value"], name=str(rows["series"].iloc[0]), mode="lines", customdata=hovered,
        line={"color": mark.colour, "dash": mark.dash, "width": 1.8, "shape": "vh"},
        hovertemplate="%{customdata}<extra></extra>",
    )  # fmt: skip


def _chosen(rows: pd.DataFrame, mark: theme.Mark) -> go.Scatter:
    hovered = [f"<b>{theme.chart_text(r.series)}</b> at {r.threshold:g}<br>{numbers.points(r.value)}" for r in rows.itertuples()]
    return go.Scatter(
        x=rows["threshold"], y=rows["value"], name="chosen", mode="markers", customdata=hovered, cliponaxis=False,
        marker={"color": mark.colour, "symbol": mark.symbol, "size": 8}, hovertemplate="%{customdata}<extra></extra>",
    )  # fmt: skip


def reliability_screen(frame: pd.DataFrame) -> go.Figure:
    """How often a score is right against the score, and how many scores there are; on the line they say what they mean.

    customdata of a mark or bar is (hover text, number of the bin from 0, series).
    """
    figure = make_subplots(1, 2, column_widths=[0.55, 0.45], horizontal_spacing=0.12)
    line = {"color": theme.GREY, "width": 1, "dash": "dot"}
    figure.add_trace(go.Scatter(x=[0, 1], y=[0, 100], mode="lines", name="ideal", line=line, hoverinfo="skip"), 1, 1)
    sizes = mark_sizes(frame)
    n = frame["lane"].nunique()
    for lane, rows in frame.groupby("lane"):
        mark = theme.mark(int(rows["place"].iloc[0]))
        hovered = [_bin(row) for row in rows.itertuples()]
        common = {"name": str(rows["series"].iloc[0]), "customdata": hovered}
        points = go.Scatter(
            x=rows["score"], y=100 * rows["share"], mode="lines+markers", cliponaxis=False, **common,
            line={"color": mark.colour, "dash": mark.dash, "width": 1.2},
            marker={"color": mark.colour, "symbol": mark.symbol, "size": sizes[rows.index], "opacity": 1},
        )  # fmt: skip
        width = (rows["high"] - rows["low"]) * 0.84 / n
        x = (rows["low"] + rows["high"]) / 2 + (int(lane) - (n - 1) / 2) * width
        bars = go.Bar(x=x, y=rows["count"], width=width, marker={"color": mark.colour, "line": {"width": 0}}, **common)
        numbered = rows.assign(bin=(BINS * rows["low"]).round().astype(int))
        for column, trace in enumerate((points, bars), 1):
            figure.add_trace(layout.knowing(trace, numbered, "bin", "series"), 1, column)
    at, written = ticks(0.0, 1.0)
    figure.update_xaxes(range=[0, 1], tickvals=at, ticktext=written, title=_words("score"), **_axis())
    figure.update_yaxes(range=[0, 102], tickvals=[0, 25, 50, 75, 100], title=_words("gold agrees (%)"), **_axis(), col=1)
    figure.update_yaxes(**_counts(frame), col=2)
    figure.update_layout(barmode="overlay")
    layout.title(figure, 1, "How often gold agrees")
    layout.title(figure, 2, "How many scores")
    return layout.finish(figure, HEIGHT + 20, WIDE)


def mark_sizes(frame: pd.DataFrame) -> np.ndarray:
    """Diameters of marks whose area is the number of scores."""
    share = np.sqrt(frame["count"].to_numpy(float) / max(float(frame["count"].max()), 1.0))
    return np.maximum(LARGEST * share, SMALLEST)


def _bin(row) -> str:
    return (
        f"<b>{theme.chart_text(row.series)}</b> scores {row.low:g} to {row.high:g}<br>mean score {row.score:.3f}"
        f"<br>gold agrees {numbers.percent(row.share)} of {numbers.count(row.count)}"
    )


def _counts(frame: pd.DataFrame) -> dict:
    """The axis of how many scores there are."""
    top = max(float(frame["count"].max()), 1.0)
    step = max(nice_step(top, 4), 1.0)
    at = [step * k for k in range(int(top // step) + 1)]
    return {"range": [0, 1.04 * top], "tickvals": at, "ticktext": [numbers.count(t) for t in at], "side": "left", **_axis()}


def _axis() -> dict:
    return {"gridcolor": theme.GRID, "showgrid": True, "zeroline": False, "fixedrange": True, "ticks": ""}


def _words(text: str) -> dict:
    return {"text": text, "font": {"size": layout.SIZE}, "standoff": 8}
