"""A file of JSON records cut into its records: one a line, or a list, or objects written over several lines."""

from __future__ import annotations

import gc
import json
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from loaders.errors import FormatError

KINDS = "A record holds doc_key, doc_id or id; sentences, tokens or cased_words; and clusters."
UNCLOSED = "["  # the last piece of a list that is not closed, which cannot be read and so tells
DECODER_SPACE = " \t\n\r"
BROKEN = "Each line must be one whole JSON object."


@dataclass(frozen=True)
class Place:
    """Where a record begins."""

    file: str
    line: int

    def error(self, what: str, remedy: str = KINDS, shown: object = "") -> FormatError:
        """The error to raise; what is shown, if it is no string, is written as JSON."""
        text = shown if isinstance(shown, str) else _written(shown)
        return FormatError(self.file, self.line, what, remedy, shown=text)


def _written(value: object) -> str:
    try:
        return json.dumps(value, ensure_ascii=False)[:200]
    except RecursionError:
        return ""


@contextmanager
def no_collector() -> Iterator[None]:
    """Without the garbage collector, which would walk all the nested lists again and again."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def spread_out(data: bytes) -> bool:
    """Whether records may run over several lines: a list of records, or objects written with indents."""
    begin = data.lstrip()
    return begin[:1] == b"[" or (begin[:1] == b"{" and begin[: begin.find(b"\n") + 1].strip() == b"{")


def pieces(data: bytes) -> list[tuple[int, str]]:
    """The records of a file of any kind as (line number from 0, text), without a check of what they hold.

    Where a list of records breaks off, its rest is the last piece.
    """
    text = data.decode("utf-8", "surrogateescape")
    if not spread_out(data):
        return [(number, line) for number, line in enumerate(text.split("\n")) if line.strip()]
    is_list, text = data.lstrip()[:1] == b"[", text.rstrip(DECODER_SPACE)
    stop = len(text) - (is_list and text.endswith("]"))
    decoder, line, counted = _decoder(), 0, 0
    found, at = [], _skip(text, 0, "[" * is_list)
    while at < stop:
        line, counted = line + text.count("\n", counted, at), at
        try:
            end = decoder.raw_decode(text, at)[1]
        except (ValueError, RecursionError):
            end = len(text)
        found.append((line, text[at:end]))
        at = _skip(text, end, "," * is_list)
    if is_list and stop == len(text):
        found.append((text.count("\n"), UNCLOSED))
    return found


def _skip(text: str, at: int, mark: str) -> int:
    """The position after blanks, at most one mark, and blanks."""
    for _ in range(2):
        while at < len(text) and text[at] in DECODER_SPACE:
            at += 1
        if mark and text[at : at + 1] == mark:
            at, mark = at + 1, ""
    return at


def values(file: str, data: bytes, first_line: int) -> Iterator[tuple[Place, Any]]:
    """The records of a file, decoded, and where they begin. Raises FormatError for JSON that is broken."""
    for number, text in pieces(data):
        place = Place(file, first_line + number)
        yield place, value_of(place, data, text)


def value_of(place: Place, data: bytes, text: str) -> Any:
    """One record of a file, decoded. Raises FormatError for JSON that is broken."""
    try:
        return DECODER.decode(text)
    except RecursionError:
        raise place.error("lists nested too deep", BROKEN, text[:200]) from None
    except ValueError as error:
        cut = _is_last(data, text) and not text.rstrip().endswith(("}", "]"))
        what = "the file ends in the middle of a record" if cut else f"broken JSON: {_reason(error)}"
        raise place.error(what, "Copy the file again; it is not whole." if cut else BROKEN, text[:200]) from None


def _reason(error: ValueError) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"{error.msg[0].lower()}{error.msg[1:]}, column {error.colno}"
    return str(error).split(";")[0][:100]


def _is_last(data: bytes, text: str) -> bool:
    return text == UNCLOSED or data.rstrip().endswith(text.rstrip().encode("utf-8", "surrogateescape"))


def _decoder() -> json.JSONDecoder:
    return json.JSONDecoder(object_pairs_hook=_object, parse_constant=_no_constant)


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        twice = Counter(key for key, _ in pairs).most_common(1)[0][0]
        raise ValueError(f"the key {twice!r} stands twice in one object")
    return made


DECODER = _decoder()
