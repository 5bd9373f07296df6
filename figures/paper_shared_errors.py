"""Own and shared errors on paper: bars from zero, numbers at their ends."""

from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure

from figures import numbers, paper, theme
from figures.paper import Sheet

ROW = 0.165  # inches
GREY = "#B9B6AF"  # what both make, in grey print


def draw(frame: pd.DataFrame, sheet: Sheet) -> Figure:
    """The figure of errors_frame()."""
    kinds = frame.drop_duplicates("kind")
    panels = sorted(frame["panel"].unique())
    figure = paper.new_figure(sheet, 0.28 + ROW * (len(kinds) + 0.3))
    width, height = figure.get_size_inches()
    left = paper.text_width(figure, kinds["kind"].tolist()) + 0.08
    each = (width - left - 0.06) / len(panels)
    top = 1.35 * max(float(frame["n"].max()), 1.0)
    for k, panel in enumerate(panels):
        rows = frame[frame["panel"] == panel]
        ax = figure.add_axes(((left + k * each) / width, 0.06 / height, (each - 0.08) / width, 1 - 0.3 / height))
        ax.barh(rows["y"], rows["n"], height=0.58, color=_colour(int(rows["place"].iloc[0]), sheet), linewidth=0)
        for row in rows.itertuples():
            ax.text(row.n + 0.02 * top, row.y, numbers.count(row.n), va="center", ha="left", size=sheet.size - 1)
        ax.set_xlim(0, top)
        ax.set_ylim(len(kinds) - 0.4, -0.6)
        ax.set_xticks([])
        ax.set_yticks(kinds["y"].tolist() if k == 0 else [], kinds["kind"].tolist() if k == 0 else [])
        ax.tick_params(length=0, pad=2)
        for side in ("top", "right", "bottom"):
            ax.spines[side].set_visible(False)
        ax.set_title(f"{rows['title'].iloc[0]}, {numbers.count(rows['n'].sum())}", size=sheet.size, loc="left", pad=3)
    return figure


def _colour(place: int, sheet: Sheet) -> str:
    if place < 0:
        return GREY if sheet.grey else theme.GREY
    mark = theme.mark(place)
    return mark.grey if sheet.grey else mark.colour
