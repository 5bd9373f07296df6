"""The confusion matrix on paper: grey for counts, the systems' colours for differences."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from figures import numbers, paper, paper_cells
from figures.confusion import DIFFERENCE, labels, matrix
from figures.paper import Sheet

ROW = 0.135  # inches


def draw(frame: pd.DataFrame, sheet: Sheet) -> Figure:
    """The figure of confusion_frame(): gold down the side, what was predicted along the top."""
    names = labels(frame)
    figure, ax = paper_cells.grid(sheet, names, names, ROW, "gold")
    z = np.nan_to_num(matrix(frame, max(len(names), 1)))
    signed = bool(len(frame)) and frame["show"].iloc[0] == DIFFERENCE
    places = frame["places"].iloc[0][::-1] if signed else ()  # who makes fewer errors gives the colour
    paper_cells.fill(ax, z, max(float(np.abs(z).max()), 1.0), places, sheet)
    shown = frame[frame["n"] != 0]
    text = shown["n"].map(numbers.change if signed else numbers.count)
    colour = np.where(shown["right"], paper.MUTE, "black")
    paper_cells.numbers(ax, shown[["x", "y"]].assign(text=text, colour=colour))
    return figure
