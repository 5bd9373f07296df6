"""What the Plotly charts share: marks with intervals, axes, titles, and the margins that keep everything in its place."""

from __future__ import annotations

from math import floor

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from figures import numbers, theme
from figures.scales import Scale, difference_scale

# To be given to every chart with st.plotly_chart(config=...).
CONFIG = {"displayModeBar": False, "scrollZoom": False, "doubleClick": False, "showTips": False}
MARGIN = {"l": 68, "r": 12, "t": 34, "b": 50}
SIZE = 12
TITLE = 12.5
KEEP = {"selected": {"marker": {"opacity": 1}}, "unselected": {"marker": {"opacity": 1}}}  # a click must not dim the others


def row_height(n_series: int, least: int = 27) -> int:
    """Pixels of a row that holds so many series."""
    return max(least, 13 * n_series + 4)


def offsets(n_series: int) -> np.ndarray:
    """Where each series stands within a row, in rows: A above B."""
    step = min(0.34, 0.76 / max(n_series, 1))
    return (np.arange(n_series) - (n_series - 1) / 2) * step


def points(rows: pd.DataFrame, y: pd.Series, mark: theme.Mark, hollow: bool = False) -> go.Scatter:
    """Marks with their intervals; rows : series, name, metric, value, low, high, reason."""
    value = rows["value"].to_numpy(float)
    return go.Scatter(
        x=value,
        y=y,
        name=str(rows["series"].iloc[0]),
        mode="markers",
        marker={"color": mark.colour, "symbol": mark.symbol + ("-open" if hollow else ""), "size": 7 if hollow else 6.5},
        error_x=error_bars(value, rows["low"].to_numpy(float), rows["high"].to_numpy(float), mark.colour),
        customdata=[hover(row) for row in rows.to_dict("records")],
        hovertemplate="%{customdata}<extra></extra>",
        cliponaxis=False,
        **KEEP,
    )


def knowing(trace: go.Scatter | go.Bar, rows: pd.DataFrame, *columns: str) -> go.Scatter | go.Bar:
    """Marks that know columns of their rows when they are clicked; customdata is (hover text, what the columns say)."""
    said = [text if isinstance(text, str) else text[0] for text in trace.customdata]
    data = list(zip(said, *(rows[column].tolist() for column in columns), strict=True))
    return trace.update(customdata=data, hovertemplate="%{customdata[0]}<extra></extra>", **KEEP)


def error_bars(value: np.ndarray, low: np.ndarray, high: np.ndarray, colour: str) -> dict:
    """Intervals as bars without caps; none where there is none."""
    above, below = np.nan_to_num(high - value), np.nan_to_num(value - low)
    return {
        "type": "data", "symmetric": False, "array": above, "arrayminus": below, "thickness": 1.6, "width": 0, "color": colour,
    }  # fmt: skip


def hover(row: dict) -> str:
    """What a mark says: whose, which metric, how much, how sure."""
    write = numbers.signed if " − " in row["series"] else numbers.points
    name = theme.shortened(row["name"], 60)
    who = name if name == row["series"] else f"{row['series']} {name}"
    number = f"{write(row['value'])} {numbers.interval(row['low'], row['high'], write)}".strip()
    lines = [f"<b>{theme.chart_text(who)}</b>", f"{theme.chart_text(theme.metric_name(row['metric']))} {number}"]
    reason = numbers.of_documents(row.get("reason"))
    return "<br>".join([*lines, theme.chart_text(reason)] if isinstance(reason, str) else lines)


def baselines(figure: go.Figure, column: int, rows: pd.DataFrame, y: dict[str, float], scale: Scale) -> None:
    """Open triangles and squares; those below the axis stand as "‹△" at its left edge, the lowest first."""
    rows = rows.dropna(subset="value")
    off = rows["value"] < scale.start
    for metric, part in rows[off].sort_values("value").groupby("metric", sort=False):
        glyphs = "".join(theme.BASELINES[series][1] for series in part["series"])
        hovered = "<br>".join(_baseline_hover(row) for row in part.itertuples())
        figure.add_annotation(
            x=scale.low, y=y[metric], text=f"‹{glyphs}", hovertext=hovered, showarrow=False, xanchor="left", xshift=-3,
            font={"size": SIZE - 1}, row=1, col=column,
        )  # fmt: skip
    for series, part in rows[~off].groupby("series", sort=False):
        figure.add_trace(
            go.Scatter(
                x=part["value"], y=part["metric"].map(y), name=series, mode="markers", cliponaxis=False,
                marker={"color": theme.GREY, "symbol": theme.BASELINES[series][0], "size": 8},
                customdata=[_baseline_hover(row) for row in part.itertuples()], hovertemplate="%{customdata}<extra></extra>",
                **KEEP,
            ), 1, column,
        )  # fmt: skip


