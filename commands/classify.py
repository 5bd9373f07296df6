"""python evaluate.py classify: classifiers against gold labels."""

from __future__ import annotations

from collections.abc import Callable

import click

from commands.outputs import OUTPUTS, write
from commands.shared import (
    FILES,
    LABELS,
    Finite,
    Progress,
    checked,
    chosen_metrics,
    options,
    read_labels,
    score_options,
    system_names,
)
from loaders.classification import FORMATS, Items, load_items
from loaders.classification_records import ItemOptions
from metrics.options import LabelOptions
from metrics.tasks.asking import Task
from metrics.tasks.classify import BY, METRICS, ORDER, run

NAMES, SKIP_BAD = FILES[2], FILES[-1]
ITEM_FILES: tuple[Callable, ...] = (
    click.option("--gold", required=True, metavar="FILE", help="Gold labels; without --pred, the predictions too."),
    click.option("--pred", "preds", multiple=True, metavar="FILE", help="A system, joined by id; may be repeated."),
    NAMES,
    click.option("--format", "pred_format", type=click.Choice(list(FORMATS)), help="Format of all files, instead of detection."),
    click.option("--gold-format", type=click.Choice(list(FORMATS)), help="Format of gold, where it differs."),
    SKIP_BAD,
    click.option(
        "--multi/--single", default=None, help="Whether an item may have several labels; default: where any has a list."
    ),
    click.option(
        "--threshold",
        default=0.5,
        show_default=True,
        type=Finite(),
        help="Where scores alone are given: predicted from this score on.",
    ),
)
OPTIONS = ("threshold", "unit", "skip_bad", "resamples", "seed", "level")


@click.command()
@options(ITEM_FILES, score_options(ORDER, BY, ["item", "document"]), LABELS, OUTPUTS)
def classify(**given) -> None:
    """Score classifiers against gold labels: accuracy, micro and macro F1, ROC-AUC.

    \b
    python evaluate.py classify --gold labels.csv
    python evaluate.py classify --gold gold.csv --pred a.csv --pred b.csv --by label
    python evaluate.py classify --gold gold.jsonl --pred a.jsonl --threshold 0.4 --json scores.json

    CSV and TSV have a header row: id; gold (or label, true); pred (or predicted, prediction); score for the positive class 1,
    or score:LABEL for each label; text and document if you like. Several labels in a cell: a|b. JSON lines have id, gold,
    pred (a name or a list), scores {label: number} or score. Rows of labels are their F1, under the metric micro.
    """
    metrics = chosen_metrics(given["metric_names"], METRICS, ORDER)
    checked(given)
    labels = read_labels(given, METRICS, ORDER)
    task = Task(metrics, LabelOptions(**{name: given[name] for name in OPTIONS}), labels, Progress(given["quiet"]))
    gold = read_items(given, given["gold"], "gold" if given["preds"] else "both", task.say)
    systems = [read_items(given, path, "predicted", task.say) for path in given["preds"]] or [gold]
    names = system_names(given["names"], given["preds"] or [given["gold"]], systems)
    reference = read_items(given, given["ref_pred"], "predicted", task.say) if given["ref_pred"] else None
    found = run(gold, systems, names, task, by=given["by"], multi=given["multi"], reference=reference)
    task.say.done()
    write(given, found.document(), title(gold.name, found.alignment))


def read_items(given: dict, path: str, role: str, say: Progress) -> Items:
    """The items of one file, with progress."""
    say(f"reading {path}")
    stated = given["pred_format"] if role == "predicted" else given["gold_format"] or given["pred_format"]
    return load_items(path, role=role, options=ItemOptions(stated, given["multi"], given["skip_bad"]))


def title(gold: str, report: dict) -> str:
    """The lines above a table: what was compared."""
    kinds = {"single": "one label each", "multi": "several labels each", "binary": "positive or not"}
    labels = f"{len(report['labels']):,} labels"
    lines = [f"{gold}: {report['items']:,} items, {kinds[report['task']]}; {labels}"]
    for system in report["systems"]:
        odd = [f"{system[f'n_{kind}']:,} items {kind}" for kind in ("missing", "extra") if system[f"n_{kind}"]]
        named = ", ".join((system["missing"] + system["extra"])[:3])
        lines += (
            [f"{system['system']}: {', '.join(odd)} ({named}{', …' if len(system['missing'] + system['extra']) > 3 else ''})"]
            if odd
            else []
        )
    if report["auc_skipped"]:
        skipped = ", ".join(f"{item['label']} ({item['reason']})" for item in report["auc_skipped"])
        lines.append(f"AUC leaves out {skipped}")
    if report["skipped"]:
        lines.append(f"skipped for all: {len(report['skipped']):,} items, the first: {report['skipped'][0]['reason']}")
    return "\n".join(lines)
