"""What stands around the Reader's text: the document at a glance, singletons, order, entities, pages."""

from __future__ import annotations

import streamlit as st

from figures import reader_map, reader_words
from metrics.reading import Reading
from pages.shared import charts, reader_list
from pages.shared.reader_place import Place, asked, write

ORDERS = {"gold": "in gold's order", "difference": "by difference"}


def overview(shown: Reading, at: Place, over: list[reader_words.Head], places: list[int]) -> None:
    """The document at a glance; a click leads to an error."""
    if not len(shown.errors):
        return
    key = f"reader-map-{shown.doc_id}"

    def chosen() -> None:
        points = st.session_state[key]["selection"]["points"]
        if points:
            write(error=int(points[0]["customdata"][1]), entity=None, page=None)

    finished = reader_map.map_frame(shown, places, over)
    elsewhere = at.entity or (at.mention >= 0 and not at.error)
    figure = reader_map.strip(finished, at.rows, at.pages[at.page], 0 if elsewhere else at.current, len(places))
    charts.chart(figure, key, on_select=chosen, selection_mode="points")


def choose_singletons() -> None:
    st.session_state["reader_singletons"] = asked("singletons") != "drop"

    def chosen() -> None:
        kept = st.session_state["reader_singletons"]
        write(singletons=None if kept else "drop", error=None, entity=None, page=None, **reader_list.OFF)

    st.toggle("Singletons", key="reader_singletons", on_change=chosen)


def choose_order() -> None:
    st.session_state["reader_order"] = asked("order") if asked("order") in ORDERS else "gold"

    def chosen() -> None:
        order = st.session_state["reader_order"]
        write(order=order if order != "gold" else None)

    box = {"label_visibility": "collapsed", "width": 150, "key": "reader_order", "on_change": chosen}
    st.selectbox("Order of documents", list(ORDERS), format_func=ORDERS.get, **box)


def choose_entity(shown: Reading, current: int) -> None:
    """A box that lights up one entity and goes to its first mention."""
    names = dict(zip(shown.entities["entity"].tolist(), shown.entities["text"], strict=True))
    st.session_state["reader_entity"] = current or None

    def chosen() -> None:
        write(entity=st.session_state["reader_entity"], error=None, page=None)

    box = {"label_visibility": "collapsed", "width": 220, "key": "reader_entity", "on_change": chosen, "index": None}
    st.selectbox(
        "Entity",
        list(names),
        format_func=lambda k: f"{k} · {names[k][:60]}",
        placeholder="Go to an entity",
        **box,
        disabled=not names,
    )


def turn_pages(at: Place) -> None:
    """Buttons to the page before and after, where a document has several."""
    if len(at.pages) < 2:
        return
    first, last = at.pages[at.page]
    sentences = [row.sentence for row in at.rows[first:last] if row.sentence]
    most = max(row.sentence for row in at.rows)
    what = f"Sentences {sentences[0]:,} to {sentences[-1]:,} of {most:,}" if sentences else "A long sentence goes on"

    def go(to: int) -> None:
        write(page=to, error=None, entity=None)

    with st.container(horizontal=True, vertical_alignment="center", key="reader-pages"):
        st.button("‹ Before", key="reader_back", on_click=go, args=(at.page,), disabled=at.page == 0)
        st.button("After ›", key="reader_on", on_click=go, args=(at.page + 2,), disabled=at.page + 1 == len(at.pages))
        st.html(f'<p class="counted">{what} · page {at.page + 1} of {len(at.pages)}</p>')
