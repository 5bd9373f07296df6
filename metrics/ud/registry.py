"""The metrics of the CoNLL 2018 shared task, with ELAS and EULAS."""

from __future__ import annotations

import numpy as np

from metrics.formulas import Scores, ratio
from metrics.metric import Metric


def correct_of(sums: np.ndarray) -> Scores:
    """P = correct / system, R = correct / gold, F1 = 2 · correct / (gold + system); last axis correct, system, gold, aligned."""
    correct, system, gold = (sums[..., k] for k in range(3))
    return Scores(ratio(correct, system), ratio(correct, gold), ratio(2 * correct, gold + system))


def _metric(name: str, about: str, *, accuracy: bool = True) -> Metric:
    return Metric(name, about, correct_of, 4, (0, 1, 0, 2), (1, 2), 3 if accuracy else None)


TREE_METRICS = {
    metric.name: metric
    for metric in (
        _metric("Tokens", "Tokens with the same first and last character. A multiword token is one token.", accuracy=False),
        _metric("Sentences", "Sentences with the same first and last character.", accuracy=False),
        _metric(
            "Words",
            "Words that are aligned: the same characters, or within multiword tokens the same forms in order.",
            accuracy=False,
        ),
        _metric("UPOS", "Aligned words with the same universal part of speech."),
        _metric("XPOS", "Aligned words with the same language-specific tag."),
        _metric("UFeats", "Aligned words with the same universal features, all of them."),
        _metric("AllTags", "Aligned words with the same UPOS, XPOS and universal features."),
        _metric("Lemmas", "Aligned words with the same lemma; where gold has none, any will do."),
        _metric("UAS", "Aligned words whose heads are aligned too, whatever the relation."),
        _metric("LAS", "Aligned words with the right head and the right universal relation."),
        _metric("CLAS", "LAS over content words alone, so that languages with many function words compare. Nivre & Fang 2017."),
        _metric("MLAS", "CLAS with the same UPOS, features and function words. Zeman et al. 2018."),
        _metric("BLEX", "CLAS with the same lemma. Zeman et al. 2018."),
        _metric(
            "ELAS", "Edges of the enhanced graph with the same head and the whole relation. Bouma et al. 2020.", accuracy=False
        ),
        _metric(
            "EULAS", "Edges of the enhanced graph with the same head and universal relation. Bouma et al. 2020.", accuracy=False
        ),
    )
}
