"""The Reader's stylesheet: the fixed part, underlines by depth, and for each entity its colour and its hover."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from figures.reader_cell import DEEPEST

STEP = 4  # pixels from one underline to the next
ROOMY = 2  # depths that the plain line height holds


def _depth(k: int) -> str:
    """The rules of a depth: how far its underline is from the text, and the room that a cell with it needs."""
    underline, below = f".rd .l{k}{{padding-bottom:{k * STEP}px}}", f".rd .d{k}{{padding-bottom:{4 + max(k - 1, 0) * STEP}px}}"
    taller = f".rd .c.d{k}{{line-height:calc(2.12em + {(k - ROOMY) * STEP}px)}}" if k > ROOMY else ""
    return underline + below + taller


STYLE = Path(__file__).with_name("reader.css").read_text("utf-8") + "".join(map(_depth, range(DEEPEST + 1)))


def colours(entity: int) -> tuple[str, str]:
    """An entity's colour on light and on dark: hues far apart one after the other, none near that of errors."""
    hue = (40 + (entity * 114.59 + 75) % 300) % 360
    odd = entity % 2
    return f"oklch({0.48 if odd else 0.545} .15 {hue:.1f})", f"oklch({0.76 if odd else 0.83} .12 {hue:.1f})"


def entity_rules(entities: Iterable[int]) -> str:
    """For each entity its colour, and that all its mentions light up where the words of one are under the pointer."""
    rules = []
    for k in entities:
        light, dark = colours(k)
        rules.append(
            f".rd .e{k}{{--c:light-dark({light},{dark})}}"
            f".rd:has(.t{k}:hover) .m.e{k}{{background:color-mix(in oklab,var(--c) 26%,transparent)}}"
        )
    return "".join(rules)
