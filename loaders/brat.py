"""brat's standoff .ann over its .txt, and the two ways in which it is used for coreference.

Offsets are code points of the .txt as it is (a CRLF is two, a byte order mark one); where the texts that the .ann
quotes show that they were counted without, they are taken so, with a notice. Sentences are lines. Words are runs
between blanks, cut further wherever an annotation begins or ends inside one, which a notice tells: a file whose
annotations cut elsewhere has other words, so gold and predictions are best annotated over one tokenised text.

Entities: the connected components of relations whose name holds "coref", and of all equivalences (*); what is in none
is a singleton. In LitBank's brat files every mention is written twice instead, once with its class and type
(`PROP_PER`, the label is then PER) and once with its entity's name (`Name-1`); its relations (cop, appos) do not merge.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from loaders import build, columns, standoff
from loaders.errors import FormatError
from loaders.options import ReadOptions
from loaders.schema import Notice
from loaders.sources import Member
from loaders.standoff import Document, Mention, Pair, name_of, split_all

__all__ = ["looks_like", "name_of", "parse", "split_all"]

LINE = re.compile(rb"(?:T\d+\t\S+ \d+ \d+[;\t\d ]|[REAMN]\d+\t\S|\*\t\S|#\S*\t)")
SPAN = re.compile(r"(\S+) (\d{1,9} \d{1,9}(?:;\d{1,9} \d{1,9})*)", re.ASCII)
WORD = re.compile("[^ \t\r\n\f\v\ufeff]+")
LINE_END = re.compile("\r\n|\r|\n")
IDENTIFIER = re.compile(r"[TREAMN]\d\S*|\*|#.*")
CLASSED = re.compile(r"(PROP|NOM|PRON)_(.+)")  # LitBank's class and type
NAMED = re.compile(r".*-\d+")  # LitBank's names of entities

REMEDY = "A text-bound annotation is T1, a tab, label, start and end, a tab, the text."


@dataclass(frozen=True)
class TextBound:
    """A T line: character ranges, ascending, and the text that it quotes."""

    label: str
    ranges: tuple[tuple[int, int], ...]
    quoted: str | None
    line: int


@dataclass(frozen=True)
class Annotation:
    """One .ann: its T lines by id, and groups of ids that corefer."""

    bounds: dict[str, TextBound]
    links: list[list[str]]


def looks_like(members: list[Member]) -> bool:
    """Whether an .ann begins with one of brat's lines, or all of them are empty."""
    begins = [m.data.lstrip(columns.UTF8_BOM + b"\r\n") for m in members if m.name.endswith(standoff.ANNOTATION)]
    filled = [begin for begin in begins if begin]
    return bool(begins) and (not filled or LINE.match(filled[0]) is not None)


def parse(members: list[Member], options: ReadOptions) -> build.Parsed:  # noqa: ARG001
    """The documents, words and mentions of all members.

    Raises FormatError, with its line, for a line that is none of brat's, ranges outside the text or without a word,
    a quoted text that is not there, an id that stands twice or nowhere, and an .ann without its .txt.
    """
    pairs, notices = standoff.pairs(members)
    return standoff.parsed([_document(pair) for pair in pairs], notices)


def _document(pair: Pair) -> Document:
    found = _annotation(pair)
    text, said = _text(pair, list(found.bounds.values()))
    start, end, cut = _words(text, found)
    form = pa.array([text[s:e] for s, e in zip(start.tolist(), end.tolist(), strict=True)], pa.string())
    breaks = np.array([m.end() for m in LINE_END.finditer(text)], np.int64)
    sent = np.searchsorted(breaks, start, side="right").astype(np.int32)
    n_sentences = len(breaks) + (0 if not text or (len(breaks) and breaks[-1] == len(text)) else 1)
    if len(cut):
        first = pair.text.line + int(np.searchsorted(breaks, cut[0], side="right"))
        what = f"{len(cut)} word(s) were cut where an annotation begins or ends inside them"
        said.append(Notice(pair.text.name, first, "word cut", what))
    mentions = _mentions(pair, found, start.tolist(), end.tolist())
    return Document(pair, form, sent, sent + pair.text.line, n_sentences, mentions, said)


