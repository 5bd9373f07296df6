"""Scoring parsers: one treebank, or folders of them that are paired by file name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from commands.shared import Progress
from figures.numbers import p_value
from loaders import AlignmentError, Corpus, InputError, ReadOptions, load, stem
from loaders.treebanks import Pairing, paired, treebanks
from metrics import Counts, corpora, resampled, results, rows
from metrics.options import TreeOptions
from metrics.signing import tree_signer, treebank_signer
from metrics.ud.project import TreeProject, align_trees, count_trees, tree_report

REFERENCE = "reference"


@dataclass(frozen=True)
class Task:
    """What is asked for: metrics, options, and what a user says of the comparison."""

    metrics: Sequence[str]
    options: TreeOptions
    labels: rows.Labels
    say: Progress


@dataclass(frozen=True)
class Scored:
    """One treebank: systems and, where its predictions are given, the reference, aligned and counted."""

    project: TreeProject
    counts: Counts
    comparison: rows.Comparison
    rows: list[dict]
    sampled: corpora.Sampled
    reference: corpora.Sampled | None


@dataclass
class Treebanks:
    """All treebanks: what could be scored, what is left out and why, what has no partner."""

    pairing: Pairing
    scored: dict[str, Scored] = field(default_factory=dict)
    skipped: dict[str, InputError] = field(default_factory=dict)


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
    drawn = compared and resampled(compared, options)
    scores = compared and results.scores(compared, options, task.metrics, drawn)
    sign = tree_signer(project, counts, options)
    comparison = rows.Comparison(project.names, counts, options, sign, labels=task.labels, reference_scores=scores)
    sums = resampled(counts, options, lambda done, total: task.say(f"resampling {done:,} of {total:,}"))
    found = rows.rows(comparison, task.metrics, sums)
    sampled = corpora.sampled(gold.name, counts, sums, task.metrics)
    return Scored(
        project, counts, comparison, found, sampled, compared and corpora.sampled(gold.name, compared, drawn, task.metrics)
    )


def score_all(sources: dict[str, str], reading: Callable[[str], ReadOptions], task: Task) -> Treebanks:
    """The treebanks of folders that are paired by file name. sources : paths by the name of their set, gold's first.

    reading : the reading options of a role. A treebank that cannot be read or aligned is left out where options say so.
    Raises FormatError where none is left.
    """
    sets = {name: treebanks(path) for name, path in sources.items()}
    found = Treebanks(paired({name: list(banks) for name, banks in sets.items()}))
    for bank in found.pairing.common:
        task.say(f"reading {bank}")
        own = replace(
            task,
            options=replace(task.options, seed=corpora.seed_of(task.options.seed, bank)),
            labels=replace(task.labels, dataset=bank, reference={}),
        )
        try:
            gold, *others = (
                _load(sources[name], sets[name][bank], bank, reading("predicted" if k else "gold"))
                for k, name in enumerate(sources)
            )
            reference = others.pop() if REFERENCE in sources else None
            names = [name for name in list(sources)[1:] if name != REFERENCE]
            found.scored[bank] = score(gold, others, names, reference, own)
        except InputError as error:
            if not task.options.skip_bad:
                raise
            found.skipped[bank] = error
    if not found.scored:
        raise next(iter(found.skipped.values()))
    return found


def _load(source: str, member: Any, name: str, options: ReadOptions) -> Corpus:
    """One treebank; errors name its folder too, for the same file name stands in all folders."""
    folder = stem(source)
    try:
        corpus = load((member.name, member.data), name=name, options=options)
    except InputError as error:
        error.file = f"{folder}/{error.file}"
        raise
    corpus.documents["file"] = f"{folder}/" + corpus.documents["file"]
    return corpus


def all_rows(found: Treebanks, task: Task) -> tuple[str, list[dict]]:
    """The signature of the whole, and one row for each metric, system and treebank and for their macro means."""
    single = [row | {"group": {"by": "treebank", "value": bank}} for bank, scored in found.scored.items() for row in scored.rows]
    every = list(found.scored.values())
    sign = treebank_signer([(scored.project, scored.counts) for scored in every], task.options)
    sampled = [scored.sampled for scored in every]
    pairs = [(0, k) for k in range(1, len(every[0].project.names))]
    reference = [scored.reference for scored in every if scored.reference]
    comparison = rows.Comparison(
        every[0].project.names,
        every[0].counts,
        task.options,
        sign,
        labels=task.labels,
        reference_scores=corpora.macro_scores(reference, task.options, task.metrics) if reference else None,
    )
    scores = corpora.macro_scores(sampled, task.options, task.metrics)
    differences = corpora.macro_differences(sampled, task.options, pairs, task.metrics)
    means = rows.mean_rows(comparison, "treebank", scores, differences)
    return sign(None, ""), rows.adjusted(single, task.options.level) + means


def report(found: Treebanks) -> dict[str, Any]:
    """The alignment report of every treebank, the ones left out, and names that have no partner."""
    return {
        "treebanks": {bank: tree_report(scored.project) for bank, scored in found.scored.items()},
        "unpaired": found.pairing.unpaired,
        "skipped": [{"treebank": bank, "reason": str(error)} for bank, error in found.skipped.items()],
    }


def heading(found: Treebanks, document: dict) -> str:
    """The lines above a table: how many treebanks, which are left out, who wins how often."""
    units = sum(len(scored.counts.units) for scored in found.scored.values())
    lines = [f"{len(found.scored)} treebanks, each resampled by itself: {units:,} units in all"]
    lines += [f"only in {name}: {', '.join(banks)}" for name, banks in found.pairing.unpaired.items()]
    lines += [f"left out: {bank} ({error})" for bank, error in found.skipped.items()]
    means = [row for row in document["rows"] if row["group"]["value"] == rows.MACRO and row["difference"]]
    shown = "LAS" if any(row["metric"] == "LAS" for row in means) else means[0]["metric"] if means else ""
    return "\n".join(lines + [_outcome(row) for row in means if row["metric"] == shown])


def _outcome(row: dict) -> str:
    difference = row["difference"]
    outcomes = f"better in {difference['wins']}, worse in {difference['losses']}, equal in {difference['ties']} treebanks"
    p = difference["p"]
    tested = "too few for Wilcoxon's test" if p is None else f"Wilcoxon's p {p_value(p)}"
    return f"{row['system']} against {difference['against']}, {row['metric']}: {outcomes}; {tested}"
