"""How wide words are on paper, and names cut so that they find room."""

from __future__ import annotations

import re
from collections.abc import Sequence

from matplotlib import rcParams
from matplotlib.figure import Figure

from figures import theme

CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]+")
DRAWN_FOR = 8.0  # points of type for which sizes are stated


def scaled(size: float) -> float:
    """A size (points or inches) that is stated for type of 8 points, in the type that is set."""
    return size * rcParams["font.size"] / DRAWN_FOR


def line(text: str) -> str:
    """A name in one line, without what turns text around."""
    return CONTROL.sub(" ", str(text))


def width(figure: Figure, words: Sequence[str], **style) -> float:
    """The width in inches of the widest of some texts."""
    text = figure.text(0, 0, "", **style)
    found = [_extent(text, w) for w in dict.fromkeys(words)]
    text.remove()
    return max(found, default=0.0)


def _extent(text, words: str) -> float:
    text.set_text(words)
    return text.get_window_extent(text.figure.canvas.get_renderer()).width / text.figure.dpi if words else 0.0


def fitted(figure: Figure, names: Sequence[str], room: float, after: Sequence[str] = (), **style) -> list[str]:
    """Names cut in their middle until they are no wider than room inches; after : what follows each, never cut."""
    after = list(after) or [""] * len(names)
    text = figure.text(0, 0, "", **style)
    found = [_cut(text, line(name), end, room) for name, end in zip(names, after, strict=True)]
    text.remove()
    return found


def _cut(text, name: str, end: str, room: float) -> str:
    """The longest form of one name that fits, found by halving; at least a sign and a mark of what is left out."""
    if _extent(text, name + end) <= room:
        return name + end
    low, high = 2, len(name) - 1
    while low < high:
        middle = (low + high + 1) // 2
        fits = _extent(text, theme.shortened(name, middle) + end) <= room
        low, high = (middle, high) if fits else (low, middle - 1)
    return theme.shortened(name, low) + end
