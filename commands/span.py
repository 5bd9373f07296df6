"""python evaluate.py span: taggers of labelled spans against gold."""

from __future__ import annotations

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
    read_reference,
    reading,
    score_options,
    system_names,
)
from loaders import Corpus, load_both
from loaders.tagging import READINGS, SCHEMES
from metrics.options import SpanOptions
from metrics.tasks.asking import Task
from metrics.tasks.span import BY, METRICS, ORDER, SEEN, run

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


@click.command()
@options((FILES[0], PRED, *FILES[2:]), TAGS, score_options(ORDER, BY, ["sentence", "document"]), LABELS, OUTPUTS)
def span(**given) -> None:
    """Score taggers of labelled spans against gold.

    \b
    python evaluate.py span --gold gold.iob2 --pred ours.iob2
    python evaluate.py span --gold both.iob2 --by label
    python evaluate.py span --gold gold.jsonl --pred a.jsonl --pred b.jsonl --json spans.json

    Without --pred, gold and prediction stand in one file: the last two columns, or the lists gold and pred.
    """
    task = Task(
        chosen_metrics(given["metric_names"], METRICS, ORDER),
        SpanOptions(**{name: given[name] for name in KEPT}),
        read_labels(given, METRICS, ORDER),
        Progress(given["quiet"]),
    )
    checked(given)
    if given["by"] == SEEN and not given["train"]:
        raise click.UsageError("--by seen needs --train, the spans that the tagger was trained on.")
    gold, systems, reference = read_all(given, task.say)
    names = system_names(given["names"], given["preds"] or (given["gold"],), systems)
    train = read(given | {"gold_format": None}, given["train"], "gold", task.say) if given["by"] == SEEN else None
    own = {name: given[name] for name in ("by", "reading")} | {"train": train, "reference": reference}
    found = run(gold, systems, names, task, **own)
    task.say.done()
    write(given, found.document(), title(found.alignment))


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
    return gold, systems, read_reference(given, say, **how)


def title(report: dict) -> str:
    """The lines above a table: what was compared."""
    sides = [report["gold"], *report["systems"]]
    names = [report["gold"]["file"], *(system["system"] for system in report["systems"])]
    lines = [
        f"{name}: {side['documents']:,} documents, {side['sentences']:,} sentences, {side['spans']:,} spans"
        for name, side in zip(names, sides, strict=True)
    ]
    return "\n".join([*lines, *(f"skipped for all: {item['document']}" for item in report["skipped"])])
