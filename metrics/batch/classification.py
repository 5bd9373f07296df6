"""Classification in batches: items are resampled, or documents; macro is over the labels of gold and of all runs.

ROC-AUC has no counts that could be kept: it rests on the items' ranks, and is left to `classify`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from loaders.classification import FORMATS as KNOWN
from loaders.classification import Items, load_items
from loaders.classification_records import ItemOptions
from metrics.batch.cells import Cell
from metrics.batch.combining import Combined
from metrics.batch.reading import Source, named, with_folder
from metrics.batch.statistics import Statistic
from metrics.classification.counts import count_items
from metrics.classification.project import LabelProject, align_items
from metrics.classification.registry import AUC, CLASSIFY_METRICS, MACRO, MICRO, NAMED
from metrics.classification.tables import label_report
from metrics.macro import Mean
from metrics.metric import layout
from metrics.options import LabelOptions, label_signature

METRICS = tuple(name for name in CLASSIFY_METRICS if name != AUC)
SETTINGS = {"threshold": float, "multi": (None, True, False), "unit": ("item", "document")}
FORMATS = tuple(KNOWN)
LAYOUTS = {"whole": layout(CLASSIFY_METRICS, ["accuracy", MICRO]), "labels": layout(CLASSIFY_METRICS, [MICRO])}
NEEDS = dict.fromkeys((MACRO, NAMED), (MICRO,))
EVERY_DOCUMENT = False


def read(source: Source, role: str, settings: Mapping[str, Any], gold: Items | None = None) -> Items:  # noqa: ARG001
    """The labelled items of a file."""
    options = ItemOptions(settings["format"], settings["multi"], settings["skip_bad"])
    items = named(source, lambda: load_items(source.data, name=source.shown, role=role, options=options))
    return replace(items, file=with_folder(source.shown, items.file))


def count(gold: Items, system: Items, settings: Mapping[str, Any]) -> Cell:
    """The counts of one classifier. Raises AlignmentError where no item joins, FormatError for labels that do not fit."""
    project = align_items(gold, [system], [""], multi=settings["multi"], skip_bad=settings["skip_bad"])
    counts = count_items(project, LabelOptions(settings["threshold"], resamples=0))
    kept = np.zeros(len(gold), bool)
    kept[project.rows] = True
    facts = {"gold": gold.digest, "system": system.digest, "multi": project.kind, "named": list(counts.named)}
    facts |= {"skipped": np.flatnonzero(~kept).tolist(), "unreadable": len(gold.skipped)}
    facts |= {"report": label_report(project, counts, None)}
    return Cell({"whole": counts.whole, "labels": counts.labels}, kept, _documents(project, settings), facts)


def _documents(project: LabelProject, settings: Mapping[str, Any]) -> np.ndarray | None:
    """The document of every item of gold, if they are resampled. Raises AlignmentError where gold names none."""
    if settings["unit"] != "document":
        return None
    project.unit_names("document")
    return np.unique(np.array(project.gold.document, object), return_inverse=True)[1]


def statistics(combined: Combined, metrics: Sequence[str]) -> list[Statistic]:
    """Accuracy, micro and the two macros."""
    combined.fact("multi")
    labels = tuple(dict.fromkeys(label for _, label in combined.parts["labels"].inputs))
    named = {name for facts in combined.facts.values() for name in facts["named"]}
    over = {MACRO: labels, NAMED: tuple(label for label in labels if label in named)}
    return [
        Statistic(m, "labels", mean=Mean(MICRO, over[m]), said={"singletons": None}) if m in over else Statistic(m, "whole")
        for m in metrics
    ]


def sign(corpora: Sequence[Combined], settings: Mapping[str, Any], options: Any, **numbers: Any) -> str:
    """The signature of classification. numbers : metric, variant, units, skipped and digests."""
    kinds = ",".join(dict.fromkeys(combined.fact("multi") for combined in corpora))
    labels = {label for combined in corpora for _, label in combined.parts["labels"].inputs}
    chosen = LabelOptions(settings["threshold"], settings["unit"], settings["skip_bad"], *options)
    numbers.pop("variant")
    return label_signature(numbers.pop("metric"), chosen, kind=kinds, n_labels=len(labels), **numbers)
