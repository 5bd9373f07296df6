"""Parsers scored on one treebank, or on many: each resampled by itself, then their macro means."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from loaders.errors import AlignmentError, InputError
from loaders.schema import Corpus
from metrics import corpora, results, rows
from metrics.counting import Counts
from metrics.options import TreeOptions
from metrics.signing import Signed, signed_of, tree_signer, treebank_signer
from metrics.tasks.asking import Task
from metrics.ud.project import TreeProject, align_trees, count_trees, tree_report

REFERENCE = "reference"
TREEBANK = "treebank"  # what rows of treebanks are grouped by


@dataclass(frozen=True)
class Scored:
    """One treebank: systems and, where its predictions are given, the reference, aligned and counted."""

    project: TreeProject
    counts: Counts
    comparison: rows.Comparison
    rows: list[dict]
    sampled: corpora.Sampled
    reference: corpora.Sampled | None


@dataclass(frozen=True)
class Kept:
    """What is kept of a treebank among many, its words not. further : rows of its groups. counts : without a unit."""

    rows: list[dict]
    further: list[dict]
    sampled: corpora.Sampled
    reference: corpora.Sampled | None
    counts: Counts
    signed: Signed
    report: dict[str, Any]


@dataclass
class Treebanks:
    """All treebanks: what could be scored, and what is left out and why."""

    names: tuple[str, ...]
    scored: dict[str, Kept] = field(default_factory=dict)
    skipped: dict[str, InputError] = field(default_factory=dict)


# A treebank's name to its gold, its systems in order, and the reference's predictions if there are any.
Read = Callable[[str], tuple[Corpus, Sequence[Corpus], Corpus | None]]
Grouped = Callable[[str, Scored, Task], list[dict]]


def score(gold: Corpus, systems: Sequence[Corpus], names: Sequence[str], reference: Corpus | None, task: Task) -> Scored:
    """Systems and the reference against one gold treebank, each without what any of them has to skip."""
    options = task.options
    task.say("aligning words")
    project = align_trees(gold, systems, names, skip_bad=options.skip_bad)
    other = None
    if reference is not None:
        other = align_trees(gold, [reference], [REFERENCE], skip_bad=options.skip_bad)
        skipped = {**project.skipped, **other.skipped}
        project, other = project.without(skipped), other.without(skipped)
    if project.skipped and not project.kept().any():
        reason = next(iter(project.skipped.values()))
        raise AlignmentError(gold.name, None, "no sentence is left to be scored", f"The first is left out for this: {reason}")
    task.say("counting")
    counts = count_trees(project, options)
    compared = other and count_trees(other, options)
    drawn = compared and results.resampled(compared, options)
    scores = compared and results.scores(compared, options, task.metrics, drawn)
    sign = tree_signer(project, counts, options)
    comparison = rows.Comparison(project.names, counts, options, sign, labels=task.labels, reference_scores=scores)
    sums = results.resampled(counts, options, lambda done, total: task.say(f"resampling {done:,} of {total:,}"))
    found = rows.rows(comparison, task.metrics, sums)
    sampled = corpora.sampled(gold.name, counts, sums, task.metrics)
    return Scored(
        project, counts, comparison, found, sampled, compared and corpora.sampled(gold.name, compared, drawn, task.metrics)
    )


def score_each(banks: Sequence[str], names: Sequence[str], read: Read, task: Task, grouped: Grouped = lambda *_: []) -> Treebanks:
    """Every treebank by itself, with a seed of its own. names : of the systems. grouped : makes the rows of its groups.

    A treebank that cannot be read or aligned is left out where options say so. Raises FormatError where none is left.
    """
    found = Treebanks(tuple(names))
    for bank in banks:
        task.say(f"reading {bank}")
        own = own_task(task, bank)
        try:
            gold, systems, reference = read(bank)
            scored = score(gold, systems, names, reference, own)
            found.scored[bank] = _kept(scored, grouped(bank, scored, own))
        except InputError as error:
            if not task.options.skip_bad:
                raise
            found.skipped[bank] = error
    if not found.scored:
        raise next(iter(found.skipped.values()))
    return found


def own_task(task: Task, bank: str) -> Task:
    """The task of one treebank among many: its name is mixed into the seed, and stands in its rows."""
    return replace(task, options=own_options(task.options, bank), labels=replace(task.labels, dataset=bank, reference={}))


def own_options(options: TreeOptions, bank: str) -> TreeOptions:
    """The options with which one treebank among many is drawn."""
    return replace(options, seed=corpora.seed_of(options.seed, bank))


def _kept(scored: Scored, further: list[dict]) -> Kept:
    counts = replace(scored.counts, units=(), values=scored.counts.values[:0])
    signed = signed_of(scored.project, scored.counts)
    return Kept(scored.rows, further, scored.sampled, scored.reference, counts, signed, tree_report(scored.project))


def all_rows(found: Treebanks, task: Task) -> tuple[str, list[dict]]:
    """The signature of the whole, and one row for each metric, system and treebank, for their groups, and for macro means."""
    every = list(found.scored.values())
    single = [row | {"group": {"by": TREEBANK, "value": bank}} for bank, kept in found.scored.items() for row in kept.rows]
    further = [row for kept in every for row in kept.further]
    sign = treebank_signer(found.names, [kept.signed for kept in every], task.options)
    sampled = [kept.sampled for kept in every]
    pairs = [(0, k) for k in range(1, len(found.names))]
    reference = [kept.reference for kept in every if kept.reference]
    given = corpora.macro_scores(reference, task.options, task.metrics) if reference else None
    comparison = rows.Comparison(found.names, every[0].counts, task.options, sign, labels=task.labels, reference_scores=given)
    scores = corpora.macro_scores(sampled, task.options, task.metrics)
    differences = corpora.macro_differences(sampled, task.options, pairs, task.metrics)
    means = rows.mean_rows(comparison, TREEBANK, scores, differences)
    return sign(None, "", None), rows.adjusted(single, task.options.level) + means + further
