"""Coreference across documents: the metrics of one document, with topics in the place of documents.

Entities may run through all documents of a topic; an item is a mention in its document. Mentions are matched within their
documents; entities are cut at the borders of the scored groups (topics or subtopics), then singletons are dropped. A unit is a
topic at both levels, the counts of its subtopics added up, so that the drop from subtopics to topics is paired. Cattan et
al. (2021).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from loaders.build import starts_of
from loaders.errors import AlignmentError
from loaders.schema import NOTHING, Corpus
from metrics import coreference, matching
from metrics.counting import Counts, Project, stacked
from metrics.mentions import BASELINES, SINGLETONS, Mentions, drop_documents, read_mentions
from metrics.options import CoreferenceOptions
from metrics.overlap import overlap

TOPIC, SUBTOPIC = "topic", "subtopic"
SCOPES = {"topic": (TOPIC,), "subtopic": (SUBTOPIC,), "both": (TOPIC, SUBTOPIC)}
SAME_LEMMA = "same head lemma"
METRICS = {name: metric for name, metric in coreference.METRICS.items() if name != "MOR"}


@dataclass(frozen=True)
class Groups:
    """Which group of each level each of gold's documents is in.

    names, parts : of the topics and the subtopics. topic_of : the topic of each subtopic.
    """

    names: tuple[str, ...]
    topic: np.ndarray
    subtopic: np.ndarray
    topic_of: np.ndarray
    parts: tuple[str, ...] = ()

    def of(self, level: str) -> np.ndarray:
        """The group of each document at a level."""
        return self.topic if level == TOPIC else self.subtopic

    def number(self, level: str) -> int:
        """How many groups a level has."""
        return len(self.names) if level == TOPIC else len(self.topic_of)


def groups_of(gold: Corpus, table: Mapping[str, tuple[str, str]] | None = None) -> Groups:
    """The topics and subtopics of gold's documents, as they say themselves or as a table by document id says.

    Documents without a topic are one topic; a topic without subtopics is one. Raises AlignmentError for a document that the
    table lacks.
    """
    documents = gold.documents
    told = list(zip(documents["topic"], documents["subtopic"], strict=True))
    if table is not None:
        missing = next((name for name in documents["doc_id"] if name not in table), None)
        if missing is not None:
            what = f"document '{missing}' is not in the table of topics"
            raise AlignmentError(gold.name, None, what, "Give every document of gold a line: document, topic, subtopic.")
        told = [table[name] for name in documents["doc_id"]]
    topics = list(dict.fromkeys(topic for topic, _ in told))
    pairs = list(dict.fromkeys(told))
    number, pair_number = ({name: k for k, name in enumerate(names)} for names in (topics, pairs))
    return Groups(
        tuple(name or "all documents" for name in topics),
        np.array([number[topic] for topic, _ in told], np.int64),
        np.array([pair_number[pair] for pair in told], np.int64),
        np.array([number[topic] for topic, _ in pairs], np.int64),
        tuple(part for _, part in pairs),
    )


def count_across(
    project: Project, groups: Groups, options: CoreferenceOptions, levels: Sequence[str], policies: Sequence[str]
) -> Counts:
    """The counts of every system at each level under each policy, one row for each topic that has a scored document.

    Inputs are (system, "LEVEL POLICY").
    """
    gold = scored_mentions(project, project.gold)
    sides = [
        scored_mentions(project, system, alignment.document)
        for system, alignment in zip(project.systems, project.alignments, strict=True)
    ]
    matcher = matching.matcher(project, options)
    matchers = [matcher(number) for number in range(len(sides))]
    tables = {}
    for level in levels:
        for policy in policies:
            ours = cut(gold, groups.of(level), policy)
            for name, side, match in zip(project.names, sides, matchers, strict=True):
                tables[name, f"{level} {policy}"] = _count(ours, cut(side, groups.of(level), policy), match, groups, level)
    return _stacked(project, groups, tables)


def count_baselines(project: Project, groups: Groups, levels: Sequence[str], policies: Sequence[str]) -> Counts:
    """The counts of baselines over gold's mentions: all singletons, one entity a group, and the same head lemma where gold has
    lemmas. Inputs as in count_across()."""
    gold = scored_mentions(project, project.gold)
    itself = matching.matcher(project, CoreferenceOptions(match="exact"))(None)
    makers, lemma = dict(BASELINES), head_lemmas(project.gold)
    if lemma is not None:
        makers[SAME_LEMMA] = lambda mentions: mentions.with_entity(lemma[mentions.row])
    tables = {}
    for level in levels:
        group = groups.of(level)
        whole = cut(gold, group, "keep")
        for policy in policies:
            ours = cut(gold, group, policy)
            for name, make in makers.items():
                entity = make(_grouped(whole, group)).entity
                made = Mentions(whole.doc, whole.extent, entity, whole.row, whole.n_docs)
                tables[name, f"{level} {policy}"] = _count(ours, cut(made, group, policy), itself, groups, level)
    return _stacked(project, groups, tables)


def head_lemmas(gold: Corpus) -> np.ndarray | None:
    """For each of gold's spans a number of its head's lemma in lower case, of its last word's where no head is known.

    None where gold has no lemmas.
    """
    lemma = gold.words["lemma"].cat
    lowered = [name.lower() for name in lemma.categories]
    if not set(lowered) - {"", NOTHING}:
        return None
    spans = gold.spans
    base = starts_of(gold.words["doc_id"].cat.codes.to_numpy(), len(gold.documents))
    head = np.where(spans["head"] >= 0, spans["head"], spans["end"] - 1)
    number = {name: k for k, name in enumerate(dict.fromkeys(lowered))}
    codes = lemma.codes.to_numpy()[base[spans["doc_id"].cat.codes.to_numpy()] + head]
    return np.array([number[name] for name in lowered], np.int64)[codes]


def scored_mentions(project: Project, corpus: Corpus, document: np.ndarray | None = None) -> Mentions:
    """The scored mentions of a corpus with the entities that its names say, across documents."""
    mentions, _ = read_mentions(corpus, document, len(project.gold.documents))
    mentions = drop_documents(mentions, np.array(list(project.skipped), np.int64))
    return mentions.with_entity(corpus.spans["entity"].to_numpy()[mentions.row])


def cut(mentions: Mentions, group: np.ndarray, policy: str) -> Mentions:
    """The mentions with their entities cut at the borders of groups of documents, then singletons kept or dropped."""
    width = int(mentions.entity.max(initial=0)) + 1
    return SINGLETONS[policy](mentions.with_entity(group[mentions.doc] * width + mentions.entity))


def _grouped(mentions: Mentions, group: np.ndarray) -> Mentions:
    """The mentions with groups in the place of their documents."""
    return Mentions(group[mentions.doc], mentions.extent, mentions.entity, mentions.row, int(group.max(initial=-1)) + 1)


def _count(gold: Mentions, side: Mentions, match: matching.Matcher, groups: Groups, level: str) -> dict[str, np.ndarray]:
    """The counts of all metrics by topic. Entities are numbered by group, so that a group's follow one another."""
    group = groups.of(level)
    ours, theirs = (_grouped(one, group) for one in (gold, side))
    found = coreference.count(overlap(ours, theirs, match.match(gold, side)))
    if level == TOPIC:
        return found
    return {name: _added(values, groups) for name, values in found.items()}


def _added(values: np.ndarray, groups: Groups) -> np.ndarray:
    """The counts of subtopics added up by topic."""
    total = np.zeros((len(groups.names), values.shape[1]))
    np.add.at(total, groups.topic_of, values)
    return total


def _stacked(project: Project, groups: Groups, tables: dict) -> Counts:
    scored = np.ones(len(groups.topic), bool)
    scored[list(project.skipped)] = False
    kept = np.unique(groups.topic[scored])
    units = [groups.names[k] for k in kept.tolist()]
    return stacked(units, {key: {m: c[kept] for m, c in table.items()} for key, table in tables.items()}, METRICS)
