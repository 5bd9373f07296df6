"""What each group costs a system, and several groups together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from metrics import results
from metrics.counting import Counts
from metrics.macro import systems_of
from metrics.metric import SIDES, Metric
from metrics.typed.counts import MICRO, TYPED_METRICS


def gain(kind: Metric, whole: np.ndarray, part: np.ndarray) -> np.ndarray:
    """The points of F1 that the whole would gain were a part of it perfect.

    whole, part : counts, p_num p_den r_num r_den on the last axis. A perfect part has all that gold has, and nothing else.
    """
    perfect = whole - part + part[..., 3:4]
    return results.POINTS * (kind.formula(perfect).f1 - kind.formula(whole).f1)


def group_costs(counts: Counts, options: Any, sums: np.ndarray | None = None) -> pd.DataFrame:
    """What micro F1 would gain were a group perfect: everything of it in gold found, nothing wrong predicted for it.

    One row for each metric, group and system: system, metric, group, cost (points), low, high, units, used, reason, caution,
    lost (in gold, not found: mentions or pairs), extra (predicted, not right), gold (what gold has), largest cost first.
    counts : of count_groups(); sums : resampled, None without intervals.
    """
    systems = systems_of(counts)
    groups = list(dict.fromkeys(group for _, group in counts.inputs if group != MICRO))
    tables = [_costs(counts, options, sums, metric, [[group] for group in groups]) for metric in TYPED_METRICS]
    for table in tables:
        table["group"] = [group for group in groups for _ in systems]
    frame = results.together(tables)
    return frame.sort_values(["metric", "cost"], ascending=[False, False], kind="stable", ignore_index=True)


def joint_cost(counts: Counts, options: Any, groups: Sequence[str], sums: np.ndarray | None = None) -> pd.DataFrame:
    """What micro F1 would gain were all of these groups perfect: one row for each metric and system, as group_costs() has."""
    return results.together([_costs(counts, options, sums, metric, [groups]) for metric in TYPED_METRICS])


def _costs(counts: Counts, options: Any, sums: np.ndarray | None, metric: str, sets: Sequence[Sequence[str]]) -> dict[str, Any]:
    """The costs of sets of groups in one metric: set after set, the systems of each in order."""
    systems, columns, kind = systems_of(counts), counts.columns[metric], counts.layout.metrics[metric]
    number = {name: k for k, name in enumerate(counts.inputs)}
    of_micro = [number[system, MICRO] for system in systems] * len(sets)
    wanted = [np.array([number[system, group] for group in groups], np.int64) for groups in sets for system in systems]

    def of_sets(table: np.ndarray) -> np.ndarray:
        return np.stack([table[..., inputs, columns].sum(axis=-2) for inputs in wanted], axis=-2)

    def drawn(table: np.ndarray) -> np.ndarray:
        return gain(kind, table[..., of_micro, columns], of_sets(table))

    total = counts.values.sum(axis=0)
    part = dict(zip(SIDES, of_sets(total).T, strict=True))
    units = (of_sets(counts.values) != 0).any(axis=-1).sum(axis=0)
    table: dict[str, Any] = {"system": [*systems] * len(sets), "metric": [metric] * len(wanted), "cost": drawn(total)}
    table |= results.interval(None if sums is None else drawn(sums), units, options)
    return table | {"lost": part["r_den"] - part["r_num"], "extra": part["p_den"] - part["p_num"], "gold": part["r_den"]}
