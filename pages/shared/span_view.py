"""The text on the page of spans: filters, one error after the other, sentences with gold, A and B."""

from __future__ import annotations

from html import escape

import numpy as np
import pandas as pd
import streamlit as st

from figures import reader, span_text
from figures.frames import Systems
from figures.studies import span_grid, spans
from metrics.spans import reading
from metrics.spans.errors import KINDS
from metrics.spans.groupings import in_group
from metrics.spans.shared import BOTH
from pages.shared import frame, span_place
from pages.shared.reader_place import asked, number_in, write
from pages.shared.span_list import listing, quote
from pages.shared.span_state import SpanSelection

PAGE = 12  # rows of the text at a time
MOST_LISTED = 500  # documents in the box
ANY = ""
LEGEND = (
    '<p class="legend"><span><bdi class="k-right">PER</bdi> right</span>'
    '<span><b class="rd-bad">A≠B</b> predicted A, gold B</span>'
    '<span><b class="rd-bad">−PER</b> missed</span><span><b class="rd-bad">+PER</b> spurious</span>'
    '<span><b class="rd-bad">PER too long</b> wrong words</span><span>hover: what is wrong</span></p>'
)
STYLE = (
    "<style>.rd-bad{color:var(--error);font-weight:600}.k-right{border-bottom:1.5px solid var(--mute)}"
    "[data-testid=stLayoutWrapper]:has(>.st-key-spans-bar){position:sticky;top:0;z-index:9;background:var(--page)}"
    ".st-key-spans-bar{padding:.5rem 0}</style>"
)


def shows(letters: tuple[str, ...]) -> dict[str, str]:
    """The choices of the first filter."""
    if len(letters) == 1:
        return {ANY: "all errors", span_place.ALL: "all sentences"}
    a, b = letters
    said = (
        f"{a} wrong, {b} right",
        f"{a} right, {b} wrong",
        f"only {a}'s",
        "shared",
        f"only {b}'s",
        f"all of {a}",
        f"all of {b}",
    )
    return {ANY: "all errors", **dict(zip(span_place.SHOW, said, strict=True)), span_place.ALL: "all sentences"}


def box(title: str, word: str, options: dict[str, str], value: str, width: int) -> None:
    """A filter that changes one word of the address."""
    key = f"spans-{word}"
    st.session_state[key] = value

    def take() -> None:
        write(**{word: st.session_state[key] or None}, error=None, page=None)

    st.selectbox(title, list(options), format_func=options.get, key=key, on_change=take, width=width)


def filters(query: span_place.Wanted, chosen: SpanSelection, labels: tuple[str, ...], documents: list[str]) -> None:
    """All filters in one line."""
    letters = letters_of(chosen)
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom", key="spans-filters"):
        box("Show", "show", shows(letters), query.show, 170)
        box("Error", "kind", {ANY: "any", **{kind: kind for kind in KINDS}}, query.kind, 120)
        box("Label", "label", {ANY: "any", **{name: name for name in labels}}, query.label, 150)
        if 1 < len(documents) <= MOST_LISTED:
            box("Document", "document", {ANY: "any", **{name: name for name in documents}}, query.document, 170)
        st.session_state["spans-find"] = query.find
        st.text_input("Text or document id", key="spans-find", on_change=_search, width=180)
    if query.gold is not None:
        with st.container(horizontal=True, gap="small", vertical_alignment="center", key="spans-cell"):
            gold, predicted = (f"<b>{escape(name)}</b>" if name else "nothing" for name in (query.gold, query.predicted))
            st.html(f'<p class="counted">{gold} in gold, {predicted} predicted</p>')
            st.button("Any pair of labels", type="tertiary", key="spans-cell-off", on_click=_without_cell)
    if query.group and (by := grouping(chosen)):
        with st.container(horizontal=True, gap="small", vertical_alignment="center", key="spans-group"):
            st.html(f'<p class="counted">{spans.BY[by]}: <b>{escape(query.group)}</b></p>')
            st.button("Any group", type="tertiary", key="spans-group-off", on_click=_without_group)


def of_group(chosen: SpanSelection, query: span_place.Wanted) -> np.ndarray | None:
    """Which errors are of the group that is looked for, None for any."""
    by = grouping(chosen)
    if not query.group or not by:
        return None
    return in_group(spans.sides(chosen), spans.errors(chosen), spans.grouped(chosen, by), query.group)


def grouping(chosen: SpanSelection) -> str:
    """The grouping that the address names, "" for none."""
    return asked("by") if asked("by") in spans.by_choice(chosen) else ""


def letters_of(chosen: SpanSelection) -> tuple[str, ...]:
    """The letters of the picked systems."""
    return tuple(chosen.letters[k] for k in chosen.picked)


