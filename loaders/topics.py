"""Tables of topics: which topic and subtopic each document belongs to."""

from __future__ import annotations

from pathlib import Path

from loaders.errors import FormatError

REMEDY = "Write three columns separated by tabs: document, topic, subtopic; the last may be left out."
HEADER = ("document", "doc_id", "doc")


def read_topics(path: Path) -> dict[str, tuple[str, str]]:
    """Topic and subtopic by document id, from a TSV; a header line and lines that begin with # are left out.

    Raises FormatError, with its line, for other columns, an empty cell and a document that comes twice.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise FormatError(str(path), None, str(error.strerror), "Check the path and its permissions.") from None
    except UnicodeDecodeError as error:
        raise FormatError(path.name, None, f"byte {error.start} is no UTF-8", "Save the table as UTF-8 text.") from None
    found: dict[str, tuple[str, str]] = {}
    for number, line in enumerate(text.splitlines(), 1):
        fields = [field.strip() for field in line.split("\t")]
        if not line.strip() or line.startswith("#") or (number == 1 and fields[0].lower() in HEADER):
            continue
        if len(fields) not in (2, 3) or not fields[0] or not fields[1]:
            raise FormatError(path.name, number, f"{len(fields)} columns or an empty cell", REMEDY, shown=line)
        if fields[0] in found:
            raise FormatError(path.name, number, "a second line for this document", "Keep one of them.", shown=fields[0])
        found[fields[0]] = (fields[1], fields[2] if len(fields) == 3 else "")
    if not found:
        raise FormatError(path.name, None, "no document in the table", REMEDY)
    return found
