"""A document cut into rows, a sentence each, and rows into pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from metrics.reading import Reading

ROW = 200  # words; longer sentences are cut, for formats that know no sentences
PAGE_ROWS, PAGE_WORDS = 150, 6000


@dataclass(frozen=True)
class Row:
    """Words start to end in one row; sentence : its number from 1, 0 where a long sentence goes on."""

    start: int
    end: int
    sentence: int


def rows(reading: Reading) -> list[Row]:
    """The rows of a document: its sentences, long ones cut."""
    sent = reading.words["sent"].to_numpy()
    if not len(sent):
        return []
    begin = np.flatnonzero(np.diff(sent, prepend=sent[0] - 1)).tolist()
    return [
        Row(start, min(start + ROW, e), int(sent[s]) + 1 if start == s else 0)
        for s, e in zip(begin, [*begin[1:], len(sent)], strict=True)
        for start in range(s, e, ROW)
    ]


def pages(of_rows: Sequence[Row]) -> list[tuple[int, int]]:
    """Pages of at most PAGE_ROWS rows and PAGE_WORDS words, as ranges of rows; one at least."""
    found, first = [], 0
    for k, row in enumerate(of_rows):
        if k > first and (k - first == PAGE_ROWS or row.end - of_rows[first].start > PAGE_WORDS):
            found.append((first, k))
            first = k
    return [*found, (first, len(of_rows))]


def page_of(word: int, of_rows: Sequence[Row], of_pages: Sequence[tuple[int, int]]) -> int:
    """The number of the page on which a word stands, from 0."""
    return next((k for k, (_, last) in enumerate(of_pages) if last and word < of_rows[last - 1].end), 0)
