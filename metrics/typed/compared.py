"""One or two systems in every group: scores, differences, what groups cost, and on what all of it rests."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from metrics import families, results
from metrics.counting import Counts
from metrics.macro import MACRO
from metrics.options import TypedOptions
from metrics.typed import evaluation
from metrics.typed.cost import group_costs
from metrics.typed.counts import MICRO, TYPED_METRICS
from metrics.typed.coverage import support
from metrics.typed.project import Groups, TypedProject
from metrics.typed.rows import score_groups

TOTALS = (MICRO, MACRO)


@dataclass(frozen=True)
class Compared:
    """All numbers of a grouping.

    scores, differences : of score_groups() with the group in the column `group`; differences of the second system against
    the first, over the mentions that both share with gold, with p_adjusted (Holm's over the groups that have an interval)
    and settled by it; micro and macro by p. costs : of group_costs(). support : of coverage.support(). classes : by metric,
    what macro is over. counts : from which scores are.
    """

    groups: Groups
    scores: pd.DataFrame
    differences: pd.DataFrame
    costs: pd.DataFrame
    support: pd.DataFrame
    classes: dict[str, tuple[str, ...]]
    counts: Counts


def compare(typed: TypedProject, groups: Groups, options: TypedOptions) -> Compared:
    """All numbers of a grouping, of one or two systems."""
    grouped = evaluation.count(typed, groups, options)
    found = score_groups(grouped.counts, grouped.compared, options, list(TYPED_METRICS))
    differences = found.differences.rename(columns={"singletons": "group"})
    costs = group_costs(grouped.counts, options, results.resampled(grouped.counts, options))
    scores = found.scores.rename(columns={"singletons": "group"})
    return Compared(
        groups, scores, adjusted(differences, options.level), costs, support(typed, groups), found.classes, grouped.counts
    )


def adjusted(differences: pd.DataFrame, level: float) -> pd.DataFrame:
    """Differences with p_adjusted: Holm's over the groups of one metric that have an interval; settled by it."""
    if not len(differences):
        return differences
    adjusted_p = np.full(len(differences), np.nan)
    tested = differences["low"].notna() & ~differences["group"].isin(TOTALS)
    for metric in differences["metric"].unique():
        here = np.flatnonzero(tested & (differences["metric"] == metric))
        adjusted_p[here] = families.holm(differences["p"].iloc[here].tolist())
    settled = np.where(differences["group"].isin(TOTALS), differences["settled"], adjusted_p < 1 - level)
    return differences.assign(p_adjusted=adjusted_p, settled=differences["differs"].astype(bool) & settled.astype(bool))


def by_document(counts: Counts, names: tuple[str, ...]) -> pd.DataFrame:
    """Every group in every document: doc_id, group, gold (mentions), and for each system f1_0 (points), lost_0, f1_1, ...

    Groups that neither gold nor a system has in a document have no row. counts : of mentions, inputs (system, group).
    """
    number = {name: k for k, name in enumerate(counts.inputs)}
    groups = [group for group in dict.fromkeys(group for _, group in counts.inputs) if group != MICRO]
    where = np.array([[number[name, group] for group in groups] for name in names], np.int64)
    values = counts.values[:, where, counts.columns["mention"]]  # documents, systems, groups, 4
    f1 = results.POINTS * counts.layout.score("mention", counts.values).f1[:, where]
    lost = values[..., 3] - values[..., 2]
    table = {"doc_id": np.repeat(np.array(counts.units, object), len(groups)), "group": groups * len(counts.units)}
    table |= {"gold": values[:, 0, :, 3].ravel()}
    for k in range(len(names)):
        table |= {f"f1_{k}": f1[:, k].ravel(), f"lost_{k}": lost[:, k].ravel()}
    has = (values != 0).any(axis=(1, 3)).ravel()
    return pd.DataFrame(table)[has].reset_index(drop=True)
