"""Which predicted mention is which gold mention."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from metrics.mentions import Mentions

if TYPE_CHECKING:
    from metrics.counting import Project
    from metrics.options import CoreferenceOptions

Match = Callable[[Mentions, Mentions], np.ndarray]


def match_exact(gold: Mentions, predicted: Mentions) -> np.ndarray:
    """For each predicted mention the gold mention with the same words, -1 for none.

    Both sides are sorted by document and extent without repeats, so in their merged order equal mentions are
    neighbours, gold first.
    """
    doc = np.concatenate([gold.doc, predicted.doc])
    extent = np.concatenate([gold.extent, predicted.extent])
    order = np.lexsort((extent, doc))
    same = (doc[order][1:] == doc[order][:-1]) & (extent[order][1:] == extent[order][:-1])
    second = np.flatnonzero(same) + 1
    match = np.full(len(predicted), -1, np.int64)
    match[order[second] - len(gold)] = order[second - 1]
    return match


def no_overlap(gold: Mentions, predicted: Mentions) -> np.ndarray:  # noqa: ARG001
    """No words shared."""
    return np.zeros((gold.n_docs, 4))


@dataclass(frozen=True)
class Matcher:
    """How the mentions of one system are matched with gold's, and how their words overlap."""

    match: Match
    count_overlap: Callable[[Mentions, Mentions], np.ndarray]


EXACT = Matcher(match_exact, no_overlap)


def matcher(project: Project, options: CoreferenceOptions) -> Callable[[int], Matcher]:  # noqa: ARG001
    """The matcher of each system, by its number."""
    return lambda number: EXACT  # noqa: ARG005
