"""What can be chosen on the page of classes: grouping, order, tab, options of typed scoring. All of it is in the address."""

from __future__ import annotations

import streamlit as st

from figures.class_frames import IN_ORDER, ORDERS
from figures.studies import typed
from metrics.typed.counts import POLICIES, SCOPES
from pages.shared import option_widgets, state
from pages.shared.class_state import ClassSelection
from pages.shared.label_loading import map_names
from pages.shared.reader_place import asked, write

THRESHOLDS = (0.25, 0.5, 0.75)
NO_MAP = "none"
WIDTH = 170
POINTS = {"label_visibility": "collapsed", "required": True}


def choose(chosen: ClassSelection) -> tuple[str, str]:
    """The grouping and the order of rows ("" where groups have an order of their own), which change the address."""
    by = asked("by") if asked("by") in typed.BY else typed.default_by(chosen)
    orders = [word for word in ORDERS if word != "difference" or chosen.b is not None]
    order = asked("sort") if asked("sort") in orders else ("" if by in IN_ORDER else orders[0])
    with st.container(horizontal=True, gap="small", vertical_alignment="center", key="classes-choice"):
        _segments("by", "Grouping", list(typed.BY), by, str)
        named = ORDERS | ({"difference": f"by {chosen.letters[1]} − {chosen.letters[0]}"} if chosen.b is not None else {})
        _segments("sort", "Order", orders, order or None, named.get)
        options(chosen)
    return by, order


def _segments(word: str, title: str, values: list[str], value: str | None, shown) -> None:
    key = f"classes-{word}"
    st.session_state[key] = value
    how = POINTS | {"required": value is not None}
    st.segmented_control(
        title, values, format_func=shown, key=key, wrap=True, on_change=lambda: write(**{word: st.session_state[key]}), **how
    )


def options(chosen: ClassSelection) -> None:
    """One popover whose label is the state of the options: the labels, and what is not as usual."""
    options = chosen.options
    labels = chosen.labels.name if chosen.labels else "no labels"
    said = [labels] + ([f"map {chosen.mapping[0]}"] if isinstance(chosen.mapping, tuple) else [])
    usual = type(options)()
    said += [f"> {options.threshold:g}"] if options.threshold != usual.threshold else []
    said += [options.policy] if options.policy != usual.policy else []
    said += [f"{options.link_mentions} pairs"] if options.link_mentions != usual.link_mentions else []
    with st.popover(" · ".join(said), type="tertiary", key="classes-options"):
        with st.container(horizontal=True, gap="small", width=2 * WIDTH + 20):
            _labels(chosen)
            _maps(chosen)
            values = tuple(sorted({*THRESHOLDS, options.threshold}))
            option_widgets.box("classes", "Overlap above", "threshold", values, lambda t: f"{t:g} of the words")
            option_widgets.box("classes", "Whose class", "policy", tuple(POLICIES))
            option_widgets.box("classes", "Pairs", "link_mentions", tuple(SCOPES))
        st.page_link("pages/data.py", label="Add labels or a map", query_params=state.address())


def _labels(chosen: ClassSelection) -> None:
    named = {one.word: one.name + (" (not read)" if one.error else "") for one in chosen.sets}
    st.session_state["classes-labels"] = chosen.labels.word if chosen.labels else None
    st.selectbox(
        "Labels", list(named), format_func=named.get, key="classes-labels", width=WIDTH, placeholder="none", disabled=not named,
        on_change=lambda: state.choose(labels=st.session_state["classes-labels"]),
    )  # fmt: skip


def _maps(chosen: ClassSelection) -> None:
    named = {NO_MAP: "no map"} | map_names(chosen.record)
    word = state.choice().mapping
    st.session_state["classes-map"] = word if word in named else NO_MAP

    def taken() -> None:
        word = st.session_state["classes-map"]
        state.choose(mapping=None if word == NO_MAP else word)

    st.selectbox("Map", list(named), format_func=named.get, key="classes-map", width=WIDTH, on_change=taken)


def tabs(names: list[str]):
    """The tabs, of which the open one stands in the address."""
    open_now = asked("tab") if asked("tab") in names else names[0]

    def changed() -> None:
        name = st.session_state["classes-tab"]
        write(tab=name if name != names[0] else None)

    return st.tabs(names, default=open_now, key="classes-tab", on_change=changed)
