"""Errors of seven types, after Kummerfeld and Klein (2013): how a system's entities become gold's.

Spans are fixed first. Every predicted entity is then split into parts that each lie in one gold entity, a mention that
gold lacks being split off alone and removed; every missing gold mention is introduced; the parts of each gold entity are
merged. Read as errors:

    span error         a mention with other borders than gold's
    conflated entities a part of a predicted entity that is not its main part
    extra mention      a mention that gold lacks, in an entity that has others, and not its main part
    extra entity       a predicted entity of several mentions, all of which gold lacks
    divided entity     a part of a gold entity that is not its main part
    missing mention    a mention that the system lacks, of an entity of which it has others, and not its main part
    missing entity     a gold entity of several mentions, all of which the system lacks

A main part that gold (or the system) lacks altogether is no error there, though it has to be removed (or introduced);
here it is listed as an extra or missing mention that is not counted. So is nothing else: with singletons kept, a lone
mention that one side lacks is an extra or missing mention, where the published analysis leaves it out.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from metrics.errors.parts import Parts, parts_of
from metrics.errors.spans import fix_spans
from metrics.errors.text import is_pronoun
from metrics.typed.project import Side, TypedProject, standing

TYPES = (
    "span error",
    "conflated entities",
    "extra mention",
    "extra entity",
    "divided entity",
    "missing mention",
    "missing entity",
)
SPAN, CONFLATED, EXTRA, EXTRA_ENTITY, DIVIDED, MISSING, MISSING_ENTITY = range(7)
OPERATIONS = ("span fixes", "splits", "removals", "introductions", "merges")


@dataclass(frozen=True)
class Compared:
    """One system against gold, spans fixed. match : with span errors, exact : without; -1 for none.

    ours : parts of gold's entities, theirs : of the system's. order : of gold's and of the system's mentions in the text.
    """

    gold: Side
    side: Side
    match: np.ndarray
    exact: np.ndarray
    ours: Parts
    theirs: Parts
    order: tuple[np.ndarray, np.ndarray]

    def missing(self) -> np.ndarray:
        """Which of gold's mentions the system lacks."""
        lacking = np.ones(len(self.gold.mentions), bool)
        lacking[self.match[self.match >= 0]] = False
        return lacking


def compare(typed: TypedProject, types: list[np.ndarray], number: int) -> Compared:
    """One system's entities and gold's, in parts. types : of text.types_of()."""
    match = fix_spans(typed, number)
    gold, side = typed.gold, typed.systems[number]
    found = np.flatnonzero(match >= 0)
    theirs = np.where(match >= 0, np.append(gold.mentions.entity, -1)[match], -1)
    ours = np.full(len(gold.mentions), -1, np.int64)
    ours[match[found]] = side.mentions.entity[found]
    moved = Side(side.mentions, side.geometry, match)
    orders = standing(gold, gold)[1], standing(gold, moved)[1]
    pronoun = is_pronoun(types[number + 1])
    pronoun[found] = is_pronoun(types[0])[match[found]]
    return Compared(
        gold,
        side,
        match,
        side.match,
        parts_of(gold.mentions.entity, ours, is_pronoun(types[0]), orders[0]),
        parts_of(side.mentions.entity, theirs, pronoun, orders[1]),
        orders,
    )


def part_types(parts: Parts, part: int, mention: int, whole: int) -> tuple[np.ndarray, np.ndarray]:
    """The type of error that each part is, -1 for none, and whether it is counted. part, mention, whole : the types' numbers.

    Of an entity that the other side lacks whole, the first part stands for all.
    """
    lone = ~parts.matched
    first_of_entity = np.zeros(len(parts), bool)
    first_of_entity[np.unique(parts.entity, return_index=True)[1]] = True
    lost = lone & ~parts.found
    conditions = [
        lost & (parts.number > 1) & first_of_entity,
        lost & (parts.number > 1),
        lone,
        ~parts.main,
    ]
    kind = np.select(conditions, [whole, -1, mention, part], -1)
    counted = (kind >= 0) & ~(lone & parts.found & parts.main)
    return kind, counted


def errors(compared: Compared) -> pd.DataFrame:
    """One system's errors, one row each.

    Columns: type (number in TYPES), counted, gold (number of gold's earliest mention that is named, -1), predicted (the
    system's, -1), size (mentions named), doc (gold's document number).
    """
    spans = np.flatnonzero(compared.match != compared.exact)
    tables = [_table(SPAN, True, compared.match[spans], spans, 1)]
    mine = compared.theirs
    kind, counted = part_types(mine, CONFLATED, EXTRA, EXTRA_ENTITY)
    here = np.flatnonzero(kind >= 0)
    first = mine.first[here]
    size = np.where(kind[here] == EXTRA_ENTITY, mine.number[here], mine.size[here])
    tables.append(_table(kind[here], counted[here], compared.match[first], first, size))
    ours = compared.ours
    kind, counted = part_types(ours, DIVIDED, MISSING, MISSING_ENTITY)
    here = np.flatnonzero(kind >= 0)
    first = ours.first[here]
    back = np.full(len(compared.gold.mentions), -1, np.int64)
    back[compared.match[compared.match >= 0]] = np.flatnonzero(compared.match >= 0)
    size = np.where(kind[here] == MISSING_ENTITY, ours.number[here], ours.size[here])
    tables.append(_table(kind[here], counted[here], first, back[first], size))
    frame = pd.concat(tables, ignore_index=True)
    gold, predicted = frame["gold"].to_numpy(), frame["predicted"].to_numpy()
    ours_doc, theirs_doc = (np.append(side.mentions.doc, -1) for side in (compared.gold, compared.side))
    return frame.assign(doc=np.where(gold >= 0, ours_doc[gold], theirs_doc[predicted]))


def _table(kind, counted, gold: np.ndarray, predicted: np.ndarray, size) -> pd.DataFrame:
    n = len(gold)
    columns = {"type": np.broadcast_to(kind, n), "counted": np.broadcast_to(counted, n), "gold": gold, "predicted": predicted}
    return pd.DataFrame({name: np.array(column) for name, column in columns.items()} | {"size": np.broadcast_to(size, n).copy()})


def operations(compared: Compared) -> np.ndarray:
    """How many operations each document takes, (documents, OPERATIONS): fixes, splits, removals, introductions, merges.

    A predicted entity of several parts is split into all of them, and a lone mention that gold lacks is split off; all parts of a
    gold entity that has several are merged. So operations outnumber errors.
    """
    n = compared.gold.mentions.n_docs
    doc, ours_doc = compared.side.mentions.doc, compared.gold.mentions.doc
    theirs, ours = compared.theirs, compared.ours
    split = (theirs.number > 1) | ~theirs.matched
    columns = [
        doc[compared.match != compared.exact],
        doc[theirs.first[split]],
        doc[compared.match < 0],
        ours_doc[compared.missing()],
        ours_doc[ours.first[ours.number > 1]],
    ]
    return np.stack([np.bincount(column, minlength=n) for column in columns], axis=1).astype(np.float64)
