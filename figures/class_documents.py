"""Groups by document as a heat map: where the two differ, or what is lost; every cell can be clicked."""

from __future__ import annotations

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from figures import layout, numbers, theme
from figures.confusion import CAP, rgba
from figures.frames import Systems

DIFFERENCE, BOTH = "difference", "both"
MOST_DOCUMENTS = 250
CELL = 20  # pixels of a row, and of a column that holds no number
WIDE = 34  # pixels of a column that holds one
FEW = 26  # documents whose columns are wide
LONGEST = 18  # characters of a document's id
NAMES, CAPITAL = 5.6, 3.0  # pixels of a letter of one, and what a capital takes more


def choices(systems: Systems) -> dict[str, str]:
    """What the cells can show, by word."""
    if len(systems.picked) < 2:
        return {"lost_0": "mentions lost"}
    first, second = systems.letters
    return {
        DIFFERENCE: f"Mention F1, {second} − {first}", "lost": f"lost mentions, {second} − {first}",
        "lost_0": f"lost by {first}", "lost_1": f"lost by {second}",
    }  # fmt: skip


def heat_frame(cells: pd.DataFrame, systems: Systems, names: list[str], show: str) -> pd.DataFrame:
    """The cells: those of compared.by_document() in the given groups, and x, y, n (what the cell shows), good (whether B is the
    better one; of counts NaN), text (hover). Documents go by the size of what they show, the largest first.

    show : of choices(). places, show and n_documents (before the cut) are the same in every row.
    """
    frame = cells[cells["group"].isin(names)].copy()
    if show == DIFFERENCE:
        frame["n"] = frame["f1_1"] - frame["f1_0"]
    else:
        frame["n"] = frame["lost_1"] - frame["lost_0"] if show == "lost" else frame[show]
    weight = (frame["lost_1"] - frame["lost_0"]).abs() if show in (DIFFERENCE, "lost") else frame["n"]
    order = weight.groupby(frame["doc_id"], sort=False).sum().sort_values(ascending=False, kind="stable").index
    x = {doc_id: k for k, doc_id in enumerate(order[:MOST_DOCUMENTS])}
    y = {name: k for k, name in enumerate(names)}
    frame = frame[frame["doc_id"].isin(x)]
    frame = frame.assign(x=frame["doc_id"].map(x), y=frame["group"].map(y), show=show, n_documents=len(order))
    frame["text"] = [_hover(row, systems) for row in frame.to_dict("records")]
    frame["places"] = [tuple(systems.places[k] for k in systems.picked)] * len(frame)
    return frame.reset_index(drop=True)


def _hover(row: dict, systems: Systems) -> str:
    lines = [f"<b>{theme.chart_text(row['group'])}</b> in {theme.chart_text(theme.shortened(row['doc_id'], 50))}"]
    lines.append(numbers.plural(int(row["gold"]), "gold mention"))
    for k, letter in enumerate(systems.letters):
        lines.append(f"{letter}: Mention F1 {numbers.points(row[f'f1_{k}'])}, {numbers.count(row[f'lost_{k}'])} lost")
    return "<br>".join(lines)


def signed(frame: pd.DataFrame) -> bool:
    """Whether cells show a difference."""
    return bool(frame["show"].isin([DIFFERENCE, "lost"]).any())


def column_width(frame: pd.DataFrame) -> int:
    """Pixels of a document's column: wide enough for numbers where there are few."""
    n = frame["x"].nunique()
    return WIDE if n <= FEW else CELL if n <= 2 * FEW else 13


def width(frame: pd.DataFrame) -> int:
    """Pixels of the whole chart."""
    return column_width(frame) * max(frame["x"].nunique(), 1) + 8


def top(frame: pd.DataFrame) -> int:
    """Pixels above the cells, for the documents' ids."""
    longest = max((min(len(name), LONGEST) for name in frame["doc_id"].unique()), default=4)
    return int(18 + NAMES * longest)


