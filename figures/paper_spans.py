"""The dot plot of labels and other groups of spans on paper."""

from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure

from figures import paper_breakdown
from figures.paper import Sheet

MOST_ROWS = 40  # what a page holds


def draw(frame: pd.DataFrame, sheet: Sheet) -> Figure:
    """The figure of groups_frame(): the first groups where there are more than a page holds."""
    kept = frame["y"].isin(sorted(frame["y"].unique())[:MOST_ROWS])
    frame = frame[kept].assign(singletons="")
    return paper_breakdown.draw(frame.drop(columns=["key", "text"]), sheet)
