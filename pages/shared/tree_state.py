"""What the pages of trees work on: the chosen project's trees, options and pair."""

from __future__ import annotations

from functools import partial

import streamlit as st

from figures.studies.trees import TreeSelection
from metrics.ud.treebanks import own_options
from pages.shared import bank_choice, frame, once, state, training, workspace
from pages.shared.tree_loading import LoadedTrees, loaded_trees


def files() -> LoadedTrees:
    """The trees of the open project's files, of the treebank that is chosen where there are many."""
    found = state.files()
    return loaded_trees(found.record, state.choice(), bank_choice.bank(found))


def selected(found: LoadedTrees) -> TreeSelection:
    """What is chosen of trees that are there."""
    chosen = state.choice()
    places = tuple(slot.place for slot in found.usable)
    a, b = state.picked(places, chosen.a, chosen.b)
    options = own_options(chosen.trees(), found.bank) if found.bank else chosen.trees()
    seen = partial(training.seen, found.bank)
    return TreeSelection(found.project, options, a, b, found.record.title, places, found.bank, seen, keep=once.kept)


def guard(need: int = 1, question: str = "") -> TreeSelection:
    """What is chosen, once there are gold and `need` systems; else the question and the empty state, and the page stops."""
    found = files()
    if found.project is not None and len(found.usable) >= need:
        return selected(found)
    if question:
        frame.heading(question)
    bank_choice.box()
    refuse(found, need)


def refuse(found: LoadedTrees, need: int) -> None:
    """Why there are no trees to be compared; the page stops."""
    failed = [slot for slot in (found.gold, *found.systems) if slot is not None and slot.error]
    if found.error:
        frame.refused(found.error)
    elif failed:
        for slot in failed:
            frame.refused(slot.error, state.waiting(slot), frame.owner(slot.place, slot.letter))
    else:
        frame.empty(*_lacking(found, need), sample=found.record.id not in workspace.SAMPLES)
    st.stop()


def _lacking(found: LoadedTrees, need: int) -> tuple[str, str]:
    if not found.lacking or not found.gold or not found.systems:
        return state.lacking(found, need)
    who = " and ".join("gold" if slot.place < 0 else slot.letter for slot in found.lacking)
    holds = "file has" if len(found.lacking) == 1 else "files have"
    return "No trees.", f"This page compares trees, of which the {holds} none ({who}). Add CoNLL-U with HEAD and DEPREL."


def open_trees(**words: str) -> None:
    """Go to the page of trees; words : of its address."""
    st.switch_page("pages/trees.py", query_params={**state.address(), **words})
