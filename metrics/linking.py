"""Linking mentions, apart from finding them: scores over the mentions that gold and two systems share."""

from __future__ import annotations

import numpy as np

from metrics import coreference, matching
from metrics.counting import Counts, Project, stacked
from metrics.mentions import Mentions, read_mentions
from metrics.options import CoreferenceOptions
from metrics.overlap import overlap

SHARED = "shared"
LINKS = ("MUC", "LEA")


def count_linking(project: Project, options: CoreferenceOptions, pair: tuple[str, str]) -> Counts:
    """Counts of MUC and LEA over the mentions that gold and both systems have, one row per document that is not skipped.

    pair : names of two systems. Gold is cut down to its mentions that both match, each system to its mentions that are
    matched with those: what is left differs in linking alone. Inputs are (system, "shared"). Raises TooMuchError as
    matching does.
    """
    gold, _ = read_mentions(project.gold)
    matcher = matching.matcher(project, options)
    sides, matches = [], []
    for number in (project.names.index(name) for name in pair):
        side, _ = read_mentions(project.systems[number], project.alignments[number].document, gold.n_docs)
        sides.append(side)
        matches.append(matcher(number).match(gold, side))
    shared = np.logical_and.reduce([_found(gold, match) for match in matches])
    kept = np.delete(np.arange(gold.n_docs), list(project.skipped))
    units = tuple(project.gold.documents["doc_id"].iloc[kept])
    tables = {
        (name, SHARED): {metric: counts[kept] for metric, counts in _count(gold, side, match, shared).items()}
        for name, side, match in zip(pair, sides, matches, strict=True)
    }
    return stacked(units, tables, {name: coreference.METRICS[name] for name in LINKS})


def _found(gold: Mentions, match: np.ndarray) -> np.ndarray:
    """Which of gold's mentions are matched."""
    found = np.zeros(len(gold), bool)
    found[match[match >= 0]] = True
    return found


def _count(gold: Mentions, side: Mentions, match: np.ndarray, shared: np.ndarray) -> dict[str, np.ndarray]:
    """MUC and LEA of a system's mentions that are matched with gold's shared ones; the matching stays as it was."""
    mine = np.flatnonzero(match >= 0)
    mine = mine[shared[match[mine]]]
    number = np.cumsum(shared) - 1  # of gold's mentions among the shared ones
    table = overlap(gold.take(shared), side.take(mine), number[match[mine]])
    return {"MUC": coreference.count_muc(table), "LEA": coreference.count_lea(table)}
