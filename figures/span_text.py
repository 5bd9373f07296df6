"""Sentences with gold's spans and those of one or two systems, as one string of escaped HTML: underlines with labels, chips
for errors; no script. Every string of the data goes through html.escape, and class names are made of numbers and our words alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path

import numpy as np
import pandas as pd

from figures import theme
from figures.reader_cell import Piece, cell
from figures.reader_style import STYLE
from figures.reader_words import Head
from metrics.spans.reading import SpanText

OWN = Path(__file__).with_name("span_text.css").read_text("utf-8")
LONGEST = 18  # characters of a label in a chip
ZERO = "∅"


def html(
    text: SpanText, rows: Sequence[int], columns: Sequence[pd.DataFrame], heads: Sequence[Head], names: Sequence[str]
) -> str:
    """The grid of some rows of a text.

    columns : of gold and each system, marked() spans. heads : over the columns. names : ids of gold's documents.
    """
    lines, before = [_titles(heads)], -1
    for row in rows:
        start, end = int(text.start[row]), int(text.start[row + 1])
        words = [(escape(str(form)), True) for form in text.forms[start:end].tolist()]
        cells = [cell(words, _pieces(column, start, end)) for column in columns]
        depth = max(deep for _, deep in cells)
        parts = [
            f'<div class="c d{depth}" dir="auto"><bdi class="who {escape(head.style)}">{escape(head.letter)}</bdi>{written}</div>'
            for (written, _), head in zip(cells, heads, strict=True)
        ]
        doc = int(text.doc[row])
        over = f'<div class="doc">{escape(str(names[doc]))}</div>' if doc != before else ""
        lines.append(f'<div class="r">{over}<div class="no">{int(text.sentence[row]) or "…"}</div>{"".join(parts)}</div>')
        before = doc
    return f'<div class="rd sp"><style>{STYLE}{OWN}</style><div class="grid g{len(heads)}">{"".join(lines)}</div></div>'


def _titles(heads: Sequence[Head]) -> str:
    parts = [
        f'<div class="h"><span class="{escape(head.style)}">{escape(head.mark)} <b>{escape(head.letter)}</b></span> '
        f"{escape(head.name)} <small>{escape(head.note)}</small></div>"
        for head in heads
    ]
    return f'<div class="r top"><div class="no"></div>{"".join(parts)}</div>'


def marked(spans: pd.DataFrame, errors: pd.DataFrame, number: int, gold: pd.DataFrame) -> pd.DataFrame:
    """A system's spans and those of gold that it misses, each as it is to be shown: start, end, classes, chip, is_chip, title.

    spans, gold : metrics.spans.reading.placed(). errors : those of the system, with `number` (from 1; by which it is found).
    number : of the system, 0 or 1.
    """
    own = errors[errors[f"row_{number}"] >= 0].drop_duplicates(f"row_{number}").set_index(f"row_{number}")
    found = spans.assign(at=spans["row"].where(spans["row"].isin(own.index), -1))
    shown = [_plain(row) if row.at < 0 else _wrong(row, own.loc[row.at]) for row in found.itertuples(index=False)]
    missed = errors[errors["kind"] == "missed"].set_index("gold_row")
    lost = gold[gold["row"].isin(missed.index)]
    shown += [_missed(row, missed.loc[row.row]) for row in lost.itertuples(index=False)]
    return pd.DataFrame(shown, columns=["start", "end", "classes", "chip", "is_chip", "title"])


def of_gold(spans: pd.DataFrame) -> pd.DataFrame:
    """Gold's spans as they are to be shown."""
    shown = [(row.start, row.end, "m g", _label(row), False, row.label) for row in spans.itertuples(index=False)]
    return pd.DataFrame(shown, columns=["start", "end", "classes", "chip", "is_chip", "title"])


def _label(row) -> str:
    return f"{ZERO} {_short(row.label)}" if row.is_zero else _short(row.label)


def _short(label: str) -> str:
    return theme.shortened(label, LONGEST)


def _plain(row) -> tuple:
    return row.start, row.end, "m", _label(row), False, row.label


def _wrong(row, error: pd.Series) -> tuple:
    """A predicted span with an error: GROUP≠PER, +PER, PER too long."""
    predicted, gold, kind = _short(error["predicted_label"]), _short(error["gold_label"]), error["kind"]
    named = f"{predicted}≠{gold}" if error["gold_label"] and error["gold_label"] != error["predicted_label"] else predicted
    chip = f"+{predicted}" if kind == "spurious" else named if kind == "type" else f"{named} {kind}"
    classes = f"m bad {'spurious ' if kind == 'spurious' else ''}x{int(error['number'])}"
    return row.start, row.end, classes, chip, True, said(error)


def _missed(row, error: pd.Series) -> tuple:
    return row.start, row.end, f"m bad missed x{int(error['number'])}", f"−{_short(row.label)}", True, said(error)


def said(error: pd.Series) -> str:
    """What an error is, as plain text."""
    gold, predicted, kind = error["gold_label"], error["predicted_label"], error["kind"]
    if kind == "missed":
        return f"missed: gold has {gold}"
    if kind == "spurious":
        return f"spurious: {predicted}, where gold has nothing"
    if kind == "type":
        return f"{predicted}, in gold {gold}"
    labels = f"{predicted}, in gold {gold}" if error["other_label"] else gold
    return f"{kind}: {labels}"


def _pieces(spans: pd.DataFrame, start: int, end: int) -> list[Piece]:
    """The spans within some words, cut at their ends."""
    first, last = spans["start"].to_numpy(), spans["end"].to_numpy()
    found = []
    for row in spans[np.asarray((last > start) & (first < end))].itertuples(index=False):
        label = f"{'' if row.start >= start else '…'}{row.chip}"
        kind = "k" if row.is_chip else "n"
        title = f' title="{escape(row.title)}"'
        chip = f'<bdi class="{kind}">{escape(label)}</bdi>'
        found.append(Piece(max(row.start, start) - start, min(row.end, end) - start, row.classes, title, chip, ""))
    return found