def _annotation(pair: Pair) -> Annotation:
    bounds: dict[str, TextBound] = {}
    links: list[tuple[int, list[str]]] = []
    triggers: dict[str, str] = {}
    for line, fields in standoff.annotation_lines(pair.annotation):
        name, rest = fields[0], fields[1] if len(fields) > 1 else ""
        if not IDENTIFIER.fullmatch(name):
            raise _error(pair, line, "no line of brat's: neither T, R, *, E, A, M, N nor #", fields)
        if name.startswith("T"):
            if name in bounds:
                raise _error(pair, line, f"{name} stands twice, first in line {bounds[name].line}", fields)
            bounds[name] = _bound(pair, line, fields)
        elif name.startswith("R") or name == "*":
            links += [(line, ids)] if (ids := _linked(pair, line, fields)) else []
        elif name.startswith("E"):
            triggers[name] = rest.split(" ")[0].split(":")[-1]
    groups = [_resolved(pair, line, [triggers.get(i, i) for i in ids], bounds) for line, ids in links]
    return Annotation(bounds, groups)


def _bound(pair: Pair, line: int, fields: list[str]) -> TextBound:
    match = SPAN.fullmatch(fields[1]) if len(fields) > 1 else None
    if match is None:
        raise _error(pair, line, "no label with start and end", fields)
    ranges = sorted(tuple(map(int, piece.split(" "))) for piece in match[2].split(";"))
    if any(start >= end for start, end in ranges):
        raise _error(pair, line, "a range that ends before it begins", fields)
    return TextBound(match[1], tuple(ranges), "\t".join(fields[2:]) if len(fields) > 2 else None, line)


def _linked(pair: Pair, line: int, fields: list[str]) -> list[str]:
    """The ids that a relation or equivalence says to corefer; none if it is about something else."""
    kind, *arguments = fields[1].split() if len(fields) > 1 else [""]
    if fields[0] != "*" and "coref" not in kind.lower():
        return []
    ids = [argument.split(":")[-1] for argument in arguments]
    if len(ids) < 2:
        raise _error(pair, line, "a coreference of fewer than two annotations", fields)
    return ids


def _resolved(pair: Pair, line: int, ids: list[str], bounds: dict[str, TextBound]) -> list[str]:
    unknown = [i for i in ids if i not in bounds]
    if unknown:
        raise _error(pair, line, f"no text-bound annotation has the id {unknown[0]}", ids)
    return ids


def _text(pair: Pair, bounds: Sequence[TextBound]) -> tuple[str, list[Notice]]:
    """The text that the offsets count in, and a notice if that is not the .txt as it is."""
    columns.plain_text(pair.text)  # refuses what is no text
    raw = pair.text.data.decode("utf-8")
    plain = LINE_END.sub("\n", raw)
    candidates = dict.fromkeys([raw, raw.removeprefix("\ufeff"), plain, plain.removeprefix("\ufeff")])
    wrong = [_first_wrong(text, bounds) for text in candidates]
    for text, bad in zip(candidates, wrong, strict=True):
        if bad is None:
            what = "the offsets do not count the file's byte order mark or carriage returns; they were taken so"
            return text, [] if text == raw else [Notice(pair.text.name, None, "offsets", what)]
    bad = wrong[0]
    there = " ".join(raw[s:e] for s, e in bad.ranges)
    what = (
        f"the text there is {there[:40]!r}"
        if there and bad.ranges[-1][1] <= len(raw)
        else f"outside the text of {len(raw)} characters"
    )
    remedy = "Offsets count the characters, not bytes, of the .txt that belongs to the .ann."
    raise FormatError(pair.annotation.name, bad.line, what, remedy, shown=f"{bad.ranges} {bad.quoted or ''}")


