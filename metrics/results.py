"""From counts to what is shown: scores, intervals, paired differences. All of it in points, undefined as NaN."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from metrics import families, resampling
from metrics.counting import Counts
from metrics.formulas import ratio
from metrics.metric import SIDES
from metrics.options import CoreferenceOptions

POINTS = 100.0
NO_RESAMPLES = "no resamples were asked for"
REMARKS = ("reason", "caution")  # columns of words or None


def units(counts: Counts, metric: str) -> np.ndarray:
    """How many units each input's score rests on: those in which its denominators are not all 0."""
    return counts.number((counts.layout.denominators(metric, counts.values) != 0).any(axis=-1))


def scores(
    counts: Counts, options: CoreferenceOptions, metrics: Sequence[str] | None = None, sums: np.ndarray | None = None
) -> pd.DataFrame:
    """One row for each input and metric.

    Columns: system, singletons, metric, precision, recall, f1 (points), low, high (the interval of F1), units, used
    (resamples in which F1 is defined), reason (why there is no score or interval), caution, p_num, p_den, r_num, r_den.
    sums : the resampled counts, if they are there already; made from the options otherwise.
    """
    if sums is None:
        sums = resampled(counts, options)
    total = counts.total()
    frames = []
    for metric in metrics or counts.layout.metrics:
        found = counts.layout.score(metric, total)
        table = {"system": [name for name, _ in counts.inputs], "singletons": [variant for _, variant in counts.inputs]}
        table |= {"metric": [metric] * len(counts.inputs)}
        table |= {name: POINTS * part for name, part in zip(("precision", "recall", "f1"), found, strict=True)}
        drawn = None if sums is None else POINTS * counts.layout.score(metric, sums).f1
        frames.append(table | interval(drawn, units(counts, metric), options) | _counted(counts, metric, total))
    return together(frames)


def together(tables: Sequence[dict[str, Any]]) -> pd.DataFrame:
    """Tables of the same columns (arrays of numbers, lists of words) as one frame; making one for each would cost a second."""
    columns = {}
    for name, first in tables[0].items():
        parts = [table[name] for table in tables]
        columns[name] = np.concatenate(parts) if isinstance(first, np.ndarray) else [word for part in parts for word in part]
    remarks = {name: pd.Series(columns[name], dtype=object) for name in REMARKS}
    return pd.DataFrame({**columns, **remarks})


def _counted(counts: Counts, metric: str, total: np.ndarray) -> dict[str, np.ndarray]:
    """p_num, p_den, r_num, r_den, aligned and accuracy (points; of aligned items) of one metric."""
    kind = counts.layout.metrics[metric]
    own = total[:, counts.columns[metric]] if metric in counts.columns else np.full((len(total), 0), np.nan)
    where = dict(zip((*SIDES, "aligned"), (*(kind.sides or (None,) * 4), kind.aligned), strict=True))
    found = {name: np.full(len(own), np.nan) if column is None else own[:, column] for name, column in where.items()}
    return found | {"accuracy": POINTS * ratio(found["r_num"], found["aligned"])}


def interval(values: np.ndarray | None, number: np.ndarray, options: CoreferenceOptions) -> dict[str, Any]:
    """low, high, units, used, reason and caution of one metric's rows. values : (resamples, rows), in points."""
    said = [families.enough(int(n)) for n in number]
    reason, caution = [why for why, _ in said], [words for _, words in said]
    if values is None:
        low = high = np.full(len(number), np.nan)
        used, late = np.zeros(len(number), np.int64), [NO_RESAMPLES] * len(number)
    else:
        found = resampling.percentile(values, options.level)
        fine = np.array([why is None for why in reason], bool)
        low, high = np.where(fine, found.low, np.nan), np.where(fine, found.high, np.nan)
        used, late = found.used, [resampling.undefined_reason(int(n), len(values)) for n in found.used]
    reason = [why or other for why, other in zip(reason, late, strict=True)]
    return {"units": number, "low": low, "high": high, "used": used, "reason": reason, "caution": caution}


