"""How wide words are on paper, and names cut so that they find room."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from matplotlib import rcParams
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import text_to_path

from figures import theme

CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]+")
DRAWN_FOR = 8.0  # points of type for which sizes are stated
POINTS = 72  # in an inch


def scaled(size: float) -> float:
    """A size (points or inches) that is stated for type of 8 points, in the type that is set."""
    return size * rcParams["font.size"] / DRAWN_FOR


def line(text: str) -> str:
    """A name in one line, without what turns text around."""
    return CONTROL.sub(" ", str(text))


def width(words: Sequence[str], *, size: float | None = None, weight: str = "normal") -> float:
    """The width in inches of the widest of some texts. size : in points, by default the type's."""
    return max((_measured(w, *_type(size, weight)) for w in words), default=0.0)


def _type(size: float | None, weight: str) -> tuple[float, str, tuple[str, ...]]:
    return size or rcParams["font.size"], weight, tuple(rcParams["font.family"])


@lru_cache(maxsize=20_000)
def _measured(words: str, size: float, weight: str, families: tuple[str, ...]) -> float:
    """The width of one text in inches."""
    if not words:
        return 0.0
    face = FontProperties(family=list(families), weight=weight, size=size)
    return text_to_path.get_text_width_height_descent(words, face, ismath=False)[0] / POINTS


def fitted(
    names: Sequence[str], room: float, after: Sequence[str] = (), *, size: float | None = None, weight: str = "normal"
) -> list[str]:
    """Names cut in their middle until they are no wider than room inches; after : what follows each, never cut."""
    face = _type(size, weight)
    lines, ends = [line(name) for name in names], list(after) or [""] * len(names)
    cut = [_cut(name, end, room, face) for name, end in zip(lines, ends, strict=True)]
    if len(set(cut)) < len(set(lines)):
        return _apart(lines, ends, room, face)
    return [name + end for name, end in zip(cut, ends, strict=True)]


def _apart(names: Sequence[str], ends: Sequence[str], room: float, face: tuple[float, str, tuple[str, ...]]) -> list[str]:
    """Names that would look alike once cut, all of one length, so that they differ where they are cut."""
    low, high = 5, max(map(len, names))
    while True:
        middle = (low + high + 1) // 2
        found = [name + end for name, end in zip(theme.apart(names, middle), ends, strict=True)]
        if low >= high:
            return found
        fits = max(_measured(name, *face) for name in found) <= room
        low, high = (middle, high) if fits else (low, middle - 1)


def _cut(name: str, end: str, room: float, face: tuple[float, str, tuple[str, ...]]) -> str:
    """The longest form of one name that fits with its end, found by halving; at least a sign and a mark of what is left out."""
    if _measured(name + end, *face) <= room:
        return name
    low, high = 2, len(name) - 1
    while low < high:
        middle = (low + high + 1) // 2
        fits = _measured(theme.shortened(name, middle) + end, *face) <= room
        low, high = (middle, high) if fits else (low, middle - 1)
    return theme.shortened(name, low)
