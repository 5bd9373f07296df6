"""Scores by label, or any other group of spans, as a dot plot: scores, their difference, and what a group costs."""

from __future__ import annotations

import re
from html import unescape

import pandas as pd
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from figures import layout, numbers, theme
from figures.confusion import rgba
from figures.forest import DIFFERENCE_MARK
from figures.frames import DIFFERENCE
from figures.scales import Scale, difference_scale, nice_step, score_scale
from figures.span_frames import GAP, TOTALS

ROW = 21  # pixels
LETTER = 6.3  # pixels of a letter in a label, about
LONGEST = 22  # characters of a label
RULE_Y = len(TOTALS) - 1 + (1 + GAP) / 2
TITLES = 34  # pixels above the plot
BAR = 0.56  # of a row
PRINTED = 50  # pixels for a column of numbers


def screen(frame: pd.DataFrame) -> go.Figure:
    """The dot plot of groups_frame().

    customdata of every mark is (hover text, group, whether it is micro or macro, series, value); of a bar, of all systems, its
    series is "".
    """
    scores, differences = frame[frame["panel"] == ""], frame[frame["panel"] == DIFFERENCE]
    two = len(differences) > 0
    shares = [0.45, 0.38, 0.17] if two else [0.72, 0.28]
    figure = make_subplots(1, len(shares), shared_yaxes=True, column_widths=shares, horizontal_spacing=0.04)
    if two:  # room for the printed differences beside their panel
        figure.layout.xaxis2.domain = [figure.layout.xaxis2.domain[0], figure.layout.xaxis2.domain[1] - 0.075]
    _scores(figure, scores)
    if two:
        _differences(figure, differences)
    _costs(figure, len(shares), frame[~frame["total"]].drop_duplicates("y"))
    return _finished(figure, frame)


def _scores(figure: go.Figure, rows: pd.DataFrame) -> None:
    """Every system with its intervals, a faint line at its micro F1."""
    scale = firm_scale(rows)
    offsets = layout.offsets(int(rows["lane"].max()) + 1)
    for lane, part in rows.groupby("lane"):
        mark = theme.mark(int(part["place"].iloc[0]))
        on = clipped(part[~(part["value"] < scale.start)], Scale(scale.start, 100.0, scale.start, scale.step))
        if len(on):
            figure.add_trace(_clickable(layout.points(on, on["y"] + offsets[lane], mark), on), 1, 1)
        for value in part.loc[part["total"] & (part["key"] == TOTALS[0]), "value"].dropna():
            figure.add_vline(x=value, line={"color": rgba(mark.colour, 0.4), "width": 1}, row=1, col=1, layer="below")
    layout.score_axis(figure, 1, scale)
    _not_defined(figure, 1, rows, scale.start)
    _below(figure, rows[rows["value"] < scale.start], scale)
    layout.title(figure, 1, "F1")


def firm_scale(rows: pd.DataFrame) -> Scale:
    """The axis of scores, as wide as the rows that are not rare need; marks below stand at its edge."""
    firm = rows[~rows["rare"].astype(bool)]
    return score_scale(firm if firm["value"].notna().any() else rows)


def clipped(rows: pd.DataFrame, scale: Scale) -> pd.DataFrame:
    """The rows with their intervals cut where the axis ends."""
    return rows.assign(low=rows["low"].clip(lower=scale.low), high=rows["high"].clip(upper=scale.high))


def _below(figure: go.Figure, rows: pd.DataFrame, scale: Scale) -> None:
    """Marks of rare rows that lie below the axis, as "‹●" at its left edge."""
    words = []
    for y, part in rows.groupby("y", sort=False):
        glyphs = "".join(f'<span style="color:{(m := theme.mark(int(p))).colour}">{m.glyph}</span>' for p in part["place"])
        hovered = "<br>".join(layout.hover(row) for row in part.to_dict("records"))
        place = {"x": scale.low, "y": y, "xref": "x", "yref": "y", "xshift": -3, "xanchor": "left"}
        words.append({**place, "text": f"‹{glyphs}", "hovertext": hovered, "showarrow": False})
    figure.update_layout(annotations=[*figure.layout.annotations, *words])


def _clickable(trace: go.Scatter, rows: pd.DataFrame) -> go.Scatter:
    """The marks with hover text and what they stand for."""
    hovered = [layout.hover(row) + (f"<br>{row['text']}" if row["text"] else "") for row in rows.to_dict("records")]
    trace.customdata = hovered
    return layout.knowing(trace, rows, "key", "total", "series", "value")


def _not_defined(figure: go.Figure, column: int, rows: pd.DataFrame, x: float) -> None:
    """ "n/a" with its reason in each row where no series has a value."""
    words = []
    for y, part in rows.groupby("y", sort=False):
        if part["value"].isna().all():
            reason = part["reason"].iloc[0]
            text = f"{numbers.NOT_DEFINED}: {theme.chart_text(reason)}" if isinstance(reason, str) else numbers.NOT_DEFINED
            place = {"x": x, "y": y, "xref": f"x{column if column > 1 else ''}", "yref": "y", "xanchor": "left"}
            words.append({**place, "text": text, "showarrow": False, "font": {"size": layout.SIZE - 1}})
    figure.update_layout(annotations=[*figure.layout.annotations, *words])


