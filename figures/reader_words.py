"""What the Reader says of a document and of a mistake in it: chips, sentences, counts."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from metrics.reading import Reading

ALONE = "○"


@dataclass(frozen=True)
class Head:
    """What stands over a column. style : class of its colour (sGold, sA, ...); note : "CoNLL 61.20 · 8 errors"."""

    letter: str
    mark: str
    style: str
    name: str = ""
    note: str = ""


def chip(mention) -> str:
    """3≠2 wrong entity (the system's, gold's; ○ is a singleton), −6 missed, +4 extra (− and + alone: singletons)."""
    if mention.state == "wrong":
        return f"{mention.entity or ALONE}≠{mention.gold_entity or ALONE}"
    if mention.state == "missed":
        return f"−{mention.gold_entity or ''}"
    return f"+{mention.entity or ''}"


def around(mention) -> tuple[str, str]:
    """What stands before and after a mention's words where it is said what a system did: "puts" She "in entity 3, gold in 2"."""
    matched = f" (gold: {mention.gold_text})" if mention.gold_text else ""
    if mention.state == "missed":
        return "misses", ", in gold " + (f"in entity {mention.gold_entity}" if mention.gold_entity else "a singleton")
    if mention.state == "extra":
        return "marks", (f" in entity {mention.entity}" if mention.entity else " as a singleton") + ", gold does not"
    if not mention.entity:
        return "leaves", f"{matched} a singleton, gold has it in entity {mention.gold_entity}"
    rest = f"gold in {mention.gold_entity}" if mention.gold_entity else "in gold it is a singleton"
    return "puts", f"{matched} in entity {mention.entity}, {rest}"


def kind(mention) -> str:
    """What follows where the errors that name a mention are known: " · divided entity"; else nothing."""
    return f" · {mention.kind}" if getattr(mention, "kind", "") else ""


def remark(mention) -> str:
    """What is said of a mention that is no error of the document: gold's words if they are others, and errors that name it."""
    return " · ".join([f"gold: {mention.gold_text}"] * bool(mention.gold_text) + [mention.kind] * bool(kind(mention)))


def said(mention, head: Head) -> str:
    """What is wrong with a mention, as plain text."""
    before, after = around(mention)
    return f"{head.letter} {before} {mention.text}{after}{kind(mention)}"


def sentence(mention, head: Head) -> str:
    """What is wrong with a mention, as HTML: the system's letter in its colour, the words in italics."""
    before, after = around(mention)
    letter = f'<b class="{escape(head.style)}">{escape(head.letter)}</b>'
    return f"{letter} {before} <i><bdi>{escape(mention.text)}</bdi></i>{escape(after + kind(mention))}"


def counted(reading: Reading) -> str:
    """What a document holds: "6 sentences, 39 gold mentions, 9 entities of two and more"."""
    gold = int((reading.mentions["column"] == 0).sum())
    many = int((reading.entities["size_0"] > 1).sum())
    sentences = int(reading.words["sent"].nunique())
    return ", ".join([
        f"{sentences:,} sentence{'' if sentences == 1 else 's'}",
        f"{gold:,} gold mention{'' if gold == 1 else 's'}",
        f"{many:,} {'entity' if many == 1 else 'entities'} of two and more",
    ])  # fmt: skip


def absent(reading: Reading, head: Head) -> str:
    """What stands in the column of a system that lacks the document."""
    number = int((reading.mentions["column"] == 0).sum())
    counts = "gold's one mention counts" if number == 1 else f"all {number:,} mentions of gold count"
    return f"This document is not in {head.name or head.letter}: {counts} as missed."
