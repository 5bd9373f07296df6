"""Two systems document by document: scatter, sorted differences, means by genre."""

from __future__ import annotations

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from figures import document_labels, layout, numbers, theme
from figures.forest import DIFFERENCE_MARK
from figures.frames import Systems
from figures.scales import nice_step
from metrics.documents import chance_band

MANY = 1_000  # documents from which points are drawn by the graphics card
MOST_BARS = 400  # sorted bars; more documents are averaged
SIDES = ("chance", "a", "b")


def documents_frame(
    differences: pd.DataFrame, systems: Systems, *, metric: str = "CoNLL", singletons: str = "keep", unit: str = "document"
) -> pd.DataFrame:
    """The documents of metrics.compare_documents() with all that charts of them show.

    side : "a", "b" (the better one, outside the band), "chance" or "undefined". text : hover text. place_a, place_b : of the
    two systems. band : half the width of chance's band. unit : what rows are. The last four, metric, singletons, name_a and
    name_b are the same in every row.
    """
    first, second = (systems.places[k] for k in systems.picked)
    frame = differences.assign(place_a=first, place_b=second, band=chance_band(differences), metric=metric, singletons=singletons)
    frame = frame.assign(name_a=systems.pair[0], name_b=systems.pair[1], unit=unit)
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


def places(frame: pd.DataFrame) -> tuple[int, int]:
    """The places of the two systems; A's and B's where there is no document."""
    return (int(frame["place_a"].iloc[0]), int(frame["place_b"].iloc[0])) if len(frame) else (0, 1)


def metric(frame: pd.DataFrame) -> str:
    """The metric whose F1 is shown."""
    return theme.metric_name(frame["metric"].iloc[0]) if len(frame) else "CoNLL"


def unit(frame: pd.DataFrame) -> str:
    """What the rows are: documents or topics, in the singular."""
    return frame["unit"].iloc[0] if len(frame) else "document"


def letters(frame: pd.DataFrame) -> tuple[str, str]:
    """The letters of the two systems."""
    first, second = places(frame)
    return theme.letter(first), theme.letter(second)


def names(frame: pd.DataFrame, longest: int) -> tuple[str, str]:
    """Letter and name of the two systems, names cut to a length."""
    if frame.empty:
        return letters(frame)
    first, second = (theme.shortened(frame[column].iloc[0], longest) for column in ("name_a", "name_b"))
    return f"{letters(frame)[0]} {first}", f"{letters(frame)[1]} {second}"


def difference_name(frame: pd.DataFrame) -> str:
    """What the difference is called: B − A."""
    first, second = letters(frame)
    return f"{second} − {first}"


def scatter(frame: pd.DataFrame) -> go.Figure:
    """A against B from documents_frame(): one mark a document, customdata (hover text, document id)."""
    known = frame[~frame["undefined"]]
    low, high = square(known)
    figure = go.Figure()
    _band(figure, low, high, frame["band"].max())
    kind = go.Scattergl if len(known) > MANY else go.Scatter
    for side in SIDES:
        rows = known[known["side"] == side]
        if len(rows):
            figure.add_trace(_marks(kind, rows, side, max(known["gold"].max(), 1)))
    figure.update_layout(annotations=[*_names(known, (low, high)), *_corners(known, (low, high), letters(frame))])
    _square_axes(figure, low, high, frame)
    return layout.finish(figure, 470, {"l": 62, "t": 12, "r": 8})


def square(known: pd.DataFrame) -> tuple[float, float]:
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


def _marks(kind: type, rows: pd.DataFrame, side: str, most: int):
    """The documents of one side: grey circles within the band, the better system's marks outside; most : gold mentions."""
    if side == "chance":
        style, name = {"color": theme.GREY, "symbol": "circle", "opacity": 0.45}, "within the band"
    else:
        mark = theme.mark(places(rows)[SIDES.index(side) - 1])
        style, name = {"color": mark.colour, "symbol": mark.symbol, "opacity": 1}, f"{mark.letter} better"
    style |= {"size": 5 + 9 * np.sqrt(rows["gold"] / most), "line": {"width": 0}}
    keep = {"marker": {"opacity": style["opacity"]}}
    return kind(
        x=rows["a"], y=rows["b"], mode="markers", marker=style, name=name,
        customdata=np.column_stack([rows["text"], rows["doc_id"]]),
        hovertemplate="%{customdata[0]}<extra></extra>", selected=keep, unselected=keep,
    )  # fmt: skip


def _names(known: pd.DataFrame, bounds: tuple[float, float]) -> list[dict]:
    """The names of the largest differences, some at the end of a line."""
    found = []
    for name in document_labels.named(known, bounds):
        words = theme.chart_text(theme.shortened(name.row.doc_id, document_labels.LONGEST))
        how = {"text": words, "xanchor": name.anchor, "yanchor": "middle", "font": {"size": 11}, "showarrow": name.leader}
        if not name.leader:
            found.append({"x": name.x, "y": name.y, "borderpad": 0, **how})
            continue
        line = {"arrowhead": 0, "arrowwidth": 0.8, "arrowcolor": theme.GREY, "standoff": 7, "axref": "x", "ayref": "y"}
        found.append({"x": name.row.a, "y": name.row.b, "ax": name.x, "ay": name.y, **line, **how})
    return found