def _differences(figure: go.Figure, rows: pd.DataFrame) -> None:
    """The differences on a zoomed axis: filled and printed in bold where settled, hollow where not."""
    name, scale = rows["series"].iloc[0], zoomed(rows)
    off = (rows["value"] < scale.low) | (rows["value"] > scale.high)
    for settled in (True, False):
        part = clipped(rows[(rows["differs"].astype(bool) == settled) & ~off], scale)
        if len(part):
            trace = layout.points(part, part["y"], DIFFERENCE_MARK, hollow=not settled)
            figure.add_trace(_clickable(trace, part), 1, 2)
    layout.difference_axis(figure, 2, clipped(rows[~off], scale), f"{name} (points)")
    figure.update_xaxes(range=[scale.low, scale.high], row=1, col=2)
    _not_defined(figure, 2, rows, scale.low)
    words = []
    for row in rows[off].itertuples():
        low = row.value < scale.low
        place = {"x": scale.low if low else scale.high, "y": row.y, "xref": "x2", "yref": "y", "showarrow": False}
        words.append(
            {**place, "text": "‹" if low else "›", "xanchor": "left" if low else "right", "font": {"size": layout.SIZE + 2}}
        )
    for row in rows.dropna(subset="value").itertuples():
        text = f"<b>{numbers.signed(row.value)}</b>" if row.differs else numbers.signed(row.value)
        place = {"x": 1, "y": row.y, "xref": "x2 domain", "yref": "y", "xshift": PRINTED - 6, "showarrow": False}
        words.append({**place, "text": text, "xanchor": "right", "font": {"size": layout.SIZE}})
    figure.update_layout(annotations=[*figure.layout.annotations, *words])
    layout.title(figure, 2, f"{name}: ● settled ○ not")


def zoomed(rows: pd.DataFrame) -> Scale:
    """The axis of differences: as wide as the rows that are not rare and have an interval need, if there are any."""
    firm = rows[~rows["rare"].astype(bool) & rows["low"].notna()]
    return difference_scale(firm if len(firm) else rows)


def _costs(figure: go.Figure, column: int, rows: pd.DataFrame) -> None:
    """Bars of the better system's errors, numbers at their ends; an invisible bar over the whole row takes the click."""
    top = max(float(rows["cost"].max()) if len(rows) else 0.0, 1.0)
    colours = [rgba(theme.GREY, 0.45 if rare else 0.8) for rare in rows["rare"]]
    hovered = [f"<b>{theme.chart_text(row.key)}</b><br>{row.text}" for row in rows.itertuples()]
    common = {
        "y": rows["y"],
        "orientation": "h",
        "customdata": [(words, row.key, row.total, "", None) for words, row in zip(hovered, rows.itertuples(), strict=True)],
        "hovertemplate": "%{customdata[0]}<extra></extra>",
        **layout.KEEP,
    }
    figure.add_trace(
        go.Bar(
            x=rows["cost"], name="errors", marker={"color": colours, "line": {"width": 0}}, cliponaxis=False, width=BAR,
            text=[numbers.count(n) for n in rows["cost"]], textposition="outside", constraintext="none",
            textfont={"size": layout.SIZE - 1}, **common,
        ), 1, column,
    )  # fmt: skip
    whole = go.Bar(x=[1.32 * top] * len(rows), name="rows", marker={"color": "rgba(0,0,0,0)"}, width=1.0, **common)
    figure.add_trace(whole, 1, column)
    step = max(nice_step(top, 2), 1.0)
    ticks = [step * k for k in range(int(1.05 * top // step) + 1)]
    figure.update_xaxes(
        range=[0, 1.32 * top], tickvals=ticks, ticktext=[numbers.count(t) for t in ticks], showgrid=True, gridcolor=theme.GRID,
        title={"text": "errors", "font": {"size": layout.SIZE}, "standoff": 8}, zeroline=False, fixedrange=True, ticks="",
        row=1, col=column,
    )  # fmt: skip
    figure.update_layout(barmode="overlay")
    layout.title(figure, column, "Cost")


def _finished(figure: go.Figure, frame: pd.DataFrame) -> go.Figure:
    """Labels with their support, the rule under micro and macro, and the height."""
    first = frame.drop_duplicates("y").sort_values("y")
    labels, last = row_labels(first), float(first["y"].max())
    figure.update_yaxes(range=[last + 0.6, -0.6], showgrid=False, zeroline=False, fixedrange=True)
    figure.update_yaxes(tickvals=first["y"].tolist(), ticktext=labels, ticks="", ticklabelstandoff=6, col=1)
    for column in range(1, len(list(figure.select_xaxes())) + 1):
        figure.add_hline(y=RULE_Y, line={"color": theme.GREY, "width": 1}, row=1, col=column, layer="below")
    left = int(max(layout.MARGIN["l"], 18 + LETTER * max(len(plain(label)) for label in labels)))
    height = max(ROW, 10 * (int(frame["lane"].max()) + 1)) * (last + 1.2) + TITLES + layout.MARGIN["b"]
    return layout.finish(figure, height, {"l": left, "t": TITLES})


def row_labels(first: pd.DataFrame) -> list[str]:
    """Groups with their support as a column; micro and macro in bold, rare ones grey, the others in ink."""
    labels = layout.counted(first["key"], first["support"], LONGEST)
    found = []
    for label, total, rare in zip(labels, first["total"], first["rare"], strict=True):
        style = f"color:{theme.GREY}" if rare else "color:var(--ink, inherit)"
        found.append(f'<b style="{style}">{label}</b>' if total else f'<span style="{style}">{label}</span>')
    return found


def plain(label: str) -> str:
    """A label without its marks."""
    return unescape(re.sub("<[^>]*>", "", label))
