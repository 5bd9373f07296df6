"""From words to labelled spans: windows that a model can read, batches of like length, tags to spans.

Nothing here knows a library: a tagger is anything with what Tagger names. Positions count a document's real words: empty
nodes, which the loaders' positions count, are left out.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from loaders import Corpus

OUTSIDE = "O"
PREFIXED = re.compile(r"([BIESLU])(?:-(.+))?", re.DOTALL)  # of IOB, IOB2, IOBES and BILOU, with a label or bare
UNNAMED = "_"  # the label of bare tags
STARTS, ENDS = "BSU", "ESLU"
GROUP_WORDS = 8_192  # words read before their windows are sorted by length and their documents written

Say = Callable[[str], None]


class Tagger(Protocol):
    """What a model has to do. labels : its tags; limit : the pieces of words that one window may have."""

    labels: tuple[str, ...]
    limit: int

    def pieces(self, sentences: Sequence[list[str]]) -> list[list[int]]:
        """The number of pieces of each word of each sentence."""

    def tags(self, windows: Sequence[list[str]]) -> list[list[str]]:
        """The tag of each word of each window."""


@dataclass(frozen=True)
class Document:
    """A document's real words, cut into sentences."""

    doc_id: str
    sentences: tuple[list[str], ...]

    @property
    def tokens(self) -> list[str]:
        """All words in a row, to which the spans' positions refer."""
        return [word for sentence in self.sentences for word in sentence]


def documents(corpus: Corpus) -> list[Document]:
    """The documents of a corpus in its order, without empty nodes; one without words has no sentences."""
    words = corpus.words[~corpus.words["is_empty"].to_numpy()]
    names = words["doc_id"].cat.categories.tolist()
    doc, forms = words["doc_id"].cat.codes.to_numpy(), words["form"].tolist()
    cuts = np.flatnonzero((np.diff(doc) != 0) | (np.diff(words["sent"].to_numpy()) != 0)) + 1
    bounds = [0, *cuts.tolist(), len(forms)]
    sentences: dict[str, list[list[str]]] = {name: [] for name in corpus.documents["doc_id"]}
    for start, end in itertools.pairwise(bounds):
        if start < end:
            sentences[names[doc[start]]].append(forms[start:end])
    return [Document(name, tuple(found)) for name, found in sentences.items()]


def windows(pieces: Sequence[int], limit: int) -> list[tuple[int, int]]:
    """Half-open ranges of a sentence's words, each of as many whole words as `limit` pieces hold.

    pieces : of each word. A word that is longer than the limit has a window of its own, of which the model reads the front.
    """
    found, start, filled = [], 0, 0
    for word, size in enumerate(pieces):
        if word > start and filled + size > limit:
            found.append((start, word))
            start, filled = word, 0
        filled += size
    return [*found, (start, len(pieces))] if len(pieces) else found


def tags_to_spans(tags: Sequence[str], *, prefixed: bool = True) -> list[tuple[int, int, str]]:
    """(start, end, label) of one sentence, ends exclusive, in order.

    A span begins at B, S and U, where the label changes and after a word outside or an end; it goes on over I, E and L of
    its label and ends with E, L, S and U: the conlleval reading, in which a stray I opens a span, for a model's tags need
    not be well formed. prefixed=False: tags are labels, and neighbours of one label are one span.
    """
    found: list[tuple[int, int, str]] = []
    is_open = False
    for word, tag in enumerate(tags):
        prefix, label = split_tag(tag, prefixed)
        if label and is_open and prefix not in STARTS and found[-1][2] == label:
            found[-1] = (found[-1][0], word + 1, label)
        elif label:
            found.append((word, word + 1, label))
        is_open = bool(label) and prefix not in ENDS
    return found


def split_tag(tag: str, prefixed: bool) -> tuple[str, str]:
    """A tag's prefix and label; the label is empty outside of spans."""
    if tag == OUTSIDE:
        return OUTSIDE, ""
    if not prefixed:
        return "I", tag
    prefix, label = PREFIXED.fullmatch(tag).groups()
    return prefix, label or UNNAMED


def is_prefixed(names: Sequence[str]) -> bool:
    """Whether a label set's names are O and tags such as B-PER or a bare B; else they are plain labels."""
    return all(PREFIXED.fullmatch(name) for name in names if name != OUTSIDE)


def groups(found: Sequence[Document], size: int = GROUP_WORDS) -> Iterator[list[Document]]:
    """Runs of documents with about `size` words together, in order; a longer document is a run of its own."""
    group, filled = [], 0
    for document in found:
        length = sum(map(len, document.sentences))
        if group and filled + length > size:
            yield group
            group, filled = [], 0
        group.append(document)
        filled += length
    if group:
        yield group


def tag_sentences(tagger: Tagger, sentences: Sequence[list[str]], batch: int, say: Say) -> list[list[str]]:
    """One tag a word for each sentence. Windows of like length are tagged together, so that little is padding."""
    pieces = tagger.pieces(sentences)
    places = [(s, start, end) for s, sizes in enumerate(pieces) for start, end in windows(sizes, tagger.limit)]
    places.sort(key=lambda place: sum(pieces[place[0]][place[1] : place[2]]))
    tags = [[OUTSIDE] * len(sentence) for sentence in sentences]
    for first in range(0, len(places), batch):
        chosen = places[first : first + batch]
        found = tagger.tags([sentences[s][start:end] for s, start, end in chosen])
        for (s, start, end), window in zip(chosen, found, strict=True):
            tags[s][start:end] = window
        say(f"{min(first + batch, len(places)):,} of {len(places):,} windows")
    return tags


def label_documents(tagger: Tagger, group: Sequence[Document], batch: int, say: Say) -> list[dict]:
    """A record for each document: {"id", "tokens", "spans": [{"start", "end", "label"}]}, positions over the tokens."""
    tags = iter(tag_sentences(tagger, [sentence for document in group for sentence in document.sentences], batch, say))
    prefixed = is_prefixed(tagger.labels)
    return [_record(document, [next(tags) for _ in document.sentences], prefixed) for document in group]


def _record(document: Document, tags: list[list[str]], prefixed: bool) -> dict:
    spans, offset = [], 0
    for sentence in tags:
        found = tags_to_spans(sentence, prefixed=prefixed)
        spans += [{"start": offset + start, "end": offset + end, "label": label} for start, end, label in found]
        offset += len(sentence)
    return {"id": document.doc_id, "tokens": document.tokens, "spans": spans}
