"""CoNLL-U files cut into their documents, each of which is read as it is read in the whole file."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise
from operator import attrgetter

from loaders import columns
from loaders.conllu_comments import Comment, newdocs, read_comments
from loaders.conllu_lines import classes
from loaders.sources import Member

NEWDOC_ID = re.compile(rb"^#\s*newdoc\s+id\s*=\s*(.+)$", re.MULTILINE)


def split_all(members: list[Member]) -> list[list[Member]]:
    """One member a document, each a list of its own."""
    return [[piece] for member in members for piece in split(member)]


def name_of(pieces: list[Member]) -> str:
    """The id of a document that cannot be read, from its `# newdoc id`."""
    found = NEWDOC_ID.search(pieces[0].data)
    return found.group(1).decode("utf-8", "replace").strip() if found else ""


def split(member: Member) -> list[Member]:
    """One member a document, each of which parse() reads as it reads the document in the whole file.

    A piece that lacks the `# global.Entity` of an earlier one gets it as a line of its own before its first line.
    """
    lines = columns.split_lines(_with_ids(columns.unix_lines(member.data)))
    comments = read_comments(lines)
    begins = [border.start for border in newdocs(lines, comments)]
    blank, comment = classes(lines)
    if begins and (blank | comment)[: begins[0]].all():
        begins[0] = 0  # what stands before the first document is no document
    else:
        begins.insert(0, 0)
    declared = [c for c in comments if c.key == "global.Entity"]
    return [_piece(member, lines, bounds, declared) for bounds in pairwise([*begins, len(lines.end)])]


def _with_ids(data: bytes) -> bytes:
    """The text, each `# newdoc` without an id given the one that it has in the whole file."""
    lines = columns.split_lines(data)
    comments = read_comments(lines)
    unnamed = {c.line for c in comments if c.key == "newdoc" and not c.value}
    made, done = [], 0
    for border in [b for b in newdocs(lines, comments) if b.newdoc in unnamed]:
        made += [data[done : lines.start[border.newdoc]], f"# newdoc id = {border.name}".encode()]
        done = lines.end[border.newdoc]
    return b"".join([*made, data[done:]])


def _piece(member: Member, lines: columns.Lines, bounds: tuple[int, int], declared: Sequence[Comment]) -> Member:
    begin, end = bounds
    data = lines.data[lines.start[begin] : lines.end[end - 1] + 1] if end else b""
    last = bisect_left(declared, end, key=attrgetter("line")) - 1
    if last >= 0 and declared[last].line < begin:
        return Member(member.name, f"# global.Entity = {declared[last].value}\n".encode() + data, member.line + begin - 1)
    return Member(member.name, data, member.line + begin)
