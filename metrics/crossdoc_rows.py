"""Results rows of coreference across documents: by scope and singleton policy, with the drop from subtopics to topics."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd

from metrics import results
from metrics.counting import Counts
from metrics.crossdoc import SUBTOPIC, TOPIC
from metrics.rows import Comparison, plain, rows

DROP = ("value", "low", "high", "p", "units", "reason", "differs", "settled")


def crossdoc_rows(comparison: Comparison, metrics: Sequence[str]) -> list[dict[str, Any]]:
    """The rows of every metric, scope, policy and system; scope and singletons are fields of their own.

    drop : on rows of topics, where subtopics are scored too, how much less is left of the score there, as a difference.
    """
    sums = results.resampled(comparison.counts, comparison.options)
    drops = scope_drops(comparison.counts, comparison.options, metrics, sums)
    lost = {(row["metric"], row["a"], row["singletons"]): row for row in drops.to_dict("records")}
    found = []
    for row in rows(comparison, metrics, sums):
        scope, policy = row["singletons"].split(" ")
        drop = lost.get((row["metric"], row["system"], f"{SUBTOPIC} {policy}")) if scope == TOPIC else None
        told = drop and {name: plain(drop[name]) for name in DROP}
        found.append(row | {"scope": scope, "singletons": policy, "drop": told, "baseline": False})
    return found


def scope_drops(counts: Counts, options: Any, metrics: Sequence[str], sums: np.ndarray | None) -> pd.DataFrame:
    """What every system has at topic level less than at subtopic level: results.differences() of the two, negative for a drop.

    The column singletons names the subtopic variant.
    """
    number = {name: k for k, name in enumerate(counts.inputs)}
    pairs = []
    for (system, variant), k in number.items():
        scope, policy = variant.split(" ")
        other = number.get((system, f"{TOPIC} {policy}"))
        if scope == SUBTOPIC and other is not None:
            pairs.append((k, other))
    columns = ["metric", "a", "singletons", *DROP]
    return results.differences(counts, options, pairs, metrics, sums) if pairs else pd.DataFrame(columns=columns)


def baseline_rows(comparison: Comparison, metrics: Sequence[str]) -> list[dict[str, Any]]:
    """The rows of baselines over gold's mentions, compared with nothing; their field baseline is true."""
    unsigned = replace(comparison, sign=lambda metric, variant, _: comparison.sign(metric, variant, None))
    found = crossdoc_rows(unsigned, metrics)
    return [row | {"system": f"baseline: {row['system']}", "difference": None, "drop": None, "baseline": True} for row in found]
