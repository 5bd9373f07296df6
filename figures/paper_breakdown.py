"""The dot plot of groups on paper."""

from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure

from figures import numbers, paper_forest, theme
from figures.paper import Sheet

LONGEST = 20  # characters of a group's name


def draw(frame: pd.DataFrame, sheet: Sheet) -> Figure:
    """The figure of breakdown_frame(), the support in brackets after each name."""
    names = zip(frame["metric"], frame["support"], strict=True)
    labels = [f"{theme.shortened(name, LONGEST)} ({numbers.count(n)})" for name, n in names]
    return paper_forest.draw(frame.assign(metric=labels), sheet)
