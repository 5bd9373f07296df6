"""The widgets of the options, in the sidebar's popover and on the Data page."""

from __future__ import annotations

import streamlit as st

import metrics as m
from metrics.options import LEVEL, CoreferenceOptions
from pages.shared import options, state
from pages.shared.loading import Loaded, Slot

DRAWS = (0, 100, 1_000, 10_000, 100_000)
LEVELS = (0.8, 0.9, 0.95, 0.99)


def popover(found: Loaded) -> None:
    """One popover whose label is the state of the options."""
    with st.popover(label(found), type="tertiary", key="options"):
        widgets(found)


def label(found: Loaded) -> str:
    """The options in three words."""
    chosen = state.choice()
    draws = f"{chosen.resamples:,} draws" if chosen.resamples else "no intervals"
    return " · ".join([resolved(found), *(["zeros linear"] if chosen.zeros == "linear" else []), draws])


def resolved(found: Loaded) -> str:
    """The match in force: the chosen one, else what gold allows."""
    gold = found.gold.corpus if found.gold and found.gold.usable else None
    return state.choice().match or (m.default_match(gold) if gold is not None else "exact")


def widgets(found: Loaded) -> None:
    """All options of coreference scoring and reading."""
    chosen = state.choice()
    automatic = f"automatic ({resolved(found)})" if chosen.match is None else "automatic"
    _box("Match", "match", (None, *options.MATCHES), lambda value: value or automatic)
    _box("Zeros", "zeros", options.ZEROS)
    _box("Resamples", "resamples", _with(DRAWS, chosen.resamples), lambda n: f"{n:,}" if n else "0: no intervals")
    _box("Interval", "level", _with(LEVELS, chosen.level), lambda level: f"{100 * level:g} %")
    st.session_state["option-seed"] = str(chosen.seed)
    st.text_input("Seed", key="option-seed", on_change=_seed)
    _box("JSON span ends", "ends", (None, *options.ENDS), lambda value: value or "detect")


def _with(values: tuple, value: float) -> tuple:
    return tuple(sorted({*values, value}))


def _box(title: str, name: str, values: tuple, shown=str) -> None:
    key = f"option-{name}"
    st.session_state[key] = getattr(state.choice(), name)
    st.selectbox(title, values, format_func=shown, key=key, on_change=state.callback(name, key))


def _seed() -> None:
    found = options.chosen({"seed": st.session_state["option-seed"].strip()})
    state.choose(seed=found.seed)


def pair(found: Loaded) -> None:
    """Which two systems are compared, where there are more than two."""
    places = {slot.place: slot for slot in found.usable}
    order = tuple(places)
    a, b = state.picked(order, state.choice().a, state.choice().b)
    letters = f"{options.letter(order[a])} against {options.letter(order[b])}"
    with st.popover(letters, type="tertiary", key="pair"):
        _system("First", "a", (order[a], order[b]), places)
        _system("Second", "b", (order[b], order[a]), places)


def _system(title: str, name: str, here: tuple[int, int], places: dict[int, Slot]) -> None:
    key = f"pair-{name}"
    st.session_state[key] = here[0]
    named = {place: f"{slot.letter} {slot.entry.name}" for place, slot in places.items()}
    st.selectbox(title, list(places), format_func=named.get, key=key, on_change=_pick, args=(name, *here))


def _pick(name: str, here: int, other: int) -> None:
    """Pick a system; picking the one that is the other exchanges them."""
    value = st.session_state[f"pair-{name}"]
    rest = "b" if name == "a" else "a"
    state.choose(**{name: value, rest: here if value == other else other})


def signature(chosen: CoreferenceOptions) -> str:
    """The options part of a signature."""
    parts = [f"match:{chosen.match}", "singletons:keep,drop"]
    parts += [] if chosen.zero_match == "dependent" else [f"zeros:{chosen.zero_match}"]
    parts += ["unit:document", f"resamples:{chosen.resamples}", f"seed:{chosen.seed}"]
    parts += [] if chosen.level == LEVEL else [f"level:{chosen.level}"]
    return "|".join(parts)
