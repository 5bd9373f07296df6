"""The parts of which every page is made: question, verdict, legend, note, signature, states. Plain text is escaped here."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from html import escape
from math import ceil
from types import MappingProxyType
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import streamlit as st

from loaders import InputError

if TYPE_CHECKING:
    from figures.studies.chosen import Chosen

# By place: custom property of the colour (style.css) and the mark that tells systems apart without it.
MARKS = "●◆■▲▼★✚⬢"
GOLD_MARK = "❘"
BUSY = "busy-place"
LATER, OFTEN = 0.3, 0.2  # seconds
Say = Callable[[int, int], None]
NOWHERE: Mapping[str, str] = MappingProxyType({})
TYPES = {"csv": "text/csv", "tex": "application/x-tex", "md": "text/markdown", "json": "application/json"}


def mark(place: int) -> str:
    """HTML of a system's mark in its colour; -1 is gold."""
    sign = GOLD_MARK if place < 0 else MARKS[place % len(MARKS)]
    return f'<span class="mark {colour(place)}">{sign}</span>'


def colour(place: int) -> str:
    """The style class of a system's colour: sA to sD by place, more systems are grey and told apart by their mark."""
    return "sGold" if place < 0 else f"s{'ABCD'[place]}" if place < 4 else "sMore"


def owner(place: int, letter: str) -> str:
    """HTML of a file's mark and letter; gold's at place -1."""
    return f'{mark(place)} <b class="{colour(place)}">{letter}</b>'


def lettered(selection: Chosen, number: int, *, name: bool = False) -> str:
    """HTML of a system's letter in its colour, by number in project.systems, with its name if wanted."""
    place = selection.places[number]
    text = f'<b class="{colour(place)}">{selection.letters[number]}</b>'
    return f"{text} {escape(selection.project.names[number])}" if name else text


def place_busy() -> None:
    """Where the page says what is being done: a line that takes no space, so that nothing jumps."""
    with st.container(key="busy"):
        st.session_state[BUSY] = st.empty()


@contextmanager
def busy(what: str) -> Iterator[Say]:
    """Say what is being done; yields say(done, total), which adds how far it is. Shows after 0.3 seconds (style.css)."""
    place = st.session_state[BUSY] if BUSY in st.session_state else st.empty()
    begun = last = time.monotonic()
    place.html(f'<p class="busy">{escape(what)}</p>')

    def say(done: int, total: int) -> None:
        nonlocal last
        now = time.monotonic()
        if done and now - begun > LATER and now - last > OFTEN:
            last = now
            left = ceil((now - begun) * (total - done) / done)
            place.progress(min(done / total, 1.0), f"{what} · {done:,} of {total:,} · about {left} s left")

    try:
        yield say
    finally:
        place.empty()


def heading(question: str, counted: str = "") -> None:
    """The page's question, and one grey line saying what was counted."""
    line = f'<p class="counted">{escape(counted)}</p>' if counted else ""
    st.html(f"<h1>{escape(question)}</h1>{line}")


def address_note(refused: Mapping[str, str]) -> None:
    """What the page's address said that could not be followed. refused : the values, by word."""
    if refused:
        said = ", ".join(f"<code>{escape(word)}={escape(value[:40])}</code>" for word, value in refused.items())
        gone = " The sample is shown instead of a project that is not in this workspace." if "project" in refused else ""
        note(f"The address says {said}, which cannot be followed; the defaults are used.{gone}")


def not_stored(why: str) -> None:
    """That the last change or file could not be stored; nothing where why is empty."""
    if why:
        note(
            f"<b>Not stored</b>: {escape(why)}. Check the workspace folder and its permissions, or name another in "
            "ASSAY_WORKSPACE. Options hold as long as the address does."
        )


def section(title: str) -> None:
    """A heading within a page."""
    st.html(f"<h2>{escape(title)}</h2>")


def verdict(html: str) -> None:
    """The answer in a sentence or two. html : finished and escaped, as figures.sentences makes it."""
    st.html(f'<p class="verdict">{html}</p>')


def legend(selection: Chosen, *extra: str) -> None:
    """The picked systems with mark, letter and name; extra : further entries, plain text such as "△ one entity"."""
    entries = [f"{mark(selection.places[k])} {lettered(selection, k, name=True)}" for k in selection.picked]
    entries += [escape(text) for text in extra]
    st.html(f'<p class="legend">{"".join(f"<span>{entry}</span>" for entry in entries)}</p>')


