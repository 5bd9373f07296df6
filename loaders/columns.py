"""A file's bytes as lines and columns of arrays, with line numbers kept and nothing copied that need not be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
import pandas as pd
import pyarrow as pa

from loaders.errors import FormatError
from loaders.schema import Notice
from loaders.sources import Member

NEWLINE, TAB, BLANK = 10, 9, 32
PIECE = 1 << 18  # bytes looked through at a time, so that they and their positions stay in the processor's cache
UTF8_BOM = b"\xef\xbb\xbf"


def plain_text(member: Member) -> bytes:
    r"""The bytes of a text member: UTF-8, lines ended by \n alone, no byte order mark, a last newline.

    Raises FormatError, with its line, for bytes that are no UTF-8 or hold a NUL.
    """
    data = unix_lines(member.data)
    if b"\0" in data:
        raise _no_text(member, data, data.index(b"\0"), "a NUL byte")
    if not _is_utf8(data):
        try:
            data.decode("utf-8")
        except UnicodeDecodeError as error:
            raise _no_text(member, data, error.start, f"byte 0x{data[error.start]:02x} is no UTF-8") from None
    return data


def any_text(member: Member) -> tuple[bytes, dict[int, str]]:
    """The same of a member some of whose lines are no text, and what is wrong with each of those, by its number from 0.

    Bytes that are no UTF-8 are replaced by U+FFFD, and so is NUL.
    """
    data = unix_lines(member.data)
    if b"\0" not in data and _is_utf8(data):
        return data, {}
    lines, wrong = data.split(b"\n"), {}
    for k, line in enumerate(lines):
        if b"\0" in line:
            wrong[k] = "a NUL byte"
        elif not line.isascii():
            try:
                line.decode("utf-8")
            except UnicodeDecodeError as error:
                wrong[k] = f"byte 0x{line[error.start]:02x} is no UTF-8"
    for k in wrong:
        lines[k] = lines[k].replace(b"\0", b"\xff").decode("utf-8", "replace").encode()
    return b"\n".join(lines), wrong


def _is_utf8(data: bytes) -> bool:
    """Whether all bytes are UTF-8; Arrow looks twenty times faster than Python decodes."""
    if data.isascii():
        return True
    whole = pa.py_buffer(np.array([0, len(data)], np.int64))
    try:
        pa.Array.from_buffers(pa.large_string(), 1, [None, whole, pa.py_buffer(data)]).validate(full=True)
    except pa.ArrowInvalid:
        return False
    return True


def unix_lines(data: bytes) -> bytes:
    r"""Bytes of any encoding with lines ended by \n alone, no byte order mark before a line and a last newline."""
    data = data.removeprefix(UTF8_BOM)
    if b"\r" in data:
        data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    if UTF8_BOM[:1] in data and UTF8_BOM in data:  # files with marks of their own, one behind the other
        data = data.replace(b"\n" + UTF8_BOM, b"\n")
    return data if data.endswith(b"\n") or not data else data + b"\n"


def mixed_newlines(members: Sequence[Member]) -> list[Notice]:
    """A notice for each member whose lines end in more than one way."""
    found = []
    for member in members:
        if b"\r" not in member.data:
            continue
        both = member.data.count(b"\r\n")
        ends = {"CRLF": both, "CR": member.data.count(b"\r") - both, "LF": member.data.count(b"\n") - both}
        said = [f"{count:,} in {name}" for name, count in ends.items() if count]
        if len(said) > 1:
            found.append(Notice(member.name, None, "newlines", f"lines end in several ways ({', '.join(said)}); all end a line"))
    return found


def _no_text(member: Member, data: bytes, at: int, what: str) -> FormatError:
    line = data.count(b"\n", 0, at) + member.line
    begin = data.rfind(b"\n", 0, at) + 1
    shown = data[begin : at + 40].partition(b"\n")[0].decode("utf-8", "replace")
    return FormatError(member.name, line, what, "Text must be UTF-8; convert the file, or unpack it first.", shown=shown)


@dataclass(frozen=True)
class Lines:
    """A text's bytes and where its lines begin and end (the newline left out)."""

    data: bytes
    buffer: np.ndarray  # uint8
    start: np.ndarray  # int32; int64 from 2 GiB
    end: np.ndarray

    def text(self, line: int) -> str:
        """One line as a string, by its 0-based number."""
        return self.data[self.start[line] : self.end[line]].decode("utf-8")

    def first(self) -> np.ndarray:
        """The first byte of every line; 10 for empty lines."""
        return self.buffer[self.start] if len(self.start) else np.zeros(0, np.uint8)


