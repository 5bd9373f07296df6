"""What can be chosen on the page Paper: the figure, what of it, the file. All of it is in the address."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import streamlit as st

from figures import paper
from figures.studies.exhibit import Maker, View
from pages.shared import frame
from pages.shared.paper_state import NAMES
from pages.shared.reader_place import asked, write

TITLES = {"metric": "Metric", "singletons": "Singletons", "by": "By", "order": "Order", "show": "Show", "label": "Label"}
KINDS = {"pdf": "PDF", "svg": "SVG", "png": "PNG"}
OWN = "own"  # a width in inches
WIDTHS = {name: f"{name.replace('acl-', 'ACL ')} {inches:g} in" for name, inches in paper.WIDTHS.items()} | {OWN: "in inches"}
STYLES = {"acl": "Times-like", "plain": "sans"}
GREY = {"": "colour", "yes": "grey"}


def box(word: str, title: str, values: Mapping[str, str]) -> str:
    """One of some values, the first by default, as a box that changes a word of the address."""
    return _chosen(word, title, values, st.selectbox, {})


def segments(word: str, title: str, values: Mapping[str, str]) -> str:
    """One of a few values as buttons, likewise."""
    return _chosen(word, title, values, st.segmented_control, {"required": True})


def _chosen(word: str, title: str, values: Mapping[str, str], widget: Callable, how: dict[str, Any]) -> str:
    key, first = f"paper-{word}", next(iter(values))
    st.session_state[key] = asked(word) if asked(word) in values else first
    if asked(word) and asked(word) not in values and word not in TITLES:  # which are another figure's where this one has none
        frame.address_note({word: asked(word)})

    def take() -> None:
        value = st.session_state[key]
        write(**{word: value if value != first else None})

    return widget(title, list(values), format_func=lambda value: values[value], key=key, on_change=take, **how)


def number(word: str, title: str, bounds: tuple[float, float], default: float | None, step: float) -> float | None:
    """A number within bounds, None for none where that is the default."""
    key = f"paper-{word}"
    st.session_state[key] = _number(asked(word), bounds, default)

    def take() -> None:
        value = st.session_state[key]
        write(**{word: f"{value:g}" if value is not None and value != default else None})

    low, high = bounds
    auto = {"placeholder": "as needed"} if default is None else {}
    return st.number_input(title, low, high, step=step, format="%g", key=key, on_change=take, **auto)


def _number(text: str, bounds: tuple[float, float], default: float | None) -> float | None:
    try:
        found = float(text) if len(text) < 12 else default
    except ValueError:
        return default
    return found if found is not None and bounds[0] <= found <= bounds[1] else default


def figure(makers: Mapping[str, tuple[str, Maker]]) -> str:
    """Which figure."""
    return box("figure", "Figure", {name: f"{NAMES[task]}: {maker.words}" for name, (task, maker) in makers.items()})


def view(maker: Maker, chosen: Any) -> View:
    """What of the figure."""
    found = {}
    for word, values in maker.choices.items():
        known = values(chosen)
        found[word] = box(word, TITLES[word], known) if len(known) > 1 else next(iter(known), "")
    return View(**found)


def file() -> tuple[str, str, paper.Sheet]:
    """Kind, width and sheet of the file."""
    kind = segments("kind", "File", KINDS)
    named = box("width", "Width", WIDTHS)
    width = f"{number('inches', 'Inches wide', (1.5, 24.0), 3.3, 0.1):g}" if named == OWN else named
    with st.container(horizontal=True, gap="small", key="paper-numbers"):
        height = number("height", "Inches high", paper.HEIGHTS, None, 0.1)
        size = number("size", "Type, points", paper.SIZES, paper.Sheet.size, 0.5)
    style = segments("style", "Font", {name: STYLES.get(name, name) for name in paper.STYLES})
    legend = box("legend", "Legend", {name: name for name in paper.LEGENDS})
    grey = segments("grey", "Colour", GREY) == "yes"
    return kind, width, paper.Sheet(height=height, size=size, style=style, legend=legend, grey=grey)
