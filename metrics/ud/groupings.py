"""Breakdowns: every word of both sides has a group, and a metric is counted in each.

Precision is counted by the predicted word's group, recall by the gold word's, so that a relation's score says how
sure one may be of it and how much of it is found.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from metrics.counting import Counts
from metrics.metric import Metric, layout
from metrics.options import TreeOptions
from metrics.ud.counts import Pair, agreements
from metrics.ud.layers import universal_relation
from metrics.ud.project import TreeProject, by_document, document_of, sentence_names
from metrics.ud.side import ROOT, Side
from metrics.ud.trees import arc_lengths, depths, is_projective

WORD_METRICS = ("UPOS", "XPOS", "UFeats", "AllTags", "Lemmas", "UAS", "LAS", "CLAS", "MLAS", "BLEX")


class Groups(NamedTuple):
    """names : of the groups in order. gold, system : the group of every word of each side."""

    names: list[str]
    gold: np.ndarray
    system: np.ndarray


def _values(column: str, normal: Callable[[str], str] = str) -> Callable[[Pair], Groups]:
    """Groups by a column's values, the same on both sides; the most frequent in gold first."""

    def of(pair: Pair) -> Groups:
        number: dict[str, int] = {}
        sides = []
        for side in (pair.gold, pair.system):
            codes, names = side.names(column)
            sides.append(np.array([number.setdefault(normal(n), len(number)) for n in names], np.int64)[codes])
        order = np.argsort(-np.bincount(sides[0], minlength=len(number)), kind="stable")
        rank = np.empty_like(order)
        rank[order] = np.arange(len(order))
        names = list(number)
        return Groups([names[k] for k in order], rank[sides[0]], rank[sides[1]])

    return of


def _bins(measure: Callable[[Side], np.ndarray], edges: Sequence[int], names: Sequence[str]) -> Callable[[Pair], Groups]:
    """Groups by a number of each side's own words: name k where it is at least edge k − 1 and less than edge k."""

    def of(pair: Pair) -> Groups:
        return Groups(list(names), *(np.searchsorted(edges, measure(side), side="right") for side in (pair.gold, pair.system)))

    return of


def _of_sentences(measure: Callable[[Side], tuple[np.ndarray, list[str]]]) -> Callable[[Pair], Groups]:
    """Groups by a property of gold's sentences."""

    def of(pair: Pair) -> Groups:
        codes, names = measure(pair.gold)
        return Groups(names, codes[pair.gold.words.sentence], codes[pair.system_sentences()])

    return of


def _lengths(side: Side) -> tuple[np.ndarray, list[str]]:
    sizes = np.bincount(side.words.sentence, minlength=side.n_sentences)
    return np.searchsorted([6, 11, 21, 31, 51], sizes, side="right"), ["1–5", "6–10", "11–20", "21–30", "31–50", "51 and more"]


def _documents(side: Side) -> tuple[np.ndarray, list[str]]:
    return document_of(side), side.corpus.documents["doc_id"].tolist()


def _genres(side: Side) -> tuple[np.ndarray, list[str]]:
    genre = side.corpus.documents["genre"].tolist()
    names = list(dict.fromkeys(genre))
    return np.array([names.index(g) for g in genre], np.int64)[document_of(side)], [name or "no genre" for name in names]


def _distance(pair: Pair) -> Groups:
    names = ["root", "1 left", "2 left", "3–6 left", "7 and more left", "1 right", "2 right", "3–6 right", "7 and more right"]

    def of(side: Side) -> np.ndarray:
        length = arc_lengths(side)
        size = np.searchsorted([2, 3, 7], np.abs(length), side="right") + 1
        return np.where(side.head == ROOT, 0, size + 4 * (length > 0))

    return Groups(names, of(pair.gold), of(pair.system))


GROUPINGS: dict[str, Callable[[Pair], Groups]] = {
    "relation": _values("deprel", universal_relation),
    "subtype": _values("deprel"),
    "upos": _values("upos"),
    "xpos": _values("xpos"),
    "length": _of_sentences(_lengths),
    "distance": _distance,
    "depth": _bins(depths, [1, 2, 3, 4, 5, 6, 8], ["0 (root)", "1", "2", "3", "4", "5", "6–7", "8 and more"]),
    "projective": _bins(lambda side: is_projective(side).astype(int), [1], ["not projective", "projective"]),
    "genre": _of_sentences(_genres),
    "document": _of_sentences(_documents),
}


def seen_lemmas(train: Side) -> Callable[[Pair], Groups]:
    """Groups by whether a word's own lemma stands in a training corpus."""
    used, lemmas = train.names("lemma")
    known = {lemmas[k] for k in np.unique(used).tolist()}  # not those of empty nodes alone

    def of(pair: Pair) -> Groups:
        sides = []
        for side in (pair.gold, pair.system):
            codes, names = side.names("lemma")
            sides.append(np.array([name in known for name in names], np.int64)[codes])
        return Groups(["unseen lemma", "seen lemma"], *sides)

    return of


def count_groups(
    project: TreeProject, options: TreeOptions, grouping: Callable[[Pair], Groups], metrics: Sequence[str]
) -> Counts:
    """Counts of word metrics in every group, one row a sentence of gold; inputs are (system, group).

    The columns of each metric are p_num, p_den, r_num, r_den. Groups without a word on any side are left out.
    """
    where = layout({name: Metric(name, "") for name in metrics})
    keep = project.kept()
    names: dict[str, None] = {}
    tables = {}
    for number, system in enumerate(project.names):
        pair = project.pair(number, options)
        groups = grouping(pair)
        table = _count(pair, groups, metrics)[keep]
        used = table.any(axis=(0, 2))
        names |= dict.fromkeys(name for name, has in zip(groups.names, used, strict=True) if has)
        tables |= {(system, name): table[:, k] for k, name in enumerate(groups.names) if used[k]}
    inputs = [(system, name) for system in project.names for name in names]
    units = tuple(sentence_names(project.gold)[keep].tolist())
    empty = np.zeros((len(units), 4 * len(metrics)))
    values = np.stack([tables.get(i, empty) for i in inputs], axis=1) if inputs else np.zeros((len(units), 0, 4 * len(metrics)))
    found = Counts(units, tuple(inputs), where, values)
    return by_document(project, found) if options.unit == "document" else found


def _count(pair: Pair, groups: Groups, metrics: Sequence[str]) -> np.ndarray:
    """Shape (sentences, groups, 4 · metrics)."""
    n, width = pair.gold.n_sentences, len(groups.names)
    agree = agreements(pair)
    g, s = pair.aligned.gold, pair.aligned.system
    ours, theirs = pair.gold.words.sentence, pair.system_sentences()

    def add(sentence: np.ndarray, group: np.ndarray) -> np.ndarray:
        return np.bincount(sentence * width + group, minlength=n * width).reshape(n, width)

    columns = []
    for metric in metrics:
        right = agree[metric]
        content = metric in ("CLAS", "MLAS", "BLEX")
        of_gold = pair.ours.content if content else np.ones(len(ours), bool)
        of_system = pair.theirs.content if content else np.ones(len(theirs), bool)
        columns += [
            add(ours[g[right]], groups.system[s[right]]),
            add(theirs[of_system], groups.system[of_system]),
            add(ours[g[right]], groups.gold[g[right]]),
            add(ours[of_gold], groups.gold[of_gold]),
        ]
    return np.stack(columns, axis=-1).astype(np.float64)
