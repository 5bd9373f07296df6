"""Which treebank is shown where a project has many; the address says so."""

from __future__ import annotations

import streamlit as st

from pages.shared import state
from pages.shared.loading import Loaded, Slot


def picked(found: Loaded) -> list[Slot]:
    """The one or two systems of a project of many treebanks that are compared."""
    if not found.usable:
        return []
    places = tuple(slot.place for slot in found.usable)
    a, b = state.picked(places, state.choice().a, state.choice().b)
    return [found.usable[k] for k in ((a,) if b is None else (a, b))]


def banks(found: Loaded) -> list[str]:
    """The treebanks that can be shown: those that gold and the picked systems have; none where the project has not many."""
    sides = [slot.banks for slot in (found.gold, *picked(found)) if slot is not None and slot.usable]
    if not found.is_many or not sides:
        return []
    first, *others = sides
    return [bank for bank in first if all(bank in other for other in others)] or list(first)


def bank(found: Loaded) -> str:
    """The one that is shown: the chosen one, else the first; "" where the project has not many."""
    there, chosen = banks(found), state.choice().bank
    return chosen if chosen in there else there[0] if there else ""


def box(width: int = 260) -> None:
    """A choice between them; nothing where there is one treebank alone."""
    found = state.files()
    there = banks(found)
    if not there:
        return
    st.session_state["bank-box"] = bank(found)

    def take() -> None:
        st.query_params.pop("sentence", None)
        state.choose(bank=st.session_state["bank-box"])

    st.selectbox("Treebank", there, key="bank-box", on_change=take, width=width)
