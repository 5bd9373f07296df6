"""The table of mistakes: filters in one line whose counts follow each other, pages, what is saved."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial

import pandas as pd
import streamlit as st

from figures import error_tables, failure_sentences, numbers, theme
from figures.studies import errors
from figures.studies.errors import FailureSelection
from metrics.errors.choosing import BOTH, COLUMNS, EVERY, kept, left
from metrics.errors.failures import Texts
from metrics.errors.types import TYPES
from pages.shared import failure_place, frame
from pages.shared.failure_place import ALSO, SORT, clear, filters, listed, open_mistake, order, set_filters
from pages.shared.reader_place import asked, number_in, write

ROWS = 20  # of a page
NAMES = {
    "type": "Error", "who": "Who", "class": "Class", "mention": "Mention", "genre": "Genre", "document": "Document",
    "text": "Text contains",
}  # fmt: skip
WIDTHS = {"type": 156, "who": 104, "class": 103, "mention": 103, "genre": 104, "document": 110, "text": 100, "sort": 104}
SORTED = {"": "text", "type": "error", "class": "class", "length": "length", "distance": "distance"}
SAVED = (
    "type", "who", "counted", "document", "genre", "sentence", "text", "class", "mention_type", "antecedent", "antecedent_type",
    "distance", "length", "size", "first", "last",
)  # fmt: skip


def values(found: pd.DataFrame, word: str, chosen: FailureSelection) -> dict[str, str]:
    """What a filter can be set to, with the words for it."""
    if word == "who":
        letters = chosen.letters
        if len(letters) == 1:
            return {letters[0]: letters[0]}
        only = {letters[0]: f"only {letters[0]}", BOTH: BOTH, letters[1]: f"only {letters[1]}"}
        return only | {f"{EVERY}{letter}": f"all of {letter}" for letter in letters}
    if word == "type":
        return {kind: kind for kind in TYPES}
    names = found[COLUMNS[word]]
    order = dict.fromkeys(names) if word == "document" else names.value_counts().index
    listed = [name for name in order if name]
    return dict(zip(listed, theme.apart(listed, 60), strict=True))


def choose(found: pd.DataFrame, chosen: FailureSelection) -> None:
    """All filters in one line; those that have nothing to choose from are left out."""
    set_now = filters()
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small", key="failures-filters"):
        for word in ("who", *COLUMNS):
            words = values(found, word, chosen)
            if set_now.get(word) and set_now[word] not in words:
                words[set_now[word]] = theme.shortened(set_now[word], 40)
            if len(words) > 1 or set_now.get(word):
                _box(word, words, left(found, set_now, word, list(words)), set_now.get(word, ""))
        st.session_state["failures-text"] = set_now.get("text", "")
        changed = lambda: set_filters(text=st.session_state["failures-text"].strip() or None)  # noqa: E731
        st.text_input(NAMES["text"], key="failures-text", on_change=changed, width=WIDTHS["text"], max_chars=80)
        _order(found)


def _box(word: str, words: Mapping[str, str], counts: Mapping[str, int], now: str) -> None:
    key = f"failures-{word}"
    st.session_state[key] = now
    shown = {value: f"{words.get(value, 'any')} · {numbers.count(n)}" for value, n in counts.items()}
    changed = lambda: set_filters(**{word: st.session_state[key] or None})  # noqa: E731
    st.selectbox(NAMES[word], list(shown), format_func=shown.get, key=key, on_change=changed, width=WIDTHS[word])


def _order(found: pd.DataFrame) -> None:
    """The order of the whole list, by what tells mistakes apart."""
    known = {word: words for word, words in SORTED.items() if not word or found[word].nunique() > 1 or word == order()}
    st.session_state["failures-sort"] = order()
    changed = lambda: write(**{SORT: st.session_state["failures-sort"] or None}, page=None)  # noqa: E731
    about = "Length: mentions of the entity, most first. Distance: sentences to the antecedent, most first. Else as in the text."
    how = {"key": "failures-sort", "on_change": changed, "width": WIDTHS["sort"], "help": about}
    st.selectbox("Order by", list(known), format_func=known.get, **how)


def show(found: pd.DataFrame, chosen: FailureSelection, signature: str) -> None:
    """The filters, and the page of the mistakes that pass them."""
    rows = listed(found)
    choose(rows, chosen)
    mine = failure_place.chosen(found).reset_index(drop=True)
    if len(mine):
        _page(mine, chosen)
    else:
        _nothing(rows)
    with st.container(horizontal=True, vertical_alignment="center", gap="medium", key="failures-below"):
        _uncounted(found)
        if filters():
            st.button("Lift all filters", type="tertiary", on_click=clear, key="failures-clear")
        if len(mine):
            _save(mine, signature)


def _page(mine: pd.DataFrame, chosen: FailureSelection) -> None:
    most = -(-len(mine) // ROWS)
    page = max(number_in("page", most), 1)
    first = (page - 1) * ROWS
    shown = mine.iloc[first : first + ROWS]
    event_key = f"failures-table-{page}-{abs(hash(tuple(shown['number'])))}"

    def picked() -> None:
        selection = st.session_state[event_key]["selection"]
        row = next(iter(selection["rows"] or [cell[0] for cell in selection["cells"]]), None)
        if row is not None:
            st.session_state["failures-open"] = first + row + 1

    st.dataframe(
        _table(shown, chosen), hide_index=True, row_height=28, key=event_key, on_select=picked, column_config=_widths(),
        selection_mode=["single-row", "single-cell"], height=28 * len(shown) + 38,
    )  # fmt: skip
    if number := st.session_state.pop("failures-open", 0):
        open_mistake(number)
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="failures-pages"):
        if most > 1:
            off = {"type": "secondary", "on_click": lambda to: write(page=to if to > 1 else None)}
            st.button("‹ Previous", key="failures-before", disabled=page == 1, args=(page - 1,), **off)
            st.button("Next ›", key="failures-after", disabled=page == most, args=(page + 1,), **off)
        said = failure_sentences.listing((first + 1, first + len(shown)), len(mine))
        frame.note(f"{said} · choose a row to read it in place")


def _table(shown: pd.DataFrame, chosen: FailureSelection) -> pd.DataFrame:
    """The rows as they are shown: short columns first, so that a narrow page cuts the text."""
    before, after = Texts(errors.sides(chosen)).around(shown)
    table = pd.DataFrame({"Error": shown["type"]})
    if len(chosen.letters) > 1:
        table["Who"] = shown["who"]
    if (shown["class"] != "").any():
        table["Class"] = shown["class"]
    if (shown["mention_type"] != "").any():
        table["Mention"] = shown["mention_type"]
    table["Size"], table["Entity"] = shown["size"], shown["length"]
    table["In context"] = [f"{b} ▸{t}◂ {a}".strip() for b, t, a in zip(before, shown["text"], after, strict=True)]
    far = shown["distance"].where(shown["distance"] >= 0)
    table["Antecedent"] = [_antecedent(t, d) for t, d in zip(shown["antecedent"], far, strict=True)]
    table["Document"], table["Sentence"] = shown["document"], shown["sentence"]
    return table


def _antecedent(text: str, distance: float) -> str:
    """An antecedent and how many sentences before it stands."""
    if distance != distance:
        return ""
    return text if distance == 0 else f"{text} · {numbers.plural(int(distance), 'sentence')} before"


def _widths() -> dict:
    number, text = st.column_config.NumberColumn, st.column_config.TextColumn
    help_ = {
        "Size": "Mentions that the mistake names",
        "Entity": "Mentions of its entity",
        "Antecedent": "The nearest earlier mention of the entity",
    }
    found = {name: text(width=width) for name, width in (("Error", 128), ("Who", 52), ("Class", 92), ("Mention", 76))}
    found |= {name: number(width=width, help=help_.get(name)) for name, width in (("Size", 52), ("Entity", 56), ("Sentence", 70))}
    return found | {
        "In context": text(width=390), "Antecedent": text(width=190, help=help_["Antecedent"]), "Document": text(width=120),
    }  # fmt: skip


def _nothing(rows: pd.DataFrame) -> None:
    """No match: how many there were without the last filter."""
    set_now = filters()
    if not set_now:
        frame.note("No mistakes.")
        return
    *others, last = set_now
    without = int(kept(rows, {word: set_now[word] for word in others}).sum())
    with st.container(key="empty"):
        st.html("<p><b>No mistake passes all filters.</b></p>")
        words = f"Without the last filter ({NAMES[last].lower()}): {numbers.plural(without, 'mistake')}"
        with st.container(key="empty-links"):
            lift = {"on_click": set_filters, "kwargs": {last: None}}
            st.button(words, type="tertiary", key="failures-without", **lift)


def _uncounted(found: pd.DataFrame) -> None:
    """Whether main parts that one side lacks are listed too."""
    number = int((~found["counted"]).sum())
    if not number:
        return
    st.session_state["failures-also"] = asked(ALSO) == "yes"
    changed = lambda: write(**{ALSO: "yes" if st.session_state["failures-also"] else None}, page=None)  # noqa: E731
    about = (
        "The main part of an entity that the other side lacks: no error after Kummerfeld and Klein, though it has to be removed "
        "or introduced."
    )
    st.toggle(f"List {numbers.count(number)} uncounted too", key="failures-also", on_change=changed, help=about)


def _save(mine: pd.DataFrame, signature: str) -> None:
    """Links that save what is filtered."""
    rows, set_now = mine[list(SAVED)], filters()

    def as_json() -> str:
        said = {"signature": signature, "filters": set_now, "mistakes": rows.to_dict("records")}
        return json.dumps(said, ensure_ascii=False, indent=1)

    made = {"CSV": ("csv", "text/csv", partial(error_tables.to_csv, rows)), "JSON": ("json", "application/json", as_json)}
    with st.container(horizontal=True, gap="small", key="downloads-failures-list"):
        for name, (ending, mime, make) in made.items():
            key = f"failures-list-{ending}"
            st.download_button(name, make, f"mistakes.{ending}", mime, key=key, type="tertiary", on_click="ignore")
