"""What loaders found, as arrays, becomes the frames of schema.py: the derived columns are made here, once for all formats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from loaders import columns, schema
from loaders.places import irregular_extents, places
from loaders.schema import NOTHING, Corpus, Notice, Unread

BLANKS = r"\p{Zs}"
BLANK = 0x20
WIDE_BLANKS = [int.from_bytes(chr(c).encode()) for c in (0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000)]


@dataclass(frozen=True)
class Text:
    """The documents and words of a corpus, in file order.

    doc_ids, files, lines : one per document. extra : further document columns (genre, topic, subtopic), lists of str.
    doc, sent : document index and sentence number within the document, one per word, ascending.
    form : strings; line : 1-based line of the file, one per word.
    columns : further word columns by their name in schema.WORDS, arrays or categoricals; missing ones get a default.
    """

    doc_ids: Sequence[str]
    files: Sequence[str]
    lines: Sequence[int]
    doc: np.ndarray
    sent: np.ndarray
    form: pa.StringArray
    line: np.ndarray
    extra: Mapping[str, Sequence[str]] = field(default_factory=dict)
    columns: Mapping[str, Any] = field(default_factory=dict)
    n_sentences: np.ndarray | None = None  # per document, where sentences without words count
    wordless: pd.DataFrame | None = None  # tokens without words, as schema.WORDLESS


@dataclass(frozen=True)
class Spans:
    """Mentions or labelled spans in the order in which they were read: by opening bracket, or by cluster and mention.

    doc : document index; start, end, head : positions in the document (of words and empty nodes, in order). A document
    without any word may have spans (predictions written without their tokens): they keep their positions, and sent is -1.
    entity : -1 outside coreference. parts : by row number, the (start, end) parts of discontinuous spans.
    """

    doc: np.ndarray
    start: np.ndarray
    end: np.ndarray
    entity: np.ndarray
    line: np.ndarray
    head: np.ndarray | None = None
    label: pd.Categorical | None = None
    parts: Mapping[int, list[tuple[int, int]]] = field(default_factory=dict)


def no_spans() -> Spans:
    """The spans of a text without any."""
    none = np.zeros(0, np.int64)
    return Spans(none, none, none, none, none)


@dataclass(frozen=True)
class Parsed:
    """What a format's parse() returns. scheme and lenient : as in Corpus, for formats of tags."""

    text: Text
    spans: Spans
    notices: Sequence[Notice] = ()
    scheme: str = ""
    lenient: Spans | None = None
    unread: Sequence[Unread] = ()


def corpus(
    parsed: Parsed,
    *,
    name: str,
    digest: str,
    format: str,
    skipped: Sequence[tuple[str, Exception]] = (),
    beside: Corpus | None = None,
) -> Corpus:
    """The checked Corpus of what a loader parsed. beside : of the same text, whose words it shares but for their tags."""
    if beside is None:
        words = _words(parsed.text)
        documents = _documents(parsed.text, words)
    else:
        words, documents = beside.words.assign(tag=parsed.text.columns["tag"]), beside.documents
    spans, parts = span_frames(parsed.spans, parsed.text, words)
    made = Corpus(name, digest, format, documents, words, spans, parts, tuple(parsed.notices), tuple(skipped))
    if parsed.scheme:
        lenient = parsed.lenient and span_frames(parsed.lenient, parsed.text, words)[0]
        made = replace(made, scheme=parsed.scheme, lenient=lenient)
    if parsed.text.wordless is not None:
        made = replace(made, wordless=parsed.text.wordless, unread=tuple(parsed.unread))
    return schema.check(made)


def starts_of(codes: np.ndarray, n: int) -> np.ndarray:
    """For ascending codes 0..n-1, the n+1 row numbers at which each one begins."""
    return np.searchsorted(codes, np.arange(n + 1, dtype=codes.dtype))


def _documents(text: Text, words: pd.DataFrame) -> pd.DataFrame:
    n = len(text.doc_ids)
    sentences = text.n_sentences
    if sentences is None:
        ends = starts_of(text.doc, n)
        sentences = np.array([int(text.sent[e - 1]) + 1 if e > s else 0 for s, e in pairwise(ends)], np.int32)
    real = text.doc[~words["is_empty"].to_numpy()]
    frame = {
        "doc_id": pd.array(list(text.doc_ids), dtype="str"),
        **{c: pd.array(list(text.extra.get(c, [""] * n)), dtype="str") for c in ("topic", "subtopic", "genre")},
        "n_sentences": np.asarray(sentences, np.int32),
        "n_words": np.bincount(real, minlength=n).astype(np.int32),
        "file": pd.array(list(text.files), dtype="str"),
        "line": np.asarray(text.lines, np.int32),
    }
    return pd.DataFrame(frame)


