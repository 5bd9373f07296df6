"""Which columns of a tag file hold the tags that are read.

Tag columns are the last ones of which at least half of the values are tags; within them, every value has to be one. One:
it is read. Two: gold and, last, predicted; the role says which. Three or more: layers of nested spans, as LitBank has
them, all of them read. A column of syntactic chunks (NP, VP, ...) before one of other labels is no tag column, so that
CoNLL-2003's four columns are read by their last. ReadOptions.layer decides otherwise: a number counts tag columns from 1.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from loaders import columns, tagging
from loaders.errors import FormatError
from loaders.options import ReadOptions
from loaders.schema import Notice
from loaders.tagfile_lines import REMEDY, Table

CHUNKS = {"ADJP", "ADVP", "CONJP", "INTJ", "LST", "NP", "PP", "PRT", "SBAR", "UCP", "VP"}  # of CoNLL-2000
ALL = "all"
OUTSIDE = ord("O")
KNOWN = "A tag is O, or one of the letters B I E S L U, a hyphen and a label (B-PER)"


@dataclass(frozen=True)
class Column:
    """The tags of one column: codes, int32, and the distinct tags that they stand for."""

    number: int
    codes: np.ndarray
    names: list[str]

    def labels(self) -> set[str]:
        """Its labels."""
        return {tagging.label_of(name) for name in self.names} - {""}

    def holds_tags(self) -> bool:
        """Whether at least half of its values are tags."""
        good = np.array([tagging.is_tag(name) for name in self.names], bool)
        return 2 * int(good[self.codes].sum()) >= len(self.codes)


@dataclass(frozen=True)
class Chosen:
    """The columns whose spans are read, the one on which the scheme is detected, and what a user should know of it."""

    read: list[Column]
    gold: Column
    notices: list[Notice]


def choose(table: Table, found: list[Column], options: ReadOptions) -> Chosen:
    """The tag columns of a file as options ask for them. found : of tag_columns().

    Raises FormatError for a layer that is not there.
    """
    found = _without_chunks(found) if options.layer is None else found
    read, gold = _taken(table, found, options)
    return Chosen(read, gold, _notices(table, found, options))


def tag_columns(table: Table) -> list[Column]:
    """The columns of tags. Raises FormatError for a file of one column and for a value that is no tag, with its line."""
    found = _last_columns(table)
    for column in found:
        _check(table, column)
    return found


def _last_columns(table: Table) -> list[Column]:
    n = len(table.start)
    if n < 2:
        raise table.error(0, "one column")
    found: list[Column] = []
    for number in range(n - 1, 0, -1):
        column = Column(number, *_encoded(table, number))
        if found and not column.holds_tags():
            break
        found.insert(0, column)
    return found


def _encoded(table: Table, number: int) -> tuple[np.ndarray, list[str]]:
    """columns.encode() of a column, of which only the fields that are not O, most of all, are made into strings."""
    start, end = table.start[number], table.end[number]
    other = np.flatnonzero((end - start != 1) | (table.lines.buffer[start] != OUTSIDE))
    if len(other) == len(start):
        return columns.encode(table.column(number))
    found, names = columns.encode(columns.slices(table.lines.data, start[other], end[other]))
    codes = np.zeros(len(start), np.int32)
    codes[other] = found + 1
    return codes, ["O", *names]


def _check(table: Table, column: Column) -> None:
    wrong = np.array([not tagging.is_tag(name) for name in column.names], bool)
    if wrong.any():
        row = int(np.argmax(wrong[column.codes]))
        name = column.names[column.codes[row]]
        raise table.error(row, f"'{name}' in column {column.number + 1} is no tag", f"{KNOWN}. {REMEDY}")


def _without_chunks(found: list[Column]) -> list[Column]:
    """The tag columns without those of syntactic chunks before one of other labels."""
    last = found[-1].labels()
    if last and last <= CHUNKS:
        return found
    return [c for c in found[:-1] if not c.labels() or not c.labels() <= CHUNKS] + found[-1:]


def _taken(table: Table, found: list[Column], options: ReadOptions) -> tuple[list[Column], Column]:
    """The columns to read and the one that shows the scheme."""
    if isinstance(options.layer, int):
        if not 1 <= options.layer <= len(found):
            what = f"there is no layer {options.layer}; the file has {len(found)} tag column{'s' if len(found) > 1 else ''}"
            raise FormatError(table.member.name, None, what, "Layers count tag columns from 1, or say all.")
        column = found[options.layer - 1]
        return [column], column
    if options.layer == ALL or len(found) > 2:
        return found, found[0]
    return [found[0] if options.role == "gold" else found[-1]], found[0]


def _notices(table: Table, found: list[Column], options: ReadOptions) -> list[Notice]:
    if options.layer is not None or len(found) == 1:
        return []
    first, last = found[0].number + 1, found[-1].number + 1
    if len(found) == 2:
        text = f"column {first} is read as gold and column {last} as predicted; a layer stated decides otherwise"
    else:
        text = f"columns {first} to {last} are read as layers of nested spans; a layer stated decides otherwise"
    return [Notice(table.member.name, int(table.line[0]) + table.member.line, "tag columns", text)]
