"""A document at a glance: a thin strip that shows where its errors are; each mark leads to its error."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import plotly.graph_objects as go

from figures import layout, theme
from figures.reader_rows import Row
from figures.reader_words import Head, said
from metrics.reading import Reading

LANE = 15  # pixels a system


def map_frame(reading: Reading, places: Sequence[int], heads: Sequence[Head]) -> pd.DataFrame:
    """One row an error: x (its word), lane, place, error (its number), text (hover). places : of the systems."""
    errors = reading.errors
    frame = pd.DataFrame({"x": errors["start"].to_numpy(float), "lane": errors["column"].to_numpy() - 1})
    frame["place"] = [places[lane] for lane in frame["lane"]]
    frame["error"] = errors["error"].to_numpy()
    words = [theme.shortened(said(row, heads[row.column]), 90) for row in errors.itertuples()]
    return frame.assign(text=[f"Error {k}<br>{theme.chart_text(w)}" for k, w in zip(frame["error"], words, strict=True)])


def strip(frame: pd.DataFrame, rows: Sequence[Row], shown: tuple[int, int], current: int, lanes: int) -> go.Figure:
    """The strip of map_frame(). shown : the rows of the page that is shown; current : the error that is marked, 0 for none."""
    end = rows[-1].end if rows else 1
    figure = go.Figure()
    if shown != (0, len(rows)) and rows:
        first, last = rows[shown[0]].start, rows[shown[1] - 1].end
        figure.add_vrect(x0=first, x1=last, fillcolor=theme.BAND, line_width=0, layer="below")
    for lane, part in frame.groupby("lane"):
        colour = theme.mark(int(part["place"].iloc[0])).colour
        keep = {"marker": {"opacity": 1}}
        figure.add_trace(
            go.Scatter(
                x=part["x"], y=part["lane"], mode="markers", name=str(lane), cliponaxis=False, selected=keep, unselected=keep,
                marker={"symbol": "line-ns", "size": 11, "line": {"width": 1.4, "color": colour}, "color": colour},
                customdata=part[["text", "error"]].to_numpy(), hovertemplate="%{customdata[0]}<extra></extra>",
            )
        )  # fmt: skip
    here = frame[frame["error"] == current]
    figure.add_trace(
        go.Scatter(
            x=here["x"], y=here["lane"], mode="markers", name="current", hoverinfo="skip", cliponaxis=False,
            marker={"symbol": "circle-open", "size": 14, "color": theme.GREY, "line": {"width": 1.6}},
        )
    )  # fmt: skip
    quiet = {"showgrid": False, "zeroline": False, "fixedrange": True, "ticks": "", "showticklabels": False}
    figure.update_xaxes(range=[-0.5, max(end, 1) - 0.5], showline=True, linecolor=theme.GREY, linewidth=1, **quiet)
    letters = [theme.letter(place) for place in frame.drop_duplicates("lane").sort_values("lane")["place"]]
    figure.update_yaxes(**quiet | {"showticklabels": True}, range=[lanes - 0.4, -0.6])
    figure.update_yaxes(tickvals=sorted(frame["lane"].unique()), ticktext=letters)
    return layout.finish(figure, LANE * lanes + 14, {"l": 22, "r": 10, "t": 6, "b": 6})
