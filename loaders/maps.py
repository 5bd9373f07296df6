"""Maps from one label set to another."""

from __future__ import annotations


def read_map(path_or_name: str) -> dict[str, str]:
    """A map by its file or shipped name."""
    raise NotImplementedError
