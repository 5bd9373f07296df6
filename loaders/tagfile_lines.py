"""Tag files as columns: their token lines, sentence borders and documents, with line numbers kept."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from loaders import columns, tagging
from loaders.errors import FormatError
from loaders.sources import Member

HASH, HYPHEN = 35, 45
DOCSTART = b"-DOCSTART-"
DOCSTART_ID = re.compile(rb"-DOCSTART-\s.*?\((.*)\)")
ID = re.compile(rb"#\s*(?:newdoc\s+id|(?:doc(?:ument)?_)?id)(?:\s*=\s*|\s+)(\S[^\t]*?)\s*(?:\t|$)")
TAB_BYTE = b"\t"
REMEDY = "A line holds a token first and its tag last, in as many columns as all others, by tabs or by blanks."


@dataclass(frozen=True)
class Border:
    """A line with which a document begins: kind is DOCSTART or ID, name "" where none is stated."""

    line: int
    kind: str
    name: str


@dataclass(frozen=True)
class Table:
    """One file's token lines. line : their numbers from 0. start, end : offsets of their fields, an array a column.

    begins : whether a sentence begins there. borders : where documents begin, one per document but for what stands
    before the first.
    """

    member: Member
    lines: columns.Lines
    line: np.ndarray
    start: Sequence[np.ndarray]
    end: Sequence[np.ndarray]
    begins: np.ndarray
    borders: list[Border]

    def column(self, index: int) -> pa.StringArray:
        """The strings of one column."""
        return columns.slices(self.lines.data, self.start[index], self.end[index])

    def error(self, row: int, what: str, remedy: str = REMEDY) -> FormatError:
        """The error of a token line, which is shown with it."""
        return line_error(self.member, self.lines, int(self.line[row]), what, remedy)


def line_error(member: Member, lines: columns.Lines, line: int, what: str, remedy: str = REMEDY) -> FormatError:
    """The error of a line, which is shown with it."""
    return FormatError(member.name, line + member.line, what, remedy, shown=lines.text(line))


def read_table(member: Member) -> Table:
    """The columns of a file. Raises FormatError for bytes that are no text, ragged lines and empty tokens."""
    lines = columns.split_lines(columns.plain_text(member))
    blank, border, borders = line_kinds(lines)
    hashed = (lines.first() == HASH) & ~border
    plain = np.flatnonzero(~(blank | border | hashed)).astype(np.int32)
    tabbed = bool(len(plain)) and TAB_BYTE in lines.data[lines.start[plain[0]] : lines.end[plain[0]]]
    hashed_tokens = _hashed_tokens(lines, np.flatnonzero(hashed), plain, tabbed)
    line = np.union1d(plain, hashed_tokens) if len(hashed_tokens) else plain
    start, end = (_by_tabs if tabbed else _by_blanks)(member, lines, line)
    return Table(member, lines, line, start, end, _begins(line, blank | border), merged(borders, line))


def _begins(line: np.ndarray, breaks: np.ndarray) -> np.ndarray:
    """Whether a blank line or a border stands before a token line and behind the one before."""
    if len(line) + np.count_nonzero(breaks) == len(breaks):  # no comments
        begins = breaks[line - 1]
    else:
        begins = np.diff(np.cumsum(breaks, dtype=np.int32)[line], prepend=np.int32(-1)) != 0
    begins[:1] = True
    return begins


def line_kinds(lines: columns.Lines) -> tuple[np.ndarray, np.ndarray, list[Border]]:
    """Which lines are blank, which begin a document, and those as a list."""
    first = lines.first()
    blank = first == columns.NEWLINE
    for line in np.flatnonzero((first == columns.BLANK) | (first == columns.TAB)).tolist():
        blank[line] = not lines.data[lines.start[line] : lines.end[line]].strip()
    borders = []
    for line in np.flatnonzero((first == HASH) | (first == HYPHEN)).tolist():
        found = _border(line, lines.data[lines.start[line] : lines.end[line]])
        borders += [found] if found else []
    border = np.zeros(len(first), bool)
    border[[b.line for b in borders]] = True
    return blank, border, borders


def _border(line: int, text: bytes) -> Border | None:
    if text.startswith(DOCSTART):
        found = DOCSTART_ID.match(text)
        return Border(line, "DOCSTART", found[1].decode("utf-8", "replace").strip() if found else "")
    found = ID.match(text)
    return Border(line, "ID", found[1].decode("utf-8", "replace")) if found else None


def merged(borders: Sequence[Border], token_line: np.ndarray) -> list[Border]:
    """The borders, a -DOCSTART- and an id without a token between them taken together."""
    made: list[Border] = []
    at = np.searchsorted(token_line, [b.line for b in borders])
    for k, border in enumerate(borders):
        before = made[-1] if k and at[k] == at[k - 1] else None
        if before and before.kind != border.kind and "ID" in (before.kind, border.kind):
            names = {b.kind: b.name for b in (before, border)}
            made[-1] = Border(before.line, "both", names["ID"])
        else:
            made.append(border)
    return made


def _hashed_tokens(lines: columns.Lines, hashed: np.ndarray, plain: np.ndarray, tabbed: bool) -> np.ndarray:
    """The lines that begin with # and are no comments: with a tab; where blanks separate, with as many columns and a tag."""
    texts = [lines.text(line) for line in hashed.tolist()]
    if tabbed or not len(plain):
        keep = ["\t" in text for text in texts]
    else:
        n = len(lines.text(int(plain[0])).split())
        keep = [len(fields := text.split()) == n and tagging.is_tag(fields[-1]) for text in texts]
    return hashed[np.array(keep, bool)]


