"""Gold's sentences with the spans of gold and of the picked systems, what is wrong marked."""

from __future__ import annotations

import numpy as np
import pandas as pd

from figures import numbers, span_text, theme
from figures.reader_words import Head
from figures.studies import spans
from figures.studies.spans import SpanSelection
from metrics.spans import reading
from metrics.spans.shared import of_system

GOLD = Head("gold", "❘", "sGold")


def drawn(chosen: SpanSelection, rows: np.ndarray, errors: pd.DataFrame) -> str:
    """Some rows of the text, in their order, as HTML. errors : all, with `number`, by which a page finds one; 0 for none."""
    sides, text = spans.sides(chosen), spans.text(chosen)
    gold = within(reading.placed(text, sides.gold, sides.labels), text, rows)
    columns, heads = [span_text.of_gold(gold)], [GOLD]
    for k, number in enumerate(chosen.picked):
        own, place = of_system(errors, k), chosen.places[number]
        shown = within(reading.placed(text, sides.systems[k], sides.labels), text, rows)
        columns.append(span_text.marked(shown, own, k, gold))
        note, mark = f"{numbers.plural(len(own), 'error')} in all", theme.mark(place).glyph
        heads.append(Head(chosen.letters[number], mark, theme.style_class(place), chosen.project.names[number], note))
    return span_text.html(text, rows.tolist(), columns, heads, sides.project.gold.documents["doc_id"].tolist())


def within(spans: pd.DataFrame, text: reading.SpanText, rows: np.ndarray) -> pd.DataFrame:
    """The spans that lie in some rows, at least in part."""
    shown = np.zeros(len(text.start) - 1, np.int64)
    shown[rows] = 1
    before = np.concatenate([[0], np.cumsum(shown)])
    first = np.searchsorted(text.start, spans["start"], side="right") - 1
    last = np.searchsorted(text.start, spans["end"] - 1, side="right")
    return spans[before[last] > before[first]]
