"""Mentions from the Entity brackets in MISC, in CorefUD's layout and in GUM's own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from loaders import build, columns
from loaders.conllu_comments import Comment
from loaders.errors import FormatError, excerpt
from loaders.mention_heads import Nodes, mention_heads
from loaders.schema import Notice

DEFAULT_LAYOUT = "eid-etype-head-other"
NAMES = {"GRP": "eid", "entity": "etype"}  # GUM's names for the same fields
KNOWN = set("eid etype head other infstat salience centering minspan MIN link coref_type identity bridge splitante".split())
BRACKET = re.compile(r"\(([^()]+)(\)?)|([^()]+)\)")
PART = re.compile(r"(.*)\[([0-9]{1,9})/([1-9][0-9]{0,8})\]", re.DOTALL)
CLOSING = "Every bracket of an entity is opened once and closed once, in one document."


class Bracket(NamedTuple):
    """One opening, closing or both; key is the entity's name with its part, if any. head 0: none given, -1: no number."""

    opens: bool
    closes: bool
    key: str
    name: str
    part: int = 0
    parts: int = 0
    label: str = ""
    head: int = 0


@dataclass(frozen=True)
class Layout:
    """The names of a mention's fields, and the brackets read by it so far: by their text, and by the code of a MISC."""

    fields: tuple[str, ...]
    brackets: dict[str, Bracket] = field(default_factory=dict)
    read: dict[int, list[Bracket]] = field(default_factory=dict)


@dataclass
class Found:
    """Mentions so far, by row of their opening bracket, and the brackets still open, by key."""

    start: list[int] = field(default_factory=list)
    end: list[int] = field(default_factory=list)
    name: list[str] = field(default_factory=list)
    label: list[str] = field(default_factory=list)
    head: list[int] = field(default_factory=list)
    pieces: dict[int, list[tuple[int, int]]] = field(default_factory=dict)  # of discontinuous mentions
    open: dict[str, list[tuple[int, int]]] = field(default_factory=dict)  # key -> (mention, node), innermost last
    pending: dict[tuple, list[int]] = field(default_factory=dict)  # (name, parts, next part) -> mentions


def mentions(nodes: Nodes, declared: Sequence[Comment | None]) -> tuple[build.Spans, list[Notice]]:
    """The mentions of all documents, by opening bracket, and what was odd about them.

    declared : per document, its `# global.Entity`. A mention without a usable head index is headed by the highest of
    its words in the basic tree, the leftmost of several; -1 without a tree.
    Raises FormatError for a bracket that is never closed or was never opened, and for what is no bracket.
    """
    carriers = [i for i, name in enumerate(nodes.names) if "Entity=" in name and entity_values(name)]
    rows = np.flatnonzero(np.isin(nodes.misc, carriers))
    if not len(rows):
        return build.no_spans(), []
    found, notices, known = Found(), [], {}
    borders = np.searchsorted(nodes.doc[rows], np.arange(len(declared) + 1))
    for document in np.unique(nodes.doc[rows]).tolist():
        fields = _layout(nodes, document, declared[document], notices)
        of_document = rows[borders[document] : borders[document + 1]]
        _read_document(nodes, of_document, known.setdefault(fields, Layout(fields)), found)
    return _spans(nodes, found, notices), _distinct(notices)


def entity_values(misc: str) -> list[str]:
    """The values of MISC's Entity attributes; MISC is split at | and then at the first =."""
    pairs = (attribute.partition("=") for attribute in misc.split("|"))
    return [value for key, _, value in pairs if key == "Entity"]


def _layout(nodes: Nodes, document: int, declared: Comment | None, notices: list[Notice]) -> tuple[str, ...]:
    """The names of the fields of a mention, in order."""
    source = nodes.source
    if declared is None:
        line = int(nodes.line[nodes.first[document]])
        text = f"no # global.Entity; mentions are read as {DEFAULT_LAYOUT}"
        notices.append(Notice(source.file(line), None, "no declaration", text))
        return tuple(DEFAULT_LAYOUT.split("-"))
    fields = tuple(NAMES.get(name, name) for name in declared.value.split("-"))
    if "eid" not in fields:
        raise source.error(declared.line, "no field eid or GRP among the mention's fields", f"Write {DEFAULT_LAYOUT}, for one.")
    for unknown in [name for name in fields if name not in KNOWN]:
        text = f"mentions have a field {unknown!r}, which is passed over"
        notices.append(Notice(source.file(declared.line), int(source.number(declared.line)), "unknown field", text))
    return fields


def _distinct(notices: list[Notice]) -> list[Notice]:
    """One notice of each file, kind and text."""
    return list({(n.file, n.kind, n.text): n for n in reversed(notices)}.values())[::-1]


def _read_document(nodes: Nodes, rows: np.ndarray, layout: Layout, found: Found) -> None:
    for row, code in zip(rows.tolist(), nodes.misc[rows].tolist(), strict=True):
        if code not in layout.read:
            layout.read[code] = _brackets(nodes, row, layout)
        for bracket in layout.read[code]:
            if bracket.opens:
                _open(nodes, found, bracket, row)
            if bracket.closes:
                _close(nodes, found, bracket, row)
    _check_closed(nodes, found)


