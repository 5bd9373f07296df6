"""python evaluate.py coref: coreference systems against gold."""

from __future__ import annotations

import click

from commands.outputs import OUTPUTS, write
from commands.shared import (
    FILES,
    LABELS,
    Progress,
    changed,
    checked,
    chosen_metrics,
    options,
    read_all,
    read_labels,
    read_reference,
    score_options,
)
from metrics.options import CoreferenceOptions
from metrics.tasks.asking import Task
from metrics.tasks.coref import GROUPINGS, METRICS, ORDER, POLICIES, run

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
    task = Task(metrics, coreference_options(given), read_labels(given, METRICS, ORDER), Progress(given["quiet"]))
    gold, systems, names = read_all(given, task.say, ends=given["ends"])
    reference = read_reference(given, task.say, ends=given["ends"])
    found = run(gold, systems, names, task, singletons=given["singletons"], by=given["by"], reference=reference)
    task.say.done()
    write(given, found.document(), title(found.alignment))


def coreference_options(given: dict) -> CoreferenceOptions:
    """The options of scoring; a match mode that is not given is settled by gold."""
    names = ("match", "zero_match", "skip_bad", "resamples", "seed", "level")
    return CoreferenceOptions(**{name: given[name] for name in names})


def title(report: dict) -> str:
    """The lines above a table: what was compared."""
    gold = report["gold"]
    lines = [f"{gold['file']}: {gold['documents']:,} documents, {gold['mentions']:,} mentions"]
    for system in report["systems"]:
        odd = [f"{len(system[kind])} {kind}" for kind in ("missing", "extra", "renamed") if system[kind]]
        lines.append(f"{system['system']}: {system['mentions']:,} mentions" + (f"; documents {', '.join(odd)}" if odd else ""))
    lines += changed(report)
    if report["skipped"]:
        skipped = ", ".join(item["document"] for item in report["skipped"])
        lines.append(f"skipped for all: {skipped}; {gold['documents'] - len(report['skipped']):,} documents are scored")
    return "\n".join(lines)
