"""Two systems in every group of words: scores, differences, and Holm's correction over the groups."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pandas as pd

from metrics import families, results
from metrics.counting import Counts
from metrics.options import TreeOptions
from metrics.ud.counts import Pair
from metrics.ud.groupings import Groups, count_groups
from metrics.ud.project import TreeProject

MOST_CELLS = 4_000_000  # sentences × systems × groups counted at a time: 128 MB of counts
REST = "\0rest"  # the groups that are not counted just now


def compare_groups(
    project: TreeProject, options: TreeOptions, grouping: Callable[[Pair], Groups], metric: str
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """metrics.scores() and metrics.differences() in every group, the group in the column `group`.

    project : of one or two systems, which are compared. A difference has p_adjusted (Holm's, over all groups with an
    interval) and is settled where its interval leaves out 0 and p_adjusted is small enough.
    """
    parts = [_compare(counts, options, project.names) for counts in _counted(project, options, grouping, metric)]
    scores = pd.concat([part[0] for part in parts], ignore_index=True)
    return scores, adjusted(pd.concat([part[1] for part in parts], ignore_index=True), options.level)


def compare_counts(counts: Counts, options: TreeOptions, names: tuple[str, ...]) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The same of counts with inputs (system, group)."""
    scores, differences = _compare(counts, options, names)
    return scores, adjusted(differences, options.level)


def adjusted(differences: pd.DataFrame, level: float) -> pd.DataFrame:
    """Differences of one family with p_adjusted, settled by it."""
    if not len(differences):
        return differences
    p = differences["p"].where(differences["low"].notna()).tolist()
    frame = differences.assign(p_adjusted=np.array(families.holm(p), float))
    return frame.assign(settled=frame["differs"] & (frame["p_adjusted"] < 1 - level))


def _counted(project: TreeProject, options: TreeOptions, grouping: Callable[[Pair], Groups], metric: str) -> list[Counts]:
    """The counts of all groups, so many groups at a time as fit."""
    names = list(dict.fromkeys(name for k in range(len(project.names)) for name in grouping(project.pair(k, options)).names))
    size = max(int(MOST_CELLS / max(project.gold.n_sentences * len(project.names), 1)), 1)
    if len(names) <= size:
        return [count_groups(project, options, grouping, [metric])]
    found = [count_groups(project, options, _some(grouping, names[k : k + size]), [metric]) for k in range(0, len(names), size)]
    return [counts.take([k for k, (_, name) in enumerate(counts.inputs) if name != REST]) for counts in found]


def _some(grouping: Callable[[Pair], Groups], wanted: list[str]) -> Callable[[Pair], Groups]:
    """A grouping that tells only some groups apart."""
    number = {name: k for k, name in enumerate(wanted)}

    def of(pair: Pair) -> Groups:
        groups = grouping(pair)
        table = np.array([number.get(name, len(wanted)) for name in groups.names], np.int64)
        return Groups([*wanted, REST], table[groups.gold], table[groups.system])

    return of


def _compare(counts: Counts, options: TreeOptions, names: tuple[str, ...]) -> tuple[pd.DataFrame, pd.DataFrame]:
    sums = results.resampled(counts, options) if counts.inputs and counts.units else None
    if sums is None:
        options = replace(options, resamples=0)
    scores = results.scores(counts, options, sums=sums)
    number = {key: k for k, key in enumerate(counts.inputs)}
    pairs = [(number[names[0], g], number[names[1], g]) for _, g in counts.inputs if _ == names[0]] if len(names) == 2 else []
    differences = results.differences(counts, options, pairs, sums=sums) if pairs else pd.DataFrame()
    return tuple(frame.rename(columns={"singletons": "group"}) for frame in (scores, differences))
