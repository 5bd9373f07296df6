"""The one-to-one matching with the largest total, with ties settled, in each connected component of candidate pairs."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from metrics.ceaf import components, local_numbers

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


def assign(pairs: Candidates) -> tuple[np.ndarray, np.ndarray]:
    """The left and right numbers of the pairs matched: largest total weight, then the ties' order."""
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
        chosen += [s + k for k in _solve(pairs.take(np.arange(s, e)))]
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
    """The best of all matchings, by exact arithmetic."""
    weights = [Fraction(n, d) for n, d in zip(pairs.numerator.tolist(), pairs.denominator.tolist(), strict=True)]
    right = pairs.right.tolist()
    ties = [column.tolist() for column in pairs.ties]
    best: tuple = ()
    best_pairs: list[int] = []

    def key(matched: list[int]) -> tuple:
        first = sum(ties[0][k] for k in matched)
        return (-sum(weights[k] for k in matched), first, *(sorted(column[k] for k in matched) for column in ties[1:]))

    def go(at: int, matched: list[int], used: set[int]) -> None:
        nonlocal best, best_pairs
        if at == len(choices):
            found = key(matched)
            if not best or found < best:
                best, best_pairs = found, list(matched)
            return
        for k in choices[at]:
            if right[k] not in used:
                go(at + 1, [*matched, k], used | {right[k]})
        go(at + 1, matched, used)

    go(0, [], set())
    return best_pairs


def _solver(pairs: Candidates) -> list[int]:
    """A matching with the largest total; among those, near enough the first tie's smallest sum."""
    from scipy.optimize import linear_sum_assignment

    zero = np.zeros(len(pairs.left), np.int64)
    left, right = local_numbers(pairs.left, zero), local_numbers(pairs.right, zero)
    weight = np.zeros((left.max() + 1, right.max() + 1))
    number = np.full(weight.shape, -1)
    weight[left, right] = pairs.numerator / pairs.denominator - 1e-9 * pairs.ties[0]
    number[left, right] = np.arange(len(left))
    chosen = number[linear_sum_assignment(weight, maximize=True)]
    return chosen[chosen >= 0].tolist()
