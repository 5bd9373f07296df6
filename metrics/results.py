"""From counts to what is shown: scores, intervals, paired differences. All of it in points, undefined as NaN."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from metrics import families, resampling
from metrics.coreference import METRICS
from metrics.counting import Counts
from metrics.formulas import Scores, mean_of_f1
from metrics.options import CoreferenceOptions

POINTS = 100.0
SIDES = ("p_num", "p_den", "r_num", "r_den")


def score(metric: str, sums: np.ndarray, columns: dict[str, slice]) -> Scores:
    """Precision, recall and F1 of a metric, as fractions, from sums whose last axis holds the columns of all metrics."""
    wanted = METRICS[metric]
    if wanted.mean_of:
        return mean_of_f1([score(part, sums, columns).f1 for part in wanted.mean_of])
    return wanted.formula(sums[..., columns[metric]])


def denominators(metric: str, values: np.ndarray, columns: dict[str, slice]) -> np.ndarray:
    """The denominator columns of a metric (of its parts, for a mean), on the last axis."""
    names = METRICS[metric].mean_of or (metric,)
    return np.concatenate([values[..., columns[name]][..., 1::2] for name in names], axis=-1)


def units(metric: str, values: np.ndarray, columns: dict[str, slice]) -> np.ndarray:
    """How many units a score rests on: those in which its denominators are not all 0. values : (units, inputs, columns)."""
    return (denominators(metric, values, columns) != 0).any(axis=-1).sum(axis=0)


def scores(
    counts: Counts, options: CoreferenceOptions, metrics: Sequence[str] = tuple(METRICS), sums: np.ndarray | None = None
) -> pd.DataFrame:
    """One row for each input and metric.

    Columns: system, singletons, metric, precision, recall, f1 (points), low, high (the interval of F1), units, used
    (resamples in which F1 is defined), reason (why there is no score or interval), caution, p_num, p_den, r_num, r_den.
    sums : the resampled counts, if they are there already; made from the options otherwise.
    """
    if sums is None:
        sums = resampled(counts, options)
    total = counts.values.sum(axis=0)
    frames = []
    for metric in metrics:
        found = score(metric, total, counts.columns)
        number = units(metric, counts.values, counts.columns)
        frame = pd.DataFrame(counts.inputs, columns=["system", "singletons"])
        frame["metric"] = metric
        frame["precision"], frame["recall"], frame["f1"] = (POINTS * part for part in found)
        interval(frame, None if sums is None else POINTS * score(metric, sums, counts.columns).f1, number, options)
        where = counts.columns.get(metric)
        is_plain = where is not None and METRICS[metric].width == 4
        for k, side in enumerate(SIDES):
            frame[side] = total[:, where][:, k] if is_plain else np.nan
        frames.append(frame)
    return pd.concat(frames, ignore_index=True)


def interval(frame: pd.DataFrame, values: np.ndarray | None, number: np.ndarray, options: CoreferenceOptions) -> None:
    """Add low, high, units, used, reason and caution to a frame of one metric. values : (resamples, rows), in points."""
    frame["units"] = number
    frame["low"] = frame["high"] = np.nan
    frame["used"] = 0
    said = [families.enough(int(n)) for n in number]
    frame["reason"] = [why for why, _ in said]
    frame["caution"] = [caution for _, caution in said]
    if values is None:
        frame["reason"] = [why or "no resamples were asked for" for why, _ in said]
        return
    found = resampling.percentile(values, options.level)
    fine = frame["reason"].isna().to_numpy()
    frame["low"], frame["high"] = np.where(fine, found.low, np.nan), np.where(fine, found.high, np.nan)
    frame["used"] = found.used
    late = [resampling.undefined_reason(int(used), len(values)) for used in found.used]
    frame["reason"] = [why or other for why, other in zip(frame["reason"], late, strict=True)]


def resampled(counts: Counts, options: CoreferenceOptions, progress: resampling.Progress | None = None) -> np.ndarray | None:
    """The sums of every resample, (resamples, inputs, columns); None where no resamples are wanted."""
    if not options.resamples:
        return None
    return resampling.resample(counts.values, resamples=options.resamples, seed=options.seed, progress=progress)


def differences(
    counts: Counts,
    options: CoreferenceOptions,
    pairs: Sequence[tuple[int, int]],
    metrics: Sequence[str] = tuple(METRICS),
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
    total = counts.values.sum(axis=0)
    swapped = None
    if options.resamples and pairs:
        values = counts.values
        swapped = resampling.swapped_sums(values[:, first], values[:, second], resamples=options.resamples, seed=options.seed)
    frames = []
    for metric in metrics:
        f1 = score(metric, total, counts.columns).f1
        frame = pd.DataFrame({"a": [counts.inputs[k][0] for k in first], "b": [counts.inputs[k][0] for k in second]})
        frame["singletons"] = [counts.inputs[k][1] for k in first]
        frame["metric"] = metric
        frame["value"] = POINTS * (f1[second] - f1[first])
        dens = denominators(metric, counts.values, counts.columns)
        number = ((dens[:, first] != 0) | (dens[:, second] != 0)).any(axis=-1).sum(axis=0)
        drawn = None if sums is None else POINTS * score(metric, sums, counts.columns).f1
        interval(frame, None if drawn is None else drawn[:, second] - drawn[:, first], number, options)
        frame["p"] = np.nan
        if swapped is not None:
            p = resampling.p_value(swapped, lambda s, m=metric: score(m, s, counts.columns).f1)
            frame["p"] = np.where(number >= families.MIN_UNITS, p, np.nan)
        frame["differs"] = (frame["low"] > 0) | (frame["high"] < 0)
        frame["settled"] = frame["differs"] & (frame["p"] < 1 - options.level)
        frames.append(frame)
    return pd.concat(frames, ignore_index=True) if frames else pd.DataFrame()


def per_document(counts: Counts, metric: str) -> pd.DataFrame:
    """The F1 of one metric in points, one row for each document and input.

    Columns: doc_id, system, singletons, f1 (NaN where undefined), p_den, r_den.
    """
    found = POINTS * score(metric, counts.values, counts.columns).f1
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