def note(html: str) -> None:
    """A remark under a figure or table. html : finished and escaped."""
    st.html(f'<p class="note">{html}</p>')


def jump(scroller: str, target: str) -> str:
    """A stylesheet that brings an element into view, once, without script: for a moment the scroller snaps to it."""
    name = f"jump-{time.monotonic_ns()}"
    return (
        f"<style>@keyframes {name}{{from,to{{scroll-snap-type:y mandatory}}}}"
        f"{scroller}:has({target}){{animation:{name} .6s}}{target}{{scroll-snap-align:center}}</style>"
    )


def signature(text: str) -> None:
    """The signature of what stands above; it may break after every bar."""
    st.html(f'<p class="signature">{broken(text)}</p>')


def broken(text: str) -> str:
    """A signature as HTML that may break after every bar."""
    return escape(text).replace("|", "|<wbr>")


def table(
    head: Sequence[str], rows: Sequence[Sequence[str]], *, left: Sequence[int] = (0,), roomy: Sequence[int] = (), wraps: int = -1
) -> None:
    """A short booktabs table. head, rows : finished and escaped HTML, all rows as long as head.

    left : columns of text. wraps : the column that may wrap at any width; roomy : columns that narrow pages leave out.
    """
    kinds = {"l": left, "x": (wraps,), "roomy": roomy}
    named = [" ".join(kind for kind, columns in kinds.items() if k in columns) for k in range(len(head))]
    places = [f' class="{names}"' if names else "" for names in named]

    def line(cells: Sequence[str], tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}{place}>{cell}</{tag}>" for cell, place in zip(cells, places, strict=True)) + "</tr>"

    body = "".join(line(row, "td") for row in rows)
    st.html(f'<table class="t"><thead>{line(head, "th")}</thead><tbody>{body}</tbody></table>')


def tip(text: str, explanation: str) -> str:
    """HTML of a text that explains itself on hover."""
    return f'<span class="tip" tabindex="0" data-tip="{escape(explanation, quote=True)}">{escape(text)}</span>'


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


def reader_address(doc_id: str, address: Mapping[str, str]) -> str:
    """The address of a document in the Reader, from any page. address : words that name project and options."""
    return "reader?" + urlencode({**address, "doc": doc_id})


def reader_link(doc_id: str, text: str, address: Mapping[str, str]) -> str:
    """HTML of a link that opens a document in the Reader."""
    return f'<a href="{escape(reader_address(doc_id, address), quote=True)}" target="_self">{escape(text)}</a>'


def empty(fact: str, why: str, *, sample: bool = True, link: bool = True, others: Mapping[str, str] = NOWHERE) -> None:
    """A page that has nothing to show: what is lacking, why it matters, where to get it (link: the Data page).

    others : by label, further pages to go on to.
    """
    with st.container(key="empty"):
        st.html(f"<p><b>{escape(fact)}</b></p><p class='why'>{escape(why)}</p>")
        with st.container(horizontal=True, gap="medium", vertical_alignment="center", key="empty-links"):
            for label, name in others.items():
                st.page_link(f"pages/{name}.py", label=label, query_params=_state().address())
            if link:
                st.page_link("pages/data.py", label="Add files", query_params=_state().address())
            if sample:
                st.button("Open the sample project", type="tertiary", on_click=_open_sample, key="empty-sample")


def _state():
    from pages.shared import state  # which imports this module

    return state


def _open_sample() -> None:
    _state().open_project("sample")


def refused(error: InputError, rest: str = "", who: str = "") -> None:
    """A file that cannot be used: file and line, what is wrong, the text that is, and what to do.

    rest : what happens to everything else, plain text. who : finished HTML that names whose file it is.
    """
    place = f", line {error.line}" if error.line else ""
    whose = f"{who} · " if who else ""
    excerpt = f"<pre>{escape(error.excerpt)}</pre>" if error.excerpt else ""
    st.html(
        f'<div class="refused"><p>{whose}<b>{escape(error.file)}</b>{place}: {escape(error.what)}</p>{excerpt}'
        f'<p class="why">{escape(error.remedy)} {escape(rest)}</p></div>'
    )
