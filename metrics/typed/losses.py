"""Which mentions and links of gold are lost: by one system, by both of two, and in which form."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from metrics import results
from metrics.counting import Counts, stacked
from metrics.metric import Metric
from metrics.options import TypedOptions
from metrics.typed.counts import earlier, links_of_gold
from metrics.typed.coverage import share
from metrics.typed.project import Groups, Side, TypedProject, standing

PARTS = ("only a", "both", "only b")  # who loses a mention or a link of gold
LOSSES = {
    name: Metric(name, about, share, width=2, sides=(), denominators=(1,))
    for name, about in {
        "mention": "Mentions of gold that are not found, of all.",
        "link": "Pairs of mentions of one gold entity that are not in one entity, of all among the mentions that both find.",
    }.items()
}


def count_losses(typed: TypedProject, groups: Groups, pair: tuple[str, str]) -> Counts:
    """What one of two systems loses of gold or both lose, per document and group: inputs (part, group).

    Each part has the metrics "mention" and "link", whose columns are its number and all that gold has. Links range over
    the mentions that both systems find; a pair belongs to the group of its entity.
    """
    systems = [typed.systems[typed.names.index(name)] for name in pair]
    kept, tables = typed.kept(), {}
    mentions, links = _lost_mentions(typed, systems), _lost_links(typed, systems)
    counted = {"mention": (groups.gold.mention, *mentions), "link": (groups.gold.pair, *links)}
    for part in PARTS:
        found = {}
        for metric, (group, whole, lost) in counted.items():
            found[metric] = np.stack([_by_group(typed, groups, group, weight) for weight in (lost[part], whole)], axis=-1)[kept]
        tables |= {(part, name): {m: table[:, code] for m, table in found.items()} for code, name in enumerate(groups.names)}
    return stacked(typed.project.gold.documents["doc_id"].iloc[kept].tolist(), tables, LOSSES)


def _by_group(typed: TypedProject, groups: Groups, group: np.ndarray, weight: np.ndarray) -> np.ndarray:
    """Sums over gold's mentions: (documents, groups)."""
    shape = (typed.gold.mentions.n_docs, len(groups.names))
    return np.bincount(typed.gold.mentions.doc * shape[1] + group, weight, shape[0] * shape[1]).reshape(shape)


Parted = tuple[np.ndarray, dict[str, np.ndarray]]


def _parted(whole: np.ndarray, first: np.ndarray, second: np.ndarray, both: np.ndarray) -> Parted:
    """What is lost, from what the first, the second and both systems have right; one entry for each mention of gold."""
    return whole, dict(zip(PARTS, (second - both, whole - first - second + both, first - both), strict=True))


def _lost_mentions(typed: TypedProject, systems: list[Side]) -> Parted:
    mentions = np.arange(len(typed.gold.mentions))
    first, second = (np.isin(mentions, side.match).astype(np.float64) for side in systems)
    return _parted(np.ones(len(mentions)), first, second, first * second)


def _lost_links(typed: TypedProject, systems: list[Side]) -> Parted:
    """Pairs are charged to the later mention."""
    _, order = standing(typed.gold, typed.gold)
    entity = typed.gold.mentions.entity
    others = [entity_of_gold(typed, side) for side in systems]
    found = np.logical_and(*(other >= 0 for other in others))
    cells = [np.unique(np.column_stack(c), axis=0, return_inverse=True)[1].ravel() for c in _cells(entity, *others)]
    return _parted(*(earlier(cell, found, order) for cell in cells))


def _cells(entity: np.ndarray, first: np.ndarray, second: np.ndarray) -> list[tuple[np.ndarray, ...]]:
    return [(entity,), (entity, first), (entity, second), (entity, first, second)]


def entity_of_gold(typed: TypedProject, side: Side) -> np.ndarray:
    """The entity into which a system puts each mention of gold, -1 where it lacks the mention."""
    found, matched = np.full(len(typed.gold.mentions), -1, np.int64), side.match >= 0
    found[side.match[matched]] = side.mentions.entity[matched]
    return found


def shared_losses(counts: Counts, options: TypedOptions) -> pd.DataFrame:
    """The shares of count_losses() with intervals, in points.

    Columns: metric, part, group, lost, gold, share, low, high, units, reason, caution.
    """
    frame = results.scores(counts, options).rename(columns={"system": "part", "singletons": "group", "f1": "share"})
    total = counts.values.sum(axis=0)
    numbers = np.concatenate([total[:, counts.columns[metric]] for metric in counts.columns]).astype(np.int64)
    frame = frame.assign(lost=numbers[:, 0], gold=numbers[:, 1])
    return frame[["metric", "part", "group", "lost", "gold", "share", "low", "high", "units", "reason", "caution"]]


@dataclass(frozen=True)
class Losses:
    """What one system loses, for each mention of gold.

    lost : the mention is not found. links, lost_links : its pairs with earlier mentions that are compared, and those that
    are not in one entity. before : the mention before it in its entity, -1 for none. parted : both are found, and the system
    links it to none of the earlier mentions of its entity.
    """

    lost: np.ndarray
    links: np.ndarray
    lost_links: np.ndarray
    before: np.ndarray
    parted: np.ndarray


def read_losses(typed: TypedProject, options: TypedOptions, number: int) -> Losses:
    """The losses of a system by its number; a match counts whatever the groups of both sides are."""
    links, right = links_of_gold(typed, options, number)
    entity = entity_of_gold(typed, typed.systems[number])
    before = mention_before(typed.gold, typed.gold)
    other = np.append(entity, -1)[before]  # -1 names the last, which is none
    return Losses(entity < 0, links, links - right, before, (entity >= 0) & (other >= 0) & (right == 0))


def mention_before(gold: Side, side: Side) -> np.ndarray:
    """For each mention of a side the one before it in the same entity, -1 for none."""
    _, order = standing(gold, side)
    entity = side.mentions.entity
    order = order[np.argsort(entity[order], kind="stable")]
    found = np.full(len(entity), -1, np.int64)
    same = np.flatnonzero(np.diff(entity[order]) == 0)
    found[order[same + 1]] = order[same]
    return found


def form_losses(typed: TypedProject, groups: Groups, forms: Groups, losses: Losses) -> pd.DataFrame:
    """Group by form of mention: group, form, gold, lost (mentions), links, lost_links (pairs, of the later mention's form).

    A mention stands in its own group, a pair in its entity's. Of documents that are scored.
    """
    here = np.isin(typed.gold.mentions.doc, typed.kept())
    n = len(forms.names)

    def table(group: np.ndarray, weight: np.ndarray) -> np.ndarray:
        return np.bincount((group * n + forms.gold.mention)[here], weight[here], len(groups.names) * n).astype(np.int64)

    columns = {"group": np.repeat(groups.names, n), "form": np.tile(forms.names, len(groups.names))}
    columns |= {"gold": table(groups.gold.mention, np.ones(len(here))), "lost": table(groups.gold.mention, losses.lost)}
    columns |= {"links": table(groups.gold.pair, losses.links), "lost_links": table(groups.gold.pair, losses.lost_links)}
    return pd.DataFrame(columns)
