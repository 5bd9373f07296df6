"""python evaluate.py coref: coreference systems against gold."""

from __future__ import annotations

from dataclasses import replace

import click

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
    score_options,
    system_names,
)
from loaders import FORMATS, AlignmentError, Corpus
from metrics import (
    METRICS,
    CoreferenceOptions,
    Counts,
    Project,
    align_systems,
    count_systems,
    default_match,
    resampled,
    results,
    rows,
)
from metrics.report import alignment_report
from metrics.signing import coreference_signer

SPAN_FORMATS = ("tags", "spans-jsonl", "cner")  # of spans without entities
POLICIES = {"keep": ("keep",), "drop": ("drop",), "both": ("keep", "drop")}
ORDER = ("CoNLL", "MUC", "B³", "CEAFe", "CEAFm", "LEA", "BLANC", "MOR", "mentions")
GROUPINGS = {"document": "doc_id", "genre": "genre"}  # columns of gold's documents
MATCHING = (
    click.option("--ends", type=click.Choice(["inclusive", "exclusive"]), help="Ends of the spans in JSON lines."),
    click.option(
        "--match", type=click.Choice(["exact", "head", "partial"]), help="Default: head where gold's heads are known, else exact."
    ),
    click.option("--zero-match", default="dependent", type=click.Choice(["dependent", "linear"]), show_default=True),
    click.option("--singletons", default="both", type=click.Choice(list(POLICIES)), show_default=True),
)


@click.command()
@options(FILES, MATCHING, score_options(ORDER, list(GROUPINGS), ["document"]), LABELS, OUTPUTS)
def coref(**given) -> None:
    """Score coreference systems against gold.

    \b
    python evaluate.py coref --gold gold.conllu --pred a.conllu --pred b.conllu
    python evaluate.py coref --gold gold.conll --pred a.jsonl --metrics CoNLL,LEA --json scores.json
    """
    metrics = chosen_metrics(given["metric_names"], METRICS, ORDER)
    checked(given)
    labels = read_labels(given, METRICS, ORDER)
    say = Progress(given["quiet"])
    project = read_project(given, say)
    gold, systems = project.gold, project.systems
    reference_project, project = align_reference(given, project, say)
    chosen = coreference_options(given, gold)
    say(f"counting {len(systems)} system{'s' * (len(systems) > 1)} over {len(gold.documents)} documents")
    policies = POLICIES[given["singletons"]]
    counts = count_systems(project, chosen, policies)
    reference_scores = reference_project and results.scores(count_systems(reference_project, chosen, policies), chosen)
    sign = coreference_signer(project, counts, chosen)
    comparison = rows.Comparison(project.names, counts, chosen, sign, "singletons", chosen.match, labels, reference_scores)
    sums = resampled(counts, chosen, lambda done, total: say(f"resampling {done:,} of {total:,}"))
    found = rows.rows(comparison, metrics, sums)
    if given["by"]:
        documents = gold.documents.drop(index=list(project.skipped))
        if not documents[GROUPINGS[given["by"]]].any():
            raise click.UsageError(f"--by {given['by']}: gold names none; CoNLL-U says '# meta::genre = ...' in each document.")
        found += rows.group_rows(comparison, metrics, given["by"], documents[GROUPINGS[given["by"]]].tolist())
    say.done()
    report = alignment_report(project)
    write(
        given, {"signature": sign(None, ",".join(policies)), "alignment": report, "rows": found}, title(project, counts, report)
    )


def read_project(given: dict, say: Progress) -> Project:
    """Gold and systems with coreference, aligned."""
    ends = given.get("ends")
    gold = read(given, given["gold"], "gold", say, ends=ends)
    check_mentions(gold)
    systems = [read(given, path, "predicted", say, ends=ends) for path in given["preds"]]
    names = system_names(given["names"], given["preds"], systems)
    return align_systems(gold, systems, names, skip_bad=given["skip_bad"])


def check_mentions(gold: Corpus) -> None:
    """Raises AlignmentError for labelled spans without any entity, which another command scores."""
    if gold.format in SPAN_FORMATS:
        remedy = "Labelled spans are scored by: python evaluate.py span."
        raise AlignmentError(gold.name, None, f"no coreference in gold, which was read as {FORMATS[gold.format].shown}", remedy)


def coreference_options(given: dict, gold: Corpus) -> CoreferenceOptions:
    """The options of scoring, with the match mode settled; head needs heads in gold."""
    match = given["match"] or default_match(gold)
    if match != "exact" and default_match(gold) == "exact" and len(gold.spans):
        raise click.UsageError(
            f"--match {match} needs the heads of gold's mentions: CoNLL-U with Entity=(id-type-head-...) or with trees. "
            f"{gold.name} has none; use --match exact."
        )
    return CoreferenceOptions(match, given["zero_match"], given["skip_bad"], given["resamples"], given["seed"], given["level"])


def align_reference(given: dict, project: Project, say: Progress) -> tuple[Project | None, Project]:
    """The project of --ref-pred (None without it) and that of the systems, each without what either has to skip."""
    if not given["ref_pred"]:
        return None, project
    system = read(given, given["ref_pred"], "predicted", say, ends=given["ends"])
    other = align_systems(project.gold, [system], ["reference"], skip_bad=given["skip_bad"], skipped=project.skipped)
    return other, replace(project, skipped=other.skipped)


def title(project: Project, counts: Counts, report: dict) -> str:
    """The lines above a table: what was compared."""
    gold = report["gold"]
    lines = [f"{project.gold.name}: {gold['documents']:,} documents, {gold['mentions']:,} mentions"]
    for name, system in zip(project.names, report["systems"], strict=True):
        odd = [f"{len(system[kind])} {kind}" for kind in ("missing", "extra", "renamed") if system[kind]]
        lines.append(f"{name}: {system['mentions']:,} mentions" + (f"; documents {', '.join(odd)}" if odd else ""))
    if project.skipped:
        skipped = ", ".join(item["document"] for item in report["skipped"])
        lines.append(f"skipped for all: {skipped}; {len(counts.units):,} documents are scored")
    return "\n".join(lines)
