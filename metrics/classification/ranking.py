"""ROC-AUC as the Mann-Whitney statistic, of all resamples at once.

It is no sum of counts of items, so a resample is a row of weights over the items: an item drawn twice stands there twice.
With the negatives in order of their scores, C(k) is the weight of the first k, and a positive item p outranks C(below p) of
them and ties with C(upto p) - C(below p):

    AUC = Σ_p w_p · (C(below p) + C(upto p)) / 2  /  (Σ_p w_p · Σ_n w_n)

Hanley and McNeil (1982).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from metrics import draws, resampling
from metrics.classification.project import LabelProject
from metrics.formulas import ratio
from metrics.options import LabelOptions

ROWS = 16  # of weights that are looked at together


@dataclass(frozen=True)
class Ranking:
    """The items of one label by their scores.

    positive, negative : item numbers; the negatives in order of their scores. below, upto : for each positive item, how
    many negatives score less than it, and how many at most as much.
    """

    positive: np.ndarray
    negative: np.ndarray
    below: np.ndarray
    upto: np.ndarray


def rank(scores: np.ndarray, positive: np.ndarray) -> Ranking:
    """The ranking of one label. scores, positive : (items,), the latter whether gold has the label."""
    negatives = np.flatnonzero(~positive)
    negatives = negatives[np.argsort(scores[negatives], kind="stable")]
    ordered, own = scores[negatives], np.flatnonzero(positive)
    below, upto = (np.searchsorted(ordered, scores[own], side=side) for side in ("left", "right"))
    return Ranking(own, negatives, below, upto)


def auc(ranking: Ranking, weights: np.ndarray) -> np.ndarray:
    """The AUC under each row of weights, as a fraction; NaN where all weight is on one side.

    weights : (rows, items) whole numbers, of which a row's sum is below 2³⁰.
    """
    return np.concatenate([_auc(ranking, block) for block in _blocks(weights)])


def _blocks(weights: np.ndarray) -> Iterator[np.ndarray]:
    """The weights a few rows at a time, (items, rows): so little stays in the cache while labels and systems look at it."""
    for first in range(0, len(weights), ROWS):
        yield np.ascontiguousarray(weights[first : first + ROWS].T, np.int32)


def _auc(ranking: Ranking, block: np.ndarray) -> np.ndarray:
    """auc() of one of _blocks()."""
    so_far = np.zeros((len(ranking.negative) + 1, block.shape[1]), np.int32)
    np.cumsum(block.take(ranking.negative, axis=0), axis=0, out=so_far[1:])
    own = block.take(ranking.positive, axis=0)
    outranked = so_far.take(ranking.below, axis=0)  # and those that tie, half each: twice the number
    outranked += so_far.take(ranking.upto, axis=0)
    twice = np.einsum("pb,pb->b", own, outranked, dtype=np.float64, casting="safe")
    return ratio(twice / 2, own.sum(axis=0) * so_far[-1].astype(np.float64))


@dataclass(frozen=True)
class Ranked:
    """The AUC of every system and label, as fractions.

    labels : that some items have and some do not, and that every system with scores scores. skipped : the others, with why.
    found : (systems, labels), NaN for systems without scores. drawn : (resamples, systems, labels), None without resamples.
    swapped : of every further system against the first, (systems - 1); None where one of the two has no scores.
    """

    labels: tuple[str, ...]
    skipped: tuple[tuple[str, str], ...]
    found: np.ndarray
    drawn: np.ndarray | None
    swapped: tuple[resampling.Swapped | None, ...]


def rank_items(project: LabelProject, options: LabelOptions) -> Ranked:
    """The AUC of all systems and labels, with its resamples. Raises AlignmentError where gold lacks the unit."""
    columns, skipped = ranked_labels(project)
    positive = np.zeros((len(project), len(project.labels)), bool)
    positive[project.truth.items, project.truth.codes] = True
    unit = project.unit_of(options.unit)
    rankings = [None if s is None else [rank(s[:, c], positive[:, c]) for c in columns] for s in project.scores]
    found = _all(rankings, np.ones((1, len(project))), len(columns))[0]
    drawn, swapped = None, (None,) * (len(rankings) - 1)
    if options.resamples:
        table = draws.weights(int(unit.max()) + 1, options.resamples, options.seed)
        drawn = np.concatenate([_all(rankings, weights[:, unit], len(columns)) for _, weights in table])
        swapped = tuple(_swapped(project, k, columns, positive, options) for k in range(1, len(rankings)))
    return Ranked(tuple(project.labels[c] for c in columns), skipped, found, drawn, swapped)


def ranked_labels(project: LabelProject) -> tuple[list[int], tuple[tuple[str, str], ...]]:
    """The labels that have an AUC, as codes, and (label, why) of those that have none."""
    scored = [~np.isnan(scores[0]) for scores in project.scores if scores is not None]
    everywhere = np.all(scored, axis=0) if scored else np.zeros(len(project.labels), bool)
    number = np.bincount(project.truth.codes, minlength=len(project.labels))
    columns, skipped = [], []
    for code, label in enumerate(project.labels):
        if not everywhere[code]:
            skipped.append((label, "no scores"))
        elif not 0 < number[code] < len(project):
            skipped.append((label, "no item of gold has it" if not number[code] else "every item of gold has it"))
        else:
            columns.append(code)
    return columns, tuple(skipped)


def _all(rankings: list[list[Ranking] | None], weights: np.ndarray, n_labels: int) -> np.ndarray:
    """The AUC of all systems and labels: (rows, systems, labels)."""
    made = np.full((len(weights), len(rankings), n_labels), np.nan)
    for k, block in enumerate(_blocks(weights)):
        for system, ranked in enumerate(rankings):
            for label, ranking in enumerate(ranked or ()):
                made[k * ROWS : (k + 1) * ROWS, system, label] = _auc(ranking, block)
    return made


def _swapped(
    project: LabelProject, other: int, columns: list[int], positive: np.ndarray, options: LabelOptions
) -> resampling.Swapped | None:
    """The AUC of the first system and another with the ranks of a random half of the units exchanged.

    Ranks, not scores, so that systems of different scales can be compared (Venkatraman and Begg 1996). Both systems' items
    stand in one ranking; a swap moves a unit's weight from one copy of its items to the other.
    """
    ours, theirs = project.scores[0], project.scores[other]
    if ours is None or theirs is None:
        return None
    from scipy.stats import rankdata  # a second and more that one system does not need

    unit = project.unit_of(options.unit)
    both = [rank(np.concatenate([rankdata(side[:, c]) for side in (ours, theirs)]), np.tile(positive[:, c], 2)) for c in columns]
    sides: tuple[list, list] = ([], [])
    n_units = int(unit.max()) + 1
    for _, table in draws.swaps(n_units, options.resamples, options.seed):
        moved = table[:, unit]
        for side, here in zip(sides, (moved, 1 - moved), strict=True):
            side.append(_all([both], np.concatenate([1 - here, here], axis=1), len(columns))[:, 0])
    first, second = (np.concatenate(side) for side in sides)
    nothing = np.zeros((1, len(project)))
    before = [
        _all([both], np.concatenate(w, axis=1), len(columns))[0, 0] for w in ((nothing + 1, nothing), (nothing, nothing + 1))
    ]
    return resampling.Swapped(first, second, *before, draws.is_exact(n_units))