def _search() -> None:
    write(find=st.session_state["spans-find"].strip() or None, error=None, page=None)


def _without_cell() -> None:
    write(gold=None, predicted=None, error=None, page=None)


def _without_group() -> None:
    write(group=None, error=None, page=None)


def show(chosen: SpanSelection, systems: Systems) -> None:
    """The whole view."""
    sides, errors, text = spans.sides(chosen), spans.errors(chosen), spans.text(chosen)
    documents = sides.project.gold.documents["doc_id"].tolist()
    query = span_place.wanted(sides.labels, documents, len(chosen.picked))
    filters(query, chosen, sides.labels, documents)
    if not len(text.forms):
        frame.note("Gold's files name no words, so there is no text to show.")
        return
    found = span_place.found(errors, query, text, documents, group=of_group(chosen, query))
    rows = span_place.text_rows(found, query, text, documents)
    if not len(rows):
        nothing(errors, query)
        return
    at = min(number_in("error", len(found)), len(found))
    page = current_page(found, rows, at)
    here = rows[page * PAGE : (page + 1) * PAGE]
    first = next(iter(found.loc[found["text_row"].isin(here), "number"]), 0)
    steps(found, at or first, text, chosen)
    st.html(STYLE)
    st.html(LEGEND)
    if at or first:
        st.html(reader.spotlight(error=at or first, scroller=".stMain" if at else None))
    numbered = errors.assign(number=0)
    numbered.loc[found["id"], "number"] = found["number"].to_numpy()
    st.html(span_grid.drawn(chosen, here, numbered))
    turn(page, rows)
    listing(found, here, chosen, systems)


def nothing(errors: pd.DataFrame, query: span_place.Wanted) -> None:
    """That no error answers, and a way back."""
    if query.any:
        frame.empty("No such error.", f"None of {len(errors):,} errors answers all of these filters.", sample=False, link=False)
        st.button("Without filters", key="spans-all", on_click=lambda: write(**dict.fromkeys(span_place.WORDS), error=None))
    else:
        frame.empty(
            "No error.", "Every span is right. All sentences can be read: choose them under Show.", sample=False, link=False
        )


def current_page(found: pd.DataFrame, rows: np.ndarray, at: int) -> int:
    """The page of rows that the address asks for, or that holds the error."""
    most = (len(rows) - 1) // PAGE + 1
    if at:
        return int(np.searchsorted(rows, found["text_row"].iloc[at - 1])) // PAGE
    return max(number_in("page", most), 1) - 1


def steps(found: pd.DataFrame, at: int, text: reading.SpanText, chosen: SpanSelection) -> None:
    """The buttons to the error before and after, and what the current one is; also the keys P and N."""
    n = len(found)

    def go(number: int) -> None:
        write(error=number, page=None)

    with st.container(horizontal=True, gap="small", vertical_alignment="center", key="spans-bar"):
        off = {"disabled": n == 0, "on_click": go}
        st.button("‹ Previous error", key="spans-before", shortcut="P", args=(at - 1 if at > 1 else n,), **off)
        st.button("Next error ›", key="spans-after", shortcut="N", args=(at + 1 if at < n else 1,), **off)
        st.html(f'<p class="counted">{explained(found, at, text, chosen)}</p>')


def explained(found: pd.DataFrame, at: int, text: reading.SpanText, chosen: SpanSelection) -> str:
    """What the current error is, as HTML."""
    if not at:
        return f"{len(found):,} error{'s' * (len(found) != 1)}" if len(found) else "No errors here"
    error = found.iloc[at - 1]
    letters = [frame.lettered(chosen, k) for k in chosen.picked]
    who = " and ".join(letters) if error["who"] == BOTH else letters[error["who"]]
    words = quote(error, text, "gold_" if error["kind"] == "missed" else "")
    return f"<b>Error {at:,} of {len(found):,}</b> · {who}: <i>{escape(words)}</i> · {escape(span_text.said(error))}"


def turn(page: int, rows: np.ndarray) -> None:
    """Buttons to the page before and after."""
    most = (len(rows) - 1) // PAGE + 1
    if most < 2:
        return

    def go(number: int) -> None:
        write(page=number, error=None)

    with st.container(horizontal=True, gap="small", vertical_alignment="center", key="spans-pages"):
        st.button("‹ Before", key="spans-back", on_click=go, args=(page,), disabled=page == 0)
        st.button("After ›", key="spans-on", on_click=go, args=(page + 2,), disabled=page + 1 == most)
        first, last = page * PAGE + 1, min((page + 1) * PAGE, len(rows))
        st.html(f'<p class="counted">Sentences {first:,} to {last:,} of {len(rows):,} · page {page + 1:,} of {most:,}</p>')
