"""Where the page of spans stands: the address says which errors are looked for and which one is shown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pandas as pd

from metrics.spans.errors import KINDS
from metrics.spans.reading import SpanText
from metrics.spans.shared import BOTH, FIRST, SECOND
from pages.shared.reader_place import asked

NOTHING = "∅"  # the label of no span, in the address
# Which errors of two systems are looked for: from who makes them, and whether the other is right.
SHOW: dict[str, Callable[[pd.Series, pd.Series], pd.Series]] = {
    "a-wrong": lambda who, right: (who == FIRST) & right,
    "b-wrong": lambda who, right: (who == SECOND) & right,
    "only-a": lambda who, right: who == FIRST,  # noqa: ARG005
    "both": lambda who, right: who == BOTH,  # noqa: ARG005
    "only-b": lambda who, right: who == SECOND,  # noqa: ARG005
    "of-a": lambda who, right: who != SECOND,  # noqa: ARG005
    "of-b": lambda who, right: who != FIRST,  # noqa: ARG005
}
ALL = "all"  # all sentences, those without an error too
WORDS = ("show", "kind", "label", "group", "gold", "predicted", "document", "find")


@dataclass(frozen=True)
class Wanted:
    """What is looked for, as the address says; what it says wrongly is left out.

    label : on either side. group : of the grouping that `by` names. gold, predicted : of a cell of the confusion matrix, None
    for any, "" for nothing.
    """

    show: str
    kind: str
    label: str
    group: str
    gold: str | None
    predicted: str | None
    document: str
    find: str

    @property
    def any(self) -> bool:
        """Whether anything is asked for."""
        return any((self.show, self.kind, self.label, self.group, self.document, self.find)) or self.gold is not None


def wanted(labels: tuple[str, ...], documents: list[str], n_systems: int) -> Wanted:
    """What the address asks for."""
    show = asked("show") if asked("show") in (ALL, *(SHOW if n_systems == 2 else ())) else ""
    kind, label = asked("kind") if asked("kind") in KINDS else "", asked("label") if asked("label") in labels else ""
    cell = [_side(asked(word), labels) for word in ("gold", "predicted")]
    cell = cell if None not in cell else [None, None]
    document = asked("document") if asked("document") in documents else ""
    return Wanted(show, kind, label, asked("group"), *cell, document, asked("find")[:200].strip())


def _side(word: str, labels: tuple[str, ...]) -> str | None:
    return "" if word == NOTHING and NOTHING not in labels else word if word in labels else None


def found(
    errors: pd.DataFrame, query: Wanted, text: SpanText, documents: list[str], *, group: np.ndarray | None = None
) -> pd.DataFrame:
    """The errors that answer, with `number`, from 1, `id`, their place among all, and `text_row`, the row of the text.

    group : which errors are of the group that is looked for, None for any.
    """
    keep = np.ones(len(errors), bool) if group is None else group.copy()
    if query.show in SHOW:
        keep &= SHOW[query.show](errors["who"], errors["other_right"]).to_numpy(bool)
    if query.kind:
        keep &= (errors["kind"] == query.kind).to_numpy()
    if query.label:
        keep &= ((errors["gold_label"] == query.label) | (errors["predicted_label"] == query.label)).to_numpy()
    if query.gold is not None:
        keep &= ((errors["gold_label"] == query.gold) & (errors["predicted_label"] == query.predicted)).to_numpy()
    if query.document:
        keep &= (errors["doc"] == documents.index(query.document)).to_numpy()
    rows = errors.assign(id=np.arange(len(errors)))[keep]
    rows = rows.assign(text_row=rows_of(rows, text) if len(text.forms) else 0)
    if query.find:
        rows = rows[with_text(rows["text_row"].to_numpy(), text, query.find, documents)]
    return rows.assign(number=np.arange(1, len(rows) + 1)).reset_index(drop=True)


def rows_of(errors: pd.DataFrame, text: SpanText) -> np.ndarray:
    """The row of the text in which each error begins."""
    first = np.where(errors["gold_row"] >= 0, errors["gold_first"], errors["first"])
    return text.row_of(errors["doc"].to_numpy(), first)


def with_text(rows: np.ndarray, text: SpanText, find: str, documents: list[str]) -> np.ndarray:
    """Which rows hold a text, whatever its case, or are of the document of that id."""
    phrase = " ".join(find.casefold().split())

    def hit(row: int) -> bool:
        words = " ".join(text.forms[text.start[row] : text.start[row + 1]])
        return phrase in words.casefold() or documents[text.doc[row]].casefold() == phrase

    hits = {row: hit(row) for row in set(rows.tolist())} if len(text.forms) else {}
    return np.array([hits.get(row, False) for row in rows.tolist()], bool)


def text_rows(errors: pd.DataFrame, query: Wanted, text: SpanText, documents: list[str]) -> np.ndarray:
    """The rows of the text that are shown: those with an error that answers, or all of the document or the search."""
    if query.show != ALL:
        return np.unique(errors["text_row"].to_numpy())
    rows = np.arange(len(text.start) - 1)
    if query.document:
        rows = rows[text.doc == documents.index(query.document)]
    return rows[with_text(rows, text, query.find, documents)] if query.find else rows
