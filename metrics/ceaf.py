"""The best one-to-one alignment of gold and predicted entities, and nothing larger than it needs to be.

Luo (2005), sections 3 and 4. Entities align only with entities that they share mentions with, so each connected
component of the overlap graph is a problem of its own: a single pair and a star are read off, the rest is solved.
"""

from __future__ import annotations

import numpy as np

from metrics.overlap import Overlap


def components(left: np.ndarray, right: np.ndarray, n_left: int, n_right: int) -> np.ndarray:
    """The connected component of each edge of a bipartite graph, numbered 0, 1, ...

    Minimum labels spread along edges, with pointers doubled, until nothing changes: a few rounds for any graph.
    """
    label = np.arange(n_left + n_right)
    right = right + n_left
    while True:
        low = np.minimum(label[left], label[right])
        before = label.copy()
        np.minimum.at(label, label[left], low)
        np.minimum.at(label, label[right], low)
        np.minimum.at(label, left, low)
        np.minimum.at(label, right, low)
        label = label[label]
        if np.array_equal(before, label):
            break
    root = label[left]
    present = np.zeros(n_left + n_right, bool)
    present[root] = True
    return (np.cumsum(present) - 1)[root]


def best_alignment(table: Overlap, *similarities: np.ndarray) -> list[np.ndarray]:
    """For each similarity of the cells, its largest one-to-one sum per document."""
    if not len(table.cell):
        return [np.zeros(table.n_docs) for _ in similarities]
    part = components(table.cell, table.other_cell, len(table.size), len(table.other_size))
    order = np.argsort(part, kind="stable")
    part, left, right = part[order], table.cell[order], table.other_cell[order]
    begin = np.flatnonzero(np.diff(part, prepend=-1))
    doc = table.doc[left[begin]]
    values = [s[order].astype(np.float64) for s in similarities]
    # The best of a star is its largest cell; this also settles components of one cell.
    best = [np.maximum.reduceat(v, begin) for v in values]
    star = _constant(left, begin) | _constant(right, begin)
    _solve(np.flatnonzero(~star), begin, (left, right), values, best)
    return [np.bincount(doc, b, table.n_docs) for b in best]


def _constant(codes: np.ndarray, begin: np.ndarray) -> np.ndarray:
    return np.minimum.reduceat(codes, begin) == np.maximum.reduceat(codes, begin)


def local_numbers(codes: np.ndarray, part: np.ndarray) -> np.ndarray:
    """Each edge's node numbered 0, 1, ... within its component; edges in order of components."""
    order = np.lexsort((codes, part))
    new = np.ones(len(codes), bool)
    new[1:] = (part[order][1:] != part[order][:-1]) | (codes[order][1:] != codes[order][:-1])
    rank = np.cumsum(new) - 1
    first = np.ones(len(codes), bool)
    first[1:] = part[order][1:] != part[order][:-1]
    base = rank[first][np.cumsum(first) - 1]
    numbers = np.empty(len(codes), np.int64)
    numbers[order] = rank - base
    return numbers


def _solve(parts: np.ndarray, begin: np.ndarray, nodes: tuple, values: list[np.ndarray], best: list[np.ndarray]) -> None:
    """Put the optimum of each named component into `best`."""
    if not len(parts):
        return
    from scipy.optimize import linear_sum_assignment  # a third of a second that stars alone do not need

    ends = np.append(begin[1:], len(nodes[0]))
    part = np.repeat(np.arange(len(begin)), ends - begin)
    left, right = local_numbers(nodes[0], part), local_numbers(nodes[1], part)
    rows, columns = np.maximum.reduceat(left, begin) + 1, np.maximum.reduceat(right, begin) + 1
    for k, s, e, height, width in zip(
        parts.tolist(), begin[parts].tolist(), ends[parts].tolist(), rows[parts], columns[parts], strict=True
    ):
        for value, optimum in zip(values, best, strict=True):
            matrix = np.zeros((height, width))
            matrix[left[s:e], right[s:e]] = value[s:e]
            optimum[k] = matrix[linear_sum_assignment(matrix, maximize=True)].sum()
