"""The lines of CoNLL-U files as arrays: which are words, ranges and empty nodes, their ten fields, their sentences."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pyarrow as pa

from loaders import columns
from loaders.errors import FormatError
from loaders.sources import Member

TABS = 9  # on a line of ten columns
WORD, RANGE, EMPTY, WRONG = range(4)  # what a line's id makes it
HASH = 35
MAX_MINOR = 1023  # build.places() has ten bits for an empty node's decimal
NUMBER = re.compile(r"([0-9]{1,9})(?:([-.])([0-9]{1,9}))?")
SENT_ID = re.compile(r"#\s*sent_id\s*=\s*(.*?)\s*$")
MOST_LINES = 10_000  # of a sentence, through which its id is looked for
KINDS = {None: WORD, "-": RANGE, ".": EMPTY}
NUMBERING = "Words are numbered 1, 2, 3 within a sentence, and a blank line ends it."


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
    texts = [columns.plain_text(member) for member in members]
    lines = columns.split_lines(texts[0] if len(texts) == 1 else b"".join(texts))
    begins = np.cumsum([0, *map(len, texts)])[:-1]
    return Source(members, np.searchsorted(lines.end, begins), lines)


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
    """The token lines of a source.

    Raises FormatError for the first line without ten columns, else for the first id that is out of order.
    """
    blank, comment = classes(source.lines)
    line = np.flatnonzero(~(blank | comment))
    tabs = _tabs(source, line, comment)
    start = source.lines.start[line]
    codes, names = columns.encode(columns.slices(source.lines.data, start, tabs[0]))
    kind, a, b = np.array([_number(name) for name in names], np.int64).reshape(-1, 3)[codes].T
    tokens = Tokens(source, line, tabs, _sentences(source, line, blank), kind, a, b)
    _check_ids(tokens)
    return tokens


def classes(lines: columns.Lines) -> tuple[np.ndarray, np.ndarray]:
    """Which lines are blank (or hold spaces alone), and which are comments."""
    first = lines.first()
    blank = first == columns.NEWLINE
    for line in np.flatnonzero(first == columns.BLANK).tolist():
        blank[line] = not lines.data[lines.start[line] : lines.end[line]].strip(b" ")
    return blank, first == HASH


def _tabs(source: Source, line: np.ndarray, comment: np.ndarray) -> np.ndarray:
    """The offsets of the nine tabs of every token line, (9, n)."""
    lines = source.lines
    found = np.flatnonzero(lines.buffer == columns.TAB)
    if len(found) != TABS * len(line):
        found = found[~comment[np.searchsorted(lines.end, found)]]
    if len(found) == TABS * len(line):
        narrow = found.astype(np.int32) if len(lines.data) < 2**31 else found  # half as much to move
        tabs = np.ascontiguousarray(narrow.reshape(-1, TABS).T)
        if (tabs[0] > lines.start[line]).all() and (tabs[-1] < lines.end[line]).all():
            return tabs
    raise _wrong_columns(source, line, found)


def _wrong_columns(source: Source, line: np.ndarray, tabs: np.ndarray) -> FormatError:
    starts, ends = source.lines.start[line], source.lines.end[line]
    count = np.searchsorted(tabs, ends) - np.searchsorted(tabs, starts)
    empty_id = source.lines.buffer[starts] == columns.TAB
    bad = int(np.argmax((count != TABS) | empty_id))
    if count[bad] == TABS:
        return source.error(int(line[bad]), "a line without an id", NUMBERING)
    columns_found = f"{count[bad] + 1} column{'s' if count[bad] else ''}"
    return source.error(int(line[bad]), f"{columns_found} instead of 10", "Columns are separated by tabs.")


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


def _check_ids(tokens: Tokens) -> None:
    """Raise FormatError for the first line whose id is not the one that has to come there."""
    kind, a, b = tokens.kind, tokens.a, tokens.b
    seen = words_before(tokens)
    problems = [
        (kind == WRONG, "no word id", "Ids are numbers (7), ranges (7-8) and empty nodes (7.1)."),
        ((kind == WORD) & (a != seen + 1), "word id {a} instead of {next}", NUMBERING),
        *_range_problems(tokens, seen),
        ((kind == EMPTY) & (a != seen), "an empty node of word {a} after word {seen}", "Put it behind its word."),
        ((kind == EMPTY) & ((b < 1) | (b > MAX_MINOR)), "an empty node's decimal outside 1 to 1023", "Count them from 1."),
        (_repeated_empty(tokens), "an empty node out of order", "Empty nodes of one word are numbered upwards."),
    ]
    found = [(int(np.argmax(mask)), what, remedy) for mask, what, remedy in problems if mask.any()]
    if found:
        row, what, remedy = min(found)
        values = {"a": a[row], "b": b[row], "seen": seen[row], "next": seen[row] + 1}
        raise tokens.source.error(int(tokens.line[row]), what.format(**values), remedy)


def words_before(tokens: Tokens) -> np.ndarray:
    """How many words of its sentence stand before each token line."""
    is_word = tokens.kind == WORD
    before = np.cumsum(is_word) - is_word
    return before - before[tokens.begins][tokens.sentence]


def _range_problems(tokens: Tokens, seen: np.ndarray) -> list[tuple[np.ndarray, str, str]]:
    """What can be wrong with ranges; one whose end is below its start is a token without words, wherever it stands."""
    is_range = tokens.kind == RANGE
    proper = is_range & (tokens.b >= tokens.a)
    size = np.bincount(tokens.sentence[tokens.kind == WORD], minlength=len(tokens.begins))
    last = enclosing(tokens, proper)
    earlier = np.concatenate([[-1], last])[: len(last)]
    inside = (earlier >= 0) & (tokens.sentence[earlier] == tokens.sentence) & (tokens.b[earlier] > seen)
    return [
        (proper & (tokens.a != seen + 1), "a range from {a} before word {next}", "A range stands right before its first word."),
        (proper & (tokens.b > size[tokens.sentence]), "a range to {b} beyond its sentence's last word", NUMBERING),
        (is_range & inside, "a range inside another one", "Ranges may not overlap."),
    ]


def enclosing(tokens: Tokens, proper: np.ndarray) -> np.ndarray:
    """The row of the last proper range at or before each row, -1 where there is none."""
    return np.maximum.accumulate(np.where(proper, np.arange(len(tokens.line)), -1))


def _repeated_empty(tokens: Tokens) -> np.ndarray:
    wrong = np.zeros(len(tokens.line), bool)
    rows = np.flatnonzero(tokens.kind == EMPTY)
    one, two = rows[:-1], rows[1:]
    same = (tokens.sentence[one] == tokens.sentence[two]) & (tokens.a[one] == tokens.a[two])
    wrong[two] = same & (tokens.b[one] >= tokens.b[two])
    return wrong


def _run_starts(codes: np.ndarray) -> np.ndarray:
    return np.flatnonzero(np.diff(codes, prepend=-1) != 0)