def resampled(counts: Counts, options: CoreferenceOptions, progress: resampling.Progress | None = None) -> np.ndarray | None:
    """The sums of every resample, (resamples, inputs, columns); None where no resamples are wanted."""
    if not options.resamples:
        return None
    return resampling.resample(
        counts.values, resamples=options.resamples, seed=options.seed, kinds=counts.kinds, progress=progress
    )


def resampled_values(values: np.ndarray, options: Any, progress: resampling.Progress | None) -> np.ndarray:
    """The sums of every resample of a table whose first axis is the units."""
    return resampling.resample(values, resamples=options.resamples, seed=options.seed, progress=progress)


def resampled_together(
    tables: Sequence[Counts], options: Any, progress: resampling.Progress | None = None
) -> list[np.ndarray | None]:
    """resampled() of several tables of the same units, each unit with a row of its own, for one price."""
    if not options.resamples:
        return [None] * len(tables)
    values = [table.values for table in tables]
    return list(resampling.resample_together(values, resamples=options.resamples, seed=options.seed, progress=progress))


def differences(
    counts: Counts,
    options: CoreferenceOptions,
    pairs: Sequence[tuple[int, int]],
    metrics: Sequence[str] | None = None,
    sums: np.ndarray | None = None,
) -> pd.DataFrame:
    """One row for each metric and pair of inputs (a, b): what b has more than a.

    Columns: a, b (systems), singletons, metric, value (F1 of b less F1 of a, points), low, high, p (approximate
    randomisation), units (of either), used, reason, caution, differs (the interval leaves out 0), settled (interval
    and p agree).
    """
    if sums is None:
        sums = resampled(counts, options)
    first, second = ([pair[k] for pair in pairs] for k in (0, 1))
    total = counts.total()
    swapped = None
    if options.resamples and pairs:
        values = counts.values
        swapped = resampling.swapped_sums(
            values[:, first], values[:, second], resamples=options.resamples, seed=options.seed, kinds=counts.kinds
        )
    frames = []
    for metric in metrics or counts.layout.metrics:
        f1 = counts.layout.score(metric, total).f1
        table = {"a": [counts.inputs[k][0] for k in first], "b": [counts.inputs[k][0] for k in second]}
        table |= {"singletons": [counts.inputs[k][1] for k in first], "metric": [metric] * len(pairs)}
        table |= {"value": POINTS * (f1[second] - f1[first])}
        dens = counts.layout.denominators(metric, counts.values)
        number = counts.number(((dens[:, first] != 0) | (dens[:, second] != 0)).any(axis=-1))
        drawn = None if sums is None else POINTS * counts.layout.score(metric, sums).f1
        table |= interval(None if drawn is None else drawn[:, second] - drawn[:, first], number, options)
        table["p"] = np.full(len(number), np.nan)
        if swapped is not None:
            p = resampling.p_value(swapped, lambda s, m=metric: counts.layout.score(m, s).f1)
            table["p"] = np.where(number >= families.MIN_UNITS, p, np.nan)
        table["differs"] = (table["low"] > 0) | (table["high"] < 0)
        table["settled"] = table["differs"] & (table["p"] < 1 - options.level)
        frames.append(table)
    return together(frames) if frames else pd.DataFrame()


def per_document(counts: Counts, metric: str) -> pd.DataFrame:
    """The F1 of one metric in points, one row for each document and input.

    Columns: doc_id, system, singletons, f1 (NaN where undefined), p_den, r_den.
    """
    found = POINTS * counts.layout.score(metric, counts.values).f1
    n_units, n_inputs = found.shape
    mentions = counts.values[..., counts.columns["mentions"]]
    return pd.DataFrame(
        {
            "doc_id": np.repeat(counts.units, n_inputs),
            "system": [system for system, _ in counts.inputs] * n_units,
            "singletons": [policy for _, policy in counts.inputs] * n_units,
            "f1": found.ravel(),
            "predicted": mentions[..., 1].ravel(),
            "gold": mentions[..., 3].ravel(),
        }
    )
