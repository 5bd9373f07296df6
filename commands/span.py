"""python evaluate.py span: taggers of labelled spans against gold."""

from __future__ import annotations

from dataclasses import dataclass

import click
import pandas as pd

from commands.outputs import OUTPUTS, write
from commands.shared import (
    FILES,
    LABELS,
    Progress,
    checked,
    chosen_metrics,
    options,
    read,
    read_labels,
    reading,
    score_options,
    system_names,
)
from loaders import AlignmentError, Corpus, load_both, readings
from loaders.tagging import READINGS, SCHEMES
from metrics import rows
from metrics.counting import Project
from metrics.metric import Metric
from metrics.options import SpanOptions
from metrics.signing import span_signer
from metrics.spans import groupings
from metrics.spans.counts import MICRO, count_all, count_exact
from metrics.spans.project import align_spans
from metrics.spans.report import span_report
from metrics.spans.scores import SPAN_METRICS, group_rows, score_groups, score_spans, span_rows
from metrics.spans.sides import SpanSides, read_spans

SEEN = "seen"
BY = (*groupings.GROUPINGS, SEEN)
PRED = click.option(
    "--pred", "preds", multiple=True, metavar="FILE", help="A system; may be repeated. Default: gold's file holds it."
)
TAGS = (
    click.option("--scheme", type=click.Choice(SCHEMES), help="Of the tags; default: as gold's tags show."),
    click.option(
        "--reading", type=click.Choice(READINGS), help="Of malformed tags; default: strict, and both where they differ."
    ),
    click.option("--train", metavar="FILE", help="Training spans, for --by seen: whether a span's words stand there."),
)
KEPT = ("unit", "skip_bad", "resamples", "seed", "level")


@dataclass(frozen=True)
class Task:
    """What is asked for: metrics, options, labels and how to say what is being done."""

    metrics: tuple[str, ...]
    options: SpanOptions
    labels: rows.Labels
    say: Progress


@click.command()
@options((FILES[0], PRED, *FILES[2:]), TAGS, score_options(SPAN_METRICS, BY, ["sentence", "document"]), LABELS, OUTPUTS)
def span(**given) -> None:
    """Score taggers of labelled spans against gold.

    \b
    python evaluate.py span --gold gold.iob2 --pred ours.iob2
    python evaluate.py span --gold both.iob2 --by label
    python evaluate.py span --gold gold.jsonl --pred a.jsonl --pred b.jsonl --json spans.json

    Without --pred, gold and prediction stand in one file: the last two columns, or the lists gold and pred.
    """
    names = {name: Metric(name, "") for name in SPAN_METRICS}
    task = Task(
        chosen_metrics(given["metric_names"], names, SPAN_METRICS),
        SpanOptions(**{name: given[name] for name in KEPT}),
        read_labels(given, names, SPAN_METRICS),
        Progress(given["quiet"]),
    )
    checked(given)
    if given["by"] == SEEN and not given["train"]:
        raise click.UsageError("--by seen needs --train, the spans that the tagger was trained on.")
    gold, systems, reference = read_all(given, task.say)
    found, signatures, report = [], [], None
    compared = [gold, *systems, *([reference] if reference else [])]
    for how in [given["reading"]] if given["reading"] else readings_of(compared):
        chosen = [by_reading(corpus, how) for corpus in (gold, *systems)]
        theirs = by_reading(reference, how) if reference else None
        sides, made, sign = score_reading(given, task, chosen, theirs, how)
        found += made
        signatures.append(sign)
        report = report or span_report(sides)
    task.say.done()
    write(given, {"signature": "\n".join(signatures), "alignment": report, "rows": found}, title(report))


