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
from figures.reader_style import STYLE, entity_rules
from metrics.reading import Reading

ROW = 200  # words of one row; longer sentences are cut, for formats that know no sentences
PAGE_ROWS, PAGE_WORDS = 150, 6000
LISTED = 40  # entities shown at once
ALONE = "○"


@dataclass(frozen=True)
class Head:
    """What stands over a column. style : class of its colour (sGold, sA, ...); note : "CoNLL 61.20 · 8 errors"."""

    letter: str
    mark: str
    style: str
    name: str = ""
    note: str = ""


@dataclass(frozen=True)
class Row:
    """Words start to end in one row; sentence : its number from 1, 0 where a long sentence goes on."""

    start: int
    end: int
    sentence: int


def rows(reading: Reading) -> list[Row]:
    """The rows of a document: its sentences, long ones cut."""
    sent = reading.words["sent"].to_numpy()
    if not len(sent):
        return []
    begin = np.flatnonzero(np.diff(sent, prepend=sent[0] - 1)).tolist()
    return [
        Row(start, min(start + ROW, e), int(sent[s]) + 1 if start == s else 0)
        for s, e in zip(begin, [*begin[1:], len(sent)], strict=True)
        for start in range(s, e, ROW)
    ]


def pages(all_rows: Sequence[Row]) -> list[tuple[int, int]]:
    """Pages of at most PAGE_ROWS rows and about PAGE_WORDS words, as ranges of rows; one page at least."""
    found, first = [], 0
    for k, row in enumerate(all_rows):
        if k > first and (k - first == PAGE_ROWS or row.end - all_rows[first].start > PAGE_WORDS):
            found.append((first, k))
            first = k
    return [*found, (first, len(all_rows))]


def page_of(word: int, all_rows: Sequence[Row], of_pages: Sequence[tuple[int, int]]) -> int:
    """The page on which a word stands."""
    return next((k for k, (_, last) in enumerate(of_pages) if word < all_rows[last - 1].end), 0) if all_rows else 0


def text(reading: Reading, heads: Sequence[Head], page: tuple[int, int] | None = None) -> str:
    """The HTML of a page of a document: the grid, then the list of the document's entities.

    heads : gold's, then one for each system. page : a range of rows(reading), all of them if None.
    """
    everything = rows(reading)
    first, last = page or (0, len(everything))
    shown = everything[first:last]
    cells = _cells(reading, heads, shown)
    lines = [_head(heads)]
    for k, row in enumerate(shown):
        parts = [_cell(cells[k, column], head) for column, head in enumerate(heads)]
        parts = [
            _absent(reading, head, k) if column and reading.missing[column - 1] else parts[column]
            for column, head in enumerate(heads)
        ]
        lines.append(f'<div class="r"><div class="no">{row.sentence or ""}</div>{"".join(parts)}</div>')
    rules = entity_rules(_entities_shown(reading, shown))
    grid = (
        f'<div class="grid g{len(heads)}">{"".join(lines)}</div>' if shown else '<p class="none">This document has no words.</p>'
    )
    return f'<div class="rd"><style>{STYLE}{rules}</style>{grid}{entity_list(reading, heads)}</div>'


def _entities_shown(reading: Reading, shown: Sequence[Row]) -> list[int]:
    """The numbers that need a colour: those of the list, and those on the page."""
    listed = reading.entities["entity"].tolist()
    return listed if shown else []


def _cells(reading: Reading, heads: Sequence[Head], shown: Sequence[Row]) -> dict[tuple[int, int], tuple[str, int]]:
    """By row and column, the HTML of the words with their mentions, and how deep they are nested."""
    forms = [escape(form) for form in reading.words["form"].tolist()]
    blank, is_empty = reading.words["space"].tolist(), reading.words["is_empty"].tolist()
    forms = [f'<span class="o">{form}</span>' if empty else form for form, empty in zip(forms, is_empty, strict=True)]
    pieces = _pieces(reading, heads, shown)
    found = {}
    for column in range(len(heads)):
        visible = reading.words[f"shown_{column}"].tolist()
        for k, row in enumerate(shown):
            words = [(forms[w], blank[w]) if visible[w] else None for w in range(row.start, row.end)]
            found[k, column] = cell(words, pieces.get((k, column), []))
    return found


