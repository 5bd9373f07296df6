"""CoNLL-2012 files as columns: the fields of their token lines, with line numbers kept."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from loaders import columns
from loaders.errors import FormatError
from loaders.schema import Notice
from loaders.sources import Member

BEGIN = re.compile(r"#\s*begin document\b\s*(.*)")
INDENTED = re.compile(r"\s*#\s*(?:begin|end) document\b")
END = re.compile(r"#\s*end document\b")
HASH = ord("#")


@dataclass(frozen=True)
class Table:
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
    def read(cls, member: Member) -> Table:
        """The columns of a member; raises FormatError as check() does."""
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
        """The number of fields of every token line."""
        return np.diff(self.first_field)

    def line_number(self, token: int) -> int:
        """The 1-based line of the file on which a token line stands."""
        return int(self.token_line[token]) + self.member.line

    def error(self, line: int, what: str, remedy: str) -> FormatError:
        """The error of a line, which is shown with it."""
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
