"""From a clicked mark to its failures: whose they are, and the page that lists them."""

from __future__ import annotations

from figures.frames import Systems
from metrics.errors.choosing import EVERY
from pages.shared import marks
from pages.shared.failure_place import open_failures

NOTE = "Click a mark for the failures behind it; a difference opens those that the worse system makes alone."
NOTE_ONE = "Click a mark for the failures behind it."


def note(systems: Systems) -> str:
    """How a chart of systems is used."""
    return NOTE if len(systems.picked) > 1 else NOTE_ONE


def whose(systems: Systems, series: str, value: float | None = None) -> dict[str, str]:
    """Words of an address for the failures behind a mark: marks.behind(). A system that is not compared takes B's place."""
    if series and len(systems.picked) > 1 and series not in (*systems.letters, systems.difference):
        return {"b": series, "who": f"{EVERY}{series}"}
    every = [f"{EVERY}{letter}" for letter in systems.letters]
    who = marks.behind(systems, series, value, own=every, alone=systems.letters)
    return {"who": who} if who else {}


def open_mark(systems: Systems, series: str, value: float | None = None, **words: str) -> None:
    """Open the failures behind a mark. words : of the address beside whose they are; empty ones are left out."""
    open_failures(**{word: said for word, said in words.items() if said}, **whose(systems, series, value))


def dropped(policy: str) -> str:
    """The word of the address for what a mark does with singletons; kept is what goes without saying."""
    return policy if policy == "drop" else ""
