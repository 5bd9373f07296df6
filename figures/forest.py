"""The forest plot of all metrics: every system with its interval, singletons kept and dropped where there are any, and B − A."""

from __future__ import annotations

import pandas as pd
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from figures import layout, theme
from figures.frames import DIFFERENCE, rows_of
from figures.scales import Scale, score_scale

PANELS = {"keep": "Singletons kept", "drop": "Singletons dropped", "": "Score"}
KNOWN = ("metric", "series", "singletons", "value")  # what a clicked mark stands for
DIFFERENCE_MARK = theme.Mark("", theme.GOLD, "circle", "solid", "●", "o", "-", theme.GOLD_GREY)


def screen(frame: pd.DataFrame) -> go.Figure:
    """The forest plot from forest_frame(): one panel for each singleton policy, one for the difference if there is one.

    customdata of every mark but a baseline's is (hover text, metric, series, singletons, value).
    """
    y = rows_of(frame)
    panels = [panel for panel in PANELS if (frame["panel"] == panel).any()]
    differences = frame[frame["panel"] == DIFFERENCE]
    shares = [0.36] * len(panels) + [0.28] * (len(differences) > 0)
    figure = make_subplots(1, len(shares), shared_yaxes=True, column_widths=shares, horizontal_spacing=0.05)
    scale = score_scale(frame[frame["panel"] != DIFFERENCE])
    for column, panel in enumerate(panels, 1):
        scores_panel(figure, column, frame[frame["panel"] == panel], y, scale)
        layout.title(figure, column, PANELS[panel])
    if len(differences):
        differences_panel(figure, len(shares), differences, y)
    layout.rows(figure, y)
    row = layout.row_height(int(frame["lane"].max()) + 1)
    return layout.finish(figure, row * (max(y.values()) + 1.24) + layout.MARGIN["t"] + layout.MARGIN["b"])


def scores_panel(figure: go.Figure, column: int, frame: pd.DataFrame, y: dict[str, float], scale: Scale) -> None:
    """A panel of scores; y : where each row stands."""
    systems = frame[frame["lane"] >= 0]
    layout.score_axis(figure, column, scale)
    layout.baselines(figure, column, frame[frame["lane"] < 0], y, scale)
    offsets = layout.offsets(int(systems["lane"].max()) + 1)
    for lane, rows in systems.groupby("lane"):
        mark = theme.mark(int(rows["place"].iloc[0]))
        trace = layout.points(rows, rows["metric"].map(y) + offsets[lane], mark)
        figure.add_trace(layout.knowing(trace, rows, *KNOWN), 1, column)
    layout.not_defined(figure, column, systems, y, scale.start)


def differences_panel(figure: go.Figure, column: int, rows: pd.DataFrame, y: dict[str, float]) -> None:
    """The panel of differences."""
    for policy, offset in (("keep", -0.17), ("drop", 0.17), ("", 0.0)):
        part = rows[rows["singletons"] == policy]
        if len(part):
            trace = layout.points(part, part["metric"].map(y) + offset, DIFFERENCE_MARK, hollow=policy == "drop")
            figure.add_trace(layout.knowing(trace, part, *KNOWN), 1, column)
    name = rows["series"].iloc[0]
    layout.difference_axis(figure, column, rows, f"{name} (points)")
    layout.not_defined(figure, column, rows, y, 0)
    layout.title(figure, column, f"{name}: ● kept ○ dropped" if rows["singletons"].any() else name)
