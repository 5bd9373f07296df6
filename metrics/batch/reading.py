"""How the files of a batch are read: every error and every document names the path that the user wrote."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import PurePosixPath
from typing import Any, NamedTuple

from loaders import Corpus, ReadOptions, load
from loaders.errors import InputError


class Source(NamedTuple):
    """A file, folder or upload (name and bytes), and how it is called in messages and reports: the path as it was written."""

    data: str | tuple[str, bytes]
    shown: str


def named(source: Source, read: Callable[[], Any]) -> Any:
    """What a function reads; the errors that it raises name the source with its folder, for file names may be the same."""
    try:
        return read()
    except InputError as error:
        if error.file != source.shown:
            error.file = with_folder(source.shown, error.file)
        raise


def with_folder(shown: str, file: str) -> str:
    """A file's name with the folders of the source in which it stands."""
    path = PurePosixPath(shown.replace("\\", "/"))
    name = path.name
    inside = file in (name, name.removesuffix(".gz"))
    return str(path.parent / file) if inside else f"{shown}/{file}"


def read_corpus(source: Source, **options: Any) -> Corpus:
    """The corpus of a source, called by its path. options : of loaders.ReadOptions. Raises FormatError, with the path."""
    corpus = named(source, lambda: load(source.data, name=source.shown, options=ReadOptions(**options)))
    corpus.documents["file"] = [with_folder(source.shown, file) for file in corpus.documents["file"]]
    return corpus
