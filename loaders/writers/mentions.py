"""The mentions of a corpus as a format writes them: each stretch of words once, none that its brackets would tell wrongly."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from loaders.build import starts_of
from loaders.schema import NOTHING, Corpus

BREAKS = re.compile(r"[\t\n\r\0]+")
BLANK = "_"  # what stands for a word without any character


@dataclass(frozen=True)
class Mention:
    """One mention: words start to end of its document as they are written; entity -1 for a labelled span. head : -1 unknown.

    parts : the runs of a discontinuous mention, () for others.
    """

    start: int
    end: int
    entity: int
    label: str
    head: int
    parts: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class Settled:
    """A corpus to be written.

    names : of its documents, without line ends. forms : of all words, the same. rows : of each document's words in the
    frame, those that are written. mentions : of each document, in the order in which they were read. left_out : how many
    mentions are not written, by why. changed : how many forms, and names of documents, had to be changed.
    """

    corpus: Corpus
    names: Sequence[str]
    rows: Sequence[np.ndarray]
    forms: Sequence[str]
    mentions: Sequence[Sequence[Mention]]
    left_out: Mapping[str, int]
    changed: int


def settle(corpus: Corpus, *, empty: bool) -> Settled:
    """The words and mentions that are written. empty : with empty nodes and in parts; else over real words, parts joined."""
    words = corpus.words
    bounds = starts_of(words["doc_id"].cat.codes.to_numpy(), len(corpus.documents))
    real = ~words["is_empty"].to_numpy()
    before = np.concatenate([[0], np.cumsum(real | empty)])
    rows = [np.flatnonzero(real[s:e] | empty) + s for s, e in pairwise(bounds.tolist())]
    given = words["form"].tolist()
    forms = [_one_line(form) for form in given]
    left_out: Counter[str] = Counter()
    found = [_kept(mentions, left_out) for mentions in _read(corpus, bounds, before, parts=empty)]
    ids = corpus.documents["doc_id"].tolist()
    names = [_one_line(name).strip() for name in ids]
    changed = sum(a != b for a, b in zip([*given, *ids], [*forms, *names], strict=True))
    return Settled(corpus, names, rows, forms, found, left_out, changed)


def _one_line(text: str) -> str:
    """A text that can stand in a column or a comment: no tabs, no line ends, not blank."""
    plain = BREAKS.sub(" ", text)
    return plain if plain.strip() else BLANK


def _read(corpus: Corpus, bounds: np.ndarray, before: np.ndarray, *, parts: bool) -> list[list[Mention]]:
    """All mentions by document. before : how many words are written before each row."""
    spans = corpus.spans
    runs: dict[int, list[tuple[int, int]]] = defaultdict(list)
    if parts:
        for span, start, end in corpus.parts[["span_id", "start", "end"]].itertuples(index=False):
            runs[span].append((start, end))
    doc = spans["doc_id"].cat.codes.to_numpy()
    sizes = np.diff(bounds)[doc]
    columns = [spans[name].to_numpy().astype(np.int64) for name in ("start", "end", "head")]
    start, end, head = (
        np.where(sizes == 0, at, before[np.minimum(bounds[doc] + np.maximum(at, 0), len(before) - 1)] - before[bounds[doc]])
        for at in columns
    )
    head = np.where(columns[2] < 0, -1, head)
    found: list[list[Mention]] = [[] for _ in range(len(corpus.documents))]
    rows = zip(doc.tolist(), start.tolist(), end.tolist(), spans["entity"].tolist(), spans["label"], head.tolist(), strict=True)
    for row, (k, s, e, entity, label, h) in enumerate(rows):
        found[k].append(Mention(s, e, entity, label, h, tuple(runs.get(row, ()))))
    return found


def _kept(mentions: Sequence[Mention], left_out: Counter[str]) -> list[Mention]:
    """The mentions that can be told from each other by brackets; the others are counted."""
    kept, seen = [], set()
    for mention in mentions:
        where = mention.start, mention.end, mention.parts, mention.entity < 0 and mention.label
        if mention.start >= mention.end:
            left_out["zeros"] += 1
        elif where in seen:
            left_out["repeats"] += 1
        else:
            seen.add(where)
            kept.append(mention)
    crossing = _crossing(kept)
    left_out["crossing"] += len(crossing)
    return [mention for k, mention in enumerate(kept) if k not in crossing]


def _crossing(mentions: Sequence[Mention]) -> set[int]:
    """Mentions that cross an earlier one of their entity by more than a word: brackets would pair otherwise.

    Labelled spans are bracketed by one sign for all, so that no two of them may cross; discontinuous mentions of one entity
    and as many parts may not even be nested.
    """
    open_ends: dict[tuple[int, int], list[int]] = defaultdict(list)
    found = set()
    for k in sorted(range(len(mentions)), key=lambda k: (mentions[k].start, -mentions[k].end)):
        mention = mentions[k]
        ends, touch = open_ends[mention.entity, len(mention.parts)], mention.entity >= 0 and not mention.parts
        while ends and ends[-1] - touch <= mention.start:
            ends.pop()
        if ends and (mention.end > ends[-1] or mention.parts):
            found.add(k)
        else:
            ends.append(mention.end)
    return found


def has(values: Sequence[str]) -> bool:
    """Whether a column says anything."""
    return any(value not in ("", NOTHING) for value in values)
