"""Mention overlap ratio: how many words the mentions of both sides share, whatever their entities.

Žabokrtský et al. (2022), section 4.3. It takes no part in matching and is the same under every match mode.
"""

from __future__ import annotations

import numpy as np

from metrics import geometry
from metrics.assignment import Candidates, assign
from metrics.geometry import Geometry
from metrics.mentions import Mentions


def count_mor(one: Geometry, other: Geometry, gold: Mentions, predicted: Mentions) -> np.ndarray:
    """Words shared in the best one-to-one overlap of all mentions / words in mentions, per document.

    Columns p_num, p_den, r_num, r_den. Two mentions with the same words can always be taken as a pair: for any other
    two pairs g–p', g'–p through them, |g∩p'| + |g'∩p| ≤ |g| + |g'∩p'|.
    """
    from metrics.matching import match_exact

    same = match_exact(gold, predicted)
    equal = same >= 0
    ours = np.ones(len(gold), bool)
    ours[same[equal]] = False
    ours, theirs = np.flatnonzero(ours), np.flatnonzero(~equal)
    a, b = geometry.touching(one, gold.row[ours], gold.doc[ours], other, predicted.row[theirs], predicted.doc[theirs])
    left, right = ours[a], theirs[b]
    shared = geometry.shared_words(one, gold.row[left], other, predicted.row[right])
    some = shared > 0
    pairs = Candidates(left[some], right[some], shared[some], np.ones(int(some.sum()), np.int64), (np.zeros(int(some.sum())),))
    left, right = assign(pairs, settle=False)
    best = geometry.shared_words(one, gold.row[left], other, predicted.row[right])
    size, other_size = one.size[gold.row], other.size[predicted.row]
    words = np.bincount(predicted.doc[equal], other_size[equal], gold.n_docs) + np.bincount(gold.doc[left], best, gold.n_docs)
    return np.stack(
        [words, np.bincount(predicted.doc, other_size, gold.n_docs), words, np.bincount(gold.doc, size, gold.n_docs)], axis=1
    )
