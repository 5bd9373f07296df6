"""A file of JSON lines that grows record by record beside its final place, and can be gone on with after an interruption."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path

ENDING = ".part"


def part(target: Path) -> Path:
    """Where the records stand until all are there."""
    return target.with_name(target.name + ENDING)


def finished(path: Path, wanted: Sequence[dict]) -> int:
    """With how many of the wanted records, in order, a file begins: 0 where there is none.

    wanted : what each record has to say of itself; a line that is cut off, is no JSON or says anything else ends the count.
    """
    return len(_kept(path, wanted))


def go_on(path: Path, wanted: Sequence[dict]) -> int:
    """Cut a file, made where there is none, to the wanted records that it begins with; returns how many those are."""
    kept = _kept(path, wanted)
    with path.open("ab") as file:
        file.truncate(sum(kept))
    return len(kept)


def add(path: Path, records: Sequence[dict]) -> None:
    """Append records, a line each, and see them onto the disk."""
    text = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)
    with path.open("ab") as file:
        file.write(text.encode("utf-8", "replace"))
        file.flush()
        os.fsync(file.fileno())


def _kept(path: Path, wanted: Sequence[dict]) -> list[int]:
    """The lengths in bytes of the wanted records that a file begins with."""
    lengths: list[int] = []
    if not path.is_file():
        return lengths
    with path.open("rb") as file:
        for said, line in zip(wanted, file, strict=False):
            if not _says(line, said):
                break
            lengths.append(len(line))
    return lengths


def _says(line: bytes, said: dict) -> bool:
    """Whether a line is a whole record that says all this."""
    try:
        record = json.loads(line) if line.endswith(b"\n") else None
    except (ValueError, RecursionError):
        return False
    return isinstance(record, dict) and said.items() <= record.items()
