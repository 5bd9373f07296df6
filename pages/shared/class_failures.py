"""From a class to its failures: what a click on the page of classes opens."""

from __future__ import annotations

import streamlit as st

from figures.studies import typed
from metrics import reading
from metrics.typed.failing import first_error
from pages.shared import failure_place, frame, once, state
from pages.shared.class_state import ClassSelection

LISTED = {"class": "class", "mention type": "mention"}  # the filter of the list of failures, by grouping


def open_failures(chosen: ClassSelection, by: str, group: str, doc_id: str | None = None) -> None:
    """Open a group's failures: their list, where it can be filtered by such groups; else the Reader at the first error.

    doc_id : in which document. Where the Reader has no error to open, the page of classes says so.
    """
    if by in LISTED:
        failure_place.open_failures(**{LISTED[by]: group}, **({"document": doc_id} if doc_id else {}))
    found = typed.groups(chosen, by)
    if group not in found.names:
        return
    ids = chosen.project.gold.documents["doc_id"].tolist()
    documents = [ids.index(doc_id)] if doc_id in ids else None
    matched = once.sides((*chosen.key, "reading", repr(chosen.whole.options))).get(
        "Matching mentions", lambda _: _matched(chosen)
    )
    with frame.busy(f"Looking for errors of {group}"):
        place = first_error(typed.sides(chosen), matched, found, group, documents)
    if place is not None:
        state.open_reader(ids[place[0]], str(place[1]))
    elif documents:
        state.open_reader(ids[documents[0]])
    st.session_state["classes-no-error"] = group


def _matched(chosen: ClassSelection) -> reading.Matched:
    """The mentions as the Reader matches them."""
    return reading.match_systems(chosen.project, chosen.whole.options, tuple(range(len(chosen.places))))
