"""The dot plot of groups on paper."""

from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure

from figures import paper_forest
from figures.paper import Sheet

MOST_ROWS = 40  # what a page holds


def draw(frame: pd.DataFrame, sheet: Sheet) -> Figure:
    """The figure of breakdown_frame(), the support in brackets after each name; the first groups where a page holds no more."""
    kept = frame["y"].isin(sorted(frame["y"].unique())[:MOST_ROWS])
    return paper_forest.draw(frame[kept].assign(singletons=""), sheet)
