"""Projects of many treebanks: which files hold many, what they are called, and how they are paired."""

from __future__ import annotations

from loaders import Corpus, InputError, ReadOptions
from loaders.sources import Member
from loaders.treebanks import load_treebank, names_of_set, treebanks
from pages.shared import once, workspace
from pages.shared.records import Entry, Record


def is_many(record: Record) -> bool:
    """Whether a project compares many treebanks: gold has many; or gold is one file, and one of a system's is called as it is."""
    if record.id in workspace.SAMPLES:
        return False
    if record.gold is None:
        return any(names_in_set(record, entry) for entry in record.systems)
    if names_in_set(record, record.gold):
        return True
    gold = names(record, record.gold)
    called = () if isinstance(gold, InputError) else gold
    return any(name in names_in_set(record, entry) for name in called for entry in record.systems)


def names_in_set(record: Record, entry: Entry) -> tuple[str, ...]:
    """The names of a file's treebanks; empty where it is one corpus, or cannot be read."""
    return _once(record, entry, "set", lambda source: tuple(names_of_set(source)), ())


def names(record: Record, entry: Entry) -> tuple[str, ...] | InputError:
    """The names of a file's treebanks, one where it is one file; or why they cannot be read."""
    return _once(record, entry, "names", lambda source: tuple(treebanks(source)), None)


def _once(record: Record, entry: Entry, what: str, read, failed):
    """What is read from a file, once; `failed` where it cannot be, or the error itself."""

    def make(_):
        try:
            return read((entry.file, workspace.content(record.id, entry)))
        except InputError as error:
            return error if failed is None else failed

    try:
        return once.numbers((what, entry.digest, entry.file)).get(f"Looking into {entry.file}", make)
    except OSError:  # the stored file is gone: reading it says so
        return ()


def members(record: Record, entry: Entry) -> dict[str, Member]:
    """All treebanks of a file by name; raises FormatError, and OSError where the stored file is gone."""
    return treebanks((entry.file, workspace.content(record.id, entry)))


def read_bank(entry: Entry, found: dict[str, Member], bank: str, options: ReadOptions) -> Corpus:
    """One treebank of a file; raises FormatError."""
    return load_treebank(entry.file, found[bank], bank, options)
