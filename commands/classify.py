"""python evaluate.py classify: classifiers against gold labels."""

from __future__ import annotations

import math
from collections.abc import Callable

import click

from commands.outputs import OUTPUTS, write
from commands.shared import FILES, LABELS, Progress, checked, chosen_metrics, options, read_labels, score_options, system_names
from loaders.classification import FORMATS, Items, load_items
from loaders.classification_records import ItemOptions
from metrics.classification.project import LabelProject, align_items
from metrics.classification.registry import AUC, CLASSIFY_METRICS
from metrics.classification.rows import BY, label_rows
from metrics.classification.scoring import score_items
from metrics.classification.tables import label_report
from metrics.options import LabelOptions
from metrics.rows import Comparison
from metrics.signing import label_signer

ORDER = tuple(CLASSIFY_METRICS)
REFERENCE = "\0reference"  # no name that a user could give
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
        "--threshold", default=0.5, show_default=True, help="Where scores alone are given: predicted from this score on."
    ),
)
OPTIONS = ("threshold", "unit", "skip_bad", "resamples", "seed", "level")


@click.command()
@options(ITEM_FILES, score_options(ORDER, [BY], ["item", "document"]), LABELS, OUTPUTS)
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
    metrics = chosen_metrics(given["metric_names"], CLASSIFY_METRICS, ORDER)
    checked(given)
    if not math.isfinite(given["threshold"]):
        raise click.UsageError("--threshold: a finite number, as 0.5.")
    labels = read_labels(given, CLASSIFY_METRICS, ORDER)
    say = Progress(given["quiet"])
    chosen = LabelOptions(**{name: given[name] for name in OPTIONS})
    project = read_project(given, say)
    if not given["metric_names"] and all(scores is None for scores in project.scores):
        metrics = tuple(metric for metric in metrics if metric != AUC)
    say(f"scoring {len(project.names)} system{'s' * (len(project.names) > 1)} over {len(project):,} items")
    found = score_items(project, chosen, metrics, by_label=given["by"] == BY)
    reference_scores = None
    if given["ref_pred"]:
        found, reference_scores = found.apart(REFERENCE)
        project = project.take(range(len(project.names) - 1))
    sign = label_signer(project, len(found.counts.names), chosen)
    comparison = Comparison(project.names, found.counts.whole, chosen, sign, labels=labels, reference_scores=reference_scores)
    report = label_report(project, found.counts, found.ranked)
    say.done()
    document = {"signature": sign(None, "", None), "alignment": report, "rows": label_rows(comparison, found)}
    write(given, document, title(project, report))


def read_project(given: dict, say: Progress) -> LabelProject:
    """Gold and systems, behind them the predictions of --ref-pred: means are over the labels of all."""
    gold = read_items(given, given["gold"], "gold" if given["preds"] else "both", say)
    systems = [read_items(given, path, "predicted", say) for path in given["preds"]] or [gold]
    names = system_names(given["names"], given["preds"] or [given["gold"]], systems)
    others = [read_items(given, given["ref_pred"], "predicted", say)] if given["ref_pred"] else []
    return align_items(gold, [*systems, *others], [*names, *[REFERENCE] * len(others)], **how(given))


def read_items(given: dict, path: str, role: str, say: Progress) -> Items:
    """The items of one file, with progress."""
    say(f"reading {path}")
    stated = given["pred_format"] if role == "predicted" else given["gold_format"] or given["pred_format"]
    return load_items(path, role=role, options=ItemOptions(stated, **how(given)))


def how(given: dict) -> dict:
    """The options that reading and joining share."""
    return {name: given[name] for name in ("multi", "skip_bad")}


def title(project: LabelProject, report: dict) -> str:
    """The lines above a table: what was compared."""
    kinds = {"single": "one label each", "multi": "several labels each", "binary": "positive or not"}
    lines = [f"{project.gold.name}: {len(project):,} items, {kinds[project.kind]}; {len(report['labels']):,} labels"]
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
    if project.skipped:
        lines.append(f"skipped for all: {len(project.skipped):,} items, the first: {project.skipped[0][1]}")
    return "\n".join(lines)
