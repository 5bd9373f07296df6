"""Results rows: scores with their differences, references and signatures, as every export writes them."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import pandas as pd

from metrics import families, results
from metrics.counting import Counts
from metrics.metric import SIDES

CORPORA = ("treebank", "corpus")  # groups of which each is a corpus of its own, which `dataset` names too
MACRO = "macro"  # the group of a mean over groups or corpora
OUTCOMES = ("test", "wins", "losses", "ties")  # of a difference of means over corpora


@dataclass(frozen=True)
class Labels:
    """What a user says of a comparison: it is written into every row."""

    component: str | None = None
    language: str | None = None
    dataset: str | None = None
    reference: Mapping[str, float] = field(default_factory=dict)
    reference_source: str | None = None


# The signature of one number, from a metric, a variant and a system; of the whole comparison where none is named.
Sign = Callable[[str | None, str, str | None], str]


@dataclass(frozen=True)
class Comparison:
    """Counts and all that rows say about them.

    names : of the systems. variant : the field of a row that tells its variants apart, None where there is one alone.
    match : how items were matched. reference_scores : the scores of reference predictions, of the same variants.
    """

    names: Sequence[str]
    counts: Counts
    options: Any  # of a task; resamples, seed and level are read
    sign: Sign
    variant: str | None = None
    match: str | None = None
    labels: Labels = Labels()
    reference_scores: pd.DataFrame | None = None


def rows(comparison: Comparison, metrics: Sequence[str], sums: np.ndarray | None = None) -> list[dict]:
    """One row for each metric, variant and system; scores in points at full precision, None where undefined.

    sums : the resampled counts, if they are there already.
    """
    if sums is None:
        sums = results.resampled(comparison.counts, comparison.options)
    (found,) = _rows(comparison, comparison.counts, metrics, sums, [None])
    return found


def group_rows(comparison: Comparison, metrics: Sequence[str], by: str, labels: Sequence[Any]) -> list[dict]:
    """The rows of groups of units, group after group. labels : the group of every unit of the counts."""
    counts, options = comparison.counts, comparison.options
    groups = defaultdict(list)
    for unit, value in enumerate(labels):
        groups[value].append(unit)
    of_group = _small_groups(comparison, metrics, by, {v: u for v, u in groups.items() if len(u) < families.MIN_UNITS})
    for value in groups.keys() - of_group.keys():
        masked = counts.masked(np.isin(np.arange(len(counts.units)), groups[value]))
        drawn = results.resampled(masked, options)
        (of_group[value],) = _rows(comparison, masked, metrics, drawn, [{"by": by, "value": value}])
    return adjusted([row for value in groups for row in of_group[value]], options.level)


def class_rows(comparison: Comparison, metrics: Sequence[str], by: str, counts: Counts) -> list[dict]:
    """The rows of classes of items, class after class. counts : with inputs (system, class) for every system and class."""
    classes = list(dict.fromkeys(value for _, value in counts.inputs))
    number = {name: k for k, name in enumerate(counts.inputs)}
    ordered = counts.take([number[system, value] for value in classes for system in comparison.names])
    drawn = results.resampled(ordered, comparison.options)
    groups = [{"by": by, "value": value} for value in classes]
    return adjusted(
        [row for found in _rows(comparison, ordered, metrics, drawn, groups) for row in found], comparison.options.level
    )


def adjusted(found: list[dict], level: float) -> list[dict]:
    """Rows of groups or corpora with Holm's correction: a family is one metric, variant and system against the first.

    Within a family a difference is settled where its interval leaves out 0 and the corrected p agrees.
    """
    kinds = defaultdict(list)
    for row in found:
        if row["difference"] is not None and row["difference"]["low"] is not None:
            kinds[row["metric"], row["singletons"], row["match"], row["system"]].append(row["difference"])
    for family in kinds.values():
        for difference, p in zip(family, families.holm([d["p"] for d in family]), strict=True):
            difference["p_adjusted"] = p
            difference["settled"] = difference["differs"] and p is not None and p < 1 - level
    return found


def mean_rows(comparison: Comparison, by: str, scores: pd.DataFrame, differences: pd.DataFrame) -> list[dict]:
    """The rows of macro means over corpora, as macro_scores() and macro_differences() of corpora.py have them."""
    against = {(row["metric"], row["b"]): row for row in differences.to_dict("records")}
    group = {"by": by, "value": MACRO}
    found = [results_row(comparison, row, against.get((row["metric"], row["system"])), None) for row in scores.to_dict("records")]
    return [row | {"group": group} for row in found]


def _small_groups(comparison: Comparison, metrics: Sequence[str], by: str, groups: Mapping[Any, list[int]]) -> dict[Any, list]:
    """The rows of groups of too few units for intervals, all groups side by side in one table."""
    if not groups:
        return {}
    counts = comparison.counts
    depth = max(map(len, groups.values()))
    values = np.zeros((depth, len(groups), *counts.values.shape[1:]))
    for k, units in enumerate(groups.values()):
        values[: len(units), k] = counts.per_unit[units]
    side_by_side = Counts((), counts.inputs * len(groups), counts.layout, values.reshape(depth, -1, values.shape[-1]))
    named = [{"by": by, "value": value} for value in groups]
    return dict(zip(groups, _rows(comparison, side_by_side, metrics, None, named), strict=True))


def _rows(
    comparison: Comparison, counts: Counts, metrics: Sequence[str], sums: np.ndarray | None, groups: Sequence[dict | None]
) -> list[list[dict]]:
    """The rows of each group; the inputs of counts are those of one group after another's."""
    options = comparison.options if sums is not None else replace(comparison.options, resamples=0)
    n, n_inputs = len(comparison.names), len(counts.inputs)
    second = [k for k in range(n_inputs) if k % n]
    scores = results.scores(counts, options, metrics, sums).to_dict("records")
    differences = results.differences(counts, options, [(k - k % n, k) for k in second], metrics, sums).to_dict("records")
    against = {(m, k): differences[m * len(second) + at] for m in range(len(metrics)) for at, k in enumerate(second)}
    size = n_inputs // len(groups)
    return [
        [
            results_row(comparison, scores[m * n_inputs + k], against.get((m, k)), group)
            for m in range(len(metrics))
            for k in range(g * size, (g + 1) * size)
        ]
        for g, group in enumerate(groups)
    ]


