"""CoNLL-2012 files, their short forms, and Cattan's cross-document files.

Pradhan et al. (2012), section 4; the last column alone is read as coreference, whatever the words look like.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import PurePosixPath

import numpy as np
import pyarrow as pa

from loaders import build, columns
from loaders.brackets import Stack, read_cell
from loaders.errors import FormatError
from loaders.options import ReadOptions
from loaders.schema import NOTHING, Notice
from loaders.sources import Member

BEGIN = re.compile(r"#\s*begin document\b\s*(.*)")
INDENTED = re.compile(r"\s*#\s*(?:begin|end) document\b")
BEGIN_BYTES = re.compile(rb"#\s*begin document\b")
END = re.compile(r"#\s*end document\b")
PART = re.compile(r"part\s+(\S+)")
WORD, POS, NAMES = 3, 4, 10  # columns of the full format, from 0
HASH = ord("#")


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
    tables = [_Table.read(member) for member in members]
    if not any(table.begins for table in tables):
        member = members[0]
        raise FormatError(member.name, None, "no '#begin document' line", "CoNLL-2012 files begin each document with one.")
    notices = [notice for table in tables for notice in table.notices()]
    offsets = np.cumsum([0] + [len(table.begins) for table in tables])
    crossdoc = all(table.is_crossdoc() for table in tables)
    text = _crossdoc_text(tables) if crossdoc else _text(tables, offsets)
    return build.Parsed(text, _spans(tables, text, named=not crossdoc), notices)


@dataclass(frozen=True)
class _Table:
    """One member as columns: the fields of its token lines, and its documents' first lines."""

    member: Member
    lines: columns.Lines
    begins: list[int]  # line numbers, from 0
    ends: list[int]
    token_line: np.ndarray
    sentence: np.ndarray  # block of lines without a blank, per token line, from 0, ascending
    first_field: np.ndarray  # per token line, its first field's index; one more at the end
    field_start: np.ndarray
    field_end: np.ndarray

    @classmethod
    def read(cls, member: Member) -> _Table:
        lines = columns.split_lines(columns.plain_text(member))
        first = lines.first()
        hashes = np.flatnonzero(first == HASH)
        begins = [i for i in hashes.tolist() if BEGIN.match(lines.text(i))]
        ends = [i for i in hashes.tolist() if END.match(lines.text(i))]
        start, end, blank = _fields(lines)
        counts = np.diff(np.searchsorted(start, np.append(lines.start, len(lines.data))))
        is_token = ~blank & (first != HASH)
        token_line = np.flatnonzero(is_token)
        keep = np.repeat(is_token, counts)
        first_field = np.concatenate([[0], np.cumsum(counts[token_line])])
        breaks = np.zeros(len(lines.start) + 1, np.int64)
        breaks[1:] = np.cumsum(~is_token)
        table = cls(member, lines, begins, ends, token_line, breaks[token_line], first_field, start[keep], end[keep])
        table.check()
        return table

    def counts(self) -> np.ndarray:
        return np.diff(self.first_field)

    def line_number(self, token: int) -> int:
        return int(self.token_line[token]) + self.member.line

    def error(self, line: int, what: str, remedy: str) -> FormatError:
        shown = self.lines.text(line)
        return FormatError(self.member.name, line + self.member.line, what, remedy, shown=shown)

    def check(self) -> None:
        """Raise FormatError for words before the first document, and for sentences whose lines differ in length."""
        if not len(self.token_line):
            return
        if not self.begins or self.token_line[0] < self.begins[0]:
            remedy = "CoNLL-2012 files begin each document with '#begin document (name); part 000'."
            raise self.error(int(self.token_line[0]), "words before the first '#begin document'", remedy)
        self.check_borders()
        counts = self.counts()
        if counts.min() < 2:
            token = int(np.argmin(counts))
            raise self.error(int(self.token_line[token]), "one column", "The last of two or more columns is the coreference.")
        same = self.sentence[1:] == self.sentence[:-1]
        ragged = np.flatnonzero(same & (counts[1:] != counts[:-1]))
        if len(ragged):
            token = int(ragged[0]) + 1
            what = f"{counts[token]} columns instead of {counts[token - 1]}"
            raise self.error(
                int(self.token_line[token]), what, "All lines of a sentence have as many columns; is the file complete?"
            )

    def check_borders(self) -> None:
        """Raise FormatError for begin and end lines that are indented, and for words between two documents."""
        hashes = self.lines.buffer[self.field_start[self.first_field[:-1]]] == HASH
        for line in self.token_line[hashes].tolist():
            if INDENTED.match(self.lines.text(line)):
                raise self.error(line, "blanks before the # that begins or ends a document", "Remove them.")
        begins, ends = np.array(self.begins), np.array([-1, *self.ends])
        begin = begins[np.searchsorted(begins, self.token_line, side="right") - 1]
        outside = begin < ends[np.searchsorted(ends, self.token_line) - 1]
        if outside.any():
            remedy = "A '#begin document' line is missing; is the file complete?"
            raise self.error(int(self.token_line[np.argmax(outside)]), "words after '#end document'", remedy)

    def notices(self) -> list[Notice]:
        """A notice where the last document has no end line, as in a truncated file."""
        if self.begins and (not self.ends or self.ends[-1] < self.begins[-1]):
            text = "the last document has no '#end document' line; the file may have been cut off"
            return [Notice(self.member.name, len(self.lines.start) + self.member.line - 1, "no end", text)]
        return []

    def column(self, tokens: np.ndarray, index: int) -> pa.StringArray:
        """One column of the given token lines (all must have it); -1 is the last."""
        at = self.first_field[tokens] + index if index >= 0 else self.first_field[tokens + 1] + index
        return columns.slices(self.lines.data, self.field_start[at], self.field_end[at])

    def is_crossdoc(self) -> bool:
        """Whether the columns are Cattan's: topic, subtopic, document, sentence, token number, token, flag, coreference."""
        tokens = np.arange(min(len(self.token_line), 50))
        if not len(tokens) or (self.counts()[tokens] != 8).any():
            return False
        flags, numbers = self.column(tokens, 6).to_pylist(), self.column(tokens, 3).to_pylist()
        return all(flag in ("True", "False") for flag in flags) and all(number.isdecimal() for number in numbers)


