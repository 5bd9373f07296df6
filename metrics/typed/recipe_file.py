"""A recipe that was saved, read again: what it asked for, to see whether new data moved it."""

from __future__ import annotations

import json
from typing import Any

from loaders.errors import FormatError
from metrics.typed.recipe import VERSION

LARGEST = 20_000_000  # bytes


def read_recipe(data: bytes, name: str = "recipe") -> dict[str, Any]:
    """What a recipe's JSON says: system, by, groups (names, in order).

    Raises FormatError for what is no recipe, or one of another version.
    """
    remedy = "Choose the JSON that this page or evaluate.py typed --recipe wrote."
    if len(data) > LARGEST:
        raise FormatError(name, None, f"a recipe of more than {LARGEST:,} bytes", remedy)
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        raise FormatError(name, None, "no JSON", remedy) from None
    version = found.get("recipe") if isinstance(found, dict) else None
    if version is None:
        raise FormatError(name, None, "JSON, but no recipe", remedy)
    if version != VERSION:
        raise FormatError(name, None, f"a recipe of version {str(version)[:20]}, not {VERSION}", remedy)
    groups = found.get("groups")
    names = [g.get("group") if isinstance(g, dict) else None for g in groups] if isinstance(groups, list) else [None]
    texts = [found.get(key) for key in ("system", "by")]
    if not all(isinstance(text, str) for text in (*names, *texts)):
        raise FormatError(name, None, "a recipe without its system, its grouping or the names of its groups", remedy)
    return {"system": texts[0], "by": texts[1], "groups": list(dict.fromkeys(names))}
