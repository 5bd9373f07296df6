"""The lines of CoNLL-U files as arrays: which are words, ranges and empty nodes, their ten fields, their sentences."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import pyarrow as pa

from loaders import columns
from loaders.errors import FormatError
from loaders.sources import Member

FORM, LEMMA, UPOS, XPOS, FEATS, HEAD, DEPREL, DEPS, MISC = range(1, 10)
PLAIN = {"lemma": LEMMA, "upos": UPOS, "xpos": XPOS, "feats": FEATS, "deprel": DEPREL, "deps": DEPS, "misc": MISC}
TABS = 9  # on a line of ten columns
WORD, RANGE, EMPTY, WRONG = range(4)  # what a line's id makes it
HASH = 35
NUMBER = re.compile(r"([0-9]{1,9})(?:([-.])([0-9]{1,9}))?")
SENT_ID = re.compile(r"#\s*sent_id\s*=\s*(.*?)\s*$")
MOST_LINES = 10_000  # of a sentence, through which its id is looked for
KINDS = {None: WORD, "-": RANGE, ".": EMPTY}
NO_ID = "Every line begins with its id: 7, 7-8 or 7.1."
NO_TEXT = "Text must be UTF-8; convert the file, or unpack it first."


class Fault(NamedTuple):
    """What is wrong with a line, and what to do."""

    what: str
    remedy: str


@dataclass(frozen=True)
class Source:
    """The lines of several members in a row; a line's number counts from 0 through all of them."""

    members: Sequence[Member]
    first: np.ndarray  # the number of each member's first line
    lines: columns.Lines

    def member(self, line):
        """The index of the member that holds a line, or each of an array of lines."""
        return np.searchsorted(self.first, line, side="right") - 1

    def number(self, line):
        """A line's 1-based number in its own file; also for an array of lines."""
        if len(self.members) == 1:
            return line + self.members[0].line
        at = self.member(line)
        return line - self.first[at] + np.array([m.line for m in self.members])[at]

    def file(self, line: int) -> str:
        """The name of the file that holds a line."""
        return self.members[int(self.member(line))].name

    def error(self, line: int, what: str, remedy: str) -> FormatError:
        """The error of a line, which is shown with it; it names the sentence where that has an id."""
        name = self._sentence_id(line)
        what += f" (sentence {name})" if name else ""
        return FormatError(self.file(line), int(self.number(line)), what, remedy, shown=self.lines.text(line))

    def _sentence_id(self, line: int) -> str:
        """What the `# sent_id` before a line of its sentence says, "" where there is none."""
        for k in range(line, max(line - MOST_LINES, -1), -1):
            text = self.lines.text(k)
            found = SENT_ID.match(text)
            if found or not text.strip():
                return found[1] if found else ""
        return ""


def read_source(members: Sequence[Member]) -> Source:
    """The lines of all members. Raises FormatError for bytes that are no text."""
    source, wrong = read_any_source(members)
    for line, fault in wrong.items():
        raise source.error(line, *fault)
    return source


def read_any_source(members: Sequence[Member]) -> tuple[Source, dict[int, Fault]]:
    """The lines of all members, and what is wrong with those that are no text; marks stand in place of their bad bytes."""
    read = [columns.any_text(member) for member in members]
    texts = [text for text, _ in read]
    lines = columns.split_lines(texts[0] if len(texts) == 1 else b"".join(texts))
    begins = np.cumsum([0, *map(len, texts)])[:-1]
    first = np.searchsorted(lines.end, begins)
    begun = zip(first.tolist(), (wrong for _, wrong in read), strict=True)
    wrong = {begin + k: Fault(what, NO_TEXT) for begin, bad in begun for k, what in bad.items()}
    return Source(members, first, lines), wrong


@dataclass(frozen=True)
class Tokens:
    """The lines that are neither blank nor comments, each with ten columns and a legal id.

    line : their numbers. tabs : (9, n) offsets. sentence : index of the sentence, through all files, ascending.
    kind : WORD, RANGE or EMPTY. a, b : the two numbers of an id; b is 0 for words.
    """

    source: Source
    line: np.ndarray
    tabs: np.ndarray
    sentence: np.ndarray
    kind: np.ndarray
    a: np.ndarray
    b: np.ndarray

    @cached_property
    def begins(self) -> np.ndarray:
        """The row of each sentence's first token line."""
        return _run_starts(self.sentence)

    @cached_property
    def first_line(self) -> np.ndarray:
        """The line of each sentence's first token line."""
        return self.line[self.begins]

    @cached_property
    def last_line(self) -> np.ndarray:
        """The line of each sentence's last token line."""
        return self.line[np.append(self.begins[1:], len(self.line))[: len(self.begins)] - 1]

    def field(self, column: int, rows: np.ndarray | slice = slice(None)) -> pa.StringArray:
        """The strings of one of the columns 1 to 9 in the given rows."""
        end = self.source.lines.end[self.line[rows]] if column == TABS else self.tabs[column][rows]
        return columns.slices(self.source.lines.data, self.tabs[column - 1][rows] + 1, end)


