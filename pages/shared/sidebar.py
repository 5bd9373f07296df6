"""The sidebar: project, gold and systems with their marks, pages, options. It is the legend of the whole app."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import streamlit as st

from pages.shared import frame, item_state, option_widgets, state, topic_state, tree_state, workspace
from pages.shared.item_loading import LoadedItems
from pages.shared.loading import Loaded, Slot
from pages.shared.tree_loading import LoadedTrees

NEW = "+"
BOX = "project-box"
# Sections whose options are not those of coreference.
TASKS = {"Parsing": "trees", "Spans and labels": "spans", "Classification": "items"}
ACROSS = "Cross-document"  # the page whose sample is other files


def show(pages: Sequence[tuple[str, st.Page]], shown: tuple[str, str]) -> None:
    """Everything in the sidebar. pages : (section, page), in order. shown : section and title of the page that is shown."""
    with st.sidebar:
        _project()
        section, title = shown
        found = topic_state.files() if title == ACROSS else state.files()
        task = TASKS.get(section) or state.task(found)
        _systems(_files(found, task), task == "trees")
        _pages(pages)
        st.html('<p class="part">Options</p>')
        option_widgets.popover(found, task)
        _signature(found, task)


def _files(found: Loaded, task: str) -> Loaded | LoadedTrees | LoadedItems:
    """The files that the sections of a task work on: the sample's trees and spans are files of their own."""
    if task == "items":
        return item_state.files()
    return tree_state.files() if task == "trees" and not found.is_many else found


def _project() -> None:
    projects = workspace.listed()
    titles = dict(zip((name for name, _ in projects), _told_apart([title for _, title in projects]), strict=True))
    here = state.project_id()
    key = f"{BOX}-{here}"  # of the open project, for a browser that is still to learn of it says the one before
    st.session_state[key] = here
    st.selectbox(
        "Project",
        [*titles, NEW],
        format_func={**titles, NEW: "New project …"}.get,
        key=key,
        on_change=_opened,
        args=(key,),
        label_visibility="collapsed",
    )


def _told_apart(titles: list[str]) -> list[str]:
    """Equal titles with a number each: a selectbox knows its entries by their text."""
    return [title if (n := titles[:k].count(title)) == 0 else f"{title} ({n + 1})" for k, title in enumerate(titles)]


def _opened(key: str) -> None:
    name = st.session_state[key]
    with state.storing():
        state.open_project(workspace.create().id if name == NEW else name)


def _systems(found: Loaded | LoadedTrees | LoadedItems, trees: bool) -> None:
    slots = ([found.gold] if found.gold else []) + list(found.systems)
    if slots:
        st.html(f'<div class="systems">{"".join(_row(slot, trees) for slot in slots)}</div>')
    if len(found.usable) > 2:
        option_widgets.pair(found)


def _row(slot: Slot, trees: bool) -> str:
    """Mark, letter, name, and the number of documents; of sentences where trees are compared, of treebanks or items."""
    name = "<b class='sGold'>gold</b>" if slot.place < 0 else f'<b class="{frame.colour(slot.place)}">{slot.letter}</b> '
    name += "" if slot.place < 0 else escape(slot.name)
    number = f"{_size(slot, trees):,}" if slot.usable else "<span class='bad'>✕</span>"
    hover = escape(slot.entry.file, quote=True)
    return f'{frame.mark(slot.place)}<span class="name" title="{hover}">{name}</span><span class="n">{number}</span>'


def _size(slot: Slot, trees: bool) -> int:
    if slot.banks:
        return len(slot.banks)
    if slot.items is not None:
        return len(slot.items)
    documents = slot.corpus.documents
    return int(documents["n_sentences"].sum()) if trees else len(documents)


def _pages(pages: Sequence[tuple[str, st.Page]]) -> None:
    with st.container(key="nav"):
        last = None
        for section, page in pages:
            if section != last:
                st.html(f'<p class="part">{escape(section)}</p>')
            last = section
            st.page_link(page, query_params=state.address())


def _signature(found: Loaded, task: str) -> None:
    chosen = state.choice()
    if task == "items":
        project = item_state.files().project
        text = option_widgets.item_signature(chosen.items(), project.kind if project else "")
    elif task == "spans":
        text = option_widgets.span_signature(chosen.spans(), chosen.reading)
    elif task == "trees":
        text = option_widgets.tree_signature(chosen.trees())
    else:
        text = option_widgets.signature(chosen.coreference(option_widgets.resolved(found)))
    st.html(f'<p class="signature">{frame.broken(text)}</p>')
