"""CoNLL-U: trees, and the entities of CorefUD and GUM where MISC has them."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pandas as pd
import pyarrow as pa

from loaders import build, columns, corefud, tagfile
from loaders.conllu_checks import UNKNOWN, form_problem, id_problems, read_heads, refuse, size_problem
from loaders.conllu_comments import Documents, read_comments, read_documents
from loaders.conllu_lines import EMPTY, FORM, MISC, PLAIN, RANGE, WORD, Tokens, enclosing, read_source, read_tokens
from loaders.conllu_mending import mended, unread
from loaders.conllu_split import name_of, split, split_all  # noqa: F401 (what a format has)
from loaders.options import ReadOptions
from loaders.schema import NOTHING
from loaders.sources import Member

TOKEN_LINE = re.compile(rb"[0-9]+(?:[-.][0-9]+)?\t(?:[^\t\n]*\t){7,}")
TOLD = re.compile(rb"#\s*(?:newdoc|sent_id|global\.Entity)\b")
PEEK = 1 << 16  # bytes that looks_like() reads


def parse(members: list[Member], options: ReadOptions) -> build.Parsed:
    """The words of all members and, where MISC has an Entity and options ask for them, their mentions.

    A document is a `# newdoc`, or a whole file; heads are kept as written (trees are not checked).
    Raises FormatError for a line without ten columns, an id or a HEAD that is none, an empty FORM, a bracket that does
    not fit, or an id that two documents share.
    """
    source = read_source(members)
    tokens = read_tokens(source)
    refuse(tokens, [size_problem(tokens)])
    refuse(tokens, id_problems(tokens))
    documents = read_documents(source, tokens, read_comments(source.lines))
    rows = np.flatnonzero(tokens.kind != RANGE)
    text = _text(tokens, documents, rows)
    odd = columns.mixed_newlines(members)
    if not options.entities:
        return build.Parsed(text, build.no_spans(), odd)
    _check_range_lines(tokens)
    spans, notices = corefud.mentions(_nodes(tokens, text, rows), documents.declared)
    return build.Parsed(text, spans, [*odd, *notices])


def parse_good(members: list[Member], options: ReadOptions) -> build.Parsed:
    """The trees of all sentences that can be read; each of the others is one token without words (Corpus.unread).

    Raises FormatError where none is left, and for an id that two documents share.
    """
    members, torn = mended(members)
    parsed = parse(members, options)
    return replace(parsed, unread=unread(parsed.text, torn))


def looks_like(members: list[Member]) -> bool:
    """Whether a file's first line that is no comment has an id and tabs, or its comments are those of CoNLL-U."""
    lines = columns.unix_lines(members[0].data[:PEEK]).split(b"\n")
    said = [line for line in lines if line.strip()]
    tokens = [line for line in said if not line.startswith(b"#")]
    if tokens and TOKEN_LINE.match(tokens[0]):
        return True
    if tokens and tagfile.ends_in_tag(tokens[0].decode("utf-8", "replace")):
        return False
    return any(TOLD.match(line) for line in said if line.startswith(b"#"))


def _text(tokens: Tokens, documents: Documents, rows: np.ndarray) -> build.Text:
    """The words and empty nodes, which stand in the given rows of the token lines."""
    sentence = tokens.sentence[rows]
    doc = documents.sentence[sentence].astype(np.int32)
    first = np.searchsorted(documents.sentence, np.arange(len(documents.ids) + 1))
    form = tokens.field(FORM)
    char_start, char_end, owner = _characters(tokens, form, documents)
    is_empty = tokens.kind[rows] == EMPTY
    given = {
        "word": tokens.a[rows].astype(np.int32),
        "minor": tokens.b[rows].astype(np.int16),
        "sent_id": _sent_ids(documents, sentence),
        "head": _heads(tokens, rows, is_empty),
        "char_start": char_start[rows],
        "char_end": char_end[rows],
        "token": _multiword_forms(form, owner[rows]),
        **{name: columns.category(tokens.field(column, rows)) for name, column in PLAIN.items()},
    }
    source = tokens.source
    return build.Text(
        documents.ids,
        [source.members[k].name for k in source.member(documents.lines).tolist()],
        source.number(documents.lines),
        doc,
        (sentence - first[doc]).astype(np.int32),
        form.take(columns.index_array(rows)),
        source.number(tokens.line[rows]),
        extra=documents.extra,
        columns=given,
        n_sentences=np.diff(first),
        wordless=_wordless(tokens, documents, form, char_start, char_end),
    )