def _brackets(nodes: Nodes, row: int, layout: Layout) -> list[Bracket]:
    """The brackets on one node, left to right."""
    value = "".join(entity_values(nodes.names[nodes.misc[row]]))
    matches, at = [], 0
    while match := BRACKET.match(value, at):  # a search would look for a bracket from every letter of a long value
        matches.append(match)
        at = match.end()
    if at < len(value):
        what = f"Entity={excerpt(value)} is no sequence of brackets"
        raise _error(nodes, row, what, "Write (e1-person-1- to open and e1) to close.")
    for match in matches:
        if match[0] not in layout.brackets:
            layout.brackets[match[0]] = _bracket(match, layout.fields)
    brackets = [layout.brackets[match[0]] for match in matches]
    if not all(bracket.name for bracket in brackets):
        raise _error(nodes, row, "a mention of an entity without a name", "Write the entity's name behind the bracket.")
    return brackets


def _bracket(match: re.Match, fields: tuple[str, ...]) -> Bracket:
    text = match[1] or match[3]
    values = dict(zip(fields, text.split("-", len(fields) - 1), strict=False))
    key = values.get("eid", text)
    part = PART.fullmatch(key)
    name, k, n = (part[1], int(part[2]), int(part[3])) if part else (key, 0, 0)
    if match[3]:
        return Bracket(False, True, key, name, k, n)
    return Bracket(True, bool(match[2]), key, name, k, n, values.get("etype", ""), _head_index(values.get("head", "")))


def _head_index(text: str) -> int:
    if not text:
        return 0
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 and int(text) else -1


def _open(nodes: Nodes, found: Found, bracket: Bracket, row: int) -> None:
    mention = _continued(nodes, found, bracket, row) if bracket.parts else None
    if mention is None:
        mention = len(found.start)
        found.start.append(row)
        found.end.append(row)
        found.name.append(bracket.name)
        found.label.append(bracket.label)
        found.head.append(bracket.head)
    if 0 < bracket.part < bracket.parts:
        found.pending.setdefault((bracket.name, bracket.parts, bracket.part + 1), []).append(mention)
    found.open.setdefault(bracket.key, []).append((mention, row))


def _continued(nodes: Nodes, found: Found, bracket: Bracket, row: int) -> int | None:
    """The mention that a part goes on with, None for the first part."""
    if bracket.part == 1 <= bracket.parts:
        return None
    waiting = found.pending.get((bracket.name, bracket.parts, bracket.part))
    if not waiting:
        what = f"part {bracket.part}/{bracket.parts} of entity {excerpt(bracket.name)} without the part before it"
        raise _error(nodes, row, what, "Parts are numbered [1/2], [2/2] in the order of the text.")
    return waiting.pop()


def _close(nodes: Nodes, found: Found, bracket: Bracket, row: int) -> None:
    stack = found.open.get(bracket.key)
    if not stack:
        raise _error(nodes, row, f"entity {excerpt(bracket.key)} is closed but not open", CLOSING)
    mention, start = stack.pop()
    found.end[mention] = max(found.end[mention], row + 1)
    if bracket.parts:
        found.pieces.setdefault(mention, []).append((start, row + 1))


def _check_closed(nodes: Nodes, found: Found) -> None:
    """Raise FormatError for a document's first bracket that stays open, or mention that lacks a part."""
    left = [(row, f"entity {excerpt(key)} is opened but never closed") for key, stack in found.open.items() for _, row in stack]
    left += [
        (found.start[mention], f"entity {excerpt(name)} lacks part {part}/{parts} of a mention")
        for (name, parts, part), waiting in found.pending.items()
        for mention in waiting
    ]
    if left:
        row, what = min(left)
        raise _error(nodes, row, what, CLOSING)
    found.open.clear()
    found.pending.clear()


def _error(nodes: Nodes, row: int, what: str, remedy: str) -> FormatError:
    return nodes.source.error(int(nodes.line[row]), what, remedy)


def _spans(nodes: Nodes, found: Found, notices: list[Notice]) -> build.Spans:
    start, end = np.array(found.start, np.int64), np.array(found.end, np.int64)
    doc = nodes.doc[start]
    first = nodes.first[doc]
    parts = {m: united for m, pieces in found.pieces.items() if len(united := _united(pieces)) > 1}
    heads, odd = mention_heads(nodes, np.array(found.head, np.int64), start, end, parts)
    notices += odd
    labels, label_names = _numbered(found.label)
    line = nodes.source.number(nodes.line[start])
    return build.Spans(
        doc,
        start - first,
        end - first,
        _numbered(found.name)[0],
        line,
        head=np.where(heads >= 0, heads - first, -1),
        label=columns.coded(labels.astype(np.int32), label_names),
        parts={m: [(s - int(first[m]), e - int(first[m])) for s, e in pieces] for m, pieces in parts.items()},
    )


def _numbered(names: Sequence[str]) -> tuple[np.ndarray, list[str]]:
    """Codes by first occurrence, and what they stand for."""
    codes: dict[str, int] = {}
    return np.array([codes.setdefault(name, len(codes)) for name in names], np.int64), list(codes)


def _united(pieces: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Parts in the order of the text, those that touch or overlap made one."""
    made: list[tuple[int, int]] = []
    for start, end in sorted(pieces):
        if made and start <= made[-1][1]:
            made[-1] = (made[-1][0], max(end, made[-1][1]))
        else:
            made.append((start, end))
    return made