def screen(frame: pd.DataFrame) -> go.Figure:
    """The heat map of heat_frame() without the groups' names, which stand beside it; customdata is (text, group, doc_id)."""
    columns, rows = max(frame["x"].nunique(), 1), int(frame["y"].max()) + 1
    z, span = matrix(frame, rows, columns)
    is_signed = signed(frame)
    figure = go.Figure(
        go.Heatmap(z=z, zmin=-span if is_signed else 0, zmax=span, colorscale=colours(frame), showscale=False, hoverinfo="skip")
    )
    figure.update_traces(xgap=1, ygap=1)
    figure.add_trace(_cells(frame, columns <= FEW))
    names = frame.drop_duplicates("x").set_index("x")["doc_id"].sort_index()
    ticks = [theme.chart_text(name) for name in theme.apart(names, LONGEST)]
    axis = {"showgrid": False, "zeroline": False, "fixedrange": True, "ticks": ""}
    figure.update_xaxes(
        **axis, side="top", tickangle=-90, tickvals=list(range(columns)), ticktext=ticks, range=[-0.5, columns - 0.5]
    )
    figure.update_yaxes(**axis, showticklabels=False, range=[rows - 0.5, -0.5])
    above = top(frame)
    figure = layout.finish(figure, CELL * rows + above + 4, {"l": 0, "t": above, "b": 4, "r": 8})
    small = {"size": layout.SIZE - 1 - (column_width(frame) < CELL)}
    return figure.update_xaxes(tickfont=small).update_layout(width=width(frame))


def whole(frame: pd.DataFrame) -> go.Figure:
    """The same with the groups' names, where nothing stands beside it."""
    rows = frame.drop_duplicates("y").sort_values("y")
    names = theme.apart(rows["group"].tolist(), LONGEST)
    left = 16 + int(max((NAMES * len(name) + CAPITAL * sum(map(str.isupper, name)) for name in names), default=0))
    figure = screen(frame)
    figure.update_yaxes(showticklabels=True, tickvals=rows["y"].tolist(), ticktext=list(map(theme.chart_text, names)))
    figure.update_yaxes(ticklabelstandoff=6)
    return figure.update_layout(margin_l=left, width=figure.layout.width + left)


def matrix(frame: pd.DataFrame, rows: int, columns: int) -> tuple[np.ndarray, float]:
    """What is coloured, and where the colours end: F1 as it is, counts as square roots so that small ones can be seen."""
    z = np.full((rows, columns), np.nan)
    n = frame["n"].to_numpy(float)
    shown = n if (frame["show"] == DIFFERENCE).any() else np.sign(n) * np.sqrt(np.abs(n))
    z[frame["y"], frame["x"]] = shown
    found = np.abs(shown[np.isfinite(shown)])
    return z, max(float(found.max(initial=0.0)), 1.0)


def colours(frame: pd.DataFrame) -> list:
    """Grey for counts; for differences the colour of the better system."""
    if not signed(frame):
        return [[0, rgba(theme.GREY, 0)], [1, rgba(theme.GREY, CAP)]]
    first, second = (theme.mark(place).colour for place in frame["places"].iloc[0])
    low, high = (first, second) if (frame["show"] == DIFFERENCE).any() else (second, first)
    return [[0, rgba(low, CAP)], [0.5, rgba(low, 0)], [0.5, rgba(high, 0)], [1, rgba(high, CAP)]]


def written(frame: pd.DataFrame) -> list[str]:
    """The numbers in the cells, without decimals; nothing where there is none."""
    write = numbers.signed if signed(frame) else numbers.points
    return ["" if numbers.missing(n) else write(n, 0) for n in frame["n"]]


def _cells(frame: pd.DataFrame, with_numbers: bool) -> go.Scatter:
    """Invisible squares: a heat map itself cannot be clicked."""
    return go.Scatter(
        x=frame["x"], y=frame["y"], name="cells", mode="markers+text" if with_numbers else "markers",
        text=written(frame) if with_numbers else None, textfont={"size": layout.SIZE - 2},
        marker={"size": 18 if with_numbers else 13, "symbol": "square", "color": "rgba(0,0,0,0)"},
        unselected={"marker": {"opacity": 1}}, customdata=frame[["text", "group", "doc_id"]].to_numpy(),
        hovertemplate="%{customdata[0]}<extra></extra>", cliponaxis=False,
    )  # fmt: skip
