"""Scores by group of mentions as dot plots: finding and linking side by side, what a group costs, and the differences."""

from __future__ import annotations

import re
from html import unescape

import pandas as pd
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from figures import layout, numbers, theme
from figures.class_frames import COST, GAP, PANELS
from figures.confusion import rgba
from figures.forest import DIFFERENCE_MARK
from figures.frames import rows_of
from figures.scales import Scale, difference_scale, nice_step, score_scale
from metrics.typed.compared import TOTALS

ROW = 20  # pixels
LETTER = 6.3  # pixels of a letter in a label, about
LONGEST = 22  # characters of a label
RULE_Y = len(TOTALS) - 1 + (1 + GAP) / 2
AXES = {"mention": "Typed Mention F1 (points)", "link": "Typed Link F1 (points)"}
TITLES = 34  # pixels above the plot
PRINTED = 56  # pixels for a column of numbers
BAR = 0.56  # of a row
INK, MUTED = "color:var(--ink, inherit)", f"color:{theme.GREY}"


def screen(frame: pd.DataFrame) -> go.Figure:
    """The dot plot of class_frame(); a mark's customdata is (hover text, group, series, value), a bar's (hover text, group)."""
    y = rows_of(frame.sort_values("y"))
    scores = frame[frame["panel"] != COST]
    figure = make_subplots(1, 3, shared_yaxes=True, column_widths=[0.4, 0.4, 0.2], horizontal_spacing=0.04)
    scale = firm_scale(scores)
    for column, (panel, words) in enumerate(PANELS.items(), 1):
        _scores(figure, column, scores[scores["panel"] == panel], scale)
        _axis(figure, column, scale, AXES[panel])
        layout.title(figure, column, words)
    _costs(figure, frame[frame["panel"] == COST])
    layout.title(figure, 3, "Cost")
    return _finished(figure, frame, y)


def _scores(figure: go.Figure, column: int, rows: pd.DataFrame, scale: Scale) -> None:
    """One panel: every system with its intervals, a faint line at its micro F1."""
    offsets = layout.offsets(int(rows["lane"].max()) + 1)
    for lane, part in rows.groupby("lane"):
        mark = theme.mark(int(part["place"].iloc[0]))
        on = clipped(part[~(part["value"] < scale.start)], Scale(scale.start, 100.0, scale.start, scale.step))
        trace = layout.points(on, on["y"] + offsets[lane], mark) if len(on) else go.Scatter()
        figure.add_trace(_clickable(trace, on), 1, column)
        micro = part.loc[part["metric"] == TOTALS[0], "value"].dropna()
        for value in micro:
            line = {"color": rgba(mark.colour, 0.4), "width": 1}
            figure.add_vline(x=value, line=line, row=1, col=column, layer="below")
    _not_defined(figure, column, rows, scale.start)
    _below(figure, column, rows[rows["value"] < scale.start], scale)


def firm_scale(scores: pd.DataFrame) -> Scale:
    """The axis of scores, as wide as the rows that are not rare need; those that lie below stand at its edge."""
    firm = scores[~scores["rare"].astype(bool)]
    return score_scale(firm if firm["value"].notna().any() else scores)


def _below(figure: go.Figure, column: int, rows: pd.DataFrame, scale: Scale) -> None:
    """Marks of rare rows that lie below the axis, as "‹●" at its left edge."""
    words = []
    for _, part in rows.groupby("metric", sort=False):
        place = {"x": scale.low, "y": part["y"].iloc[0], "xref": f"x{column if column > 1 else ''}", "yref": "y", "xshift": -3}
        glyphs = "".join(f'<span style="color:{(m := theme.mark(int(p))).colour}">{m.glyph}</span>' for p in part["place"])
        hovered = "<br>".join(part["text"])
        words.append({**place, "text": f"‹{glyphs}", "hovertext": hovered, "showarrow": False, "xanchor": "left"})
    figure.update_layout(annotations=[*figure.layout.annotations, *words])


def _clickable(trace: go.Scatter, rows: pd.DataFrame) -> go.Scatter:
    """The marks with hover text and group, series and value."""
    trace.customdata = rows["text"].tolist()
    return layout.knowing(trace, rows, "metric", "series", "value")


