"""Zeros, mentions headed by an empty node, are matched before all others; and heads are found where none are given."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from loaders.build import starts_of
from loaders.places import places
from loaders.schema import Corpus
from metrics.assignment import Candidates, assign
from metrics.geometry import Geometry, _line

if TYPE_CHECKING:
    from metrics.counting import Project
    from metrics.matching import Sides
    from metrics.options import CoreferenceOptions

SCALE = 10  # agreeing (head, relation) pairs weigh ten times as much as agreeing heads


def match_zeros(gold: Corpus, predicted: Corpus, sides: Sides, how: str) -> np.ndarray:
    """For each predicted mention the gold zero that it is, -1 for all others.

    dependent : in each sentence, the assignment of zeros with the largest sum of 10 · F over their (head, relation)
    pairs in DEPS + F over the heads alone; what shares nothing never matches. linear : the same empty node's ID.
    """
    match = np.full(len(sides.predicted), -1, np.int64)
    ours = np.flatnonzero(sides.gold_geometry.is_zero[sides.gold.row])
    theirs = np.flatnonzero(sides.geometry.is_zero[sides.predicted.row])
    if not len(ours) or not len(theirs):
        return match
    nodes, other_nodes = _nodes(gold, sides.gold.row[ours]), _nodes(predicted, sides.predicted.row[theirs])
    in_sentence: dict[tuple[int, int], list[int]] = {}
    for k, (doc, node) in enumerate(zip(sides.gold.doc[ours].tolist(), nodes, strict=True)):
        in_sentence.setdefault((doc, node[0]), []).append(k)
    pairs = [
        (k, m, weight)
        for m, (doc, node) in enumerate(zip(sides.predicted.doc[theirs].tolist(), other_nodes, strict=True))
        for k in in_sentence.get((doc, node[0]), ())
        if (weight := _weight(nodes[k], node, how)) > (0, 1)
    ]
    if not pairs:
        return match
    left, right = np.array([p[0] for p in pairs]), np.array([p[1] for p in pairs])
    numerator, denominator = np.array([p[2][0] for p in pairs]), np.array([p[2][1] for p in pairs])
    ties = (np.zeros(len(pairs), np.int64), sides.geometry.head[sides.predicted.row[theirs[right]]])
    left, right = assign(Candidates(left, right, numerator, denominator, ties))
    match[theirs[right]] = ours[left]
    return match


def _nodes(corpus: Corpus, rows: np.ndarray) -> list[tuple]:
    """For each span the empty node that heads it: (sentence, (word, minor), set of (head, relation), set of heads)."""
    spans, words = corpus.spans, corpus.words
    base = starts_of(words["doc_id"].cat.codes.to_numpy(), len(corpus.documents))
    head = spans["head"].to_numpy()[rows]
    at = base[spans["doc_id"].cat.codes.to_numpy()[rows]] + np.where(head >= 0, head, spans["start"].to_numpy()[rows])
    table = words.iloc[at]
    found = []
    for sent, word, minor, deps in zip(table["sent"], table["word"], table["minor"], table["deps"], strict=True):
        edges = {tuple(edge.split(":", 1)) for edge in deps.split("|") if ":" in edge}
        found.append((sent, (word, minor), edges, {edge[0] for edge in edges}))
    return found


def _weight(one: tuple, other: tuple, how: str) -> tuple[int, int]:
    """The weight of two zeros of one sentence as a fraction, (0, 1) for none."""
    if how == "linear":
        return (1, 1) if one[1] == other[1] else (0, 1)
    pairs, heads = len(one[2] & other[2]), len(one[3] & other[3])
    total, total_heads = len(one[2]) + len(other[2]), len(one[3]) + len(other[3])
    if not heads:
        return (0, 1)
    return SCALE * 2 * pairs * total_heads + 2 * heads * total, total * total_heads


def with_heads(project: Project, number: int, own: Geometry, options: CoreferenceOptions) -> Geometry:
    """A system's geometry, with the heads that it does not name taken from gold's trees.

    A mention without a head takes the highest word of its extent in gold's basic tree, the leftmost of several: the
    same rule for all systems.
    """
    lacking = np.flatnonzero(own.head < 0)
    if options.match != "head" or not len(lacking):
        return own
    docs = project.alignments[number].document[project.systems[number].spans["doc_id"].cat.codes.to_numpy()]
    lacking = lacking[docs[lacking] >= 0]
    word = highest(project.gold, depths(project.gold), own, lacking, docs[lacking])
    head = own.head.copy()
    head[lacking] = np.where(word >= 0, np.append(places(project.gold.words), -1)[word], own.head[lacking])
    return replace(own, head=head)


def word_ranges(gold: Corpus, where: Geometry, rows: np.ndarray, docs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The half-open rows of gold's words in which spans lie. docs : gold's document number of each."""
    at = _line(places(gold.words), gold.words["doc_id"].cat.codes.to_numpy())
    low = np.searchsorted(at, _line(where.first[rows], docs))
    return low, np.searchsorted(at, _line(where.last[rows], docs), side="right")


def highest(gold: Corpus, depth: np.ndarray, where: Geometry, rows: np.ndarray, docs: np.ndarray) -> np.ndarray:
    """For spans the row of gold's word that is highest in the basic tree, the leftmost of several; -1 for no word.

    depth : of gold's words. rows : of the spans in their geometry. docs : gold's document number of each.
    """
    low, high = word_ranges(gold, where, rows, docs)
    order = np.argsort(depth, kind="stable")
    rank = np.empty(len(order) + 1, np.int64)
    rank[order], rank[-1] = np.arange(len(order)), len(order)
    best = np.minimum.reduceat(rank, np.column_stack([low, high]).ravel())[::2] if len(rows) else low
    at = places(gold.words)
    for k in np.flatnonzero(np.isin(rows, list(where.irregular))).tolist():
        inside = np.arange(low[k], high[k])
        inside = inside[np.isin(at[inside], list(where.irregular[int(rows[k])]))]
        best[k] = rank[inside].min(initial=len(order))
    best = np.where(high > low, best, len(order))
    return np.append(order, -1)[best]


def depths(corpus: Corpus) -> np.ndarray:
    """How far below its root each word stands in the basic tree; empty nodes and words without a head come last.

    Pointers are doubled until all have reached a root, so that deep trees cost no more than their logarithm.
    """
    words = corpus.words
    doc, sent = words["doc_id"].cat.codes.to_numpy(), words["sent"].to_numpy()
    n = len(words)
    begins = np.ones(n, bool)
    begins[1:] = (doc[1:] != doc[:-1]) | (sent[1:] != sent[:-1])
    real = np.flatnonzero(~words["is_empty"].to_numpy())
    sentence = np.cumsum(begins)[real]
    first, last = np.searchsorted(sentence, sentence), np.searchsorted(sentence, sentence, side="right")
    head = words["head"].to_numpy()[real].astype(np.int64)
    above = first + head - 1
    parent = np.full(n, n)
    inside = (head > 0) & (above < last)  # what points beyond its sentence counts as a root
    parent[real[inside]] = real[above[inside]]
    parent, steps = np.append(parent, n), np.append((parent < n).astype(np.int64), 0)
    for _ in range(n.bit_length()):
        if (parent == n).all():
            break
        steps += steps[parent]
        parent = parent[parent]
    found = np.full(n, np.iinfo(np.int64).max)
    found[real[head >= 0]] = steps[real[head >= 0]]
    return found
