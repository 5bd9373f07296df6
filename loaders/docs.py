"""Documents in memory, as spaCy has them, become a corpus; nothing here imports spaCy, or knows more of it than names.

A document yields tokens with i, text, lemma_, pos_, tag_, morph, dep_ and head, and has sents and ents with start and end
(ents with label_). Missing ones of a document's parts are taken for empty. Made the same as in CoNLL-U:

- a token that is its own head is a root: HEAD 0; its relation ROOT is written root, all others as they are
- tokens of blanks alone are left out, and words that hang from one hang from its head
- a document without any relation has no trees, one whose sentences are unknown is one sentence
- ents are labelled spans; entities are the span groups coref_clusters_1, coref_clusters_2, ... (spacy-experimental), else the
  clusters in the extension coref_clusters, of spans or of (first character, character after the last), as fastcoref has them
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa

from loaders import build, columns
from loaders.errors import FormatError
from loaders.mention_heads import NO_TREE, depths
from loaders.schema import NOTHING, Corpus

FORMAT = "docs"
GROUP = re.compile(r"coref_clusters_[0-9]+")
FIELDS = {"lemma": "lemma_", "upos": "pos_", "xpos": "tag_", "feats": "morph"}


@dataclass(frozen=True)
class Words:
    """One document's tokens without those of blanks. at : by token number the word that it is, or that follows it.

    parent : of each word, its own number for roots. sentence : of each word, from 0, ascending.
    """

    tokens: Sequence[Any]
    at: np.ndarray
    parent: np.ndarray
    sentence: np.ndarray
    has_trees: bool

    def head(self) -> np.ndarray:
        """HEAD as CoNLL-U has it: 0 of roots, else a number within the sentence from 1; -1 without trees."""
        if not self.has_trees:
            return np.full(len(self.parent), -1, np.int32)
        first = np.searchsorted(self.sentence, self.sentence)
        own = np.arange(len(self.parent))
        return np.where(self.parent == own, 0, self.parent - first + 1).astype(np.int32)

    def number(self) -> np.ndarray:
        """Of each word in its sentence, from 1."""
        return np.arange(len(self.sentence)) - np.searchsorted(self.sentence, self.sentence) + 1


def from_docs(docs: Iterable[Any], *, name: str = "docs", ids: Sequence[str] | None = None) -> Corpus:
    """The words, trees, labelled spans and entities of documents, as load() gives those of files.

    ids : of the documents, doc_1, doc_2, ... without; the same as gold's, or those are joined that have gold's words. A line
    in a message is a token's number. Raises FormatError for a head in another sentence, a span
    outside its document and ids that are not one each.
    """
    docs = list(docs)
    read = [_words(doc, name) for doc in docs]
    ids = _ids(name, len(docs), ids)
    sizes = [len(words.tokens) for words in read]
    doc = np.repeat(np.arange(len(docs), dtype=np.int32), sizes)
    text = build.Text(
        ids,
        [name] * len(docs),
        [1] * len(docs),
        doc,
        np.concatenate([words.sentence for words in read] or [doc]).astype(np.int32),
        _strings(token.text for words in read for token in words.tokens),
        np.array([token.i + 1 for words in read for token in words.tokens], np.int64),
        columns=_columns(read),
    )
    spans = [_spans(one, words, k, name) for k, (one, words) in enumerate(zip(docs, read, strict=True))]
    parsed = build.Parsed(text, _joined(spans))
    return build.corpus(parsed, name=name, digest=_digest(parsed), format=FORMAT)


def _ids(name: str, n: int, ids: Sequence[str] | None) -> list[str]:
    found = [f"doc_{k}" for k in range(1, n + 1)] if ids is None else list(ids)
    if len(found) != n or len(set(found)) < n:
        raise FormatError(name, None, f"{len(set(found))} ids for {n} documents", "Give every document an id of its own.")
    return found


def _words(doc: Any, name: str) -> Words:
    """The words of a document. Raises FormatError for a head in another sentence or outside the document."""
    tokens = list(doc)
    real = np.array([bool(token.text.strip()) for token in tokens], bool)
    at = np.cumsum(real) - real
    sentence = _sentences(doc, len(tokens))[real]
    heads = [_real_head(token) for token in tokens]
    for token, head in zip(tokens, heads, strict=True):
        if not 0 <= head < len(tokens):
            what = f"a head outside the document, token {head} of {len(tokens)}"
            raise FormatError(name, token.i + 1, what, "Take the heads from the same document: token.head.", shown=token.text)
    parent = at[heads][real] if real.any() else np.zeros(0, np.int64)
    kept = [token for token, is_real in zip(tokens, real.tolist(), strict=True) if is_real]
    apart = np.flatnonzero(sentence[parent] != sentence)
    if len(apart):
        token = kept[apart[0]]
        remedy = "Make sentences from the trees: doc.sents."
        raise FormatError(name, token.i + 1, "a head in another sentence", remedy, shown=token.text)
    return Words(kept, np.append(at, len(kept)), parent, sentence, any(token.dep_ for token in kept))


def _real_head(token: Any) -> int:
    """The number of the nearest head that is a word; the token's own where there is none, as for roots."""
    above = token.head
    while not above.text.strip() and above.head.i != above.i:
        above = above.head
    return above.i if above.text.strip() else token.i


