"""Corpora from files: load() reads any listed format into the frames of schema.py."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from types import ModuleType

from loaders import build, conll2012, conllu
from loaders.errors import AlignmentError, FormatError, InputError
from loaders.options import ReadOptions
from loaders.schema import Corpus
from loaders.sources import Member, digest, read_members

__all__ = ["FORMATS", "AlignmentError", "Corpus", "FormatError", "InputError", "ReadOptions", "detect", "load"]


@dataclass(frozen=True)
class Format:
    """A format's module and the name under which it is shown."""

    module: ModuleType
    shown: str


# In the order in which detection asks them.
FORMATS = {
    "conll2012": Format(conll2012, "CoNLL-2012"),
    "conllu": Format(conllu, "CoNLL-U (CorefUD, GUM)"),
}


def detect(members: list[Member]) -> str:
    """The name of the format that the content looks like; raises FormatError where it looks like none."""
    first = members[0]
    if not any(member.data.strip() for member in members):
        raise FormatError(first.name, None, "the file is empty", "Choose a file with at least one document.")
    for name, format in FORMATS.items():
        if format.module.looks_like(members):
            return name
    known = ", ".join(format.shown for format in FORMATS.values())
    beginning = first.data[:80].decode("utf-8", "replace")
    raise FormatError(first.name, 1, "none of the known formats", f"Known are {known}; state the format.", shown=beginning)


def load(source: str | Path | tuple[str, bytes], *, name: str | None = None, options: ReadOptions | None = None) -> Corpus:
    """The corpus of a file, folder, zip, .gz or upload (name and bytes).

    name defaults to the file's stem. Raises FormatError, with file and line, for what cannot be read; with
    options.skip_bad, documents that cannot be read are left out and listed in Corpus.skipped instead.
    """
    options = options or ReadOptions()
    members = read_members(source)
    found = options.format or detect(members)
    if found not in FORMATS:
        shown = str(source[0] if isinstance(source, tuple) else source)
        raise FormatError(shown, None, f"'{found}' is no format", f"Known are {', '.join(FORMATS)}.")
    options = replace(options, format=found)
    key = digest(members, options.written())
    title = name or _stem(source)
    module = FORMATS[found].module
    skipped: list[tuple[str, Exception]] = []
    try:
        parsed = module.parse(members, options)
    except FormatError:
        if not options.skip_bad:
            raise
        members, skipped = _readable(module, members, options)
        parsed = module.parse(members, options)
    return build.corpus(parsed, name=title, digest=key, format=found, skipped=skipped)


def _stem(source: str | Path | tuple[str, bytes]) -> str:
    name = source[0] if isinstance(source, tuple) else str(source)
    path = PurePosixPath(name.replace("\\", "/").rstrip("/"))
    return path.name.removesuffix(".gz").removesuffix(".zip").split(".")[0] or path.name


def _readable(module: ModuleType, members: list[Member], options: ReadOptions) -> tuple[list[Member], list]:
    """The documents that can be read each by itself, and what was wrong with the others.

    Raises the last error where none can be read.
    """
    good, bad = [], []
    for piece in [p for m in members for p in module.split(m)]:
        try:
            parsed = module.parse([piece], options)
        except FormatError as error:
            bad.append((f"{piece.name}, line {piece.line}", error))
        else:
            good.append((piece, parsed.text.doc_ids))
    seen: set[str] = set()
    kept = []
    for piece, ids in good:
        if seen.isdisjoint(ids):
            seen.update(ids)
            kept.append(piece)
        else:
            error = FormatError(piece.name, piece.line, f"document '{ids[0]}' is here a second time", "Give it an id of its own.")
            bad.append((ids[0], error))
    if not kept:
        raise bad[-1][1]
    return kept, bad
