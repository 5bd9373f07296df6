"""Errors of labelled spans in their sentences: gold and the systems side by side, what is wrong marked."""

from __future__ import annotations

from html import escape

import numpy as np

from figures.report.examples import spread
from figures.report.parts import paragraph
from figures.studies import span_grid, spans
from figures.studies.spans import SpanSelection
from metrics.spans.errors import KINDS


def examples(chosen: SpanSelection) -> list[str]:
    """Of each kind a few errors, spread over the documents."""
    errors, text = spans.errors(chosen), spans.text(chosen)
    if not len(errors):
        return [paragraph("There are no errors.", "note")]
    if not len(text.forms):
        return [paragraph("Gold's files name no words, so there is no text to show.", "note")]
    first = errors["gold_first"].where(errors["gold_row"] >= 0, errors["first"])
    errors = errors.assign(number=0, text_row=text.row_of(errors["doc"].to_numpy(), first.to_numpy()))
    html = []
    for kind, what in KINDS.items():
        rows = errors[errors["kind"] == kind]
        if len(rows):
            picked = spread(rows)
            html.append(f"<h3>{escape(kind)}</h3>")
            html.append(paragraph(f"{len(picked)} of {len(rows):,}: {escape(what)}", "note"))
            html.append(span_grid.drawn(chosen, np.unique(picked["text_row"].to_numpy()), errors))
    return html
