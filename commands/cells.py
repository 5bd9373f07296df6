"""One cell of a batch as a request: where its files are, what is asked, and how it is counted, here or on a worker."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from loaders.errors import InputError
from loaders.sources import digest, read_members
from metrics.batch.cells import to_bytes
from metrics.batch.reading import Source, named
from metrics.batch.tasks import task_of
from metrics.options import VERSION

ROOT = Path(__file__).resolve().parent.parent
COUNTED_BY = ("loaders", "metrics")  # the folders whose code decides what a cell holds


@dataclass(frozen=True)
class FileOf:
    """A file of a suite. path : absolute. shown : as the suite writes it. digest : of its members. format : None to detect it."""

    path: str
    shown: str
    digest: str
    format: str | None


@dataclass(frozen=True)
class Request:
    """What a cell is made of. settings : the task's options as JSON. code : of the program that asks."""

    task: str
    settings: str
    gold: FileOf
    predicted: FileOf
    code: str

    @property
    def key(self) -> str:
        """A digest of the files' content, their formats, the options and the program: equal keys have equal counts."""
        sides = [[side.digest, side.format] for side in (self.gold, self.predicted)]
        return hashlib.sha256(json.dumps([self.task, self.settings, sides, self.code]).encode()).hexdigest()

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys under which such a cell may be kept: one that needed no skipping is the same with it."""
        strict = json.dumps({**json.loads(self.settings), "skip_bad": False}, sort_keys=True)
        return tuple(dict.fromkeys([replace(self, settings=strict).key, self.key]))


class UnseenError(Exception):
    """A worker that does not see a file of a request, or sees another; which : "gold" or "predicted"."""

    def __init__(self, which: str):
        self.which = which
        super().__init__(which)


@cache
def code_digest() -> str:
    """The version, and a digest of the code that reads and counts: a changed program counts anew."""
    total = hashlib.sha256()
    for folder in COUNTED_BY:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".py", ".tsv"):
                total.update(f"{path.relative_to(ROOT).as_posix()}\0".encode() + path.read_bytes().replace(b"\r\n", b"\n"))
    return f"{VERSION}+{total.hexdigest()[:16]}"


def file_of(path: Path, shown: str, form: str | None) -> FileOf:
    """A file of a suite with the digest of its content. Raises FormatError for what cannot be read."""
    members = named(Source(str(path), shown), lambda: read_members(path))
    return FileOf(str(path), shown, digest(members, ""), form)


def packed(file: FileOf) -> tuple[str, bytes]:
    """A file's name and bytes for a worker that does not see it; a folder's files as a zip."""
    path = Path(file.path)
    if not path.is_dir():
        return path.name, path.read_bytes()
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for member in read_members(path):
            archive.writestr(zipfile.ZipInfo(member.name), member.data)
    return path.name, out.getvalue()


def count_cell(request: Request, sent: Mapping[str, tuple[str, bytes]] | None = None) -> bytes | InputError:
    """The cell of a request as bytes, or what is wrong with its files.

    sent : by side, a file's name and bytes where the worker need not see it. Raises UnseenError for a file that is not
    there, or is another than the one that was asked for.
    """
    sent = sent or {}
    try:
        if request.code != code_digest():
            what = f"a worker runs another version, {code_digest()}, not {request.code}"
            raise InputError("batch", None, what, "Start workers in a copy of this very folder.")
        settings, task = json.loads(request.settings), task_of(request.task)
        gold = _gold(request, sent.get("gold"), settings)
        source = _source(request, "predicted", sent.get("predicted"))
        system = task.read(source, "predicted", settings | {"format": request.predicted.format}, gold)
        return to_bytes(task.count(gold, system, settings))
    except InputError as error:
        return error


_last_gold: dict[tuple, Any] = {}  # of the corpus that was asked for last: its cells come one after another


def _gold(request: Request, sent: tuple[str, bytes] | None, settings: Mapping[str, Any]) -> Any:
    """The gold corpus, read once for all cells of a corpus that follow each other in this process."""
    key = (request.task, request.settings, request.gold)
    gold = _last_gold.get(key)
    if gold is None:
        source = _source(request, "gold", sent)
        gold = task_of(request.task).read(source, "gold", settings | {"format": request.gold.format}, None)
        _last_gold.clear()
        _last_gold[key] = gold
    return gold


def _source(request: Request, side: str, sent: tuple[str, bytes] | None) -> Source:
    """A side's file, once it is known to be the one that was asked for."""
    file: FileOf = getattr(request, side)
    data = sent or file.path
    try:
        same = digest(read_members(data), "") == file.digest
    except InputError:
        same = False
    if not same:
        raise UnseenError(side)
    return Source(data, file.shown)
