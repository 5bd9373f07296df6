"""Classification: all numbers of a selection."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd

from figures.studies.chosen import Chosen, worded
from loaders.classification import Items, Sets
from metrics.classification import curves, tables
from metrics.classification.project import LabelProject
from metrics.classification.registry import AUC, CLASSIFY_METRICS, MICRO
from metrics.classification.scoring import LabelScores, score_items
from metrics.options import LabelOptions, label_signature
from metrics.ud.breakdown import adjusted

Groups = tuple[pd.DataFrame, pd.DataFrame]


def named(items: Items) -> tuple[str, str]:
    """What items are told apart by."""
    return items.digest, items.file


@dataclass(frozen=True)
class LabelSelection(Chosen):
    """What figures of classification work on: a LabelProject and LabelOptions."""

    def signature(self, metric: str | None = None) -> str:
        """The line that says how numbers of the picked systems were made."""
        pair = self.pair
        digests = self.digests(pair.gold.digest, tuple(items.digest for items in self.project.systems))
        sizes = {"n_labels": len(evaluation(self).names), "units": len(pair.unit_names(self.options.unit))}
        return label_signature(metric, self.options, kind=pair.kind, **sizes, skipped=pair.n_skipped, digests=digests)

    @property
    def pair(self) -> LabelProject:
        """The project of the picked systems alone."""
        return self.project.take(self.picked)

    @property
    def key(self) -> tuple:
        """What the picked systems' numbers depend on."""
        pair = self.pair
        items = (pair.gold, *pair.systems)
        return ("labels", *(named(one) for one in items), *pair.names, pair.kind, len(pair), pair.n_skipped, repr(self.options))


@dataclass(frozen=True)
class LabelEvaluation:
    """All numbers of the picked systems; shared, so they are read only.

    scores, differences : of the whole, by the names in CLASSIFY_METRICS. by_label, auc : scores and differences of each
    label, its name in the column group, differences with Holm's p_adjusted; auc is empty without scores. names : the labels
    that macro is over; named : those in gold. decided : each system's labels. unranked : (label, why it has no AUC).
    """

    scores: pd.DataFrame
    differences: pd.DataFrame
    by_label: Groups
    auc: Groups
    names: tuple[str, ...]
    named: tuple[str, ...]
    decided: tuple[Sets, ...]
    unranked: tuple[tuple[str, str], ...]
    report: dict


def evaluation(chosen: LabelSelection) -> LabelEvaluation:
    """All numbers of a selection. Raises InputError for an option that the data do not allow."""
    what = f"Resampling {chosen.options.unit}s for all metrics and labels"
    return chosen.keep("evaluation", chosen.key, what, lambda _: _scored(chosen))


def _scored(chosen: LabelSelection) -> LabelEvaluation:
    pair, options = chosen.pair, chosen.options
    scored = any(scores is not None for scores in pair.scores)
    found = score_items(pair, options, [m for m in CLASSIFY_METRICS if m != AUC or scored], by_label=True)
    whole = [_worded(part[part["label"].isna()] if len(part) else part, options) for part in (found.scores, found.differences)]
    of_labels, of_auc = (_of_labels(found, metric, options) for metric in (MICRO, AUC))
    counts, ranked = found.counts, found.ranked
    unranked = ranked.skipped if ranked else ()
    report = tables.label_report(pair, counts, ranked)
    return LabelEvaluation(*whole, of_labels, of_auc, counts.names, counts.named, counts.decided, unranked, report)


def _of_labels(found: LabelScores, metric: str, options: LabelOptions) -> Groups:
    """A metric's scores and differences by label."""
    parts = []
    for part in (found.scores, found.differences):
        rows = part[part["label"].notna() & (part["metric"] == metric)] if len(part) else part
        parts.append(_worded(rows.assign(group=rows["label"]), options) if len(rows) else rows)
    return parts[0], adjusted(parts[1], options.level)


def _worded(rows: pd.DataFrame, options: LabelOptions) -> pd.DataFrame:
    return worded(rows, options.unit).reset_index(drop=True) if len(rows) else rows


def cells(chosen: LabelSelection) -> pd.DataFrame:
    """metrics.classification.tables.confusion() of the picked systems."""
    make = lambda _: tables.confusion(chosen.pair, evaluation(chosen).decided)  # noqa: E731
    return chosen.keep("comparison", (*chosen.key, "confusion"), "Counting confusions", make)


def items(chosen: LabelSelection) -> pd.DataFrame:
    """metrics.classification.tables.item_table() of the picked systems."""
    make = lambda _: tables.item_table(chosen.pair, evaluation(chosen).decided)  # noqa: E731
    return chosen.keep("comparison", (*chosen.key, "items"), "Listing items", make)


def has_scores(chosen: LabelSelection) -> bool:
    """Whether a picked system gives scores."""
    return any(chosen.project.scores[k] is not None for k in chosen.picked)


def scored(chosen: LabelSelection) -> list[str]:
    """The labels that a picked system scores."""
    known = {label for k in chosen.picked for label in chosen.project.systems[k].scored}
    return [label for label in chosen.project.labels if label in known]


def of_threshold(chosen: LabelSelection, label: str | None) -> list[pd.DataFrame]:
    """metrics.classification.curves.threshold_curve() of each picked system; label None for all together."""
    pair = chosen.pair

    def make(_) -> list[pd.DataFrame]:
        return [curves.threshold_curve(pair, k, chosen.options.threshold, label) for k in range(len(pair.names))]

    return chosen.keep("comparison", (*chosen.key, "thresholds", label), "Trying thresholds", make)


def of_reliability(chosen: LabelSelection, label: str | None) -> list[pd.DataFrame]:
    """metrics.classification.curves.reliability() of each picked system; label None for all together."""
    pair = chosen.pair
    make = lambda _: [curves.reliability(pair, k, label) for k in range(len(pair.names))]  # noqa: E731
    return chosen.keep("comparison", (*chosen.key, "reliability", label), "Comparing scores with gold", make)