def _baseline_hover(row) -> str:
    return f"<b>{theme.BASELINES[row.series][3]}</b><br>{theme.metric_name(row.metric)} {numbers.points(row.value)}"


def text(figure: go.Figure, column: int, x: float, y: float, words: str, anchor: str = "left") -> None:
    """A few words in a panel, at a place on its axes."""
    figure.add_annotation(x=x, y=y, text=words, showarrow=False, xanchor=anchor, font={"size": SIZE}, row=1, col=column)


def not_defined(figure: go.Figure, column: int, rows: pd.DataFrame, y: dict[str, float], x: float) -> None:
    """ "n/a", with the reason on hover, in each row where no series has a value."""
    for metric, part in rows.groupby("metric", sort=False):
        if part["value"].isna().all():
            figure.add_annotation(
                x=x, y=y[metric], text=numbers.NOT_DEFINED, showarrow=False, xanchor="left", font={"size": SIZE},
                hovertext=theme.chart_text(numbers.of_documents(part["reason"].iloc[0]) or ""), row=1, col=column,
            )  # fmt: skip


def title(figure: go.Figure, column: int, words: str) -> None:
    """A panel's title, left-aligned over the plot."""
    suffix = "" if column == 1 else column
    figure.add_annotation(
        text=words, x=0, y=1, xref=f"x{suffix} domain", yref="paper", xanchor="left", yanchor="bottom", showarrow=False,
        yshift=4, font={"size": TITLE},
    )  # fmt: skip


def rows(figure: go.Figure, y: dict[str, float]) -> None:
    """Metrics down the left side, the headline in bold."""
    names = [f"<b>{m}</b>" if m in theme.HEADLINES else theme.chart_text(theme.metric_name(m)) for m in y]
    last = max(y.values())
    figure.update_yaxes(range=[last + 0.62, -0.62], showgrid=False, zeroline=False, fixedrange=True)
    figure.update_yaxes(tickvals=list(y.values()), ticktext=names, ticks="", ticklabelstandoff=6, col=1)


def score_axis(figure: go.Figure, column: int, scale: Scale) -> None:
    """The axis of scores in points."""
    value_axis(figure, column, scale, "F1 (points)")


def difference_axis(figure: go.Figure, column: int, rows: pd.DataFrame, words: str) -> None:
    """An axis of its own for differences, zoomed, with a line at 0."""
    scale = difference_scale(rows)
    value_axis(figure, column, scale, words)
    figure.add_vline(x=0, line={"color": theme.GREY, "width": 1.2}, row=1, col=column, layer="below")


def value_axis(figure: go.Figure, column: int, scale: Scale, words: str) -> None:
    """An axis of values in points with its title."""
    figure.update_xaxes(
        range=[scale.low, scale.high], tickvals=scale.ticks, ticktext=[numbers.axis(t, scale.step) for t in scale.ticks],
        title={"text": words, "font": {"size": SIZE}, "standoff": 8}, gridcolor=theme.GRID, showgrid=True, zeroline=False,
        fixedrange=True, ticks="", showline=False, row=1, col=column,
    )  # fmt: skip


def finish(figure: go.Figure, height: float, margin: dict | None = None) -> go.Figure:
    """The figure with its margins, type and behaviour set, so that nothing shifts when it is drawn again."""
    figure.update_layout(
        height=floor(height), margin={**MARGIN, **(margin or {})}, showlegend=False, dragmode=False, hovermode="closest",
        font={"size": SIZE}, bargap=0, plot_bgcolor="rgba(0,0,0,0)", paper_bgcolor="rgba(0,0,0,0)",
    )  # fmt: skip
    figure.update_xaxes(automargin=False, tickfont={"size": SIZE})
    figure.update_yaxes(automargin=False, tickfont={"size": SIZE})
    return figure


def counted(names, numbers_of, length: int = 15) -> list[str]:
    """Names with their numbers as a right-aligned column, padded with spaces as wide as digits."""
    written = [f"{int(n):,}" for n in numbers_of]
    longest = max((len(w) for w in written), default=0)
    padded = [w.rjust(longest, "x").replace("x", "\u2007") for w in written]
    return [f"{theme.chart_text(n)}  {w}" for n, w in zip(theme.apart(list(names), length), padded, strict=True)]
