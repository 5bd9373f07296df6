"""JSON lines of labelled spans: {"id", "tokens", "spans": [{"start", "end", "label"} or [start, end, label]]}.

Also `entities` or `ner` for `spans`; `gold` and `pred` in one record, of which the role says which is read; `sentences`
for `tokens`; `text` with character positions (span_records.py says how tokens are made); and e2e-style `ner`, a list a
sentence, its ends inclusive. Other ends are exclusive unless options.ends says otherwise. Records without tokens keep
the positions of their spans and are joined by id; those without an id are called by their line (doc_1). Nested and
overlapping spans are legal; exact repeats count once.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
import pyarrow as pa

from loaders import build, columns, json_pieces, json_records, jsonlines, span_records, tagged
from loaders.errors import FormatError
from loaders.json_pieces import Place, no_collector
from loaders.jsonlines import name_of, split_all
from loaders.options import ReadOptions
from loaders.schema import Notice
from loaders.sources import Member
from loaders.span_records import Found

__all__ = ["looks_like", "name_of", "parse", "split_all"]

KEY = re.compile(rb'(?<!\\)"(?:%s)"\s*:\s*\[' % "|".join(span_records.KEYS).encode())
PEEK = 1 << 20  # bytes that looks_like() reads


def looks_like(members: list[Member]) -> bool:
    """Whether the first file that is not empty holds JSON with a key of spans, and none of coreference clusters."""
    if jsonlines.looks_like(members):
        return False
    data = next((d for m in members if (d := m.data.removeprefix(columns.UTF8_BOM).lstrip())), b"")
    return data[:1] in (b"{", b"[") and KEY.search(data[:PEEK]) is not None


def holds_both(members: list[Member], options: ReadOptions) -> bool:  # noqa: ARG001
    """Whether the first record has a list of gold's spans and one of predicted ones."""
    for member in members:
        for _, value in json_pieces.values(member.name, columns.plain_text(member), member.line):
            keys = value if isinstance(value, dict) else {}
            return span_records.span_key(keys, "gold") != span_records.span_key(keys, "predicted")
    return False


@dataclass(frozen=True)
class _Record:
    file: str
    found: Found


def parse(members: list[Member], options: ReadOptions) -> build.Parsed:
    """The documents, words and labelled spans of all members; a record is a document.

    Raises FormatError, with its line, for broken JSON, a record without spans or tokens, a span outside its text or
    without a word or label, and an id that comes twice.
    """
    with no_collector():
        records = [_Record(m.name, found) for m in members for found in _read(m, options)]
    if not records:
        raise FormatError(members[0].name, None, "no record in the file", span_records.RECORD)
    ids, notices = tagged.named([(r.file, r.found.line, r.found.doc_id) for r in records])
    text = _text(records, ids)
    spans, repeated = tagged.distinct(_spans(records), text)
    return build.Parsed(text, spans, (*notices, *_widened(records), *repeated))


def _read(member: Member, options: ReadOptions) -> list[Found]:
    data = columns.plain_text(member)
    records = json_pieces.values(member.name, data, member.line)
    return [span_records.read_record(value, place, options) for place, value in records]


def _text(records: Sequence[_Record], ids: list[str]) -> build.Text:
    found = [record.found for record in records]
    lengths = [f.lengths or [] for f in found]
    sentence_doc = np.repeat(np.arange(len(found), dtype=np.int32), [len(some) for some in lengths])
    number = np.array([k for some in lengths for k in range(len(some))], np.int32)
    size = np.array(list(chain.from_iterable(lengths)), np.int64)
    lines = np.array([f.line for f in found], np.int32)
    doc = np.repeat(sentence_doc, size)
    return build.Text(
        doc_ids=ids,
        files=[record.file for record in records],
        lines=lines,
        doc=doc,
        sent=np.repeat(number, size),
        form=_forms(records),
        line=lines[doc],
        n_sentences=np.array([len(some) for some in lengths], np.int64),
    )


def _forms(records: Sequence[_Record]) -> pa.StringArray:
    tokens = [record.found.tokens for record in records]
    try:
        return json_records.token_strings(tokens, Place(records[0].file, records[0].found.line))
    except FormatError:  # once more, record by record, for the line
        each = [json_records.token_strings([r.found.tokens], Place(r.file, r.found.line)) for r in records]
        return pa.concat_arrays(each)


def _spans(records: Sequence[_Record]) -> build.Spans:
    rows = [(doc, start, end) for doc, r in enumerate(records) for start, end, _ in r.found.spans]
    table = np.array(rows, np.int64).reshape(-1, 3)
    labels = pa.array([label for r in records for _, _, label in r.found.spans], pa.string())
    lines = np.array([r.found.line for r in records], np.int64)
    return build.Spans(
        doc=table[:, 0],
        start=table[:, 1],
        end=table[:, 2],
        entity=np.full(len(table), -1, np.int64),
        line=lines[table[:, 0]],
        label=columns.category(labels),
    )


def _widened(records: Sequence[_Record]) -> list[Notice]:
    odd = [record for record in records if record.found.widened]
    if not odd:
        return []
    n = sum(record.found.widened for record in odd)
    text = f"{n} span(s) that begin or end inside a token were widened to the whole token"
    return [Notice(odd[0].file, odd[0].found.line, "span widened", text)]
