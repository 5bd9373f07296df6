"""Coreference across documents, by topic and subtopic, with baselines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from loaders import Corpus
from loaders.topics import Topics
from metrics.counting import align_systems
from metrics.crossdoc import METRICS, SCOPES, count_across, count_baselines, groups_of
from metrics.crossdoc_rows import baseline_rows, crossdoc_rows
from metrics.macro import systems_of
from metrics.options import CoreferenceOptions
from metrics.report import alignment_report
from metrics.rows import Comparison
from metrics.signing import crossdoc_signer
from metrics.tasks import coref
from metrics.tasks.asking import Found, Task

OPTIONS = CoreferenceOptions
ORDER = tuple(name for name in coref.ORDER if name in METRICS)
POLICIES = {"keep": ("keep",), "drop": ("drop",), "both": ("drop", "keep")}


def run(
    gold: Corpus,
    systems: Sequence[Corpus],
    names: Sequence[str],
    task: Task,
    *,
    singletons: Literal["keep", "drop", "both"] = "both",
    scope: Literal["topic", "subtopic", "both"] = "both",
    topics: Topics | None = None,
    baselines: bool = True,
) -> Found:
    """The rows of every metric, scope, singleton policy and system, then of the baselines.

    topics : of read_topics(), where gold does not say them. Raises as coref.run(), and AlignmentError for a
    document that topics lack.
    """
    project = align_systems(gold, systems, names, skip_bad=task.options.skip_bad)
    options = coref.settled(task.options, gold)
    groups = groups_of(gold, topics.of if topics else None)
    task.say("counting by topic")
    policies = POLICIES[singletons]
    counts = count_across(project, groups, options, SCOPES[scope], policies)
    sign = crossdoc_signer(project, counts, options, topics.digest if topics else "")
    comparison = Comparison(project.names, counts, options, sign, "singletons", options.match, task.labels)
    found = crossdoc_rows(comparison, task.metrics)
    if baselines:
        made = count_baselines(project, groups, SCOPES[scope], policies)
        found += baseline_rows(replace(comparison, names=systems_of(made), counts=made), task.metrics)
    return Found(sign(None, "", None), alignment_report(project), found, len(counts.units))
