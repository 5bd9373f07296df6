"""python evaluate.py typed: coreference by semantic class or any other grouping of mentions."""

from __future__ import annotations

import click

from commands.outputs import OUTPUTS, put, write
from commands.recipe import OPTION, checked_suffix, recipe_text
from commands.shared import (
    FILES,
    LABELS,
    FiniteRange,
    Progress,
    changed,
    checked,
    chosen_metrics,
    options,
    read,
    read_all,
    score_options,
)
from loaders import Corpus
from loaders.maps import read_map
from metrics.macro import MACRO
from metrics.options import TypedOptions
from metrics.rows import Labels
from metrics.tasks.asking import Task
from metrics.tasks.typed import BY, METRICS, ORDER, Typed, found_of, prepare
from metrics.typed import evaluation
from metrics.typed.checking import check_labels, noise_effect
from metrics.typed.counts import POLICIES, SCOPES
from metrics.typed.labels import label_spans
from metrics.typed.project import MICRO
from metrics.typed.report import records

LABEL_FILES = (
    click.option("--labels", metavar="FILE", help="Labelled spans of the same text; default: the types that gold gives."),
    click.option("--labels-pred", metavar="FILE", help="Labelled spans for the systems' mentions, where they are others."),
    click.option("--map", "map_file", metavar="MAP", help="Other names for labels: a file of two columns, or a shipped map."),
)
WHOSE = (
    *LABEL_FILES,
    click.option("--threshold", default=0.5, show_default=True, type=FiniteRange(0, 1, max_open=True)),
    click.option("--policy", default="gold-first", show_default=True, type=click.Choice(list(POLICIES))),
    click.option("--link-mentions", default="own", show_default=True, type=click.Choice(list(SCOPES))),
    click.option("--labels-check", metavar="FILE", help="Checked labels: how right are the assigned ones?"),
    click.option(
        "--label-noise", type=FiniteRange(0, 1), metavar="P", help="How far scores move if labels are wrong so often: 0.1."
    ),
)
OPTIONS = ("threshold", "policy", "link_mentions", "skip_bad", "resamples", "seed", "level")


@click.command()
@options(FILES, WHOSE, score_options(ORDER, BY, ["document"]), LABELS[:3], (OPTION,), OUTPUTS)
def typed(**given) -> None:
    """Score coreference by semantic class: typed Mention F1 and Link F1.

    \b
    python evaluate.py typed --gold gold.conllu --pred a.conllu --pred b.conllu
    python evaluate.py typed --gold gold.conll --pred a.conll --labels spans.jsonl --json classes.json
    python evaluate.py typed --gold gold.conllu --pred before.conllu --pred after.conllu --by "mention type"
    python evaluate.py typed --gold gold.conllu --pred a.conllu --recipe recipe.md

    Differences of links range over the mentions that gold and all systems share, whatever --link-mentions says.
    """
    metrics = chosen_metrics(given["metric_names"], METRICS, ORDER)
    checked(given)
    checked_suffix(given["recipe_file"])
    chosen = TypedOptions(**{name: given[name] for name in OPTIONS})
    labels = Labels(*(given[name] for name in ("component", "language", "dataset")))
    task = Task(metrics, chosen, labels, Progress(given["quiet"]))
    gold, systems, names = read_all(given, task.say)
    counted = prepare(gold, systems, names, task, labels_of(given, gold, task.say), by=given["by"])
    found = found_of(counted, task)
    report = found.alignment
    if given["labels_check"]:
        report["labels_check"] = checked_labels(given, counted, task.say)
    if given["recipe_file"]:
        signed = (counted.groups_from, found.signature)
        recipe = recipe_text(given["recipe_file"], counted.made, counted.grouped, chosen, signed)
    if given["label_noise"] is not None:
        report["label_noise"] = noise(given, counted, task)
    task.say.done()
    write(given, found.document(), title(report))
    if given["recipe_file"]:
        put(given["recipe_file"], recipe)


def labels_of(given: dict, gold: Corpus, say: Progress) -> evaluation.Labelling | None:
    """The label set of the options."""
    files = {name: given[name] for name in ("labels", "labels_pred")}
    if files["labels_pred"] and not files["labels"]:
        raise click.UsageError("--labels-pred needs --labels, the labels of gold's mentions.")
    ours, theirs = (read_spans(given, path, say) if path else None for path in files.values())
    mapping = (given["map_file"], read_map(given["map_file"])) if given["map_file"] else None
    return evaluation.read_labelling(gold, ours, theirs, mapping)


def read_spans(given: dict, path: str, say: Progress) -> Corpus:
    """A file of labelled spans, whose format is detected."""
    return read(given | {"gold_format": None, "pred_format": None}, path, "gold", say)


def checked_labels(given: dict, counted: Typed, say: Progress) -> list[dict]:
    """How right the labels of gold's mentions are, as rows."""
    if counted.labelled is None:
        raise click.UsageError("--labels-check: there are no labels to check; give --labels, or types in gold.")
    spans = label_spans(counted.made.project.gold, read_spans(given, given["labels_check"], say))
    return records(check_labels(counted.made, counted.labelled, spans))


def noise(given: dict, counted: Typed, task: Task) -> list[dict]:
    """How far scores by class move when labels are wrong, as rows."""
    if counted.labelling is None:
        raise click.UsageError("--label-noise: there are no labels to be wrong; give --labels, or types in gold.")
    task.say("making labels wrong")
    return records(noise_effect(counted.made, counted.labelling.ours, task.options, given["label_noise"]))


def title(report: dict) -> str:
    """The lines above a table: what was compared, and on what it rests."""
    gold = report["gold"]
    lines = [f"{gold['file']}: {gold['documents']:,} documents, {gold['mentions']:,} mentions"]
    lines += changed(report)
    for shared in report["shared"]:
        lines.append(f"{shared['system']}: {shared['shared']:,} of its {shared['predicted']:,} mentions are gold's")
    for row in report["coverage"]:
        if row["side"] == "gold":
            lines.append(
                f"{row['labels']}: {row['before']:.1f} % of gold's mentions labelled, {row['after']:.1f} % after propagation"
            )
    if report["labels_check"]:
        lines += [
            f"labels checked, {row['level']}, {row['labels']}: F1 {row['f1']:.2f}"
            for row in report["labels_check"]
            if row["class"] is None
        ]
    for row in report.get("label_noise", []):
        if row["group"] in (MICRO, MACRO) and row["mean"] is not None:
            moved = f"{row['score']:.2f} becomes {row['mean']:.2f} ({row['lowest']:.2f} to {row['highest']:.2f})"
            lines.append(f"labels wrong at random, {row['system']}, {row['group']} {row['metric']} F1: {moved}")
    return "\n".join(lines)
