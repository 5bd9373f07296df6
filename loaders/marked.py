"""Text with inline marks, as language models are asked to write it: plain, or JSON lines of {"id", "text"}.

A plain file is one document, named as the file is; lines `=== name ===` begin documents of their own. Fences of code (```)
are left out. The words are the model's own; metrics/transfer.py brings them onto gold's. marks.py says what a mark is.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, pairwise
from pathlib import PurePosixPath

import numpy as np
import pyarrow as pa

from loaders import build, columns, json_pieces, json_records, jsonlines
from loaders.errors import FormatError
from loaders.json_pieces import Place
from loaders.marks import Read, is_marked, read_marks
from loaders.options import ReadOptions
from loaders.schema import Notice
from loaders.sources import Member

FORMAT = "marked"
TEXTS = ("text", "output")
HEADING = re.compile(rb"^=== *(\S(?:.*\S)?) *===[ \t]*$", re.MULTILINE)
FENCE = re.compile(r"^[ \t]*```[\w-]*[ \t]*$", re.MULTILINE)
JSON = re.compile(rb'\s*(?:\[\s*)?\{\s*"')
TEXT_KEY = re.compile(rb'(?<!\\)"(?:text|output)"\s*:\s*"')
PEEK = 1 << 20  # bytes of each file that looks_like() reads
REMEDY = 'A record holds id (or doc_key) and text, with marks such as [Lena](#1), <m id="1">Lena</m> or [Lena]_1.'


@dataclass(frozen=True)
class Document:
    """One document. name : None where a record has none. line : on which it begins, from 1. in_lines : whether its text has
    lines of the file; a record's has not."""

    name: str | None
    file: str
    line: int
    text: str
    in_lines: bool


def looks_like(members: list[Member]) -> bool:
    """Whether some file holds a mark, in plain text or in the text of a record."""
    for member in members:
        head = member.data[:PEEK].removeprefix(columns.UTF8_BOM)
        if is_marked(head) or (JSON.match(head) and is_marked(head.replace(b'\\"', b'"'))):
            return not JSON.match(head) or TEXT_KEY.search(head) is not None
    return False


def split_all(members: list[Member]) -> list[list[Member]]:
    """One member per document, each a list of its own."""
    return list(chain.from_iterable(jsonlines.split_all([m]) if JSON.match(m.data) else _split(m) for m in members))


def _split(member: Member) -> list[list[Member]]:
    """A plain file cut before its headings; what stands before the first one is a document too if it has words."""
    data = columns.unix_lines(member.data)
    found, line = [], member.line
    for start, end in pairwise([0, *(match.start() for match in HEADING.finditer(data)), len(data)]):
        if data[start:end].strip():
            found.append([Member(member.name, data[start:end], line)])
        line += data.count(b"\n", start, end)
    return found or [[Member(member.name, b"", member.line)]]


def name_of(pieces: list[Member]) -> str:
    """The id of a document that cannot be read, as far as its text tells."""
    piece = pieces[0]
    if JSON.match(piece.data):
        return jsonlines.name_of(pieces)
    heading = HEADING.match(piece.data)
    return heading[1].decode("utf-8", "replace") if heading else PurePosixPath(piece.name).stem


def parse(members: list[Member], options: ReadOptions) -> build.Parsed:  # noqa: ARG001
    """The documents of all members, their own words and the mentions marked in them.

    Raises FormatError for bytes that are no text, records without a text and two documents of one id.
    """
    documents = list(chain.from_iterable(_records(m) if JSON.match(m.data) else _sections(m) for m in members))
    if not documents:
        raise FormatError(members[0].name, None, "no document in the file", REMEDY)
    names = [f"doc_{k}" if document.name is None else document.name for k, document in enumerate(documents, 1)]
    _check_names(documents, names)
    read = [read_marks(_clean(document.text)) for document in documents]
    return build.Parsed(_text(documents, names, read), _spans(documents, read), list(_notices(documents, read)))


def _sections(member: Member) -> Iterator[Document]:
    """The documents of a plain file."""
    for (piece,) in _split(member):
        data = columns.plain_text(piece)
        heading = HEADING.match(data)
        text = data[heading.end() :] if heading else data
        yield Document(name_of([piece]), piece.name, piece.line, text.decode(), in_lines=True)


def _records(member: Member) -> Iterator[Document]:
    """The documents of a file of records. Raises FormatError for a record without a text."""
    for place, value in json_pieces.values(member.name, columns.plain_text(member), member.line):
        if not isinstance(value, dict):
            raise place.error("a record that is no JSON object", REMEDY, value)
        text = next((value[key] for key in TEXTS if key in value), None)
        if not isinstance(text, str):
            raise place.error("a record without a text", REMEDY, ", ".join(value))
        if not json_records.is_text(text):
            raise place.error("half a surrogate pair, which is no text", "Write the text as UTF-8.")
        yield Document(_id(value, place), place.file, place.line, text, in_lines=False)


def _id(value: dict, place: Place) -> str | None:
    return json_records.read_id({key: item for key, item in value.items() if item is not None}, place)


def _check_names(documents: list[Document], names: list[str]) -> None:
    first: dict[str, Document] = {}
    for name, document in zip(names, documents, strict=True):
        before = first.setdefault(name, document)
        if before is not document:
            what = f"a second document of this id; the first is in {before.file}, line {before.line}"
            raise FormatError(document.file, document.line, what, "Give every document an id of its own.", shown=name)


def _clean(text: str) -> str:
    """A text in composed characters, without fences of code; its lines stay what they are."""
    return FENCE.sub("", unicodedata.normalize("NFC", text.replace("\r\n", "\n").replace("\r", "\n")).replace("\0", " "))


def _line(document: Document, line: int) -> int:
    """The line of the file on which a line of a document stands."""
    return document.line + line if document.in_lines else document.line


def _text(documents: list[Document], names: list[str], read: list[Read]) -> build.Text:
    """The words; each line with words is a sentence."""
    sizes = [len(one.forms) for one in read]
    sent = [np.unique(one.lines, return_inverse=True)[1] for one in read]
    lines = [_line(document, line) for document, one in zip(documents, read, strict=True) for line in one.lines]
    return build.Text(
        names,
        [document.file for document in documents],
        [document.line for document in documents],
        np.repeat(np.arange(len(read), dtype=np.int32), sizes),
        np.concatenate(sent).astype(np.int32),
        pa.array([form for one in read for form in one.forms], pa.string()),
        np.array(lines, np.int64),
    )


def _spans(documents: list[Document], read: list[Read]) -> build.Spans:
    """The mentions; a name stands for an entity within its document."""
    rows = []
    codes: dict[tuple[int, str], int] = {}
    for number, (document, one) in enumerate(zip(documents, read, strict=True)):
        for start, end, name, line in one.mentions:
            rows.append((number, start, end, codes.setdefault((number, name), len(codes)), _line(document, line)))
    return build.Spans(*np.array(rows, np.int64).reshape(-1, 5).T)


def _notices(documents: list[Document], read: list[Read]) -> Iterator[Notice]:
    for document, one in zip(documents, read, strict=True):
        if document.name is None:
            yield Notice(document.file, document.line, "no document id", "documents without an id are numbered")
        for line, what in one.odd:
            yield Notice(document.file, _line(document, line), "mark", f"{what}; it is passed over")
