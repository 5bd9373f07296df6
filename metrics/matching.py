"""Which predicted mention is which gold mention: exact, head or partial, zeros first.

Žabokrtský et al. (2022), section 4; ties are settled here by rule, where the shared task's scorer leaves them to chance.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from metrics import geometry, zeros
from metrics.assignment import Candidates, assign
from metrics.geometry import Geometry
from metrics.mentions import Mentions, join_key
from metrics.mor import count_mor

if TYPE_CHECKING:
    from metrics.counting import Project
    from metrics.options import CoreferenceOptions


def match_exact(gold: Mentions, predicted: Mentions) -> np.ndarray:
    """For each predicted mention the gold mention with the same words, -1 for none.

    Both sides are sorted by document and extent without repeats.
    """
    key, other_key = join_key(gold.doc, gold.extent), join_key(predicted.doc, predicted.extent)
    if key is None or other_key is None or not len(key):
        return _match_in_merged_order(gold, predicted)
    at = np.minimum(np.searchsorted(key, other_key), len(key) - 1)
    return np.where(key[at] == other_key, at, -1)


def _match_in_merged_order(gold: Mentions, predicted: Mentions) -> np.ndarray:
    """match_exact for any extents: in the merged order of both sides equal mentions are neighbours, gold first."""
    doc = np.concatenate([gold.doc, predicted.doc])
    extent = np.concatenate([gold.extent, predicted.extent])
    order = np.lexsort((extent, doc))
    same = (doc[order][1:] == doc[order][:-1]) & (extent[order][1:] == extent[order][:-1])
    second = np.flatnonzero(same) + 1
    match = np.full(len(predicted), -1, np.int64)
    match[order[second] - len(gold)] = order[second - 1]
    return match


@dataclass(frozen=True)
class Sides:
    """Both sides' mentions with their geometry."""

    gold: Mentions
    predicted: Mentions
    gold_geometry: Geometry
    geometry: Geometry

    def candidates(self, ours: np.ndarray, theirs: np.ndarray) -> Candidates:
        """Pairs of mentions weighed by the share of gold's words that they have in common.

        Ties: the smallest sum of length differences, then the earlier predicted starts, then ends.
        """
        rows, other_rows = self.gold.row[ours], self.predicted.row[theirs]
        size, other_size = self.gold_geometry.size[rows], self.geometry.size[other_rows]
        shared = geometry.shared_words(self.gold_geometry, rows, self.geometry, other_rows)
        ties = (np.abs(size - other_size), self.geometry.first[other_rows], self.geometry.last[other_rows])
        return Candidates(ours, theirs, shared, size, ties)


def match_head(sides: Sides, match: np.ndarray) -> np.ndarray:
    """Mentions with the same words and head; then, of the rest with the same head, the most similar.

    match : what is matched already (zeros); it is completed and returned. Equal spans with different heads do not match.
    """
    head, other_head = sides.gold_geometry.head[sides.gold.row], sides.geometry.head[sides.predicted.row]
    same = match_exact(sides.gold, sides.predicted)
    agree = (same >= 0) & (other_head == np.append(head, -2)[same])  # -2: no predicted head equals it
    _complete(match, same, agree)
    ours, theirs = _free(sides, match)
    one, other = _equal_pairs(
        geometry._line(head[ours], sides.gold.doc[ours]), geometry._line(other_head[theirs], sides.predicted.doc[theirs])
    )
    return _assigned(match, sides.candidates(ours[one], theirs[other]))


def match_partial(sides: Sides, match: np.ndarray) -> np.ndarray:
    """Mentions with the same words; then, of the rest, the most similar where the predicted lies within gold's and has its head.

    match : as in match_head.
    """
    same = match_exact(sides.gold, sides.predicted)
    _complete(match, same, same >= 0)
    ours, theirs = _free(sides, match)
    rows, other_rows = sides.gold.row[ours], sides.predicted.row[theirs]
    one, other = geometry.touching(
        sides.gold_geometry, rows, sides.gold.doc[ours], sides.geometry, other_rows, sides.predicted.doc[theirs]
    )
    pairs = sides.candidates(ours[one], theirs[other])
    within = pairs.numerator == sides.geometry.size[other_rows[other]]
    return _assigned(match, pairs.take(within & _has_head(sides, rows[one], other_rows[other])))


def match_words(sides: Sides, match: np.ndarray) -> np.ndarray:
    """Mentions with the same words. match : as in match_head."""
    same = match_exact(sides.gold, sides.predicted)
    _complete(match, same, same >= 0)
    return match


MODES = {"exact": match_words, "head": match_head, "partial": match_partial}


def _complete(match: np.ndarray, found: np.ndarray, where: np.ndarray) -> None:
    """Enter found pairs whose two mentions are both free."""
    taken = np.zeros(int(found.max(initial=-1)) + 2, bool)
    before = match[match >= 0]
    taken[before[before < len(taken)]] = True
    free = where & (match < 0) & ~taken[found]
    match[free] = found[free]


def _free(sides: Sides, match: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The gold and the predicted mentions that are not matched."""
    ours = np.ones(len(sides.gold), bool)
    ours[match[match >= 0]] = False
    return np.flatnonzero(ours), np.flatnonzero(match < 0)


def _equal_pairs(one: np.ndarray, other: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Index pairs of equal keys."""
    order = np.argsort(other, kind="stable")
    ordered = other[order]
    owner, member = geometry._ranges(np.searchsorted(ordered, one), np.searchsorted(ordered, one, side="right"))
    return owner, order[member]


def _has_head(sides: Sides, rows: np.ndarray, other_rows: np.ndarray) -> np.ndarray:
    """Whether each predicted mention contains the head of its gold mention."""
    head = sides.gold_geometry.head[rows]
    has = (sides.geometry.first[other_rows] <= head) & (head <= sides.geometry.last[other_rows])
    regular = has & (head & 1023 == 0)
    odd = sides.geometry.irregular
    return np.array([head[k] in odd[row] if row in odd else regular[k] for k, row in enumerate(other_rows.tolist())], bool)


def _assigned(match: np.ndarray, pairs: Candidates) -> np.ndarray:
    left, right = assign(pairs)
    match[right] = left
    return match


@dataclass(frozen=True)
class Matcher:
    """How the mentions of one system are matched with gold's, and how their words overlap."""

    match: Callable[[Mentions, Mentions], np.ndarray]
    count_overlap: Callable[[Mentions, Mentions], np.ndarray]


def matcher(project: Project, options: CoreferenceOptions) -> Callable[[int], Matcher]:
    """The matcher of each system, by its number; None is gold against itself (for the baselines)."""
    gold = geometry.geometry(project.gold)
    mode = MODES[options.match or "exact"]

    def of(number: int | None) -> Matcher:
        corpus = project.gold if number is None else project.systems[number]
        own = gold if number is None else zeros.with_heads(project, number, geometry.geometry(corpus), options)

        def match(ours: Mentions, theirs: Mentions) -> np.ndarray:
            sides = Sides(ours, theirs, gold, own)
            return mode(sides, zeros.match_zeros(project.gold, corpus, sides, options.zero_match))

        return Matcher(match, partial(count_mor, gold, own))

    return of
