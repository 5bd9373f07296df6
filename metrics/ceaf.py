"""The best one-to-one alignment of gold and predicted entities, and nothing larger than it needs to be.

Luo (2005), sections 3 and 4. Entities align only with entities that they share mentions with, so each connected
component of the overlap graph is a problem of its own: a single pair and a star are read off, the rest is solved.
"""

from __future__ import annotations

import numpy as np

from metrics.overlap import Overlap

MOST_CELLS = 16_000_000  # of a matrix of similarities; larger components are solved from their edges


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
    ends = np.append(begin[1:], len(nodes[0]))
    part = np.repeat(np.arange(len(begin)), ends - begin)
    left, right = local_numbers(nodes[0], part), local_numbers(nodes[1], part)
    for k, s, e in zip(parts.tolist(), begin[parts].tolist(), ends[parts].tolist(), strict=True):
        for value, optimum in zip(values, best, strict=True):
            optimum[k] = value[s + best_pairs(left[s:e], right[s:e], value[s:e])].sum()


def best_pairs(left: np.ndarray, right: np.ndarray, value: np.ndarray) -> np.ndarray:
    """Which edges are in the one-to-one matching with the largest sum; nodes are numbered 0, 1, ... on each side."""
    shape = int(left.max()) + 1, int(right.max()) + 1
    if shape == (2, 2):  # either straight or crosswise
        straight = left == right
        return np.flatnonzero(straight == (value[straight].sum() >= value[~straight].sum()))

    from scipy.optimize import linear_sum_assignment  # a third of a second that small components do not need

    if shape[0] * shape[1] > MOST_CELLS:
        return _best_sparse(left, right, value, shape)
    matrix, number = np.zeros(shape), np.full(shape, -1, np.int32)
    matrix[left, right] = value
    number[left, right] = np.arange(len(left))
    chosen = number[linear_sum_assignment(matrix, maximize=True)]
    return chosen[chosen >= 0]


def _best_sparse(left: np.ndarray, right: np.ndarray, value: np.ndarray, shape: tuple[int, int]) -> np.ndarray:
    """best_pairs() where a full matrix would fill the memory: edges alone, and for each left node one that stands for none."""
    from scipy.sparse import csr_matrix
    from scipy.sparse.csgraph import min_weight_full_bipartite_matching

    none = 2 * value.max() + 1  # costs must be positive
    nodes = np.arange(shape[0])
    cost = np.concatenate([none - value, np.full(shape[0], none)])
    where = np.concatenate([left, nodes]), np.concatenate([right, shape[1] + nodes])
    one, other = min_weight_full_bipartite_matching(csr_matrix((cost, where), shape=(shape[0], shape[0] + shape[1])))
    real = other < shape[1]
    order = np.lexsort((right, left))
    key = left[order].astype(np.int64) * shape[1] + right[order]
    return order[np.searchsorted(key, one[real].astype(np.int64) * shape[1] + other[real])]