def _pieces(reading: Reading, heads: Sequence[Head], shown: Sequence[Row]) -> dict[tuple[int, int], list[Piece]]:
    """The runs of mentions by row and column, cut at the rows' ends; positions within the row."""
    found: dict[tuple[int, int], list[Piece]] = {}
    if not shown:
        return found
    starts = np.array([row.start for row in shown])
    table = reading.pieces[(reading.pieces["end"] > starts[0]) & (reading.pieces["start"] < shown[-1].end)]
    mentions = reading.mentions.iloc[table["mention"].unique()]
    tags = {tag.row: tag for tag in (_Tag.of(row, heads) for row in mentions.itertuples())}
    firsts = (table["mention"].diff() != 0) & ~table["mention"].isin(
        reading.pieces["mention"][reading.pieces["start"] < starts[0]]
    )
    leads = _first_of_entities(reading)
    low = np.searchsorted(starts, table["start"], side="right") - 1
    high = np.searchsorted(starts, table["end"] - 1, side="right")
    for mention, s, e, first, k0, k1 in zip(table["mention"], table["start"], table["end"], firsts, low, high, strict=True):
        tag = tags[mention]
        for k in range(max(k0, 0), k1):
            begin, end = max(s - shown[k].start, 0), min(e, shown[k].end) - shown[k].start
            is_first = first and s >= shown[k].start
            piece = Piece(begin, end, tag.opened(leads.get(mention, 0) if is_first else 0), tag.label(is_first), tag.run)
            found.setdefault((k, tag.column), []).append(piece)
    return found


def _first_of_entities(reading: Reading) -> dict[int, int]:
    """For the first mention of each entity, in gold if it is there, the entity's number."""
    inside = reading.mentions[reading.mentions["entity"] > 0]
    first = inside.sort_values(["column", "start"], kind="stable").drop_duplicates("entity")
    return dict(zip(first.index.tolist(), first["entity"].tolist(), strict=True))


@dataclass(frozen=True)
class _Tag:
    """How a mention is written: the classes of its underline, its title, number or chip, and the class of its words."""

    row: int
    column: int
    classes: str
    title: str
    number: str
    is_chip: bool
    run: str

    @classmethod
    def of(cls, mention, heads: Sequence[Head]) -> _Tag:
        entity = mention.entity if mention.state != "missed" else 0
        lit = mention.entity or (mention.gold_entity if mention.state == "missed" else 0)
        classes = [mention.state] if mention.error else []
        classes += [f"e{entity}"] if entity else [] if mention.state == "missed" else ["alone"]
        classes += [f"x{mention.error}"] if mention.error else []
        title = ""
        if mention.error:
            title = f"{heads[mention.column].letter} {said(mention)}"
        elif mention.gold_text:
            title = f"gold: {mention.gold_text}"
        number = chip(mention) if mention.error else str(entity or "")
        return cls(mention.Index, mention.column, " ".join(classes), title, number, bool(mention.error), f"t{lit}" if lit else "")

    def opened(self, leads: int) -> str:
        """The opening tag but for its depth, which the cell knows. leads : the entity of which this is the first mention."""
        title = f' title="{escape(self.title)}"' if self.title else ""
        return f'<span class="m {self.classes}{f" f{leads}" if leads else ""} l%d"' + title.replace("%", "%%") + ">"

    def label(self, is_first: bool) -> str:
        """The number or chip before the first run of words, "…" before the others."""
        if self.is_chip:
            return f'<bdi class="k">{self.number if is_first else "…"}</bdi>'
        return f'<bdi class="n">{"" if is_first else "…"}{self.number}</bdi>' if self.number or not is_first else ""


def chip(mention) -> str:
    """3≠2 wrong entity (the system's, gold's), −6 missed, +4 extra; ○ stands for a mention that is alone."""
    if mention.state == "wrong":
        return f"{mention.entity or ALONE}≠{mention.gold_entity or ALONE}"
    if mention.state == "missed":
        return f"−{mention.gold_entity or ALONE}"
    return f"+{mention.entity or ALONE}"


def said(mention, quote: str = "{}") -> str:
    """What a system did with a mention, without its name: "puts She in entity 3, gold in 2". Plain text around `quote`."""
    text = quote.format(mention.text)
    gold = f" (gold: {mention.gold_text})" if mention.gold_text else ""
    if mention.state == "missed":
        return f"misses {text}, " + (f"in gold in entity {mention.gold_entity}" if mention.gold_entity else "in gold a singleton")
    if mention.state == "extra":
        return f"marks {text} " + (f"in entity {mention.entity}" if mention.entity else "as a singleton") + ", gold does not"
    if not mention.entity:
        return f"leaves {text}{gold} alone, gold has it in entity {mention.gold_entity}"
    rest = f"gold in {mention.gold_entity}" if mention.gold_entity else "in gold it is alone"
    return f"puts {text}{gold} in entity {mention.entity}, {rest}"