def _characters(tokens: Tokens, form: pa.StringArray, documents: Documents) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Start and end of every line's characters in its document, and the row of the range that a word lies in, or -1.

    Only the words outside of ranges and the ranges themselves move on; the words in a range have its characters, and
    empty nodes have none.
    """
    lengths = build.form_lengths(form)
    refuse(tokens, [form_problem(tokens, lengths)])
    owner = _owners(tokens)
    lengths = np.where((owner >= 0) | (tokens.kind == EMPTY), 0, lengths)
    total = np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)])
    first = tokens.begins[np.searchsorted(documents.sentence, documents.sentence)]  # row of each sentence's document
    base = total[first][tokens.sentence]
    at = np.where(owner >= 0, owner, np.arange(len(lengths)))
    return (total[at] - base).astype(np.int32), (total[at + 1] - base).astype(np.int32), owner


def _owners(tokens: Tokens) -> np.ndarray:
    proper = (tokens.kind == RANGE) & (tokens.b >= tokens.a)
    if not proper.any():
        return np.full(len(tokens.line), -1)
    last = enclosing(tokens, proper)
    held = (tokens.kind == WORD) & (last >= 0) & (tokens.sentence[last] == tokens.sentence) & (tokens.a <= tokens.b[last])
    return np.where(held, last, -1)


def _multiword_forms(form: pa.StringArray, owner: np.ndarray) -> pd.Categorical:
    """For each word the form of the multiword token that holds it, _ outside of one."""
    held = owner >= 0
    if not held.any():
        return columns.constant(NOTHING, len(owner))
    codes, names = columns.encode(pa.concat_arrays([pa.array([NOTHING]), form.take(columns.index_array(owner[held]))]))
    column = np.zeros(len(owner), np.int32)
    column[held] = codes[1:]
    return columns.coded(column, names)


def _wordless(tokens: Tokens, documents: Documents, form: pa.StringArray, start: np.ndarray, end: np.ndarray) -> pd.DataFrame:
    """The ranges whose end lies below their start: tokens that have characters and no words."""
    rows = np.flatnonzero((tokens.kind == RANGE) & (tokens.b < tokens.a))
    doc = documents.sentence[tokens.sentence[rows]].astype(np.int32)
    first = np.searchsorted(documents.sentence, np.arange(len(documents.ids) + 1))
    return pd.DataFrame(
        {
            "doc_id": columns.coded(doc, list(documents.ids)),
            "sent": (tokens.sentence[rows] - first[doc]).astype(np.int32),
            "char_start": start[rows],
            "char_end": end[rows],
            "form": columns.text_column(form.take(columns.index_array(rows))),
            "line": tokens.source.number(tokens.line[rows]).astype(np.int32),
        }
    )


def _sent_ids(documents: Documents, sentence: np.ndarray) -> pd.Categorical:
    codes, names = columns.encode(documents.sent_ids)
    return columns.coded(codes[sentence], names)


def _heads(tokens: Tokens, rows: np.ndarray, is_empty: np.ndarray) -> np.ndarray:
    """HEAD as numbers; -1 on empty nodes that have none, and throughout files in which no word has one."""
    head, problem = read_heads(tokens, rows, is_empty)
    refuse(tokens, [problem])
    return np.maximum(head, UNKNOWN)


def _nodes(tokens: Tokens, text: build.Text, rows: np.ndarray) -> corefud.Nodes:
    misc = text.columns["misc"]
    is_empty = tokens.kind[rows] == EMPTY
    return corefud.Nodes(
        tokens.source,
        text.doc,
        tokens.line[rows],
        build.starts_of(text.doc, len(text.doc_ids)),
        misc.codes,
        misc.categories.tolist(),
        is_empty,
        lambda: _parents(text.columns["head"], tokens.sentence[rows], is_empty),
    )


def _parents(head: np.ndarray, sentence: np.ndarray, is_empty: np.ndarray) -> np.ndarray:
    """The row of each word's head; its own for roots and for heads beyond the sentence, -1 for words without a head."""
    words = np.flatnonzero(~is_empty)
    of = sentence[words]
    first = np.searchsorted(of, of)
    size = np.searchsorted(of, of, side="right") - first
    inside = (head[words] >= 1) & (head[words] <= size)
    parent = np.full(len(head), -1)
    parent[words] = np.where(inside, words[np.where(inside, first + head[words] - 1, 0)], words)
    parent[head < 0] = -1
    return parent


def _check_range_lines(tokens: Tokens) -> None:
    """Raise FormatError for a multiword token that carries an Entity: its words do."""
    rows = np.flatnonzero(tokens.kind == RANGE)
    for row, misc in zip(rows.tolist(), tokens.field(MISC, rows).to_pylist(), strict=True):
        if "Entity=" in misc and corefud.entity_values(misc):
            remedy = "Brackets stand on words and empty nodes."
            raise tokens.source.error(int(tokens.line[row]), "an Entity on the line of a multiword token", remedy)
