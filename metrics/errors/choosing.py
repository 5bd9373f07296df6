"""Choosing mistakes: filters that combine, and how many each choice would leave."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
import pandas as pd

from metrics.errors.types import TYPES

BOTH = "both"
EVERY = "all-"  # before a letter: everything that the system makes, alone or not


def _who(found: pd.DataFrame, value: str) -> np.ndarray:
    if value.startswith(EVERY):
        return found["who"].isin([value.removeprefix(EVERY), BOTH]).to_numpy(bool)
    return (found["who"] == value).to_numpy(bool)


def _equal(word: str) -> Callable[[pd.DataFrame, str], np.ndarray]:
    return lambda found, value: (found[COLUMNS[word]] == value).to_numpy(bool)


def _contains(found: pd.DataFrame, value: str) -> np.ndarray:
    return found["text"].str.contains(value, case=False, regex=False).to_numpy(bool)


# Filters that ask for one value of a column.
COLUMNS = {"type": "type", "class": "class", "mention": "mention_type", "genre": "genre", "document": "document"}
# By its word: which rows of mistakes a filter keeps.
FILTERS: dict[str, Callable[[pd.DataFrame, str], np.ndarray]] = {
    "who": _who,
    **{word: _equal(word) for word in COLUMNS},
    "text": _contains,
}

# The columns by which mistakes can be ordered, and whether the largest comes first.
ORDERS = {"type": False, "class": False, "length": True, "distance": True}


def ordered(found: pd.DataFrame, order: str) -> pd.DataFrame:
    """Mistakes in an order of ORDERS, what is equal in that of the text, as all are for any other word; types as in TYPES."""
    if order not in ORDERS:
        return found
    key = (lambda column: column.map(TYPES.index)) if order == "type" else None
    return found.sort_values(order, ascending=not ORDERS[order], kind="stable", key=key)


def kept(found: pd.DataFrame, filters: Mapping[str, str]) -> np.ndarray:
    """Which mistakes pass all filters. filters : values by word of FILTERS."""
    result = np.ones(len(found), bool)
    for word, value in filters.items():
        result &= FILTERS[word](found, value)
    return result


def left(found: pd.DataFrame, filters: Mapping[str, str], word: str, values: list[str]) -> dict[str, int]:
    """How many mistakes each value of one filter (but text) would leave under all other filters; "" stands for no filter."""
    others = {name: value for name, value in filters.items() if name != word}
    sizes = found.loc[kept(found, others), COLUMNS.get(word, word)].value_counts()
    number = {name: int(n) for name, n in sizes.items()}

    def of(value: str) -> int:
        if word == "who" and value.startswith(EVERY):
            return number.get(value.removeprefix(EVERY), 0) + number.get(BOTH, 0)
        return number.get(value, 0)

    return {"": int(sizes.sum()), **{value: of(value) for value in values}}