def sentence(mention, head: Head) -> str:
    """HTML of what is wrong with a mention: the system's letter in its colour, the words in italics."""
    before, words, after = said(mention, "\0{}\0").split("\0", 2) if "\0" not in mention.text else ("", said(mention), "")
    return f'<b class="{escape(head.style)}">{escape(head.letter)}</b> {escape(before)}<i>{escape(words)}</i>{escape(after)}'


def _head(heads: Sequence[Head]) -> str:
    parts = [
        f'<div class="h"><span class="{escape(head.style)}">{escape(head.mark)} <b>{escape(head.letter)}</b></span> '
        f"{escape(head.name)} <small>{escape(head.note)}</small></div>"
        for head in heads
    ]
    return f'<div class="r top"><div class="no"></div>{"".join(parts)}</div>'


def _cell(content: tuple[str, int], head: Head) -> str:
    html, depth = content
    return f'<div class="c d{depth}" dir="auto"><bdi class="who {escape(head.style)}">{escape(head.letter)}</bdi>{html}</div>'


def _absent(reading: Reading, head: Head, k: int) -> str:
    if k:
        return '<div class="c gone"></div>'
    number = int((reading.mentions["column"] == 0).sum())
    count = f"all {number:,} mentions of gold count" if number != 1 else "gold's one mention counts"
    who = f'<bdi class="who {escape(head.style)}">{escape(head.letter)}</bdi>'
    return f'<div class="c gone">{who}This document is not in {escape(head.name or head.letter)}: {count} as missed.</div>'


def entity_list(reading: Reading, heads: Sequence[Head]) -> str:
    """The table of entities with their sizes by column; sizes other than gold's in the colour of errors."""
    if not len(reading.entities):
        return ""
    titles = "".join(f'<th class="{escape(head.style)}"><b>{escape(head.letter)}</b></th>' for head in heads)
    head = f"<thead><tr><th></th><th>First mention</th>{titles}</tr></thead>"
    lines = [_entity(row, reading) for row in reading.entities.to_dict("records")]
    table = f'<table class="ents">{head}<tbody>{"".join(lines[:LISTED])}</tbody></table>'
    if len(lines) > LISTED:
        more = f'<table class="ents">{head}<tbody>{"".join(lines[LISTED:])}</tbody></table>'
        table += f"<details><summary>{len(lines) - LISTED:,} more</summary>{more}</details>"
    return f'<h2 class="eh">Entities</h2>{table}'


def _entity(row: dict, reading: Reading) -> str:
    number, gold = row["entity"], row["size_0"]
    cells = [f"<td>{gold:,}</td>"]
    for column, lacks in enumerate(reading.missing, 1):
        size, shared = row[f"size_{column}"], row[f"shared_{column}"]
        wrong = ' class="err"' if size != gold else ""
        cells.append("<td></td>" if lacks else f'<td{wrong} title="{shared:,} in common with gold">{size:,}</td>')
    first = f'<span class="m e{number} l0"><i class="t{number}" dir="auto">{escape(row["text"])}</i></span>'
    return f'<tr><th class="e{number} num">{number}</th><td class="first">{first}</td>{"".join(cells)}</tr>'


def spotlight(target: str, scroller: str | None = None) -> str:
    """A stylesheet that outlines one error ("x3") or lights up one entity ("e5"), and brings it into view.

    Without script: for a moment the scroller has to snap to the target, an animation whose name is the target's, so
    that it starts anew for each. The big string of text() stays as it is, and the browser need not build it again.
    """
    kind, number = target[0], int(target[1:])
    lit = f".rd .x{number}{{outline:2px solid var(--error);outline-offset:2px;border-radius:3px}}"
    if kind == "e":
        lit = f".rd .e{number}.m{{background:color-mix(in oklab,var(--c) 26%,transparent)}}"
    aim = f"f{number}" if kind == "e" else f"x{number}"
    jump = ""
    if scroller:
        name = f"rd-{aim}"
        jump = (
            f"@keyframes {name}{{from,to{{scroll-snap-type:y mandatory}}}}{scroller}{{animation:{name} .6s}}"
            f".rd .grid .{aim}{{scroll-snap-align:center}}"
        )
    return f"<style>{lit}{jump}</style>"


def counted(reading: Reading) -> str:
    """The grey line: what the document holds."""
    gold = reading.mentions[reading.mentions["column"] == 0]
    sentences = int(reading.words["sent"].nunique())
    many = int((pd.Series(reading.entities.get("size_0", [])) > 1).sum())
    parts = [
        f"{sentences:,} sentence{'s' * (sentences != 1)}",
        f"{len(gold):,} gold mention{'s' * (len(gold) != 1)}",
        f"{many:,} {'entity' if many == 1 else 'entities'} of two and more",
    ]
    return ", ".join(parts)
