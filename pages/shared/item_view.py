"""The items on the page of classification: filters that stand in the address, one page of a table, files of all that answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from html import escape

import numpy as np
import pandas as pd
import streamlit as st

from figures import label_tables, score_tables, tables
from figures.frames import Systems
from figures.studies import labels as labels_of
from figures.studies.labels import LabelSelection
from metrics.classification import curves
from metrics.classification.matching import NOTHING, confidence, in_cell
from pages.shared import frame
from pages.shared.reader_place import asked, number_in, write

PAGE = 25
NONE = "∅"  # no label, in the address
ANY = ""
WORDS = ("show", "gold", "predicted", "by", "bin", "find")
MIME = {"csv": "text/csv", "tex": "application/x-tex", "md": "text/markdown"}
# Which items of two systems are shown: from whether A and B are right.
SHOW: dict[str, Callable[[np.ndarray, np.ndarray], np.ndarray]] = {
    "b-wrong": lambda a, b: a & ~b,
    "a-wrong": lambda a, b: ~a & b,
    "both-wrong": lambda a, b: ~a & ~b,
    "wrong": lambda a, b: ~(a & b),
    "right": lambda a, b: a & b,
    "of-a": lambda a, b: ~a,  # noqa: ARG005
    "of-b": lambda a, b: ~b,  # noqa: ARG005
}
ONE = ("wrong", "right")  # of one system


@dataclass(frozen=True)
class Wanted:
    """What is looked for, as the address says; what it says wrongly is left out.

    gold, predicted : a label, "" for none, None for any. by : the numbers of the systems, among the picked, that predict it, or
    that score it: bin is a tenth of scores, from 1, 0 for any, and label whose they are, None for all.
    """

    show: str
    gold: str | None
    predicted: str | None
    by: tuple[int, ...]
    bin: int
    label: str | None
    find: str

    @property
    def any(self) -> bool:
        """Whether anything is asked for."""
        return bool(self.show or self.bin or self.find) or self.gold is not None or self.predicted is not None


def wanted(labels: tuple[str, ...], letters: tuple[str, ...]) -> Wanted:
    """What the address asks for."""
    show = asked("show") if asked("show") in (SHOW if len(letters) == 2 else ONE) else ANY
    gold, predicted = (_label(asked(word), labels) for word in ("gold", "predicted"))
    by = (letters.index(asked("by")),) if asked("by") in letters else tuple(range(len(letters)))
    label = asked("label") if asked("label") in labels else None
    return Wanted(show, gold, predicted, by, number_in("bin", curves.BINS), label, asked("find")[:200].strip())


def _label(word: str, labels: tuple[str, ...]) -> str | None:
    return word if word in labels else NOTHING if word == NONE else None


def answering(selection: LabelSelection, query: Wanted) -> np.ndarray:
    """The rows of the items that answer, in gold's order."""
    pair, table, decided = selection.pair, labels_of.items(selection), labels_of.evaluation(selection).decided
    keep = np.ones(len(table), bool)
    if query.show:
        right = [table[f"right_{k}"].to_numpy(bool) for k in range(len(decided))]
        keep &= SHOW[query.show](right[0], right[-1])
    if query.gold is not None or query.predicted is not None:
        keep &= np.any([in_cell(pair, decided[k], query.gold, query.predicted) for k in query.by], axis=0)
    if query.bin:
        keep &= np.any([curves.in_bin(pair, k, query.label, query.bin - 1) for k in query.by], axis=0)
    if query.find:
        keep &= _with_text(table, query.find)
    return np.flatnonzero(keep)


def _with_text(table: pd.DataFrame, find: str) -> np.ndarray:
    """Whether the id or the text of each item holds some words, whatever their case."""
    phrase = " ".join(find.casefold().split())
    names = [name for name in ("id", "text") if name in table]
    return np.any([[phrase in " ".join(str(t).casefold().split()) for t in table[name]] for name in names], axis=0)


def show(selection: LabelSelection, systems: Systems) -> None:
    """The whole view."""
    labels = selection.project.labels
    query = wanted(labels, systems.letters)
    filters(query, labels, systems, "text" in labels_of.items(selection))
    rows = answering(selection, query)
    if not len(rows):
        nothing(query, len(selection.project))
        return
    most = (len(rows) - 1) // PAGE + 1
    page = max(number_in("page", most), 1) - 1
    here = rows[page * PAGE : (page + 1) * PAGE]
    st.html(tables.html(label_tables.items_table(listed(selection, here), systems)))
    turn(page, most, len(rows))
    files(selection, systems, rows)


