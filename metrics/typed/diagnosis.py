"""Which groups cost a system most, how sure that is, and whether new data moved them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from metrics import results
from metrics.counting import Counts
from metrics.macro import systems_of
from metrics.options import TypedOptions
from metrics.typed.cost import group_costs
from metrics.typed.counts import TYPED_METRICS
from metrics.typed.evaluation import MENTION_TYPE
from metrics.typed.groupings import GROUPINGS, NoGroupsError
from metrics.typed.losses import count_losses, shared_losses
from metrics.typed.project import Groups, TypedProject

MOVED = {True: "better", False: "worse"}
NOT_SETTLED, NO_SCORE = "not settled", "no score"


@dataclass(frozen=True)
class Findings:
    """What one or two systems lose, and what it costs them.

    systems : their names. counts, sums : of these systems, sums resampled (None without intervals). forms : the types of
    mentions, None where gold has no tags. diagnosis : of diagnose(). shared : of shared_losses(), None for one system.
    """

    typed: TypedProject
    groups: Groups
    options: TypedOptions
    systems: tuple[str, ...]
    counts: Counts
    sums: np.ndarray | None
    forms: Groups | None
    diagnosis: pd.DataFrame
    shared: pd.DataFrame | None


def find(typed: TypedProject, groups: Groups, counts: Counts, options: TypedOptions, systems: Sequence[str]) -> Findings:
    """The findings on one or two systems of a typed project. counts : of count_groups(), of these systems and maybe others."""
    counts = counts.take([k for k, (name, _) in enumerate(counts.inputs) if name in systems])
    sums = results.resampled(counts, options)
    shared = None
    if len(systems) == 2:
        shared = shared_losses(count_losses(typed, groups, tuple(systems)), options)
    found = diagnose(counts, options, sums)
    return Findings(typed, groups, options, tuple(systems), counts, sums, forms_of(typed), found, shared)


def forms_of(typed: TypedProject) -> Groups | None:
    """The types of mentions (name, nominal, pronoun, zero); None where gold has no tags to tell them by."""
    try:
        return GROUPINGS[MENTION_TYPE](typed)
    except NoGroupsError:
        return None


def diagnose(counts: Counts, options: TypedOptions, sums: np.ndarray | None = None) -> pd.DataFrame:
    """What each group costs each system in each metric, the costliest group first.

    The columns of group_costs(), and f1, f1_low, f1_high (of the group itself), sure (the interval of the cost leaves out
    0; never where there is none), rank (of the group, from 0). Groups are ranked by the mean of their costs over both metrics
    and all systems, an undefined cost being 0; rows are in the order of rank, metric and system.
    """
    costs = group_costs(counts, options, sums)
    scores = results.scores(counts, options, list(TYPED_METRICS), sums)
    scores = scores.rename(columns={"singletons": "group", "low": "f1_low", "high": "f1_high"})
    keys = ["system", "metric", "group"]
    frame = costs.merge(scores[[*keys, "f1", "f1_low", "f1_high"]], on=keys, how="left")
    frame = frame.assign(sure=frame["low"] > 0, rank=frame["group"].map(_ranks(frame)))
    orders = {"metric": list(TYPED_METRICS), "system": list(systems_of(counts))}
    places = {f"at_{name}": frame[name].map({word: k for k, word in enumerate(words)}) for name, words in orders.items()}
    order = frame.assign(**places).sort_values(["rank", *places], kind="stable").index
    return frame.loc[order].reset_index(drop=True)


def _ranks(frame: pd.DataFrame) -> dict[str, int]:
    mean = frame["cost"].fillna(0.0).groupby(frame["group"], sort=False).mean().round(9)
    return {group: k for k, group in enumerate(mean.sort_values(ascending=False, kind="stable").index)}


def costliest(frame: pd.DataFrame, system: str) -> list[str]:
    """The groups of diagnose() that gold has and that cost a system anything, by the mean of their two costs, largest first."""
    rows = frame[frame["system"] == system]
    cost = rows["cost"].fillna(0.0).groupby(rows["group"], sort=False).mean().round(9)
    gold = rows.groupby("group", sort=False)["gold"].max()
    return cost[(cost > 0) & (gold > 0)].sort_values(ascending=False, kind="stable").index.tolist()


def moved(differences: pd.DataFrame, groups: Sequence[str]) -> pd.DataFrame:
    """Whether groups moved between two systems: their rows of Compared.differences, group by group, with `moved`.

    better or worse where that is settled (interval and Holm's p over all groups, not these alone, agree); else not settled, or
    no score. Groups that are not there are left out.
    """
    rank = {group: k for k, group in enumerate(groups)}
    rows = differences[differences["group"].isin(rank)] if len(differences) else differences
    rows = rows.assign(at=rows["group"].map(rank)).sort_values("at", kind="stable").drop(columns="at").reset_index(drop=True)
    return rows.assign(moved=[_moved(row) for row in rows.itertuples()])


def _moved(row) -> str:
    if np.isnan(row.value):
        return NO_SCORE
    return MOVED[row.value > 0] if row.settled else NOT_SETTLED
