"""What stands behind a clicked mark: all that its system has wrong, or of a difference what the worse one has wrong alone."""

from __future__ import annotations

from collections.abc import Sequence

from figures.frames import Systems


def behind(systems: Systems, series: str, value: float | None, *, own: Sequence[str], alone: Sequence[str]) -> str:
    """The word for what stands behind a mark, "" for the errors of all.

    series : a letter, B − A, or "" for a mark of all systems; value : of the difference. own, alone : the words for all errors
    of A and of B, and for those that A and B make alone.
    """
    if not series or len(systems.picked) < 2:
        return ""
    if series == systems.difference:
        return alone[value < 0] if value else ""
    return own[systems.letters.index(series)]
