"""Invented documents in which every type of error is made, by one system, by the other or by both."""

from __future__ import annotations

from figures.failure_frames import mistakes
from figures.frames import Systems
from metrics.errors.failures import analyse, failures
from metrics.options import TypedOptions
from metrics.typed.project import read_sides
from tests import marked

GOLD = """[1 the old porter ] met [2 his sister ] on monday .
[2 She ] gave [1 him ] [3 a crate ] and [4 a lamp ] .
[1 He ] dropped [3 it ] but kept [4 the lamp ] .
[5 a dog ] slept while [5 the dog ] dreamt ."""
# A: "him" and "He" apart from the porter (divided, one part), "his sister" too short a span, a dog missing.
A = """[1 the old porter ] met his [2 sister ] on [7 monday ] .
[2 She ] gave [6 him ] [3 a crate ] and [4 a lamp ] .
[6 He ] dropped [3 it ] but kept [4 the lamp ] .
a dog slept while the dog dreamt ."""
# B: crate and lamp in one entity (conflated), a dog missing, "monday" and "slept" made up as an entity.
B = """[1 the old porter ] met [2 his sister ] on [7 monday ] .
[2 She ] gave [1 him ] [3 a crate ] and [3 a lamp ] .
[1 He ] dropped [3 it ] but kept [3 the lamp ] .
a dog [7 slept ] while the dog dreamt ."""
EVIL = "<script>alert('$x$')</script>"
DOCUMENTS = 7


def texts(text: str) -> dict[str, str]:
    """The same text in several documents."""
    return {f"d{k}": text for k in range(DOCUMENTS)}


SYSTEMS = Systems(("A", "B"), (0, 1), (0, 1))


def analysed(*systems: str, gold: str = GOLD, policy: str = "keep"):
    """The analysis of systems against gold."""
    project = marked.project(texts(gold), *(texts(text) for text in systems))
    return analyse(read_sides(project, TypedOptions()), policy)


def found(*texts_: str, **options):
    """Mistakes of A and B."""
    analysis = analysed(*(texts_ or (A, B)), **options)
    names = analysis.typed.names
    return mistakes(failures(analysis), Systems(names, tuple(range(len(names))), tuple(range(len(names)))))
