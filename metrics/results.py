"""From counts to what is shown: scores, intervals, paired differences. All of it in points, undefined as NaN."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from metrics import families, resampling
from metrics.counting import Counts
from metrics.formulas import ratio
from metrics.metric import SIDES
from metrics.options import CoreferenceOptions

POINTS = 100.0
NO_RESAMPLES = "no resamples were asked for"


def units(counts: Counts, metric: str) -> np.ndarray:
    """How many units each input's score rests on: those in which its denominators are not all 0."""
    return (counts.layout.denominators(metric, counts.values) != 0).any(axis=-1).sum(axis=0)


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
    total = counts.values.sum(axis=0)
    frames = []
    for metric in metrics or counts.layout.metrics:
        found = counts.layout.score(metric, total)
        number = units(counts, metric)
        frame = pd.DataFrame(counts.inputs, columns=["system", "singletons"])
        frame["metric"] = metric
        frame["precision"], frame["recall"], frame["f1"] = (POINTS * part for part in found)
        interval(frame, None if sums is None else POINTS * counts.layout.score(metric, sums).f1, number, options)
        add_counts(frame, counts, metric, total)
        frames.append(frame)
    return pd.concat(frames, ignore_index=True)


def add_counts(frame: pd.DataFrame, counts: Counts, metric: str, total: np.ndarray) -> None:
    """Add p_num, p_den, r_num, r_den, aligned and accuracy (points; of aligned items) to a frame of one metric."""
    kind = counts.layout.metrics[metric]
    own = total[:, counts.columns[metric]] if metric in counts.columns else np.full((len(total), 0), np.nan)
    for side, column in zip(SIDES, kind.sides or (None,) * 4, strict=True):
        frame[side] = own[:, column] if column is not None else np.nan
    frame["aligned"] = own[:, kind.aligned] if kind.aligned is not None else np.nan
    frame["accuracy"] = POINTS * ratio(frame["r_num"].to_numpy(), frame["aligned"].to_numpy())


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
    total = counts.values.sum(axis=0)
    swapped = None
    if options.resamples and pairs:
        values = counts.values
        swapped = resampling.swapped_sums(values[:, first], values[:, second], resamples=options.resamples, seed=options.seed)
    frames = []
    for metric in metrics or counts.layout.metrics:
        f1 = counts.layout.score(metric, total).f1
        frame = pd.DataFrame({"a": [counts.inputs[k][0] for k in first], "b": [counts.inputs[k][0] for k in second]})
        frame["singletons"] = [counts.inputs[k][1] for k in first]
        frame["metric"] = metric
        frame["value"] = POINTS * (f1[second] - f1[first])
        dens = counts.layout.denominators(metric, counts.values)
        number = ((dens[:, first] != 0) | (dens[:, second] != 0)).any(axis=-1).sum(axis=0)
        drawn = None if sums is None else POINTS * counts.layout.score(metric, sums).f1
        interval(frame, None if drawn is None else drawn[:, second] - drawn[:, first], number, options)
        frame["p"] = np.nan
        if swapped is not None:
            p = resampling.p_value(swapped, lambda s, m=metric: counts.layout.score(m, s).f1)
            frame["p"] = np.where(number >= families.MIN_UNITS, p, np.nan)
        frame["differs"] = (frame["low"] > 0) | (frame["high"] < 0)
        frame["settled"] = frame["differs"] & (frame["p"] < 1 - options.level)
        frames.append(frame)
    return pd.concat(frames, ignore_index=True) if frames else pd.DataFrame()


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
