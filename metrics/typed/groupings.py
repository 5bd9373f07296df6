"""Groupings of mentions beside the semantic class."""

from __future__ import annotations

from collections.abc import Callable

from metrics.typed.project import Groups, TypedProject

CLASS = "class"


class NoGroupsError(ValueError):
    """The corpus cannot be grouped so; the text says what would be needed."""


GROUPINGS: dict[str, Callable[[TypedProject], Groups]] = {}
