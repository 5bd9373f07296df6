"""A sentence's columns side by side: gold's lines and the systems', cell by cell, with what differs from gold.

Values are compared as they are written, except that HEAD and DEPS name words by numbers that shift with the tokens: those
are compared by the words that they name, and FEATS as a set.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from loaders.schema import NOTHING
from metrics.ud.finding import Sentences
from metrics.ud.reading import Node, SentenceTrees, Tree
from metrics.ud.side import Side

CELLS = ("form", "lemma", "upos", "xpos", "feats", "head", "deprel", "deps")
WORD, TOKEN, EMPTY = "word", "token", "empty"


class Cell(NamedTuple):
    """A value as it is written; differs: gold has another one there, or no such line."""

    text: str
    differs: bool


class Line(NamedTuple):
    """One line of a side: who is 0 for gold, k for the k-th system. cells : as CELLS; of a token its form alone.

    lone : of a system, that gold has no such line.
    """

    column: int
    who: int
    kind: str
    id: str
    cells: tuple[Cell, ...]
    lone: bool


def read_columns(sentences: Sentences, trees: SentenceTrees) -> list[Line]:
    """The lines of a sentence, by place, gold's before the systems'; a range stands before its words."""
    sides = [sentences.pairs[0].gold, *(pair.system for pair in sentences.pairs)]
    drawn = [trees.gold, *trees.systems]
    gold = _lines(sides[0], drawn[0], 0, {}, {})
    by_place = {(line.kind, line.column): line for line in gold}
    edges = _edges(drawn[0])
    found = list(gold)
    for who, (side, tree) in enumerate(zip(sides[1:], drawn[1:], strict=True), 1):
        found += _lines(side, tree, who, by_place, edges)
    return sorted(found, key=lambda line: (line.column, line.kind != TOKEN, line.who))


def missing(lines: Sequence[Line], systems: int) -> dict[tuple[str, int], list[int]]:
    """Of gold's lines by kind and column, the systems that have no such line."""
    has = defaultdict(set)
    for line in lines:
        has[line.kind, line.column].add(line.who)
    return {place: [k for k in range(1, systems + 1) if k not in who] for place, who in has.items() if 0 in who}


Place = tuple[str, int]
Edges = dict[int, set[tuple[int, str]]]


def _lines(side: Side, tree: Tree, who: int, gold: Mapping[Place, Line], edges: Edges) -> list[Line]:
    words = side.corpus.words.iloc[[node.row for node in tree.nodes]]
    columns = {name: words[name].tolist() for name in (*CELLS, "word", "minor")}
    ids = [f"{word}.{minor}" if minor else str(word) for word, minor in zip(columns["word"], columns["minor"], strict=True)]
    own = _edges(tree)
    found = [
        _line(
            node,
            (ids[k], who),
            {name: columns[name][k] for name in CELLS},
            gold.get((EMPTY if node.empty else WORD, node.column)),
            own.get(node.column, set()) != edges.get(node.column, set()),
        )
        for k, node in enumerate(tree.nodes)
    ]
    number = {node.column: name for node, name in zip(tree.nodes, ids, strict=True)}
    return found + [_token(token, number, who, gold.get((TOKEN, token[0]))) for token in tree.tokens]


def _line(node: Node, named: tuple[str, int], values: Mapping, gold: Line | None, other_edges: bool) -> Line:
    """A word's or empty node's line beside gold's."""
    name, who = named
    written = {cell: NOTHING if cell == "head" and node.empty else str(value) for cell, value in values.items()}
    lone = who > 0 and gold is None
    there = {} if gold is None else {cell: gold.cells[k].text for k, cell in enumerate(CELLS)}
    differs = {cell: lone or (gold is not None and _normal(cell, written[cell]) != _normal(cell, there[cell])) for cell in CELLS}
    if who and not lone and not node.empty:
        differs["head"] = not node.right_head
    if who and not lone:
        differs["deps"] = other_edges
    kind = EMPTY if node.empty else WORD
    return Line(node.column, who, kind, name, tuple(Cell(written[cell], differs[cell]) for cell in CELLS), lone)


def _normal(cell: str, text: str) -> str | frozenset[str]:
    return frozenset(text.split("|")) if cell == "feats" else text


def _token(token: tuple[int, int, str], number: Mapping[int, str], who: int, gold: Line | None) -> Line:
    """A multiword token's line; gold's is another where it spans other words."""
    first, last, form = token
    name = f"{number[first]}-{number[last]}"
    lone = who > 0 and gold is None
    other = gold is not None and gold.cells[0].text != form
    return Line(first, who, TOKEN, name, (Cell(form, lone or other),), lone)


def _edges(tree: Tree) -> Edges:
    found: Edges = defaultdict(set)
    for edge in tree.edges:
        found[edge.column].add((edge.head, edge.relation))
    return found