def _corners(known: pd.DataFrame, bounds: tuple[float, float], names: tuple[str, str]) -> list[dict]:
    """Who is better where."""
    found = []
    for side, at, up in document_labels.corners(known, bounds):
        anchor = {"xanchor": "left" if at < 0.5 else "right", "yanchor": "top" if up > 0.5 else "bottom"}
        text = f"<b>{names['ab'.index(side)]} better</b>"
        place = {"x": at, "y": up, "xref": "paper", "yref": "paper"}
        found.append({**place, "text": text, "showarrow": False, "font": {"size": 12}, **anchor})
    return found


def _square_axes(figure: go.Figure, low: float, high: float, frame: pd.DataFrame) -> None:
    common = {"range": [low, high], "gridcolor": theme.GRID, "showgrid": True, "zeroline": False, "fixedrange": True}
    common |= {"dtick": nice_step(high - low, 5), "ticks": "", "ticklabelstandoff": 6}
    titles = [
        {"text": f"{name}, {metric(frame)} F1 (points)", "font": {"size": layout.SIZE}, "standoff": away}
        for name, away in zip(letters(frame), (8, 10), strict=True)
    ]
    figure.update_xaxes(title=titles[0], **common)
    figure.update_yaxes(title=titles[1], **common)


def sorted_bars(frame: pd.DataFrame) -> go.Figure:
    """All differences from the smallest to the largest, with their mean; many documents are averaged bar by bar.

    customdata of a bar is (hover text, document id or "" for an average, difference).
    """
    known = frame[~frame["undefined"]].sort_values("difference", kind="stable")
    bars = averaged(known, unit(frame))
    figure = go.Figure()
    colours = {"chance": theme.GREY}
    colours |= {side: theme.mark(place).colour for side, place in zip("ab", places(frame), strict=True)}
    for side in ("a", "chance", "b"):
        rows = bars[bars["side"] == side]
        opacity = 0.6 if side == "chance" else 1
        bar = go.Bar(
            x=rows["rank"], y=rows["difference"], width=rows["width"], marker={"color": colours[side], "line": {"width": 0}},
            opacity=opacity, name=side, customdata=rows["text"],
        )  # fmt: skip
        figure.add_trace(layout.knowing(bar, rows, "doc_id", "difference"))
    _mean_line(figure, known, frame)
    return layout.finish(figure, 250, {"l": 62, "t": 12, "r": 26})


def averaged(known: pd.DataFrame, noun: str = "document") -> pd.DataFrame:
    """One bar a document, or one for equally many neighbours: rank (middle), width, difference, side, text, doc_id."""
    number = len(known)
    bars = known[["doc_id", "difference", "side", "text"]].assign(rank=np.arange(1, number + 1, dtype=float), width=1.0)
    if number <= MOST_BARS:
        return bars
    group = np.arange(number) * MOST_BARS // number
    merged = bars.groupby(group).agg({"rank": "mean", "difference": "mean", "side": lambda s: s.mode()[0], "width": "size"})
    merged["text"] = [
        f"{n} {noun}s<br>mean {numbers.signed(d)}" for n, d in zip(merged["width"], merged["difference"], strict=True)
    ]
    return merged.assign(doc_id="")


def _mean_line(figure: go.Figure, known: pd.DataFrame, frame: pd.DataFrame) -> None:
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
        fixedrange=True, ticks="", title={"text": f"{unit(frame)}s, sorted", "font": {"size": layout.SIZE}, "standoff": 8},
    )  # fmt: skip
    title = {"text": f"{difference_name(frame)} (points)", "font": {"size": layout.SIZE}, "standoff": 10}
    figure.update_yaxes(gridcolor=theme.GRID, zeroline=True, zerolinecolor=theme.GREY, fixedrange=True, nticks=5, title=title)


def genre_frame(means: pd.DataFrame, systems: Systems) -> pd.DataFrame:
    """The genres of metrics.mean_differences() with the names that charts show."""
    return means.rename(columns={"group": "metric"}).assign(series=systems.difference, name=systems.difference)


def genres(rows: pd.DataFrame) -> go.Figure:
    """The mean difference of each genre with its interval, from genre_frame(); number of documents beside it.

    customdata of a mark is (hover text, genre, difference).
    """
    y = pd.Series(np.arange(len(rows), dtype=float), index=rows.index)
    figure = go.Figure().set_subplots(1, 1)
    figure.add_trace(layout.knowing(layout.points(rows, y, DIFFERENCE_MARK), rows, "metric", "value"))
    layout.difference_axis(figure, 1, rows, f"{rows['series'].iloc[0]} by genre (points)")
    figure.update_yaxes(
        range=[len(rows) - 0.4, -0.6], tickvals=y, ticktext=layout.counted(rows["metric"], rows["documents"]), showgrid=False,
        zeroline=False, fixedrange=True, ticks="", ticklabelstandoff=6,
    )  # fmt: skip
    return layout.finish(figure, 28 * len(rows) + 62, {"l": 150, "t": 8, "r": 12})
