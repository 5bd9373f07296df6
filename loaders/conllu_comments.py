"""What the comments of CoNLL-U files say: documents, sentence ids, genres and topics, and how entities are written."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from loaders import columns
from loaders.conllu_lines import Fault, Source, Tokens, classes
from loaders.errors import FormatError

KEYS = re.compile(rb"#\s*(?:(newdoc)(?![^\s=])[^=]*=?|(global\.Entity|(?:meta::)?(?:genre|topic|subtopic))\s*=)(.*)", re.DOTALL)
SENT_ID = re.compile(rb"#\s*sent_id\s*=")
USUAL = np.frombuffer(b"# sent_id = ", np.uint8)
EXTRA = ("genre", "topic", "subtopic")
SPELLED = {
    **{name.encode(): name for name in ("newdoc", "global.Entity", *EXTRA)},
    **{f"meta::{name}".encode(): name for name in EXTRA},
}


class Comment(NamedTuple):
    """A comment that says something: its line, its key without `meta::`, its value."""

    line: int
    key: str
    value: str


class Border(NamedTuple):
    """Where a document begins; newdoc is the line of its `# newdoc`, -1 where a file simply begins."""

    start: int
    newdoc: int
    name: str


@dataclass(frozen=True)
class Documents:
    """The documents of a source, and the one that each sentence belongs to.

    declared : per document, the text and line of the `# global.Entity` that holds there, or None.
    sent_ids : strings, one per sentence, "" where there is none.
    """

    ids: Sequence[str]
    lines: np.ndarray
    extra: dict[str, list[str]]
    declared: Sequence[Comment | None]
    sentence: np.ndarray
    sent_ids: pa.Array


def read_comments(lines: columns.Lines) -> list[Comment]:
    """The comments with a known key, in order; sentences' ids are too many to be looked at one by one (read_sent_ids)."""
    rows = _may_begin(lines, SPELLED)
    return [_comment(row, match) for row, match in _matches(lines, rows, KEYS)]


def read_sent_ids(lines: columns.Lines) -> tuple[np.ndarray, pa.Array]:
    """The lines of all `# sent_id`, ascending, and what each says."""
    rows = _may_begin(lines, [b"sent_id"])
    begin = lines.start[rows] + len(USUAL)
    letters = np.take(lines.buffer, lines.start[rows][:, None] + np.arange(len(USUAL)), mode="clip")
    odd = np.flatnonzero((letters != USUAL).any(axis=1))
    found = {row: match.end() for row, match in _matches(lines, rows[odd], SENT_ID)}
    begin[odd] = [found.get(row, -1) for row in rows[odd].tolist()]
    rows, begin = rows[begin >= 0], begin[begin >= 0]
    return rows, pc.utf8_trim_whitespace(columns.slices(lines.data, begin, lines.end[rows]))


def _may_begin(lines: columns.Lines, keys: Iterable[bytes]) -> np.ndarray:
    """The comment lines whose first four letters begin one of some keys, and those with unusual blanks before them."""
    rows = np.flatnonzero(classes(lines)[1])
    at = lines.start[rows] + 1
    at += lines.buffer[at] == columns.BLANK
    letters = [np.take(lines.buffer, at + k, mode="clip").astype(np.int64) for k in range(4)]
    beginnings = [int.from_bytes(key[:4]) for key in keys]
    begins = letters[0] << 24 | letters[1] << 16 | letters[2] << 8 | letters[3]
    return rows[np.isin(begins, beginnings) | (letters[0] <= columns.BLANK)]


def _matches(lines: columns.Lines, rows: np.ndarray, pattern: re.Pattern) -> Iterator[tuple[int, re.Match]]:
    """The lines that a pattern matches."""
    bounds = zip(rows.tolist(), lines.start[rows].tolist(), lines.end[rows].tolist(), strict=True)
    found = ((row, pattern.match(lines.data, start, end)) for row, start, end in bounds)
    return ((row, match) for row, match in found if match)


def _comment(row: int, match: re.Match) -> Comment:
    newdoc, other, value = match.groups()
    return Comment(row, SPELLED[newdoc or other], value.decode("utf-8", "replace").strip())


def newdocs(lines: columns.Lines, comments: Sequence[Comment]) -> list[Border]:
    """Where `# newdoc` begins documents; one without an id is called doc_1, doc_2 and so on.

    A document begins with the block of comments that its `# newdoc` stands in.
    """
    found = [c for c in comments if c.key == "newdoc"]
    is_comment = classes(lines)[1]
    before = np.maximum.accumulate(np.where(is_comment, -1, np.arange(len(is_comment))))
    borders, unnamed, last = [], 0, -1
    for comment in found:
        unnamed += not comment.value
        start = max(int(before[comment.line]), last) + 1
        borders.append(Border(start, comment.line, comment.value or f"doc_{unnamed}"))
        last = comment.line
    return borders


