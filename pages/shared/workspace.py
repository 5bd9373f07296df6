"""Projects on disk: files under the hash of their content, and one small JSON a project.

A user's file name is shown and nothing more: paths are made of hashes and random ids alone. What is written is written
to a temporary file first and renamed, so that a reader never meets half a file.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import secrets
import tempfile
import threading
from collections.abc import Callable
from dataclasses import asdict, replace
from itertools import count
from pathlib import Path

from pages.shared.records import LONGEST_NAME, ROLES, Entry, Record, entered, file_name, shown

__all__ = ["LONGEST_NAME", "Entry", "Record", "file_name", "shown"]

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = "sample"
SAMPLE_FILES = ROOT / "sample_data" / "coref"
SAMPLE_TREES = "sample-trees"  # the sample's parsers: other files of the same text, shown within the sample project
TREE_FILES = ROOT / "sample_data" / "ud"
SAMPLE_SPANS = "sample-spans"  # its taggers, likewise
SPAN_FILES = ROOT / "sample_data" / "spans"
SAMPLE_ITEMS = "sample-items"  # its classifiers, over other texts
ITEM_FILES = ROOT / "sample_data" / "classify"
SAMPLE_TOPICS = "sample-topics"  # coreference across documents, over other texts: a project that can be opened by itself too
TOPIC_FILES = ROOT / "sample_data" / "crossdoc"
SAMPLES = (SAMPLE, SAMPLE_TREES, SAMPLE_SPANS, SAMPLE_ITEMS, SAMPLE_TOPICS)
OPENED = {SAMPLE: "Sample", SAMPLE_TOPICS: "Sample across documents"}  # titles of those that are projects
SAMPLE_NAMES = ("gold", "wharf-base", "wharf-large")
SAMPLE_ENDINGS = (".conllu", ".conll", ".iob2", ".jsonl", ".csv")
ID = re.compile(r"[0-9a-f]{12}")
DIGEST = re.compile(r"[0-9a-f]{64}")
UNNAMED = re.compile(r"Project \d+")  # titles that stand for none
LOCK = threading.RLock()  # sessions are threads of one process


def folder() -> Path:
    """The workspace's folder: the environment variable ASSAY_WORKSPACE, else `workspace` beside dashboard.py."""
    return Path(os.environ.get("ASSAY_WORKSPACE") or ROOT / "workspace")


def sample(which: str = SAMPLE) -> Record:
    """A sample project, or the sample's trees, spans or labels; without files where the sample data are missing."""
    found = [(name, _sample_path(which, name)) for name in SAMPLE_NAMES]
    files = [
        Entry("gold" if name == "gold" else "system", name, path.name, _digest_of_file(path, path.stat().st_mtime_ns))
        for name, path in found
        if path
    ]
    return Record(which, OPENED.get(which, OPENED[SAMPLE]), tuple(files))


def sample_folder(which: str) -> Path:
    folders = {SAMPLE_TREES: TREE_FILES, SAMPLE_SPANS: SPAN_FILES, SAMPLE_ITEMS: ITEM_FILES, SAMPLE_TOPICS: TOPIC_FILES}
    return folders.get(which, SAMPLE_FILES)


def _sample_path(which: str, name: str) -> Path | None:
    paths = (sample_folder(which) / (name + ending) for ending in SAMPLE_ENDINGS)
    return next((path for path in paths if path.is_file()), None)


_digests: dict[tuple[Path, int], str] = {}


def _digest_of_file(path: Path, changed: int) -> str:
    if (path, changed) not in _digests:
        _digests[path, changed] = hashlib.sha256(path.read_bytes()).hexdigest()
    return _digests[path, changed]


def read(project: str) -> Record | None:
    """The stored project of an id; None for an id that is none, and for a file that is missing or damaged."""
    if project in OPENED:
        return sample(project)
    if not ID.fullmatch(project):
        return None
    try:
        return _record(project, json.loads(_project_path(project).read_text("utf-8")))
    except (OSError, ValueError, TypeError, KeyError):
        return None


