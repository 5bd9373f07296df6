"""Trees of CoNLL-U of which some sentences cannot be read: each of these stays in its place as a token without words.

So the text goes on through it, all other sentences keep their characters, and it can be told what it covers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from loaders import build, conllu_checks
from loaders.conllu_checks import form_problem, id_problems, read_heads, size_problem
from loaders.conllu_comments import border_faults, newdocs, read_comments
from loaders.conllu_lines import (
    EMPTY,
    FORM,
    RANGE,
    SENT_ID,
    Fault,
    Source,
    classes,
    column_faults,
    read_any_source,
    read_tokens,
)
from loaders.errors import FormatError
from loaders.schema import Unread
from loaders.sources import Member

BLANKS = re.compile("[\t\u0020\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+")
TEXT = re.compile(r"#\s*text\s*=(.*)")
NEWDOC = re.compile(r"#\s*newdoc\b")
IN_RANGE = re.compile(r"([0-9]{1,9})-([0-9]{1,9})")
LOST = "\N{REPLACEMENT CHARACTER}"  # a text of which nothing is left


class Torn(NamedTuple):
    """A sentence that cannot be read: its file, the number of its first token line there, and what it may be."""

    file: str
    line: int
    name: str
    texts: tuple[str, ...]
    error: FormatError


def mended(members: Sequence[Member]) -> tuple[list[Member], list[Torn]]:
    """The members with each sentence that cannot be read made one token without words, and these sentences.

    Lines keep their numbers. Raises FormatError where no sentence is left, the first one's.
    """
    source, faults = read_any_source(members)
    faults = faults or _faults(source)
    torn: list[Torn] = []
    while faults:
        blocks = _blocks(source)
        first: dict[int, int] = {}
        for line in sorted(faults):
            first.setdefault(int(blocks[line]), line)
        errors = {block: source.error(line, *faults[line]) for block, line in first.items()}
        members, found = _rewritten(source, blocks, errors)
        torn += found
        source = read_any_source(members)[0]
        faults = _faults(source)
    if torn and len(torn) >= _count_sentences(source):
        raise min(torn, key=lambda t: (t.file, t.line)).error
    return list(members), torn


def unread(text: build.Text, torn: Sequence[Torn]) -> tuple[Unread, ...]:
    """The torn sentences by their rows among a text's tokens without words."""
    lone = text.wordless
    files = [text.files[k] for k in lone["doc_id"].cat.codes.tolist()]
    row = {place: k for k, place in enumerate(zip(files, lone["line"].tolist(), strict=True))}
    found = [Unread(row[t.file, t.line], t.name, t.texts, t.error) for t in torn]
    return tuple(sorted(found, key=lambda u: u.row))


def _faults(source: Source) -> dict[int, Fault]:
    """The lines that keep their sentences from being read; those of wrong columns before all others."""
    found = column_faults(source)
    if found:
        return found
    tokens = read_tokens(source)
    if not len(tokens.line):
        return {}
    rows = np.flatnonzero(tokens.kind != RANGE)
    forms = form_problem(tokens, build.form_lengths(tokens.field(FORM)))
    heads = read_heads(tokens, rows, tokens.kind[rows] == EMPTY)[1]
    borders = border_faults(tokens, newdocs(source.lines, read_comments(source.lines)))
    return borders | conllu_checks.faults(tokens, [size_problem(tokens), *id_problems(tokens), forms, heads])


def _blocks(source: Source) -> np.ndarray:
    """The number of the stretch between blank lines that each line stands in; a blank line begins the next one."""
    border = classes(source.lines)[0].copy()
    border[source.first[source.first < len(border)]] = True
    return np.cumsum(border)


def _count_sentences(source: Source) -> int:
    return len(read_tokens(source).begins)


def _rewritten(source: Source, blocks: np.ndarray, bad: dict[int, FormatError]) -> tuple[list[Member], list[Torn]]:
    """The members with the bad stretches rewritten, and what each of those was."""
    lines, torn = source.lines, []
    pieces: list[list[bytes]] = [[] for _ in source.members]
    bounds = np.append(source.first, len(lines.end)).tolist()
    done = bounds[:-1]
    for block, error in sorted(bad.items()):
        begin, end = (int(np.searchsorted(blocks, block, side)) for side in ("left", "right"))
        k = int(source.member(begin))
        text = [lines.text(line) for line in range(begin, end)]
        new, first, found = _flattened(text)
        if first >= 0:
            torn.append(Torn(error.file, int(source.number(begin + first)), *found, error))
        pieces[k] += [_bytes(source, done[k], begin), *(f"{line}\n".encode() for line in new)]
        done[k] = end
    members = []
    for k, member in enumerate(source.members):
        pieces[k].append(_bytes(source, done[k], bounds[k + 1]))
        members.append(replace(member, data=b"".join(pieces[k])))
    return members, torn


def _bytes(source: Source, begin: int, end: int) -> bytes:
    """The bytes of some lines."""
    return source.lines.data[source.lines.start[begin] : source.lines.end[end - 1] + 1] if end > begin else b""


def _flattened(lines: Sequence[str]) -> tuple[list[str], int, tuple[str, tuple[str, ...]]]:
    """A sentence's lines with its tokens made one, which of them that is (-1 for none), its id and what its text may be."""
    comments = [line.startswith("#") for line in lines]
    first = next((k for k, line in enumerate(lines) if line.strip(" ") and not comments[k]), -1)
    if first < 0:
        return list(lines), -1, ("", ())
    said = [line for line, is_comment in zip(lines, comments, strict=True) if is_comment]
    names = [m[1] for m in map(SENT_ID.match, said) if m]
    texts = _texts([line for line, is_comment in zip(lines, comments, strict=True) if not is_comment], said)
    token = "\t".join(["2-1", texts[0], *"________"])
    new = [*lines[:first], token, *(line if NEWDOC.match(line) else "" for line in lines[first + 1 :])]
    return new, first, ((names or [""])[-1], texts)


def _texts(tokens: Sequence[str], comments: Sequence[str]) -> tuple[str, ...]:
    """What the characters of a sentence may be, the likeliest first: its forms', its `# text`'s."""
    written = [m[1] for m in map(TEXT.match, comments) if m]
    found = [BLANKS.sub("", text) for text in ["".join(_surface(tokens)), *written[-1:]]]
    return tuple(dict.fromkeys(text for text in found if text)) or (LOST,)


def _surface(lines: Sequence[str]) -> Iterator[str]:
    """The forms of a sentence's tokens, as far as they can be told: of lines without tabs, what stands between blanks."""
    held = 0  # the last word of the range before
    for line in lines:
        cells = line.split("\t") if "\t" in line else line.split()
        if len(cells) < 2 or "." in cells[0]:
            continue
        found = IN_RANGE.fullmatch(cells[0])
        if found:
            held = int(found[2])
        elif cells[0].isdecimal() and len(cells[0]) < 10 and int(cells[0]) <= held:
            continue
        yield cells[1]
