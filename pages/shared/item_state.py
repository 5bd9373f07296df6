"""What the page of classification works on: the chosen project's labels, options and pair."""

from __future__ import annotations

import streamlit as st

from figures.studies.labels import LabelSelection
from pages.shared import frame, once, state, workspace
from pages.shared.item_loading import LoadedItems, loaded_items


def files() -> LoadedItems:
    """The labels of the open project's files."""
    return loaded_items(workspace.read(state.project_id()) or workspace.sample(), state.choice())


def selected(found: LoadedItems) -> LabelSelection:
    """What is chosen of labels that are there."""
    chosen = state.choice()
    places = tuple(slot.place for slot in found.usable)
    a, b = state.picked(places, chosen.a, chosen.b)
    return LabelSelection(found.project, chosen.items(), a, b, found.record.title, places, keep=once.kept)


def guard(question: str) -> LabelSelection:
    """What is chosen, once there are gold and a system with labels; else the question and the empty state, and the page stops."""
    found = files()
    if found.project is not None:
        return selected(found)
    frame.heading(question)
    whole = state.files()
    failed = [slot for slot in (found.gold, *found.systems) if slot is not None and slot.error]
    if found.error:
        frame.refused(found.error)
    elif failed:
        for slot in failed:
            frame.refused(slot.error, state.waiting(slot), frame.owner(slot.place, slot.letter))
    elif not whole.has_items and found.gold and found.systems:
        what = f"This page compares classifiers; {found.record.title} holds no labelled items."
        frame.empty("No labels.", f"{what} Add CSV, TSV or JSON lines with an id, gold labels, predictions or scores.")
    else:
        frame.empty(*state.lacking(found, 1), sample=found.record.id not in workspace.SAMPLES)
    st.stop()
