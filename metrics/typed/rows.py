"""Results rows of typed scores: one for each metric, group and system, for micro and for macro."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from metrics import results
from metrics.counting import Counts
from metrics.macro import MACRO, Mean, mean_differences, mean_scores, systems_of
from metrics.options import TypedOptions
from metrics.rows import Comparison, adjusted, results_row
from metrics.typed.counts import MICRO
from metrics.typed.labels import NONE

Difference = pd.DataFrame


@dataclass(frozen=True)
class TypedScores:
    """scores : of results.scores(), one row for each metric, system and group, micro and macro among them.

    differences : of results.differences(), of every further system against the first, over the mentions that all share.
    classes : by metric, the groups that macro is over: those with something in gold, without "none".
    """

    scores: pd.DataFrame
    differences: pd.DataFrame
    classes: dict[str, tuple[str, ...]]


def score_groups(counts: Counts, compared: Counts, options: TypedOptions, metrics: Sequence[str]) -> TypedScores:
    """All scores of a table of groups. compared : the counts from which differences are taken, of the same inputs."""
    classes = {metric: with_support(counts, metric) for metric in metrics}
    sums = results.resampled(counts, options)
    other = sums if compared is counts else results.resampled(compared, options)
    scores = [results.scores(counts, options, metrics, sums)]
    scores += [mean_scores(counts, options, Mean(metric, classes[metric]), sums) for metric in metrics]
    differences = [results.differences(compared, options, pairs(compared), metrics, other)]
    differences += [mean_differences(compared, options, Mean(metric, classes[metric]), other) for metric in metrics]
    filled = [frame for frame in differences if len(frame)]
    return TypedScores(_together(scores), _together(filled) if filled else differences[0], classes)


def with_support(counts: Counts, metric: str) -> tuple[str, ...]:
    """The groups in which gold has something to count for any system, without micro and "none": macro's classes."""
    column = counts.columns[metric].start + 3
    support = counts.values[:, :, column].sum(axis=0)
    found = {group: 0.0 for _, group in counts.inputs if group not in (MICRO, NONE)}
    for (_, group), gold in zip(counts.inputs, support, strict=True):
        if group in found:
            found[group] += gold
    return tuple(group for group, gold in found.items() if gold)


def pairs(counts: Counts) -> list[tuple[int, int]]:
    """Every further system against the first, group by group, as inputs of the table."""
    number = {name: k for k, name in enumerate(counts.inputs)}
    first, *others = systems_of(counts)
    groups = dict.fromkeys(group for _, group in counts.inputs)
    return [(number[first, group], number[system, group]) for group in groups for system in others]


def typed_rows(comparison: Comparison, found: TypedScores, by: str) -> list[dict[str, Any]]:
    """The rows of all groups, then micro and macro, with Holm's correction over the groups of one metric and system.

    A row's difference says over which mentions it is; macro's group names no counts.
    """
    against = {(row["metric"], row["singletons"], row["b"]): row for row in found.differences.to_dict("records")}
    made: dict[bool, list[dict]] = {True: [], False: []}
    for score in found.scores.to_dict("records"):
        value = score["singletons"]
        difference = against.get((score["metric"], value, score["system"]))
        row = results_row(comparison, score, difference, {"by": by, "value": value}) | {"singletons": "keep"}
        if row["difference"]:
            row["difference"]["link_mentions"] = "common" if score["metric"] == "link" else None
        made[value in (MICRO, MACRO)].append(row)
    return adjusted(made[False], comparison.options.level) + made[True]


def _together(frames: Sequence[pd.DataFrame]) -> pd.DataFrame:
    columns = {name: np.concatenate([frame[name].to_numpy() for frame in frames]) for name in frames[0].columns}
    return pd.DataFrame(columns)
