"""Where the page of trees stands: the address says which sentences are looked for and which is shown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from figures.studies import trees
from metrics.ud import finding
from metrics.ud.groupings import GROUPINGS, WORD_METRICS
from pages.shared.reader_place import asked

LENGTHS = {"1-10": (1, 10), "11-20": (11, 20), "21-30": (21, 30), "31-50": (31, 50), "51-": (51, 10**9)}
# Which of a word's readings by two systems, or by one, are looked for: from the rightness in each.
SHOW: dict[str, Callable[..., np.ndarray]] = {
    "a-wrong": lambda a, b: ~a & b,
    "b-wrong": lambda a, b: a & ~b,
    "both-wrong": lambda a, b: ~a & ~b,
    "any-wrong": lambda a, b: ~a | ~b,
    "of-a": lambda a, b: ~a,  # noqa: ARG005
    "of-b": lambda a, b: ~b,  # noqa: ARG005
}
METRICS = ("LAS", *(name for name in WORD_METRICS if name != "LAS"), "Words")  # by which a word is right or wrong
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
    """What is looked for, as the address says; what it says wrongly is left out.

    metric : by which words are wrong, "" for LAS, or feature:NAME. group : the grouping and the group of gold's words.
    """

    show: str
    metric: str
    relation: str
    group: tuple[str, str] | None
    cell: Cell | None
    length: str
    find: str


def wanted(chosen: trees.TreeSelection, relations: list[str]) -> Wanted:
    """What the address asks for."""
    letters = chosen.systems.letters
    shows = SHOW if len(letters) == 2 else SHOW_ONE
    found = {"show": asked("show"), "relation": asked("relation"), "length": asked("length")}
    allowed = {"show": shows, "relation": relations, "length": LENGTHS}
    found = {word: value if value in allowed[word] else "" for word, value in found.items()}
    cell, metric = _cell(letters), asked("metric")
    metric = metric if metric in METRICS[1:] or _is_feature(metric) else ""
    by, group = asked("by"), asked("group")
    group = (by, group) if group and cell is None and trees.grouping_of(chosen, by) else None
    return Wanted(found["show"], metric, found["relation"], group, cell, found["length"], asked("find")[:200])


def _is_feature(name: str) -> bool:
    return name.startswith(f"{trees.FEATURES}:") and name != f"{trees.FEATURES}:"


def _cell(letters: tuple[str, ...]) -> Cell | None:
    by, gold, predicted = asked("by"), asked("gold"), asked("predicted")
    known = by in GROUPINGS or _is_feature(by)
    if not known or "gold" not in _words() or "predicted" not in _words():
        return None
    return Cell(by, gold, predicted, letters.index(asked("who")) if asked("who") in letters else None)


def _words() -> set[str]:
    import streamlit as st

    return set(st.query_params)


def found(chosen: trees.TreeSelection, query: Wanted) -> tuple[np.ndarray, np.ndarray]:
    """The sentences that are looked for, by number, and the words of gold that answer."""
    sentences, words = trees.sentences(chosen), []
    if query.show:
        words.append((SHOW if len(sentences.right) == 2 else SHOW_ONE)[query.show](*right(sentences, query.metric)))
    if query.group:
        by, group = query.group
        words.append(finding.in_group(sentences.pairs[0], trees.grouping_of(chosen, by), group))
    if query.relation:
        words.append(of_relation(sentences, query.relation))
    if query.cell:
        words.append(_in_cell(sentences, query.cell))
    lengths = None
    if query.length:
        low, high = LENGTHS[query.length]
        lengths = (sentences.sizes >= low) & (sentences.sizes <= high)
    return finding.matching(sentences, words, lengths=lengths, text=query.find)


def right(sentences: finding.Sentences, metric: str) -> tuple[np.ndarray, ...]:
    """Which of gold's words each system has right by a metric; "" for LAS."""
    if not metric:
        return sentences.right
    if _is_feature(metric):
        return tuple(finding.right_group(pair, trees.grouping(metric)) for pair in sentences.pairs)
    return tuple(finding.right_by(pair, metric) for pair in sentences.pairs)


def of_relation(sentences: finding.Sentences, relation: str) -> np.ndarray:
    """Which words of gold have a relation, subtypes aside."""
    return finding.in_group(sentences.pairs[0], GROUPINGS["relation"], relation)


def _in_cell(sentences: finding.Sentences, cell: Cell) -> np.ndarray:
    pairs = sentences.pairs if cell.who is None else sentences.pairs[cell.who : cell.who + 1]
    masks = [finding.in_cell(pair, trees.grouping(cell.by), cell.gold, cell.predicted) for pair in pairs]
    return np.any(masks, axis=0)