def _words(text: Text) -> pd.DataFrame:
    n = len(text.doc)
    given = dict(text.columns)
    doc_starts = starts_of(text.doc, len(text.doc_ids))
    position = np.arange(n, dtype=np.int32) - np.repeat(doc_starts[:-1].astype(np.int32), np.diff(doc_starts))
    if "char_start" not in given:
        given["char_start"], given["char_end"] = _characters(text, doc_starts)
    if "word" not in given:
        given["word"] = _number_in_sentence(text)
    frame = {
        "doc_id": columns.coded(text.doc, list(text.doc_ids)),
        "sent_id": given.get("sent_id", columns.constant("", n)),
        "sent": text.sent.astype(np.int32, copy=False),
        "word": given["word"].astype(np.int32, copy=False),
        "minor": given.get("minor", np.zeros(n, np.int16)),
        "position": position,
        "char_start": given["char_start"],
        "char_end": given["char_end"],
        "form": columns.text_column(text.form),
        **{c: given.get(c, columns.constant(NOTHING, n)) for c in ("lemma", "upos", "xpos", "feats")},
        "head": given.get("head", np.full(n, -1, np.int32)),
        **{c: given.get(c, columns.constant(NOTHING, n)) for c in ("deprel", "deps", "misc", "tag", "token")},
        "is_empty": given.get("minor", np.zeros(n, np.int16)) > 0,
        "line": text.line.astype(np.int32, copy=False),
    }
    return pd.DataFrame(frame, copy=False)


def _number_in_sentence(text: Text) -> np.ndarray:
    begins = np.ones(len(text.doc), bool)
    begins[1:] = (text.doc[1:] != text.doc[:-1]) | (text.sent[1:] != text.sent[:-1])
    first = np.flatnonzero(begins).astype(np.int32)
    number = np.arange(1, len(begins) + 1, dtype=np.int32)
    number -= np.repeat(first, np.diff(np.append(first, np.int32(len(begins)))))
    return number


def form_lengths(form: pa.StringArray) -> np.ndarray:
    """The number of characters of each form, blanks (Unicode category Zs) left out; int32."""
    lengths = pc.utf8_length(form)
    counts = np.frombuffer(lengths.buffers()[1], np.int32, len(form), lengths.offset * 4)
    if may_hold_blanks(form.buffers()[2] or b"") and pc.any(pc.match_substring_regex(form, BLANKS)).as_py():
        bare = pc.utf8_length(pc.replace_substring_regex(form, BLANKS, ""))
        counts = np.frombuffer(bare.buffers()[1], np.int32, len(form), bare.offset * 4)
    return counts


def may_hold_blanks(data: bytes | pa.Buffer) -> bool:
    """Whether UTF-8 holds a blank (Unicode category Zs); looking is ten times cheaper than matching all strings in it."""
    held = np.frombuffer(data, np.uint8)
    if (held == BLANK).any():
        return True
    lead = np.flatnonzero(held >= 0xC2)
    byte = [np.take(held, lead + i, mode="clip").astype(np.int32) for i in range(3)] if len(lead) else [lead] * 3
    pair = byte[0] << 8 | byte[1]
    return bool(((pair == 0xC2A0) | np.isin(pair << 8 | byte[2], WIDE_BLANKS)).any())


def _characters(text: Text, doc_starts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    lengths = form_lengths(text.form)
    end = np.cumsum(lengths, dtype=np.int32)  # no array of strings holds 2 GiB
    start = end - lengths
    before = np.append(np.int32(0), end)[doc_starts[:-1]]
    if before.any():
        start -= np.repeat(before, np.diff(doc_starts))
    return start, start + lengths


def span_frames(spans: Spans, text: Text, words: pd.DataFrame) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Spans and their parts as frames, over the words of a text."""
    order = np.argsort(spans.doc, kind="stable")
    new_row = np.empty_like(order)
    new_row[order] = np.arange(len(order))
    parts = {int(new_row[row]): pieces for row, pieces in spans.parts.items()}
    n = len(order)
    doc, start, end = (a[order].astype(np.int64) for a in (spans.doc, spans.start, spans.end))
    head = np.full(n, -1, np.int32) if spans.head is None else spans.head[order].astype(np.int32)
    first_word = starts_of(text.doc, len(text.doc_ids))[doc] if n else doc
    is_empty = words["is_empty"].to_numpy()
    has_empty = bool(is_empty.any())
    frame = {
        "doc_id": columns.coded(doc.astype(np.int32), list(text.doc_ids)),
        "span_id": np.arange(n, dtype=np.int64),
        "sent": _sentences(text, doc, first_word + start),
        "start": start.astype(np.int32),
        "end": end.astype(np.int32),
        "head": head,
        "extent": schema.extents(start, end),
        "label": columns.constant("", n) if spans.label is None else spans.label.take(order),
        "entity": spans.entity[order].astype(np.int64),
        "is_zero": np.zeros(n, bool),
        "line": spans.line[order].astype(np.int32),
    }
    if has_empty or parts:
        at = places(words)
        frame["extent"] = irregular_extents(frame, parts, at, first_word, is_empty)
    if has_empty:
        frame["is_zero"] = is_empty[first_word + np.where(head >= 0, head, start)]
    rows = [(row, s, e) for row, pieces in sorted(parts.items()) for s, e in pieces]
    table = np.array(rows, np.int64).reshape(-1, 3)
    part_frame = {"span_id": table[:, 0], "start": table[:, 1].astype(np.int32), "end": table[:, 2].astype(np.int32)}
    return pd.DataFrame(frame, copy=False), pd.DataFrame(part_frame)


def _sentences(text: Text, doc: np.ndarray, row: np.ndarray) -> np.ndarray:
    """The sentence of each span, whose first word is the given row; -1 where its document has no words."""
    if not len(text.doc):
        return np.full(len(doc), -1, np.int32)
    known = np.bincount(text.doc, minlength=len(text.doc_ids))[doc] > 0
    return np.where(known, text.sent[np.where(known, row, 0)], -1).astype(np.int32)
