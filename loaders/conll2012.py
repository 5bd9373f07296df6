"""CoNLL-2012 files, their short forms, and Cattan's cross-document files.

Pradhan et al. (2012), section 4; the last column alone is read as coreference, whatever the words look like.
"""

from __future__ import annotations

import re
from pathlib import PurePosixPath

import numpy as np
import pyarrow as pa

from loaders import build, columns
from loaders.conll2012_lines import BEGIN, HASH, Table
from loaders.conll2012_spans import read_spans
from loaders.errors import FormatError
from loaders.options import ReadOptions
from loaders.schema import NOTHING
from loaders.sources import Member

BEGIN_BYTES = re.compile(rb"#\s*begin document\b")
PART = re.compile(r"part\s+(\S+)")
WORD, POS = 3, 4  # columns of the full format, from 0


def looks_like(members: list[Member]) -> bool:
    """Whether the first member has a begin line before its first words."""
    head = columns.UTF8_BOM
    text = members[0].data[:65536].removeprefix(head).decode("utf-8", "replace")
    return any(BEGIN.match(line) for line in text.splitlines())


def split_all(members: list[Member]) -> list[list[Member]]:
    """One member per document, each a list of its own, for reading them one by one."""
    return [[piece] for member in members for piece in _split(member)]


def _split(member: Member) -> list[Member]:
    data = columns.unix_lines(member.data)
    lines = columns.split_lines(data)
    hashes = np.flatnonzero(lines.first() == HASH).tolist()
    begins = [i for i in hashes if BEGIN_BYTES.match(data, lines.start[i])]
    edges = [int(lines.start[i]) for i in begins] + [len(data)]
    return [Member(member.name, data[edges[k] : edges[k + 1]], member.line + i) for k, i in enumerate(begins)]


def name_of(pieces: list[Member]) -> str:
    """The id in the begin line of a document that cannot be read."""
    line = pieces[0].data.partition(b"\n")[0].decode("utf-8", "replace")
    return document_name(*_document_id(line)) if BEGIN.match(line) else ""


def parse(members: list[Member], options: ReadOptions) -> build.Parsed:  # noqa: ARG001
    """The documents, words, coreferent mentions and named entities of CoNLL-2012 files.

    Raises FormatError for words outside a document, ragged sentences, unreadable coreference cells, brackets never
    closed or never opened, and documents that come twice.
    """
    tables = [Table.read(member) for member in members]
    if not any(table.begins for table in tables):
        member = members[0]
        raise FormatError(member.name, None, "no '#begin document' line", "CoNLL-2012 files begin each document with one.")
    notices = [notice for table in tables for notice in table.notices()]
    offsets = np.cumsum([0] + [len(table.begins) for table in tables])
    crossdoc = all(table.is_crossdoc() for table in tables)
    text = _crossdoc_text(tables) if crossdoc else _text(tables, offsets)
    return build.Parsed(text, read_spans(tables, text, named=not crossdoc), notices)


def _document_id(line: str) -> tuple[str, str]:
    """The id between the first and the last parenthesis of a begin line, and the part ("" where none is named)."""
    rest = BEGIN.match(line).group(1)
    first, last = rest.find("("), rest.rfind(")")
    if 0 <= first < last:
        name, tail = rest[first + 1 : last], rest[last + 1 :]
    else:
        name, _, tail = rest.partition(";")
    part = PART.search(tail)
    return name.strip(), part.group(1) if part else ""


def document_name(name: str, part: str) -> str:
    """The id under which a document is shown: part 0 goes without saying."""
    return name if not part or not part.strip("0") else f"{name}_{part}"


def _document_ids(tables: list[Table]) -> list[str]:
    """One id per document; raises FormatError where two documents have the same one."""
    seen: dict[str, tuple[str, int]] = {}
    for table in tables:
        for line in table.begins:
            name, part = _document_id(table.lines.text(line))
            name = document_name(name or PurePosixPath(table.member.name).stem, part)
            place = (table.member.name, line + table.member.line)
            if name in seen:
                what = f"document '{name}' is here a second time; the first is in {seen[name][0]}, line {seen[name][1]}"
                raise table.error(line, what, "Give each document an id or part of its own.")
            seen[name] = place
    return list(seen)


