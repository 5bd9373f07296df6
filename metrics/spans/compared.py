"""One or two systems in every group of spans: scores, differences, and Holm's correction over the groups."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd

from metrics import results
from metrics.counting import Counts
from metrics.options import SpanOptions
from metrics.spans.counts import MICRO, Units, count_exact
from metrics.spans.groupings import SpanGroups
from metrics.spans.scores import SpanScores, pairs, score_groups
from metrics.spans.sides import SpanSides
from metrics.ud.breakdown import adjusted

MOST_CELLS = 8_000_000  # units × groups × systems: 256 MB of counts
TOO_MANY = "no interval: there are too many groups to resample each"


def compare_groups(sides: SpanSides, options: SpanOptions, groups: SpanGroups) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Scores and differences (B less A) of every group, the group in the column `group`.

    A difference has p_adjusted (Holm's, over all groups with an interval) and is settled where its interval leaves out 0 and
    p_adjusted is small enough. Where groups and units are too many to be resampled together there are no intervals.
    """
    names = list(groups.names)
    if len(Units(sides, options).names) * (len(names) + 1) * len(sides.systems) <= MOST_CELLS:
        counts = count_exact(sides, options, names, groups.gold, groups.systems)
        return by_group(*score_groups(counts, options), options.level)
    counts = _summed(sides, groups)
    plain = replace(options, resamples=0)
    found = results.scores(counts, plain), results.differences(counts, plain, pairs(counts))
    return by_group(*(frame.assign(reason=TOO_MANY) if len(frame) else frame for frame in found), options.level)


def by_group(scores: pd.DataFrame, differences: pd.DataFrame, level: float) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Scores and differences of score_groups(), or of labels, as compare_groups() gives them: without the whole."""
    found = [frame[frame["singletons"] != MICRO] if len(frame) else frame for frame in (scores, differences)]
    named = [frame.rename(columns={"singletons": "group"}).reset_index(drop=True) for frame in found]
    return named[0], adjusted(named[1], level)


def label_groups(found: SpanScores, level: float) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The labels' scores and differences as those of groups."""
    return by_group(found.label_scores, found.label_differences, level)


def _summed(sides: SpanSides, groups: SpanGroups) -> Counts:
    """Exact counts of all units at once, a few thousand groups at a time."""
    options = SpanOptions(unit="document", resamples=0)
    size = max(MOST_CELLS // (len(Units(sides, options).names) * len(sides.systems)) - 2, 1)
    tables, inputs = [], []
    for k in range(0, len(groups.names), size):
        some = groups.names[k : k + size]
        counts = count_exact(sides, options, [*some, "\0rest"], *_only(groups, k, len(some)))
        kept = list(range(len(some) * len(sides.systems)))
        tables.append(counts.values[:, kept].sum(axis=0, keepdims=True))
        inputs += [counts.inputs[n] for n in kept]
    return Counts(("all",), tuple(inputs), counts.layout, np.concatenate(tables, axis=1))


def _only(groups: SpanGroups, first: int, n: int) -> tuple[np.ndarray, list[np.ndarray]]:
    """The groups from `first` on by number from 0, all others as one after them."""

    def of(codes: np.ndarray) -> np.ndarray:
        return np.where((codes >= first) & (codes < first + n), codes - first, n)

    return of(groups.gold), [of(codes) for codes in groups.systems]