def _by_tabs(member: Member, lines: columns.Lines, line: np.ndarray) -> tuple[Sequence[np.ndarray], Sequence[np.ndarray]]:
    """Where the fields of token lines begin and end, where tabs separate them: an array a column."""
    tabs = columns.positions(lines.buffer, columns.TAB)
    first, last = lines.start[line], lines.end[line]
    n = int(np.searchsorted(tabs, last[0]) - np.searchsorted(tabs, first[0]))
    if len(tabs) != n * len(line):
        tabs = _within(tabs, lines, line)
    if len(tabs) == n * len(line):
        table = [tabs[k::n] for k in range(n)]
        if (table[0] >= first).all() and (table[-1] < last).all():
            _check_tokens(member, lines, line, table[0] > first)
            return [first, *(at + 1 for at in table)], [*table, last]
    raise _ragged(member, lines, line, np.searchsorted(tabs, last) - np.searchsorted(tabs, first) + 1)


def _within(offsets: np.ndarray, lines: columns.Lines, line: np.ndarray) -> np.ndarray:
    """The offsets that stand in token lines."""
    taken = np.zeros(len(lines.end), bool)
    taken[line] = True
    return offsets[taken[np.searchsorted(lines.end, offsets)]]


def _by_blanks(member: Member, lines: columns.Lines, line: np.ndarray) -> tuple[Sequence[np.ndarray], Sequence[np.ndarray]]:
    """The same where runs of blanks (or tabs) separate the fields."""
    if not len(line):
        return [line], [line]
    buffer = lines.buffer
    text = np.zeros(len(buffer) + 2, bool)
    text[1:-1] = (buffer != columns.NEWLINE) & (buffer != columns.BLANK) & (buffer != columns.TAB)
    edge = np.flatnonzero(text[1:] != text[:-1])
    start, end = _within(edge[0::2], lines, line), _within(edge[1::2], lines, line)
    count = np.searchsorted(start, lines.end[line]) - np.searchsorted(start, lines.start[line])
    if (count != count[0]).any():
        raise _ragged(member, lines, line, count)
    n = int(count[0])
    return [start[k::n] for k in range(n)], [end[k::n] for k in range(n)]


def _ragged(member: Member, lines: columns.Lines, line: np.ndarray, count: np.ndarray) -> FormatError:
    row = int(np.argmax(count != count[0]))
    what = f"{count[row]} column{'s' if count[row] != 1 else ''} instead of {count[0]}"
    return line_error(member, lines, int(line[row]), what)


def _check_tokens(member: Member, lines: columns.Lines, line: np.ndarray, filled: np.ndarray) -> None:
    if not filled.all():
        raise line_error(member, lines, int(line[np.argmin(filled)]), "a line without a token")


def check_widths(tables: Sequence[Table]) -> None:
    """Raise FormatError where documents cut out of one file have different numbers of columns."""
    first: dict[str, Table] = {}
    for table in tables:
        before = first.setdefault(table.member.name, table) if len(table.line) else table
        if len(before.start) != len(table.start):
            raise table.error(0, f"{len(table.start)} columns instead of {len(before.start)}")
