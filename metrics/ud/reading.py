"""Trees to be read: gold's and the systems' over common columns.

A column is a place in the sentence: aligned words share one, and so do empty nodes after the same word.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from loaders.schema import NOTHING
from metrics.ud.counts import Pair, same_head
from metrics.ud.finding import Sentences
from metrics.ud.side import ROOT, Side

OUTSIDE = -2  # the head is no word that is shown: the system ends its sentence elsewhere
MOST_COLUMNS = 600


class Node(NamedTuple):
    """A word or empty node at its column; head is a column, ROOT or OUTSIDE.

    The three marks say whether head, relation and UPOS are right: of a system's word, as gold has them; of gold's, in every
    system.
    """

    column: int
    form: str
    upos: str
    head: int
    relation: str
    right_head: bool
    right_relation: bool
    right_upos: bool
    empty: bool
    row: int  # in corpus.words


class Edge(NamedTuple):
    """An enhanced edge between columns; right: gold has it too, or, of gold's, every system has it."""

    head: int
    column: int
    relation: str
    right: bool


@dataclass(frozen=True)
class Tree:
    """One side's reading of a sentence. tokens : the multiword tokens, (first column, last column, form)."""

    nodes: tuple[Node, ...]
    tokens: tuple[tuple[int, int, str], ...]
    edges: tuple[Edge, ...]


@dataclass(frozen=True)
class SentenceTrees:
    """A sentence of gold. words : gold's rows. columns : how many there are; cut : how many were left out for length."""

    name: str
    text: str
    words: np.ndarray
    columns: int
    cut: int
    gold: Tree
    systems: tuple[Tree, ...]

    @property
    def has_enhanced(self) -> bool:
        """Whether any side has edges of an enhanced graph."""
        return any(tree.edges for tree in (self.gold, *self.systems))


def read_trees(sentences: Sentences, number: int) -> SentenceTrees:
    """The trees of one sentence of gold and of all that the systems have in its place."""
    gold = sentences.pairs[0].gold
    words = np.flatnonzero(gold.words.sentence == number)
    places = [_places(gold, words, {int(w): (int(w), 0, 0) for w in words})]
    rows = [words]
    for pair in sentences.pairs:
        theirs = np.flatnonzero(pair.system_sentences() == number)
        rows.append(theirs)
        places.append(_places(pair.system, theirs, _keys(pair, theirs, int(words[0]) - 1)))
    order = sorted({key for place in places for key in place.values()})
    column = {key: k for k, key in enumerate(order[:MOST_COLUMNS])}
    columns = [{row: column[key] for row, key in place.items() if key in column} for place in places]
    trees = [_system_tree(pair, theirs, at) for pair, theirs, at in zip(sentences.pairs, rows[1:], columns[1:], strict=True)]
    ours = _gold_tree(sentences.pairs, words, columns[0], trees)
    trees = [_with_right_edges(tree, ours) for tree in trees]
    cut = len(order) - len(column)
    return SentenceTrees(sentences.names[number], sentences.texts[number], words, len(column), cut, ours, tuple(trees))


Key = tuple[int, ...]


def _keys(pair: Pair, rows: np.ndarray, before: int) -> dict[int, Key]:
    """Where each word of a system stands among gold's: at its counterpart, or after that of the last word that has one."""
    found, last, after = {}, before, 0
    for row in rows.tolist():
        counterpart = int(pair.aligned.to_gold[row])
        if counterpart >= 0:
            last, after = counterpart, 0
            found[row] = (last, 0, 0)
        else:
            found[row] = (last, 1, after)
            after += 1
    return found


def _places(side: Side, rows: np.ndarray, keys: dict[int, Key]) -> dict[int, Key]:
    """The keys of all rows of corpus.words: of the words, and of the empty nodes after them."""
    place = {int(side.row[row]): (*keys[int(row)], 0) for row in rows}
    if not place:
        return place
    words = side.corpus.words
    same = words["doc_id"].cat.codes.to_numpy(), words["sent"].to_numpy()
    empty, minor = words["is_empty"].to_numpy(), words["minor"].to_numpy()
    begin, end = min(place), max(place) + 1
    while begin and empty[begin - 1] and all(c[begin - 1] == c[begin] for c in same):
        begin -= 1
    while end < len(empty) and empty[end] and all(c[end] == c[end - 1] for c in same):
        end += 1
    last: Key = (*next(iter(keys.values())), 0)
    last = (last[0] - 1, *last[1:])
    for row in range(begin, end):
        if row in place:
            last = place[row]
        elif empty[row]:
            place[row] = (*last[:3], int(minor[row]) or 1)
    return place


