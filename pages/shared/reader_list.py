"""The Reader on the way through a list of mistakes: which one the address names, where it stands, one further and back."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

import pandas as pd
import streamlit as st

from figures import numbers, reader_words
from figures.studies import errors
from figures.studies.errors import FailureSelection
from metrics.errors.choosing import FILTERS
from metrics.errors.reading import named, row_of
from metrics.reading import Reading
from pages.shared import failure_place, failure_state, state
from pages.shared.failure_place import ALSO, MISTAKE, SORT
from pages.shared.reader_place import asked, number_in, write

OFF = {MISTAKE: None, ALSO: None, SORT: None, **dict.fromkeys(FILTERS)}  # what leaves the list


@dataclass(frozen=True)
class Listed:
    """The mistakes that pass the filters of the address, and which one is read, from 1."""

    chosen: FailureSelection
    rows: pd.DataFrame
    at: int

    @property
    def mistake(self):
        """The one that is read."""
        return next(self.rows.iloc[[self.at - 1]].itertuples(index=False))


def selected(selection: state.Selection, singletons: str) -> FailureSelection:
    """The pair and policy of the Reader as the Failures page knows them."""
    return failure_state.selected(selection, singletons)


def listed(selection: state.Selection, singletons: str) -> Listed | None:
    """The list that the address names; None where it names none, or one that holds no mistake."""
    if not asked(MISTAKE):
        return None
    chosen = selected(selection, singletons)
    rows = failure_place.chosen(errors.mistakes(chosen))
    if not len(rows):
        return None
    return Listed(chosen, rows, number_in(MISTAKE, len(rows)) or 1)


def with_names(selection: state.Selection, singletons: str, shown: Reading, doc: int) -> Reading:
    """The document with the types of the errors that name its mentions."""
    return named(shown, errors.analysis(selected(selection, singletons)), doc)


def place_of(listing: Listed | None, shown: Reading) -> int:
    """The row of the mention at which the mistake stands, -1 without a list or while an entity or error is looked at."""
    if listing is None or listing.mistake.document != shown.doc_id or asked("entity") or asked("error"):
        return -1
    return row_of(shown, errors.analysis(listing.chosen), listing.mistake)


def steps(listing: Listed) -> None:
    """The buttons to the mistake before and after, round the ends; also the keys P and N."""

    def go(to: int) -> None:
        write(**{MISTAKE: to}, doc=None, error=None, entity=None, page=None)

    most = len(listing.rows)
    st.button("‹ Previous mistake", key="reader_before", args=(listing.at - 1 or most,), shortcut="P", on_click=go)
    st.button("Next mistake ›", key="reader_after", args=(listing.at % most + 1,), shortcut="N", on_click=go)


def explained(listing: Listed, shown: Reading, row: int, over: list[reader_words.Head]) -> str:
    """Which mistake it is and what the system does there, as HTML."""
    mistake = listing.mistake
    parts = [f"<b>Mistake {listing.at:,} of {len(listing.rows):,}</b>", f"<b>{escape(mistake.type)}</b>"]
    parts += [f"names {numbers.plural(mistake.size, 'mention')}"] * (mistake.size > 1)
    if row >= 0:
        mention = shown.mentions.iloc[row]
        if mention["error"]:
            parts.append(reader_words.sentence(mention.drop("kind"), over[mention["column"]]))
        else:
            gold = f" (gold: {escape(mention['gold_text'])})" * bool(mention["gold_text"])
            parts.append(f"<i><bdi>{escape(mention['text'])}</bdi></i>{gold}")
    return " · ".join(part for part in [*parts, _who(mistake.who, listing.chosen)] if part)


def _who(who: str, chosen: FailureSelection) -> str:
    return "made by both" if who == "both" else f"{who} alone" if len(chosen.letters) > 1 else ""


def leave() -> None:
    """From the list to the errors of the document, or back to the page of all mistakes."""
    with st.container(horizontal=True, gap="medium", vertical_alignment="center", key="reader-list", width="content"):
        kept = {**state.address(), **failure_place.words()}
        st.page_link("pages/failures.py", label="Back to the mistakes", query_params=kept)
        st.button("All errors of this document", type="tertiary", key="reader_leave", on_click=lambda: write(**OFF))
