"""Gold's and the systems' mentions with their matching and labels: what every grouping and every policy counts from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from metrics import matching
from metrics.counting import Project
from metrics.geometry import Geometry, geometry
from metrics.macro import MACRO, WEIGHTED
from metrics.mentions import Mentions, read_mentions
from metrics.options import CoreferenceOptions, TypedOptions
from metrics.typed.assign import Assigned, Classes, assign, propagate
from metrics.typed.labels import NONE, LabelSpans, common_names

MICRO = "micro"  # the sum over all groups, as a group of its own
RESERVED = (MICRO, MACRO, WEIGHTED, NONE)


@dataclass(frozen=True)
class Side:
    """One side's mentions. match : of a system's, the gold mention that each is, -1 for none; of gold's, itself."""

    mentions: Mentions
    geometry: Geometry
    match: np.ndarray

    def place(self) -> tuple[np.ndarray, np.ndarray]:
        """Where each mention begins and ends, as places in its document."""
        return self.geometry.first[self.mentions.row], self.geometry.last[self.mentions.row]


@dataclass(frozen=True)
class TypedProject:
    """A project with the mentions of all sides read and matched exactly, singletons kept."""

    project: Project
    gold: Side
    systems: tuple[Side, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Of the systems."""
        return self.project.names

    def kept(self) -> np.ndarray:
        """The numbers of gold's documents that are scored."""
        return np.delete(np.arange(self.gold.mentions.n_docs), list(self.project.skipped))


def standing(gold: Side, side: Side) -> tuple[np.ndarray, np.ndarray]:
    """Where each mention of a side begins, and all of them in the order of the text.

    A matched mention stands where gold's does, so that both sides agree on which one of two is the later.
    """
    matched = side.match >= 0
    begin, end = (
        np.where(matched, np.append(ours, -1)[side.match], own) for ours, own in zip(gold.place(), side.place(), strict=True)
    )
    return begin, np.lexsort((side.match, end, begin))


def read_sides(project: Project, options: TypedOptions) -> TypedProject:
    """All sides of an aligned project. Raises TooMuchError as matching does."""
    mentions, _ = read_mentions(project.gold)
    gold = Side(mentions, geometry(project.gold), np.arange(len(mentions)))
    matcher = matching.matcher(project, CoreferenceOptions(match="exact", zero_match=options.zero_match))
    systems = []
    for number, (corpus, alignment) in enumerate(zip(project.systems, project.alignments, strict=True)):
        side, _ = read_mentions(corpus, alignment.document, mentions.n_docs)
        systems.append(Side(side, geometry(corpus), matcher(number).match(mentions, side)))
    return TypedProject(project, gold, tuple(systems))


@dataclass(frozen=True)
class Groups:
    """Every mention of every side in a group: names of the groups, then for gold and for each system its Classes.

    Their codes number the names. has_none : the last name is "none", which no macro mean takes in.
    """

    by: str
    names: tuple[str, ...]
    gold: Classes
    systems: tuple[Classes, ...]
    has_none: bool = False


@dataclass(frozen=True)
class Labelled:
    """The labels of all sides: names, and the own label of each mention of gold and of each system."""

    names: tuple[str, ...]
    gold: Assigned
    systems: tuple[Assigned, ...]


def assign_all(typed: TypedProject, labels: LabelSpans, predicted: LabelSpans | None, threshold: float) -> Labelled:
    """The own labels of all mentions. predicted : the label spans of the systems' mentions, where they are others than gold's."""
    ours, theirs = common_names(labels, labels if predicted is None else predicted)
    return Labelled(
        ours.names,
        assign(typed.gold.mentions, typed.gold.geometry, ours, threshold),
        tuple(assign(side.mentions, side.geometry, theirs, threshold) for side in typed.systems),
    )


def class_groups(typed: TypedProject, labelled: Labelled) -> Groups:
    """The semantic classes of all mentions; the last is "none", of entities without any label."""
    none = len(labelled.names)
    gold = propagate(typed.gold.mentions, labelled.gold, none)
    systems = tuple(propagate(s.mentions, own, none) for s, own in zip(typed.systems, labelled.systems, strict=True))
    return Groups("class", (*plain_names(labelled.names), NONE), gold, systems, has_none=True)


def plain_names(names: Sequence[str]) -> tuple[str, ...]:
    """Names of groups that come from a file; one that is also a sum's, a mean's or "none" is put into quotes."""
    given, taken, found = set(names), set(RESERVED), []
    for name in names:
        shown = name
        while shown in taken or (shown != name and shown in given):
            shown = f"'{shown}'"
        taken.add(shown)
        found.append(shown)
    return tuple(found)
