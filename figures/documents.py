"""Two systems document by document: scatter, sorted differences, means by genre."""

from __future__ import annotations

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from figures import layout, numbers, theme
from figures.forest import DIFFERENCE_MARK
from figures.frames import Systems
from figures.scales import nice_step

MANY = 1_000  # documents from which points are drawn by the graphics card
MOST_BARS = 400  # sorted bars; more documents are averaged
NAMED = 5  # documents whose name stands in the scatter
MOST_TRIED = 30
LONGEST = 24  # characters of such a name
LETTER = 0.0135  # width of a letter, as a share of the plot
SIDES = ("chance", "a", "b")


def documents_frame(differences: pd.DataFrame, systems: Systems) -> pd.DataFrame:
    """The documents of metrics.compare_documents() with side ("a", "b", "chance", "undefined") and hover text."""
    frame = differences.copy()
    side = np.where(~frame["outside"], "chance", np.where(frame["difference"] > 0, "b", "a"))
    frame["side"] = np.where(frame["undefined"], "undefined", side)
    frame["text"] = [_hover(row, systems) for row in frame.itertuples()]
    return frame


def _hover(row, systems: Systems) -> str:
    first, second = systems.letters
    name = theme.chart_text(theme.shortened(row.doc_id, 60))
    genre = f"{theme.chart_text(theme.shortened(row.genre, 40))} · " if row.genre else ""
    scores = f"{first} {numbers.points(row.a)} · {second} {numbers.points(row.b)}"
    difference = f"{systems.difference} {numbers.signed(row.difference)}"
    return f"<b>{name}</b><br>{genre}{numbers.plural(row.gold, 'gold mention')}<br>{scores}<br>{difference}"


def scatter(frame: pd.DataFrame, band: float, systems: Systems) -> go.Figure:
    """A against B, one mark a document, customdata (hover text, document id); band : half the width of chance's band."""
    known = frame[~frame["undefined"]]
    low, high = _square(known)
    figure = go.Figure()
    _band(figure, low, high, band)
    kind = go.Scattergl if len(known) > MANY else go.Scatter
    for side in SIDES:
        rows = known[known["side"] == side]
        if len(rows):
            figure.add_trace(_marks(kind, rows, side, systems, max(known["gold"].max(), 1)))
    for row, anchor, up in _named(known, low, high):
        shift = 0 if up else {"right": -9, "left": 9}[anchor]
        words = theme.chart_text(theme.shortened(row.doc_id, LONGEST))
        figure.add_annotation(
            x=row.a, y=row.b, text=words, showarrow=False, xanchor=anchor, xshift=shift, yshift=up, font={"size": 11}
        )
    _corners(figure, known, (low, high), systems)
    _square_axes(figure, low, high, systems)
    return layout.finish(figure, 470, {"l": 62, "t": 12, "r": 8})


def _square(known: pd.DataFrame) -> tuple[float, float]:
    """One range for both axes."""
    if known.empty:
        return 0.0, 101.0
    values = known[["a", "b"]].to_numpy()
    room = max(0.08 * (values.max() - values.min()), 2.0)
    return max(values.min() - room, -2.0), min(values.max() + room, 102.0)


def _band(figure: go.Figure, low: float, high: float, band: float) -> None:
    if not numbers.missing(band):
        figure.add_trace(
            go.Scatter(
                x=[low, high, high, low, low], y=[low - band, high - band, high + band, low + band, low - band],
                fill="toself", fillcolor=theme.BAND, line={"width": 0}, mode="lines", hoverinfo="skip", name="band",
            )
        )  # fmt: skip
    line = {"color": theme.GREY, "width": 1}
    figure.add_trace(go.Scatter(x=[low, high], y=[low, high], mode="lines", line=line, hoverinfo="skip", name="equal"))


