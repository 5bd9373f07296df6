"""The text of a suite: its keys, checked one by one, and the lines on which they stand."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from loaders.errors import FormatError

HEADER = re.compile(r"\s*(\[\[?)\s*([^\[\]]*?)\s*\]\]?\s*(#.*)?")
NOTHING = object()
Where = tuple[str, int]  # a table's name, "" for the top, and which of the tables of that name, from 0
TOP: Where = ("", 0)


@dataclass(frozen=True)
class SuiteText:
    """file : as it was named. folder : at which its paths start."""

    file: str
    folder: Path
    text: str

    def error(self, where: Where, key: str, what: str, remedy: str, shown: str = "") -> FormatError:
        """The error of a key."""
        place = f"{where[0]}.{key}" if where[0] else key
        return FormatError(self.file, self.line(where, key), f"{place}: {what}", remedy, shown=shown)

    def line(self, where: Where, key: str) -> int | None:
        """The line of a key: its own, else its table's; None where it is written in a way that is not looked through."""
        table, number = where
        here, seen, found = "", {}, None
        wanted = re.compile(rf"\s*[\"']?{re.escape(key)}[\"']?\s*=")
        for at, line in enumerate(self.text.split("\n"), 1):
            if header := HEADER.fullmatch(line):
                here = header[2]
                seen[here] = seen.get(here, -1) + 1
                if here == (table or key) and seen[here] == number:
                    found = at
            elif here == table and (not table or seen[here] == number) and wanted.match(line):
                return at
        return found or (self.line(TOP, table) if table else None)

    def check_keys(self, where: Where, found: dict[str, Any], known: Sequence[str]) -> None:
        """Raises FormatError for a key that is not among the known ones."""
        for key in found:
            if key not in known:
                raise self.error(where, key[:60], "no such key", f"Known here are {', '.join(known)}.")

    def tables(self, data: dict[str, Any], key: str) -> list[dict[str, Any]]:
        """The tables of a name, of which there must be one."""
        found = data.get(key, [])
        if not isinstance(found, list) or not found or not all(isinstance(table, dict) for table in found):
            what = "none is named" if key not in data else "no tables"
            raise self.error(TOP, key, what, f"Write [[{key}]] on a line of its own for each, and its keys below.")
        return found

    def string(self, where: Where, found: dict[str, Any], key: str, *, needed: bool = True) -> str | None:
        """A text that is not empty; None where it is missing and not needed."""
        if key not in found:
            if needed:
                raise self.error(where, key, "missing", f'Write {key} = "...".')
            return None
        value = found[key]
        if not isinstance(value, str) or not value.strip() or "\0" in value:
            raise self.error(where, key, kind_of(value), f'Write {key} = "...", a text that is not empty.')
        return value

    def word(self, where: Where, found: dict, key: str, known: Sequence[str], remedy: str = "", *, default: Any = NOTHING) -> Any:
        """One of the known words. default : where the key is missing; without one it is needed."""
        if key not in found and default is not NOTHING:
            return default
        value = found.get(key, NOTHING)
        if not isinstance(value, str) or value not in known:
            what = "missing" if value is NOTHING else kind_of(value)
            raise self.error(where, key, what, remedy or f"There are {', '.join(known)}.")
        return value

    def value(self, where: Where, found: dict[str, Any], key: str, choice: Any) -> Any:
        """An option's value. choice : words (or None and truth values), the default first; bool; or float, 0.5 by default."""
        if key not in found:
            return {bool: False, float: 0.5}[choice] if choice in (bool, float) else choice[0]
        value = found[key]
        if choice is float:
            if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < 1e300:
                raise self.error(where, key, kind_of(value), "A finite number, as 0.5.")
            return float(value)
        allowed = (True, False) if choice is bool else tuple(one for one in choice if one is not None)
        if not any(type(value) is type(one) and value == one for one in allowed):
            shown = ", ".join({True: "true", False: "false"}.get(one, one) for one in allowed)
            raise self.error(where, key, kind_of(value), f"There are {shown}.")
        return value


def kind_of(value: Any) -> str:
    """A value as a message shows it."""
    if isinstance(value, bool):
        return f"{str(value).lower()} is not what belongs here"
    if isinstance(value, str):
        return f"'{value[:60]}' is not what belongs here" if value.strip() else "an empty text"
    if isinstance(value, int | float):
        return f"{value} is not what belongs here" if abs(value) < 1e20 else "a number out of range"
    return f"a {type(value).__name__} is not what belongs here"
