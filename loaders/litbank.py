"""LitBank's own .ann files: MENTION and COREF lines over the words of a .txt with one sentence a line.

    MENTION  T1  sentence  first word  sentence  last word  text  TYPE  NOM|PROP|PRON
    COREF    T1  Name-1

Words are runs between blanks; sentences and words count from 0, and the last word belongs to the mention. COP and APPOS
lines link mentions and do not merge them; a mention without a COREF line is a singleton. (LitBank's brat files are read
by brat.py.)
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa

from loaders import build, columns, standoff
from loaders.errors import FormatError
from loaders.options import ReadOptions
from loaders.schema import Notice
from loaders.sources import Member
from loaders.standoff import Document, Mention, Pair, name_of, split_all

__all__ = ["looks_like", "name_of", "parse", "split_all"]

MENTION, COREF = "MENTION", "COREF"
LINKS = ("COP", "APPOS")
REMEDY = "A mention is MENTION, id, sentence, word, sentence, word, text, type and class, separated by tabs."


def looks_like(members: list[Member]) -> bool:
    """Whether an .ann begins with one of LitBank's lines."""
    kinds = tuple(f"{kind}\t".encode() for kind in (MENTION, COREF, *LINKS))
    return any(
        m.name.endswith(standoff.ANNOTATION) and m.data.lstrip(columns.UTF8_BOM + b"\r\n").startswith(kinds) for m in members
    )


def parse(members: list[Member], options: ReadOptions) -> build.Parsed:  # noqa: ARG001
    """The documents, words and mentions of all members; a mention's label is its entity type.

    Raises FormatError, with its line, for a line that is none of LitBank's, a mention outside its text, an id that
    stands twice or nowhere, and an .ann without its .txt.
    """
    pairs, notices = standoff.pairs(members)
    return standoff.parsed([_document(pair) for pair in pairs], notices)


def _document(pair: Pair) -> Document:
    lines = [line.split() for line in columns.plain_text(pair.text).split(b"\n")[:-1]]
    lengths = [len(line) for line in lines]
    number = np.repeat(np.arange(len(lines), dtype=np.int32), lengths)
    form = pa.array([word for line in lines for word in line], pa.binary()).cast(pa.string())
    mentions, notices = _mentions(pair, lengths, form)
    return Document(pair, form, number, number + pair.text.line, len(lines), mentions, notices)


def _mentions(pair: Pair, lengths: Sequence[int], form: pa.StringArray) -> tuple[list[Mention], list[Notice]]:
    lines = standoff.annotation_lines(pair.annotation)
    first_word = np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)])
    names = _names(pair, lines)
    found, places, odd = [], {}, []
    for line, fields in lines:
        if fields[0] != MENTION:
            continue
        start, end = _words(pair, line, fields, first_word)
        if fields[1] in places:
            raise _error(pair, line, f"{fields[1]} stands twice, first in line {places[fields[1]]}", fields)
        places[fields[1]] = line
        quoted = fields[6].split()
        if len(quoted) != end - start or form[start:end].to_pylist() != quoted:
            odd.append(line)
        found.append(Mention(start, end, fields[7], names.pop(fields[1], (None, 0))[0], line))
    if names:
        unknown, (_, line) = next(iter(names.items()))
        raise _error(pair, line, f"no MENTION has the id {unknown}", [COREF, unknown])
    return found, _differing(pair, odd)


def _names(pair: Pair, lines: Sequence[tuple[int, list[str]]]) -> dict[str, tuple[str, int]]:
    """The entity's name, and its line, of each mention that has a COREF line; refuses what is no line of LitBank's."""
    names: dict[str, tuple[str, int]] = {}
    for line, fields in lines:
        if fields[0] == COREF:
            if len(fields) < 3 or not fields[2].strip():
                raise _error(pair, line, "a COREF line without id and name", fields)
            if names.setdefault(fields[1], (fields[2], line))[0] != fields[2]:
                raise _error(pair, line, f"{fields[1]} is in a second entity, after line {names[fields[1]][1]}", fields)
        elif fields[0] not in (MENTION, *LINKS):
            raise _error(pair, line, "neither a MENTION, COREF, COP nor APPOS line", fields)
    return names


def _words(pair: Pair, line: int, fields: list[str], first_word: np.ndarray) -> tuple[int, int]:
    """The positions of a mention's first word and of the one after its last."""
    if len(fields) not in (8, 9):
        raise _error(pair, line, f"{len(fields)} fields instead of 9", fields)
    if not all(field.isascii() and field.isdigit() and len(field) < 10 for field in fields[2:6]):
        raise _error(pair, line, "sentence and word must be numbers from 0", fields)
    sentence, word, last_sentence, last_word = map(int, fields[2:6])
    for s, w in ((sentence, word), (last_sentence, last_word)):
        if s + 1 >= len(first_word):
            raise _error(pair, line, f"sentence {s} is not in the text, which has {len(first_word) - 1}", fields)
        if w >= first_word[s + 1] - first_word[s]:
            raise _error(pair, line, f"word {w} is not in sentence {s}, which has {first_word[s + 1] - first_word[s]}", fields)
    start, end = int(first_word[sentence]) + word, int(first_word[last_sentence]) + last_word + 1
    if start >= end:
        raise _error(pair, line, "a mention that ends before it begins", fields)
    return start, end


def _differing(pair: Pair, lines: Sequence[int]) -> list[Notice]:
    if not lines:
        return []
    text = f"{len(lines)} mention(s) whose text is not that of their words; the positions count"
    return [Notice(pair.annotation.name, lines[0], "text differs", text)]


def _error(pair: Pair, line: int, what: str, fields: Sequence[str]) -> FormatError:
    return FormatError(pair.annotation.name, line, what, REMEDY, shown="\t".join(fields))
