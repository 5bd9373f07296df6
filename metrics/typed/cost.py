"""What each group costs a system, and whether two systems lose the same mentions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from metrics import results
from metrics.counting import Counts, stacked
from metrics.formulas import share
from metrics.macro import systems_of
from metrics.metric import SIDES, Metric
from metrics.typed.counts import MICRO, TYPED_METRICS
from metrics.typed.project import Groups, TypedProject

PARTS = ("only a", "both", "only b")  # who loses a mention of gold
LOSSES = {"lost": Metric("lost", "Mentions of gold that are not found, of all.", share, width=2, sides=(), denominators=(1,))}


def group_costs(counts: Counts, options: Any, sums: np.ndarray | None = None) -> pd.DataFrame:
    """What micro F1 would gain were a group perfect: everything of it in gold found, nothing wrong predicted for it.

    One row for each metric, group and system: system, metric, group, cost (points), low, high, units, used, reason, caution,
    lost (in gold, not found: mentions or pairs), extra (predicted, not right), gold (what gold has), largest cost first.
    counts : of count_groups(); sums : resampled, None without intervals.
    """
    systems = systems_of(counts)
    groups = list(dict.fromkeys(group for _, group in counts.inputs if group != MICRO))
    number = {name: k for k, name in enumerate(counts.inputs)}
    of_group = np.array([number[system, group] for group in groups for system in systems], np.int64)
    of_micro = np.array([number[system, MICRO] for system in systems] * len(groups), np.int64)
    total = counts.values.sum(axis=0)
    tables = []
    for metric in TYPED_METRICS:
        columns = counts.columns[metric]
        kind = counts.layout.metrics[metric]

        def gain(table: np.ndarray, columns: slice = columns, kind: Metric = kind) -> np.ndarray:
            part, whole = table[..., of_group, columns], table[..., of_micro, columns]
            perfect = whole - part + part[..., 3:4]  # p_num = p_den = r_num = r_den = what gold has
            return results.POINTS * (kind.formula(perfect).f1 - kind.formula(whole).f1)

        part = dict(zip(SIDES, total[of_group, columns].T, strict=True))
        units = (counts.values[:, of_group, columns] != 0).any(axis=-1).sum(axis=0)
        table: dict[str, Any] = {"system": [*systems] * len(groups), "metric": [metric] * len(of_group)}
        table |= {"group": [group for group in groups for _ in systems], "cost": gain(total)}
        table |= results.interval(None if sums is None else gain(sums), units, options)
        table |= {"lost": part["r_den"] - part["r_num"], "extra": part["p_den"] - part["p_num"], "gold": part["r_den"]}
        tables.append(table)
    frame = results.together(tables)
    return frame.sort_values(["metric", "cost"], ascending=[False, False], kind="stable", ignore_index=True)


def count_losses(typed: TypedProject, groups: Groups, pair: tuple[str, str]) -> Counts:
    """Gold's mentions that one of two systems lacks or both, per document and group: inputs (part, group).

    Each part has a table of its own with one metric, "lost", whose columns are its number and all of gold's mentions.
    """
    found = [np.isin(np.arange(len(typed.gold.mentions)), typed.systems[typed.names.index(name)].match) for name in pair]
    parts = dict(zip(PARTS, (~found[0] & found[1], ~found[0] & ~found[1], found[0] & ~found[1]), strict=True))
    n_docs, n = typed.gold.mentions.n_docs, len(groups.names)
    cell, kept = typed.gold.mentions.doc * n + groups.gold.mention, typed.kept()

    def table(weight: np.ndarray | None = None) -> np.ndarray:
        return np.bincount(cell, weight, n_docs * n).reshape(n_docs, n)[kept]

    gold, tables = table(), {}
    for part, lost in parts.items():
        lost = table(lost.astype(np.float64))
        for code, group in enumerate(groups.names):
            tables[part, group] = {"lost": np.stack([lost[:, code], gold[:, code]], axis=1)}
    return stacked(typed.project.gold.documents["doc_id"].iloc[kept].tolist(), tables, LOSSES)
