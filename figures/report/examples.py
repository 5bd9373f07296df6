"""Errors of coreference in the text: a bounded number of each type, marked where they stand."""

from __future__ import annotations

from html import escape

import pandas as pd

from figures.report.parts import paragraph
from figures.studies import errors
from figures.studies.errors import FailureSelection
from metrics.errors.failures import Texts
from metrics.errors.types import TYPES

MOST = 8  # of a type


def examples(chosen: FailureSelection) -> list[str]:
    """Of each type its first errors, spread over the documents, with the words around them."""
    found = errors.counted(chosen)
    if not len(found):
        return [paragraph("There are no errors.", "note")]
    texts, html = Texts(errors.sides(chosen)), []
    for kind in TYPES:
        rows = found[found["type"] == kind]
        if len(rows):
            picked = spread(rows)
            html.append(f"<h3>{escape(kind)}</h3>")
            html.append(paragraph(f"{len(picked)} of {len(rows):,}", "note"))
            html += [_example(*row) for row in _around(texts, picked)]
    return html


def spread(rows: pd.DataFrame) -> pd.DataFrame:
    """A few rows that stand as far apart as can be: of many documents, the same every time."""
    step = max(len(rows) // MOST, 1)
    return rows.iloc[::step].head(MOST)


def _around(texts: Texts, rows: pd.DataFrame):
    before, after = texts.around(rows)
    where = zip(rows["who"], rows["document"], rows["sentence"], rows["antecedent"], strict=True)
    return zip(before, rows["text"], after, where, strict=True)


def _example(before: str, text: str, after: str, where: tuple) -> str:
    who, document, sentence, antecedent = where
    link = f" · antecedent: {antecedent}" if antecedent else ""
    said = f"{who} · {document}, sentence {sentence}{link}"
    words = f"{escape(before)} <mark>{escape(text)}</mark> {escape(after)}"
    return f'<p class="example">{words}<br><span class="where">{escape(said)}</span></p>'