def results_row(comparison: Comparison, score: dict, difference: dict | None, group: dict | None) -> dict[str, Any]:
    """One results row, from a row of results.scores() and one of results.differences(); None becomes of what is undefined."""
    labels, options = comparison.labels, comparison.options
    reference, interval = _reference(comparison, score, group)
    found = {
        "component": labels.component,
        "language": labels.language,
        "dataset": labels.dataset,
        "system": score["system"],
        "metric": score["metric"],
        "group": group,
        "singletons": None,
        "match": comparison.match,
        "precision": score["precision"],
        "recall": score["recall"],
        "f1": score["f1"],
        "score": score["f1"],
        "low": score["low"],
        "high": score["high"],
        **{side: score[side] for side in SIDES},
        "aligned": score["aligned"],
        "accuracy": score["accuracy"],
        "difference": _difference(difference),
        "reference": reference,
        "reference_source": labels.reference_source if reference is not None else None,
        "within_noise": families.within_noise(score["f1"], score["low"], score["high"], reference, *(interval or ())),
        "units": score["units"],
        "resamples": score["used"],
        "seed": options.seed,
        "reason": _reason(score),
        "caution": score["caution"],
        "signature": comparison.sign(score["metric"], score["singletons"], score["system"]),
    }
    if comparison.variant:
        found[comparison.variant] = score["singletons"]
    return {key: plain(value) for key, value in found.items()}


def plain(value: Any) -> Any:
    """A value as JSON holds it: NaN becomes None, NumPy numbers become Python's."""
    if isinstance(value, np.generic):
        value = value.item()
    return None if isinstance(value, float) and math.isnan(value) else value


def _reason(score: dict) -> str | None:
    if math.isnan(score["f1"]):
        side = "gold has nothing" if score["units"] else "neither side has anything"
        return f"undefined: {side} to count"
    return score["reason"]


def _difference(difference: dict | None) -> dict | None:
    if difference is None:
        return None
    kept = {
        "against": difference["a"],
        "value": difference["value"],
        "low": difference["low"],
        "high": difference["high"],
        "p": difference["p"],
        "p_adjusted": None,
        "differs": bool(difference["differs"]),
        "settled": bool(difference["settled"]),
        "units": difference["units"],
        "reason": difference["reason"],
        **{name: difference[name] for name in OUTCOMES if name in difference},
    }
    return {key: plain(value) for key, value in kept.items()}


def _reference(comparison: Comparison, score: dict, group: dict | None) -> tuple[float | None, tuple[float, float] | None]:
    """The reference of a row: predictions that were given are scored like the row; a published number is the headline's."""
    if group is not None:
        return None, None
    given = comparison.reference_scores
    if given is not None:
        same = given[(given["metric"] == score["metric"]) & (given["singletons"] == score["singletons"])]
        if len(same):
            first = same.iloc[0]
            return plain(first["f1"]), None if math.isnan(first["low"]) else (float(first["low"]), float(first["high"]))
    if score["singletons"] != comparison.counts.inputs[0][1]:
        return None, None
    return comparison.labels.reference.get(score["metric"]), None