def _marks(kind: type, rows: pd.DataFrame, side: str, systems: Systems, most: int):
    """The documents of one side: grey circles within the band, the better system's marks outside; most : gold mentions."""
    if side == "chance":
        style, name = {"color": theme.GREY, "symbol": "circle", "opacity": 0.45}, "within the band"
    else:
        mark = theme.mark(systems.places[systems.picked[SIDES.index(side) - 1]])
        style, name = {"color": mark.colour, "symbol": mark.symbol, "opacity": 1}, f"{mark.letter} better"
    style |= {"size": 5 + 9 * np.sqrt(rows["gold"] / most), "line": {"width": 0}}
    keep = {"marker": {"opacity": style["opacity"]}}  # a click must not dim the others
    return kind(
        x=rows["a"], y=rows["b"], mode="markers", marker=style, name=name,
        customdata=np.column_stack([rows["text"], rows["doc_id"]]),
        hovertemplate="%{customdata[0]}<extra></extra>", selected=keep, unselected=keep,
    )  # fmt: skip


def _named(known: pd.DataFrame, low: float, high: float) -> list[tuple]:
    """The largest differences outside the band, each with the anchor of its name and how far it is moved up.

    A name stands on the side away from the diagonal where it fits, else beyond the mark; those that would collide are left out.
    """
    outside = known[known["side"] != "chance"]
    found = [(0.87, 0.05, 0.22)]  # "A better" in its corner: middle, height, half width, as shares of the plot
    named = []
    for row in outside.loc[
        outside["difference"].abs().sort_values(ascending=False, kind="stable").index[:MOST_TRIED]
    ].itertuples():
        x, y = ((v - low) / (high - low) for v in (row.a, row.b))
        width = min(len(row.doc_id), LONGEST) * LETTER
        outward, up = (-1, 1) if row.side == "b" else (1, -1)
        fits = 0.01 < x + outward * width < 0.99
        middle = x + (outward if fits else -outward) * width / 2
        y += 0 if fits else up * 0.03
        if all(abs(y - other) > 0.035 or abs(middle - at) > (width + wide) / 2 for at, other, wide in found):
            found.append((middle, y, width))
            named.append((row, "left" if middle > x else "right", 0 if fits else up * 12))
        if len(named) == NAMED:
            break
    return named


def _corners(figure: go.Figure, known: pd.DataFrame, bounds: tuple[float, float], systems: Systems) -> None:
    """Who is better where: in the corners, or further along the edge if documents are there."""
    low, high = bounds
    x, y = ((known[column].to_numpy() - low) / (high - low) for column in "ab")
    first, second = systems.letters
    for words, places in ((f"{second} better", ((0.03, 0.97), (0.03, 0.55))), (f"{first} better", ((0.97, 0.03), (0.97, 0.45)))):
        free = [(at, up) for at, up in places if not ((abs(x - at) < 0.24) & (abs(y - up) < 0.07)).any()]
        at, up = (free or places)[0]
        anchor = {"xanchor": "left" if at < 0.5 else "right", "yanchor": "top" if up > 0.5 else "bottom"}
        text = f"<b>{words}</b>"
        figure.add_annotation(x=at, y=up, xref="paper", yref="paper", text=text, showarrow=False, font={"size": 12}, **anchor)


def _square_axes(figure: go.Figure, low: float, high: float, systems: Systems) -> None:
    first, second = systems.letters
    common = {"range": [low, high], "gridcolor": theme.GRID, "showgrid": True, "zeroline": False, "fixedrange": True}
    common |= {"dtick": nice_step(high - low), "ticks": "", "ticklabelstandoff": 6}
    figure.update_xaxes(title={"text": f"{first}, CoNLL F1 (points)", "font": {"size": layout.SIZE}, "standoff": 8}, **common)
    figure.update_yaxes(title={"text": f"{second}, CoNLL F1 (points)", "font": {"size": layout.SIZE}, "standoff": 10}, **common)


