"""Files, folders, zips and uploads become members: names and bytes, in a fixed order."""

from __future__ import annotations

import gzip
import hashlib
import io
import lzma
import os
import stat
import struct
import zipfile
import zlib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from loaders.errors import FormatError

MAX_BYTES = 4 << 30  # unpacked; more than this in one input is taken for an archive made to fill the memory
# What unpacking raises for damaged archives; ValueError is for names that are no text, RuntimeError for passwords.
DAMAGED = (
    zipfile.BadZipFile, OSError, EOFError, RuntimeError, ValueError, OverflowError, zlib.error, lzma.LZMAError, struct.error,
)  # fmt: skip
SKIPPED_NAMES = ("__MACOSX", ".")  # what archives and folders hold beside the data


@dataclass(frozen=True)
class Member:
    """One file's name and bytes; `line` is the 1-based number of its first line, when it is a piece of a file."""

    name: str
    data: bytes
    line: int = 1


def read_members(source: str | Path | tuple[str, bytes]) -> list[Member]:
    """The members of a file, folder, zip or .gz, sorted by name.

    source : a path, or the name and bytes of an upload (whose name is only ever shown, never opened).
    Raises FormatError for what is missing, unreadable, or unpacks to more than 4 GiB.
    """
    if isinstance(source, tuple):
        return _unpack(*source)
    if not str(source):
        raise FormatError("", None, "no file is named", "Name a file, folder, zip or .gz.")
    path = Path(source)
    if os.path.isdir(path):
        files = sorted(p for p in path.rglob("*") if p.is_file() and not _is_hidden(p.relative_to(path).as_posix()))
        if not files:
            raise FormatError(str(path), None, "the folder holds no file", "Name a folder with one document a file.")
        return _distinct(str(path), _members_of(path, files))
    return _unpack(path.name, _read(path))


def _members_of(folder: Path, files: list[Path]) -> list[Member]:
    """The members of all files; those of a zip are named with the zip's own name before theirs."""
    found, total = [], 0
    for path in files:
        name = _as_text(path.relative_to(folder).as_posix())
        members = _unpack(name, _read(path))
        total += sum(len(m.data) for m in members)
        if total > MAX_BYTES:
            raise _too_large(str(folder))
        inside = len(members) > 1 or members[0].name not in (name, name.removesuffix(".gz"))
        found += [Member(f"{name}/{m.name}", m.data) if inside else m for m in members]
    return found


def _distinct(name: str, members: list[Member]) -> list[Member]:
    """The members; raises FormatError where two have one name, of which a loader would read either."""
    twice = [n for n, count in Counter(m.name for m in members).items() if count > 1]
    if twice:
        raise FormatError(name, None, "two files of one name", "Give each file a name of its own.", shown=twice[0])
    return members


def _read(path: Path) -> bytes:
    try:
        if stat.S_ISCHR(path.stat().st_mode) or stat.S_ISBLK(path.stat().st_mode):
            raise FormatError(str(path), None, "a device, which has no end", "Name a file, folder, zip or .gz.")
        return path.read_bytes()
    except (OSError, ValueError) as error:
        what = getattr(error, "strerror", None) or "cannot be opened"
        raise FormatError(str(path), None, what, "Check the path and its permissions.") from None


def _as_text(name: str) -> str:
    """A name that can be written: on a disk, names need not be text."""
    return name.encode("utf-8", "replace").decode()


def _is_hidden(name: str) -> bool:
    return any(part.startswith(SKIPPED_NAMES) for part in PurePosixPath(name).parts)


def _unpack(name: str, data: bytes) -> list[Member]:
    name = _as_text(name)
    if data[:2] == b"\x1f\x8b":
        return [Member(name.removesuffix(".gz"), _gunzip(name, data))]
    if data[:4] in (b"PK\x03\x04", b"PK\x05\x06"):
        return _unzip(name, data)
    return [Member(name, data)]


def _gunzip(name: str, data: bytes) -> bytes:
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as packed:
            plain = packed.read(MAX_BYTES + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise FormatError(name, None, f"a damaged gzip file: {error}", "Pack the file again.") from None
    if len(plain) > MAX_BYTES:
        raise _too_large(name)
    return plain


def _unzip(name: str, data: bytes) -> list[Member]:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            entries = [e for e in packed.infolist() if not e.is_dir() and not _is_hidden(e.filename)]
            if sum(e.file_size for e in entries) > MAX_BYTES:
                raise _too_large(name)
            members = _entries(name, packed, sorted(entries, key=lambda e: e.filename))
    except DAMAGED as error:
        raise FormatError(
            name, None, f"a damaged or encrypted zip: {error}", "Pack the files again, without a password."
        ) from None
    if not members:
        raise FormatError(name, None, "the zip holds no file", "Pack at least one document.")
    return _distinct(name, members)


def _entries(name: str, packed: zipfile.ZipFile, entries: list[zipfile.ZipInfo]) -> list[Member]:
    members, total = [], 0
    for entry in entries:
        members.append(_entry(packed, entry))
        total += len(members[-1].data)
        if total > MAX_BYTES:
            raise _too_large(name)
    return members


def _entry(packed: zipfile.ZipFile, entry: zipfile.ZipInfo) -> Member:
    data = packed.read(entry)
    if data[:2] == b"\x1f\x8b":
        return Member(entry.filename.removesuffix(".gz"), _gunzip(entry.filename, data))
    return Member(entry.filename, data)


def _too_large(name: str) -> FormatError:
    return FormatError(name, None, f"unpacks to more than {MAX_BYTES >> 30} GiB", "Split it into several inputs.")


def digest(members: list[Member], options: str) -> str:
    """SHA-256 over the sorted member names and bytes, and the reading options written out."""
    total = hashlib.sha256(options.encode())
    for member in sorted(members, key=lambda m: m.name):
        for piece in (member.name.encode("utf-8", "surrogateescape"), member.data):
            total.update(len(piece).to_bytes(8, "little"))
            total.update(piece)
    return total.hexdigest()


def reread(key: str, reading: str) -> str:
    """The digest of another reading of what has a digest."""
    return hashlib.sha256(f"{key}|{reading}".encode()).hexdigest()
