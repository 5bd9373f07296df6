"""Long names in tables on paper: letters at the heads, which the caption explains, and rows' names cut so that they differ."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from figures import theme
from figures.said import plain
from figures.table import Table, written

CELL = 40  # characters of a row's name
OF_SYSTEM = re.compile(r"s([A-Z]+|\d+)")  # the key of a group that is a system
LETTERED = re.compile(r"[A-Z]{1,2} ")  # how a system's head begins on the pages


def with_letters(table: Table, longest: int) -> tuple[Table, dict[str, str]]:
    """The table with a letter for each system whose head has more than so many characters, and the names by their letters."""
    groups = {key: said.text.strip() for key, said in table.groups.items() if OF_SYSTEM.fullmatch(key)}
    bare = {key: LETTERED.sub("", text, count=1) for key, text in groups.items()}
    letters = {key: text.split(" ")[0] if text != bare[key] else theme.letter(k) for k, (key, text) in enumerate(groups.items())}
    long = [key for key, text in groups.items() if len(text) > longest]
    heads = _lettered_heads(table, longest)
    legend = {letters[key]: bare[key] for key in long} | {letter: head for head, letter in heads.items()}
    shown = {key: plain(letters[key]) if key in long else said for key, said in table.groups.items()}
    columns = tuple(c if c.kind == "text" else replace(c, head=heads.get(c.head, c.head)) for c in table.columns)
    note = table.note
    for letter, name in legend.items():
        note = note.replace(f"differs from {name}:", f"differs from {letter}:")
    return replace(table, columns=columns, groups=shown, note=note), legend


def _lettered_heads(table: Table, longest: int) -> dict[str, str]:
    """Letters for long heads of columns that are systems, as they are where the best stands within a row."""
    if table.best != "within":
        return {}
    heads = dict.fromkeys(column.head for column in table.columns if column.kind != "text")
    return {head: theme.letter(k) for k, head in enumerate(heads) if len(head) > longest}


def legend_text(legend: Mapping[str, str]) -> str:
    """What the letters stand for, as a sentence of the caption."""
    return "; ".join(f"{letter}: {name}" for letter, name in legend.items()) + "." * bool(legend)


def with_short_rows(table: Table) -> Table:
    """The table with long names of rows cut, so that no two that differ look alike."""
    frame, rows = table.frame.copy(), table.frame.to_dict("records")
    for column in table.columns:
        if column.kind == "text":
            names = [written(row.get(column.key), column, row) for row in rows]
            if max(map(len, names), default=0) > CELL:
                frame[column.key] = theme.apart(names, CELL)
    return replace(table, frame=frame)
