"""Choosing mistakes: filters that combine, and how many each choice would leave."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
import pandas as pd

BOTH = "both"
EVERY = "all-"  # before a letter: everything that the system makes, alone or not


def _who(found: pd.DataFrame, value: str) -> np.ndarray:
    if value.startswith(EVERY):
        return found["who"].isin([value.removeprefix(EVERY), BOTH]).to_numpy(bool)
    return (found["who"] == value).to_numpy(bool)


def _equal(column: str) -> Callable[[pd.DataFrame, str], np.ndarray]:
    return lambda found, value: (found[column] == value).to_numpy(bool)


def _contains(found: pd.DataFrame, value: str) -> np.ndarray:
    return found["text"].str.contains(value, case=False, regex=False).to_numpy(bool)


# By its word: which rows of mistakes a filter keeps.
FILTERS: dict[str, Callable[[pd.DataFrame, str], np.ndarray]] = {
    "who": _who,
    "type": _equal("type"),
    "class": _equal("class"),
    "mention": _equal("mention_type"),
    "document": _equal("document"),
    "text": _contains,
}


def kept(found: pd.DataFrame, filters: Mapping[str, str]) -> np.ndarray:
    """Which mistakes pass all filters. filters : values by word of FILTERS."""
    result = np.ones(len(found), bool)
    for word, value in filters.items():
        result &= FILTERS[word](found, value)
    return result


def left(found: pd.DataFrame, filters: Mapping[str, str], word: str, values: list[str]) -> dict[str, int]:
    """How many mistakes each value of one filter would leave under all other filters; "" stands for no filter."""
    others = found[kept(found, {name: value for name, value in filters.items() if name != word})]
    return {value: int(FILTERS[word](others, value).sum()) if value else len(others) for value in ["", *values]}
