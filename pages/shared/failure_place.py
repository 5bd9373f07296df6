"""Which mistakes are asked for: the address holds the filters, on the Failures page and in the Reader that it opens."""

from __future__ import annotations

from urllib.parse import urlencode

import pandas as pd
import streamlit as st

from metrics.errors.choosing import FILTERS, ORDERS, kept, ordered
from pages.shared import state
from pages.shared.reader_place import asked, write

MISTAKE = "mistake"  # in the Reader: which of the mistakes that pass the filters, from 1
ALSO = "uncounted"  # whether main parts that one side lacks are listed too
SORT = "sort"  # in which order, that of the text if nothing is said


def policy() -> str:
    """What is done with singletons."""
    return "drop" if asked("singletons") == "drop" else "keep"


def filters() -> dict[str, str]:
    """The filters in the order in which they were set."""
    return {word: value for word, value in st.query_params.items() if word in FILTERS and value}


def set_filters(**values: str | None) -> None:
    """Set or lift filters; the last one set stands last in the address, and a list begins at its first page."""
    write(**dict.fromkeys(values), page=None)
    write(**values)


def clear() -> None:
    """Lift all filters."""
    set_filters(**dict.fromkeys(FILTERS))


def order() -> str:
    """The order that is asked for, "" for that of the text."""
    return asked(SORT) if asked(SORT) in ORDERS else ""


def words() -> dict[str, str]:
    """The words of the address that name the list: filters, order, singletons and what is listed beside errors."""
    rest = {word: asked(word) for word in ("singletons", ALSO, SORT) if asked(word)}
    return {**filters(), **rest}


def listed(found: pd.DataFrame) -> pd.DataFrame:
    """What the list ranges over: counted errors or, if asked for, main parts too."""
    return found if asked(ALSO) == "yes" else found[found["counted"]]


def chosen(found: pd.DataFrame) -> pd.DataFrame:
    """The mistakes that pass the filters, in the order that is asked for."""
    rows = listed(found)
    return ordered(rows[kept(rows, filters())], order())


def open_failures(**values: str) -> None:
    """Go to the Failures page with filters set: who, type, class, mention, document, text; singletons="drop"."""
    st.switch_page("pages/failures.py", query_params={**state.address(), **values})


def failures_address(**values: str) -> str:
    """The address of the Failures page with filters set, for links."""
    return "failures?" + urlencode({**state.address(), **values})


def open_mistake(number: int) -> None:
    """Read a mistake of the list in place; number : from 1."""
    st.switch_page("pages/reader.py", query_params={**state.address(), **words(), MISTAKE: str(number)})
