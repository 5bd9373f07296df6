"""Trees: parsers against gold, one treebank."""

from __future__ import annotations

from collections.abc import Sequence

from loaders import Corpus
from metrics import results, rows
from metrics.options import TreeOptions
from metrics.tasks.asking import Found, OptionError, Task
from metrics.ud.features import FEATURES, count_features
from metrics.ud.groupings import GROUPINGS, WORD_METRICS, count_groups, seen_lemmas
from metrics.ud.project import align_trees, count_trees, tree_report
from metrics.ud.registry import TREE_METRICS as METRICS
from metrics.ud.side import Side, read_side
from metrics.ud.treebanks import Scored, score

OPTIONS = TreeOptions
ORDER = tuple(METRICS)
GROUPED = ("UPOS", "UAS", "LAS")  # what groups show where all metrics are asked for
SEEN, OF_FEATURES = "seen", "features"
BY = (*GROUPINGS, OF_FEATURES, SEEN)


def run(
    gold: Corpus,
    systems: Sequence[Corpus],
    names: Sequence[str],
    task: Task,
    *,
    by: str | None = None,
    train: Corpus | None = None,
    reference: Corpus | None = None,
) -> Found:
    """The rows of every metric and system, then of the groups of `by`. train : the training trees of the grouping `seen`.

    Raises AlignmentError where texts differ, FormatError for what is no tree, and OptionError for groups without train or
    a metric of words.
    """
    scored = score(gold, systems, names, reference, task)
    found = list(scored.rows)
    if by:
        found += grouped_rows(scored, task, by, None if train is None else read_side(train))
    sign = scored.comparison.sign
    return Found(sign(None, "", None), tree_report(scored.project), found, len(scored.counts.units))


def value(gold: Corpus, system: Corpus, metric: str, options: TreeOptions) -> float:
    """One score in points, NaN where it is undefined. Raises as run()."""
    counts = count_trees(align_trees(gold, [system], [system.name], skip_bad=options.skip_bad), options)
    return float(results.POINTS * counts.layout.score(metric, counts.total()).f1[0])


def grouped_rows(scored: Scored, task: Task, by: str, train: Side | None = None) -> list[dict]:
    """The rows of groups of words or of features: word metrics alone can be counted by a word's group."""
    comparison, project = scored.comparison, scored.project
    if by == OF_FEATURES:
        task.say("counting by feature")
        return rows.class_rows(comparison, [FEATURES], by, count_features(project, task.options))
    wanted = GROUPED if tuple(task.metrics) == ORDER else task.metrics
    metrics = [metric for metric in wanted if metric in WORD_METRICS]
    if not metrics:
        raise OptionError("by", f"of the metrics chosen none is of words; there are {', '.join(WORD_METRICS)}.", by)
    if by == SEEN and train is None:
        raise OptionError("by", "needs train, the trees that the parser was trained on.", by)
    task.say(f"counting by {by}")
    grouping = seen_lemmas(train) if by == SEEN else GROUPINGS[by]
    return rows.class_rows(comparison, metrics, by, count_groups(project, task.options, grouping, metrics))
