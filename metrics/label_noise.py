"""Label noise: how far do typed scores move when some labels are wrong, as a tagger's are?"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from metrics.draws import LOW_HALF, outputs

FULL = 1 << 32  # numbers that half an output can be


def noisy(codes: np.ndarray, probability: float, seed: int) -> np.ndarray:
    """The codes of labels after noise, a new array of the same shape and dtype.

    With the stated probability p a label is replaced by a draw from the distribution q of all labels, which may be the
    label itself: a share p · (1 − Σ q²) is expected to change. That draw is the label of a span drawn from all n labelled
    ones. Span i, counted among the labelled, takes output i of SplitMix64: its high half h is below p · 2³² where the label
    is replaced, its low half l draws span (n · l) >> 32.

    codes : (spans,) integers; -1 is a span without a label, which stays so and is never drawn.
    Raises ValueError for a probability outside 0 to 1 and for a seed outside 0 to 2⁶⁴ − 1.
    """
    if not 0 <= probability <= 1:
        raise ValueError(f"probability must be from 0 to 1, not {probability}")
    found = codes.copy()
    labelled = codes[codes >= 0]
    words = outputs(seed, 0, len(labelled))
    is_replaced = words >> np.uint64(32) < _bound(probability)
    drawn = (words & np.uint64(LOW_HALF)) * np.uint64(len(labelled)) >> np.uint64(32)
    found[codes >= 0] = np.where(is_replaced, labelled[drawn.astype(np.intp)], labelled)
    return found


def expected_change(codes: np.ndarray, probability: float) -> float:
    """The share of labels that noise is expected to change, p · (1 − Σ q²); 0 where nothing is labelled."""
    counts = np.bincount(codes[codes >= 0])
    total = counts.sum()
    return probability * (1 - float((counts / total) @ (counts / total))) if total else 0.0


def _bound(probability: float) -> np.uint64:
    """How many of the 2³² halves are below p · 2³², in exact arithmetic."""
    return np.uint64(-(-Fraction(str(probability)) * FULL // 1))
