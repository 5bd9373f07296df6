"""The heat map of groups by document, and the coverage of label sets, on paper."""

from __future__ import annotations

import pandas as pd
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure

from figures import class_documents, coverage, layout, paper, paper_marks, theme
from figures.confusion import CAP
from figures.paper import Sheet

MOST = {True: 60, False: 140}  # documents that find room
CELL = 0.13  # inches of a row
NAMED = {True: 20, False: 50}  # documents whose ids can be read


def draw(frame: pd.DataFrame, sheet: Sheet) -> Figure:
    """The figure of heat_frame(): as many documents as find room, those with the most first."""
    frame = frame[frame["x"] < MOST[sheet.narrow]]
    groups = frame.drop_duplicates("y").set_index("y")["group"].sort_index()
    ids = frame.drop_duplicates("x").set_index("x")["doc_id"].sort_index()
    rows, columns = int(frame["y"].max()) + 1, len(ids)
    names = [theme.shortened(groups.get(k, ""), 16) for k in range(rows)]
    over = [theme.shortened(name, 14) for name in ids] if columns <= NAMED[sheet.narrow] else []
    figure = paper.new_figure(sheet, 1.0)
    left = paper.text_width(figure, names, size=6.5) + 0.08
    above = paper.text_width(figure, over, size=5.5) + 0.08 if over else 0.18
    height = sheet.height or above + rows * CELL + 0.05
    figure.set_size_inches(sheet.width, height)
    where = (left / sheet.width, 0.05 / height, 1 - (left + 0.05) / sheet.width, 1 - (above + 0.05) / height)
    ax = figure.add_axes(where)
    z, span = class_documents.matrix(frame, rows, columns)
    signed = class_documents.signed(frame)
    ax.imshow(z, cmap=_colours(frame, sheet, signed), vmin=-span if signed else 0, vmax=span, aspect="auto", interpolation="none")
    ax.set_yticks(range(rows), names, size=6.5)
    ax.set_xticks(range(columns) if over else [], over, rotation=90, size=5.5)
    ax.xaxis.tick_top()
    ax.tick_params(length=0, pad=2)
    ax.set_xticks([k + 0.5 for k in range(columns - 1)], minor=True)
    ax.set_yticks([k + 0.5 for k in range(rows - 1)], minor=True)
    ax.grid(which="minor", color="white", linewidth=0.5)
    ax.tick_params(which="minor", length=0)
    if not over:
        ax.set_title("documents, those with the most first", size=6.5, pad=2, loc="left")
    for side in ax.spines.values():
        side.set_linewidth(0.4)
    return figure


def _colours(frame: pd.DataFrame, sheet: Sheet, signed: bool) -> LinearSegmentedColormap:
    """The colours of the screen on white."""
    if not signed:
        found = ["#FFFFFF", _on_white(theme.GREY)]
    else:
        first, second = (theme.mark(place) for place in frame["places"].iloc[0])
        pair = [mark.grey if sheet.grey else mark.colour for mark in (first, second)]
        low, high = pair if (frame["show"] == class_documents.DIFFERENCE).any() else reversed(pair)
        found = [_on_white(low), "#FFFFFF", _on_white(high)]
    return LinearSegmentedColormap.from_list("cells", found)


def _on_white(colour: str) -> str:
    parts = (round(255 - CAP * (255 - int(colour[k : k + 2], 16))) for k in (1, 3, 5))
    return "#" + "".join(f"{part:02X}" for part in parts)


def draw_coverage(frame: pd.DataFrame, sheet: Sheet) -> Figure:
    """The figure of coverage_frame(): hollow before propagation, filled after."""
    y = {theme.shortened(name, 18): at for name, at in zip(frame["metric"], frame["y"], strict=True)}
    figure = paper.new_figure(sheet, 0.52 + 0.3 * len(y) + 0.16)
    (ax,) = paper_marks.panels(figure, list(y), [1.0], right=0.12, top=0.22)
    offsets = layout.offsets(int(frame["lane"].max()) + 1) * 0.75
    for lane, rows in frame.groupby("lane"):
        how = _style(int(rows["place"].iloc[0]), sheet)
        before, after = (rows[rows["step"] == step].reset_index(drop=True) for step in coverage.STEPS)
        ax.hlines(before["y"] + offsets[lane], before["value"], after["value"], color=how["color"], linewidth=0.7, linestyle=":")
        paper_marks.marks(ax, before, before["y"] + offsets[lane], {**how, "markerfacecolor": "white"})
        paper_marks.marks(ax, after, after["y"] + offsets[lane], how)
    paper_marks.axis(ax, coverage.scale_of(frame), "mentions with a label (%)")
    paper_marks.rows([ax], y)
    paper_marks.key(ax, frame[frame["place"] >= 0], sheet, room=ax.get_position().width * sheet.width)
    return figure


def _style(place: int, sheet: Sheet) -> dict:
    if place >= 0:
        return paper_marks.style(place, sheet)
    return {"color": theme.GOLD_GREY if sheet.grey else theme.GOLD, "marker": "s", "markersize": 2.8}
