"""Errors by kind, own and shared: three panels of bars from zero, only A, both, only B."""

from __future__ import annotations

import pandas as pd
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from figures import layout, numbers, theme
from figures.frames import Systems

ROW = 27  # pixels
BAR = 0.58  # of a row
BOTH = 2


def errors_frame(errors: pd.DataFrame, systems: Systems, kinds: dict[str, str]) -> pd.DataFrame:
    """Bars: one row for each kind that occurs and each panel, the most frequent kind first.

    errors : kind and who (0, 1, 2 for both). kinds : their explanations. Columns: kind, about, panel (0 first system, 1 both,
    2 second), title, place (-1 both), n, share (of all errors in the panel), y.
    """
    n = len(systems.picked)
    panels = [(0, 0), (1, BOTH), (2, 1)] if n == 2 else [(0, 0)]
    titles = [f"Only {systems.letters[0]}", "Both", f"Only {systems.letters[-1]}"] if n == 2 else [systems.letters[0]]
    places = [systems.places[systems.picked[0]], -1, systems.places[systems.picked[-1]]]
    counts = errors.groupby(["kind", "who"], observed=True).size()
    total = errors["kind"].value_counts()
    order = sorted(total.index, key=lambda kind: (-total[kind], list(kinds).index(kind)))
    rows = [
        {"kind": kind, "about": kinds[kind], "panel": panel, "title": titles[panel], "place": places[panel],
         "n": int(counts.get((kind, who), 0)), "y": k}
        for k, kind in enumerate(order)
        for panel, who in panels
    ]  # fmt: skip
    frame = pd.DataFrame(rows, columns=["kind", "about", "panel", "title", "place", "n", "y"])
    return frame.assign(share=frame["n"] / frame.groupby("panel")["n"].transform("sum").clip(lower=1))


def screen(frame: pd.DataFrame) -> go.Figure:
    """The bars of errors_frame(); customdata of every bar is (hover text, kind, panel)."""
    panels = sorted(frame["panel"].unique())
    figure = make_subplots(1, len(panels), shared_yaxes=True, horizontal_spacing=0.05)
    top = 1.28 * max(float(frame["n"].max()), 1.0)
    for column, panel in enumerate(panels, 1):
        rows = frame[frame["panel"] == panel]
        figure.add_trace(_bars(rows), 1, column)
        figure.update_xaxes(range=[0, top], showticklabels=False, showgrid=False, zeroline=True, zerolinecolor=theme.GREY,
                            zerolinewidth=1, fixedrange=True, row=1, col=column)  # fmt: skip
        layout.title(figure, column, f"{rows['title'].iloc[0]}, {numbers.count(rows['n'].sum())}")
    kinds = frame.drop_duplicates("kind")
    last = float(frame["y"].max())
    figure.update_yaxes(range=[last + 0.6, -0.6], showgrid=False, zeroline=False, fixedrange=True)
    figure.update_yaxes(tickvals=kinds["y"].tolist(), ticktext=kinds["kind"].tolist(), ticks="", ticklabelstandoff=6, col=1)
    return layout.finish(figure, ROW * (last + 1.2) + layout.MARGIN["t"] + 10, {"l": 78, "b": 10})


def _bars(rows: pd.DataFrame) -> go.Bar:
    place = int(rows["place"].iloc[0])
    hovered = [
        f"<b>{row.title}: {row.kind}</b><br>{row.about}<br>{numbers.count(row.n)} errors, {numbers.percent(row.share)} of these"
        for row in rows.itertuples()
    ]
    keep = {"marker": {"opacity": 1}, "textfont": {"color": None}}
    return go.Bar(
        x=rows["n"], y=rows["y"], orientation="h", name=rows["title"].iloc[0], width=BAR, cliponaxis=False,
        marker={"color": theme.GREY if place < 0 else theme.mark(place).colour, "line": {"width": 0}},
        text=[numbers.count(n) for n in rows["n"]], textposition="outside", constraintext="none",
        customdata=list(zip(hovered, rows["kind"], rows["panel"].tolist(), strict=True)),
        hovertemplate="%{customdata[0]}<extra></extra>", selected=keep, unselected=keep,
    )  # fmt: skip