def _text(tables: list[Table], offsets: np.ndarray) -> build.Text:
    docs, sents, forms, tags, numbers = [], [], [], [], []
    for table, offset in zip(tables, offsets, strict=False):
        doc = np.searchsorted(np.array(table.begins), table.token_line, side="right") - 1
        docs.append((doc + offset).astype(np.int32))
        sents.append(_sentence_in_document(doc, table.sentence))
        forms.append(_forms(table))
        tags.append(_optional(table, POS, NOTHING, least=6))
        numbers.append(table.token_line + table.member.line)
    return build.Text(
        doc_ids=_document_ids(tables),
        files=[table.member.name for table in tables for _ in table.begins],
        lines=[line + table.member.line for table in tables for line in table.begins],
        doc=np.concatenate(docs),
        sent=np.concatenate(sents),
        form=pa.concat_arrays(forms),
        line=np.concatenate(numbers),
        columns={"xpos": columns.category(_dashes(pa.concat_arrays(tags)))},
    )


def _sentence_in_document(doc: np.ndarray, block: np.ndarray) -> np.ndarray:
    """Sentence numbers from 0 within each document, from ascending blocks of lines."""
    if not len(doc):
        return np.zeros(0, np.int32)
    new = np.concatenate([[0], np.cumsum((block[1:] != block[:-1]) | (doc[1:] != doc[:-1]))])
    first = np.searchsorted(doc, doc)
    return (new - new[first]).astype(np.int32)


def _forms(table: Table) -> pa.StringArray:
    """The words: the fourth column; the one before the last in shorter lines; none where there are two columns."""
    counts = table.counts()
    tokens = np.arange(len(counts))
    full = counts >= 5
    if full.all():
        return table.column(tokens, WORD)
    if (counts == 2).all():
        return pa.array([NOTHING] * len(counts), pa.string())
    index = np.where(full, WORD, np.maximum(counts - 2, 0))
    at = table.first_field[:-1] + index
    return columns.slices(table.lines.data, table.field_start[at], table.field_end[at])


def _optional(table: Table, index: int, missing: str, *, least: int) -> pa.StringArray:
    """A column that stands in lines of at least so many columns, elsewhere one value throughout."""
    counts = table.counts()
    if len(counts) and counts.min() >= least:
        return table.column(np.arange(len(counts)), index)
    return pa.array([missing] * len(counts), pa.string())


def _dashes(strings: pa.StringArray) -> pa.StringArray:
    import pyarrow.compute as pc

    return pc.if_else(pc.equal(strings, "-"), NOTHING, strings)


def _crossdoc_text(tables: list[Table]) -> build.Text:
    """Documents are runs of one document column; several of them stand in one begin block."""
    rows = {"doc": [], "sent": [], "form": [], "line": []}
    ids, topics, subtopics, files, lines = {}, [], [], [], []
    for table in tables:
        tokens = np.arange(len(table.token_line))
        names, topic, subtopic = (table.column(tokens, c).to_pylist() for c in (2, 0, 1))
        new = np.array([k == 0 or names[k] != names[k - 1] for k in range(len(names))], bool)
        for token in np.flatnonzero(new).tolist():
            if names[token] in ids:
                remedy = "The lines of one document must stand together."
                raise table.error(int(table.token_line[token]), f"document '{names[token]}' begins a second time", remedy)
            ids[names[token]] = None
            topics.append(topic[token])
            subtopics.append(subtopic[token])
            files.append(table.member.name)
            lines.append(table.line_number(token))
        doc = np.cumsum(new) - 1 + len(ids) - int(new.sum())
        codes, _ = columns.encode(table.column(tokens, 3))
        step = np.concatenate([[False], codes[1:] != codes[:-1]])
        rows["doc"].append(doc.astype(np.int32))
        rows["sent"].append(_sentence_in_document(doc, np.cumsum(step)))
        rows["form"].append(table.column(tokens, 5))
        rows["line"].append(table.token_line + table.member.line)
    return build.Text(
        doc_ids=list(ids),
        files=files,
        lines=lines,
        doc=np.concatenate(rows["doc"]),
        sent=np.concatenate(rows["sent"]),
        form=pa.concat_arrays(rows["form"]),
        line=np.concatenate(rows["line"]),
        extra={"topic": topics, "subtopic": subtopics},
    )
