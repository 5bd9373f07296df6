"""Where the spans of a corpus lie, in places that two corpora share whatever their empty nodes (loaders.places.places)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from loaders.build import starts_of
from loaders.places import places
from loaders.schema import Corpus

STEP = 10  # a real word's place is 1024 times its number
MOST_PAIRS = 10_000_000  # of candidates; a corpus has a few for each mention, brackets nested by the thousand have millions
MOST_WORDS = 20_000_000  # in all spans that are no runs of words, whose words are kept one by one


class TooMuchError(ValueError):
    """More candidate pairs, or more words in mentions, than memory and time allow; the text says which."""


@dataclass(frozen=True)
class Geometry:
    """One entry for each span of a corpus.

    first, last : places of its first and last word. size : its number of words. head : place of its head, -1 unknown.
    is_zero : its head is an empty node. irregular : for spans that are no unbroken run of real words, the set of
    their places, by row.
    """

    first: np.ndarray
    last: np.ndarray
    size: np.ndarray
    head: np.ndarray
    is_zero: np.ndarray
    irregular: dict[int, frozenset[int]]


def geometry(corpus: Corpus) -> Geometry:
    """The geometry of a corpus's spans; positions count as real words where the corpus has no words of its own."""
    spans = corpus.spans
    start, end, head = (spans[c].to_numpy().astype(np.int64) for c in ("start", "end", "head"))
    if not (corpus.words["is_empty"].any() or len(corpus.parts)):
        first, last = (start + 1) << STEP, end << STEP
        heads = np.where(head >= 0, (head + 1) << STEP, -1)
        return Geometry(first, last, end - start, heads, spans["is_zero"].to_numpy(), {})
    at = places(corpus.words)
    base = starts_of(corpus.words["doc_id"].cat.codes.to_numpy(), len(corpus.documents))[spans["doc_id"].cat.codes.to_numpy()]
    first, last = at[base + start], at[base + end - 1]
    heads = np.where(head >= 0, at[np.minimum(base + np.maximum(head, 0), len(at) - 1)], -1)
    irregular = _irregular(corpus, base, at)
    size = (last >> STEP) - (first >> STEP) + 1
    for row, words in irregular.items():
        size[row] = len(words)
    return Geometry(first, last, size, heads, spans["is_zero"].to_numpy(), irregular)


def _irregular(corpus: Corpus, base: np.ndarray, at: np.ndarray) -> dict[int, frozenset[int]]:
    spans = corpus.spans
    _check_words(spans)
    parts = {row: list(zip(rows["start"], rows["end"], strict=True)) for row, rows in corpus.parts.groupby("span_id")}
    found = {}
    for row in np.flatnonzero(spans["extent"].to_numpy() < 0).tolist():
        pieces = parts.get(row) or [(spans["start"].iloc[row], spans["end"].iloc[row])]
        found[row] = frozenset(p for s, e in pieces for p in at[base[row] + s : base[row] + e].tolist())
    return found


def _check_words(spans: pd.DataFrame) -> None:
    odd = spans["extent"].to_numpy() < 0
    if (spans["end"].to_numpy()[odd].astype(np.int64) - spans["start"].to_numpy()[odd]).sum() > MOST_WORDS:
        raise TooMuchError(f"mentions with gaps or empty nodes that stretch over more than {MOST_WORDS:,} words in all")


def shared_words(one: Geometry, rows: np.ndarray, other: Geometry, other_rows: np.ndarray) -> np.ndarray:
    """The number of words that pairs of spans share; rows and other_rows name the spans pair by pair."""
    low = np.maximum(one.first[rows], other.first[other_rows]) >> STEP
    high = np.minimum(one.last[rows], other.last[other_rows]) >> STEP
    shared = np.maximum(high - low + 1, 0)
    if one.irregular or other.irregular:
        odd = np.isin(rows, list(one.irregular)) | np.isin(other_rows, list(other.irregular))
        for k in np.flatnonzero(odd).tolist():
            shared[k] = _shared(one, int(rows[k]), other, int(other_rows[k]))
    return shared


def _shared(one: Geometry, row: int, other: Geometry, other_row: int) -> int:
    words, others = one.irregular.get(row), other.irregular.get(other_row)
    if words is not None and others is not None:
        return len(words & others)
    if words is None:
        return _shared(other, other_row, one, row)
    low, high = other.first[other_row], other.last[other_row]
    return sum(low <= place <= high and place & 1023 == 0 for place in words)


def touching(one: Geometry, rows: np.ndarray, doc: np.ndarray, other: Geometry, other_rows: np.ndarray, other_doc: np.ndarray):
    """Index pairs of all spans of two sides whose hulls overlap, as two arrays into rows and other_rows.

    Of two overlapping ranges, either the second begins within the first, or the first begins after the second's
    start and within it: two binary searches find all pairs without looking at others.
    """
    first, last = _line(one.first[rows], doc), _line(one.last[rows], doc)
    other_first, other_last = _line(other.first[other_rows], other_doc), _line(other.last[other_rows], other_doc)
    order, other_order = np.argsort(first, kind="stable"), np.argsort(other_first, kind="stable")
    a, b = _ranges(
        np.searchsorted(other_first[other_order], first), np.searchsorted(other_first[other_order], last, side="right")
    )
    d, c = _ranges(
        np.searchsorted(first[order], other_first, side="right"), np.searchsorted(first[order], other_last, side="right")
    )
    return np.concatenate([a, order[c]]), np.concatenate([other_order[b], d])


def _line(place: np.ndarray, doc: np.ndarray) -> np.ndarray:
    """Places of all documents on one line."""
    return (doc.astype(np.int64) << 42) + place


def _ranges(low: np.ndarray, high: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """For ranges low[k] to high[k], each k repeated and the members of its range; TooMuchError above MOST_PAIRS."""
    count = np.maximum(high - low, 0)
    if count.sum() > MOST_PAIRS:
        raise TooMuchError(f"mentions that lie over each other in more than {MOST_PAIRS:,} pairs")
    owner = np.repeat(np.arange(len(low)), count)
    begin = np.cumsum(count) - count
    return owner, np.arange(len(owner)) - np.repeat(begin - low, count)
