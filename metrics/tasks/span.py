"""Labelled spans: taggers against gold, in each reading of malformed tags."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import pandas as pd

from loaders import AlignmentError, Corpus, readings
from loaders.tagging import READINGS
from metrics.counting import Project
from metrics.metric import Metric
from metrics.options import SpanOptions
from metrics.rows import Comparison
from metrics.signing import span_signer
from metrics.spans import groupings
from metrics.spans.counts import MICRO, count_all, count_exact
from metrics.spans.project import align_spans
from metrics.spans.report import span_report
from metrics.spans.scores import SPAN_METRICS, group_rows, score_groups, score_spans, span_rows
from metrics.spans.sides import SpanSides, read_spans
from metrics.tasks.asking import Found, OptionError, Task

OPTIONS = SpanOptions
ORDER = SPAN_METRICS
METRICS = {name: Metric(name, "") for name in SPAN_METRICS}
LABEL, SEEN = "label", "seen"
BY = (*groupings.GROUPINGS, SEEN)


def run(
    gold: Corpus,
    systems: Sequence[Corpus],
    names: Sequence[str],
    task: Task,
    *,
    by: str | None = None,
    train: Corpus | None = None,
    reading: Literal["strict", "conlleval"] | None = None,
    reference: Corpus | None = None,
) -> Found:
    """The rows of every metric and system, then of the groups of `by`, reading after reading: both where any file's differ.

    reading : the one that is wanted. train : the training spans of the grouping `seen`. Raises AlignmentError where tokens
    or sentences differ, or gold has trees alone, and OptionError for `seen` without train.
    """
    corpora = [gold, *systems, *([reference] if reference else [])]
    made = []
    for how in [reading] if reading else readings_of(corpora):
        ours, *theirs = (by_reading(corpus, how) for corpus in (gold, *systems))
        compared = reference and by_reading(reference, how)
        made.append(_run_reading(ours, theirs, names, task, how, by=by, train=train, reference=compared))
    signature = "\n".join(found.signature for found in made)
    return Found(signature, made[0].alignment, [row for found in made for row in found.rows], made[0].units)


def readings_of(corpora: Sequence[Corpus]) -> tuple[str, ...]:
    """The readings that are reported: both where they differ in any file."""
    found = {how for corpus in corpora for how in readings(corpus)}
    return tuple(how for how in READINGS if how in found)


def by_reading(corpus: Corpus, how: str) -> Corpus:
    """The corpus in a reading; a file without malformed tags has one for both."""
    found = readings(corpus)
    return found.get(how, found["strict"])


def check_spans(gold: Corpus) -> None:
    """Raises AlignmentError for trees without any span, which another command scores."""
    if gold.format == "conllu" and gold.spans.empty:
        remedy = "Trees are scored by: python evaluate.py ud. Spans of CoNLL-U are its mentions, Entity=(...) in MISC."
        raise AlignmentError(gold.name, None, "no labelled spans in gold", remedy)


def _run_reading(
    gold: Corpus, systems: Sequence[Corpus], names: Sequence[str], task: Task, how: str, *, by, train, reference
) -> Found:
    """The same of one reading."""
    check_spans(gold)
    project = align_spans(gold, systems, names, skip_bad=task.options.skip_bad)
    task.say("counting spans")
    sides = read_spans(project)
    labels, *others = count_all(sides, task.options)
    task.say("resampling")
    found = score_spans(labels, others, task.options)
    sign = span_signer(project, labels, task.options, f"{how}|scheme:{gold.scheme}" if gold.scheme else "spans")
    theirs = reference and _reference_scores(project, reference, task)
    comparison = Comparison(project.names, others[0], task.options, sign, None, how, task.labels, theirs)
    made = span_rows(comparison, found, task.metrics)
    if by == LABEL:
        made += group_rows(comparison, found.label_scores, found.label_differences, LABEL)
    elif by:
        made += _grouped(comparison, sides, task, by, train)
    return Found(sign(None, "", None), span_report(sides), made, len(labels.units))


def _reference_scores(project: Project, reference: Corpus, task: Task) -> pd.DataFrame:
    """The scores of the reference's predictions, under the variant of all rows over all labels."""
    skipped = project.skipped
    sides = read_spans(align_spans(project.gold, [reference], ["reference"], skip_bad=task.options.skip_bad, skipped=skipped))
    labels, *others = count_all(sides, task.options)
    return score_spans(labels, others, task.options).scores.assign(singletons=MICRO)


def _grouped(comparison: Comparison, sides: SpanSides, task: Task, by: str, train: Corpus | None) -> list[dict]:
    """The rows of groups other than labels."""
    if by == SEEN and train is None:
        raise OptionError("by", "needs train, the spans that the tagger was trained on.", by)
    group = groupings.seen_surfaces(train) if by == SEEN else groupings.GROUPINGS[by]
    found = group(sides)
    counts = count_exact(sides, task.options, found.names, found.gold, found.systems)
    return group_rows(comparison, *score_groups(counts, task.options), by)
