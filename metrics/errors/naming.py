"""Mention by mention, the types of the errors that name it: what a reader of the text asks."""

from __future__ import annotations

import numpy as np

from metrics.errors.types import (
    CONFLATED,
    DIVIDED,
    EXTRA,
    EXTRA_ENTITY,
    MISSING,
    MISSING_ENTITY,
    SPAN,
    TYPES,
    Compared,
    part_types,
)


def marks(compared: Compared) -> tuple[np.ndarray, np.ndarray]:
    """For each of gold's mentions and for each of the system's, the counted errors that name it, one bit a type of TYPES.

    All mentions of a part that is an error are named, and all of an entity that one side lacks.
    """
    gold, theirs = (
        _named(parts, *kinds)
        for parts, kinds in (
            (compared.ours, (DIVIDED, MISSING, MISSING_ENTITY)),
            (compared.theirs, (CONFLATED, EXTRA, EXTRA_ENTITY)),
        )
    )
    spans = np.flatnonzero(compared.match != compared.exact)
    theirs[spans] |= 1 << SPAN
    gold[compared.match[spans]] |= 1 << SPAN
    return gold, theirs


def _named(parts, part: int, mention: int, whole: int) -> np.ndarray:
    """The bits of one side's mentions."""
    kind, counted = part_types(parts, part, mention, whole)
    lost = ~parts.matched & ~parts.found & (parts.number > 1)
    kind = np.where(lost, whole, np.where(counted, kind, -1))
    return np.where(kind >= 0, 1 << np.maximum(kind, 0), 0)[parts.part]


def names(bits: int) -> str:
    """The types of a mention's errors in a row: divided entity, span error."""
    return ", ".join(name for k, name in enumerate(TYPES) if bits >> k & 1)