def _system_tree(pair: Pair, rows: np.ndarray, column: dict[int, int]) -> Tree:
    side, g, s = pair.system, pair.aligned.gold, pair.aligned.system
    head, relation, upos = (np.zeros(len(side.words), bool) for _ in range(3))
    head[s] = same_head(pair)
    relation[s] = pair.ours.deprel[g] == pair.theirs.deprel[s]
    upos[s] = pair.ours.upos[g] == pair.theirs.upos[s]
    return _tree(side, rows, column, (head, relation, upos))


def _gold_tree(pairs: Sequence[Pair], rows: np.ndarray, column: dict[int, int], systems: Sequence[Tree]) -> Tree:
    """Gold's tree, with what every system has right."""
    side = pairs[0].gold
    marks = np.ones((3, len(side.words)), bool)
    for pair in pairs:
        g, s = pair.aligned.gold, pair.aligned.system
        right = np.zeros_like(marks)
        right[0, g] = same_head(pair)
        right[1, g] = pair.ours.deprel[g] == pair.theirs.deprel[s]
        right[2, g] = pair.ours.upos[g] == pair.theirs.upos[s]
        marks &= right
    tree = _tree(side, rows, column, tuple(marks))
    common = [{(e.head, e.column, e.relation) for e in system.edges} for system in systems]
    edges = tuple(e._replace(right=all((e.head, e.column, e.relation) in other for other in common)) for e in tree.edges)
    return Tree(tree.nodes, tree.tokens, edges)


def _with_right_edges(tree: Tree, gold: Tree) -> Tree:
    ours = {(e.head, e.column, e.relation) for e in gold.edges}
    edges = tuple(e._replace(right=(e.head, e.column, e.relation) in ours) for e in tree.edges)
    return Tree(tree.nodes, tree.tokens, edges)


def _tree(side: Side, rows: np.ndarray, column: dict[int, int], marks: tuple[np.ndarray, ...]) -> Tree:
    words = side.corpus.words.iloc[sorted(column)]
    word_of = {int(side.row[row]): int(row) for row in rows}
    nodes = []
    for at, form, upos, relation in zip(sorted(column), words["form"], words["upos"], words["deprel"], strict=True):
        row = word_of.get(at)
        if row is None:
            nodes.append(Node(column[at], form, upos, OUTSIDE, "", True, True, True, True, at))
            continue
        head = int(side.head[row])
        where = ROOT if head == ROOT else column.get(int(side.row[head]), OUTSIDE)
        nodes.append(Node(column[at], form, upos, where, relation, *(bool(mark[row]) for mark in marks), False, at))
    return Tree(
        tuple(nodes), _tokens(side, [r for r in rows.tolist() if int(side.row[r]) in column], column), _edges(side, column)
    )


def _tokens(side: Side, rows: Sequence[int], column: dict[int, int]) -> tuple[tuple[int, int, str], ...]:
    codes, names = side.names("token")
    spans: dict[int, list[int]] = {}
    for row in rows:
        if side.multiword[row]:
            spans.setdefault(int(side.token[row]), []).append(row)
    return tuple(
        (column[int(side.row[held[0]])], column[int(side.row[held[-1]])], names[codes[held[0]]]) for held in spans.values()
    )


def _edges(side: Side, column: dict[int, int]) -> tuple[Edge, ...]:
    """The edges of DEPS whose ends are shown, those from the root too."""
    words = side.corpus.words.iloc[sorted(column)]
    place = zip(words["doc_id"].cat.codes, words["sent"], words["word"], words["minor"], strict=True)
    keys = [(int(doc), int(sent), int(word), int(minor)) for doc, sent, word, minor in place]
    at = {key: column[row] for key, row in zip(keys, sorted(column), strict=True)}
    found = []
    for key, cell in zip(keys, words["deps"], strict=True):
        for edge in cell.split("|") if cell != NOTHING else []:
            head, _, relation = edge.partition(":")
            where = ROOT if head == "0" else at.get((*key[:2], *_number(head)))
            if where is not None:
                found.append(Edge(where, at[key], relation, True))
    return tuple(found)


def _number(text: str) -> tuple[int, int]:
    whole, _, part = text.partition(".")
    numbers = [int(t) if t.isascii() and t.isdecimal() and len(t) < 10 else -1 for t in (whole, part or "0")]
    return numbers[0], numbers[1]
