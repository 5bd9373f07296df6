"""Colours, symbols and lines: what a system looks like wherever it appears.

A colour means a system and nothing else. Marks are one hex for light and dark pages, at least 3:1 on both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape


@dataclass(frozen=True)
class Mark:
    """How one system is drawn: on screen (Plotly's names), on paper (matplotlib's) and in running text (glyph)."""

    letter: str
    colour: str
    symbol: str
    dash: str
    glyph: str
    marker: str
    line: tuple | str
    grey: str


MARKS = (
    Mark("A", "#1F68C0", "circle", "solid", "●", "o", "-", "#222222"),
    Mark("B", "#E07010", "diamond", "5px,2.5px", "◆", "D", (0, (5, 2.5)), "#8C8C8C"),
    Mark("C", "#2A9E72", "square", "dot", "■", "s", ":", "#5A5A5A"),
    Mark("D", "#C965B0", "triangle-up", "dashdot", "▲", "^", "-.", "#A8A8A8"),
)
COLOUR_NAMES = ("blue", "orange", "green", "pink")  # of the marks, for legends in words
# Beyond four systems the shape alone tells them apart.
MORE = (
    ("triangle-down", "▼", "v"),
    ("cross", "✚", "P"),
    ("x", "✖", "X"),
    ("star", "★", "*"),
)
SHOWN = len(MARKS) + len(MORE)  # systems that one chart can hold

GOLD = "#7A6F57"  # gold, and differences B − A
GOLD_GREY = "#444444"
GREY = "#8A857C"  # baselines, what is shared, ties
GRID = "rgba(138,133,124,.22)"
BAND = "rgba(138,133,124,.14)"

BASELINES = {
    "all singletons": ("triangle-up-open", "△", "^", "every mention a singleton"),
    "one entity": ("square-open", "□", "s", "one entity"),
    "same head lemma": ("triangle-down-open", "▽", "v", "same head lemma"),
}
ALL_WORDS = "all words"
HEADLINES = ("CoNLL", "LAS", ALL_WORDS)  # of a figure's rows: first, in bold, with air below
TREE_ORDER = (
    "LAS", "UAS", "CLAS", "MLAS", "BLEX", "ELAS", "EULAS", "UPOS", "XPOS", "UFeats", "AllTags", "Lemmas", "Words", "Tokens",
    "Sentences",
)  # fmt: skip
SPAN_ORDER = ("micro", "macro", "weighted", "strict", "exact", "partial", "type", "token accuracy")
METRIC_ORDER = ("CoNLL", "MUC", "B³", "CEAFe", "CEAFm", "LEA", "BLANC", "MOR", "mentions", *TREE_ORDER, *SPAN_ORDER)
NO_LINKING = ("mentions", "MOR")  # metrics that are blind to entities
METRIC_NAMES = {"mentions": "Mentions"}


def mark(place: int) -> Mark:
    """The mark of a system by its place in the project: 0 is A, 1 is B, and so on."""
    if place < len(MARKS):
        return MARKS[place]
    symbol, glyph, marker = MORE[(place - len(MARKS)) % len(MORE)]
    return Mark(letter(place), GREY, symbol, "dot", glyph, marker, ":", "#5A5A5A")


def colour_name(place: int) -> str:
    """The colour of a system's marks in a word; beyond four systems its sign."""
    return COLOUR_NAMES[place] if place < len(MARKS) else mark(place).glyph


def letter(place: int) -> str:
    """A, B, ... Z, AA, AB, ..."""
    first, last = divmod(place, 26)
    return (letter(first - 1) if first else "") + chr(ord("A") + last)


def metric_name(metric: str) -> str:
    """A metric as it is written at an axis and in a table."""
    return METRIC_NAMES.get(metric, metric)


def in_order(metrics) -> list[str]:
    """Metrics in the order of the pages; those that the order does not know come last."""
    known = {metric: k for k, metric in enumerate(METRIC_ORDER)}
    return sorted(dict.fromkeys(metrics), key=lambda metric: known.get(metric, len(known)))


def chart_text(text: str) -> str:
    """A name as Plotly text: its own tags, entities and TeX marks never take effect."""
    return escape(str(text)).replace("$", "&#36;").replace("\n", " ")


def shortened(text: str, length: int) -> str:
    """A name cut in its middle, where file names differ least, to a number of characters."""
    if len(text) <= length:
        return text
    head = (length - 1) * 2 // 3
    return f"{text[:head]}…{text[len(text) - (length - 1 - head) :]}"


def apart(names: Sequence[str], length: int) -> list[str]:
    """Names of one axis, cut to a number of characters so that no two that differ look alike.

    Those that would look alike are cut around where they begin to differ; where that is not enough, they are numbered.
    """
    cut = {name: shortened(name, length) for name in names}
    for alike in _alike(cut):
        cut.update(_around(alike, length))
    cut.update(_numbered([name for alike in _alike(cut) for name in alike], length))
    return [cut[name] for name in names]


def _alike(cut: dict[str, str]) -> list[list[str]]:
    """Groups of names that look alike once cut."""
    groups: dict[str, list[str]] = {}
    for name, shown in cut.items():
        groups.setdefault(shown, []).append(name)
    return [group for group in groups.values() if len(group) > 1]


def _around(names: Sequence[str], length: int) -> dict[str, str]:
    """The beginning of each name, and what stands from the first sign on in which the names differ."""
    first, last = min(names), max(names)
    differs = next((k for k, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), min(len(first), len(last)))
    head = (length - 2) // 3
    found = {}
    for name in names:
        start = max(min(differs, len(name) - (length - 1 - head)), head)  # to the end of the name where that finds room
        rest = name[start:]
        found[name] = f"{name[:head]}…{rest if len(rest) < length - head else f'{rest[: length - 2 - head]}…'}"
    return found


def _numbered(names: Sequence[str], length: int) -> dict[str, str]:
    """Names with a number each."""
    ends = [f" ({k})" for k in range(1, len(names) + 1)]
    return {name: shortened(name, max(length - len(end), 2)) + end for name, end in zip(names, ends, strict=True)}


def style_class(place: int) -> str:
    """The class of the dashboard's stylesheet that gives text a system's colour, lighter on dark pages."""
    return f"s{'ABCD'[place]}" if place < len(MARKS) else "sMore"
