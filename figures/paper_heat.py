"""Heat maps of groups on paper: by document, and by type of error."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from figures import class_documents, failures, paper_cells, theme
from figures.frames import DIFFERENCE
from figures.paper import Sheet
from figures.paper_text import scaled
from metrics.errors.types import TYPES

MOST = {True: 60, False: 140}  # documents that find room
NAMED = {True: 16, False: 44}  # documents whose ids can be read
ROW, ERRORS_ROW = 0.13, 0.15  # inches


def documents(frame: pd.DataFrame, sheet: Sheet) -> Figure:
    """The figure of class_documents.heat_frame(): as many documents as find room, those with the most first."""
    frame = frame[frame["x"] < MOST[sheet.narrow]]
    groups = frame.drop_duplicates("y").set_index("y")["group"].sort_index()
    ids = frame.drop_duplicates("x").sort_values("x")["doc_id"].tolist()
    rows = int(frame["y"].max()) + 1
    named = len(ids) <= int(NAMED[sheet.narrow] / scaled(1.0))
    figure, ax = paper_cells.grid(sheet, [groups.get(k, "") for k in range(rows)], ids if named else [""], ROW)
    z, span = class_documents.matrix(frame, rows, len(ids))
    paper_cells.fill(ax, z, span, _places(frame), sheet)
    _lines(ax, rows, len(ids))
    if not named:
        ax.set_xticks([])
        ax.set_title("documents, those with the most first", size=scaled(paper_cells.SIZE), pad=2, loc="left")
    return figure


def _places(frame: pd.DataFrame) -> tuple[int, ...]:
    """The systems that values below and above 0 speak for; none for counts."""
    if not class_documents.signed(frame):
        return ()
    places = frame["places"].iloc[0]
    return places if (frame["show"] == class_documents.DIFFERENCE).any() else places[::-1]


def _lines(ax: Axes, rows: int, columns: int) -> None:
    """White lines between the cells."""
    ax.set_xticks([k + 0.5 for k in range(columns - 1)], minor=True)
    ax.set_yticks([k + 0.5 for k in range(rows - 1)], minor=True)
    ax.grid(which="minor", color="white", linewidth=0.5)
    ax.tick_params(which="minor", length=0)


def errors(frame: pd.DataFrame, sheet: Sheet) -> Figure:
    """The figure of failure_frames.heat_frame(): groups down the side, types along the top."""
    names = theme.apart([name or "all" for name in failures.groups_of(frame)], 40)
    figure, ax = paper_cells.grid(sheet, names, [kind.replace(" ", "\n") for kind in TYPES], ERRORS_ROW)
    z, top = failures.matrix(frame, len(names))
    signed = bool((frame["show"] == DIFFERENCE).any())
    paper_cells.fill(ax, z, top, frame["places"].iloc[0][::-1] if signed else (), sheet)
    text = [failures.written(row, signed) for row in frame.itertuples()]
    paper_cells.numbers(ax, frame[["x", "y"]].assign(text=text, colour="black"))
    return figure