def _fields(lines: columns.Lines) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Where fields begin and end, and which lines have none.

    Columns are separated by tabs, or by runs of blanks in files whose lines have no tab: words may hold a blank
    where tabs separate.
    """
    buffer = lines.buffer
    gap = (buffer == columns.NEWLINE) | (buffer == columns.TAB)
    tabbed = np.diff(np.searchsorted(np.flatnonzero(buffer == columns.TAB), np.append(lines.start, len(buffer)))) > 0
    content = lines.end > lines.start
    plain = content & ~tabbed & (lines.first() != HASH) if len(lines.start) else content
    if plain.any():
        gap |= (buffer == columns.BLANK) & np.repeat(~tabbed, lines.end - lines.start + 1)
    inside = np.concatenate([[False], ~gap, [False]])
    edge = np.flatnonzero(inside[1:] != inside[:-1])
    start, end = edge[0::2], edge[1::2]
    has = np.diff(np.searchsorted(start, np.append(lines.start, len(buffer)))) > 0
    return start, end, ~has


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


def _document_ids(tables: list[_Table]) -> list[str]:
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


def _text(tables: list[_Table], offsets: np.ndarray) -> build.Text:
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


def _forms(table: _Table) -> pa.StringArray:
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


def _optional(table: _Table, index: int, missing: str, *, least: int) -> pa.StringArray:
    """A column that stands in lines of at least so many columns, elsewhere one value throughout."""
    counts = table.counts()
    if len(counts) and counts.min() >= least:
        return table.column(np.arange(len(counts)), index)
    return pa.array([missing] * len(counts), pa.string())


def _dashes(strings: pa.StringArray) -> pa.StringArray:
    import pyarrow.compute as pc

    return pc.if_else(pc.equal(strings, "-"), NOTHING, strings)


def _crossdoc_text(tables: list[_Table]) -> build.Text:
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


def _spans(tables: list[_Table], text: build.Text, *, named: bool) -> build.Spans:
    """Mentions of the last column, then the named entities of column 11, as spans without an entity."""
    position = np.arange(len(text.doc)) - build.starts_of(text.doc, len(text.doc_ids))[text.doc]
    mentions, names, base = [], [], 0
    for table in tables:
        here = slice(base, base + len(table.token_line))
        mentions += _mentions(table, text.doc[here], position[here])
        if named and len(table.token_line) and table.counts().min() >= 12:
            names += _names(table, text.doc[here], position[here])
        base += len(table.token_line)
    codes: dict[str, int] = {}
    entity = [codes.setdefault(row[3], len(codes)) for row in mentions] + [-1] * len(names)
    labels = ["", *dict.fromkeys(row[3] for row in names)]
    number = {label: code for code, label in enumerate(labels)}
    table = np.array([[*row[:3], row[4]] for row in mentions + names], np.int64).reshape(-1, 4)
    label = np.array([0] * len(mentions) + [number[row[3]] for row in names], np.int32)
    return build.Spans(
        doc=table[:, 0],
        start=table[:, 1],
        end=table[:, 2],
        entity=np.array(entity, np.int64),
        line=table[:, 3],
        label=columns.coded(label, labels),
    )


def _annotated(table: _Table, index: int, nothing: bytes) -> tuple[np.ndarray, list[str]]:
    """The token lines whose cell is more than one of the given bytes, and their cells."""
    at = table.first_field[:-1] + index if index >= 0 else table.first_field[1:] + index
    start, end = table.field_start[at], table.field_end[at]
    single = np.isin(table.lines.buffer[start], np.frombuffer(nothing, np.uint8)) & (end - start == 1)
    tokens = np.flatnonzero(~single)
    return tokens, columns.slices(table.lines.data, start[tokens], end[tokens]).to_pylist()


def _mentions(table: _Table, doc: np.ndarray, position: np.ndarray) -> list[list]:
    """Rows (document, start, end, entity, line) in order of opening bracket, document by document."""
    tokens, cells = _annotated(table, -1, b"-_")
    brackets = {cell: read_cell(cell) for cell in dict.fromkeys(cells)}
    found: list[list] = []
    stack, current = Stack(), -1
    for token, cell, of, at in zip(tokens.tolist(), cells, doc[tokens].tolist(), position[tokens].tolist(), strict=True):
        if of != current:
            found += _closed(table, stack, current)
            stack, current = Stack(), of
        read = brackets[cell]
        line = int(table.token_line[token])
        if read is None:
            remedy = "The last column holds '-' or brackets such as (3, 3), (3)|(5."
            raise table.error(line, f"'{cell[:30]}' is no coreference", remedy)
        stray = stack.take(read, at, line + table.member.line)
        if stray is not None:
            remedy = "Give each closing bracket an opening one in the same document."
            raise table.error(line, f"the bracket of entity {stray[:30]} closes and never opened", remedy)
    return found + _closed(table, stack, current)


def _closed(table: _Table, stack: Stack, doc: int) -> list[list]:
    """The rows of a finished document; raises FormatError where a bracket is still open."""
    left = stack.unclosed()
    if left is not None:
        entity, line = left
        remedy = "Close it within the document; is the file complete?"
        raise table.error(line - table.member.line, f"the bracket of entity {entity[:30]} is never closed", remedy)
    return [[doc, *row] for row in stack.rows]


def _names(table: _Table, doc: np.ndarray, position: np.ndarray) -> list[list]:
    """Rows (document, start, end, label, line) of the named-entity column, `(PERSON*`, `*)`, `(GPE)`."""
    tokens, cells = _annotated(table, NAMES, b"*-_")
    found: list[list] = []
    waiting: list[list] = []
    for token, cell, of, at in zip(tokens.tolist(), cells, doc[tokens].tolist(), position[tokens].tolist(), strict=True):
        line = table.line_number(token)
        for label in re.findall(r"\(([^()*]+)", cell):
            row = [of, at, -1, label, line]
            found.append(row)
            waiting.append(row)
        for _ in range(cell.count(")")):
            if waiting and waiting[-1][0] == of:
                waiting.pop()[2] = at + 1
    return [row for row in found if row[2] > 0]
