"""Which predicted span is which gold span: exactly, and by the overlap matching of SemEval 2013 task 9.

The overlap matching is one to one and does not depend on any order. It maximises, each before the next: pairs with equal
span and label; pairs with equal span; the words that pairs of one label share; their number; the words that the other pairs
share; their number.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from metrics.ceaf import best_pairs, components, local_numbers
from metrics.geometry import shared_words, touching
from metrics.spans.sides import SpanSide

MOST_EXACT = 2**53  # weights above are no longer whole numbers in double precision


def match_exact(gold: SpanSide, predicted: SpanSide, *, labelled: bool = True) -> np.ndarray:
    """For each predicted span the gold span with the same words and label, -1 for none.

    labelled : False asks for the same words alone, the k-th label of gold's there for the k-th predicted one.
    """
    n = len(gold)
    doc, extent, label = (np.concatenate([getattr(gold, a), getattr(predicted, a)]) for a in ("doc", "extent", "label"))
    third = label if labelled else _rank(doc, extent, n)
    side = np.arange(len(doc)) >= n
    order = np.lexsort((side, third, extent, doc))
    same = np.ones(max(len(order) - 1, 0), bool)
    for key in (doc, extent, third):
        same &= key[order][1:] == key[order][:-1]
    second = np.flatnonzero(same) + 1
    match = np.full(len(predicted), -1, np.int64)
    match[order[second] - n] = order[second - 1]
    return match


def _rank(doc: np.ndarray, extent: np.ndarray, n: int) -> np.ndarray:
    """The how many-eth label each span's is at its place; both sides are sorted."""
    return np.concatenate([_run(doc[:n], extent[:n]), _run(doc[n:], extent[n:])])


def _run(doc: np.ndarray, extent: np.ndarray) -> np.ndarray:
    new = np.ones(len(doc), bool)
    new[1:] = (doc[1:] != doc[:-1]) | (extent[1:] != extent[:-1])
    begin = np.flatnonzero(new)
    return np.arange(len(doc)) - begin[np.cumsum(new) - 1] if len(doc) else np.zeros(0, np.int64)


class Overlaps(NamedTuple):
    """Pairs of spans that share words: numbers on both sides, words shared, same_span, same_label."""

    gold: np.ndarray
    predicted: np.ndarray
    shared: np.ndarray
    same_span: np.ndarray
    same_label: np.ndarray

    def take(self, keep: np.ndarray) -> Overlaps:
        """Some of the pairs."""
        return Overlaps(*(column[keep] for column in self))


def overlaps(gold: SpanSide, predicted: SpanSide, ours: np.ndarray, theirs: np.ndarray) -> Overlaps:
    """All pairs of some spans of both sides that share words. Raises TooMuchError where there are millions."""
    rows, other_rows = gold.row[ours], predicted.row[theirs]
    one, other = touching(gold.geometry, rows, gold.doc[ours], predicted.geometry, other_rows, predicted.doc[theirs])
    shared = shared_words(gold.geometry, rows[one], predicted.geometry, other_rows[other])
    one, other, shared = (a[shared > 0] for a in (one, other, shared))
    one, other = ours[one], theirs[other]
    same_label = gold.label[one] == predicted.label[other]
    return Overlaps(one, other, shared, gold.extent[one] == predicted.extent[other], same_label)


def match_overlap(gold: SpanSide, predicted: SpanSide) -> np.ndarray:
    """For each predicted span the gold span that it is matched with, -1 for none: the best overlap matching."""
    match = match_exact(gold, predicted)
    free = np.ones(len(gold), bool)
    free[match[match >= 0]] = False
    pairs = overlaps(gold, predicted, np.flatnonzero(free), np.flatnonzero(match < 0))
    chosen = pairs.take(_best(pairs))
    match[chosen.predicted] = chosen.gold
    return match


def _best(pairs: Overlaps) -> np.ndarray:
    """Which pairs are in the best matching, component by component."""
    if not len(pairs.gold):
        return np.zeros(0, np.int64)
    part = components(pairs.gold, pairs.predicted, int(pairs.gold.max()) + 1, int(pairs.predicted.max()) + 1)
    weak = pairs.shared * ~(pairs.same_span | pairs.same_label)
    strong = pairs.shared * (pairs.same_label & ~pairs.same_span)
    order = np.lexsort((pairs.predicted, pairs.gold, -weak, -strong, ~pairs.same_span, part))
    part = part[order]
    begin = np.flatnonzero(np.diff(part, prepend=-1))
    end = np.append(begin[1:], len(part))
    star = _constant(pairs.gold[order], begin) | _constant(pairs.predicted[order], begin)
    chosen = [order[begin[star]]]
    left, right = (local_numbers(side[order], part) for side in (pairs.gold, pairs.predicted))
    for s, e in zip(begin[~star].tolist(), end[~star].tolist(), strict=True):
        weight = _weights(pairs.take(order[s:e]))
        chosen.append(order[s + best_pairs(left[s:e], right[s:e], weight)])
    return np.concatenate(chosen)


def _constant(codes: np.ndarray, begin: np.ndarray) -> np.ndarray:
    return np.minimum.reduceat(codes, begin) == np.maximum.reduceat(codes, begin)


def _weights(pairs: Overlaps) -> np.ndarray:
    """One number a pair whose sums order matchings as the five goals do, one digit a goal in a system of mixed bases.

    Where a component is so large that the digits do not fit, the last ones are left out.
    """
    same = pairs.same_label & ~pairs.same_span
    other = ~pairs.same_label & ~pairs.same_span
    goals = [pairs.same_span, pairs.shared * same, same, pairs.shared * other, other]
    number = min(len(np.unique(pairs.gold)), len(np.unique(pairs.predicted)))
    words = int(np.sort(pairs.shared)[::-1][:number].sum())
    weight, scale = np.zeros(len(pairs.gold)), 1
    bases = [number + 1, words + 1, number + 1, words + 1, number + 1]
    kept = _fitting(bases)
    for goal, base in reversed(list(zip(goals[:kept], bases[:kept], strict=True))):
        weight += goal.astype(np.float64) * scale
        scale *= base
    return weight


def _fitting(bases: list[int]) -> int:
    """How many of the bases multiply to what double precision holds exactly."""
    product, kept = 1, 0
    for base in bases:
        product *= base
        if product > MOST_EXACT:
            break
        kept += 1
    return max(kept, 1)
