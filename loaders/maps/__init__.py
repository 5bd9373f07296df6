"""Maps from one label set to another: TSV tables, shipped with a reason for every line or written by a user.

A line is from, to and, where one likes, a reason, apart by tabs; # begins a comment, a first line from/to is a header. The
line of * says what becomes of labels that the map does not name; without one they keep their name.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from loaders.errors import FormatError
from loaders.sources import read_members

FOLDER = Path(__file__).parent
REST = "*"
HEADER = ("from", "to")
COLUMNS = (2, 3)


def shipped() -> list[str]:
    """The names of the maps that come with the project, sorted."""
    return sorted(path.stem for path in FOLDER.glob("*.tsv"))


def read_map(source: str | Path | tuple[str, bytes]) -> dict[str, str]:
    """A map as label -> label, in the order of its lines.

    source : the name of a shipped map, a path, or the name and bytes of an upload. A file is preferred to a shipped name.
    Raises FormatError, with file and line, for a line without two or three columns, an empty label, a label that is given
    two targets, a text that is not UTF-8 and a file without any line; a line that is repeated word for word is read once.
    """
    file, text = _text(source)
    found: dict[str, str] = {}
    places: dict[str, int] = {}
    for number, line in _lines(text):
        label, target = _entry(file, number, line)
        if found.get(label, target) != target:
            what = f"'{label}' becomes '{target}' here and '{found[label]}' on line {places[label]}"
            raise FormatError(file, number, what, "Keep one of the two lines.", shown=line)
        found[label] = target
        places.setdefault(label, number)
    if not found:
        raise FormatError(file, None, "a map without a line", "Write from, tab, to; one label a line.")
    return found


def relabel(names: Iterable[str], labels: Mapping[str, str]) -> list[str]:
    """The names under a map: its target, else what * says, else the name itself. No label ("") stays none."""
    return [name and labels.get(name, labels.get(REST, name)) for name in names]


def unmapped(names: Iterable[str], labels: Mapping[str, str]) -> list[str]:
    """The names that a map has no line for, each once, sorted; no label ("") is not among them."""
    return sorted({name for name in names if name} - labels.keys())


def _text(source: str | Path | tuple[str, bytes]) -> tuple[str, str]:
    """A map's file name and its text, without a byte order mark."""
    members = read_members(_path(source))
    file, data = members[0].name, members[0].data
    if len(members) > 1:
        raise FormatError(file, None, "one of several files", "Name a single file of two columns.")
    try:
        return file, data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise FormatError(file, line, "not UTF-8", "Save the file as UTF-8 text.") from None


def _path(source: str | Path | tuple[str, bytes]) -> str | Path | tuple[str, bytes]:
    """The source itself, or the shipped file of that name where no file of the user's has it."""
    if isinstance(source, tuple) or os.path.exists(source):
        return source
    if str(source) in shipped():
        return FOLDER / f"{source}.tsv"
    if not Path(source).suffix and os.sep not in str(source):
        known = ", ".join(shipped())
        raise FormatError(str(source), None, "no such file and no such map", f"Name a file, or one of {known}.")
    return source


def _lines(text: str) -> list[tuple[int, str]]:
    """(line number, line) of what is no comment, no blank line and no header."""
    rows = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    kept = [(number, row) for number, row in enumerate(rows, 1) if row.strip() and not row.startswith("#")]
    is_header = kept and tuple(cell.strip().lower() for cell in kept[0][1].split("\t")[:2]) == HEADER
    return kept[1:] if is_header else kept


def _entry(file: str, number: int, line: str) -> tuple[str, str]:
    """The label and its target on a line."""
    cells = [cell.strip() for cell in line.split("\t")]
    if len(cells) not in COLUMNS:
        columns = "1 column" if len(cells) == 1 else f"{len(cells)} columns"
        raise FormatError(file, number, f"{columns}, not from, to (and a reason)", "Separate them by one tab.", shown=line)
    if not (cells[0] and cells[1]):
        side = "from" if not cells[0] else "to"
        raise FormatError(file, number, f"the column '{side}' is empty", "Write a label, or take the line out.", shown=line)
    return cells[0], cells[1]
