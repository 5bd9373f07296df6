"""CSV and TSV of labelled items: a header row, one item a row.

Columns, in any case: id; gold (or label, true); pred (or predicted, prediction); score for the positive class, or
score:LABEL or score_LABEL for each label; text; document. Several labels in a cell are separated by |.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from itertools import chain

import numpy as np
import pandas as pd

from loaders import columns
from loaders.classification_records import (
    FIELDS,
    GOLD_REMEDY,
    PRED_REMEDY,
    SCORE_REMEDY,
    Cells,
    ItemOptions,
    Records,
    check_ids,
    find_fields,
    refuse,
)
from loaders.errors import FormatError, excerpt
from loaders.schema import Notice
from loaders.sources import Member

SEPARATOR = "|"
SCORE_OF = re.compile(r"scores?[:_](.+)", re.IGNORECASE | re.DOTALL)
LIST_AS_TEXT = ("['", '["')
KNOWN = {name for names in FIELDS.values() for name in names}
DELIMITERS = {"tsv": "\t", "csv": ","}
RAGGED = "Every row has as many cells as the header; quote a cell that holds the separator."

Rows = list[list[str]]


def detect(data: bytes) -> str:
    """tsv where the header holds a tab, else csv."""
    return "tsv" if b"\t" in data.replace(b"\r", b"\n").partition(b"\n")[0] else "csv"


def read(member: Member, role: str, options: ItemOptions, form: str) -> Records:
    """The items of a table. Raises FormatError, with its line, for what cannot be read."""
    text = columns.plain_text(member).decode("utf-8")
    rows, lines = _rows(member.name, text, _delimiter(text, form))
    header, rows, lines = [name.strip() for name in rows[0]], rows[1:], lines[1:]
    if not rows:
        raise FormatError(member.name, lines[0] if lines else 1, "a header and no items", "Add at least one row.")
    found = _fields(member.name, header, role)
    records = Records(member.name, [], lines)
    _even_out(records, rows, header, options)
    cells = dict(zip(header, zip(*rows, strict=True), strict=True))
    _fill(records, cells, found, options)
    _fill_scores(records, cells, _score_columns(header, found, role), options)
    check_ids(records, options)
    return records


def _delimiter(text: str, form: str) -> str:
    """A comma or tab by the format; a semicolon where the header of a CSV has those and no comma."""
    header = text.lstrip("\n").partition("\n")[0]
    return ";" if form == "csv" and "," not in header and ";" in header else DELIMITERS[form]


def _rows(file: str, text: str, delimiter: str) -> tuple[Rows, list[int]]:
    """The rows that are not blank, and the line on which each begins."""
    try:
        return _split(file, text, delimiter, csv.QUOTE_MINIMAL)
    except FormatError:
        if delimiter != "\t":
            raise
        return _split(file, text, delimiter, csv.QUOTE_NONE)  # many a TSV knows no quotation marks


def _split(file: str, text: str, delimiter: str, quoting: int) -> tuple[Rows, list[int]]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True, quoting=quoting)
    rows, ends = [], [0]
    try:
        for row in reader:
            rows.append(row)
            ends.append(reader.line_num)
    except csv.Error as error:
        what = "a quotation mark that is never closed" if "end of data" in str(error) else f"no table: {error}"
        shown = text.split("\n")[ends[-1]]
        raise FormatError(file, ends[-1] + 1, what, "Write a quotation mark inside a cell twice.", shown=shown) from None
    lines = [end + 1 for end, row in zip(ends, rows, strict=False) if row]
    return [row for row in rows if row], lines


def _fields(file: str, header: list[str], role: str) -> dict[str, str]:
    """By field, its column. Raises FormatError where one is missing or has its name twice."""
    twice = next((name for k, name in enumerate(header) if name in header[:k]), None)
    if twice is not None:
        raise FormatError(file, 1, f"two columns named '{excerpt(twice)}'", "Give each column a name of its own.")
    found = find_fields(header, role)
    shown = ", ".join(header)
    if role != "predicted" and "gold" not in found:
        raise FormatError(file, 1, "no column of gold labels", GOLD_REMEDY, shown=shown)
    if role != "gold" and not found.keys() & {"pred", "score"} and not _score_columns(header, found, role):
        raise FormatError(file, 1, "neither a column of predictions nor scores", PRED_REMEDY, shown=shown)
    return found


def _score_columns(header: list[str], found: dict[str, str], role: str) -> dict[str, str]:
    """By label, its column of scores; the label is "" for one score of the positive class."""
    if role == "gold":
        return {}
    named = {m.group(1).strip(): name for name in header if (m := SCORE_OF.fullmatch(name))}
    return named or ({"": found["score"]} if "score" in found else {})


def _even_out(records: Records, rows: Rows, header: list[str], options: ItemOptions) -> None:
    """Refuse rows with too many or too few cells; those that are skipped are filled up."""
    for row in np.flatnonzero(np.fromiter(map(len, rows), np.int64, len(rows)) != len(header)).tolist():
        what = f"{len(rows[row])} cells where the header has {len(header)}"
        error = FormatError(records.file, records.lines[row], what, RAGGED, shown=", ".join(rows[row]))
        refuse(records.bad, row, error, options)
        rows[row] = [*rows[row], *[""] * len(header)][: len(header)]


def _fill(records: Records, cells: dict[str, Sequence[str]], found: dict[str, str], options: ItemOptions) -> None:
    """Everything but the scores."""
    records.numbered = "id" not in found
    n = len(records.lines)
    records.ids = [str(k) for k in range(1, n + 1)] if records.numbered else [cell.strip() for cell in cells[found["id"]]]
    given = {key: [cell.strip() for cell in cells[found[key]]] for key in ("gold", "pred") if key in found}
    records.listed = options.multi is not False and any(SEPARATOR in cell for column in given.values() for cell in column)
    multi = options.multi or records.listed
    made = {key: _labels(records, column, multi, options) for key, column in given.items()}
    records.gold, records.predicted = made.get("gold"), made.get("pred")
    for key in ("text", "document"):
        if key in found:
            setattr(records, key, list(cells[found[key]]))


def _labels(records: Records, cells: list[str], multi: bool, options: ItemOptions) -> Cells:
    """The labels of a column; an empty cell has none."""
    for row, cell in enumerate(cells):
        if cell.startswith(LIST_AS_TEXT):
            error = FormatError(
                records.file, records.lines[row], "a list written as text", f"Separate labels by {SEPARATOR}.", shown=cell
            )
            refuse(records.bad, row, error, options)
    if not multi:
        return Cells([cell for cell in cells if cell], np.array([bool(cell) for cell in cells], np.int64))
    parts = [[name.strip() for name in cell.split(SEPARATOR)] if cell else [] for cell in cells]
    for row, names in enumerate(parts):
        if "" in names:
            error = FormatError(
                records.file,
                records.lines[row],
                "a label without a name",
                f"Separate labels by one {SEPARATOR}.",
                shown=cells[row],
            )
            refuse(records.bad, row, error, options)
        elif len(set(names)) < len(names):
            records.notices.append(Notice(records.file, records.lines[row], "repeat", "a label twice, counted once"))
    return Cells(list(chain.from_iterable(parts)), np.array([len(names) for names in parts], np.int64))


def _fill_scores(records: Records, cells: dict[str, Sequence[str]], scored: dict[str, str], options: ItemOptions) -> None:
    """The scores, one column a label; refuses what is no finite number."""
    if not scored:
        return
    made = np.empty((len(records.lines), len(scored)))
    for k, name in enumerate(scored.values()):
        made[:, k] = pd.to_numeric(pd.Series(cells[name], dtype=object), errors="coerce")
        for row in np.flatnonzero(~np.isfinite(made[:, k])).tolist():
            cell = cells[name][row]
            what = (
                f"a score that is no finite number in column '{excerpt(name)}'"
                if cell
                else f"no score in column '{excerpt(name)}'"
            )
            refuse(records.bad, row, FormatError(records.file, records.lines[row], what, SCORE_REMEDY, shown=cell), options)
    records.scored, records.scores = tuple(scored), made
