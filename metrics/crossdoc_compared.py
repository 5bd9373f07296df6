"""All numbers across documents of a project: both levels, what is lost between them, two systems, baselines, topic by topic."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
import pandas as pd

from metrics import crossdoc, crossdoc_rows, resampling, results
from metrics.counting import Counts, Project
from metrics.crossdoc import SUBTOPIC, TOPIC, Groups
from metrics.mentions import read_mentions
from metrics.options import CoreferenceOptions

LEVELS = (SUBTOPIC, TOPIC)
POLICIES = ("drop", "keep")
VARIANTS = tuple(f"{level} {policy}" for level in LEVELS for policy in POLICIES)
NOTHING = pd.DataFrame()


@dataclass(frozen=True)
class Across:
    """Numbers across documents; what stands in the column singletons is "LEVEL POLICY".

    scores : results.scores() of every system. baselines : the same of the baselines, without intervals. drops :
    crossdoc_rows.scope_drops(). differences : results.differences() of the pair, empty where there is one system. detection,
    detected : of mention detection by exact span, singletons kept, scores and the pair's differences.
    """

    counts: Counts
    scores: pd.DataFrame
    baselines: pd.DataFrame
    drops: pd.DataFrame
    detection: pd.DataFrame
    differences: pd.DataFrame = field(default_factory=lambda: NOTHING)
    detected: pd.DataFrame = field(default_factory=lambda: NOTHING)


def compare_across(
    project: Project,
    groups: Groups,
    options: CoreferenceOptions,
    pair: tuple[str, ...],
    progress: resampling.Progress | None = None,
) -> Across:
    """Everything that is known of a project across documents. pair : the names of the one or two systems that are compared.

    Raises InputError as count_across() does.
    """
    counts = crossdoc.count_across(project, groups, options, LEVELS, POLICIES)
    found = crossdoc.count_across(project, groups, replace(options, match="exact"), [TOPIC], ["keep"])
    bases = crossdoc.count_baselines(project, groups, LEVELS, POLICIES)
    sums = results.resampled(counts, options, progress)
    metrics = list(crossdoc.METRICS)
    return Across(
        counts,
        results.scores(counts, options, metrics, sums),
        results.scores(bases, replace(options, resamples=0), metrics),
        crossdoc_rows.scope_drops(counts, options, metrics, sums),
        results.scores(found, options, ["mentions"]),
        _differences(counts, options, pair, VARIANTS, metrics, sums) if len(pair) > 1 else NOTHING,
        _differences(found, options, pair, [f"{TOPIC} keep"], ["mentions"]) if len(pair) > 1 else NOTHING,
    )


def _differences(counts, options, pair, variants, metrics, sums=None) -> pd.DataFrame:
    number = {key: k for k, key in enumerate(counts.inputs)}
    pairs = [tuple(number[name, variant] for name in pair) for variant in variants]
    return results.differences(counts, options, pairs, metrics, sums)


def compare_topics(counts: Counts, pair: tuple[str, str], *, variant: str, metric: str = "CoNLL") -> pd.DataFrame:
    """The F1 of two systems in each topic, with the columns of documents.compare_documents(); doc_id is the topic.

    What chance makes of a topic is not known: chance is NaN, and every difference that is not 0 is outside.
    """
    numbers = [counts.inputs.index((name, variant)) for name in pair]
    found = results.POINTS * counts.layout.score(metric, counts.values[:, numbers]).f1
    frame = pd.DataFrame({"doc_id": list(counts.units), "genre": ""})
    frame["gold"] = counts.values[:, numbers[0], counts.columns["mentions"]][:, 3].astype(np.int64)
    frame["a"], frame["b"] = found[:, 0], found[:, 1]
    frame["difference"] = frame["b"] - frame["a"]
    frame["undefined"] = frame["difference"].isna()
    return frame.assign(chance=np.nan, outside=frame["difference"].abs() > 0)


@dataclass(frozen=True)
class GoldAcross:
    """What gold holds in the documents that are scored: entities by topic, of which so many lie in several documents and
    so many in several subtopics."""

    documents: int
    topics: int
    subtopics: int
    mentions: int
    entities: int
    in_documents: int
    in_subtopics: int


def gold_across(project: Project, groups: Groups) -> GoldAcross:
    """The size of gold across documents."""
    scored = np.ones(len(groups.topic), bool)
    scored[list(project.skipped)] = False
    mentions, _ = read_mentions(project.gold)
    mentions = mentions.take(scored[mentions.doc])
    entity = project.gold.spans["entity"].to_numpy()[mentions.row]
    width = int(entity.max(initial=-1)) + 1
    entity = groups.topic[mentions.doc] * width + entity
    several = [_in_several(entity, part[mentions.doc]) for part in (np.arange(len(scored)), groups.subtopic)]
    topics, subtopics = (len(np.unique(part[scored])) for part in (groups.topic, groups.subtopic))
    return GoldAcross(int(scored.sum()), topics, subtopics, len(mentions), len(np.unique(entity)), *several)


def _in_several(entity: np.ndarray, part: np.ndarray) -> int:
    """How many entities have mentions in two parts or more."""
    pairs = np.unique(np.stack([entity, part], axis=1), axis=0)[:, 0]
    return int((np.unique(pairs, return_counts=True)[1] > 1).sum())


def documents_of(project: Project, groups: Groups, topic: str) -> pd.DataFrame:
    """The scored documents of a topic: doc_id, subtopic, gold and, by system's name, its mentions."""
    inside = np.array([groups.names[k] == topic for k in groups.topic], bool)
    inside[list(project.skipped)] = False
    rows = np.flatnonzero(inside)
    ids = project.gold.documents["doc_id"].to_numpy()
    parts = [groups.parts[k] for k in groups.subtopic[rows]]
    table = {"doc_id": ids[rows], "subtopic": parts, "gold": _mentions(project.gold, None, len(ids))[rows]}
    for name, corpus, alignment in zip(project.names, project.systems, project.alignments, strict=True):
        table[name] = _mentions(corpus, alignment.document, len(ids))[rows]
    return pd.DataFrame(table)


def _mentions(corpus, document: np.ndarray | None, n_docs: int) -> np.ndarray:
    """How many mentions a corpus has in each of gold's documents."""
    return np.bincount(read_mentions(corpus, document, n_docs)[0].doc, minlength=n_docs)