def _sentences(doc: Any, n: int) -> np.ndarray:
    """The sentence of each token. spaCy raises ValueError where nothing has set sentences."""
    try:
        ends = [sentence.end for sentence in getattr(doc, "sents", ())]
    except ValueError:
        ends = []
    return np.searchsorted(np.array(ends, np.int64), np.arange(n), side="right")


def _columns(read: Sequence[Words]) -> dict[str, Any]:
    tokens = [token for words in read for token in words.tokens]
    found = {name: _category([str(getattr(token, field)) for token in tokens]) for name, field in FIELDS.items()}
    relation = _category(["root" if token.dep_ == "ROOT" else token.dep_ for token in tokens])
    arrays = {"head": [words.head() for words in read], "word": [words.number() for words in read]}
    joined = {name: np.concatenate(parts or [np.zeros(0)]).astype(np.int32) for name, parts in arrays.items()}
    return found | joined | {"deprel": relation}


def _category(values: list[str]) -> Any:
    return columns.category(_strings(value or NOTHING for value in values))


def _strings(values: Iterable[str]) -> pa.StringArray:
    """Strings as an array; half a surrogate pair, which is no text, is shown as a question mark."""
    return pa.array([value.encode("utf-8", "replace").decode() for value in values], pa.string())


def _spans(doc: Any, words: Words, number: int, name: str) -> list[tuple]:
    """Rows (document, start, end, head, label, entity within the document) of mentions, then of labelled spans.

    Raises FormatError for a span outside the document.
    """
    mentions = [(start, end, "", k) for k, cluster in enumerate(_clusters(doc)) for start, end in cluster]
    named = [(span.start, span.end, span.label_, -1) for span in getattr(doc, "ents", ())]
    depth = depths(words.parent if words.has_trees else np.full(len(words.parent), -1))
    found = []
    for first, last, label, entity in mentions + named:
        if not 0 <= first <= last < len(words.at):
            what = f"a span of tokens {first} to {last - 1} in a document of {len(words.at) - 1}"
            raise FormatError(name, None, what, "Spans have start, their first token, and end, the one after their last.")
        start, end = int(words.at[first]), int(words.at[last])
        if start < end:  # of blanks alone, nothing is left
            highest = start + int(np.argmin(depth[start:end]))
            found.append((number, start, end, highest if depth[highest] < NO_TREE else -1, label, entity))
    return found


def _clusters(doc: Any) -> list[list[tuple[int, int]]]:
    """The mentions of each entity: the number of the first token and of the one after the last."""
    groups = getattr(doc, "spans", None) or {}
    named = sorted((key for key in groups if GROUP.fullmatch(key)), key=lambda key: int(key.rpartition("_")[2]))
    found = [groups[key] for key in named] or getattr(getattr(doc, "_", None), "coref_clusters", None) or []
    of_tokens = [list(getattr(cluster, "mentions", cluster)) for cluster in found]
    if all(hasattr(span, "start") for cluster in of_tokens for span in cluster):
        return [[(span.start, span.end) for span in cluster] for cluster in of_tokens]
    begins, ends = np.array([(token.idx, token.idx + len(token.text)) for token in doc], np.int64).reshape(-1, 2).T
    return [[_tokens(begins, ends, span) for span in cluster] for cluster in of_tokens]


def _tokens(begins: np.ndarray, ends: np.ndarray, span: tuple[int, int]) -> tuple[int, int]:
    """The tokens that a span of characters touches. begins, ends : of each token."""
    first, last = span
    return int(np.searchsorted(ends, first, side="right")), int(np.searchsorted(begins, last, side="left"))


def _joined(spans: Sequence[Sequence[tuple]]) -> build.Spans:
    """The rows of all documents; entities are numbered through them, for a cluster is one document's."""
    rows = [row for of_document in spans for row in of_document]
    if not rows:
        return build.no_spans()
    keys = {key: k for k, key in enumerate(dict.fromkeys((row[0], row[5]) for row in rows if row[5] >= 0))}
    table = np.array([row[:4] for row in rows], np.int64)
    entity = np.array([keys.get((row[0], row[5]), -1) for row in rows], np.int64)
    label = columns.category(_strings(row[4] for row in rows))
    return build.Spans(*table[:, :3].T, entity, table[:, 1] + 1, head=table[:, 3], label=label)


def _digest(parsed: build.Parsed) -> str:
    """SHA-256 of all that was read."""
    text, spans = parsed.text, parsed.spans
    parts = [text.doc_ids, text.doc.tolist(), text.sent.tolist(), text.form.to_pylist()]
    parts += [list(text.columns[name]) for name in sorted(text.columns)]
    parts += [a.tolist() for a in (spans.doc, spans.start, spans.end, spans.entity)] + [
        [] if spans.label is None else list(spans.label)
    ]
    return hashlib.sha256(repr(parts).encode("utf-8", "surrogatepass")).hexdigest()
