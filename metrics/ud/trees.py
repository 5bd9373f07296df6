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

    An arc is projective if no arc from outside crosses it. Words strictly inside whose head lies outside (other than
    at the arc's own head) are found by the extremes of heads over the stretch between: for an arc (l, r), all heads
    of the words inside must lie within [l, r].
    """
    n = len(side.head)
    at = np.arange(n)
    head = np.where(side.head < 0, at, side.head)
    low, high = np.minimum(at, head), np.maximum(at, head)
    # A root inside an arc has no head within it.
    smallest = np.where(side.head == ROOT, -1, head)
    return _inside(low, high, np.minimum, smallest, low) & _inside(low, high, np.maximum, head, high)


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
