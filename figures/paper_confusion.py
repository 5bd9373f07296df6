"""The confusion matrix on paper: grey for counts, signs for differences."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from figures import numbers, paper
from figures.confusion import CAP, DIFFERENCE, labels, matrix
from figures.paper import Sheet


def draw(frame: pd.DataFrame, sheet: Sheet) -> Figure:
    """The figure of confusion_frame(): gold down the side, what was predicted along the top."""
    names = labels(frame)
    n = max(len(names), 1)
    figure = paper.new_figure(sheet, 1.0)
    size = min(sheet.size, 6.0 if sheet.narrow else sheet.size)
    left = paper.text_width(figure, names, size=size) + 0.22
    height = left + n * (sheet.width - left - 0.06) / n * 0.62 + 0.06
    figure.set_size_inches(sheet.width, sheet.height or height)
    inside = [left / sheet.width, 0.06 / height, 1 - (left + 0.06) / sheet.width, 1 - (left + 0.06) / height]
    ax = figure.add_axes(inside)
    z = np.nan_to_num(np.abs(matrix(frame, n)))
    ax.imshow(z, cmap="Greys", vmin=0, vmax=max(float(z.max()), 1.0) / CAP, aspect="auto")
    signed = bool(len(frame)) and frame["show"].iloc[0] == DIFFERENCE
    write = numbers.change if signed else numbers.count
    for row in frame[frame["n"] != 0].itertuples():
        ax.text(row.x, row.y, write(row.n), ha="center", va="center", size=size - 1, color=paper.MUTE if row.right else "black")
    ax.set_xticks(range(len(names)), names, rotation=90, size=size)
    ax.set_yticks(range(len(names)), names, size=size)
    ax.xaxis.tick_top()
    ax.tick_params(length=0, pad=2)
    ax.set_ylabel("gold", size=size, labelpad=1)
    for side in ax.spines.values():
        side.set_linewidth(0.4)
    return figure
