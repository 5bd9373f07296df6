"""Properties of words in their tree: depth, length and direction of the arc to the head, projectivity."""

from __future__ import annotations

import numpy as np

from metrics.ud.side import ROOT, Side


def depths(side: Side) -> np.ndarray:
    """Arcs between each word and its root; pointers are doubled, so that deep trees cost their logarithm."""
    n = len(side.head)
    parent = np.append(np.where(side.head < 0, n, side.head), n)
    steps = (parent < n).astype(np.int64)
    for _ in range(max(n, 1).bit_length() + 1):
        if (parent == n).all():
            break
        steps += steps[parent]
        parent = parent[parent]
    return steps[:-1]


def arc_lengths(side: Side) -> np.ndarray:
    """Head's position less the word's: negative where the head stands before it; 0 for roots."""
    return np.where(side.head == ROOT, 0, side.head - np.arange(len(side.head)))


def is_projective(side: Side) -> np.ndarray:
    """Whether every word between a word and its head descends from the head; roots are.

    Words are numbered so that a word's descendants follow it without a gap: all words between descend from the head where
    the smallest and the largest of their numbers lie in the head's stretch.
    """
    at = np.arange(len(side.head))
    head = np.where(side.head < 0, at, side.head)
    low, high = np.minimum(at, head), np.maximum(at, head)
    number, size = _descending(side)
    last = (number + size - 1)[head]
    return _inside(low, high, np.minimum, number, number[head]) & _inside(low, high, np.maximum, number, last)


def _descending(side: Side) -> tuple[np.ndarray, np.ndarray]:
    """Numbers of all words, each before its descendants, which follow in one stretch; and how many words that is, itself too."""
    n = len(side.head)
    parent = np.where(side.head < 0, n, side.head)
    size = np.ones(n + 1, np.int64)
    depth = depths(side)
    deepest = np.argsort(-depth, kind="stable")
    for rows in np.split(deepest, np.flatnonzero(np.diff(depth[deepest])) + 1):
        np.add.at(size, parent[rows], size[rows])
    siblings = np.argsort(parent, kind="stable")
    before = np.cumsum(size[siblings]) - size[siblings]
    first = np.searchsorted(parent[siblings], parent[siblings])
    number = np.zeros(n + 1, np.int64)
    number[siblings] = before - before[first] + 1
    parent = np.append(parent, n)
    for _ in range(max(n, 1).bit_length() + 1):  # each word's offset among its siblings, added up on the way to its root
        number += number[parent]
        parent = parent[parent]
    return number[:-1], size[:-1]


def _inside(low: np.ndarray, high: np.ndarray, extreme: np.ufunc, values: np.ndarray, bound: np.ndarray) -> np.ndarray:
    """Whether the extreme of values over the words strictly between low and high keeps to the bound (a sparse table)."""
    fine = np.ones(len(low), bool)
    span = high - low - 1
    table, width = values, 1
    while width <= span.max(initial=0):
        here = np.flatnonzero((span >= width) & (span < 2 * width))
        found = extreme(table[low[here] + 1], table[high[here] - width])
        fine[here] = found >= bound[here] if extreme is np.minimum else found <= bound[here]
        shifted = np.concatenate([table[width:], table[len(table) - width :] if width <= len(table) else table[:0]])
        table = extreme(table, shifted[: len(table)])
        width *= 2
    return fine
