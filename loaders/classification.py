"""Items with labels: load_items() reads a CSV, TSV or JSON lines file with gold labels, predictions and scores.

These are no corpora: an item is an id, its gold labels, its predicted labels and one score for each label.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np
import pandas as pd

from loaders import classification_json, classification_tables, stem
from loaders.classification_records import ItemOptions, Records
from loaders.errors import FormatError
from loaders.json_pieces import no_collector
from loaders.schema import Notice
from loaders.sources import Member, digest, read_members

Role = Literal["gold", "predicted", "both"]
FORMATS = {"csv": classification_tables, "tsv": classification_tables, "jsonl": classification_json}
ONE_SCORE = ""  # the label of a score that names none: of the positive class


@dataclass(frozen=True)
class Sets:
    """The labels of every item: those of item i are codes[starts[i]:starts[i + 1]], sorted, each once."""

    starts: np.ndarray
    codes: np.ndarray

    def __len__(self) -> int:
        return len(self.starts) - 1

    @property
    def sizes(self) -> np.ndarray:
        """How many labels each item has."""
        return np.diff(self.starts)

    @property
    def items(self) -> np.ndarray:
        """The item of every code."""
        return np.repeat(np.arange(len(self)), self.sizes)

    def take(self, rows: np.ndarray) -> Sets:
        """The sets of some items, in the order given; -1 stands for an empty set."""
        first = np.append(self.starts[:-1], 0)[rows]
        sizes = np.append(self.sizes, 0)[rows]
        starts = np.concatenate([[0], np.cumsum(sizes)])
        return Sets(starts, self.codes[np.repeat(first - starts[:-1], sizes) + np.arange(starts[-1])])

    def of(self, item: int) -> np.ndarray:
        """The codes of one item."""
        return self.codes[self.starts[item] : self.starts[item + 1]]


def sets_of(items: np.ndarray, codes: np.ndarray, n_items: int) -> Sets:
    """Sets from pairs of an item and a code, in any order, repeats dropped."""
    if (np.diff(items) <= 0).any():
        width = int(codes.max()) + 1
        items, codes = np.divmod(np.unique(items.astype(np.int64) * width + codes), width)
    return Sets(np.concatenate([[0], np.cumsum(np.bincount(items, minlength=n_items))]), codes)


@dataclass(frozen=True, eq=False)
class Items:
    """One reading of one file of labelled items.

    ids : one string an item, unique; where the file has none, the numbers from 1, and `numbered` says so. lines : where
    each item begins, from 1. labels : the names of codes, in code-point order. gold, predicted : None where the file has
    no such field. scored : the label of each column of scores, ("",) for one score of the positive class. scores :
    (items, scored), finite; None where there are none. listed : whether some item's labels are a list. text, document :
    None where there is no such field. skipped : (id, error) of what could not be read, when that was asked for.
    """

    name: str
    digest: str
    format: str
    file: str
    ids: np.ndarray
    lines: np.ndarray
    labels: tuple[str, ...]
    gold: Sets | None
    predicted: Sets | None
    scored: tuple[str, ...]
    scores: np.ndarray | None
    listed: bool
    numbered: bool
    text: tuple[str, ...] | None
    document: tuple[str, ...] | None
    notices: tuple[Notice, ...]
    skipped: tuple[tuple[str, FormatError], ...]

    def __len__(self) -> int:
        return len(self.ids)

    def names(self, codes: np.ndarray) -> list[str]:
        """The labels of some codes."""
        return [self.labels[code] for code in codes.tolist()]

    def error(self, row: int, what: str, remedy: str, shown: str = "") -> FormatError:
        """An error about one item."""
        return FormatError(self.file, int(self.lines[row]), what, remedy, shown=shown)


def load_items(
    source: str | Path | tuple[str, bytes], *, name: str | None = None, role: Role = "both", options: ItemOptions | None = None
) -> Items:
    """The items of a file, .gz, zip of one file, or upload (name and bytes).

    role : which fields are needed and read, "gold" (gold labels), "predicted" (predictions or scores) or "both". Raises
    FormatError, with file and line, for what cannot be read; with options.skip_bad such items are left out and listed.
    """
    options = options or ItemOptions()
    members = read_members(source)
    if len(members) > 1:
        raise FormatError(
            members[1].name, None, f"the second of {len(members)} files", "Labels are read from one file a side; join them."
        )
    form = options.format or detect(members[0])
    with no_collector():
        records = FORMATS[form].read(members[0], role, options, form)
    key = digest(members, options.written(form, role, bool(records.bad)))
    return _items(records, name=name or stem(source), digest=key, format=form)


def detect(member: Member) -> str:
    """The name of the format that the content looks like. Raises FormatError for an empty file."""
    begin = member.data.removeprefix(b"\xef\xbb\xbf").lstrip()
    if not begin:
        raise FormatError(member.name, None, "the file is empty", "Choose a file with at least one item.")
    return "jsonl" if begin[:1] in (b"{", b"[") else classification_tables.detect(begin)


def _items(records: Records, **named) -> Items:
    """Items from what a reader found, without those that could not be read."""
    keep = np.ones(len(records.ids), bool)
    keep[list(records.bad)] = False
    rows = np.flatnonzero(keep)
    skipped = tuple((records.ids[row], error) for row, error in sorted(records.bad.items()))
    if not len(rows):
        raise skipped[0][1] if skipped else FormatError(records.file, None, "no items", "Choose a file with at least one item.")
    labels, (gold, predicted) = _codes(records)
    return Items(
        **named,
        file=records.file,
        ids=np.array(records.ids, object)[rows],
        lines=np.array(records.lines, np.int64)[rows],
        labels=labels,
        gold=gold and gold.take(rows),
        predicted=predicted and predicted.take(rows),
        scored=records.scored,
        scores=None if records.scores is None else records.scores[rows],
        listed=records.listed,
        numbered=records.numbered,
        text=_some(records.text, rows),
        document=_some(records.document, rows),
        notices=tuple(records.notices),
        skipped=skipped,
    )


def _some(values: list[str] | None, rows: np.ndarray) -> tuple[str, ...] | None:
    return None if values is None else tuple(values[row] for row in rows.tolist())


def _codes(records: Records) -> tuple[tuple[str, ...], list[Sets | None]]:
    """The names of all labels, and gold and predicted labels as sets of codes."""
    cells = (records.gold, records.predicted)
    flat = [name for cell in cells if cell for name in cell.names]
    codes, found = pd.factorize(np.array(flat, object)) if flat else (np.zeros(0, np.int64), [])
    labels = tuple(sorted(found))
    place = {name: k for k, name in enumerate(labels)}
    codes = np.array([place[name] for name in found], np.int64)[codes]
    sets, at = [], 0
    for cell in cells:
        if cell is None:
            sets.append(None)
            continue
        here = codes[at : at + len(cell.names)]
        sets.append(sets_of(np.repeat(np.arange(len(cell.counts)), cell.counts), here, len(cell.counts)))
        at += len(cell.names)
    return labels, sets
