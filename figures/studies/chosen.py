"""What is compared: a project, its options, the one or two systems that are picked, and where numbers are kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import pandas as pd

from figures import theme
from figures.frames import Systems

Say = Callable[[int, int], None]
# What kind of number, what it depends on, what is being done in words, how it is made: made once, given ever after.
Keep = Callable[[str, tuple, str, Callable[[Say], Any]], Any]


def nobody(_: str) -> None:
    """Says nothing."""


def memory(say: Callable[[str], None] = nobody) -> Keep:
    """A place for numbers of one run. say : is told what is being done."""
    made: dict[tuple, Any] = {}

    def keep(kind: str, key: tuple, what: str, make: Callable[[Say], Any]) -> Any:
        if (kind, *key) not in made:
            say(what)
            made[kind, *key] = make(lambda done, total: say(f"{what} · {done:,} of {total:,}"))
        return made[kind, *key]

    return keep


@dataclass(frozen=True)
class Chosen:
    """What a page or a figure works on. a, b : numbers of the picked systems in the project, b None when there is one.

    places : by number in the project, the system's place among all, which decides letter, colour and symbol.
    """

    project: Any
    options: Any
    a: int
    b: int | None
    title: str
    places: tuple[int, ...]
    keep: Keep = field(default_factory=memory, repr=False, compare=False, kw_only=True)

    @property
    def letters(self) -> tuple[str, ...]:
        """The systems' letters, by number in the project."""
        return tuple(theme.letter(place) for place in self.places)

    @property
    def picked(self) -> tuple[int, ...]:
        """The numbers of the picked systems: A's, and B's if there is one."""
        return (self.a,) if self.b is None else (self.a, self.b)

    @property
    def name_a(self) -> str:
        """The first picked system's name."""
        return self.project.names[self.a]

    @property
    def name_b(self) -> str | None:
        """The second picked system's name."""
        return None if self.b is None else self.project.names[self.b]

    @property
    def systems(self) -> Systems:
        """Who is compared, as figures know it."""
        return Systems(self.project.names, self.places, self.picked)

    def digests(self, gold: str, systems: tuple[str, ...]) -> dict[str, str]:
        """The digests that a signature names: gold's and the picked systems', by letter. systems : of all in the project."""
        return {"gold": gold, **{self.letters[k]: systems[k] for k in self.picked}}


@dataclass(frozen=True)
class Seen:
    """What stands in a training file. key : its corpus, as named(). grouping : makes the grouping by what was seen."""

    key: tuple
    grouping: Callable[[], Callable]


def unseen() -> Seen | None:
    """There is no training file."""
    return None


def named(corpus: Any) -> tuple[str, str]:
    """What a corpus is told apart by."""
    return corpus.digest, corpus.name


def taken(project: Any, numbers: tuple[int, ...], parts: tuple[str, ...] = ("systems", "names", "alignments")) -> Any:
    """A project of some of its systems. parts : its fields that hold one thing a system."""
    return replace(project, **{name: tuple(getattr(project, name)[k] for k in numbers) for name in parts})


def worded(rows: pd.DataFrame, unit: str) -> pd.DataFrame:
    """Scores or differences whose reasons and cautions call the units by their name."""
    if not len(rows):
        return rows
    said = {
        column: [words.replace("unit", unit) if isinstance(words, str) else None for words in rows[column]]
        for column in ("reason", "caution")
        if column in rows
    }
    return rows.assign(**said)
