"""How many mentions a label set reaches, and on what typed link scores rest."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd

from metrics.counting import Counts, stacked
from metrics.formulas import ratio, share
from metrics.mentions import Mentions
from metrics.metric import Metric
from metrics.typed.assign import Assigned, majority
from metrics.typed.project import Groups, Labelled, TypedProject

GOLD = "gold"


COVERAGE = {
    name: Metric(name, about, share, width=2, sides=(), denominators=(1,))
    for name, about in {
        "before": "Mentions that have a label of their own, of all mentions.",
        "after": "Mentions that have a label of their own or from their entity, of all mentions.",
    }.items()
}


def count_coverage(typed: TypedProject, sets: Mapping[str, Labelled]) -> Counts:
    """Labelled mentions before and after propagation, of gold and of every system, per document that is not skipped.

    sets : by name, the labels of all sides from several label sets. Inputs are (side, set); gold's side is "gold".
    """
    tables, kept = {}, typed.kept()
    for name, labelled in sets.items():
        sides = zip((GOLD, *typed.names), (typed.gold, *typed.systems), (labelled.gold, *labelled.systems), strict=True)
        for side_name, side, own in sides:
            tables[side_name, name] = {m: table[kept] for m, table in _covered(side.mentions, own).items()}
    units = typed.project.gold.documents["doc_id"].iloc[kept].tolist()
    return stacked(units, tables, COVERAGE)


def _covered(mentions: Mentions, own: Assigned) -> dict[str, np.ndarray]:
    before = own.label >= 0
    after = before | (majority(mentions, own)[mentions.entity] >= 0)
    total = np.bincount(mentions.doc, minlength=mentions.n_docs)
    found = {"before": before, "after": after}
    return {name: np.stack([np.bincount(mentions.doc, has, mentions.n_docs), total], axis=1) for name, has in found.items()}


def shared_mentions(typed: TypedProject) -> pd.DataFrame:
    """How many mentions each system shares with gold: system, shared, gold, predicted, share (points of gold's)."""
    kept = np.isin(np.arange(typed.gold.mentions.n_docs), typed.kept())
    gold = int(kept[typed.gold.mentions.doc].sum())
    rows = []
    for name, side in zip(typed.names, typed.systems, strict=True):
        here = kept[side.mentions.doc]
        shared = int((here & (side.match >= 0)).sum())
        points = 100 * shared / gold if gold else np.nan
        rows.append({"system": name, "shared": shared, "gold": gold, "predicted": int(here.sum()), "share": points})
    return pd.DataFrame(rows, columns=["system", "shared", "gold", "predicted", "share"])


def support(typed: TypedProject, groups: Groups) -> pd.DataFrame:
    """What gold holds of each group: group, mentions, entities, pairs, largest (points: the largest entity's share of pairs).

    An entity belongs to the group of its pairs; 200 mentions of one entity are 19,900 pairs.
    """
    gold = typed.gold.mentions
    here = np.isin(gold.doc, typed.kept())
    mentions = np.bincount(groups.gold.mention[here], minlength=len(groups.names))
    size = np.bincount(gold.entity[here], minlength=len(gold.sizes()))
    group = np.zeros(len(size), np.int64)
    group[gold.entity] = groups.gold.pair
    pairs = size * (size - 1) // 2
    total = np.bincount(group, pairs, len(groups.names))
    largest = np.zeros(len(groups.names))
    np.maximum.at(largest, group, pairs)
    entities = np.bincount(group, size > 0, len(groups.names))
    columns = {"group": list(groups.names), "mentions": mentions, "entities": entities.astype(np.int64)}
    return pd.DataFrame(columns | {"pairs": total.astype(np.int64), "largest": 100 * ratio(largest, total)})


def confusion(typed: TypedProject, groups: Groups, number: int) -> pd.DataFrame:
    """How often a matched mention of one group in gold has another on the system's side: gold's groups by the system's."""
    match = typed.systems[number].match
    matched = (match >= 0) & np.isin(typed.systems[number].mentions.doc, typed.kept())
    n = len(groups.names)
    cell = groups.gold.mention[match[matched]] * n + groups.systems[number].mention[matched]
    table = np.bincount(cell, minlength=n * n).reshape(n, n)
    return pd.DataFrame(table, index=list(groups.names), columns=list(groups.names))
