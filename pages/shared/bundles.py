"""Files that are given at once: several treebanks of one parser become one zip, several systems stay apart."""

from __future__ import annotations

import io
import warnings
import zipfile
from collections.abc import Collection, Sequence
from pathlib import PurePosixPath

from loaders.treebanks import ENDINGS, PART
from pages.shared.records import SYSTEM

LEAST = 2  # files called as treebanks are, from which on they are taken for one parser's

File = tuple[str, bytes]


def bundled(role: str, files: Sequence[File], banks: Collection[str]) -> list[File]:
    """The files that are stored. banks : the names of gold's treebanks, where gold has many.

    Several files of gold or of training are one corpus, or one set of treebanks. Several of systems are a system each,
    except for CoNLL-U called as treebanks are: as some of gold's, or en_ewt-ud-test.
    """
    plain = [file for file in files if _is_conllu(file[0])] if role == SYSTEM else list(files)
    rest = [file for file in files if file not in plain]
    if len(plain) < LEAST or (role == SYSTEM and sum(_is_bank(name, banks) for name, _ in plain) < LEAST):
        return list(files)
    what = "treebanks" if all(_is_conllu(name) for name, _ in plain) else "files"
    return [(f"{len(plain)} {what}.zip", zipped(plain)), *rest]


def _is_conllu(name: str) -> bool:
    return PurePosixPath(name.lower().removesuffix(".gz")).suffix in ENDINGS


def _is_bank(name: str, banks: Collection[str]) -> bool:
    stem = PurePosixPath(name.replace("\\", "/").removesuffix(".gz")).stem
    return stem in banks or bool(PART.search(stem))


def zipped(files: Sequence[File]) -> bytes:
    """The files in one zip, the same bytes for the same files."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of two files of one name, which are refused where they are read
        for name, data in sorted(files):
            packed.writestr(zipfile.ZipInfo(name.replace("\\", "/").rsplit("/", 1)[-1]), data, zipfile.ZIP_DEFLATED)
    return out.getvalue()
