"""python evaluate.py crossdoc: coreference across documents, by topic and subtopic."""

from __future__ import annotations

from pathlib import Path

import click

from commands.coref import MATCHING, coreference_options, title
from commands.outputs import OUTPUTS, write
from commands.shared import FILES, LABELS, Progress, checked, chosen_metrics, options, read_all, score_options
from loaders.topics import read_topics
from metrics.crossdoc import METRICS, SCOPES
from metrics.rows import Labels
from metrics.tasks.asking import Task
from metrics.tasks.crossdoc import ORDER, run

LEVELS = (
    click.option("--scope", default="both", show_default=True, type=click.Choice(list(SCOPES)), help="How far entities run."),
    click.option("--no-baselines", is_flag=True, help="Leave out all singletons, one entity and the same head lemma."),
    click.option(
        "--topics", metavar="FILE", help="A table of document, topic, subtopic (tabs or commas), where gold does not say them."
    ),
)


@click.command()
@options(FILES, MATCHING, LEVELS, score_options(ORDER, (), ["topic"]), LABELS[:3], OUTPUTS)
def crossdoc(**given) -> None:
    """Score coreference across documents: entities of one name in several documents of a topic are one entity.

    \b
    python evaluate.py crossdoc --gold gold.conll --pred ours.conll
    python evaluate.py crossdoc --gold gold.conllu --pred a.conllu --pred b.conllu --topics topics.tsv --json rows.json

    Topics come from the file's columns (Cattan's CoNLL), from '# topic = ...' and '# subtopic = ...' in CoNLL-U, or from
    --topics. Linking is scored without singletons first, mention detection (mentions) with them. The unit is the topic.
    Below the systems stand baselines over gold's own mentions: their rows say so.
    """
    metrics = chosen_metrics(given["metric_names"], METRICS, ORDER)
    checked(given)
    labels = Labels(*(given[name] for name in ("component", "language", "dataset")))
    task = Task(metrics, coreference_options(given), labels, Progress(given["quiet"]))
    gold, systems, names = read_all(given, task.say, ends=given["ends"])
    own = {name: given[name] for name in ("singletons", "scope")} | {"baselines": not given["no_baselines"]}
    topics = read_topics(Path(given["topics"])) if given["topics"] else None
    found = run(gold, systems, names, task, topics=topics, **own)
    task.say.done()
    write(given, found.document(), title(found.alignment))
