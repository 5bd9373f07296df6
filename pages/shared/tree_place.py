"""Where the page of trees stands: the address says which sentences are looked for and which is shown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from figures.studies import trees
from metrics.ud import reading
from metrics.ud.groupings import GROUPINGS
from pages.shared.reader_place import asked

LENGTHS = {"1-10": (1, 10), "11-20": (11, 20), "21-30": (21, 30), "31-50": (31, 50), "51-": (51, 10**9)}
# Which of a word's readings by two systems, or by one, are looked for: from the rightness in each.
SHOW: dict[str, Callable[..., np.ndarray]] = {
    "a-wrong": lambda a, b: ~a & b,
    "b-wrong": lambda a, b: a & ~b,
    "both-wrong": lambda a, b: ~a & ~b,
    "any-wrong": lambda a, b: ~a | ~b,
}
SHOW_ONE = {"any-wrong": lambda a: ~a}


@dataclass(frozen=True)
class Cell:
    """A cell of a confusion matrix: what is taken for what, by a system's number among the picked ones, None for either."""

    by: str
    gold: str
    predicted: str
    who: int | None


@dataclass(frozen=True)
class Wanted:
    """What is looked for, as the address says; what it says wrongly is left out."""

    show: str
    relation: str
    cell: Cell | None
    length: str
    find: str


def wanted(letters: tuple[str, ...], relations: list[str]) -> Wanted:
    """What the address asks for."""
    shows = SHOW if len(letters) == 2 else SHOW_ONE
    found = {"show": asked("show"), "relation": asked("relation"), "length": asked("length")}
    allowed = {"show": shows, "relation": relations, "length": LENGTHS}
    found = {word: value if value in allowed[word] else "" for word, value in found.items()}
    return Wanted(found["show"], found["relation"], _cell(letters), found["length"], asked("find")[:200])


def _cell(letters: tuple[str, ...]) -> Cell | None:
    by, gold, predicted = asked("by"), asked("gold"), asked("predicted")
    known = by in GROUPINGS or by.startswith(f"{trees.FEATURES}:")
    if not known or "gold" not in _words() or "predicted" not in _words():
        return None
    return Cell(by, gold, predicted, letters.index(asked("who")) if asked("who") in letters else None)


def _words() -> set[str]:
    import streamlit as st

    return set(st.query_params)


def found(sentences: reading.Sentences, query: Wanted) -> tuple[np.ndarray, np.ndarray]:
    """The sentences that are looked for, by number, and the words of gold that answer."""
    words = []
    if query.show:
        words.append((SHOW if len(sentences.right) == 2 else SHOW_ONE)[query.show](*sentences.right))
    if query.relation:
        words.append(of_relation(sentences, query.relation))
    if query.cell:
        words.append(_in_cell(sentences, query.cell))
    lengths = None
    if query.length:
        low, high = LENGTHS[query.length]
        lengths = (sentences.sizes >= low) & (sentences.sizes <= high)
    return reading.matching(sentences, words, lengths=lengths, text=query.find)


def of_relation(sentences: reading.Sentences, relation: str) -> np.ndarray:
    """Which words of gold have a relation, subtypes aside."""
    groups = GROUPINGS["relation"](sentences.pairs[0])
    return groups.gold == (groups.names.index(relation) if relation in groups.names else -1)


def _in_cell(sentences: reading.Sentences, cell: Cell) -> np.ndarray:
    pairs = sentences.pairs if cell.who is None else sentences.pairs[cell.who : cell.who + 1]
    masks = [reading.in_cell(pair, trees.grouping(cell.by), cell.gold, cell.predicted) for pair in pairs]
    return np.any(masks, axis=0)
