"""A sentence's columns as a table: gold's line of each word, the systems' below it, what differs bold and marked."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import groupby

from figures import theme
from metrics.ud.columns import CELLS, TOKEN, Line, missing

HEADS = {"form": "Form", "lemma": "Lemma", "upos": "UPOS", "xpos": "XPOS", "feats": "Feats", "head": "Head", "deprel": "Relation",
         "deps": "Deps"}  # fmt: skip
LONG = ("form", "lemma", "feats", "deps")
GOLD = "gold"


def html(lines: Sequence[Line], places: Sequence[int], *, enhanced: bool = False) -> str:
    """The table, escaped, in a box that scrolls. places : of the systems. enhanced : with the edges of DEPS."""
    shown = [cell for cell in CELLS if enhanced or cell != "deps"]
    heads = "".join(f'<th class="{_side(name)}">{HEADS[name]}</th>' for name in shown)
    lacking = missing(lines, len(places))
    body = "".join(
        _group(list(of), places, shown, lacking.get(place, []))
        for place, of in groupby(sorted(lines, key=_order), key=lambda line: (line.kind, line.column))
    )
    head = f'<thead><tr><th></th><th class="l">ID</th>{heads}</tr></thead>'
    return f'<div class="columns" tabindex="0"><table class="t">{head}{body}</table></div>'


def _side(cell: str) -> str:
    """The classes of a column: text stands left, numbers right; what may be long may wrap."""
    return "" if cell == "head" else "l x" if cell in LONG else "l"


def _order(line: Line) -> tuple:
    return line.column, line.kind != TOKEN, line.kind, line.who


def _group(lines: list[Line], places: Sequence[int], shown: list[str], lacking: list[int]) -> str:
    """The lines of one word, token or empty node; a system without it says so."""
    rows = {line.who: _row(line, places, shown) for line in lines}
    rows |= {who: _without(places[who - 1], len(shown)) for who in lacking}
    return f'<tbody class="{lines[0].kind}">{"".join(rows[who] for who in sorted(rows))}</tbody>'


def _who(who: int, places: Sequence[int]) -> tuple[str, str, str]:
    """Style class, sign and letter of a side."""
    if not who:
        return "sGold", "", GOLD
    place = places[who - 1]
    return theme.style_class(place), theme.mark(place).glyph, theme.letter(place)


def _row(line: Line, places: Sequence[int], shown: list[str]) -> str:
    style, sign, letter = _who(line.who, places)
    name = f'<span class="{style}"><b>{letter}</b></span>'
    whole = f' title="{"not in gold" if line.lone else ""}"' if line.lone else ""
    cells = [f'<td class="l">{name}</td><td class="l m"{whole}>{escape(line.id)}</td>']
    by_name = dict(zip(CELLS, line.cells, strict=False))
    for cell in shown:
        side = _side(cell)
        if cell not in by_name:
            cells.append("<td></td>")
        elif by_name[cell].differs:
            cells.append(f'<td class="differs {style} {side}"><span>{sign}</span> {_text(by_name[cell].text)}</td>')
        else:
            cells.append(f'<td class="{"m" if line.who else "is"} {side}">{_text(by_name[cell].text)}</td>')
    return f"<tr>{''.join(cells)}</tr>"


def _text(text: str) -> str:
    """A value that may be broken after each part of a list."""
    return f"<bdi>{escape(text).replace('|', '|<wbr>')}</bdi>"


def _without(place: int, columns: int) -> str:
    style = theme.style_class(place)
    letter = f'<span class="{style}"><b>{theme.letter(place)}</b></span>'
    said = f'<td class="differs {style} l" colspan="{columns}"><span>{theme.mark(place).glyph}</span> no counterpart</td>'
    return f'<tr><td class="l">{letter}</td><td></td>{said}</tr>'
