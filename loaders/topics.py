"""Tables of topics: which topic and subtopic each document belongs to."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from loaders.errors import FormatError

REMEDY = "Write three columns separated by tabs or commas: document, topic, subtopic; the last may be left out."
HEADER = ("document", "doc_id", "doc", "id")
LINES = re.compile("\r\n|\r|\n")  # str.splitlines() would part lines at signs that ids may hold


class Topics(NamedTuple):
    """of : topic and subtopic ("" for none) by document id. digest : the SHA-256 of the table's bytes."""

    of: Mapping[str, tuple[str, str]]
    digest: str


def read_topics(source: Path | tuple[str, bytes]) -> Topics:
    """A table of topics, from a file or its name and bytes: columns separated by tabs or, where there is none, by commas.

    A header line, blank lines and lines that begin with # are left out. Raises FormatError, with its line, for other
    columns, an empty cell and a document that comes twice.
    """
    file, data = (source.name, _read(source)) if isinstance(source, Path) else source
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise FormatError(file, line, "the text is not UTF-8", "Save the table as UTF-8 text.") from None
    sign = "\t" if "\t" in text else ","
    found: dict[str, tuple[str, str]] = {}
    for number, line in enumerate(LINES.split(text), 1):
        fields = [field.strip() for field in line.split(sign)]
        if not line.strip() or line.startswith("#") or (not found and fields[0].lower() in HEADER):
            continue
        if len(fields) not in (2, 3) or not fields[0] or not fields[1]:
            raise FormatError(file, number, _wrong(fields), REMEDY, shown=line)
        if fields[0] in found:
            raise FormatError(file, number, "a second line for this document", "Keep one of them.", shown=fields[0])
        found[fields[0]] = (fields[1], fields[2] if len(fields) == 3 else "")
    if not found:
        raise FormatError(file, None, "no document in the table", REMEDY)
    return Topics(found, hashlib.sha256(data).hexdigest())


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise FormatError(str(path), None, str(error.strerror), "Check the path and its permissions.") from None


def _wrong(fields: list[str]) -> str:
    if len(fields) in (2, 3):
        return f"the {'topic' if fields[0] else 'document'} is empty"
    return f"{len(fields)} column{'' if len(fields) == 1 else 's'} instead of two or three"
