"""Tags token by token."""

from __future__ import annotations

import numpy as np

from loaders.build import starts_of
from loaders.schema import Corpus


def by_sentence(gold: Corpus, flags: np.ndarray) -> np.ndarray:
    """How many of gold's words are flagged in each sentence of all documents. gold : a tag file, without empty sentences."""
    first = np.flatnonzero(gold.words["word"].to_numpy() == 1)
    return np.add.reduceat(flags, first, dtype=np.int64) if len(first) else np.zeros(0, np.int64)


def equal_tags(gold: Corpus, system: Corpus, document: np.ndarray) -> np.ndarray | None:
    """For each of gold's words whether the system's tag is the same as it is written; None where either has no tags.

    document : gold's number of each of the system's documents. Words of documents that the system lacks have no equal tag.
    """
    if not (gold.scheme and system.scheme):
        return None
    number = {name: code for code, name in enumerate(gold.words["tag"].cat.categories)}
    cells = system.words["tag"].cat
    table = np.array([number.get(name, -1) for name in cells.categories] or [-1], np.int64)
    theirs, ours = table[cells.codes.to_numpy()], gold.words["tag"].cat.codes.to_numpy()
    if np.array_equal(document, np.arange(len(gold.documents))) and len(theirs) == len(ours):
        return theirs == ours
    same = np.zeros(len(ours), bool)
    begin = starts_of(gold.words["doc_id"].cat.codes.to_numpy(), len(gold.documents))
    other = starts_of(system.words["doc_id"].cat.codes.to_numpy(), len(system.documents))
    for k, doc in enumerate(document.tolist()):
        here, there = slice(begin[doc], begin[doc + 1]), slice(other[k], other[k + 1])
        if doc >= 0 and begin[doc + 1] - begin[doc] == other[k + 1] - other[k]:
            same[here] = ours[here] == theirs[there]
    return same