def _record(project: str, stored: dict) -> Record:
    files = tuple(
        Entry(**{name: entry[name] for name in ("role", "name", "file", "digest", "format")}) for entry in stored["files"]
    )
    if not all(DIGEST.fullmatch(entry.digest) and entry.role in ROLES for entry in files):
        raise ValueError("a file without digest or role")
    options = {str(name): str(value) for name, value in stored["options"].items()}
    return Record(project, str(stored["title"]), files, options)


def listed() -> list[tuple[str, str]]:
    """(id, title) of every project: the samples first, then the newest."""
    paths = [path for path in folder().glob("*.json") if ID.fullmatch(path.stem)]
    newest = sorted(paths, key=_changed, reverse=True)
    records = [record for record in (read(path.stem) for path in newest) if record]
    return [*OPENED.items(), *((record.id, record.title) for record in records)]


def _changed(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


def create(title: str | None = None) -> Record:
    """A new, empty project under a random id; its title defaults to "Project 1", "Project 2", ... until gold names it."""
    taken = {old for _, old in listed()}
    free = next(name for name in (f"Project {n}" for n in count(1)) if name not in taken)
    record = Record(secrets.token_hex(6), shown(title or free))
    _save(record)
    return record


def change(project: str, how: Callable[[Record], Record]) -> Record | None:
    """The stored project after a change; None where it is gone. Samples are never changed."""
    with LOCK:
        record = read(project)
        if record is None or project in SAMPLES:
            return None
        changed = how(record)
        _save(changed)
        return changed


def add(project: str, role: str, name: str, data: bytes) -> Entry | None:
    """Store a file and enter it in a project, as records.entered() says."""
    file = file_name(name)
    stem = file.removesuffix(".gz").removesuffix(".zip").split(".")[0] or file
    with LOCK:
        entry = Entry(role, stem, file, _store(data))
        changed = change(project, lambda record: _entered(record, entry))
    return entry if changed else None


def _entered(record: Record, entry: Entry) -> Record:
    """A project with a file more; its first gold names it, if no one has."""
    unnamed = entry.role == "gold" and not record.gold and UNNAMED.fullmatch(record.title)
    title = _unique(entry.name, {title for project, title in listed() if project != record.id}) if unnamed else record.title
    return replace(record, title=title, files=entered(record.files, entry))


def _unique(name: str, taken: set[str]) -> str:
    """The name, with a number where another project has it."""
    return next(title for title in (name, *(f"{name} {n}" for n in range(2, len(taken) + 3))) if title not in taken)


def copied(project: str, title: str) -> Record:
    """A new project of the same files."""
    record, old = create(title), read(project)
    for entry in old.files if old else ():
        add(record.id, entry.role, entry.file, content(project, entry))
    return record


def delete(project: str) -> None:
    """Remove a project and the files that no other project uses."""
    if not ID.fullmatch(project):
        return
    with LOCK:
        _project_path(project).unlink(missing_ok=True)
        sweep()


def sweep() -> None:
    """Remove the files that no project uses."""
    with LOCK:
        records = [read(name) for name, _ in listed() if name not in SAMPLES]
        used = {entry.digest for record in records if record for entry in record.files}
        for path in (folder() / "files").glob("*"):
            if DIGEST.fullmatch(path.name) and path.name not in used:
                path.unlink(missing_ok=True)


def content(project: str, entry: Entry) -> bytes:
    """The bytes of a project's file; raises OSError where they are gone."""
    if project in SAMPLES:
        return (sample_folder(project) / entry.file).read_bytes()
    return _file_path(entry.digest).read_bytes()


def _store(data: bytes) -> str:
    digest = hashlib.sha256(data).hexdigest()
    path = _file_path(digest)
    if not path.is_file() or path.stat().st_size != len(data):
        _write(path, data)
    return digest


def _save(record: Record) -> None:
    stored = {"title": record.title, "files": [asdict(entry) for entry in record.files], "options": record.options}
    _write(_project_path(record.id), json.dumps(stored, indent=1).encode())


def _project_path(project: str) -> Path:
    return folder() / f"{project}.json"


def _file_path(digest: str) -> Path:
    return folder() / "files" / digest


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".new-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
