"""Where the Reader stands: the address says which error, entity and page of a document are shown."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from figures import reader, reader_rows
from metrics.reading import Reading


def asked(word: str) -> str:
    """What the address says, empty where it says nothing."""
    return st.query_params.get(word, "")


def write(**words: str | int | None) -> None:
    """Change the address; None takes a word out."""
    for word, value in words.items():
        if value is None:
            st.query_params.pop(word, None)
        else:
            st.query_params[word] = str(value)


def number_in(word: str, most: int) -> int:
    """A number from 1 to `most` in the address, else 0."""
    text = asked(word)
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 9 and 1 <= int(text) <= most else 0


@dataclass(frozen=True)
class Place:
    """Where in the document one is: an error or an entity (0 for none), rows and pages, and the page (from 0).

    mention : the row of a mention that is looked at though it is no error of the document, -1 for none.
    """

    error: int
    entity: int
    rows: list[reader_rows.Row]
    pages: list[tuple[int, int]]
    page: int
    before: int  # errors before this page
    mention: int = -1

    @property
    def current(self) -> int:
        """The error that is marked: the one asked for, or the first of the page."""
        return self.error or self.before + 1


def place(shown: Reading, mention: int = -1) -> Place:
    """What the address says; without a page, the one that holds the error or the entity.

    mention : the row of a mention to look at, -1 for none.
    """
    error, entity = number_in("error", len(shown.errors)), number_in("entity", len(shown.entities))
    if mention >= 0:
        error, entity = int(shown.mentions["error"].iloc[mention]), 0
    rows = reader_rows.rows(shown)
    pages = reader_rows.pages(rows)
    page = number_in("page", len(pages)) - 1
    if page < 0:
        page = reader_rows.page_of(_word(shown, error, entity, mention), rows, pages)
    begin = rows[pages[page][0]].start if rows else 0
    return Place(error, 0 if error else entity, rows, pages, page, int((shown.errors["start"] < begin).sum()), mention)


def _word(shown: Reading, error: int, entity: int, mention: int) -> int:
    """The word that must be on the page."""
    if mention >= 0:
        return int(shown.mentions["start"].iloc[mention])
    return int(shown.errors["start"].iloc[error - 1]) if error else reader.first_word(shown, entity) if entity else 0
