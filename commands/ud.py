"""python evaluate.py ud: parsers against gold trees."""

from __future__ import annotations

from collections.abc import Callable

import click

from commands import treebanks
from commands.outputs import OUTPUTS, write
from commands.shared import (
    FILES,
    LABELS,
    Progress,
    checked,
    chosen_metrics,
    options,
    path_names,
    read,
    read_labels,
    read_reference,
    reading,
    score_options,
    system_names,
)
from loaders import FormatError, load
from loaders.treebanks import is_set, load_treebank, training
from loaders.treebanks import treebanks as read_set
from metrics.options import TreeOptions
from metrics.tasks.asking import Found, Task
from metrics.tasks.ud import BY, METRICS, ORDER, SEEN, grouped_rows, run
from metrics.ud.side import Side, read_side
from metrics.ud.treebanks import REFERENCE, Scored, all_rows

TREES = (
    click.option("--subtypes", is_flag=True, help="Compare relations with their subtypes."),
    click.option("--features", type=click.Choice(["universal", "all"]), default="universal", show_default=True),
    click.option(
        "--train",
        metavar="FILE",
        help="Training trees, for --by seen: whether a word's lemma stands there; "
        "a folder for folders, paired by name up to -ud-train.",
    ),
)


@click.command()
@options(FILES, TREES, score_options(ORDER, BY, ["sentence", "document"]), LABELS, OUTPUTS)
def ud(**given) -> None:
    """Score parsers against gold trees: the shared task's metrics with intervals.

    \b
    python evaluate.py ud --gold gold.conllu --pred a.conllu --pred b.conllu
    python evaluate.py ud --gold gold.conllu --pred a.conllu --by relation --metrics LAS
    python evaluate.py ud --gold gold/ --pred a/ --pred b/ --metrics LAS --json treebanks.json

    Folders (or zips) are sets of treebanks, paired by file name: a row for each, and for their macro mean. Each treebank is
    resampled by itself; its seed is the first 48 bits of SHA-256 over "SEED|NAME" and stands in its rows. With --by each
    treebank has rows of its own groups, its name in `dataset`.
    """
    metrics = chosen_metrics(given["metric_names"], METRICS, ORDER)
    checked(given)
    given["pred_format"] = given["pred_format"] or "conllu"  # only CoNLL-U has trees; an empty file is a corpus too
    if given["by"] == SEEN and not given["train"]:
        raise click.UsageError("--by seen needs --train, the trees that the parser was trained on.")
    labels = read_labels(given, METRICS, ORDER)
    chosen = TreeOptions(*(given[k] for k in ("subtypes", "features", "unit", "skip_bad", "resamples", "seed", "level")))
    task = Task(metrics, chosen, labels, Progress(given["quiet"]))
    document, heading = score_many(given, task) if is_many(given) else score_one(given, task)
    task.say.done()
    write(given, document, heading)


def score_one(given: dict, task: Task) -> tuple[dict, str]:
    """One treebank: the document that is written, and the lines above its table."""
    roles = [(given["gold"], "gold"), *((path, "predicted") for path in given["preds"])]
    gold, *systems = (read(given, path, role, task.say, entities=False) for path, role in roles)
    names = system_names(given["names"], given["preds"], systems)
    train = read(given, given["train"], "gold", task.say, entities=False) if given["by"] == SEEN else None
    reference = read_reference(given, task.say, entities=False)
    found = run(gold, systems, names, task, by=given["by"], train=train, reference=reference)
    return found.document(), title(found)


def is_many(given: dict) -> bool:
    """Whether folders of treebanks are compared; a usage error where only some of the inputs are folders."""
    paths = [given["gold"], *given["preds"], *([given["ref_pred"]] if given.get("ref_pred") else [])]
    sets = [path for path in paths if is_set(path)]
    if sets and len(sets) < len(paths):
        single = next(path for path in paths if path not in sets)
        raise click.UsageError(
            f"{sets[0]} holds treebanks of their own, {single} is one file; give folders or zips for all, or files."
        )
    return bool(sets)


def score_many(given: dict, task: Task) -> tuple[dict, str]:
    """Folders of treebanks: the document that is written, and the lines above its table."""
    names = path_names(given["names"], given["preds"])
    sources = {"gold": given["gold"], **dict(zip(names, given["preds"], strict=True))}
    if len(sources) <= len(names):
        raise click.UsageError("--name: 'gold' is gold's; call the system something else.")
    if given["ref_pred"]:
        sources[REFERENCE] = given["ref_pred"]
    train_of = trainer(given) if given["by"] == SEEN else None

    def groups(bank: str, scored: Scored, own: Task) -> list[dict]:
        return grouped_rows(scored, own, given["by"], train_of and train_of(bank)) if given["by"] else []

    pairing, found = treebanks.score_all(sources, lambda role: reading(given, role, entities=False), task, groups)
    signature, rows_found = all_rows(found, task)
    document = {"signature": signature, "alignment": treebanks.report(pairing, found), "rows": rows_found}
    return document, treebanks.heading(pairing, found, document)


def trainer(given: dict) -> Callable[[str], Side]:
    """The training trees of each treebank: one file for all, or a folder's file of the same treebank."""
    path, how = given["train"], reading(given, "gold", entities=False)
    if not is_set(path):
        side = read_side(load(path, options=how))
        return lambda _: side
    members = read_set(path)

    def of(bank: str) -> Side:
        name = training(bank, list(members))
        if name is None:
            raise FormatError(path, None, f"no training file for {bank}", f"Call it {bank.removesuffix('-test')}-train.conllu.")
        return read_side(load_treebank(path, members[name], name, how))

    return of


def title(found: Found) -> str:
    """The lines above a table: what was compared."""
    report = found.alignment
    sides = {report["gold"]["file"]: report["gold"], **{system["system"]: system for system in report["systems"]}}
    lines = [f"{name}: {side['sentences']:,} sentences, {side['words']:,} words" for name, side in sides.items()]
    lines.append(f"resampled: {found.units:,} units")
    if report["skipped"]:
        lines.append(f"skipped for all: {len(report['skipped'])} sentences, the first: {report['skipped'][0]['reason']}")
    return "\n".join(lines)
