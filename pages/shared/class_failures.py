"""From a class to its failures: what a click on the page of classes opens."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import streamlit as st

from figures.studies import typed
from metrics import reading
from metrics.typed.failing import first_error
from pages.shared import failure_place, frame, mark_failures, once, state
from pages.shared.class_state import ClassSelection

ALL: Mapping[str, str] = MappingProxyType({})  # whoever makes them
LISTED = {
    "class": "class",
    "mention type": "mention",
    "genre": "genre",
    "document": "document",
}  # the filter of the list of failures, by grouping

UNNAMED = "no genre"  # a group that the list has no filter for


def open_mark(chosen: ClassSelection, by: str, mark: list) -> None:
    """Open a group's failures behind a mark that knows its group and, beyond a bar of all systems, its series and value."""
    group, series, value = (*mark[1:], "", None)[:3]
    open_failures(chosen, by, group, who=mark_failures.whose(chosen.systems, series, value))


def open_failures(
    chosen: ClassSelection, by: str, group: str, doc_id: str | None = None, *, who: Mapping[str, str] = ALL
) -> None:
    """Open a group's failures: their list, where it can be filtered by such groups; else the Reader at the first error.

    doc_id : in which document. who : the word of the address for whose they are, as the list has it; micro and macro stand for
    all groups. Where the Reader has no error to open, the page of classes says so.
    """
    found = typed.groups(chosen, by)
    if by in LISTED and group != UNNAMED:
        named = {LISTED[by]: group} if group in found.names else {}
        failure_place.open_failures(**({"document": doc_id} if doc_id else {}) | named, **who)
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
