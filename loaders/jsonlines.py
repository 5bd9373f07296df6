"""Coreference JSON lines: one document a line, as e2e-coref, s2e, Maverick, LingMess, wl-coref and PreCo write them.

A file that is one JSON list of such records is read too. Records without tokens become documents of no words whose
spans keep their positions (sent is -1); they are joined to gold by document id.
"""

from __future__ import annotations

import dataclasses
import re

import numpy as np

from loaders import build, columns, json_layout, json_pieces, json_records, json_tables
from loaders.errors import FormatError
from loaders.json_layout import EXCLUSIVE, FIXED, UNDECIDED, Clusters, Records
from loaders.options import ReadOptions
from loaders.schema import Notice
from loaders.sources import Member

KEY = re.compile(rb'(?<!\\)"(?:%s)"\s*:' % "|".join(json_layout.ENDS).encode())
ID = re.compile(rb'"(?:doc_key|doc_id|document_id|id)"\s*:\s*"((?:[^"\\]|\\.)*)"')


def looks_like(members: list[Member]) -> bool:
    """Whether the first file that is not empty holds JSON with a key of coreference clusters."""
    data = next((d for m in members if (d := m.data.removeprefix(columns.UTF8_BOM).lstrip())), b"")
    return data[:1] in (b"{", b"[") and _holds_key(data)


def _holds_key(data: bytes) -> bool:
    """Whether a key of clusters is there; a plain look at the bytes spares most files the slower one that knows keys."""
    return any(f'"{key}"'.encode() in data for key in json_layout.ENDS) and KEY.search(data) is not None


def split_all(members: list[Member]) -> list[list[Member]]:
    """The members cut into documents, each a list of one member whose `line` is its first line in the file."""
    return [
        [Member(m.name, text.encode("utf-8", "surrogateescape"), m.line + number)]
        for m in members
        for number, text in json_pieces.pieces(_one_newline(m.data.removeprefix(columns.UTF8_BOM)))
    ]


def name_of(pieces: list[Member]) -> str:
    """The id of a record that cannot be read, as far as its text tells."""
    found = ID.search(pieces[0].data)
    return found.group(1).decode("utf-8", "replace") if found else ""


def _one_newline(data: bytes) -> bytes:
    return data.replace(b"\r\n", b"\n").replace(b"\r", b"\n") if b"\r" in data else data


def parse(members: list[Member], options: ReadOptions) -> build.Parsed:
    """The documents, words and mentions of all members.

    Whether the ends of plain `clusters` are inclusive is decided by options.ends or from all members together.
    Raises FormatError for the first record that cannot be read, mentions outside their document among them.
    """
    records = json_layout.joined([_read(member, options) for member in members])
    if not len(records.ids):
        raise FormatError(members[0].name, None, "no record in the file", json_pieces.KINDS)
    exclusive, notices = _exclusive(records, options)
    records, named = _named(records)
    _check_ids(records)
    return build.Parsed(_text(records), _spans(records, exclusive), (*notices, *named, *_about_predictions(records)))


def settle(members: list[Member], options: ReadOptions) -> tuple[ReadOptions, list[Notice]]:
    """The options with `ends` decided from all records that can be read, so that pieces of a corpus are read alike.

    Returns them with the notices that the decision gave rise to; records that cannot be read are passed over.
    """
    readable = []
    for (piece,) in split_all(members):
        try:
            readable.append(_read(piece, options))
        except FormatError:
            continue
    readable = [r for r in readable if len(r.ids)]
    if not readable:
        return options, []
    records = json_layout.joined(readable)
    undecided = records.ends == UNDECIDED
    exclusive, notices = _exclusive(records, options)
    if options.ends or not undecided.any():
        return options, []
    return dataclasses.replace(options, ends="exclusive" if exclusive[undecided].any() else "inclusive"), notices


def _read(member: Member, options: ReadOptions) -> Records:
    data = columns.plain_text(member)
    found = None if json_pieces.spread_out(data) else json_tables.read(member.name, data, member.line, options)
    return found or json_records.read(member.name, data, member.line, options)


def _n_words(records: Records) -> np.ndarray:
    """The number of words of each record."""
    return np.diff(_first_words(records)[_first_sentences(records)])


def _first_sentences(records: Records) -> np.ndarray:
    return np.concatenate([[0], np.cumsum(records.n_sentences)])


def _first_words(records: Records) -> np.ndarray:
    return np.concatenate([[0], np.cumsum(records.sentence_lengths)])


def _exclusive(records: Records, options: ReadOptions) -> tuple[np.ndarray, list[Notice]]:
    """Whether each record's ends are the word after the last one.

    Plain clusters: a mention with start = end tells that ends are inclusive, an end equal to the document's length that
    they are exclusive. Neither or both: inclusive, with a notice.
    """
    if options.ends:
        return (records.ends == FIXED) | (options.ends == "exclusive"), []
    open_ = records.ends == UNDECIDED
    known = (records.ends == EXCLUSIVE) | (records.ends == FIXED)
    c = records.clusters
    rows = open_[c.doc]
    if not rows.any():
        return known, []
    points = bool((rows & (c.start == c.end)).any())
    reaches = bool((rows & ~records.tokenless[c.doc] & (c.end == _n_words(records)[c.doc])).any())
    if points != reaches:
        return known | (open_ & reaches), []
    seen = (
        "some mentions have start = end, others end at the document's length"
        if points
        else "no mention shows which ends are meant"
    )
    text = f"{seen}; ends are read as inclusive, the mention's last word. Say which with --ends."
    return known, [Notice(records.files[int(c.doc[np.flatnonzero(rows)[0]])], None, "ends", text)]


