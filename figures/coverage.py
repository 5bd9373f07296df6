"""Coverage of label sets as a dot plot: mentions labelled before propagation and after, of gold and of each system."""

from __future__ import annotations

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from figures import layout, numbers, theme
from figures.frames import Systems
from figures.scales import Scale, score_scale
from metrics.typed.coverage import GOLD

GOLD_MARK = theme.Mark("gold", theme.GOLD, "line-ns", "solid", "❘", "|", "-", theme.GOLD_GREY)
ROW = 44  # pixels of a label set
LONGEST = 26
AXIS = f"gold's or the system's mentions with a label (%{numbers.NBSP}of its mentions)"
STEPS = ("before", "after")


def coverage_frame(found: pd.DataFrame, systems: Systems) -> pd.DataFrame:
    """One row for each label set, side and step: metric (the set), step, lane (gold 0), place (-1), value, low, high, text.

    found : scores of coverage.count_coverage(), the set in the column `group`.
    """
    names = (GOLD, *systems.pair)
    place = dict(zip(names, (-1, *(systems.places[k] for k in systems.picked)), strict=True))
    frame = found.rename(columns={"metric": "step", "group": "metric", "system": "name", "f1": "value"})
    frame = frame.assign(lane=frame["name"].map({name: k for k, name in enumerate(names)}), place=frame["name"].map(place))
    frame["series"] = [GOLD if p < 0 else theme.letter(p) for p in frame["place"]]
    y = {name: float(k) for k, name in enumerate(dict.fromkeys(frame["metric"]))}
    frame["text"] = [_hover(row) for row in frame.to_dict("records")]
    columns = ["metric", "step", "lane", "place", "series", "name", "value", "low", "high", "reason", "text"]
    return frame[columns].assign(y=frame["metric"].map(y)).reset_index(drop=True)


def _hover(row: dict) -> str:
    number = f"{numbers.points(row['value'])}{numbers.NBSP}% {numbers.interval(row['low'], row['high'])}".strip()
    who = row["series"] if row["name"] == row["series"] else f"{row['series']} {theme.shortened(row['name'], 40)}"
    return f"<b>{theme.chart_text(who)}</b><br>{theme.chart_text(row['metric'])}, {row['step']} propagation<br>{number}"


def mark_of(place: int) -> theme.Mark:
    """Gold's mark or a system's."""
    return GOLD_MARK if place < 0 else theme.mark(place)


def scale_of(frame: pd.DataFrame) -> Scale:
    """The axis of shares."""
    return score_scale(frame)


def screen(frame: pd.DataFrame) -> go.Figure:
    """The dot plot of coverage_frame(): hollow before propagation, filled after, joined by a dotted line.

    customdata of a mark is (hover text, label set, series).
    """
    y = dict(zip(frame["metric"], frame["y"], strict=True))
    offsets = layout.offsets(int(frame["lane"].max()) + 1) * 0.75
    figure = go.Figure().set_subplots(1, 1)
    for lane, rows in frame.groupby("lane"):
        mark = mark_of(int(rows["place"].iloc[0]))
        before, after = (rows[rows["step"] == step] for step in STEPS)
        between = np.column_stack([before["value"], after["value"], np.full(len(before), np.nan)]).ravel()
        where = (before["y"] + offsets[lane]).to_numpy()
        figure.add_trace(
            go.Scatter(
                x=between, y=np.repeat(where, 3), mode="lines", line={"color": mark.colour, "width": 1, "dash": "dot"},
                hoverinfo="skip", name=f"{mark.letter} between",
            )
        )  # fmt: skip
        for rows_of, hollow in ((before, True), (after, False)):
            trace = layout.points(rows_of, rows_of["y"] + offsets[lane], mark, hollow and mark is not GOLD_MARK)
            if mark is GOLD_MARK:
                trace.marker.update(symbol="line-ns", size=12, line={"width": 1.2 if hollow else 2.6, "color": theme.GOLD})
            trace.update(customdata=rows_of["text"].tolist())
            figure.add_trace(layout.knowing(trace, rows_of, "metric", "series"))
    scale = scale_of(frame)
    layout.score_axis(figure, 1, scale)
    figure.update_xaxes(title_text=AXIS)
    layout.rows(figure, y)
    names = [theme.chart_text(name) for name in theme.apart(list(y), LONGEST)]
    figure.update_yaxes(ticktext=names)
    left = int(max(layout.MARGIN["l"], 18 + 6.4 * max(min(len(name), LONGEST) for name in y)))
    return layout.finish(figure, ROW * len(y) + 70, {"l": left, "t": 10})