def sorted_bars(frame: pd.DataFrame, systems: Systems) -> go.Figure:
    """All differences from the smallest to the largest, with their mean; many documents are averaged bar by bar."""
    known = frame[~frame["undefined"]].sort_values("difference", kind="stable")
    bars = _averaged(known)
    figure = go.Figure()
    colours = {"chance": theme.GREY}
    colours |= {side: theme.mark(systems.places[k]).colour for side, k in zip("ab", systems.picked, strict=True)}
    for side in ("a", "chance", "b"):
        rows = bars[bars["side"] == side]
        opacity = 0.6 if side == "chance" else 1
        figure.add_trace(
            go.Bar(
                x=rows["rank"], y=rows["difference"], width=rows["width"], marker={"color": colours[side], "line": {"width": 0}},
                opacity=opacity, name=side, customdata=rows["text"], hovertemplate="%{customdata}<extra></extra>",
            )
        )  # fmt: skip
    _mean_line(figure, known, systems)
    return layout.finish(figure, 250, {"l": 62, "t": 12, "r": 26})


def _averaged(known: pd.DataFrame) -> pd.DataFrame:
    """One bar a document, or one for equally many neighbours: rank (middle), width, difference, side, text."""
    number = len(known)
    bars = known[["difference", "side", "text"]].assign(rank=np.arange(1, number + 1, dtype=float), width=1.0)
    if number <= MOST_BARS:
        return bars
    group = np.arange(number) * MOST_BARS // number
    merged = bars.groupby(group).agg({"rank": "mean", "difference": "mean", "side": lambda s: s.mode()[0], "width": "size"})
    merged["text"] = [
        f"{n} documents<br>mean {numbers.signed(d)}" for n, d in zip(merged["width"], merged["difference"], strict=True)
    ]
    return merged


def _mean_line(figure: go.Figure, known: pd.DataFrame, systems: Systems) -> None:
    number = len(known)
    if number:
        mean = known["difference"].mean()
        figure.add_hline(y=mean, line={"color": theme.GREY, "width": 1, "dash": "dash"})
        figure.add_annotation(
            x=0.02 if mean >= 0 else 0.98, xref="paper", y=mean, text=f"mean {numbers.signed(mean)}", showarrow=False,
            xanchor="left" if mean >= 0 else "right", yanchor="bottom" if mean >= 0 else "top", font={"size": layout.SIZE},
        )  # fmt: skip
    ticks = sorted({1, (number + 1) // 2, number} - {0})
    figure.update_xaxes(
        range=[0, number + 1], tickvals=ticks, ticktext=[numbers.count(t) for t in ticks], showgrid=False, zeroline=False,
        fixedrange=True, ticks="", title={"text": "documents, sorted", "font": {"size": layout.SIZE}, "standoff": 8},
    )  # fmt: skip
    title = {"text": f"{systems.difference} (points)", "font": {"size": layout.SIZE}, "standoff": 10}
    figure.update_yaxes(gridcolor=theme.GRID, zeroline=True, zerolinecolor=theme.GREY, fixedrange=True, nticks=5, title=title)


def genres(means: pd.DataFrame, systems: Systems) -> go.Figure:
    """The mean difference of each genre with its interval, from metrics.mean_differences(); number of documents beside it."""
    rows = means.rename(columns={"group": "metric"}).assign(series=systems.difference, name=systems.difference)
    y = pd.Series(np.arange(len(rows), dtype=float), index=rows.index)
    figure = go.Figure().set_subplots(1, 1)
    figure.add_trace(layout.points(rows, y, DIFFERENCE_MARK))
    layout.difference_axis(figure, 1, rows, f"{systems.difference} by genre (points)")
    figure.update_yaxes(
        range=[len(rows) - 0.4, -0.6], tickvals=y, ticktext=layout.counted(rows["metric"], rows["documents"]), showgrid=False,
        zeroline=False, fixedrange=True, ticks="", ticklabelstandoff=6,
    )  # fmt: skip
    return layout.finish(figure, 28 * len(rows) + 62, {"l": 150, "t": 8, "r": 12})