def split_lines(data: bytes) -> Lines:
    """The lines of a text that ends in a newline (or is empty)."""
    buffer = np.frombuffer(data, np.uint8)
    end = positions(buffer, NEWLINE)
    start = np.empty_like(end)
    if len(end):
        start[0] = 0
        start[1:] = end[:-1] + 1
    return Lines(data, buffer, start, end)


def positions(buffer: np.ndarray, byte: int) -> np.ndarray:
    """Where a byte stands in a text, ascending: int32, int64 from 2 GiB. In pieces, for new memory costs more than a look."""
    small = np.int32 if len(buffer) < 2**31 - 1 else np.int64
    found = [np.zeros(0, small)]
    for first in range(0, len(buffer), PIECE):
        here = np.flatnonzero(buffer[first : first + PIECE] == byte)
        here += first
        found.append(here.astype(small))
    return np.concatenate(found)


def slices(data: bytes, start: np.ndarray, end: np.ndarray) -> pa.StringArray:
    """The strings data[start:end], in order; slices may not overlap and must ascend.

    An Arrow string array wants each value to begin where the last one ended, so fields and the gaps between them
    are laid out as one array over the file's own bytes, of which every second value is taken.
    """
    if not len(start):
        return pa.array([], pa.string())
    if len(data) >= 2**31 - 1:
        return pa.array([data[s:e].decode("utf-8") for s, e in zip(start.tolist(), end.tolist(), strict=True)], pa.string())
    offsets = np.empty(2 * len(start), np.int32)
    offsets[0::2], offsets[1::2] = start, end
    whole = pa.Array.from_buffers(pa.string(), len(offsets) - 1, [None, pa.py_buffer(offsets), pa.py_buffer(data)])
    return whole.take(index_array(np.arange(0, len(offsets) - 1, 2, dtype=np.int32)))


def index_array(values: np.ndarray) -> pa.Array:
    """A NumPy integer array as an Arrow array, without a copy and without importing what pa.array() imports."""
    kinds = {"int8": pa.int8(), "int16": pa.int16(), "int32": pa.int32(), "int64": pa.int64()}
    values = np.ascontiguousarray(values)
    return pa.Array.from_buffers(kinds[values.dtype.name], len(values), [None, pa.py_buffer(values)])


def encode(strings: pa.Array | pa.ChunkedArray) -> tuple[np.ndarray, list[str]]:
    """Codes (int32) and the distinct strings, in order of first occurrence."""
    if isinstance(strings, pa.ChunkedArray):
        strings = strings.combine_chunks()
    coded = strings.dictionary_encode()
    codes = np.frombuffer(coded.indices.buffers()[1], np.int32, len(coded), coded.indices.offset * 4)
    return codes, coded.dictionary.to_pylist()


def category(strings: pa.Array) -> pd.Categorical:
    """A string column as a categorical, its categories in order of first occurrence."""
    codes, names = encode(strings)
    return coded(codes, names)


def coded(codes: np.ndarray, names: list[str]) -> pd.Categorical:
    """A categorical from codes and the names that they stand for."""
    return pd.Categorical.from_codes(codes, categories=pd.Index(names, dtype="str"), validate=False)


def constant(value: str, length: int) -> pd.Categorical:
    """A categorical column that says the same in every row, at a byte a row."""
    return pd.Categorical.from_codes(np.zeros(length, np.int8), dtype=_only(value), validate=False)


@cache
def _only(value: str) -> pd.CategoricalDtype:
    return pd.CategoricalDtype(pd.Index([value], dtype="str"))


def text_column(strings: pa.Array) -> pd.Series:
    """A string column as pandas' own Arrow-backed strings, without a copy."""
    return pd.Series(pd.array(strings.cast(pa.large_string()), dtype="str"), copy=False)
