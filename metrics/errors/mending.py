"""What mending errors would bring: a system's output without the errors of one type, or of several, scored again.

Mending moves only the mentions that an error names: the part of a conflated entity leaves into an entity of its own; the part
of a divided one joins the entity that holds the main part (or, where the system lacks that, the earliest part that it has);
extra mentions are removed; missing ones are added, to the entity that a divided part would join; a span takes gold's extent.
All types one after another make gold's entities of any output. Mending can be restricted to some of the errors (Only).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from metrics.coreference import METRICS, count_b_cubed, count_ceaf, count_muc
from metrics.counting import Counts, stacked
from metrics.errors.types import TYPES, Compared
from metrics.mentions import SINGLETONS, Mentions, compact
from metrics.overlap import overlap
from metrics.typed.project import TypedProject

NONE = "none"
ALL = "all"
SCORED = ("MUC", "B³", "CEAFe", "CoNLL")
ORDER = (
    "span error",
    "extra entity",
    "extra mention",
    "conflated entities",
    "divided entity",
    "missing mention",
    "missing entity",
)


class Output(NamedTuple):
    """A system's mentions: doc, entity (any numbers), gold (the gold mention that each is, -1 for none), and own, each one's
    number in the system's own output (-1 for those that were added)."""

    doc: np.ndarray
    entity: np.ndarray
    gold: np.ndarray
    own: np.ndarray

    def take(self, keep: np.ndarray) -> Output:
        """Some of the mentions."""
        return Output(*(column[keep] for column in self))


class Only(NamedTuple):
    """Which errors are mended: spans (of each of the system's mentions, whether its span is), theirs and ours (of each part)."""

    spans: np.ndarray
    theirs: np.ndarray
    ours: np.ndarray


def every(compared: Compared) -> Only:
    """All errors."""
    sizes = (len(compared.match), len(compared.theirs), len(compared.ours))
    return Only(*(np.ones(n, bool) for n in sizes))


def output_of(compared: Compared) -> Output:
    """What the system wrote, matched by the same words."""
    mentions = compared.side.mentions
    return Output(mentions.doc, mentions.entity, compared.exact, np.arange(len(mentions)))


def mend_spans(output: Output, compared: Compared, only: Only) -> Output:
    """Spans take gold's extents."""
    moved = np.append(only.spans, False)[output.own]
    return output._replace(gold=np.where(moved, np.append(compared.match, -1)[output.own], output.gold))


def mend_conflated(output: Output, compared: Compared, only: Only) -> Output:
    """Every matched part of a predicted entity that is not its main part becomes an entity of its own."""
    parts = compared.theirs
    leaves = parts.matched & ~parts.main & only.theirs
    part = np.append(parts.part, -1)[output.own]
    moved = (output.own >= 0) & np.append(leaves, False)[part]
    return output._replace(entity=np.where(moved, output.entity.max(initial=0) + 1 + part, output.entity))


def mend_divided(output: Output, compared: Compared, only: Only) -> Output:
    """Every part of a gold entity that is not the main one joins the entity in which that is."""
    goal = _goals(output, compared)
    gold = np.where(output.own >= 0, np.append(compared.match, -1)[output.own], -1)
    entity = np.append(compared.gold.mentions.entity, -1)[gold]
    wanted = np.append(only.ours[compared.ours.part], False)[gold]
    moved = wanted & (np.append(goal, -1)[entity] >= 0)
    return output._replace(entity=np.where(moved, np.append(goal, -1)[entity], output.entity))


def mend_extra(output: Output, compared: Compared, only: Only, *, whole: bool) -> Output:
    """Mentions that gold lacks are removed. whole : those of entities of several that gold lacks altogether, or all others."""
    parts = compared.theirs
    entity_lost = (~parts.found & (parts.number > 1))[parts.part]
    extra = (compared.match < 0) & (entity_lost == whole) & only.theirs[parts.part]
    return output.take(~np.append(extra, False)[output.own])


