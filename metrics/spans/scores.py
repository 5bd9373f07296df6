"""All scores of spans as frames and as results rows: micro, macro, weighted, the four ways, and per label."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from metrics import results
from metrics.counting import Counts
from metrics.macro import MACRO, MEANS, WEIGHTED, Mean, mean_differences, mean_scores, systems_of
from metrics.options import SpanOptions
from metrics.rows import Comparison, adjusted, results_row
from metrics.spans.counts import MICRO, TOKENS, TOTAL, WAYS

SPAN_METRICS = (TOTAL, MACRO, WEIGHTED, *WAYS, TOKENS)


@dataclass(frozen=True)
class SpanScores:
    """Frames of results.scores() and results.differences(), of every further system against the first.

    scores, differences : over all labels, by the names in SPAN_METRICS. label_scores, label_differences : micro of each
    label, the column singletons being the label.
    """

    scores: pd.DataFrame
    differences: pd.DataFrame
    label_scores: pd.DataFrame
    label_differences: pd.DataFrame


def score_spans(labels: Counts, others: Sequence[Counts], options: SpanOptions) -> SpanScores:
    """All scores. labels : of count_spans(); others : of count_ways() and count_tags(), over all labels."""
    sums, *other_sums = results.resampled_together([labels, *others], options)
    names = tuple(dict.fromkeys(name for _, name in labels.inputs if name != MICRO))
    means = [Mean(TOTAL, names, kind) for kind in MEANS]
    scores = results.scores(labels, options, [TOTAL], sums)
    differences = results.differences(labels, options, pairs(labels), [TOTAL], sums)
    whole = scores["singletons"] == MICRO
    overall = [scores[whole], *(mean_scores(labels, options, mean, sums).assign(metric=mean.kind) for mean in means)]
    overall += [results.scores(o, options, sums=drawn) for o, drawn in zip(others, other_sums, strict=True)]
    if differences.empty:
        return SpanScores(together(overall), differences, scores[~whole], differences)
    compared = [differences[differences["singletons"] == MICRO]]
    compared += [mean_differences(labels, options, mean, sums).assign(metric=mean.kind) for mean in means]
    compared += [results.differences(o, options, pairs(o), sums=drawn) for o, drawn in zip(others, other_sums, strict=True)]
    rest = differences[differences["singletons"] != MICRO]
    return SpanScores(together(overall), together(compared), scores[~whole], rest)


def score_groups(counts: Counts, options: SpanOptions) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Scores and differences of groups, of a table of count_exact(); the column singletons is the group."""
    sums = results.resampled(counts, options)
    scores = results.scores(counts, options, [TOTAL], sums)
    return scores, results.differences(counts, options, pairs(counts), [TOTAL], sums)


def pairs(counts: Counts) -> list[tuple[int, int]]:
    """Every further system against the first, variant by variant, as inputs of the table."""
    number = {name: k for k, name in enumerate(counts.inputs)}
    first, *others = systems_of(counts)
    variants = dict.fromkeys(variant for _, variant in counts.inputs)
    return [(number[first, variant], number[system, variant]) for variant in variants for system in others]


def span_rows(comparison: Comparison, found: SpanScores, metrics: Sequence[str]) -> list[dict[str, Any]]:
    """The rows over all labels, metric by metric."""
    against = {(row["metric"], row["b"]): row for row in found.differences.to_dict("records")}
    rows = [
        results_row(comparison, row | {"singletons": MICRO}, against.get((row["metric"], row["system"])), None)
        for row in found.scores.to_dict("records")
    ]
    return [row for metric in metrics for row in rows if row["metric"] == metric]


def group_rows(comparison: Comparison, scores: pd.DataFrame, differences: pd.DataFrame, by: str) -> list[dict[str, Any]]:
    """The rows of groups, as label_scores and label_differences have them, with Holm's correction over the groups."""
    against = {(row["singletons"], row["b"]): row for row in differences.to_dict("records")}
    rows = scores.to_dict("records")
    found = [
        results_row(comparison, row, against.get((row["singletons"], row["system"])), {"by": by, "value": row["singletons"]})
        for row in rows
        if row["singletons"] != MICRO
    ]
    return adjusted(found, comparison.options.level)


def together(frames: Sequence[pd.DataFrame]) -> pd.DataFrame:
    """Frames of the same columns, one below the other, without a change of type."""
    return pd.DataFrame({name: np.concatenate([frame[name].to_numpy() for frame in frames]) for name in frames[0].columns})
