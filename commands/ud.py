"""python evaluate.py ud: parsers against gold trees."""

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
    score_options,
    system_names,
)
from metrics import Counts, resampled, results, rows
from metrics.options import TreeOptions
from metrics.signing import tree_signer
from metrics.ud.groupings import GROUPINGS, WORD_METRICS, count_groups, seen_lemmas
from metrics.ud.project import TreeProject, align_trees, count_trees, tree_report
from metrics.ud.registry import TREE_METRICS
from metrics.ud.side import read_side

ORDER = tuple(TREE_METRICS)
GROUPED = ("UPOS", "UAS", "LAS")  # what groups show where no metrics are chosen
BY = (*GROUPINGS, "seen")
TREES = (
    click.option("--subtypes", is_flag=True, help="Compare relations with their subtypes."),
    click.option("--features", type=click.Choice(["universal", "all"]), default="universal", show_default=True),
    click.option("--train", metavar="FILE", help="Training trees, for --by seen: whether a word's lemma stands there."),
)


@click.command()
@options(FILES, TREES, score_options(ORDER, BY, ["sentence", "document"]), LABELS, OUTPUTS)
def ud(**given) -> None:
    """Score parsers against gold trees: the shared task's metrics with intervals.

    \b
    python evaluate.py ud --gold gold.conllu --pred a.conllu --pred b.conllu
    python evaluate.py ud --gold gold.conllu --pred a.conllu --by relation --metrics LAS
    """
    metrics = chosen_metrics(given["metric_names"], TREE_METRICS, ORDER)
    checked(given)
    if given["by"] == "seen" and not given["train"]:
        raise click.UsageError("--by seen needs --train, the trees that the parser was trained on.")
    labels = read_labels(given, TREE_METRICS, ORDER)
    say = Progress(given["quiet"])
    gold, *systems = (
        read(given, path, role, say, entities=False)
        for path, role in [(given["gold"], "gold"), *((path, "predicted") for path in given["preds"])]
    )
    chosen = TreeOptions(*(given[k] for k in ("subtypes", "features", "unit", "skip_bad", "resamples", "seed", "level")))
    say("aligning words")
    project = align_trees(gold, systems, system_names(given["names"], given["preds"], systems), skip_bad=given["skip_bad"])
    reference, project = align_reference(given, project, say)
    say("counting")
    counts = count_trees(project, chosen)
    sign = tree_signer(project, counts, chosen)
    reference_scores = reference and results.scores(count_trees(reference, chosen), chosen)
    comparison = rows.Comparison(project.names, counts, chosen, sign, labels=labels, reference_scores=reference_scores)
    sums = resampled(counts, chosen, lambda done, total: say(f"resampling {done:,} of {total:,}"))
    found = rows.rows(comparison, metrics, sums)
    if given["by"]:
        found += grouped(given, comparison, project, chosen, say)
    say.done()
    document = {"signature": sign(None, ""), "alignment": tree_report(project), "rows": found}
    write(given, document, title(project, counts))


def grouped(given: dict, comparison: rows.Comparison, project: TreeProject, chosen: TreeOptions, say: Progress) -> list[dict]:
    """The rows of --by: word metrics alone can be counted by a word's group."""
    wanted = chosen_metrics(given["metric_names"], TREE_METRICS, GROUPED)
    metrics = [metric for metric in wanted if metric in WORD_METRICS]
    if not metrics:
        raise click.UsageError(f"--by: of the metrics chosen none is of words; there are {', '.join(WORD_METRICS)}.")
    say(f"counting by {given['by']}")
    if given["by"] == "seen":
        grouping = seen_lemmas(read_side(read(given, given["train"], "gold", say, entities=False)))
    else:
        grouping = GROUPINGS[given["by"]]
    return rows.class_rows(comparison, metrics, given["by"], count_groups(project, chosen, grouping, metrics))


def align_reference(given: dict, project: TreeProject, say: Progress) -> tuple[TreeProject | None, TreeProject]:
    """The project of --ref-pred (None without it) and that of the systems, each without what either has to skip."""
    if not given["ref_pred"]:
        return None, project
    system = read(given, given["ref_pred"], "predicted", say, entities=False)
    other = align_trees(project.gold.corpus, [system], ["reference"], skip_bad=given["skip_bad"])
    skipped = {**project.skipped, **other.skipped}
    return other.without(skipped), project.without(skipped)


def title(project: TreeProject, counts: Counts) -> str:
    """The lines above a table: what was compared."""
    sides = {project.gold.corpus.name: project.gold, **dict(zip(project.names, project.systems, strict=True))}
    lines = [f"{name}: {side.n_sentences:,} sentences, {len(side.words):,} words" for name, side in sides.items()]
    lines.append(f"resampled: {len(counts.units):,} units")
    if project.skipped:
        lines.append(f"skipped for all: {len(project.skipped)} sentences, the first: {next(iter(project.skipped.values()))}")
    return "\n".join(lines)
