"""Enhanced graphs: the edges of DEPS between words, compared one to one.

Bouma et al. (2020), section 4.2: ELAS compares the whole relation, EULAS its universal part.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from loaders.errors import FormatError
from loaders.schema import NOTHING
from metrics.ud.align import Aligned
from metrics.ud.layers import universal_relation
from metrics.ud.side import ROOT, Side

NO_NUMBER = -9


@dataclass(frozen=True)
class Edges:
    """word, head : rows (ROOT for the root's edges). label : the relation's number in names. bad : edges that name no head."""

    word: np.ndarray
    head: np.ndarray
    label: np.ndarray
    names: list[str]
    bad: np.ndarray


def universal_path(relation: str) -> str:
    """Each step of a path up to its first colon: conj:en>obl:voor is conj>obl."""
    return ">".join(universal_relation(step) for step in relation.split(">"))


def read_edges(side: Side) -> Edges:
    """The edges from words or the root to words; those from empty nodes are left out. Each distinct cell is read once."""
    codes, names = side.names("deps")
    labels: dict[str, int] = {}
    cells = [_read_cell(name, labels) for name in names]
    counts = np.array([len(cell) for cell in cells], np.int64)
    begin = np.cumsum(counts) - counts
    table = np.array([edge for cell in cells for edge in cell], np.int64).reshape(-1, 2)
    per_word = counts[codes]
    word = np.repeat(np.arange(len(codes)), per_word)
    at = np.repeat(begin[codes], per_word) + np.arange(len(word)) - np.repeat(np.cumsum(per_word) - per_word, per_word)
    number, label = table[at, 0], table[at, 1]
    head = word + number - side.corpus.words["word"].to_numpy()[side.row][word]
    inside = (number > 0) & (head >= 0) & (head < len(codes))
    inside &= side.words.sentence[np.where(inside, head, 0)] == side.words.sentence[word]
    bad = np.unique(word[~inside & (number != 0)])
    return Edges(word, np.where(number == 0, ROOT, head), label, list(labels), bad)


def _read_cell(cell: str, labels: dict[str, int]) -> list[tuple[int, int]]:
    """The (head number, label number) of a DEPS cell."""
    found = []
    for edge in cell.split("|") if cell != NOTHING else []:
        head, colon, relation = edge.partition(":")
        whole, dot, part = head.partition(".")
        if dot and whole.isdecimal() and part.isdecimal() and colon:
            continue
        number = int(head) if colon and head.isascii() and head.isdecimal() else NO_NUMBER
        found.append((number, labels.setdefault(relation, len(labels))))
    return found


def bad_edge(side: Side, row: int) -> FormatError:
    """The error of a word whose DEPS names no head."""
    words = side.corpus.words.iloc[side.row[row]]
    file = side.corpus.documents["file"].iloc[side.corpus.words["doc_id"].cat.codes.iloc[side.row[row]]]
    remedy = "DEPS holds edges head:relation, joined by |, whose heads are 0 or words of the sentence."
    return FormatError(file, int(words["line"]), "an enhanced edge without a head in its sentence", remedy, shown=words["deps"])


def common_edges(gold: Edges, system: Edges, aligned: Aligned, normal: Callable[[str], str]) -> np.ndarray:
    """For each gold word, how many of its edges its counterpart has too: the same head, aligned, and the same label.

    Edges match one to one: of equal ones as many as both sides have.
    """
    number: dict[str, int] = {}
    ours = np.array([number.setdefault(normal(name), len(number)) for name in gold.names], np.int64)
    theirs = np.array([number.setdefault(normal(name), len(number)) for name in system.names], np.int64)
    to_gold = np.append(aligned.to_gold, ROOT)  # index -1, ROOT, is the root itself
    word, head = to_gold[system.word], to_gold[system.head]
    known = (word >= 0) & ((system.head == ROOT) | (head >= 0)) if len(system.word) else np.zeros(0, bool)
    n, width = len(aligned.to_system), max(len(number), 1)
    keys = (gold.word * (n + 1) + gold.head + 1) * width + (ours[gold.label] if len(gold.label) else 0)
    other = (word[known] * (n + 1) + head[known] + 1) * width + (theirs[system.label[known]] if known.any() else 0)
    (key, count), (other_key, other_count) = (np.unique(k, return_counts=True) for k in (keys, other))
    shared, at, other_at = np.intersect1d(key, other_key, assume_unique=True, return_indices=True)
    return np.bincount(shared // width // (n + 1), np.minimum(count[at], other_count[other_at]), n)
