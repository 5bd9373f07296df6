"""Scores by subtopic and by topic: every system at both levels, what is lost between them, and the difference of two."""

from __future__ import annotations

import numpy as np
import pandas as pd
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from figures import layout, theme
from figures.forest import DIFFERENCE_MARK
from figures.frames import DIFFERENCE, Systems, forest_frame, rows_of
from figures.scales import score_scale

TOPIC, SUBTOPIC = "topic", "subtopic"
SCORE, DROP = "score", "drop"
CHANGE = "topic − subtopic"
BY = {SUBTOPIC: "by subtopic", TOPIC: "by topic"}
ROW = 38
APART = {TOPIC: -0.075, SUBTOPIC: 0.075}  # of the two marks of a system, in rows
OFFSETS = {TOPIC: -0.17, SUBTOPIC: 0.17, "": 0.0}


def level_frame(
    scores: pd.DataFrame, baselines: pd.DataFrame, drops: pd.DataFrame, differences: pd.DataFrame, systems: Systems
) -> pd.DataFrame:
    """All that the chart shows: frames.COLUMNS and level ("topic", "subtopic", "" for drops).

    The frames are of one singleton policy, as of_policy() has them. panel is "score" (baselines by topic alone), "drop" (how
    much less is left by topic) or "difference".
    """
    frame = forest_frame(scores, baselines[baselines["singletons"] == TOPIC], differences, systems)
    frame = frame.assign(level=frame["singletons"], panel=frame["panel"].where(frame["panel"] == DIFFERENCE, SCORE))
    frame = pd.concat([frame, _drops(drops, systems)], ignore_index=True)
    return frame[~frame["metric"].isin(theme.NO_LINKING)].reset_index(drop=True)


def of_policy(frame: pd.DataFrame, policy: str) -> pd.DataFrame:
    """The rows of a singleton policy, of a frame whose column singletons holds "LEVEL POLICY"; there the level is left."""
    if not len(frame):
        return frame
    parts = frame["singletons"].str.split(" ", expand=True)
    return frame.assign(singletons=parts[0])[(parts[1] == policy).to_numpy()]


def at_level(frame: pd.DataFrame, level: str) -> pd.DataFrame:
    """The rows of a level, likewise; there the policy is left."""
    if not len(frame):
        return frame
    parts = frame["singletons"].str.split(" ", expand=True)
    return frame.assign(singletons=parts[1])[(parts[0] == level).to_numpy()]


def _drops(drops: pd.DataFrame, systems: Systems) -> pd.DataFrame:
    """The rows of what is lost, one for each system of the chart."""
    lanes = {systems.names[k]: lane for lane, k in enumerate(systems.shown)}
    places = dict(zip(systems.names, systems.places, strict=True))
    rows = drops[drops["a"].isin(lanes)]
    rows = rows.assign(name=rows["a"], lane=rows["a"].map(lanes), place=rows["a"].map(places), panel=DROP, level="")
    columns = ["panel", "level", "metric", "lane", "place", "name", "value", "low", "high", "p", "units", "reason", "differs"]
    return rows[columns].assign(series=rows["place"].map(theme.letter) + f", {CHANGE}", singletons="")


def panels_of(frame: pd.DataFrame) -> list[str]:
    """The panels that the frame holds, in order."""
    return [panel for panel in (SCORE, DROP, DIFFERENCE) if (frame["panel"] == panel).any()]


def baselines_of(frame: pd.DataFrame) -> pd.DataFrame:
    """The rows of baselines."""
    return frame[(frame["panel"] == SCORE) & (frame["lane"] < 0)]


def systems_of(frame: pd.DataFrame, panel: str) -> pd.DataFrame:
    """The rows of systems in a panel."""
    return frame[(frame["panel"] == panel) & (frame["lane"] >= 0)]


def screen(frame: pd.DataFrame) -> go.Figure:
    """The chart of level_frame(): hollow is by subtopic, filled by topic; customdata is (hover text, series, value)."""
    y, panels = rows_of(frame), panels_of(frame)
    shares = {SCORE: 0.42, DROP: 0.29, DIFFERENCE: 0.29}
    figure = make_subplots(
        1, len(panels), shared_yaxes=True, column_widths=[shares[panel] for panel in panels], horizontal_spacing=0.05
    )
    offsets = layout.offsets(int(frame["lane"].max()) + 1)
    _scores(figure, frame, y, offsets)
    for column, panel in enumerate(panels[1:], 2):
        show = _lost if panel == DROP else _apart
        show(figure, column, systems_of(frame, panel), y, offsets)
    layout.rows(figure, y)
    height = layout.row_height(len(offsets), ROW) * (max(y.values()) + 1.24) + layout.MARGIN["t"] + layout.MARGIN["b"]
    return layout.finish(figure, height)


def _scores(figure: go.Figure, frame: pd.DataFrame, y: dict[str, float], offsets: np.ndarray) -> None:
    rows = systems_of(frame, SCORE)
    scale = score_scale(frame[frame["panel"] == SCORE])
    layout.score_axis(figure, 1, scale)
    layout.baselines(figure, 1, baselines_of(frame), y, scale)
    for lane, part in rows.groupby("lane"):
        mark = theme.mark(int(part["place"].iloc[0]))
        for level in BY:
            place = offsets[int(lane)] + APART[level]
            _add(figure, 1, part[part["level"] == level], y, place, (mark, level == SUBTOPIC))
    layout.not_defined(figure, 1, rows, y, scale.start)
    layout.title(figure, 1, "● by topic ○ by subtopic")


def _add(figure: go.Figure, column: int, rows: pd.DataFrame, y: dict[str, float], offset: float, how: tuple) -> None:
    """Marks with intervals; how : a mark, and whether it is hollow."""
    if rows.empty:
        return
    mark, hollow = how
    trace = layout.points(rows, rows["metric"].map(y) + offset, mark, hollow=hollow)
    level = BY.get(rows["level"].iloc[0], "")
    trace.update(name=f"{trace.name} {level}".strip(), customdata=[f"{text}<br>{level}" for text in trace.customdata])
    figure.add_trace(layout.knowing(trace, rows, "series", "value"), 1, column)


def _lost(figure: go.Figure, column: int, rows: pd.DataFrame, y: dict[str, float], offsets: np.ndarray) -> None:
    for lane, part in rows.groupby("lane"):
        _add(figure, column, part, y, offsets[int(lane)], (theme.mark(int(part["place"].iloc[0])), False))
    layout.difference_axis(figure, column, rows, f"{CHANGE} (points)")
    layout.not_defined(figure, column, rows, y, 0)
    layout.title(figure, column, "Lost between the levels")


def _apart(figure: go.Figure, column: int, rows: pd.DataFrame, y: dict[str, float], offsets: np.ndarray) -> None:  # noqa: ARG001
    for level, part in rows.groupby("level", sort=False):
        _add(figure, column, part, y, OFFSETS[level], (DIFFERENCE_MARK, level == SUBTOPIC))
    name = rows["series"].iloc[0]
    layout.difference_axis(figure, column, rows, f"{name} (points)")
    layout.not_defined(figure, column, rows, y, 0)
    layout.title(figure, column, name)
