"""Labels of items: classifiers against gold."""

from __future__ import annotations

from collections.abc import Sequence

from loaders.classification import Items
from metrics.classification.project import align_items
from metrics.classification.registry import AUC
from metrics.classification.registry import CLASSIFY_METRICS as METRICS
from metrics.classification.rows import BY as LABEL
from metrics.classification.rows import label_rows
from metrics.classification.scoring import score_items
from metrics.classification.tables import label_report
from metrics.options import LabelOptions
from metrics.rows import Comparison
from metrics.signing import label_signer
from metrics.tasks.asking import Found, Task

OPTIONS = LabelOptions
ORDER = tuple(METRICS)
BY = (LABEL,)
REFERENCE = "\0reference"  # no name that a user could give


def run(
    gold: Items,
    systems: Sequence[Items],
    names: Sequence[str],
    task: Task,
    *,
    by: str | None = None,
    multi: bool | None = None,
    reference: Items | None = None,
) -> Found:
    """The rows of every metric and system, then of the labels. AUC is left out of all metrics where no system has scores.

    multi : whether items may have several labels, None to decide from the files. reference : predictions to compare with;
    means are over the labels of all. Raises AlignmentError where nothing joins, FormatError for labels that do not fit.
    """
    others = [] if reference is None else [reference]
    named = [*names, *[REFERENCE] * len(others)]
    project = align_items(gold, [*systems, *others], named, multi=multi, skip_bad=task.options.skip_bad)
    metrics = task.metrics
    if tuple(metrics) == ORDER and all(scores is None for scores in project.scores):
        metrics = [metric for metric in metrics if metric != AUC]
    task.say(f"scoring {len(names)} system{'s' * (len(names) > 1)} over {len(project):,} items")
    found, theirs = score_items(project, task.options, metrics, by_label=by == LABEL), None
    if others:
        found, theirs = found.apart(REFERENCE)
        project = project.take(range(len(names)))
    sign = label_signer(project, len(found.counts.names), task.options)
    comparison = Comparison(project.names, found.counts.whole, task.options, sign, labels=task.labels, reference_scores=theirs)
    report = label_report(project, found.counts, found.ranked)
    return Found(sign(None, "", None), report, label_rows(comparison, found), len(project))