def read_documents(source: Source, tokens: Tokens, comments: Sequence[Comment]) -> Documents:
    """The documents of a source. Raises FormatError for an id that two documents share, or one begun inside a sentence."""
    found = newdocs(source.lines, comments)
    for line, fault in border_faults(tokens, found).items():
        raise source.error(line, *fault)
    files = [Border(line, -1, name) for line, name in zip(source.first.tolist(), _stems(source), strict=True)]
    borders = sorted(files + _clipped(found, source), key=lambda b: (b.start, b.newdoc))
    begins = np.array([b.start for b in borders], np.int64)
    of_sentence = np.searchsorted(begins, tokens.first_line, side="right") - 1
    size = np.bincount(of_sentence, minlength=len(borders))
    kept = [i for i, b in enumerate(borders) if b.newdoc >= 0 or size[i]]
    new = np.full(len(borders), -1)
    new[kept] = np.arange(len(kept))
    borders = [borders[i] for i in kept]
    _check_names(source, borders)
    return Documents(
        [b.name for b in borders],
        np.array([b.newdoc if b.newdoc >= 0 else b.start for b in borders], np.int64),
        _metadata(source, borders, comments),
        _declared(source, borders, comments),
        new[of_sentence],
        _sent_ids(source, tokens),
    )


def _clipped(borders: Sequence[Border], source: Source) -> list[Border]:
    """The borders, none of which reaches back into the file before its own."""
    first = source.first[source.member(np.array([b.newdoc for b in borders], np.int64))]
    return [Border(max(b.start, begin), b.newdoc, b.name) for b, begin in zip(borders, first.tolist(), strict=True)]


def _stems(source: Source) -> list[str]:
    """Each file's name without folder and suffix; with its folder where two files would share one."""
    paths = [PurePosixPath(member.name) for member in source.members]
    count = Counter(path.stem for path in set(paths))  # the pieces of one file count once
    return [path.stem if count[path.stem] == 1 else path.with_suffix("").as_posix() for path in paths]


def border_faults(tokens: Tokens, borders: Sequence[Border]) -> dict[int, Fault]:
    """The lines on which documents begin inside a sentence."""
    at = np.array([b.newdoc for b in borders], np.int64)
    sentence = np.searchsorted(tokens.first_line, at) - 1
    known = np.flatnonzero(sentence >= 0)
    inside = at[known[tokens.last_line[sentence[known]] > at[known]]]
    fault = Fault("a document begins inside a sentence", "Put a blank line before it.")
    return dict.fromkeys(inside.tolist(), fault)


def _check_names(source: Source, borders: Sequence[Border]) -> None:
    seen: dict[str, Border] = {}
    for border in borders:
        other = seen.setdefault(border.name, border)
        if other is not border:
            raise _repeated(source, border, other)


def _repeated(source: Source, border: Border, other: Border) -> FormatError:
    one, two = (max(b.newdoc, b.start) for b in (other, border))
    where = f"line {source.number(one)}"
    if source.file(one) != source.file(two):
        where = f"{source.file(one)}, {where}"
    remedy = "Give every document an id of its own."
    return FormatError(
        source.file(two),
        int(source.number(two)),
        f"a second document of this id; the first is in {where}",
        remedy,
        shown=border.name,
    )


def _metadata(source: Source, borders: Sequence[Border], comments: Sequence[Comment]) -> dict[str, list[str]]:
    """Genre, topic and subtopic of each document; the first one stated counts."""
    extra = {key: [""] * len(borders) for key in EXTRA}
    begins = np.array([b.start for b in borders], np.int64)
    stated = [c for c in comments if c.key in EXTRA]
    line = np.array([c.line for c in stated], np.int64)
    at = np.searchsorted(begins, line, side="right") - 1
    inside = at >= 0
    inside[inside] = source.member(begins[at[inside]]) == source.member(line[inside])
    for i in np.flatnonzero(inside).tolist():
        values = extra[stated[i].key]
        values[at[i]] = values[at[i]] or stated[i].value
    return extra


def _declared(source: Source, borders: Sequence[Border], comments: Sequence[Comment]) -> list[Comment | None]:
    """The last declaration before each document's end, if it stands in the same file."""
    stated = [c for c in comments if c.key == "global.Entity"]
    ends = [*(b.start for b in borders[1:]), len(source.lines.end)][: len(borders)]
    at = np.searchsorted([c.line for c in stated], ends) - 1
    file = source.first[source.member(np.array([b.start for b in borders], np.int64))]  # the line where its file begins
    return [
        stated[i] if i >= 0 and stated[i].line >= first else None for i, first in zip(at.tolist(), file.tolist(), strict=True)
    ]


def _sent_ids(source: Source, tokens: Tokens) -> pa.Array:
    """The last `# sent_id` before or in each sentence, and in its file."""
    line, ids = read_sent_ids(source.lines)
    last = tokens.last_line
    at = np.searchsorted(last, line)
    fits = at < len(last)
    fits[fits] = source.member(last[at[fits]]) == source.member(line[fits])
    chosen = np.full(len(last), len(ids))
    chosen[at[fits]] = np.flatnonzero(fits)  # of several for one sentence, the last
    return pa.concat_arrays([ids, pa.array([""])]).take(columns.index_array(chosen))
