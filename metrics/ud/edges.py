"""The edges of DEPS between words, read once for each distinct cell."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from loaders.schema import NOTHING

ROOT = -1  # the head of a root
NO_NUMBER = -9
MOST_DIGITS = 9  # of a word's number


@dataclass(frozen=True)
class Edges:
    """word, head : rows (ROOT for the root's edges). label : the relation's number in names.

    bad : words with an edge that names no head, which is left out.
    """

    word: np.ndarray
    head: np.ndarray
    label: np.ndarray
    names: list[str]
    bad: np.ndarray


def read_edges(cells: tuple[np.ndarray, list[str]], number_of: np.ndarray, sentence: np.ndarray) -> Edges:
    """The edges from words or the root to words; those from empty nodes are left out.

    cells : codes of every word's DEPS and the names behind them. number_of : ID of every word.
    """
    codes, names = cells
    labels: dict[str, int] = {}
    read = [_read_cell(name, labels) for name in names]
    counts = np.array([len(cell) for cell in read], np.int64)
    begin = np.cumsum(counts) - counts
    table = np.array([edge for cell in read for edge in cell], np.int64).reshape(-1, 2)
    per_word = counts[codes]
    word = np.repeat(np.arange(len(codes)), per_word)
    at = np.repeat(begin[codes], per_word) + np.arange(len(word)) - np.repeat(np.cumsum(per_word) - per_word, per_word)
    number, label = table[at, 0], table[at, 1]
    head = word + number - number_of[word]
    inside = (number > 0) & (head >= 0) & (head < len(codes))
    inside &= sentence[np.where(inside, head, 0)] == sentence[word]
    good = inside | (number == 0)
    bad = np.unique(word[~good])
    head = np.where(number == 0, ROOT, head)
    return Edges(word[good], head[good], label[good], list(labels), bad)


def _read_cell(cell: str, labels: dict[str, int]) -> list[tuple[int, int]]:
    """The (head number, label number) of a DEPS cell."""
    found = []
    for edge in cell.split("|") if cell != NOTHING else []:
        head, colon, relation = edge.partition(":")
        whole, dot, part = head.partition(".")
        if dot and whole.isdecimal() and part.isdecimal() and colon:
            continue
        number = int(head) if colon and head.isascii() and head.isdecimal() and len(head) <= MOST_DIGITS else NO_NUMBER
        found.append((number, labels.setdefault(relation, len(labels))))
    return found
