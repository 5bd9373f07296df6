"""python evaluate.py crossdoc: coreference across documents, by topic and subtopic."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from commands.coref import MATCHING, ORDER, coreference_options, title
from commands.outputs import OUTPUTS, write
from commands.shared import FILES, LABELS, Progress, checked, chosen_metrics, options, read, score_options, system_names
from loaders.topics import read_topics
from metrics import align_systems
from metrics.crossdoc import METRICS, SCOPES, count_across, count_baselines, groups_of
from metrics.crossdoc_rows import baseline_rows, crossdoc_rows
from metrics.macro import systems_of
from metrics.report import alignment_report
from metrics.rows import Comparison, Labels
from metrics.signing import crossdoc_signer

POLICIES = {"keep": ("keep",), "drop": ("drop",), "both": ("drop", "keep")}
METRIC_ORDER = tuple(name for name in ORDER if name in METRICS)
LEVELS = (
    click.option("--scope", default="both", show_default=True, type=click.Choice(list(SCOPES)), help="How far entities run."),
    click.option("--no-baselines", is_flag=True, help="Leave out all singletons, one entity and the same head lemma."),
    click.option(
        "--topics", metavar="FILE", help="A table of document, topic, subtopic (tabs or commas), where gold does not say them."
    ),
)


@click.command()
@options(FILES, MATCHING, LEVELS, score_options(METRIC_ORDER, (), ["topic"]), LABELS[:3], OUTPUTS)
def crossdoc(**given) -> None:
    """Score coreference across documents: entities of one name in several documents of a topic are one entity.

    \b
    python evaluate.py crossdoc --gold gold.conll --pred ours.conll
    python evaluate.py crossdoc --gold gold.conllu --pred a.conllu --pred b.conllu --topics topics.tsv --json rows.json

    Topics come from the file's columns (Cattan's CoNLL), from '# topic = ...' and '# subtopic = ...' in CoNLL-U, or from
    --topics. Linking is scored without singletons first, mention detection (mentions) with them. The unit is the topic.
    Below the systems stand baselines over gold's own mentions: their rows say so.
    """
    metrics = chosen_metrics(given["metric_names"], METRICS, METRIC_ORDER)
    checked(given)
    say = Progress(given["quiet"])
    gold = read(given, given["gold"], "gold", say, ends=given["ends"])
    systems = [read(given, path, "predicted", say, ends=given["ends"]) for path in given["preds"]]
    project = align_systems(gold, systems, system_names(given["names"], given["preds"], systems), skip_bad=given["skip_bad"])
    chosen = coreference_options(given, gold)
    topics = read_topics(Path(given["topics"])) if given["topics"] else None
    groups = groups_of(gold, topics.of if topics else None)
    say("counting by topic")
    counts = count_across(project, groups, chosen, SCOPES[given["scope"]], POLICIES[given["singletons"]])
    sign = crossdoc_signer(project, counts, chosen, topics.digest if topics else "")
    labels = Labels(*(given[name] for name in ("component", "language", "dataset")))
    comparison = Comparison(project.names, counts, chosen, sign, "singletons", chosen.match, labels)
    found = crossdoc_rows(comparison, metrics)
    if not given["no_baselines"]:
        baselines = count_baselines(project, groups, SCOPES[given["scope"]], POLICIES[given["singletons"]])
        found += baseline_rows(replace(comparison, names=systems_of(baselines), counts=baselines), metrics)
    say.done()
    report = alignment_report(project)
    document = {"signature": sign(None, "", None), "alignment": report, "rows": found}
    write(given, document, title(project, counts, report))
