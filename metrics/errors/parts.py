"""The parts of entities: what of one side's entity lies in one entity of the other side.

A mention that the other side lacks is a part of its own. An entity's main part holds its earliest mention that is no
pronoun, or its earliest mention if all are pronouns. Kummerfeld and Klein (2013), section 3.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Parts:
    """The parts of one side's entities.

    part : of each mention. entity, matched, size, first : of each part its entity, whether the other side has its mentions,
    how many there are, and the number of the earliest. main : whether it is its entity's main part. number : of parts that
    its entity has. found : whether any part of its entity is matched.
    """

    part: np.ndarray
    entity: np.ndarray
    matched: np.ndarray
    size: np.ndarray
    first: np.ndarray
    main: np.ndarray
    number: np.ndarray
    found: np.ndarray

    def __len__(self) -> int:
        return len(self.entity)


def parts_of(entity: np.ndarray, other: np.ndarray, pronoun: np.ndarray, order: np.ndarray) -> Parts:
    """The parts of a side. Each mention's entity, its entity on the other side (-1 for none), whether it is a pronoun, and
    all mentions in the order of the text."""
    n = len(entity)
    width = int(other.max(initial=-1)) + 1
    key = np.where(other >= 0, entity * (width + n) + other, entity * (width + n) + width + np.arange(n))
    names, part = np.unique(key, return_inverse=True)
    rank = np.empty(n, np.int64)
    rank[order] = np.arange(n)
    first = order[_least(part, rank, len(names))] if n else np.zeros(0, np.int64)
    of_part = entity[first]
    lead = np.where(pronoun, rank + n, rank)  # pronouns come behind all others
    n_entities = int(entity.max(initial=-1)) + 1
    main = _least(part, lead, len(names)) == _least(entity, lead, n_entities)[of_part]
    number = np.bincount(of_part, minlength=n_entities)
    found = np.zeros(n_entities, bool)
    found[of_part[other[first] >= 0]] = True
    return Parts(
        part,
        of_part,
        other[first] >= 0,
        np.bincount(part, minlength=len(names)),
        first,
        main,
        number[of_part],
        found[of_part],
    )


def _least(group: np.ndarray, value: np.ndarray, n: int) -> np.ndarray:
    """The smallest value of each group."""
    found = np.full(n, np.iinfo(np.int64).max)
    np.minimum.at(found, group, value)
    return found