def _first_wrong(text: str, bounds: Sequence[TextBound]) -> TextBound | None:
    """The first annotation that is outside the text or, blanks aside, quotes something else."""
    for bound in bounds:
        there = "".join(text[s:e] for s, e in bound.ranges)
        if bound.ranges[-1][1] > len(text) or (bound.quoted is not None and _bare(there) != _bare(bound.quoted)):
            return bound
    return None


def _bare(text: str) -> str:
    return "".join(text.split())


def _words(text: str, found: Annotation) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Where the words of a text start and end, and the places at which annotations cut some; all ascending."""
    runs = np.array([m.span() for m in WORD.finditer(text)], np.int64).reshape(-1, 2)
    start, end = runs.T
    edges = np.unique(np.array([edge for b in found.bounds.values() for piece in b.ranges for edge in piece], np.int64))
    run = np.searchsorted(start, edges, side="left") - 1
    cut = edges[(run >= 0) & (edges < end[run])] if len(start) else edges[:0]
    return np.union1d(start, cut), np.union1d(end, cut), cut


def _mentions(pair: Pair, found: Annotation, starts: list[int], ends: list[int]) -> list[Mention]:
    components = _components(found.links)
    entities = _named_twice(found) or {i: (bound.label, components.get(i)) for i, bound in found.bounds.items()}
    parts = {i: _parts(pair, found.bounds[i], starts, ends) for i in entities}
    return [
        Mention(parts[i][0][0], parts[i][-1][1], label, name, found.bounds[i].line, parts[i])
        for i, (label, name) in entities.items()
    ]


def _parts(pair: Pair, bound: TextBound, starts: list[int], ends: list[int]) -> list[tuple[int, int]]:
    """The ranges of words that an annotation covers; ranges that touch are one."""
    found: list[tuple[int, int]] = []
    for start, end in bound.ranges:
        first, last = bisect_right(ends, start), bisect_left(starts, end)
        if first >= last:
            raise _error(pair, bound.line, "an annotation of blanks, which covers no word", [bound.label, f"{start} {end}"])
        if found and first <= found[-1][1]:
            before = found.pop()
            first, last = before[0], max(last, before[1])
        found.append((first, last))
    return found


def _components(links: Sequence[Sequence[str]]) -> dict[str, str]:
    """The connected component of each linked id, named by one of its ids."""
    parent: dict[str, str] = {}

    def root(i: str) -> str:
        while parent.setdefault(i, i) != i:
            parent[i] = i = parent[parent[i]]
        return i

    for ids in links:
        for other in ids[1:]:
            parent[root(other)] = root(ids[0])
    return {i: root(i) for i in list(parent)}


def _named_twice(found: Annotation) -> dict[str, tuple[str, str | None]] | None:
    """LitBank's way: label and entity name of each mention; None if the annotation is not written so.

    The n-th name on a span belongs to its n-th mention. A name where no mention is, is a mention without a label.
    """
    bounds = found.bounds
    classed = {i: m[2] for i, bound in bounds.items() if (m := CLASSED.fullmatch(bound.label))}
    spans = {bounds[i].ranges for i in classed}
    if not any(i not in classed and NAMED.fullmatch(b.label) and b.ranges in spans for i, b in bounds.items()):
        return None
    names: dict[tuple, list[str]] = {}
    for i, bound in bounds.items():
        if i not in classed:
            names.setdefault(bound.ranges, []).append(i)
    made = {}
    for i, label in classed.items():
        name = names[bounds[i].ranges].pop(0) if names.get(bounds[i].ranges) else None
        made[i] = (label, None if name is None else bounds[name].label)
    made.update({i: ("", bounds[i].label) for ids in names.values() for i in ids})
    return made


def _error(pair: Pair, line: int, what: str, fields: Sequence[str]) -> FormatError:
    return FormatError(pair.annotation.name, line, what, REMEDY, shown="\t".join(fields))
