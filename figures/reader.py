"""Gold and systems side by side in the text, as one string of escaped HTML: underlines, numbers, chips; no script.

Every string of the data goes through html.escape, and class names are made of numbers alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

import numpy as np
import pandas as pd

from figures.reader_cell import Piece, cell
from figures.reader_rows import Row, rows
from figures.reader_style import STYLE, entity_rules
from figures.reader_words import Head, absent, chip, remark, said
from metrics.reading import Reading

LISTED = 40  # entities shown at once


def text(reading: Reading, heads: Sequence[Head], page: tuple[int, int] | None = None) -> str:
    """The HTML of a page of a document: the grid, then the list of the entities on it.

    heads : gold's, then one for each system. page : a range of rows(reading), all of them if None.
    """
    shown = rows(reading)[slice(*page) if page else slice(None)]
    entities = _entities_on(reading, shown)
    grid = _grid(reading, heads, shown) if shown else '<p class="none">This document has no words.</p>'
    style = f"<style>{STYLE}{entity_rules(entities['entity'])}</style>"
    return f'<div class="rd">{style}{grid}{_entity_list(entities, reading, heads)}</div>'


def _entities_on(reading: Reading, shown: Sequence[Row]) -> pd.DataFrame:
    """The entities that gold or a system has in these rows."""
    if not shown:
        return reading.entities.iloc[:0]
    mentions = reading.mentions
    here = mentions[(mentions["end"] > shown[0].start) & (mentions["start"] < shown[-1].end)]
    return reading.entities[reading.entities["entity"].isin(here["entity"])]


def _grid(reading: Reading, heads: Sequence[Head], shown: Sequence[Row]) -> str:
    cells = _cells(reading, heads, shown)
    lines = [_titles(heads)]
    for k, row in enumerate(shown):
        depth = max(cells[k, column][1] for column in range(len(heads)))  # so that lines are equally far apart in all
        parts = [_cell(cells[k, column][0], depth, head) for column, head in enumerate(heads)]
        for column in np.flatnonzero(reading.missing) + 1:
            parts[column] = _gone(absent(reading, heads[column]) if k == 0 else "", heads[column])
        lines.append(f'<div class="r"><div class="no">{row.sentence or ""}</div>{"".join(parts)}</div>')
    return f'<div class="grid g{len(heads)}">{"".join(lines)}</div>'


def _titles(heads: Sequence[Head]) -> str:
    parts = [
        f'<div class="h"><span class="{escape(head.style)}">{escape(head.mark)} <b>{escape(head.letter)}</b></span> '
        f"{escape(head.name)} <small>{escape(head.note)}</small></div>"
        for head in heads
    ]
    return f'<div class="r top"><div class="no"></div>{"".join(parts)}</div>'


def _cell(html: str, depth: int, head: Head) -> str:
    return f'<div class="c d{depth}" dir="auto">{_who(head)}{html}</div>'


def _gone(words: str, head: Head) -> str:
    return f'<div class="c gone">{_who(head)}{escape(words)}</div>' if words else '<div class="c gone"></div>'


def _who(head: Head) -> str:
    """The letter that stands before each row where columns are stacked."""
    return f'<bdi class="who {escape(head.style)}">{escape(head.letter)}</bdi>'


def _cells(reading: Reading, heads: Sequence[Head], shown: Sequence[Row]) -> dict[tuple[int, int], tuple[str, int]]:
    """By row and column, the HTML of the words with their mentions, and how deep they are nested."""
    first = shown[0].start
    words = reading.words.iloc[first : shown[-1].end]
    blank, is_empty = words["space"].tolist(), words["is_empty"].tolist()
    forms = [escape(form) for form in words["form"].tolist()]
    forms = [f'<span class="o">{form}</span>' if empty else form for form, empty in zip(forms, is_empty, strict=True)]
    pairs = list(zip(forms, blank, strict=True))
    pieces = _pieces(reading, heads, shown)
    found = {}
    for column in range(len(heads)):
        visible = words[f"shown_{column}"].tolist()
        own = [pair if seen else None for pair, seen in zip(pairs, visible, strict=True)]
        for k, row in enumerate(shown):
            found[k, column] = cell(own[row.start - first : row.end - first], pieces.get((k, column), []))
    return found


def _pieces(reading: Reading, heads: Sequence[Head], shown: Sequence[Row]) -> dict[tuple[int, int], list[Piece]]:
    """The runs of mentions by row and column, cut at the rows' ends; positions within the row."""
    table = reading.pieces
    is_first = np.diff(table["mention"].to_numpy(), prepend=-1) != 0
    starts = np.array([row.start for row in shown])
    here = ((table["end"] > shown[0].start) & (table["start"] < shown[-1].end)).to_numpy()
    table, is_first = table[here], is_first[here]
    tags = {row.Index: _Tag.of(row, heads) for row in reading.mentions.iloc[table["mention"].unique()].itertuples()}
    leads = first_mentions(reading)
    low = np.maximum(np.searchsorted(starts, table["start"], side="right") - 1, 0)
    high = np.searchsorted(starts, table["end"] - 1, side="right")
    columns = (table[name].tolist() for name in ("mention", "start", "end"))
    found: dict[tuple[int, int], list[Piece]] = {}
    for mention, start, end, first, k0, k1 in zip(*columns, is_first.tolist(), low.tolist(), high.tolist(), strict=True):
        tag = tags[mention]
        for k in range(k0, k1):
            begins = first and start >= shown[k].start
            piece = tag.piece(max(start, shown[k].start) - shown[k].start, min(end, shown[k].end) - shown[k].start, begins)
            found.setdefault((k, tag.column), []).append(piece if not begins else tag.leading(piece, leads.get(mention, 0)))
    return found


