"""Means over classes: what counts as 0 in them, and when there is none."""

import numpy as np
import pytest

from metrics.counting import Counts
from metrics.macro import Mean, mean_differences, mean_scores
from metrics.metric import layout
from metrics.options import SpanOptions
from metrics.spans.counts import EXACT, TOTAL

N = 12
OPTIONS = SpanOptions(resamples=100)
INPUTS = (("a", "x"), ("a", "y"), ("b", "x"), ("b", "y"))


def table(*units):
    """Counts of N equal units: those of each input as (right, predicted, right, gold)."""
    return Counts(tuple(map(str, range(N))), INPUTS, layout(EXACT), np.array([units] * N, float))


def means(counts, kind="macro"):
    mean = Mean(TOTAL, ("x", "y"), kind)
    sums = np.repeat(counts.total()[None], 100, axis=0)
    return mean_scores(counts, OPTIONS, mean, sums), mean_differences(counts, OPTIONS, mean, sums)


@pytest.mark.parametrize("kind", ["macro", "weighted"])
def test_a_mean_is_undefined_where_every_class_is(kind):
    scores, differences = means(table((0, 0, 0, 0), (0, 0, 0, 0), (1, 1, 1, 1), (0, 0, 0, 0)), kind)
    first = scores.iloc[0]
    assert first[["precision", "recall", "f1", "low", "high"]].isna().all() and first["reason"]
    assert differences[["value", "low", "high", "p"]].isna().all(axis=None) and not differences["settled"].any()


def test_a_class_without_a_score_counts_as_0_beside_one_with():
    scores, differences = means(table((0, 0, 0, 0), (1, 2, 1, 2), (1, 1, 1, 1), (0, 0, 0, 0)))
    assert scores["f1"].tolist() == [25.0, 50.0] and scores["low"].tolist() == [25.0, 50.0]
    assert differences["value"].tolist() == [25.0]