def _named(records: Records) -> tuple[Records, list[Notice]]:
    """The records, those without an id numbered."""
    nameless = [row for row, doc_id in enumerate(records.ids) if doc_id is None]
    if not nameless:
        return records, []
    ids = [f"doc_{row + 1}" if doc_id is None else doc_id for row, doc_id in enumerate(records.ids)]
    notices = [
        Notice(records.files[r], int(records.lines[r]), "no document id", f"the document is called {ids[r]}") for r in nameless
    ]
    return dataclasses.replace(records, ids=ids), notices


def _check_ids(records: Records) -> None:
    first: dict[str, int] = {}
    for row, doc_id in enumerate(records.ids):
        before = first.setdefault(doc_id, row)
        if before != row:
            place = f"line {records.lines[before]}"
            if records.files[before] != records.files[row]:
                place = f"{records.files[before]}, {place}"
            what = f"a second document of this id; the first is in {place}"
            raise FormatError(
                records.files[row], int(records.lines[row]), what, "Give every document an id of its own.", shown=doc_id
            )


def _text(records: Records) -> build.Text:
    sentence_doc = np.repeat(np.arange(len(records.ids), dtype=np.int32), records.n_sentences)
    number = np.arange(len(sentence_doc), dtype=np.int32) - _first_sentences(records)[sentence_doc].astype(np.int32)
    doc = np.repeat(sentence_doc, records.sentence_lengths)
    return build.Text(
        doc_ids=records.ids,
        files=records.files,
        lines=records.lines,
        doc=doc,
        sent=np.repeat(number, records.sentence_lengths),
        form=records.form,
        line=records.lines[doc],
        extra=records.extra,
        n_sentences=records.n_sentences,
    )


def _spans(records: Records, exclusive: np.ndarray) -> build.Spans:
    c = records.clusters
    taken = ~np.isin(c.doc, records.unpredicted) if len(records.unpredicted) else slice(None)
    c = Clusters(c.doc[taken], c.cluster[taken], c.sentence[taken], c.start[taken], c.end[taken])
    end = c.end + ~exclusive[c.doc]
    base, limit = _frames(records, c)
    bad = (c.start < 0) | (c.start >= end) | (end > limit)
    if bad.any():
        raise _outside(records, c, int(np.flatnonzero(bad)[0]), bool(exclusive[c.doc[bad][0]]), limit)
    return build.Spans(c.doc, base + c.start, base + end, c.cluster, records.lines[c.doc])


def _frames(records: Records, c: Clusters) -> tuple[np.ndarray, np.ndarray]:
    """For each mention, the position that its numbers count from and the number of words there are; -1 without a sentence."""
    limit = np.where(records.tokenless, json_layout.LARGEST, _n_words(records))[c.doc]
    base = np.zeros(len(limit), np.int64)
    rows = np.flatnonzero(c.sentence != -1)
    if not len(rows):
        return base, limit
    doc, sentence = c.doc[rows], c.sentence[rows]
    there = (sentence >= 0) & (sentence < records.n_sentences[doc])
    limit[rows[~there]] = -1
    rows, doc = rows[there], doc[there]
    firsts, words = _first_sentences(records), _first_words(records)
    at = firsts[doc] + sentence[there]
    base[rows] = words[at] - words[firsts[doc]]
    limit[rows] = records.sentence_lengths[at]
    return base, limit


def _outside(records: Records, c: Clusters, row: int, exclusive: bool, limit: np.ndarray) -> FormatError:
    """The error for a mention whose numbers do not fit its document or sentence."""
    doc, start, end = int(c.doc[row]), int(c.start[row]), int(c.end[row])
    whole = "sentence" if c.sentence[row] != -1 else "document"
    if start < 0 or end < 0:
        what = "a mention with a negative position"
    elif limit[row] < 0:
        what = f"a mention in a sentence that is not there; the document has {records.n_sentences[doc]}"
    elif start > end:
        what = "a mention that ends before it begins"
    elif start == end and exclusive:
        what = "a mention of no word: ends are read as exclusive, the word after the last one"
    else:
        what = f"a mention outside its {whole} of {limit[row]} words, its end read as {'exclusive' if exclusive else 'inclusive'}"
    numbers = [start, end] if c.sentence[row] == -1 else [int(c.sentence[row]), start, end]
    remedy = "Positions count words from 0; say --ends inclusive or --ends exclusive if ends mean the other thing."
    shown = f"{numbers} in cluster {int(c.cluster[row]) - int(records.n_clusters[:doc].sum()) + 1} of {records.ids[doc]}"
    return FormatError(records.files[doc], int(records.lines[doc]), what, remedy, shown=shown)


def _about_predictions(records: Records) -> list[Notice]:
    text = "the record has gold clusters and, unlike others, no prediction; it is read as one without mentions"
    found = [Notice(records.files[r], int(records.lines[r]), "no prediction", text) for r in records.unpredicted]
    gold = records.gold
    if gold is not None and len(gold.doc) and np.array_equal(_canonical(gold), _canonical(records.clusters)):
        text = "the predicted clusters of every record equal the gold clusters beside them"
        found.append(Notice(records.files[0], None, "copy of gold", text))
    return found


def _canonical(c: Clusters) -> np.ndarray:
    """Clusters as rows that do not depend on the order of clusters and of mentions."""
    order = np.lexsort((c.end, c.start, c.sentence, c.cluster))
    table = np.column_stack([c.doc, c.sentence, c.start, c.end])[order]
    cluster = c.cluster[order]
    first = np.flatnonzero(np.diff(cluster, prepend=-1))
    named = np.repeat(table[first], np.diff(np.append(first, len(cluster))), axis=0)
    both = np.hstack([named, table])
    return both[np.lexsort(both.T[::-1])]
