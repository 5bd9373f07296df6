"""What a table is: a finished frame with its columns, and how a cell is written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import groupby

import pandas as pd

from figures import numbers
from figures.said import Said

WRITE = {
    "points": numbers.points,
    "score": lambda value: numbers.points(value, 3),
    "signed": numbers.signed,
    "p": numbers.p_value,
    "sign": str,
    "change": lambda value: "" if numbers.missing(value) else numbers.change(value),
    "count": lambda value: "" if numbers.missing(value) else numbers.count(value),
}
INTERVALS = {
    "interval": numbers.points,
    "signed interval": numbers.signed,
    "whole interval": numbers.change,
}


@dataclass(frozen=True)
class Column:
    """A column: which key it shows, under which head, and how: text, or a name in WRITE or INTERVALS.

    group : the key of the head above it. wide : hidden on narrow pages.
    """

    key: str
    head: str
    kind: str = "points"
    group: str = ""
    wide: bool = False


@dataclass(frozen=True)
class Table:
    """A finished table. groups : the heads over columns by key; rules : the rows after which a thin line stands.

    best : where LaTeX prints the best in bold and the second of three underlined: "across" a row, among the columns of one
    head; "within" a row, among those of one group; "down" a column, above the first rule; "" nowhere.
    """

    title: str
    frame: pd.DataFrame
    columns: tuple[Column, ...]
    groups: Mapping[str, Said] = field(default_factory=dict)
    rules: tuple[int, ...] = ()
    note: str = ""
    signature: str = ""
    best: str = ""


def written(value, column: Column, row: Mapping) -> str:
    """A cell's plain text; "n/a" for an undefined number, nothing where key_why says that there is none to expect."""
    if column.kind == "text":
        return value.text if isinstance(value, Said) else str(value)
    if column.kind in INTERVALS:
        return numbers.interval(row[f"{column.key}_low"], row[f"{column.key}_high"], INTERVALS[column.kind])
    if numbers.missing(value) and f"{column.key}_why" in row and not isinstance(row[f"{column.key}_why"], str):
        return ""
    return WRITE[column.kind](value)


def is_bold(row: Mapping, column: Column) -> bool:
    """Whether a difference is settled in favour of what the cell shows."""
    return column.kind not in INTERVALS and row.get(f"{column.key}_bold") is True


def spans(table: Table) -> list[tuple[str, int]]:
    """Runs of columns under one head: (group, number of columns)."""
    return [(group, len(list(run))) for group, run in groupby(table.columns, key=lambda column: column.group)]


def flat_heads(table: Table) -> list[str]:
    """Each column's head with its group before it."""
    return [f"{table.groups[c.group].text.strip()} {c.head}".strip() if c.group else c.head for c in table.columns]
