"""Which predicted mention is which gold mention."""

from __future__ import annotations

import numpy as np

from metrics.mentions import Mentions


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
