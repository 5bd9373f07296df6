"""The one-to-one matching with the largest total, with ties settled, in each connected component of candidate pairs."""

from __future__ import annotations

from dataclasses import dataclass
from math import lcm

import numpy as np

from metrics.ceaf import best_pairs, components, local_numbers

MOST_STEPS = 20_000  # of an exact search; larger problems go to the solver, and ties there fall as it likes


@dataclass(frozen=True)
class Candidates:
    """Pairs that may match. left, right : numbers of the two mentions of each pair.

    numerator / denominator : the pair's weight (integers, so that equal weights are equal). ties : columns by which
    equal totals are ordered, the first one's sum smallest, then the others', earliest first.
    """

    left: np.ndarray
    right: np.ndarray
    numerator: np.ndarray
    denominator: np.ndarray
    ties: tuple[np.ndarray, ...]

    def take(self, keep: np.ndarray) -> Candidates:
        """Some of the candidates."""
        ties = tuple(t[keep] for t in self.ties)
        return Candidates(self.left[keep], self.right[keep], self.numerator[keep], self.denominator[keep], ties)


def assign(pairs: Candidates, *, settle: bool = True) -> tuple[np.ndarray, np.ndarray]:
    """The left and right numbers of the pairs matched: largest total weight, then (if settle) the ties' order."""
    if not len(pairs.left):
        return pairs.left, pairs.right
    part = components(pairs.left, pairs.right, int(pairs.left.max()) + 1, int(pairs.right.max()) + 1)
    weight = pairs.numerator / pairs.denominator
    order = np.lexsort((pairs.left, *pairs.ties[::-1], -weight, part))
    pairs, part = pairs.take(order), part[order]
    begin = np.flatnonzero(np.diff(part, prepend=-1))
    end = np.append(begin[1:], len(part))
    star = _constant(pairs.left, begin) | _constant(pairs.right, begin)
    chosen = begin[star].tolist()
    for s, e in zip(begin[~star].tolist(), end[~star].tolist(), strict=True):
        chosen += [s + k for k in (_solve if settle else _solver)(pairs.take(np.arange(s, e)))]
    return pairs.left[chosen], pairs.right[chosen]


def _constant(codes: np.ndarray, begin: np.ndarray) -> np.ndarray:
    return np.minimum.reduceat(codes, begin) == np.maximum.reduceat(codes, begin)


def _solve(pairs: Candidates) -> list[int]:
    """The pairs of one component that are matched: all matchings tried where that is quick, else the solver."""
    by_left: dict[int, list[int]] = {}
    for k, left in enumerate(pairs.left.tolist()):
        by_left.setdefault(left, []).append(k)
    steps = 1
    for found in by_left.values():
        steps *= len(found) + 1
    return _search(pairs, list(by_left.values())) if steps <= MOST_STEPS else _solver(pairs)


def _search(pairs: Candidates, choices: list[list[int]]) -> list[int]:
    """The best of all matchings, by exact arithmetic; what cannot reach the best total so far is not followed."""
    scale = lcm(*pairs.denominator.tolist())
    weights = [n * (scale // d) for n, d in zip(pairs.numerator.tolist(), pairs.denominator.tolist(), strict=True)]
    right = pairs.right.tolist()
    ties = [column.tolist() for column in pairs.ties]
    most = [max(weights[k] for k in found) for found in choices]
    rest = [sum(most[at:]) for at in range(len(most) + 1)]
    best: tuple = (0,)
    best_pairs: list[int] = []

    def key(total: int, matched: list[int]) -> tuple:
        first = sum(ties[0][k] for k in matched)
        return (-total, first, *(sorted(column[k] for k in matched) for column in ties[1:]))

    def go(at: int, total: int, matched: list[int], used: set[int]) -> None:
        nonlocal best, best_pairs
        if total + rest[at] < -best[0]:
            return
        if at == len(choices):
            found = key(total, matched)
            if len(best) == 1 or found < best:
                best, best_pairs = found, list(matched)
            return
        for k in choices[at]:
            if right[k] not in used:
                go(at + 1, total + weights[k], [*matched, k], used | {right[k]})
        go(at + 1, total, matched, used)

    go(0, 0, [], set())
    return best_pairs


def _solver(pairs: Candidates) -> list[int]:
    """A matching with the largest total; among those, near enough the first tie's smallest sum."""
    zero = np.zeros(len(pairs.left), np.int64)
    weight = pairs.numerator / pairs.denominator - 1e-9 * pairs.ties[0]
    return best_pairs(local_numbers(pairs.left, zero), local_numbers(pairs.right, zero), weight).tolist()
