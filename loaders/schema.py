"""The frames that every loader ends in: the one place that spells columns and dtypes out.

Positions are 0-based word positions within a document (empty nodes count), ranges are half-open, and -1 means none.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

import numpy as np
import pandas as pd

NOTHING = "_"  # a cell without a value, as CoNLL-U writes it

DOCUMENTS = {
    "doc_id": "str",
    "topic": "str",
    "subtopic": "str",
    "genre": "str",
    "n_sentences": "int32",
    "n_words": "int32",  # without empty nodes
    "file": "str",
    "line": "int32",  # 1-based line of the file on which the document begins
}
WORDS = {
    "doc_id": "category",
    "sent_id": "category",
    "sent": "int32",  # within the document
    "word": "int32",  # CoNLL-U ID; of an empty node, the ID of the word it follows
    "minor": "int16",  # the decimal of an empty node's ID, 0 for words
    "position": "int32",
    "char_start": "int32",  # over the document's characters that are no blanks
    "char_end": "int32",
    "form": "str",
    "lemma": "category",
    "upos": "category",
    "xpos": "category",
    "feats": "category",
    "head": "int32",  # CoNLL-U HEAD: 0 is the root, -1 none
    "deprel": "category",
    "deps": "category",
    "misc": "category",
    "tag": "category",  # as a tag file writes it, _ elsewhere
    "token": "category",  # the form of the multiword token that holds the word, _ outside of one
    "is_empty": "bool",
    "line": "int32",  # 1-based line of the file
}
WORDLESS = {  # tokens without words (a range b-a with b > a); only CoNLL-U has them
    "doc_id": "category",
    "sent": "int32",
    "char_start": "int32",
    "char_end": "int32",
    "form": "str",
    "line": "int32",
}
SPANS = {
    "doc_id": "category",
    "span_id": "int64",  # row number
    "sent": "int32",  # sentence of the first word
    "start": "int32",
    "end": "int32",  # of the hull, for a discontinuous span
    "head": "int32",  # position of the head word, -1 unknown
    "extent": "int64",  # the join key: see extents()
    "label": "category",
    "entity": "int64",  # -1 outside coreference; a number stands for one name within a document, or across them
    "is_zero": "bool",  # its head is an empty node
    "line": "int32",
}
PARTS = {"span_id": "int64", "start": "int32", "end": "int32"}  # in order; only of discontinuous spans
CHANGES = {  # of a text that a language model wrote again; metrics/transfer.py finds them
    "doc_id": "str",
    "place": "int32",  # gold's word where it begins, from 1; 0 for a mention, which has no place there
    "kind": "str",  # dropped, added, changed or mention left out
    "gold": "str",
    "model": "str",
    "line": "int32",  # 1-based line of the model's file
}

SHIFT = np.int64(1) << 31


@dataclass(frozen=True)
class Notice:
    """Something odd that could be read: kind is one of a few words, text says what was made of it."""

    file: str
    line: int | None
    kind: str
    text: str


@dataclass(frozen=True)
class Unread:
    """A sentence that could not be read and stands among the words as one token without any.

    row : of that token in Corpus.wordless. name : its sent_id. texts : what its characters may be, the likeliest first,
    which are the ones in the frame.
    """

    row: int
    name: str
    texts: tuple[str, ...]
    error: Exception


@dataclass(frozen=True, eq=False)
class Corpus:
    """One reading of one set of files.

    digest : SHA-256 of the sorted member names and bytes, the format and every reading option; two readings of one
    file are two corpora. Caches are keyed by it, never by a frame.
    scheme : in which the spans' tags were read, "" for formats without tags. lenient : the spans of the `conlleval`
    reading, where no reading was stated and they differ from `spans`, the strict ones; readings() has both as corpora.
    skipped : (document id, error) of what could not be read, when that was asked for. unread : such sentences of trees.
    changes : what a language model changed in the text, where its words have been brought onto gold's, else None.
    """

    name: str
    digest: str
    format: str
    documents: pd.DataFrame
    words: pd.DataFrame
    spans: pd.DataFrame
    parts: pd.DataFrame
    notices: tuple[Notice, ...] = ()
    skipped: tuple[tuple[str, Exception], ...] = field(default=())
    wordless: pd.DataFrame = field(default_factory=lambda: empty(WORDLESS))
    unread: tuple[Unread, ...] = ()
    scheme: str = ""
    lenient: pd.DataFrame | None = None
    changes: pd.DataFrame | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Corpus) and self.digest == other.digest and self.name == other.name

    def __hash__(self) -> int:
        return hash((self.digest, self.name))


def extents(start: np.ndarray, end: np.ndarray) -> np.ndarray:
    """Join keys of contiguous spans: start · 2³¹ + end."""
    return start.astype(np.int64) * SHIFT + end


def empty(columns: dict[str, str]) -> pd.DataFrame:
    """A frame without rows and with the right columns, for a layer that a format lacks."""
    return _empty(tuple(columns.items())).copy(deep=False)


@cache
def _empty(columns: tuple[tuple[str, str], ...]) -> pd.DataFrame:
    return pd.DataFrame({name: pd.Series([], dtype=_dtype(kind)) for name, kind in columns})


def _dtype(kind: str):
    return pd.CategoricalDtype(pd.Index([], dtype="str")) if kind == "category" else kind


def check(corpus: Corpus) -> Corpus:
    """The corpus itself, once its frames have exactly the columns and dtypes of this page.

    Raises TypeError otherwise: a loader that gets this wrong is a bug, not a user's mistake.
    """
    tables = {"documents": DOCUMENTS, "words": WORDS, "spans": SPANS, "parts": PARTS, "wordless": WORDLESS}
    if corpus.lenient is not None:
        tables["lenient"] = SPANS
    if corpus.changes is not None:
        tables["changes"] = CHANGES
    for name, columns in tables.items():
        frame = getattr(corpus, name)
        found = {column: str(dtype) for column, dtype in frame.dtypes.items()}
        if found != columns:
            wrong = {c for c in columns.keys() | found.keys() if columns.get(c) != found.get(c)}
            raise TypeError(f"{corpus.format}: {name} has the wrong columns or dtypes: {sorted(wrong)}")
    return corpus
