"""Groups of spans: by label, length, document, and whether the words were seen in training."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import pandas as pd

from loaders.schema import Corpus
from metrics.spans.sides import SpanSide, SpanSides

LENGTHS = (2, 3, 4, 6, 11)
LENGTH_NAMES = ("1 word", "2 words", "3 words", "4–5 words", "6–10 words", "11 words and more")


class SpanGroups(NamedTuple):
    """names : of the groups in order. gold, systems : the group of every span of each side."""

    names: tuple[str, ...]
    gold: np.ndarray
    systems: tuple[np.ndarray, ...]


def by_label(sides: SpanSides) -> SpanGroups:
    """Groups by label."""
    return SpanGroups(sides.labels, sides.gold.label, tuple(side.label for side in sides.systems))


def by_length(sides: SpanSides) -> SpanGroups:
    """Groups by number of words, each side's own."""
    return _of_sides(sides, LENGTH_NAMES, lambda side: np.searchsorted(LENGTHS, side.size(), side="right"))


def by_document(sides: SpanSides) -> SpanGroups:
    """Groups by document."""
    return _of_sides(sides, tuple(sides.project.gold.documents["doc_id"]), lambda side: side.doc)


def seen_surfaces(training: Corpus) -> Callable[[SpanSides], SpanGroups]:
    """Groups by whether the training corpus has a labelled span of the same words (as written): seen, or not."""

    known = set(_texts(training, training.spans.index.to_numpy()))

    def of(sides: SpanSides) -> SpanGroups:
        gold = sides.project.gold

        def group(side: SpanSide) -> np.ndarray:
            return np.array([text not in known for text in _texts_of(gold, side)], np.int64)

        return _of_sides(sides, ("seen in training", "not seen in training"), group)

    return of


GROUPINGS: dict[str, Callable[[SpanSides], SpanGroups]] = {"label": by_label, "length": by_length, "document": by_document}


def in_group(sides: SpanSides, errors: pd.DataFrame, groups: SpanGroups, name: str) -> np.ndarray:
    """Which errors are of a group, by gold's span or a predicted one. errors : of shared.shared_errors()."""
    code, found = groups.names.index(name) if name in groups.names else -1, np.zeros(len(errors), bool)
    parts = [(sides.gold, groups.gold, "gold_row")]
    parts += [(side, of, f"row_{k}") for k, (side, of) in enumerate(zip(sides.systems, groups.systems, strict=True))]
    for side, of, column in parts:
        found |= errors[column].isin(side.row[of == code]).to_numpy(bool) & (errors[column] >= 0).to_numpy(bool)
    return found


def _of_sides(sides: SpanSides, names: tuple[str, ...], group: Callable[[SpanSide], np.ndarray]) -> SpanGroups:
    return SpanGroups(names, group(sides.gold), tuple(group(side) for side in sides.systems))


def _texts_of(gold: Corpus, side: SpanSide) -> list[tuple[str, ...]]:
    """The words of spans as gold writes them, by their hulls."""
    first, last = side.ends()
    return _between(gold, side.doc, first - 1, last)


def _texts(corpus: Corpus, rows: np.ndarray) -> list[tuple[str, ...]]:
    """The words of a corpus's own spans, by their hulls; empty nodes count as words here, gold has none in span files."""
    spans = corpus.spans
    doc = spans["doc_id"].cat.codes.to_numpy()[rows]
    return _between(corpus, doc, spans["start"].to_numpy()[rows], spans["end"].to_numpy()[rows])


def _between(corpus: Corpus, doc: np.ndarray, start: np.ndarray, end: np.ndarray) -> list[tuple[str, ...]]:
    words = corpus.words.loc[~corpus.words["is_empty"]]
    forms = words["form"].tolist()
    begin = np.searchsorted(words["doc_id"].cat.codes.to_numpy(), np.arange(len(corpus.documents)))[doc]
    return [tuple(forms[s:e]) for s, e in zip((begin + start).tolist(), (begin + end).tolist(), strict=True)]