def filters(query: Wanted, labels: tuple[str, ...], systems: Systems, has_text: bool) -> None:
    """All filters in one line."""
    some = {ANY: "any", **{name: name for name in labels}, **({} if NONE in labels else {NONE: "∅ none"})}
    letters = systems.letters
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom", key="items-filters"):
        _box("Show", "show", shows(letters), query.show, 170)
        _box("Gold label", "gold", some, _word(query.gold), 170)
        _box("Predicted", "predicted", some, _word(query.predicted), 170)
        if len(letters) == 2:
            by = letters[query.by[0]] if len(query.by) == 1 else ANY
            _box("by", "by", {ANY: "either", **{who: who for who in letters}}, by, 90)
        st.session_state["items-find"] = query.find
        st.text_input("Text or id" if has_text else "Id", key="items-find", on_change=_search, width=180)
    if query.bin:
        with st.container(horizontal=True, gap="small", vertical_alignment="center", key="items-bin"):
            whose = f" of <b>{escape(query.label)}</b>" if query.label else ""
            low, high = (edge / curves.BINS for edge in (query.bin - 1, query.bin))
            st.html(f'<p class="counted">Scores{whose} from {low:g} to {high:g}</p>')
            st.button("Any score", type="tertiary", key="items-bin-off", on_click=lambda: write(bin=None, page=None))


def shows(letters: tuple[str, ...]) -> dict[str, str]:
    """The choices of the first filter."""
    if len(letters) == 1:
        return {ANY: "all items", "wrong": "wrong", "right": "right"}
    a, b = letters
    said = (f"{a} right, {b} wrong", f"{a} wrong, {b} right", "both wrong", "any wrong", "both right", f"{a} wrong", f"{b} wrong")
    return {ANY: "all items", **dict(zip(SHOW, said, strict=True))}


def _word(label: str | None) -> str:
    return ANY if label is None else label or NONE


def _box(title: str, word: str, choices: dict[str, str], value: str, width: int) -> None:
    """A filter that changes one word of the address."""
    key = f"items-{word}"
    st.session_state[key] = value

    def take() -> None:
        write(**{word: st.session_state[key] or None}, page=None)

    st.selectbox(title, list(choices), format_func=choices.get, key=key, on_change=take, width=width)


def _search() -> None:
    write(find=st.session_state["items-find"].strip() or None, page=None)


def nothing(query: Wanted, n: int) -> None:
    """That no item answers, and a way back."""
    words = {"show": query.show, "gold": query.gold, "predicted": query.predicted, "bin": query.bin or ANY, "find": query.find}
    used = [word for word, value in words.items() if value not in (ANY, None)]
    frame.empty("No such item.", f"None of {n:,} items answers {_all(used)}.", sample=False, link=False)
    st.button("Without filters", key="items-all", on_click=lambda: write(**dict.fromkeys(WORDS), page=None))


def _all(used: list[str]) -> str:
    return "this filter" if len(used) == 1 else f"these {len(used)} filters together"


def listed(selection: LabelSelection, rows: np.ndarray) -> pd.DataFrame:
    """Some rows of the items, with each system's score of what it predicts."""
    pair, decided = selection.pair, labels_of.evaluation(selection).decided
    found = labels_of.items(selection).iloc[rows]
    for k in range(len(decided)):
        sure = confidence(pair, k, decided)
        if sure is not None:
            found = found.assign(**{f"confidence_{k}": sure[rows]})
    return found


def turn(page: int, most: int, n: int) -> None:
    """Buttons to the page before and after, and how many there are."""

    def go(number: int) -> None:
        write(page=number)

    with st.container(horizontal=True, gap="small", vertical_alignment="center", key="items-pages"):
        if most > 1:
            st.button("‹ Before", key="items-back", on_click=go, args=(page,), disabled=page == 0)
            st.button("After ›", key="items-on", on_click=go, args=(page + 2,), disabled=page + 1 == most)
        first, last = page * PAGE + 1, min((page + 1) * PAGE, n)
        st.html(f'<p class="counted">Items {first:,} to {last:,} of {n:,}</p>')


def files(selection: LabelSelection, systems: Systems, rows: np.ndarray) -> None:
    """Links that save all items that answer."""
    with st.container(horizontal=True, gap="small", key="downloads-items"):
        for ending, name in (("csv", "CSV"), ("tex", "LaTeX"), ("md", "Markdown")):
            data = partial(written, selection, systems, rows, ending)
            how = {"key": f"items-{ending}", "type": "tertiary", "on_click": "ignore"}
            st.download_button(name, data, f"items.{ending}", MIME[ending], **how)


def written(selection: LabelSelection, systems: Systems, rows: np.ndarray, ending: str) -> bytes:
    """The items as a file."""
    table = label_tables.items_table(listed(selection, rows), systems, None)
    return tables.WRITERS[ending](score_tables.signed(table, selection.signature("items"))).encode()
