"""The parts of which every page is made: question, verdict, legend, note, signature, states. Plain text is escaped here."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from loaders import InputError

if TYPE_CHECKING:
    from pages.shared.state import Selection

STYLE = Path(__file__).with_name("style.css")
# By place: custom property of the colour (style.css) and the mark that tells systems apart without it.
MARKS = "●◆■▲▼✚✖★"
GOLD_MARK = "❘"
TYPES = {"csv": "text/csv", "tex": "application/x-tex", "md": "text/markdown", "json": "application/json"}


def style() -> None:
    """The one stylesheet; takes no space on the page."""
    st.html(STYLE)


def mark(place: int) -> str:
    """HTML of a system's mark in its colour; -1 is gold."""
    sign = GOLD_MARK if place < 0 else MARKS[place % len(MARKS)]
    return f'<span class="mark {colour(place)}">{sign}</span>'


def colour(place: int) -> str:
    """The style class of a system's colour: sA to sD by place, more systems are grey and told apart by their mark."""
    return "sGold" if place < 0 else f"s{'ABCD'[place]}" if place < 4 else "sMore"


def lettered(selection: Selection, number: int, *, name: bool = False) -> str:
    """HTML of a system's letter in its colour, by number in project.systems, with its name if wanted."""
    place = selection.places[number]
    text = f'<b class="{colour(place)}">{selection.letters[number]}</b>'
    return f"{text} {escape(selection.project.names[number])}" if name else text


def heading(question: str, counted: str = "") -> None:
    """The page's question, and one grey line saying what was counted."""
    line = f'<p class="counted">{escape(counted)}</p>' if counted else ""
    st.html(f"<h1>{escape(question)}</h1>{line}")


def section(title: str) -> None:
    """A heading within a page."""
    st.html(f"<h2>{escape(title)}</h2>")


def verdict(html: str) -> None:
    """The answer in a sentence or two. html : finished and escaped, as figures.sentences makes it."""
    st.html(f'<p class="verdict">{html}</p>')


def legend(selection: Selection, *extra: str) -> None:
    """The picked systems with mark, letter and name; extra : further entries, plain text such as "△ one entity"."""
    entries = [f"{mark(selection.places[k])} {lettered(selection, k, name=True)}" for k in selection.picked]
    entries += [escape(text) for text in extra]
    st.html(f'<p class="legend">{"".join(f"<span>{entry}</span>" for entry in entries)}</p>')


def note(html: str) -> None:
    """A remark under a figure or table. html : finished and escaped."""
    st.html(f'<p class="note">{html}</p>')


def signature(text: str) -> None:
    """The signature of what stands above; it may break after every bar."""
    st.html(f'<p class="signature">{broken(text)}</p>')


def broken(text: str) -> str:
    """A signature as HTML that may break after every bar."""
    return escape(text).replace("|", "|<wbr>")


def downloads(title: str, texts: Mapping[str, str], key: str) -> None:
    """Links that save a table. texts : by file ending (csv, tex, md, json), the finished text."""
    shown = {"csv": "CSV", "tex": "LaTeX", "md": "Markdown", "json": "JSON"}
    stem = re.sub(r"\W+", "-", title.lower()).strip("-") or "table"
    with st.container(horizontal=True, gap="small", key=f"downloads-{key}"):
        for ending, text in texts.items():
            st.download_button(
                shown.get(ending, ending),
                text.encode(),
                f"{stem}.{ending}",
                TYPES.get(ending, "text/plain"),
                key=f"{key}-{ending}",
                type="tertiary",
                on_click="ignore",
            )


def empty(fact: str, why: str, *, sample: bool = True) -> None:
    """A page that has nothing to show: what is lacking, why it matters, where to get it."""
    with st.container(key="empty"):
        st.html(f"<p><b>{escape(fact)}</b></p><p class='why'>{escape(why)}</p>")
        with st.container(horizontal=True, gap="small", key="empty-links"):
            st.page_link("pages/data.py", label="Add files")
            if sample:
                st.button("Open the sample project", type="tertiary", on_click=_open_sample, key="empty-sample")


def _open_sample() -> None:
    from pages.shared import state, workspace

    state.open_project(workspace.SAMPLE)


def refused(error: InputError, rest: str = "The other files are loaded.") -> None:
    """A file that cannot be used: file and line, what is wrong, the text that is, and what to do."""
    place = f", line {error.line}" if error.line else ""
    excerpt = f"<pre>{escape(error.excerpt)}</pre>" if error.excerpt else ""
    st.html(
        f'<div class="refused"><p><b>{escape(error.file)}</b>{place}: {escape(error.what)}</p>{excerpt}'
        f'<p class="why">{escape(error.remedy)} {escape(rest)}</p></div>'
    )