def read_all(given: dict, say: Progress) -> tuple[Corpus, list[Corpus], Corpus | None]:
    """Gold, the systems, and the reference's predictions if there are any; the scheme is gold's for all."""
    how = {"scheme": given["scheme"], "reading": given["reading"]}
    if given["preds"]:
        gold = read(given, given["gold"], "gold", say, **how)
        how["scheme"] = gold.scheme or given["scheme"]
        systems = [read(given, path, "predicted", say, **how) for path in given["preds"]]
    else:
        say(f"reading {given['gold']}")
        gold, system = load_both(given["gold"], options=reading(given, "gold", **how))
        systems, how["scheme"] = [system], gold.scheme or given["scheme"]
    reference = read(given, given["ref_pred"], "predicted", say, **how) if given["ref_pred"] else None
    return gold, systems, reference


def check_spans(gold: Corpus) -> None:
    """Raises AlignmentError for trees without any span, which another command scores."""
    if gold.format == "conllu" and gold.spans.empty:
        remedy = "Trees are scored by: python evaluate.py ud. Spans of CoNLL-U are its mentions, Entity=(...) in MISC."
        raise AlignmentError(gold.name, None, "no labelled spans in gold", remedy)


def readings_of(corpora: list[Corpus]) -> tuple[str, ...]:
    """The readings that are reported: both where they differ in any file."""
    found = {how for corpus in corpora for how in readings(corpus)}
    return tuple(how for how in READINGS if how in found)


def by_reading(corpus: Corpus, how: str) -> Corpus:
    """The corpus in a reading; a file without malformed tags has one for both."""
    found = readings(corpus)
    return found.get(how, found["strict"])


def score_reading(
    given: dict, task: Task, corpora: list[Corpus], reference: Corpus | None, how: str
) -> tuple[SpanSides, list[dict], str]:
    """The spans of one reading, their rows, and the signature of all."""
    gold, *systems = corpora
    names = system_names(given["names"], given["preds"] or (given["gold"],), systems)
    check_spans(gold)
    project = align_spans(gold, systems, names, skip_bad=given["skip_bad"])
    task.say("counting spans")
    sides = read_spans(project)
    labels, *others = count_all(sides, task.options)
    task.say("resampling")
    found = score_spans(labels, others, task.options)
    sign = span_signer(project, labels, task.options, said(gold, how))
    theirs = reference and reference_scores(project, reference, task)
    comparison = rows.Comparison(project.names, others[0], task.options, sign, None, how, task.labels, theirs)
    made = span_rows(comparison, found, task.metrics)
    if given["by"] == "label":
        made += group_rows(comparison, found.label_scores, found.label_differences, "label")
    elif given["by"]:
        made += grouped(given, task, comparison, sides)
    return sides, made, sign(None, "", None)


def said(gold: Corpus, how: str) -> str:
    """The reading and the scheme, for a signature."""
    return f"{how}|scheme:{gold.scheme}" if gold.scheme else "spans"


def reference_scores(project: Project, reference: Corpus, task: Task) -> pd.DataFrame:
    """The scores of the reference's predictions, under the variant of all rows over all labels."""
    skipped = project.skipped
    sides = read_spans(align_spans(project.gold, [reference], ["reference"], skip_bad=task.options.skip_bad, skipped=skipped))
    labels, *others = count_all(sides, task.options)
    found = score_spans(labels, others, task.options)
    return found.scores.assign(singletons=MICRO)


def grouped(given: dict, task: Task, comparison: rows.Comparison, sides: SpanSides) -> list[dict]:
    """The rows of groups other than labels."""
    if given["by"] == SEEN:
        group = groupings.seen_surfaces(read(given | {"gold_format": None}, given["train"], "gold", task.say))
    else:
        group = groupings.GROUPINGS[given["by"]]
    found = group(sides)
    counts = count_exact(sides, task.options, found.names, found.gold, found.systems)
    return group_rows(comparison, *score_groups(counts, task.options), given["by"])


def title(report: dict) -> str:
    """The lines above a table: what was compared."""
    sides = [report["gold"], *report["systems"]]
    names = [report["gold"]["file"], *(system["system"] for system in report["systems"])]
    lines = [
        f"{name}: {side['documents']:,} documents, {side['sentences']:,} sentences, {side['spans']:,} spans"
        for name, side in zip(names, sides, strict=True)
    ]
    return "\n".join([*lines, *(f"skipped for all: {item['document']}" for item in report["skipped"])])
