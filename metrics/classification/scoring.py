"""Scores and differences of all metrics of classification, as frames of one shape."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from metrics import families, resampling, results
from metrics.classification.counts import LabelCounts, count_items
from metrics.classification.project import LabelProject
from metrics.classification.ranking import Ranked, rank_items
from metrics.classification.registry import AUC, MACRO, MICRO, NAMED
from metrics.macro import Mean, mean_differences, mean_scores
from metrics.options import LabelOptions

ONE_CLASS = "no label that some items have and some do not"
NO_SCORES = "no scores"
WORDS = (*results.REMARKS, "label")  # columns of words or None


@dataclass(frozen=True)
class LabelScores:
    """scores : the columns of results.scores(); differences : of results.differences(), of every further system against the
    first. Their column `label` is None for the whole; of one label, the metric is micro (its P, R and F1) or AUC.
    ranked : None where no system has scores, or AUC was not asked for.
    """

    counts: LabelCounts
    ranked: Ranked | None
    scores: pd.DataFrame
    differences: pd.DataFrame

    def apart(self, name: str) -> tuple[LabelScores, pd.DataFrame]:
        """The scores without one system, and that system's own scores of the whole."""
        own, scores, differences = self.scores["system"] == name, self.scores, self.differences
        kept = differences[differences["b"] != name] if len(differences) else differences
        return replace(self, scores=scores[~own], differences=kept), scores[own & scores["label"].isna()]


def score_items(project: LabelProject, options: LabelOptions, metrics: Sequence[str], *, by_label: bool = False) -> LabelScores:
    """The scores of some metrics, of the whole and, if asked for, of each label.

    Raises AlignmentError where gold lacks the unit, or labels are too many to be counted.
    """
    counts = count_items(project, options)
    parts = [_whole(counts, options, [m for m in metrics if m in ("accuracy", MICRO)])]
    if (by_label and MICRO in metrics) or {MACRO, NAMED} & set(metrics):
        parts += _labels(counts, options, metrics, by_label=by_label)
    ranked = rank_items(project, options) if AUC in metrics else None
    if ranked:
        parts.append(_auc_mean(project, ranked, options))
        parts += [_auc_labels(project, ranked, options)] if by_label and ranked.labels else []
    scores, differences = ([part[k] for part in parts if len(part[k])] for k in (0, 1))
    return LabelScores(counts, ranked, _joined(scores), _joined(differences))


def _joined(frames: list[pd.DataFrame]) -> pd.DataFrame:
    """Frames one below the other, words and numbers as they are."""
    if not frames:
        return pd.DataFrame()
    made = {name: np.concatenate([frame[name].to_numpy() for frame in frames]) for name in frames[0].columns}
    return pd.DataFrame({name: pd.Series(v, dtype=object) if name in WORDS else v for name, v in made.items()})


