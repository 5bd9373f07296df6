"""What formats with an .ann beside a .txt share: pairing the files, and mentions of documents into arrays."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath

import numpy as np
import pyarrow as pa

from loaders import build, columns
from loaders.errors import FormatError
from loaders.schema import Notice
from loaders.sources import Member

ANNOTATION, TEXT = ".ann", ".txt"


@dataclass(frozen=True)
class Pair:
    """One document's annotation and text."""

    doc_id: str
    annotation: Member
    text: Member


@dataclass(frozen=True)
class Mention:
    """One mention: positions of words, half-open, and of its parts if there are several.

    entity : equal for the mentions of one entity of the document; None for a singleton.
    """

    start: int
    end: int
    label: str
    entity: Hashable | None
    line: int
    parts: Sequence[tuple[int, int]] = ()


@dataclass(frozen=True)
class Document:
    """A document's words (form, sentence and line of the .txt, one each) and mentions."""

    pair: Pair
    form: pa.StringArray
    sent: np.ndarray
    line: np.ndarray
    n_sentences: int
    mentions: Sequence[Mention]
    notices: Sequence[Notice] = field(default=())


def _stem(member: Member) -> str:
    return member.name.removesuffix(ANNOTATION).removesuffix(TEXT)


def _with(members: Sequence[Member], suffix: str) -> dict[str, Member]:
    return {_stem(m): m for m in members if m.name.endswith(suffix)}


def split_all(members: list[Member]) -> list[list[Member]]:
    """The .ann files, each with the .txt of its name if there is one."""
    texts = _with(members, TEXT)
    return [[one, texts[stem]] if stem in texts else [one] for stem, one in _with(members, ANNOTATION).items()]


def name_of(pieces: list[Member]) -> str:
    """The id of a document that cannot be read: its file's stem."""
    return PurePosixPath(pieces[0].name).stem


def pairs(members: list[Member]) -> tuple[list[Pair], list[Notice]]:
    """The documents among the members, and a notice for each file that is none.

    A document's id is its file's name without folders and suffix, with its folders where two share that name.
    Raises FormatError for an .ann without its .txt, and where there is no .ann at all.
    """
    annotations, texts = _with(members, ANNOTATION), _with(members, TEXT)
    for stem, member in annotations.items():
        if stem not in texts:
            what = f"its text, {PurePosixPath(stem).name}{TEXT}, is missing"
            raise FormatError(member.name, None, what, "Put the .txt beside the .ann, in one folder or zip.")
    if not annotations:
        raise FormatError(
            members[0].name, None, "no .ann file", "Name a folder or zip with an .ann and a .txt for each document."
        )
    names = [PurePosixPath(stem).name for stem in annotations]
    unique = len(set(names)) == len(names)
    found = [
        Pair(name if unique else stem, annotations[stem], texts[stem]) for name, stem in zip(names, annotations, strict=True)
    ]
    read = {id(m) for pair in found for m in (pair.annotation, pair.text)}
    left = [Notice(m.name, None, "not read", "no .ann has this name") for m in members if id(m) not in read]
    return found, left


def annotation_lines(member: Member) -> list[tuple[int, list[str]]]:
    """The lines of an .ann that are not blank: line number and fields."""
    lines = columns.plain_text(member).decode("utf-8").split("\n")
    return [(number, line.split("\t")) for number, line in enumerate(lines, member.line) if line.strip()]


def parsed(documents: Sequence[Document], notices: Sequence[Notice]) -> build.Parsed:
    """Documents as arrays; mentions in order of their first word, the longer first."""
    rows = [(d, m) for d, one in enumerate(documents) for m in sorted(one.mentions, key=lambda m: (m.start, -m.end))]
    said = [*notices, *(notice for one in documents for notice in one.notices)]
    return build.Parsed(_text(documents), _spans(rows), said)


def _text(documents: Sequence[Document]) -> build.Text:
    return build.Text(
        doc_ids=[one.pair.doc_id for one in documents],
        files=[one.pair.annotation.name for one in documents],
        lines=[one.pair.annotation.line for one in documents],
        doc=np.repeat(np.arange(len(documents), dtype=np.int32), [len(one.form) for one in documents]),
        sent=np.concatenate([one.sent for one in documents]),
        form=pa.concat_arrays([one.form for one in documents]),
        line=np.concatenate([one.line for one in documents]),
        n_sentences=np.array([one.n_sentences for one in documents], np.int32),
    )


def _spans(rows: Sequence[tuple[int, Mention]]) -> build.Spans:
    doc, start, end, line = np.array([(d, m.start, m.end, m.line) for d, m in rows], np.int64).reshape(-1, 4).T
    parts: Mapping = {row: list(m.parts) for row, (_, m) in enumerate(rows) if len(m.parts) > 1}
    labels = columns.category(pa.array([m.label for _, m in rows], pa.string()))
    return build.Spans(doc, start, end, _entities(rows), line, label=labels, parts=parts)


def _entities(rows: Sequence[tuple[int, Mention]]) -> np.ndarray:
    """Numbers of entities over the corpus, in order of their first mention."""
    codes: dict[tuple, int] = {}
    keys = [(d, row, None) if m.entity is None else (d, -1, m.entity) for row, (d, m) in enumerate(rows)]
    return np.array([codes.setdefault(key, len(codes)) for key in keys], np.int64)