def _not_defined(figure: go.Figure, column: int, rows: pd.DataFrame, x: float) -> None:
    """ "n/a" with its reason in each row where no series has a value."""
    words = []
    for _, part in rows.groupby("metric", sort=False):
        if part["value"].isna().all():
            reason = theme.chart_text(numbers.of_documents(part["reason"].iloc[0]) or "")
            place = {"x": x, "y": part["y"].iloc[0], "xref": f"x{column if column > 1 else ''}", "yref": "y"}
            text = f"{numbers.NOT_DEFINED}: {reason}" if reason else numbers.NOT_DEFINED
            words.append({**place, "text": text, "showarrow": False, "xanchor": "left", "font": {"size": layout.SIZE - 1}})
    # All at once: Plotly checks those that are there again with each that is added.
    figure.update_layout(annotations=[*figure.layout.annotations, *words])


def _axis(figure: go.Figure, column: int, scale: Scale, words: str) -> None:
    layout.score_axis(figure, column, scale)
    figure.update_xaxes(title_text=words, row=1, col=column)


def _costs(figure: go.Figure, rows: pd.DataFrame) -> None:
    """Bars of lost mentions, numbers at their ends; an invisible bar over the whole row takes the click."""
    top = max(float(rows["value"].max()) if len(rows) else 0.0, 1.0)
    colours = [rgba(theme.GREY, 0.45 if rare else 0.8) for rare in rows["rare"]]
    common = {"y": rows["y"], "orientation": "h", "width": BAR, "customdata": rows[["text", "metric"]].to_numpy()}
    common |= {"hovertemplate": "%{customdata[0]}<extra></extra>", "selected": {"marker": {"opacity": 1}}}
    common |= {"unselected": {"marker": {"opacity": 1}}}
    figure.add_trace(
        go.Bar(
            x=rows["value"], name="lost", marker={"color": colours, "line": {"width": 0}}, cliponaxis=False,
            text=[numbers.count(n) for n in rows["value"]], textposition="outside", constraintext="none",
            textfont={"size": layout.SIZE - 1}, **common,
        ), 1, 3,
    )  # fmt: skip
    whole = {**common, "width": 1.0}
    figure.add_trace(go.Bar(x=[1.28 * top] * len(rows), name="rows", marker={"color": "rgba(0,0,0,0)"}, **whole), 1, 3)
    step = nice_step(top, 3) if top > 3 else 1.0
    ticks = [step * k for k in range(int(1.05 * top // step) + 1)]
    figure.update_xaxes(
        range=[0, 1.28 * top], tickvals=ticks, ticktext=[numbers.count(t) for t in ticks], showgrid=True, gridcolor=theme.GRID,
        title={"text": "mentions lost", "font": {"size": layout.SIZE}, "standoff": 8}, zeroline=False, fixedrange=True, ticks="",
        row=1, col=3,
    )  # fmt: skip
    figure.update_layout(barmode="overlay")


def differences(frame: pd.DataFrame) -> go.Figure:
    """The differences of difference_frame(): filled and printed in bold where settled, hollow where not."""
    y = rows_of(frame.sort_values("y"))
    figure = make_subplots(1, 2, shared_yaxes=True, column_widths=[0.5, 0.5], horizontal_spacing=0.11)
    name = frame["series"].iloc[0]
    for column, (panel, words) in enumerate(PANELS.items(), 1):
        rows = frame[frame["panel"] == panel]
        scale = zoomed(rows)
        off = off_scale(rows, scale)
        for settled in (True, False):
            part = clipped(rows[(rows["differs"] == settled) & ~off], scale)
            if len(part):
                trace = layout.points(part, part["y"], DIFFERENCE_MARK, hollow=not settled)
                figure.add_trace(_clickable(trace, part), 1, column)
        layout.difference_axis(figure, column, clipped(rows[~off], scale), f"{name}, {AXES[panel]}")
        figure.update_xaxes(range=[scale.low, scale.high], row=1, col=column)
        _not_defined(figure, column, rows, scale.low)
        _beside(figure, column, rows[off], scale)
        _printed(figure, column, rows)
        layout.title(figure, column, f"{words}: {name}")
    return _finished(figure, frame, y, PRINTED)


def zoomed(rows: pd.DataFrame) -> Scale:
    """The axis of a panel of differences: as wide as the rows that are not rare and have an interval need, if there are any."""
    firm = rows[~rows["rare"].astype(bool) & rows["low"].notna()]
    return difference_scale(firm if len(firm) else rows)


def off_scale(rows: pd.DataFrame, scale: Scale) -> pd.Series:
    """Which marks lie beyond the axis."""
    return (rows["value"] < scale.low) | (rows["value"] > scale.high)


def clipped(rows: pd.DataFrame, scale: Scale) -> pd.DataFrame:
    """The rows with their intervals cut where the axis ends."""
    return rows.assign(low=rows["low"].clip(lower=scale.low), high=rows["high"].clip(upper=scale.high))


def _beside(figure: go.Figure, column: int, rows: pd.DataFrame, scale: Scale) -> None:
    """A sign at the edge for each mark beyond the axis; its number stands at the right."""
    words = []
    for row in rows.itertuples():
        low = row.value < scale.low
        place = {"x": scale.low if low else scale.high, "y": row.y, "xref": f"x{column if column > 1 else ''}", "yref": "y"}
        text = {"text": "‹" if low else "›", "hovertext": row.text, "xanchor": "left" if low else "right"}
        words.append({**place, **text, "showarrow": False, "font": {"size": layout.SIZE + 2}})
    figure.update_layout(annotations=[*figure.layout.annotations, *words])


def _printed(figure: go.Figure, column: int, rows: pd.DataFrame) -> None:
    """The differences as numbers to the right of a panel, bold where settled."""
    words = []
    for row in rows.dropna(subset="value").itertuples():
        text = f"<b>{numbers.signed(row.value)}</b>" if row.differs else numbers.signed(row.value)
        place = {"x": 1, "y": row.y, "xref": f"x{column if column > 1 else ''} domain", "yref": "y", "xshift": PRINTED - 6}
        words.append({**place, "text": text, "showarrow": False, "xanchor": "right", "font": {"size": layout.SIZE}})
    figure.update_layout(annotations=[*figure.layout.annotations, *words])


def _finished(figure: go.Figure, frame: pd.DataFrame, y: dict[str, float], right: int = 12) -> go.Figure:
    """Labels with their support, the rule under micro and macro, and the height."""
    labels = row_labels(frame, y)
    last = max(y.values())
    figure.update_yaxes(range=[last + 0.6, -0.6], showgrid=False, zeroline=False, fixedrange=True)
    figure.update_yaxes(tickvals=list(y.values()), ticktext=labels, ticks="", ticklabelstandoff=6, col=1)
    for column in range(1, len(list(figure.select_xaxes())) + 1):
        line = {"color": theme.GREY, "width": 1}
        figure.add_hline(y=RULE_Y, line=line, row=1, col=column, layer="below")
    row = max(ROW, 9 * (int(frame["lane"].max()) + 1))
    left = int(max(layout.MARGIN["l"], 18 + LETTER * max(len(plain(label)) for label in labels)))
    height = row * (last + 1.2) + TITLES + layout.MARGIN["b"]
    return layout.finish(figure, height, {"l": left, "r": right, "t": TITLES})


def row_labels(frame: pd.DataFrame, y: dict[str, float]) -> list[str]:
    """Groups with their support as a column; micro and macro in bold, rare ones grey, the others in ink."""
    first = frame.drop_duplicates("metric").set_index("metric")
    labels = layout.counted(y, [first.loc[name, "support"] for name in y], LONGEST)
    found = []
    for name, label in zip(y, labels, strict=True):
        style = MUTED if first.loc[name, "rare"] else INK
        found.append(f'<b style="{INK}">{label}</b>' if name in TOTALS else f'<span style="{style}">{label}</span>')
    return found


def plain(label: str) -> str:
    """A label without its marks."""
    return unescape(re.sub("<[^>]*>", "", label))