def _named(scores: pd.DataFrame, differences: pd.DataFrame, **columns) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Both frames with columns set; a frame without rows stays."""
    return scores.assign(**columns), differences.assign(**columns) if len(differences) else differences


def _whole(counts: LabelCounts, options: LabelOptions, metrics: Sequence[str]) -> tuple[pd.DataFrame, pd.DataFrame]:
    if not metrics:
        return pd.DataFrame(), pd.DataFrame()
    whole = counts.whole
    sums = results.resampled(whole, options)
    pairs = [(0, k) for k in range(1, len(whole.inputs))]
    return _named(
        results.scores(whole, options, metrics, sums), results.differences(whole, options, pairs, metrics, sums), label=None
    )


def _labels(
    counts: LabelCounts, options: LabelOptions, metrics: Sequence[str], *, by_label: bool
) -> list[tuple[pd.DataFrame, pd.DataFrame]]:
    """Macro means, and the scores of every label."""
    table = counts.labels
    sums = results.resampled(table, options)
    made = []
    for metric, over in ((MACRO, counts.names), (NAMED, counts.named)):
        if metric in metrics:
            found = mean_scores(table, options, Mean(MICRO, over), sums)
            made.append(
                _named(found, mean_differences(table, options, Mean(MICRO, over), sums), metric=metric, singletons="", label=None)
            )
    if by_label and MICRO in metrics:
        n = len(counts.names)
        pairs = [(k % n, k) for k in range(n, len(table.inputs))]
        scores = results.scores(table, options, [MICRO], sums)
        differences = results.differences(table, options, pairs, [MICRO], sums)
        label = {"label": differences["singletons"]} if len(differences) else {}
        made.append((scores.assign(label=scores["singletons"]), differences.assign(**label)))
    return made


def _auc_labels(project: LabelProject, ranked: Ranked, options: LabelOptions) -> tuple[pd.DataFrame, pd.DataFrame]:
    n_systems, n_labels = ranked.found.shape
    drawn = None if ranked.drawn is None else ranked.drawn.reshape(len(ranked.drawn), -1)
    names = [name for name in project.names for _ in ranked.labels]
    scores = _auc_scores(names, ranked.found.ravel(), drawn, project, options)
    labels = list(ranked.labels)
    p = np.concatenate([_p(swapped, n_labels) for swapped in ranked.swapped]) if n_systems > 1 else np.zeros(0)
    differences = _auc_differences(project, options, ranked.found, ranked.drawn, p)
    return (
        scores.assign(label=labels * n_systems),
        differences.assign(label=labels * (n_systems - 1)) if len(differences) else differences,
    )


def _auc_mean(project: LabelProject, ranked: Ranked, options: LabelOptions) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The mean over labels; in a resample, over those that have both classes there."""
    found = _mean(ranked.found)[:, None]
    drawn = None if ranked.drawn is None else _mean(ranked.drawn)[..., None]
    scores = _auc_scores(list(project.names), found[:, 0], None if drawn is None else drawn[..., 0], project, options)
    why = NO_SCORES if all(s is None for s in project.scores) else ONE_CLASS
    reasons = [
        (NO_SCORES if s is None else why) if np.isnan(value) else reason
        for s, value, reason in zip(project.scores, found[:, 0], scores["reason"], strict=True)
    ]
    means = [
        swapped and resampling.Swapped(*(_mean(part)[..., None] for part in swapped[:4]), swapped.exact)
        for swapped in ranked.swapped
    ]
    p = np.concatenate([_p(swapped, 1) for swapped in means]) if means else np.zeros(0)
    return _named(
        scores.assign(reason=pd.Series(reasons, dtype=object)), _auc_differences(project, options, found, drawn, p), label=None
    )


def _mean(values: np.ndarray) -> np.ndarray:
    """The mean over the last axis of what is defined; NaN where nothing is."""
    known = ~np.isnan(values)
    with np.errstate(invalid="ignore"):
        return np.nan_to_num(values).sum(axis=-1) / known.sum(axis=-1)


def _p(swapped: resampling.Swapped | None, size: int) -> np.ndarray:
    return np.full(size, np.nan) if swapped is None else resampling.p_value(swapped, lambda sums: sums)


def _units(project: LabelProject, options: LabelOptions, n: int) -> np.ndarray:
    """AUC rests on all units."""
    return np.full(n, len(project.unit_names(options.unit)))


def _auc_scores(
    names: list[str], found: np.ndarray, drawn: np.ndarray | None, project: LabelProject, options: LabelOptions
) -> pd.DataFrame:
    """Rows of results.scores(), with the AUC in f1's place."""
    n, nothing = len(names), np.full(len(names), np.nan)
    table = {"system": names, "singletons": [""] * n, "metric": [AUC] * n}
    table |= {"precision": nothing, "recall": nothing, "f1": results.POINTS * found}
    number = np.where(np.isnan(found), 0, _units(project, options, n))
    table |= results.interval(None if drawn is None else results.POINTS * drawn, number, options)
    table |= dict.fromkeys(("p_num", "p_den", "r_num", "r_den", "aligned", "accuracy"), nothing)
    return results.together([table])


def _auc_differences(
    project: LabelProject, options: LabelOptions, found: np.ndarray, drawn: np.ndarray | None, p: np.ndarray
) -> pd.DataFrame:
    """Rows of results.differences(). found : (systems, labels); drawn : (resamples, systems, labels)."""
    n_systems, n_labels = found.shape
    n = (n_systems - 1) * n_labels
    if not n:
        return pd.DataFrame()
    others = [name for name in project.names[1:] for _ in range(n_labels)]
    value = results.POINTS * (found[1:] - found[:1]).ravel()
    table = {"a": [project.names[0]] * n, "b": others, "singletons": [""] * n, "metric": [AUC] * n, "value": value}
    number = np.where(np.isnan(value), 0, _units(project, options, n))
    apart = None if drawn is None else results.POINTS * (drawn[:, 1:] - drawn[:, :1]).reshape(len(drawn), n)
    table |= results.interval(apart, number, options)
    table["p"] = np.where(number >= families.MIN_UNITS, p, np.nan)
    table["differs"] = (table["low"] > 0) | (table["high"] < 0)
    table["settled"] = table["differs"] & (table["p"] < 1 - options.level)
    return results.together([table])