def mend_missing(output: Output, compared: Compared, only: Only, *, whole: bool) -> Output:
    """Gold mentions that the system lacks are added. whole : those of entities of several that it lacks, or all others."""
    parts, gold = compared.ours, compared.gold.mentions
    entity_lost = (~parts.found & (parts.number > 1))[parts.part]
    added = np.flatnonzero(compared.missing() & (entity_lost == whole) & only.ours[parts.part])
    goal = np.append(_goals(output, compared), -1)[gold.entity[added]]
    new = output.entity.max(initial=0) + 1 + gold.entity[added]
    more = Output(gold.doc[added], np.where(goal >= 0, goal, new), added, np.full(len(added), -1))
    return Output(*(np.concatenate(pair) for pair in zip(output, more, strict=True)))


def _goals(output: Output, compared: Compared) -> np.ndarray:
    """For each gold entity the entity of the output that its parts join, -1 where the system has none of its mentions.

    That of its main part's earliest mention or, where the system lacks that, of the earliest part that it has.
    """
    parts = compared.ours
    entities = int(compared.gold.mentions.entity.max(initial=-1)) + 1
    where = np.full(len(compared.gold.mentions), -1, np.int64)
    here = np.flatnonzero(output.own >= 0)
    fixed = compared.match[output.own[here]]
    where[fixed[fixed >= 0]] = output.entity[here[fixed >= 0]]
    rank = np.empty(len(compared.order[0]), np.int64)
    rank[compared.order[0]] = np.arange(len(rank))
    order = np.lexsort((rank[parts.first], ~parts.main, parts.entity))
    order = order[parts.matched[order]]
    goal = np.full(entities, -1, np.int64)
    first = order[np.diff(parts.entity[order], prepend=-1) != 0]
    goal[parts.entity[first]] = where[parts.first[first]]
    return goal


MENDING: dict[str, Callable[[Output, Compared, Only], Output]] = {
    "span error": mend_spans,
    "conflated entities": mend_conflated,
    "extra mention": lambda output, compared, only: mend_extra(output, compared, only, whole=False),
    "extra entity": lambda output, compared, only: mend_extra(output, compared, only, whole=True),
    "divided entity": mend_divided,
    "missing mention": lambda output, compared, only: mend_missing(output, compared, only, whole=False),
    "missing entity": lambda output, compared, only: mend_missing(output, compared, only, whole=True),
}


def count_mended(typed: TypedProject, compared: Sequence[Compared], policy: str) -> tuple[Counts, Counts]:
    """The counts behind CoNLL after mending, one row per document that is not skipped, in exact match.

    First each type alone: inputs (system, "none") and (system, type); then in sequence: (system, "none"), (system, type) with
    all types before it in ORDER mended too, the last of which is everything.
    """
    alone, sequence = {}, {}
    for name, one in zip(typed.names, compared, strict=True):
        output, only = output_of(one), every(one)
        alone[name, NONE] = sequence[name, NONE] = scored(output, one, policy)
        so_far = output
        for kind in TYPES:
            alone[name, kind] = scored(MENDING[kind](output, one, only), one, policy)
        for kind in ORDER:
            so_far = MENDING[kind](so_far, one, only)
            sequence[name, kind] = scored(so_far, one, policy)
    return tabled(typed, alone), tabled(typed, sequence)


def mend_all(output: Output, compared: Compared, only: Only) -> Output:
    """All types one after the other."""
    for kind in ORDER:
        output = MENDING[kind](output, compared, only)
    return output


def tabled(typed: TypedProject, tables: dict) -> Counts:
    """Counts of the documents that are scored. tables : by (system, variant), what scored() returns."""
    kept = typed.kept()
    units = typed.project.gold.documents["doc_id"].iloc[kept].tolist()
    metrics = {name: METRICS[name] for name in SCORED}
    return stacked(units, {key: {m: c[kept] for m, c in table.items()} for key, table in tables.items()}, metrics)


def scored(output: Output, compared: Compared, policy: str) -> dict[str, np.ndarray]:
    """MUC, B³ and CEAFe of an output, its singletons dropped again where they are."""
    nothing = np.zeros(len(output.doc), np.int64)
    n_docs = compared.gold.mentions.n_docs
    mentions = SINGLETONS[policy](Mentions(output.doc, nothing, compact(output.entity), np.arange(len(nothing)), n_docs))
    table = overlap(compared.gold.mentions, mentions, output.gold[mentions.row])
    return {"MUC": count_muc(table), "B³": count_b_cubed(table), **count_ceaf(table, ["CEAFe"])}
