"""New results rows added to files that are there: nothing of what stands in them is lost, before, after or beside the rows."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Sequence
from typing import Any

from figures.export import HEAD, flat, to_csv, to_json, to_markdown

FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
NEEDED = ("system", "metric", "score")  # what tells a results row from any other
CELL = re.compile(r"(?<!\\)\|")


def append_json(text: str, document: dict[str, Any]) -> str:
    """An existing result with the rows of a new one after its own, all else as it was; a list of rows stays a list.

    Raises ValueError where it is no such file, where a row is no results row, and where a key stands in it twice, of which one
    would be lost.
    """
    try:
        before = json.loads(text.removeprefix("\ufeff"), object_pairs_hook=_once, parse_constant=_refused)
    except json.JSONDecodeError:
        before = None
    if isinstance(before, list) and all(isinstance(row, dict) for row in before):
        _check_rows(before)
        rows = ",\n  ".join(json.dumps(row, ensure_ascii=False, allow_nan=False) for row in before + document["rows"])
        return f"[\n  {rows}\n]\n"
    if not isinstance(before, dict) or not isinstance(before.get("rows"), list):
        raise ValueError("no JSON object with a list of rows")
    _check_rows(before["rows"])
    kept = {key: value for key, value in before.items() if key != "rows"}
    return to_json({**document, **kept, "rows": before["rows"] + document["rows"]})


def _check_rows(rows: Sequence[Any]) -> None:
    for number, row in enumerate(rows, 1):
        lacking = [key for key in NEEDED if key not in row] if isinstance(row, dict) else NEEDED
        if lacking:
            raise ValueError(f"no list of results: row {number} has no {lacking[0]}")


def _refused(name: str) -> None:
    raise ValueError(f"no JSON: it holds {name}")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("JSON in which a key stands twice")
    return found


def append_csv(text: str, rows: Sequence[dict[str, Any]]) -> str:
    """An existing table with new rows below it, under its own columns in their order and with its line ends.

    Raises ValueError where a column of the rows is not among them, and where a row has more or fewer cells than the header.
    """
    header = _whole(text)
    wanted = next(csv.reader(io.StringIO(to_csv(rows))), [])
    if not set(wanted) <= set(header) or len(set(header)) < len(header):
        raise ValueError("no CSV table with these columns")
    end, out = line_end(text), io.StringIO(newline="")
    writer = csv.DictWriter(out, fieldnames=header, lineterminator=end)
    writer.writerows(flat(row) for row in rows)
    return ended(text, end) + out.getvalue()


def _whole(text: str) -> list[str]:
    """The header of a table. Raises ValueError where a row is cut short, which a further one would follow on its line."""
    reader = csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""), strict=True)
    header: list[str] = []
    try:
        for row in reader:
            header = header or row
            if row and len(row) != len(header):
                raise ValueError(f"no whole CSV table: line {reader.line_num} has {len(row)} cells instead of {len(header)}")
    except csv.Error as error:
        raise ValueError(f"no whole CSV table: line {reader.line_num}: {error}") from None
    return header


def append_markdown(text: str, rows: Sequence[dict[str, Any]]) -> str:
    """An existing text with new rows below those of its last results table; what follows the table stays where it is.

    Raises ValueError where the text has no results table.
    """
    end = line_end(text)
    lines = text.split(end)
    heads = [k for k in _outside_fences(lines) if _cells(lines[k]) == list(HEAD)]
    if not heads:
        raise ValueError("no Markdown with a results table")
    last = heads[-1]
    while last + 1 < len(lines) and lines[last + 1].lstrip().startswith("|"):
        last += 1
    new = to_markdown(rows).rstrip("\n").split("\n")[2:]
    after = lines[last + 1 :] or [""]
    return end.join([*lines[: last + 1], *new, *after])


def _outside_fences(lines: Sequence[str]) -> list[int]:
    """The numbers of the lines that are in no block of code."""
    found, fence = [], ""
    for k, line in enumerate(lines):
        mark = FENCE.match(line)
        if mark and not fence:
            fence = mark.group(1)
        elif mark and mark.group(1).startswith(fence):
            fence = ""
        elif not fence:
            found.append(k)
    return found


def _cells(line: str) -> list[str]:
    """The cells of a table's line, however it is spaced."""
    if not line.strip().startswith("|"):
        return []
    return [cell.strip() for cell in CELL.split(line.strip().strip("|"))]


def line_end(text: str) -> str:
    """How the lines of a text end."""
    return "\r\n" if "\r\n" in text else "\n"


def ended(text: str, end: str) -> str:
    """A text whose last line has its end."""
    return text if text.endswith("\n") or not text else text + end
