"""How good the labels are: against checked ones, and how far typed scores move when some are wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pandas as pd

from metrics.formulas import precision_recall
from metrics.label_noise import noisy
from metrics.macro import MACRO, Mean, mean_scores, systems_of
from metrics.options import TypedOptions
from metrics.results import POINTS
from metrics.typed.assign import Assigned, assign, majority, propagate
from metrics.typed.counts import TYPED_METRICS, count_groups
from metrics.typed.labels import LabelSpans
from metrics.typed.project import Groups, Labelled, TypedProject, assign_all, class_groups
from metrics.typed.rows import with_support

SEEDS = 1 << 64
SAME = 1 - 2.0**-30  # a share of words above it is that of the very same words
CHECK_COLUMNS = ("level", "labels", "class", "precision", "recall", "f1", "right", "labelled", "checked")
NOISE_COLUMNS = ("system", "metric", "group", "score", "mean", "lowest", "highest", "draws")


def check_labels(typed: TypedProject, labelled: Labelled, checked: LabelSpans) -> pd.DataFrame:
    """Precision, recall and F1 in points of gold's labels against checked ones; columns are CHECK_COLUMNS.

        P = right / labelled        R = right / checked

    over the mentions that have a checked label: that of a checked span with the very same words, the first by name of
    several. level "mention": the labels "assigned" to mentions, and with those "propagated" from their entities. level
    "entity": the majority labels of entities against the majority of their checked ones. Rows: all classes together, whose
    class is None, then each class.
    Raises TooMuchError as assign() does.
    """
    gold = typed.gold.mentions
    names = tuple(sorted({*labelled.names, *checked.names}))
    found = assign(gold, typed.gold.geometry, checked, SAME)
    truth = Assigned(_renumbered(found.label, checked.names, names), found.share)
    own = Assigned(_renumbered(labelled.gold.label, labelled.names, names), labelled.gold.share)
    here = np.isin(gold.doc, typed.kept())
    entities = np.isin(gold.entity_doc(), typed.kept())
    compared = {
        ("mention", "assigned"): (own.label[here], truth.label[here]),
        ("mention", "propagated"): (propagate(gold, own, -1).mention[here], truth.label[here]),
        ("entity", "propagated"): (majority(gold, own)[entities], majority(gold, truth)[entities]),
    }
    tables = [_agreement(*codes, names).assign(level=level, labels=labels) for (level, labels), codes in compared.items()]
    return pd.concat(tables, ignore_index=True)[list(CHECK_COLUMNS)]


def labelled_twice(labels: LabelSpans) -> int:
    """How many stretches of words have several labels, of which one alone is taken."""
    where, rows = labels.geometry, labels.row
    words = [where.irregular.get(row, (first, last)) for row, first, last in zip(
        rows.tolist(), where.first[rows].tolist(), where.last[rows].tolist(), strict=True
    )]  # fmt: skip
    found: dict[tuple, set[int]] = {}
    for doc, stretch, code in zip(labels.doc.tolist(), words, labels.code.tolist(), strict=True):
        found.setdefault((doc, stretch), set()).add(code)
    return sum(len(codes) > 1 for codes in found.values())


def _renumbered(codes: np.ndarray, names: Sequence[str], new: Sequence[str]) -> np.ndarray:
    """Codes of names as codes in a longer list of names; -1 stays."""
    number = {name: k for k, name in enumerate(new)}
    return np.array([*(number[name] for name in names), -1], np.int64)[codes]


def _agreement(label: np.ndarray, truth: np.ndarray, names: Sequence[str]) -> pd.DataFrame:
    """The rows of one comparison. label, truth : codes of the same items, -1 for none."""
    has = truth >= 0
    label, truth = label[has], truth[has]
    counts = (np.bincount(c, minlength=len(names)) for c in (truth[label == truth], label[label >= 0], truth))
    right, given, checked = (np.append(c.sum(), c) for c in counts)
    scores = precision_recall(np.stack([right, given, right, checked], axis=-1).astype(np.float64))
    points = {name: POINTS * getattr(scores, name) for name in ("precision", "recall", "f1")}
    classes = pd.Series([None, *names], dtype=object)
    return pd.DataFrame({"class": classes, **points, "right": right, "labelled": given, "checked": checked})


def noise_effect(
    typed: TypedProject, labels: LabelSpans, options: TypedOptions, probability: float, draws: int = 20
) -> pd.DataFrame:
    """How far F1 in points moves when each span's label is, with a probability, drawn anew; columns are NOISE_COLUMNS.

    score : without noise. mean, lowest, highest : over the draws in which the score is defined, whose number is draws.
    One row for each system, metric and class, "micro" and "macro" among them; macro is always over the classes that gold
    has without noise. The seed of draw k is options.seed + k, modulo 2⁶⁴. Raises TooMuchError as assign() does.
    """
    quiet = replace(options, resamples=0)
    plain = _class_groups(typed, labels, options)
    counts = count_groups(typed, plain, options)
    classes = {metric: with_support(counts, metric) for metric in TYPED_METRICS}
    inputs = [*counts.inputs, *((system, MACRO) for system in systems_of(counts))]

    def scores(groups: Groups) -> np.ndarray:
        """F1 by metric and input."""
        counts = count_groups(typed, groups, options)
        sums = counts.values.sum(axis=0)
        found = [
            np.append(
                POINTS * counts.layout.score(metric, sums).f1, mean_scores(counts, quiet, Mean(metric, classes[metric]))["f1"]
            )
            for metric in TYPED_METRICS
        ]
        return np.stack(found)

    noise = [noisy(labels.code, probability, (options.seed + k) % SEEDS) for k in range(draws)]
    drawn = [scores(_class_groups(typed, labels.with_codes(codes), options)) for codes in noise]
    return _moved(inputs, scores(plain), np.stack(drawn) if drawn else np.zeros((0, len(TYPED_METRICS), len(inputs))))


def _class_groups(typed: TypedProject, labels: LabelSpans, options: TypedOptions) -> Groups:
    return class_groups(typed, assign_all(typed, labels, None, options.threshold))


def _moved(inputs: Sequence[tuple[str, str]], score: np.ndarray, drawn: np.ndarray) -> pd.DataFrame:
    """The rows of scores without noise, (metrics, inputs), and with it, (draws, metrics, inputs)."""
    known = ~np.isnan(drawn)
    number = known.sum(axis=0)
    with np.errstate(invalid="ignore"):
        mean = np.nan_to_num(drawn).sum(axis=0) / number
    lowest = np.where(number, np.where(known, drawn, np.inf).min(axis=0, initial=np.inf), np.nan)
    highest = np.where(number, np.where(known, drawn, -np.inf).max(axis=0, initial=-np.inf), np.nan)
    rows = [
        (system, metric, group, *(table[m, k] for table in (score, mean, lowest, highest, number)))
        for m, metric in enumerate(TYPED_METRICS)
        for k, (system, group) in enumerate(inputs)
    ]
    return pd.DataFrame(rows, columns=list(NOISE_COLUMNS))
