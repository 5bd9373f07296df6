"""Scores against thresholds and against the truth: the threshold curve and the reliability of scores, as finished frames."""

from __future__ import annotations

import numpy as np
import pandas as pd

from metrics.classification.project import LabelProject
from metrics.formulas import ratio
from metrics.results import POINTS
from metrics.ud.registry import correct_of

MOST_POINTS = 500
BINS = 10


def threshold_curve(project: LabelProject, number: int, threshold: float, label: str | None = None) -> pd.DataFrame:
    """Precision, recall and F1 (points) of one label, or of all together, at every score as a threshold.

    Columns: threshold (ascending; at most 500, evenly taken among the scores), precision, recall, f1, correct, predicted,
    gold, chosen (the given threshold, which has a row of its own). None of them where the system has no scores.
    """
    score, positive = _decisions(project, number, label)
    at = np.union1d(_thinned(np.unique(score[np.isfinite(score)])), [threshold] if len(score) else [])
    order = np.argsort(score, kind="stable")
    before = np.searchsorted(score[order], at, side="left")  # score >= threshold is predicted
    right = np.concatenate([[0], np.cumsum(positive[order])])
    correct, predicted, gold = right[-1] - right[before], len(score) - before, np.full(len(at), right[-1])
    found = correct_of(np.stack([correct, predicted, gold], axis=-1).astype(float))
    frame = pd.DataFrame({"threshold": at, **{name: POINTS * part for name, part in found._asdict().items()}})
    return frame.assign(correct=correct, predicted=predicted, gold=gold, chosen=at == threshold)


def _thinned(values: np.ndarray) -> np.ndarray:
    """At most 500 of sorted values, the first and the last among them."""
    if len(values) <= MOST_POINTS:
        return values
    return values[np.linspace(0, len(values) - 1, MOST_POINTS).round().astype(int)]


def _decisions(project: LabelProject, number: int, label: str | None) -> tuple[np.ndarray, np.ndarray]:
    """The scores of one label or of all, and whether gold has the label; missing items score -inf."""
    scores = project.scores[number]
    if scores is None:
        return np.zeros(0), np.zeros(0, bool)
    positive = np.zeros(scores.shape, bool)
    positive[project.truth.items, project.truth.codes] = True
    known = ~np.isnan(scores[0])
    if label is not None:
        known &= np.array(project.labels, object) == label
    return scores[:, known].ravel(), positive[:, known].ravel()


def reliability(project: LabelProject, number: int, label: str | None = None, *, bins: int = BINS) -> pd.DataFrame:
    """How often labels with a score are right, by equal bins of the score from 0 to 1.

    Without a label: all labels together, or, where each item has one, its highest score and whether that label is gold's
    (Guo et al. 2017). Columns: low, high, count, score (mean) and share (of those that gold has), both NaN in an empty bin.
    An empty frame where there are no scores, or some lie outside 0 to 1.
    """
    score, right = _believed(project, number, label)
    keep = np.isfinite(score)
    score, right = score[keep], right[keep]
    if not len(score) or score.min() < 0 or score.max() > 1:
        return pd.DataFrame(columns=["low", "high", "count", "score", "share"], dtype=float)
    edges, at = _edges(bins), bin_of(score, bins)
    count, total, hits = (np.bincount(at, w, minlength=bins) for w in (None, score, right.astype(float)))
    return pd.DataFrame(
        {"low": edges[:-1], "high": edges[1:], "count": count, "score": ratio(total, count), "share": ratio(hits, count)}
    )


def in_bin(project: LabelProject, number: int, label: str | None, which: int, *, bins: int = BINS) -> np.ndarray:
    """Which items have a score in a bin of reliability(), numbered from 0."""
    score, _ = _believed(project, number, label)
    if not len(score):
        return np.zeros(len(project), bool)
    return (np.isfinite(score) & (bin_of(score, bins) == which)).reshape(len(project), -1).any(axis=1)


def bin_of(score: np.ndarray, bins: int = BINS) -> np.ndarray:
    """The bin of each score, from where it begins to before the next begins; 1 is in the last one."""
    return np.minimum(np.searchsorted(_edges(bins), score, side="right") - 1, bins - 1)


def _edges(bins: int) -> np.ndarray:
    """Where bins begin, and the end of the last: the numbers that 0.3 and 0.7 are, which steps of 0.1 miss."""
    return np.arange(bins + 1) / bins


def _believed(project: LabelProject, number: int, label: str | None) -> tuple[np.ndarray, np.ndarray]:
    """The scores that reliability() is about, and whether each is of a label that gold has."""
    if label is None and project.kind == "single":
        return _confidence(project, number)
    return _decisions(project, number, label)


def calibration_error(bins: pd.DataFrame) -> float:
    """The expected calibration error of reliability(), in points: Σ count · |share - score| / Σ count; NaN without scores.

    Naeini et al. (2015).
    """
    gap = (bins["share"] - bins["score"]).abs().fillna(0.0)
    return POINTS * float(ratio((bins["count"] * gap).sum(), np.float64(bins["count"].sum())))


def _confidence(project: LabelProject, number: int) -> tuple[np.ndarray, np.ndarray]:
    """The highest score of every item, and whether its label is gold's."""
    scores = project.scores[number]
    if scores is None:
        return np.zeros(0), np.zeros(0, bool)
    filled = np.where(np.isnan(scores), -np.inf, scores)
    return filled.max(axis=1), filled.argmax(axis=1) == project.truth.codes
