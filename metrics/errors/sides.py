"""The sides of a project under a singleton policy."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from metrics.mentions import SINGLETONS
from metrics.typed.assign import Classes
from metrics.typed.project import Groups, Side, TypedProject


def with_singletons(typed: TypedProject, policy: str) -> TypedProject:
    """The project with singletons kept or dropped, on every side by its own entities."""
    if policy == "keep":
        return typed
    gold, number = _filtered(typed.gold, policy)
    systems = []
    for side in typed.systems:
        left, _ = _filtered(side, policy)
        systems.append(replace(left, match=np.append(number, -1)[left.match]))
    return replace(typed, gold=replace(gold, match=np.arange(len(gold.mentions))), systems=tuple(systems))


def _filtered(side: Side, policy: str) -> tuple[Side, np.ndarray]:
    """A side's mentions that stay, and by each mention's number its new one, -1 for those that go."""
    mentions = SINGLETONS[policy](side.mentions)
    kept = np.isin(side.mentions.row, mentions.row)
    number = np.where(kept, np.cumsum(kept) - 1, -1)
    return Side(mentions, side.geometry, side.match[kept]), number


def kept_groups(whole: TypedProject, kept: TypedProject, groups: Groups) -> Groups:
    """The groups of the mentions that are left. whole : with singletons; kept : of with_singletons(whole)."""

    def of(before: Side, after: Side, classes: Classes) -> Classes:
        left = np.isin(before.mentions.row, after.mentions.row)
        return Classes(classes.mention[left], classes.pair[left])

    systems = tuple(of(*sides) for sides in zip(whole.systems, kept.systems, groups.systems, strict=True))
    return replace(groups, gold=of(whole.gold, kept.gold, groups.gold), systems=systems)
