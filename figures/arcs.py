"""Where words and arcs of trees stand: one x for each column in all trees, a level for each arc."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from metrics.ud.reading import OUTSIDE, Node, Tree
from metrics.ud.side import ROOT

FORM, SMALL = 15.0, 10.5  # font sizes of words, and of labels and tags
GAP = 14.0  # between words
BOLD = 1.06  # a bold word is wider
ROOM = 18.0  # what an arc needs beside its label
NARROW, WIDE = set("iljtfrI.,;:'!|()[]`-"), set("mwMW@%")


class Arc(NamedTuple):
    """An arc from a head's column to a dependent's, over columns; right: nothing is wrong with it."""

    head: int
    column: int
    relation: str
    right_head: bool
    right_relation: bool


@dataclass(frozen=True)
class Grid:
    """x of each column's middle, from the left; width of all."""

    x: np.ndarray
    width: float


@lru_cache(maxsize=20_000)
def text_width(text: str, size: float) -> float:
    """About how wide a text is: letters are narrow, wide, or of East Asian full width; marks above letters take no room."""
    total = 0.0
    for sign in text:
        if unicodedata.combining(sign) or unicodedata.category(sign) in ("Mn", "Me", "Cf"):
            continue
        full = unicodedata.east_asian_width(sign) in "WF"
        total += 1.05 if full else 0.32 if sign in NARROW else 0.86 if sign in WIDE else 0.68 if sign.isupper() else 0.56
    return total * size


def shown(node: Node) -> str:
    """A word as it stands in the picture; empty nodes behind a sign."""
    if not node.empty:
        return node.form
    return f"∅ {node.form}" if node.form != "_" else "∅"


def is_stub(node: Node) -> bool:
    """Whether a word's head stands in another sentence."""
    return node.head == OUTSIDE and not node.empty


def basic_arcs(tree: Tree) -> list[Arc]:
    """The arcs of a tree between words that are shown."""
    heads = [n for n in tree.nodes if n.head not in (ROOT, OUTSIDE)]
    return [Arc(n.head, n.column, n.relation, n.right_head, n.right_relation) for n in heads]


def enhanced_arcs(tree: Tree) -> list[Arc]:
    """The edges of an enhanced graph between words and empty nodes; of one whole colour, right or wrong."""
    return [Arc(e.head, e.column, e.relation, e.right, True) for e in tree.edges if e.head not in (ROOT, e.column)]


def grid(trees: Iterable[Tree], arcs: Iterable[Sequence[Arc]], columns: int, rtl: bool) -> Grid:
    """Columns as wide as their widest word, and apart far enough for the labels of the arcs between them."""
    width = np.full(columns, 8.0)
    for tree in trees:
        for n in tree.nodes:
            needed = [BOLD * text_width(shown(n), FORM), text_width(n.upos, SMALL)]
            needed += [text_width(f"↥{n.relation}", SMALL)] if is_stub(n) else []
            width[n.column] = max(width[n.column], *needed)
        for first, last, form in tree.tokens:
            lacking = text_width(form, SMALL) - width[first : last + 1].sum() - GAP * (last - first)
            width[first : last + 1] += max(lacking, 0.0) / (last + 1 - first)
    x = np.cumsum(width + GAP) - (width + GAP) / 2
    every = {(min(a.head, a.column), max(a.head, a.column)): 0.0 for tree_arcs in arcs for a in tree_arcs}
    for tree_arcs in arcs:
        for a in tree_arcs:
            ends = (min(a.head, a.column), max(a.head, a.column))
            every[ends] = max(every[ends], text_width(a.relation, SMALL) + ROOM)
    for (left, right), needed in sorted(every.items(), key=lambda item: (item[0][1], -item[0][0])):
        x[right:] += max(needed - (x[right] - x[left]), 0.0)
    whole = float(x[-1] + (width[-1] + GAP) / 2) if columns else 0.0
    return Grid(whole - x if rtl else x, whole)


def levels(arcs: Sequence[Arc], columns: int) -> list[int]:
    """How high each arc stands, from 1: above all that it spans."""
    height = np.zeros(max(columns, 1), np.int64)
    found = [0] * len(arcs)
    spans = [(min(a.head, a.column), max(a.head, a.column)) for a in arcs]
    for k in sorted(range(len(arcs)), key=lambda k: (spans[k][1] - spans[k][0], spans[k])):
        left, right = spans[k]
        found[k] = int(height[left:right].max()) + 1
        height[left:right] = found[k]
    return found


def is_rtl(text: str) -> bool:
    """Whether most of a text's letters are written from right to left."""
    kinds = [unicodedata.bidirectional(sign) for sign in text]
    return sum(kind in ("R", "AL") for kind in kinds) > sum(kind == "L" for kind in kinds)
