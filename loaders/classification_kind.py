"""Whether a file holds labelled items, and whether gold and predictions both: told by its header or its first record."""

from __future__ import annotations

import json
from pathlib import Path

from loaders.classification import load_items
from loaders.classification_records import FIELDS, ItemOptions
from loaders.classification_tables import DELIMITERS, KNOWN, SCORE_OF
from loaders.errors import FormatError, InputError
from loaders.sources import read_members

BEGIN = 1 << 20  # bytes that are looked at
LEAST = 2  # columns with names of ours, so that a first line of a tag file is no header
LABELS = {name for field in ("gold", "pred", "score", "scores") for name in FIELDS[field]}
OTHERS = {"tokens", "words", "spans", "clusters", "sentences", "mentions", "entities", "ner"}  # fields of other kinds of files


def holds_items(source: str | Path | tuple[str, bytes]) -> bool:
    """Whether a file looks like labelled items: a table whose header says so, or records with labels or scores."""
    try:
        members = read_members(source)
    except InputError:
        return False
    if len(members) != 1:
        return False
    begin = members[0].data[:BEGIN].removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace").lstrip()
    return _of_record(begin) if begin[:1] in ("{", "[") else _of_header(begin.splitlines()[:1])


def _of_header(lines: list[str]) -> bool:
    """Whether a first line names at least two of our columns, a label or score among them."""
    line = lines[0] if lines else ""
    delimiter = next((sign for sign in (*reversed(DELIMITERS.values()), ";") if sign in line), None)
    names = [name.strip().strip('"').lower() for name in line.split(delimiter)] if delimiter else []
    known = [name for name in names if name in KNOWN or SCORE_OF.fullmatch(name)]
    return len(known) >= LEAST and any(name in LABELS or SCORE_OF.fullmatch(name) for name in known)


def _of_record(begin: str) -> bool:
    """Whether the first record has labels or scores and nothing of other kinds of files."""
    try:
        record, _ = json.JSONDecoder().raw_decode(begin.lstrip("[ \t\r\n"))
    except (ValueError, RecursionError):
        return False
    names = {str(name).strip().lower() for name in record} if isinstance(record, dict) else set()
    return bool(names & LABELS) and not names & OTHERS


def holds_both_sides(source: str | Path | tuple[str, bytes]) -> bool:
    """Whether a file of labelled items has gold labels and predictions, or scores, too."""
    if not holds_items(source):
        return False
    try:
        load_items(source, role="both", options=ItemOptions(skip_bad=True))
    except FormatError:
        return False
    return True
