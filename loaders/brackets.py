"""Opening and closing brackets of entities become spans, in the order in which they open."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

CELL = re.compile(r"\(([^()|]+)\)|\(([^()|]+)|([^()|]+)\)|\|")


def read_cell(cell: str) -> list[tuple[str, str]] | None:
    """The brackets of one CoNLL-2012 cell, left to right, as ("(" | ")" | "()", entity); None for anything else."""
    found, at = [], 0
    while match := CELL.match(cell, at):  # a search would look for a bracket from every letter of a long cell
        at = match.end()
        one, opening, closing = match.groups()
        if one is not None:
            found.append(("()", one))
        elif opening is not None:
            found.append(("(", opening))
        elif closing is not None:
            found.append((")", closing))
    return found if at == len(cell) and found else None


@dataclass
class Stack:
    """The brackets of one document, read word by word; mentions of one entity close innermost first.

    rows : (start, end, entity, line) in order of opening; end is -1 while a bracket is open.
    """

    rows: list[list] = field(default_factory=list)
    open: dict[str, list[int]] = field(default_factory=dict)

    def take(self, brackets: list[tuple[str, str]], position: int, line: int) -> str | None:
        """Note the brackets of one word; the entity of a bracket closed and never opened, if there is one."""
        for kind, entity in brackets:
            if kind == "()":
                self.rows.append([position, position + 1, entity, line])
            elif kind == "(":
                self.open.setdefault(entity, []).append(len(self.rows))
                self.rows.append([position, -1, entity, line])
            else:
                waiting = self.open.get(entity)
                if not waiting:
                    return entity
                self.rows[waiting.pop()][1] = position + 1
        return None

    def unclosed(self) -> tuple[str, int] | None:
        """The entity and line of the first bracket that is still open."""
        rows = [row for waiting in self.open.values() for row in waiting]
        return (self.rows[min(rows)][2], self.rows[min(rows)][3]) if rows else None
