"""What can be chosen on the page of the diagnosis: the system, the grouping, and what a recipe is to hold. All in the address."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import streamlit as st

from figures.frames import Systems
from figures.studies import typed
from metrics.typed.groupings import CLASS
from metrics.typed.recipe import POLICIES, RecipeOptions
from pages.shared.class_state import ClassSelection
from pages.shared.reader_place import asked, write

BY = (CLASS, "mention type", "genre")
HOW_MANY = ("1", "2", "3", "4", "5", "8")
TARGETS = {"": "twice the support", "5": "± 5 points", "3": "± 3 points", "2": "± 2 points"}
POLICY = {"restricted": "the corpus's groups alone", "all": "all nominals and pronouns"}
WHAT = {"mention": "lost mentions", "link": "lost links"}
COLLAPSED = {"label_visibility": "collapsed", "required": True, "wrap": True}


def segments(word: str, title: str, values: Sequence[str], default: str, shown: Callable[[str], str] = str) -> str:
    """One of some words of the address, as buttons that change it."""
    key = f"diagnosis-{word}"
    value = _now(word, values, default)
    st.session_state[key] = value
    st.segmented_control(title, values, format_func=shown, key=key, on_change=_taken, args=(word, key, default), **COLLAPSED)
    return value


def box(word: str, title: str, values: Sequence[str], default: str, shown: Callable[[str], str] = str) -> str:
    """One of some words of the address, as a box that changes it."""
    key = f"diagnosis-{word}"
    value = _now(word, values, default)
    st.session_state[key] = value
    st.selectbox(title, values, format_func=shown, key=key, on_change=_taken, args=(word, key, default), width=200)
    return value


def _now(word: str, values: Sequence[str], default: str) -> str:
    return asked(word) if asked(word) in values else default


def _taken(word: str, key: str, default: str) -> None:
    value = st.session_state[key]
    write(**{word: value if value != default else None})


def grouping(chosen: ClassSelection) -> str:
    """What groups are: classes where there are labels."""
    default = typed.default_by(chosen)
    return segments("by", "Grouping", BY, default)


def system(systems: Systems) -> str:
    """The name of the system that is to be helped: the second of two, as the newer one."""
    letters = systems.letters
    if len(letters) == 1:
        return systems.pair[0]
    letter = segments("for", "For", letters, letters[1], lambda letter: f"for {letter}")
    return systems.pair[letters.index(letter)]


def losses() -> str:
    """Whose losses are shown beside the costs: mentions or links."""
    return segments("lost", "Losses", list(WHAT), "mention", WHAT.get)


def parts(names: list[str]):
    """The tabs, of which the open one stands in the address."""
    now = _now("part", names, names[0])
    how = {"key": "diagnosis-part", "on_change": lambda: _taken("part", "diagnosis-part", names[0])}
    return st.tabs(names, default=now, **how)


def recipe(name: str) -> RecipeOptions:
    """What a recipe for a system is to hold."""
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom", key="diagnosis-recipe"):
        number = box("weak", "Groups", HOW_MANY, "3", lambda n: f"the {n} costliest" if n != "1" else "the costliest")
        target = box("target", "At least", list(TARGETS), "", TARGETS.get)
        policy = box("annotate", "To be annotated", POLICIES, POLICIES[0], POLICY.get)
    return RecipeOptions(name, int(number), policy, float(target) if target else None)
