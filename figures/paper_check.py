"""Whether words on paper are cut off or stand over one another."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from matplotlib.figure import Figure
from matplotlib.text import Text

EDGE = 0.01  # inches that the box around a text may stand out: the air above its letters
TOUCH = (0.01, 0.02)  # inches, across and down, by which two boxes may overlap without their letters meeting


@dataclass(frozen=True)
class Box:
    """The place of a text in inches from the lower left."""

    words: str
    x0: float
    y0: float
    x1: float
    y1: float


def boxes(figure: Figure) -> list[Box]:
    """The places of all texts that are shown."""
    figure.draw_without_rendering()
    renderer, found = figure.canvas.get_renderer(), []
    for text in figure.findobj(_is_shown):
        box = text.get_window_extent(renderer).transformed(figure.dpi_scale_trans.inverted())
        found.append(Box(text.get_text(), box.x0, box.y0, box.x1, box.y1))
    return found


def _is_shown(artist) -> bool:
    return isinstance(artist, Text) and artist.get_visible() and bool(artist.get_text().strip())


def faults(figure: Figure, found: list[Box] | None = None) -> list[str]:
    """What is cut off by the figure's edge, and which words stand over others. found : boxes(), where they are known."""
    found = boxes(figure) if found is None else found
    wide, high = figure.get_size_inches()
    low, up = -EDGE, EDGE
    cut = [b.words for b in found if b.x0 < low or b.y0 < low or b.x1 > wide + up or b.y1 > high + up]
    return [f"cut: {words}" for words in cut] + _overlapping(found)


def _overlapping(found: list[Box]) -> list[str]:
    x0, y0, x1, y1 = np.array([[b.x0, b.y0, b.x1, b.y1] for b in found]).T.reshape(4, -1)
    across = np.minimum.outer(x1, x1) - np.maximum.outer(x0, x0) > TOUCH[0]
    down = np.minimum.outer(y1, y1) - np.maximum.outer(y0, y0) > TOUCH[1]
    pairs = np.argwhere(np.triu(across & down, 1))
    return [f"over one another: {found[a].words} | {found[b].words}" for a, b in pairs]
