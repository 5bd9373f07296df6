"""Coreference by group in batches: micro and macro of typed Mention F1 and Link F1; documents are resampled.

Links are those between all mentions of either side: over the mentions that systems share, a run's counts would depend on the
other runs, and those of a system's own mentions are not the same for two systems.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from loaders import AlignmentError, Corpus
from metrics.batch import coreference
from metrics.batch.cells import Cell
from metrics.batch.combining import Combined, agreed
from metrics.batch.statistics import Statistic
from metrics.counting import align_systems
from metrics.macro import MACRO, Mean
from metrics.metric import layout
from metrics.options import TypedOptions, typed_signature
from metrics.tasks.typed import BY
from metrics.typed import evaluation
from metrics.typed.counts import MICRO, POLICIES, TYPED_METRICS, count_groups
from metrics.typed.groupings import CLASS, NoGroupsError
from metrics.typed.project import Groups, TypedProject, read_sides
from metrics.typed.rows import with_support

MEANS = {f"{name} {MACRO}": name for name in TYPED_METRICS}  # by metric, that of the classes
METRICS = tuple(metric for name in TYPED_METRICS for metric in (name, f"{name} {MACRO}"))
SETTINGS = {
    "by": (None, *BY),
    "threshold": float,
    "policy": tuple(POLICIES),
    "zero_match": coreference.SETTINGS["zero_match"],
    "ends": coreference.SETTINGS["ends"],
}
FORMATS = coreference.FORMATS
LAYOUTS = {"groups": layout(TYPED_METRICS)}
NEEDS = {mean: (name,) for mean, name in MEANS.items()}
EVERY_DOCUMENT = False
ALL = "all"  # the mentions whose links are compared

read = coreference.read


def options_of(settings: Mapping[str, Any], *draws: Any) -> TypedOptions:
    """The options of a suite. draws : resamples, seed and level."""
    return TypedOptions(settings["threshold"], settings["policy"], ALL, settings["zero_match"], settings["skip_bad"], *draws)


def count(gold: Corpus, system: Corpus, settings: Mapping[str, Any]) -> Cell:
    """The counts of one system by group. Raises AlignmentError where it does not fit gold, or gold lacks what groups need."""
    options = options_of(settings)
    typed = read_sides(align_systems(gold, [system], [""], skip_bad=settings["skip_bad"]), options)
    groups, sign = _groups(typed, settings["by"], options)
    return coreference.cell(typed.project, {"groups": count_groups(typed, groups, options)}, labels=sign)


def _groups(typed: TypedProject, by: str | None, options: TypedOptions) -> tuple[Groups, str]:
    """The groups that are asked for, and how a signature names them."""
    gold = typed.project.gold
    labelling = evaluation.read_labelling(gold, None)
    labelled = labelling and evaluation.assign_labels(typed, labelling, options)
    try:
        groups = evaluation.group(typed, by or evaluation.default_grouping(typed, labelled), labelled)
    except NoGroupsError as error:
        remedy = f'Say by = "length" in [options], or another of {", ".join(BY)}; a file of labels goes with: evaluate.py typed.'
        raise AlignmentError(gold.name, None, str(error).rstrip("."), remedy) from None
    return groups, labelling.sign if groups.by == CLASS else groups.by


def statistics(combined: Combined, metrics: Sequence[str]) -> list[Statistic]:
    """Micro, and macro over the groups in which gold has something."""
    combined.fact("labels")
    said, counts = {"singletons": "keep", "match": "exact"}, combined.parts["groups"]
    classes = {name: with_support(counts, name) for name in TYPED_METRICS if name in counts.columns}
    return [
        Statistic(m, "groups", mean=Mean(MEANS[m], classes[MEANS[m]]), said=said)
        if m in MEANS
        else Statistic(m, "groups", MICRO, said=said)
        for m in metrics
    ]


def sign(corpora: Sequence[Combined], settings: Mapping[str, Any], options: Any, **numbers: Any) -> str:
    """The signature of scores by group. Raises AlignmentError where corpora have other groups.

    numbers : metric, variant, units, skipped and digests.
    """
    labels = agreed(corpora, "labels", "grouped", 'Say by what all are: by = "mention type", for one.')
    numbers.pop("variant")
    return typed_signature(numbers.pop("metric"), options_of(settings, *options), labels=labels, **numbers)
