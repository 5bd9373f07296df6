"""Typed Mention and Link F1 as counts per document and group.

A pair of mentions of one entity is charged to the later of the two, so that mentions and pairs are counted alike: a mention
weighs 1, or as many as it has earlier mentions of its entity. So no pair is ever written out, and a document's counts add up.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from metrics.counting import Counts, stacked
from metrics.metric import Metric
from metrics.options import TypedOptions
from metrics.typed.project import MICRO, Groups, Side, TypedProject, standing

TYPED_METRICS = {
    "mention": Metric(
        "mention",
        "Typed Mention F1: of the mentions of a class, those that the other side has too, word for word. "
        "Ignores how mentions are linked.",
    ),
    "link": Metric(
        "link",
        "Typed Link F1: of the pairs of mentions that one entity of a class holds, those that the other side puts into "
        "one entity too. Ignores mentions that are not compared; large entities have most pairs.",
    ),
}


class Weights(NamedTuple):
    """What each mention counts: of gold's, of the system's, and of the system's what is right (0 where unmatched)."""

    gold: np.ndarray
    predicted: np.ndarray
    right: np.ndarray


def count_groups(typed: TypedProject, groups: Groups, options: TypedOptions) -> Counts:
    """Counts of mention and link for every system and group, and for their sum, one row per document that is not skipped.

    Inputs are (system, group), group by group, micro last.
    """
    kept = typed.kept()
    counted = [
        {metric: values[kept] for metric, values in _count(typed, groups, options, number).items()}
        for number in range(len(typed.systems))
    ]
    tables = {}
    for code, group in enumerate(groups.names):
        tables |= {(n, group): {m: v[:, code] for m, v in c.items()} for n, c in zip(typed.names, counted, strict=True)}
    tables |= {(n, MICRO): {m: v.sum(axis=1) for m, v in c.items()} for n, c in zip(typed.names, counted, strict=True)}
    units = typed.project.gold.documents["doc_id"].iloc[kept].tolist()
    return stacked(units, tables, TYPED_METRICS)


def _count(typed: TypedProject, groups: Groups, options: TypedOptions, number: int) -> dict[str, np.ndarray]:
    """The counts of one system, (documents, groups, 4) for each metric."""
    side, own = typed.systems[number], groups.systems[number]
    shape = (typed.gold.mentions.n_docs, len(groups.names))
    compared = SCOPES[options.link_mentions](typed, number)
    mentions = _charged(groups.gold.mention, own.mention, side.match, options.policy)
    pairs = _charged(groups.gold.pair, own.pair, side.match, options.policy)
    return {
        "mention": _add_up(typed.gold, side, mentions, _mentions(typed.gold, side), shape),
        "link": _add_up(typed.gold, side, pairs, _pairs(typed.gold, side, *compared), shape),
    }


class Charged(NamedTuple):
    """The group of each gold and predicted item when it is wrong, and when it is right; agree : whether a match counts."""

    gold: np.ndarray
    own: np.ndarray
    right: np.ndarray
    agree: np.ndarray


# For a matched item's group in gold and its own on the system's side: the group whose precision it counts for when it is
# right, and whether it then is right.
POLICIES: dict[str, Callable[[np.ndarray, np.ndarray], tuple[np.ndarray, np.ndarray]]] = {
    "gold-first": lambda gold, own: (gold, np.ones(len(own), bool)),
    "own": lambda gold, own: (own, np.ones(len(gold), bool)),
    "strict": lambda gold, own: (own, gold == own),
}


def _charged(gold: np.ndarray, own: np.ndarray, match: np.ndarray, policy: str) -> Charged:
    return Charged(gold, own, *POLICIES[policy](np.append(gold, -1)[match], own))


def _add_up(gold: Side, side: Side, charged: Charged, weights: Weights, shape: tuple[int, int]) -> np.ndarray:
    """p_num, p_den, r_num, r_den per document and group."""
    doc, matched = side.mentions.doc, np.flatnonzero(side.match >= 0)
    right = (weights.right * charged.agree)[matched]

    def table(doc: np.ndarray, group: np.ndarray, weight: np.ndarray) -> np.ndarray:
        found = np.bincount(doc * shape[1] + group, weight, shape[0] * shape[1])
        return found.reshape(shape).astype(np.float64)  # of nothing, sums are integers

    p_num = table(doc[matched], charged.right[matched], right)
    wrong = table(doc, charged.own, weights.predicted - weights.right)
    p_den = wrong + table(doc[matched], charged.right[matched], weights.right[matched])
    r_num = table(doc[matched], charged.gold[side.match[matched]], right)
    return np.stack([p_num, p_den, r_num, table(gold.mentions.doc, charged.gold, weights.gold)], axis=-1)


def _mentions(gold: Side, side: Side) -> Weights:
    return Weights(np.ones(len(gold.mentions)), np.ones(len(side.mentions)), (side.match >= 0).astype(np.float64))


def _shared(typed: TypedProject, number: int, systems: Sequence[Side]) -> tuple[np.ndarray, np.ndarray]:
    """Gold's mentions that all these systems have, and those of one system that are matched with them, as two masks."""
    mentions = np.arange(len(typed.gold.mentions))
    ours = np.logical_and.reduce([np.isin(mentions, side.match) for side in systems])
    match = typed.systems[number].match
    return ours, (match >= 0) & np.append(ours, False)[match]


# Which of gold's and of a system's mentions pairs range over.
SCOPES: dict[str, Callable[[TypedProject, int], tuple[np.ndarray, np.ndarray]]] = {
    "own": lambda typed, number: _shared(typed, number, [typed.systems[number]]),
    "common": lambda typed, number: _shared(typed, number, typed.systems),
    "all": lambda typed, number: tuple(np.ones(len(s.mentions), bool) for s in (typed.gold, typed.systems[number])),
}


def _pairs(gold: Side, side: Side, ours: np.ndarray, theirs: np.ndarray) -> Weights:
    """How many earlier mentions of its entity each mention has, among those that are compared."""
    (_, order), (_, other_order) = standing(gold, gold), standing(gold, side)
    entity, other = gold.mentions.entity, side.mentions.entity
    both = theirs & (side.match >= 0)
    cell = np.append(entity, -1)[side.match] * (int(other.max(initial=0)) + 1) + other
    return Weights(earlier(entity, ours, order), earlier(other, theirs, other_order), earlier(cell, both, other_order))


def links_of_gold(typed: TypedProject, options: TypedOptions, number: int) -> tuple[np.ndarray, np.ndarray]:
    """For each mention of gold, its pairs with earlier mentions that are compared for a system, and how many are right."""
    side = typed.systems[number]
    weights = _pairs(typed.gold, side, *SCOPES[options.link_mentions](typed, number))
    matched, right = side.match >= 0, np.zeros(len(typed.gold.mentions))
    right[side.match[matched]] = weights.right[matched]
    return weights.gold, right


def earlier(group: np.ndarray, kept: np.ndarray, order: np.ndarray) -> np.ndarray:
    """For each kept item, how many kept ones of its group come before it in the order; 0 for the others."""
    order = order[kept[order]]
    order = order[np.argsort(group[order], kind="stable")]
    new = np.diff(group[order], prepend=-1) != 0
    begins = np.flatnonzero(new)
    found = np.zeros(len(group))
    found[order] = np.arange(len(order)) - begins[np.cumsum(new) - 1] if len(order) else 0
    return found
