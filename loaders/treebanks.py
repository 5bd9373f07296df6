"""Sets of treebanks: a folder or zip whose files are corpora of their own, paired with another set's by file name."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from loaders import load, stem
from loaders.errors import FormatError, InputError
from loaders.options import ReadOptions
from loaders.schema import Corpus
from loaders.sources import Member, read_members

ENDINGS = (".conllu", ".conll", ".conllx")
PART = re.compile(r"-(ud-)?(train|dev|test)$")  # of a treebank's name: en_ewt-ud-test
MENTIONS = b"global.Entity"  # what CoNLL-U with coreference has in its head


class Pairing(NamedTuple):
    """common : the names that all sets have, in gold's order. unpaired : by set, the names that some other set lacks."""

    common: list[str]
    unpaired: dict[str, list[str]]


def is_set(source: str | Path) -> bool:
    """Whether a path is a folder, or a zip of several files."""
    path = Path(source)
    if path.is_dir():
        return True
    return _is_zip(path) and len(treebanks(source)) > 1


def _is_zip(path: Path) -> bool:
    try:
        with open(path, "rb") as file:
            return file.read(4) == b"PK\x03\x04"
    except (OSError, ValueError):
        return False


def treebanks(source: str | Path | tuple[str, bytes]) -> dict[str, Member]:
    """The treebanks of a folder, zip or upload by name: its file's, without folder and ending (en_ewt-ud-test).

    Files of other kinds (README.md) are left aside where some file is CoNLL-U by its ending. Raises FormatError for what
    cannot be read, and for two files of one name.
    """
    members = read_members(source)
    wanted = [member for member in members if PurePosixPath(member.name).suffix.lower() in ENDINGS] or members
    found = defaultdict(list)
    for member in wanted:
        found[PurePosixPath(member.name).stem].append(member)
    for name, files in found.items():
        if len(files) > 1:
            what = f"two treebanks are called {name}: {files[0].name} and {files[1].name}"
            shown = str(source[0] if isinstance(source, tuple) else source)
            raise FormatError(shown, None, what, "Treebanks are paired by file name; give each a name of its own.")
    return {name: files[0] for name, files in found.items()}


def names_of_set(source: tuple[str, bytes]) -> list[str]:
    """The names of an upload's treebanks; empty where it is one corpus: a single file, or files with coreference.

    Files that are called as treebanks are (en_ewt-ud-test) are treebanks, whatever they hold.
    """
    members = {name: m for name, m in treebanks(source).items() if PurePosixPath(m.name).suffix.lower() in ENDINGS}
    named = sum(bool(PART.search(name)) for name in members)
    if len(members) < 2 or (named < 2 and all(MENTIONS in member.data for member in members.values())):
        return []
    return list(members)


def load_treebank(source: str, member: Member, name: str, options: ReadOptions) -> Corpus:
    """One treebank of a folder, zip or upload; errors name its source too, for the same file name stands in all of them."""
    folder = stem(source)
    try:
        corpus = load((member.name, member.data), name=name, options=options)
    except InputError as error:
        error.file = f"{folder}/{error.file}"
        raise
    corpus.documents["file"] = f"{folder}/" + corpus.documents["file"]
    return corpus


def training(bank: str, names: Sequence[str]) -> str | None:
    """Which of several training files belongs to a treebank: the one of its name, but for -ud-train and -ud-test."""
    return next((name for name in names if PART.sub("", name) == PART.sub("", bank)), None)


def paired(sets: Mapping[str, Sequence[str]]) -> Pairing:
    """Which treebanks all sets have. sets : names of treebanks by the name of their set, gold's first.

    Raises FormatError where no name is common to all.
    """
    first, *others = sets
    common = [name for name in sets[first] if all(name in sets[other] for other in others)]
    if not common:
        gold, other = ([*names][:2] for names in (sets[first], sets[others[0]] if others else ()))
        what = f"no treebank stands in all folders; {first} has {', '.join(gold)}, {others[0]} has {', '.join(other)}"
        raise FormatError(first, None, what, "Treebanks are paired by file name: give gold's and a system's file the same one.")
    unpaired = {name: [bank for bank in banks if bank not in common] for name, banks in sets.items()}
    return Pairing(common, {name: banks for name, banks in unpaired.items() if banks})
