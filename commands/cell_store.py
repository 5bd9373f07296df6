"""The folder in which finished cells are kept, so that a batch that was interrupted, or asked again, goes on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from commands.outputs import replace_file
from metrics.batch.cells import Cell, from_bytes
from metrics.metric import Layout


def open_store(folder: Path) -> None:
    """Make the folder where it is not there; a usage error where that cannot be."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise click.UsageError(f"--work: {folder} cannot be made: {error.strerror}; name another folder.") from None


def path_of(folder: Path, key: str) -> Path:
    """Where a cell is kept."""
    return folder / f"{key}.npz"


def stored(folder: Path, keys: Sequence[str], layouts: Mapping[str, Layout]) -> Cell | None:
    """A finished cell, under the first of its keys that has one; None where there is none, or what is there is damaged."""
    for key in keys:
        try:
            found = from_bytes(path_of(folder, key).read_bytes(), layouts)
        except OSError:
            continue
        if found is not None:
            return found
    return None


def store(folder: Path, key: str, data: bytes) -> None:
    """Keep a finished cell, whole or not at all; a usage error where that cannot be."""
    try:
        replace_file(path_of(folder, key), data)
    except OSError as error:
        raise click.UsageError(f"--work: {folder} cannot be written: {error.strerror}; name another folder.") from None
