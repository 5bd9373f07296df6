"""Mentions marked in running text: [Lena](#1), <m id="1">Lena</m>, [Lena]_1, nested as may be.

Brackets without an id are text, and so are links, [Lena](http://...), for an id stands behind # or _. Bracketed marks close
the innermost open bracket; an element closes the innermost one of its name.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field

ELEMENTS = "m|mention|coref|entity|ent|e|mark"
ID = r"[\w.:-]{1,60}"
MARK = re.compile(
    rf"\\(?P<literal>[\[\]])|(?P<open>\[)|\](?:\(#(?P<hash>{ID})\)|_\{{(?P<braced>{ID})\}}|_(?P<under>\w{{1,60}}))?"
    rf"|<(?P<element>{ELEMENTS})\s+(?:[^<>]{{0,200}}?\s)?id\s*=\s*[\"']?(?P<id>[^\s\"'<>]{{1,60}})[\"']?[^<>]{{0,200}}>"
    rf"|</(?P<closed>{ELEMENTS})\s*>",
    re.IGNORECASE,
)
TOLD = re.compile(rf"\](?:\(#{ID}\)|_\{{{ID}\}}|_\w)|<(?:{ELEMENTS})\s[^<>]{{0,200}}?id\s*=".encode(), re.IGNORECASE)
# Runs that writers use for one sign are one word, as in the Penn Treebank; so are runs of letters and digits.
WORD = re.compile(r"\w+|``|''|-{2,}|\.{2,}|[^\w\s]")


@dataclass
class Read:
    """A marked text as words: form and line (from 0) of each. mentions : (first word, one after the last, entity's name, line).

    odd : (line, what is odd about a mark that is passed over).
    """

    forms: list[str] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    mentions: list[tuple[int, int, str, int]] = field(default_factory=list)
    odd: list[tuple[int, str]] = field(default_factory=list)


@dataclass
class _Mark:
    """A match of MARK that ends a stretch of text; name : of the entity whose mention begins and ends there, if one does."""

    match: re.Match
    text: str = ""
    begins: str | None = None
    partner: int = -1
    odd: str = ""


def is_marked(data: bytes) -> bool:
    """Whether bytes hold a mark."""
    return TOLD.search(data) is not None


def read_marks(text: str) -> Read:
    """The words and mentions of a marked text; marks that do not fit are passed over and listed."""
    marks = _paired([_Mark(match) for match in MARK.finditer(text)])
    has_elements = any(mark.match["element"] for mark in marks)
    found, at, begun, line = Read(), 0, {}, 0
    for number, mark in enumerate(marks):
        line = _add(found, html.unescape(text[at : mark.match.start()]) if has_elements else text[at : mark.match.start()], line)
        line = _add(found, mark.text, line)
        if mark.begins is not None:
            begun[number] = (len(found.forms), line)
        elif mark.partner >= 0:
            _close(found, begun[mark.partner], marks[mark.partner].begins)
        if mark.odd:
            found.odd.append((line, mark.odd))
        line += mark.match[0].count("\n")
        at = mark.match.end()
    _add(found, html.unescape(text[at:]) if has_elements else text[at:], line)
    found.mentions.sort(key=lambda mention: (mention[0], -mention[1]))  # as they open; of equal ones, the inner first
    return found


def _paired(marks: list[_Mark]) -> list[_Mark]:
    """The marks with what they are settled: which begin a mention, which end one, which are text."""
    brackets: list[int] = []
    elements: dict[str, list[int]] = {}
    for number, mark in enumerate(marks):
        match = mark.match
        if match["literal"]:
            mark.text = match["literal"]
        elif match["open"]:
            mark.text = "["  # until its end has an id
            brackets.append(number)
        elif match["element"]:
            mark.begins, mark.odd = match["id"], f"{match[0]} is never closed"
            elements.setdefault(match["element"].lower(), []).append(number)
        elif match["closed"]:
            _end(marks, number, elements.get(match["closed"].lower()), "")
        else:
            _end(marks, number, brackets, match["hash"] or match["braced"] or match["under"] or "")
    return marks


def _end(marks: list[_Mark], number: int, waiting: list[int] | None, name: str) -> None:
    """Join a mark that ends something to what it ends. name : the id behind a bracket."""
    mark, begin = marks[number], waiting.pop() if waiting else -1
    if mark.match["closed"]:
        mark.partner = begin
        if begin >= 0:
            marks[begin].odd = ""
        else:
            mark.odd = f"{mark.match[0]} closes what was never opened"
    elif not name:
        mark.text = "]"
    elif begin >= 0:
        marks[begin].text, marks[begin].begins, mark.partner = "", name, begin
    else:
        mark.odd = f"{mark.match[0]} closes what was never opened"


def _add(found: Read, text: str, line: int) -> int:
    """Add a text's words; returns the line on which it ends."""
    for number, part in enumerate(text.split("\n") if text else ()):
        words = WORD.findall(part)
        found.forms += words
        found.lines += [line + number] * len(words)
    return line + text.count("\n")


def _close(found: Read, begun: tuple[int, int], name: str | None) -> None:
    start, line = begun
    if start == len(found.forms):
        found.odd.append((line, f"a mention of {name} without words"))
    else:
        found.mentions.append((start, len(found.forms), name or "", line))
