"""Span errors: mentions that are one but for their borders."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from metrics.errors.text import strippable
from metrics.geometry import Geometry
from metrics.options import CoreferenceOptions
from metrics.typed.project import Side, TypedProject
from metrics.zeros import with_heads, word_ranges


def fix_spans(typed: TypedProject, number: int) -> np.ndarray:
    """For each mention of a system the gold mention that it is, -1 for none: the same words, or a span error.

    Of the mentions of both sides that are left, first those that are equal once determiners, possessives and single
    characters are stripped from their edges, then those with the same head; one to one, in the order of the text.
    """
    side, strip = typed.systems[number], strippable(typed.project.gold)
    match = side.match.copy()
    heads = [_heads(typed.gold), _heads(replace(side, geometry=_with_heads(typed, number)))]
    stripped = [_stripped(typed, one, strip) for one in (typed.gold, side)]
    for gold_key, key in (stripped, [(head,) for head in heads]):
        free = np.ones(len(typed.gold.mentions), bool)
        free[match[match >= 0]] = False
        ours, theirs = np.flatnonzero(free), np.flatnonzero(match < 0)
        pairs = _joined(_keys(typed.gold, gold_key, ours), _keys(side, key, theirs))
        match[theirs[pairs[1]]] = ours[pairs[0]]
    return match


def _with_heads(typed: TypedProject, number: int) -> Geometry:
    """A system's geometry with heads from gold's trees, where gold has trees."""
    own = typed.systems[number].geometry
    if not (typed.project.gold.words["head"] >= 0).any():
        return own
    return with_heads(typed.project, number, own, CoreferenceOptions(match="head"))


def _heads(side: Side) -> np.ndarray:
    """The place of each mention's head, of its last word where no head is known."""
    rows = side.mentions.row
    return np.where(side.geometry.head[rows] >= 0, side.geometry.head[rows], side.geometry.last[rows])


def _stripped(typed: TypedProject, side: Side, strip: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The first and last word of each mention, as rows of gold's words, without what is stripped; as they are if all is."""
    low, high = word_ranges(typed.project.gold, side.geometry, side.mentions.row, side.mentions.doc)
    here = np.arange(len(strip))
    following = np.append(np.minimum.accumulate(np.where(strip, len(strip), here)[::-1])[::-1], len(strip))
    before = np.append(np.maximum.accumulate(np.where(strip, -1, here)), -1)  # the last entry stands for no word at all
    first, last = following[low], before[high - 1]
    empty = first > last
    return np.where(empty, low, first), np.where(empty, high - 1, last)


def _keys(side: Side, key: tuple[np.ndarray, ...], which: np.ndarray) -> np.ndarray:
    """Rows of document, key and the how many-eth mention of it in the order of the text."""
    doc, columns = side.mentions.doc[which], [column[which] for column in key]
    first, last = (place[which] for place in side.place())
    order = np.lexsort((last, first, *columns[::-1], doc))
    table = np.stack([doc, *columns])[:, order]
    new = np.ones(len(which), bool)
    new[1:] = (table[:, 1:] != table[:, :-1]).any(axis=0)
    begin = np.flatnonzero(new)
    rank = np.empty(len(which), np.int64)
    rank[order] = np.arange(len(which)) - begin[np.cumsum(new) - 1] if len(which) else 0
    return np.stack([doc, *columns, rank])


def _joined(ours: np.ndarray, theirs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The pairs of equal columns, as two index arrays; no column stands twice on one side."""
    n = ours.shape[1]
    both = np.concatenate([ours, theirs], axis=1)
    order = np.lexsort((np.arange(both.shape[1]) >= n, *both[::-1]))
    same = (both[:, order[1:]] == both[:, order[:-1]]).all(axis=0)
    second = np.flatnonzero(same) + 1
    return order[second - 1], order[second] - n
