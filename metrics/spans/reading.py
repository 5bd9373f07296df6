"""The text of gold with the spans of all sides, row by row, for showing."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from loaders.build import starts_of
from metrics.spans.sides import SpanSide, SpanSides

ROW = 100  # words; longer sentences are cut, for formats that know no sentences


@dataclass(frozen=True)
class SpanText:
    """Gold's words in rows: a sentence each, long ones cut.

    forms : of all words. start : the first word of each row, one more at the end. doc, sentence : of each row, the document's
    number and the sentence's within it, from 1, 0 where a long one goes on. begin : the first word of each document.
    """

    forms: np.ndarray
    start: np.ndarray
    doc: np.ndarray
    sentence: np.ndarray
    begin: np.ndarray

    def row_of(self, doc: np.ndarray, number: np.ndarray) -> np.ndarray:
        """The row of a word, by document and the word's number in it from 1."""
        return np.searchsorted(self.start, self.begin[doc] + np.maximum(number, 1) - 1, side="right") - 1


def read_text(sides: SpanSides) -> SpanText:
    """The words of a project's gold; none where gold's files name no words."""
    words = sides.project.gold.words
    words = words[~words["is_empty"]]
    doc, sent = words["doc_id"].cat.codes.to_numpy(), words["sent"].to_numpy()
    begins = (np.diff(doc, prepend=-1) != 0) | (np.diff(sent, prepend=-1) != 0)
    first = np.flatnonzero(begins)
    within = np.arange(len(words)) - first[np.cumsum(begins) - 1] if len(words) else np.zeros(0, np.int64)
    start = np.flatnonzero(within % ROW == 0)
    number = np.where(begins[start], sent[start] + 1, 0)
    bounds = starts_of(doc, len(sides.project.gold.documents))
    return SpanText(words["form"].to_numpy(), np.append(start, len(words)), doc[start], number, bounds)


def placed(text: SpanText, side: SpanSide, labels: tuple[str, ...]) -> pd.DataFrame:
    """A side's spans in the text: row (in the corpus's spans), start, end (words of the text, half-open), label, is_zero.

    A zero stands at the word that it follows; a span of several parts from its first word to its last.
    """
    first, last = side.ends()
    begin = text.begin[side.doc]
    start = begin + np.maximum(first, 1) - 1
    is_zero = side.geometry.is_zero[side.row] & (side.size() == 1)
    names = np.array(labels, object)[side.label] if len(labels) else np.zeros(0, object)
    return pd.DataFrame(
        {"row": side.row, "start": start, "end": np.maximum(begin + last, start + 1), "label": names, "is_zero": is_zero}
    )


def quoted(text: SpanText, doc: int, first: int, last: int, most: int = 12) -> str:
    """The words of a span, by their numbers in a document from 1; long ones are cut in the middle."""
    begin = int(text.begin[doc])
    words = text.forms[begin + max(first, 1) - 1 : begin + last].tolist()
    return " ".join(words if len(words) <= most else [*words[: most - 3], "…", *words[-2:]])
