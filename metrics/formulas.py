"""Formulas over sums of counts. They never see options, documents or names; undefined is NaN inside, "n/a" outside."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np


class Scores(NamedTuple):
    """Precision, recall and F1 as fractions, each of the sums' shape without its last axis; NaN where undefined."""

    precision: np.ndarray
    recall: np.ndarray
    f1: np.ndarray


def ratio(numerator: np.ndarray, denominator: np.ndarray) -> np.ndarray:
    """numerator / denominator, NaN where the denominator is 0."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(denominator == 0, np.nan, numerator / denominator)


def f_score(precision: np.ndarray, recall: np.ndarray) -> np.ndarray:
    """2PR / (P + R), where an undefined side counts as 0; 0 where both are 0, NaN where both are undefined."""
    p, r = np.nan_to_num(precision), np.nan_to_num(recall)
    f1 = np.nan_to_num(ratio(2 * p * r, p + r))
    return np.where(np.isnan(precision) & np.isnan(recall), np.nan, f1)


def precision_recall(sums: np.ndarray) -> Scores:
    """P = p_num / p_den, R = r_num / r_den and their harmonic mean, from the last axis (p_num, p_den, r_num, r_den)."""
    precision = ratio(sums[..., 0], sums[..., 1])
    recall = ratio(sums[..., 2], sums[..., 3])
    return Scores(precision, recall, f_score(precision, recall))


def share(sums: np.ndarray) -> Scores:
    """The share of the first of two columns in the second, which is precision, recall and F1 alike."""
    found = ratio(sums[..., 0], sums[..., 1])
    return Scores(found, found, found)


def blanc(sums: np.ndarray) -> Scores:
    """The mean of the scores of coreferent and of non-coreferent links, each P, R and F.

    A link type that gold has none of is left out; with neither, BLANC is undefined. Within a type, 0/0 counts as 0.
    Last axis: the four counts of coreferent links, then of non-coreferent ones. Recasens and Hovy (2011), Luo et al.
    (2014), as in the CoNLL scorer.
    """
    types = [precision_recall(sums[..., :4]), precision_recall(sums[..., 4:8])]
    has = np.stack([sums[..., 3] > 0, sums[..., 7] > 0])
    number = has.sum(axis=0)

    def mean(values: list[np.ndarray]) -> np.ndarray:
        return ratio((np.nan_to_num(np.stack(values)) * has).sum(axis=0), number)

    return Scores(*(mean([t[k] for t in types]) for k in range(3)))


def mean_of_f1(f1s: list[np.ndarray]) -> Scores:
    """The mean of several metrics' F1, an undefined one counted as 0; undefined where all are. It has no P and R."""
    stacked = np.stack(f1s)
    mean = np.where(np.isnan(stacked).all(axis=0), np.nan, np.nan_to_num(stacked).mean(axis=0))
    none = np.full_like(mean, np.nan)
    return Scores(none, none, mean)
