"""Which label a mention has of its own, and which one its entity gives it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from metrics.geometry import Geometry, shared_words, touching
from metrics.mentions import Mentions
from metrics.typed.labels import LabelSpans

DIGITS = 12  # to which means of shares are compared: sums of thirds differ in the last digits by their order


class Assigned(NamedTuple):
    """For each mention the code of its own label, -1 for none, and its share Ω, 0 for none."""

    label: np.ndarray
    share: np.ndarray


def assign(mentions: Mentions, where: Geometry, labels: LabelSpans, threshold: float) -> Assigned:
    """Each mention's label: that of the span with the largest Ω = |m ∩ c| / |m ∪ c| over words, if Ω > threshold.

    Ties: the longer span, then the earlier start, then the label's name in code-point order. Raises TooMuchError where
    millions of pairs overlap.
    """
    one, other = touching(where, mentions.row, mentions.doc, labels.geometry, labels.row, labels.doc)
    rows, other_rows = mentions.row[one], labels.row[other]
    size, other_size = where.size[rows], labels.geometry.size[other_rows]
    shared = shared_words(where, rows, labels.geometry, other_rows)
    share = shared / (size + other_size - shared)  # rounded correctly, so that 3/5 is not above a threshold of 0.6
    enough = np.flatnonzero(share > threshold)
    ties = (labels.code[other], labels.geometry.first[other_rows], -other_size, -share, one)
    order = enough[np.lexsort(tuple(key[enough] for key in ties))]
    best = order[np.diff(one[order], prepend=-1) != 0]
    label, found = np.full(len(mentions), -1, np.int64), np.zeros(len(mentions))
    label[one[best]], found[one[best]] = labels.code[other[best]], share[best]
    return Assigned(label, found)


def majority(mentions: Mentions, own: Assigned) -> np.ndarray:
    """The label of each entity: that of most of its labelled mentions, -1 where none is.

    A tie goes to the label with the higher mean Ω, then to the name's code-point order.
    """
    found = np.full(len(mentions.sizes()), -1, np.int64)
    has = np.flatnonzero(own.label >= 0)
    if not len(has):
        return found
    width = int(own.label.max()) + 1
    key, where = np.unique(mentions.entity[has] * width + own.label[has], return_inverse=True)
    votes = np.bincount(where)
    mean = np.round(np.bincount(where, own.share[has]) / votes, DIGITS)
    entity, label = np.divmod(key, width)
    order = np.lexsort((label, -mean, -votes, entity))
    first = order[np.diff(entity[order], prepend=-1) != 0]
    found[entity[first]] = label[first]
    return found


class Classes(NamedTuple):
    """mention : the class of each mention, its own label or else its entity's. pair : its entity's, which its pairs have."""

    mention: np.ndarray
    pair: np.ndarray


def propagate(mentions: Mentions, own: Assigned, none: int) -> Classes:
    """The classes of mentions and of their pairs. none : the code that stands for an entity without any label."""
    of_entity = majority(mentions, own)[mentions.entity]
    pair = np.where(of_entity >= 0, of_entity, none)
    return Classes(np.where(own.label >= 0, own.label, pair), pair)