def first_mentions(reading: Reading) -> dict[int, int]:
    """For the first mention of each entity, in gold if gold has it, the entity's number."""
    inside = reading.mentions[reading.mentions["entity"] > 0]
    first = inside.sort_values(["column", "start"], kind="stable").drop_duplicates("entity")
    return dict(zip(first.index.tolist(), first["entity"].tolist(), strict=True))


def first_word(reading: Reading, entity: int) -> int:
    """The word at which an entity is first mentioned, in gold if gold has it."""
    mention = next(mention for mention, number in first_mentions(reading).items() if number == entity)
    return int(reading.mentions["start"].iloc[mention])


@dataclass(frozen=True)
class _Tag:
    """How a mention is written: classes of its underline, title, number or chip, and the class of its words."""

    column: int
    classes: str
    title: str
    number: str
    is_chip: bool
    run: str

    @classmethod
    def of(cls, mention, heads: Sequence[Head]) -> _Tag:
        is_missed, is_error = mention.state == "missed", mention.error > 0
        lit = mention.gold_entity if is_missed else mention.entity
        own = "" if is_missed else f"e{mention.entity}" if mention.entity else "alone"
        classes = f"m {own} {mention.state} x{mention.error}" if is_error else f"m {own}"
        if getattr(mention, "named", 0) and not is_error:
            classes += f" y{mention.Index}"
        title = remark(mention)
        if is_error:
            title = said(mention, heads[mention.column])
        number = chip(mention) if is_error else str(mention.entity or "")
        return cls(mention.column, classes, title, number, is_error, f"t{lit}" if lit else "")

    def piece(self, start: int, end: int, begins: bool) -> Piece:
        """A run of the mention's words; those after the first have "…" for the chip and before the number."""
        label = self.number if begins else "…" if self.is_chip else f"…{self.number}"
        kind = "k" if self.is_chip else "n"
        title = f' title="{escape(self.title)}"' if self.title else ""
        return Piece(start, end, self.classes, title, f'<bdi class="{kind}">{label}</bdi>' if label else "", self.run)

    def leading(self, piece: Piece, entity: int) -> Piece:
        """The piece as the place to which one goes to find an entity."""
        if not entity:
            return piece
        return Piece(piece.start, piece.end, f"{piece.classes} f{entity}", piece.title, piece.label, piece.run)


def _entity_list(entities: pd.DataFrame, reading: Reading, heads: Sequence[Head]) -> str:
    """The table of entities with their sizes by column; sizes other than gold's in the colour of errors."""
    if not len(entities):
        return ""
    titles = "".join(f'<th><b class="{escape(head.style)}">{escape(head.letter)}</b></th>' for head in heads)
    head = f"<thead><tr><th></th><th>First mention</th>{titles}</tr></thead>"
    lines = [_entity(row, reading) for row in entities.to_dict("records")]
    table = f'<table class="ents">{head}<tbody>{"".join(lines[:LISTED])}</tbody></table>'
    if len(lines) > LISTED:
        more = f'<table class="ents">{head}<tbody>{"".join(lines[LISTED:])}</tbody></table>'
        table += f"<details><summary>{len(lines) - LISTED:,} more</summary>{more}</details>"
    where = "Entities" if len(entities) == len(reading.entities) else "Entities on this page"
    return f'<h2 class="eh">{where}</h2>{table}'


def _entity(row: dict, reading: Reading) -> str:
    number, gold = row["entity"], row["size_0"]
    cells = [f"<td>{gold:,}</td>"]
    for column, lacks in enumerate(reading.missing, 1):
        size, shared = row[f"size_{column}"], row[f"shared_{column}"]
        wrong = ' class="err"' if size != gold else ""
        cells.append("<td></td>" if lacks else f'<td{wrong} title="{shared:,} in common with gold">{size:,}</td>')
    first = f'<span class="m e{number}"><i class="t{number}" dir="auto">{escape(row["text"])}</i></span>'
    return f'<tr><th class="e{number} num">{number}</th><td class="first">{first}</td>{"".join(cells)}</tr>'


def spotlight(error: int = 0, entity: int = 0, scroller: str | None = None, mention: int = -1) -> str:
    """A stylesheet that outlines an error or lights up an entity and, where a scroller is named, brings it into view.

    mention : the row of one that an error names, though it is none of the document's own.

    Without script: for a moment the scroller has to snap to the row, by an animation whose name is the target's, so
    that it starts anew for each. The big string of text() stays as it is, and the browser need not build it again.
    """
    one = f"x{error}" if mention < 0 else f"y{mention}"
    rule = f".rd .{one}{{outline:2px solid var(--err);outline-offset:2px;border-radius:3px}}"
    if entity:
        rule = f".rd .m.e{entity}{{background:color-mix(in oklab,var(--c) 26%,transparent)}}"
    target = f"f{entity}" if entity else one
    if scroller:
        rule += (
            f"@keyframes to-{target}{{from,to{{scroll-snap-type:y mandatory}}}}"
            f"{scroller}:has(.rd .{target}){{animation:to-{target} .6s}}.rd .r:has(.{target}){{scroll-snap-align:center}}"
        )
    return f"<style>{rule}</style>"
