"""Files, folders, zips and uploads become members: names and bytes, in a fixed order."""

from __future__ import annotations

import gzip
import hashlib
import io
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from loaders.errors import FormatError

MAX_BYTES = 4 << 30  # unpacked; more than this in one input is taken for an archive made to fill the memory
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
    path = Path(source)
    if path.is_dir():
        files = sorted(p for p in path.rglob("*") if p.is_file() and not _is_hidden(p.relative_to(path).as_posix()))
        if not files:
            raise FormatError(str(path), None, "the folder holds no file", "Name a folder with one document a file.")
        return [m for p in files for m in _unpack(p.relative_to(path).as_posix(), _read(p))]
    return _unpack(path.name, _read(path))


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise FormatError(str(path), None, error.strerror or "cannot be opened", "Check the path and its permissions.") from None


def _is_hidden(name: str) -> bool:
    return any(part.startswith(SKIPPED_NAMES) for part in PurePosixPath(name).parts)


def _unpack(name: str, data: bytes) -> list[Member]:
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
            members = [m for e in sorted(entries, key=lambda e: e.filename) for m in _entry(packed, e)]
    except (zipfile.BadZipFile, RuntimeError, NotImplementedError, zlib.error, EOFError) as error:
        raise FormatError(
            name, None, f"a damaged or encrypted zip: {error}", "Pack the files again, without a password."
        ) from None
    if not members:
        raise FormatError(name, None, "the zip holds no file", "Pack at least one document.")
    return members


def _entry(packed: zipfile.ZipFile, entry: zipfile.ZipInfo) -> list[Member]:
    data = packed.read(entry)
    if data[:2] == b"\x1f\x8b":
        return [Member(entry.filename.removesuffix(".gz"), _gunzip(entry.filename, data))]
    return [Member(entry.filename, data)]


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
