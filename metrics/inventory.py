"""What a corpus holds: the numbers by which a user recognises a file, and oddities of its mentions."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from loaders.schema import Corpus
from metrics.mentions import read_mentions


@dataclass(frozen=True)
class Inventory:
    """Numbers of a corpus. words : without empty nodes. mentions, entities, singletons : without repeats.

    repeats : mentions dropped because an earlier one has the same words. nested : mentions inside another one.
    crossing : pairs of mentions that overlap without one lying in the other. discontinuous, zeros : mentions.
    """

    documents: int
    sentences: int
    words: int
    mentions: int
    entities: int
    singletons: int
    repeats: int
    nested: int
    crossing: int
    discontinuous: int
    zeros: int


def inventory(corpus: Corpus) -> Inventory:
    """The numbers of one corpus, each document counted by itself."""
    mentions, repeats = read_mentions(corpus)
    sizes = mentions.sizes() if len(mentions) else np.zeros(0, np.int64)
    spans = corpus.spans.iloc[mentions.row]
    start, end = _on_one_line(mentions.doc, spans["start"].to_numpy(np.int64), spans["end"].to_numpy(np.int64))
    return Inventory(
        documents=len(corpus.documents),
        sentences=int(corpus.documents["n_sentences"].sum()),
        words=int(corpus.documents["n_words"].sum()),
        mentions=len(mentions),
        entities=len(sizes),
        singletons=int((sizes == 1).sum()),
        repeats=len(repeats),
        nested=count_nested(start, end),
        crossing=count_crossing(start, end),
        discontinuous=int(np.isin(spans["span_id"], corpus.parts["span_id"]).sum()),
        zeros=int(spans["is_zero"].sum()),
    )


def _on_one_line(doc: np.ndarray, start: np.ndarray, end: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Ranges of all documents set one document after the other, sorted by start, the longest first."""
    begin = doc.astype(np.int64) * (int(end.max()) + 1 if len(end) else 1)
    order = np.lexsort((-end, begin + start))
    return (begin + start)[order], (begin + end)[order]


def count_nested(start: np.ndarray, end: np.ndarray) -> int:
    """How many ranges lie inside another one. Sorted by start, the longest first."""
    if not len(start):
        return 0
    furthest = np.maximum.accumulate(end)
    return int((furthest[:-1] >= end[1:]).sum())


def count_crossing(start: np.ndarray, end: np.ndarray) -> int:
    """How many pairs of ranges overlap without one lying inside the other: overlapping pairs less nested pairs."""
    later = np.searchsorted(start, end, "left") - np.arange(len(start)) - 1
    return int(later.sum()) - _nested_pairs(end)


def _nested_pairs(end: np.ndarray) -> int:
    """Pairs of which the later range does not end after the earlier one.

    By halves, as merge sort counts inversions: of each block of twice the width, the pairs across its middle.
    """
    number, pairs, width = np.arange(len(end)), 0, 1
    while width < len(end):
        block, is_right = number // (2 * width), (number // width) % 2
        order = np.lexsort((is_right, -end, block))
        left = np.cumsum(1 - is_right[order])
        begins = np.searchsorted(block[order], block[order])
        before = np.where(begins > 0, left[begins - 1], 0)
        pairs += int((left - before)[is_right[order] == 1].sum())
        width *= 2
    return pairs