def read_tokens(source: Source) -> Tokens:
    """The token lines of a source, their ids not looked at. Raises FormatError for the first line without ten columns."""
    blank, comment = classes(source.lines)
    line = np.flatnonzero(~(blank | comment))
    found = _all_tabs(source, line, comment)
    tabs = _tabs(source, line, found)
    if tabs is None:
        bad = int(line[_wrong_columns(source, line, found)[0]])
        raise source.error(bad, *_column_fault(source, bad))
    start = source.lines.start[line]
    codes, names = columns.encode(columns.slices(source.lines.data, start, tabs[0]))
    kind, a, b = np.array([_number(name) for name in names], np.int64).reshape(-1, 3)[codes].T
    return Tokens(source, line, tabs, _sentences(source, line, blank), kind, a, b)


def column_faults(source: Source) -> dict[int, Fault]:
    """What is wrong with all lines without ten columns, by line."""
    blank, comment = classes(source.lines)
    line = np.flatnonzero(~(blank | comment))
    bad = line[_wrong_columns(source, line, _all_tabs(source, line, comment))]
    return {k: _column_fault(source, k) for k in bad.tolist()}


def classes(lines: columns.Lines) -> tuple[np.ndarray, np.ndarray]:
    """Which lines are blank (or hold spaces alone), and which are comments."""
    first = lines.first()
    blank = first == columns.NEWLINE
    for line in np.flatnonzero(first == columns.BLANK).tolist():
        blank[line] = not lines.data[lines.start[line] : lines.end[line]].strip(b" ")
    return blank, first == HASH


def _all_tabs(source: Source, line: np.ndarray, comment: np.ndarray) -> np.ndarray:
    """The offsets of all tabs on token lines."""
    found = np.flatnonzero(source.lines.buffer == columns.TAB)
    if len(found) != TABS * len(line):
        found = found[~comment[np.searchsorted(source.lines.end, found)]]
    return found


def _tabs(source: Source, line: np.ndarray, found: np.ndarray) -> np.ndarray | None:
    """The offsets of the nine tabs of every token line, (9, n); None where some line has another number of them."""
    if len(found) != TABS * len(line):
        return None
    narrow = found.astype(np.int32) if len(source.lines.data) < 2**31 else found  # half as much to move
    tabs = np.ascontiguousarray(narrow.reshape(-1, TABS).T)
    inside = (tabs[0] > source.lines.start[line]).all() and (tabs[-1] < source.lines.end[line]).all()
    return tabs if inside else None


def _wrong_columns(source: Source, line: np.ndarray, tabs: np.ndarray) -> np.ndarray:
    """The rows of token lines without ten columns or without an id."""
    starts, ends = source.lines.start[line], source.lines.end[line]
    count = np.searchsorted(tabs, ends) - np.searchsorted(tabs, starts)
    return np.flatnonzero((count != TABS) | (source.lines.buffer[starts] == columns.TAB))


def _column_fault(source: Source, line: int) -> Fault:
    """What is wrong with a line without ten columns or without an id."""
    count = source.lines.data.count(b"\t", source.lines.start[line], source.lines.end[line])
    if count == TABS:
        return Fault("a line without an id", NO_ID)
    return Fault(f"{count + 1} column{'s' if count else ''} instead of 10", "Columns are separated by tabs.")


def _sentences(source: Source, line: np.ndarray, blank: np.ndarray) -> np.ndarray:
    border = blank.copy()
    border[source.first[source.first < len(border)]] = True
    return np.cumsum(np.diff(np.cumsum(border)[line], prepend=-1) != 0) - 1


def _number(text: str) -> tuple[int, int, int]:
    """An id as its kind and two numbers: 7 is (WORD, 7, 0), 7-8 is (RANGE, 7, 8), 7.1 is (EMPTY, 7, 1)."""
    match = NUMBER.fullmatch(text)
    if not match:
        return WRONG, 0, 0
    return KINDS[match[2]], int(match[1]), int(match[3] or 0)


def enclosing(tokens: Tokens, proper: np.ndarray) -> np.ndarray:
    """The row of the last proper range at or before each row, -1 where there is none."""
    return np.maximum.accumulate(np.where(proper, np.arange(len(tokens.line)), -1))


def _run_starts(codes: np.ndarray) -> np.ndarray:
    return np.flatnonzero(np.diff(codes, prepend=-1) != 0)
