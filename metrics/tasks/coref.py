"""Coreference: systems against gold, singletons kept and dropped."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from loaders import FORMATS, AlignmentError, Corpus
from metrics import results, rows
from metrics.coreference import METRICS
from metrics.counting import Project, align_systems, count_systems, default_match
from metrics.options import CoreferenceOptions
from metrics.report import alignment_report
from metrics.signing import coreference_signer
from metrics.tasks.asking import Found, OptionError, Task

OPTIONS = CoreferenceOptions
ORDER = ("CoNLL", "MUC", "B³", "CEAFe", "CEAFm", "LEA", "BLANC", "MOR", "mentions")
POLICIES = {"keep": ("keep",), "drop": ("drop",), "both": ("keep", "drop")}
GROUPINGS = {"document": "doc_id", "genre": "genre"}  # columns of gold's documents
BY = tuple(GROUPINGS)
SPAN_FORMATS = ("tags", "spans-jsonl", "cner")  # of spans without entities


def run(
    gold: Corpus,
    systems: Sequence[Corpus],
    names: Sequence[str],
    task: Task,
    *,
    singletons: Literal["keep", "drop", "both"] = "both",
    by: str | None = None,
    reference: Corpus | None = None,
) -> Found:
    """The rows of every metric, singleton policy and system, then of the groups of `by`.

    reference : predictions to compare with, whose scores stand in the rows. Raises AlignmentError where texts differ or
    gold has no coreference, and OptionError for head or partial match without heads and a grouping that gold does not have.
    """
    check_mentions(gold)
    project = align_systems(gold, systems, names, skip_bad=task.options.skip_bad)
    other, project = _with_reference(project, reference, task.options.skip_bad)
    options = settled(task.options, gold)
    task.say(f"counting {len(systems)} system{'s' * (len(systems) > 1)} over {len(gold.documents)} documents")
    policies = POLICIES[singletons]
    counts = count_systems(project, options, policies)
    theirs = other and results.scores(count_systems(other, options, policies), options)
    sign = coreference_signer(project, counts, options)
    comparison = rows.Comparison(project.names, counts, options, sign, "singletons", options.match, task.labels, theirs)
    sums = results.resampled(counts, options, lambda done, total: task.say(f"resampling {done:,} of {total:,}"))
    found = rows.rows(comparison, task.metrics, sums)
    if by:
        found += rows.group_rows(comparison, task.metrics, by, groups_of(project, by))
    return Found(sign(None, ",".join(policies)), alignment_report(project), found, len(counts.units))


def value(
    gold: Corpus, system: Corpus, metric: str, options: CoreferenceOptions, *, singletons: Literal["keep", "drop"] = "keep"
) -> float:
    """One score in points, NaN where it is undefined; nothing is counted that it does not need. Raises as run()."""
    check_mentions(gold)
    project = align_systems(gold, [system], skip_bad=options.skip_bad)
    needed = METRICS[metric].mean_of or (metric,)
    counts = count_systems(project, settled(options, gold), (singletons,), needed)
    return float(results.POINTS * counts.layout.score(metric, counts.total()).f1[0])


def check_mentions(gold: Corpus) -> None:
    """Raises AlignmentError for labelled spans without any entity, which another command scores."""
    if gold.format in SPAN_FORMATS:
        remedy = "Labelled spans are scored by: python evaluate.py span."
        raise AlignmentError(gold.name, None, f"no coreference in gold, which was read as {FORMATS[gold.format].shown}", remedy)


def settled(options: CoreferenceOptions, gold: Corpus) -> CoreferenceOptions:
    """The options with the match mode settled. Raises OptionError for head and partial without heads in gold."""
    known = default_match(gold)
    match = options.match or known
    if match != "exact" and known == "exact" and len(gold.spans):
        needs = "needs the heads of gold's mentions: CoNLL-U with Entity=(id-type-head-...) or with trees."
        raise OptionError("match", f"{needs} {gold.name} has none; match exactly.", match)
    return replace(options, match=match)


def groups_of(project: Project, by: str) -> list[str]:
    """The group of every document that is not skipped. Raises OptionError where gold names none."""
    found = project.gold.documents.drop(index=list(project.skipped))[GROUPINGS[by]]
    if not found.any():
        raise OptionError("by", "gold names none; CoNLL-U says '# meta::genre = ...' in each document.", by)
    return found.tolist()


def _with_reference(project: Project, reference: Corpus | None, skip_bad: bool) -> tuple[Project | None, Project]:
    """The project of the reference (None without it) and that of the systems, each without what either has to skip."""
    if reference is None:
        return None, project
    other = align_systems(project.gold, [reference], ["reference"], skip_bad=skip_bad, skipped=project.skipped)
    return other, replace(project, skipped=other.skipped)
