"""The sidebar: project, gold and systems with their marks, pages, options. It is the legend of the whole app."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import streamlit as st

import metrics as m
from pages.shared import frame, option_widgets, state, workspace
from pages.shared.loading import Loaded, Slot

NEW = "+"


def show(pages: Sequence[tuple[str, st.Page]]) -> None:
    """Everything in the sidebar. pages : (section, page), in order."""
    with st.sidebar:
        _project()
        found = state.files()
        _systems(found)
        _pages(pages)
        st.html('<p class="part">Options</p>')
        option_widgets.popover(found)
        _signature(found)


def _project() -> None:
    titles = dict(workspace.listed())
    here = state.project_id()
    names = [*titles, NEW]
    st.session_state["project-box"] = here if here in titles else workspace.SAMPLE
    st.selectbox(
        "Project",
        names,
        format_func=lambda name: "New project …" if name == NEW else titles[name],
        key="project-box",
        on_change=_opened,
        label_visibility="collapsed",
    )


def _opened() -> None:
    name = st.session_state["project-box"]
    state.open_project(workspace.create("Untitled").id if name == NEW else name)


def _systems(found: Loaded) -> None:
    slots = ([found.gold] if found.gold else []) + list(found.systems)
    if slots:
        st.html(f'<div class="systems">{"".join(_row(slot) for slot in slots)}</div>')
    if len(found.usable) > 2:
        option_widgets.pair(found)


def _row(slot: Slot) -> str:
    name = "<b class='sGold'>gold</b>" if slot.place < 0 else f'<b class="{frame.colour(slot.place)}">{slot.letter}</b> '
    name += "" if slot.place < 0 else escape(slot.entry.name)
    number = f"{len(slot.corpus.documents):,}" if slot.usable else "<span class='bad'>✕</span>"
    hover = escape(slot.entry.file, quote=True)
    return f'{frame.mark(slot.place)}<span class="name" title="{hover}">{name}</span><span class="n">{number}</span>'


def _pages(pages: Sequence[tuple[str, st.Page]]) -> None:
    with st.container(key="nav"):
        last = None
        for section, page in pages:
            if section != last:
                st.html(f'<p class="part">{escape(section)}</p>')
            last = section
            st.page_link(page)


def _signature(found: Loaded) -> None:
    match = state.choice().match or (m.default_match(found.gold.corpus) if found.gold and found.gold.usable else "exact")
    text = option_widgets.signature(state.choice().coreference(match))
    st.html(f'<p class="signature">{frame.broken(text)}</p>')
