"""Errors of coreference as text: tables for a terminal, Markdown and LaTeX, and single errors as CSV."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from figures.export import CONTROL, aligned, markdown
from figures.numbers import count, interval, points, signed
from figures.said import plain
from figures.table import Column, Table
from figures.table_tex import tex

Row = dict[str, Any]
GAIN = "n: errors; gain: points of CoNLL that mending them alone brings, with its bootstrap interval."
INTERNAL = ("doc", "error", "gold", "predicted")  # columns that number things within the program


def error_table(rows: Sequence[Row]) -> list[tuple[str, ...]]:
    """Head and cells: type by system with its number, what mending it alone brings, and the score after mending in sequence."""
    systems = list(dict.fromkeys(row["system"] for row in rows))
    numbers = {(row["system"], row["type"]): row for row in rows if "type" in row}
    alone = {(row["system"], row["mended"]): row for row in rows if row.get("sequence") is False}
    head = ["errors"]
    for system in systems:
        head += [f"{system}: number", "CoNLL if mended", "interval"]
    table = [tuple(head)]
    for kind in dict.fromkeys(kind for _, kind in numbers):
        line = [kind]
        for system in systems:
            gain = alone[system, kind]
            line += [count(numbers[system, kind]["count"]), signed(gain["gain"]), interval(gain["low"], gain["high"], signed)]
        table.append(tuple(line))
    return table


def operation_lines(rows: Sequence[Row]) -> list[str]:
    """How many operations turn each system's output into gold, and the scores on the way."""
    lines = []
    for row in rows:
        if row.get("type") == "span error":
            told = ", ".join(f"{count(number)} {kind}" for kind, number in row["operations"].items())
            lines.append(f"{row['system']}: {told}")
    for system in dict.fromkeys(row["system"] for row in rows):
        steps = [row for row in rows if row.get("sequence") and row["system"] == system]
        lines.append(f"{system}, one after another: " + " → ".join(f"{row['mended']} {points(row['score'])}" for row in steps))
    return lines


def group_table(rows: Sequence[Row]) -> list[tuple[str, ...]]:
    """Head and cells: what mending every error of one group brings each system; nothing where no groups were asked for."""
    found = {(row["group"]["value"], row["system"]): row for row in rows if row.get("group")}
    systems = list(dict.fromkeys(system for _, system in found))
    table = []
    for value in dict.fromkeys(value for value, _ in found):
        of = [found[value, system] for system in systems]
        table.append((value, *(cell for row in of for cell in (signed(row["gain"]), interval(row["low"], row["high"], signed)))))
    if not table:
        return []
    by = next(row["group"]["by"] for row in rows if row.get("group"))
    return [(by, *(cell for system in systems for cell in (f"{system}: CoNLL if mended", "interval"))), *table]


def to_text(rows: Sequence[Row]) -> str:
    """The tables for a terminal."""
    lines = [*aligned(error_table(rows)), "", *operation_lines(rows)]
    lines += ["", *aligned(groups)] if (groups := group_table(rows)) else []
    return "\n".join(CONTROL.sub(" ", line).rstrip() for line in lines) + "\n"


def to_markdown(rows: Sequence[Row], note: str) -> str:
    """The table in Markdown, its signature as a comment before it."""
    head, *body = error_table(rows)
    lines = [f"<!-- {note.replace('--', '- -')} -->", "", *("| " + " | ".join(map(markdown, line)) + " |" for line in [head])]
    lines += ["|---" + "|--:" * (len(head) - 1) + "|"]
    return "\n".join([*lines, *("| " + " | ".join(map(markdown, line)) + " |" for line in body)]) + "\n"


def to_latex(rows: Sequence[Row], note: str) -> str:
    """The tables in LaTeX: errors by type, and what mending every error of one group would bring where groups were asked for."""
    found = [_types(rows, note), *([_groups(rows, note)] if any(row.get("group") for row in rows) else [])]
    return "\n".join(map(tex, found))


def _types(rows: Sequence[Row], note: str) -> Table:
    """Types of errors: for each system their number and what mending them alone would bring, with its interval."""
    numbers = {(row["system"], row["type"]): row for row in rows if "type" in row}
    alone = {(row["system"], row["mended"]): row for row in rows if row.get("sequence") is False}
    kinds, systems = (list(dict.fromkeys(key[k] for key in numbers)) for k in (1, 0))
    found = {key: {**alone[key], "count": row["count"]} for key, row in numbers.items()}
    return _table(("Errors by type", "Error"), kinds, systems, found, note)


def _groups(rows: Sequence[Row], note: str) -> Table:
    """Groups: what mending every error of each would bring each system, with its interval."""
    found = {(row["system"], row["group"]["value"]): row for row in rows if row.get("group")}
    by = next(row["group"]["by"] for row in rows if row.get("group"))
    values, systems = (list(dict.fromkeys(key[k] for key in found)) for k in (1, 0))
    return _table((f"Errors by {by}", by.capitalize()), values, systems, found, note)


def _table(titles: tuple[str, str], names: Sequence[str], systems: Sequence[str], found: Mapping, note: str) -> Table:
    """Names down the side; for each system the gain of mending, its interval, and before them the count if there is one."""
    title, head = titles
    frame, columns, groups = pd.DataFrame({"name": list(names)}), [Column("name", head, "text")], {}
    for k, system in enumerate(systems):
        cells = [found.get((system, name), {}) for name in names]
        for key, word in ((f"n{k}", "count"), (f"g{k}", "gain"), (f"g{k}_low", "low"), (f"g{k}_high", "high")):
            frame[key] = [float("nan") if cell.get(word) is None else cell[word] for cell in cells]
        counted = [Column(f"n{k}", "n", "count", f"s{k}")] if "count" in cells[0] else []
        columns += [*counted, Column(f"g{k}", "gain", "signed", f"s{k}"), Column(f"g{k}", "interval", "signed interval", f"s{k}")]
        groups[f"s{k}"] = plain(system)
    return Table(title, frame, tuple(columns), groups, note=GAIN, signature=note)


def to_csv(single: pd.DataFrame) -> str:
    """Single errors, one line each; what other systems share them stands in one cell, separated by ", "."""
    frame = single.drop(columns=[name for name in INTERNAL if name in single])
    if "shared" in frame:
        frame = frame.assign(shared=[", ".join(names) if isinstance(names, tuple) else "" for names in frame["shared"]])
    return frame.to_csv(index=False, lineterminator="\n")
