"""One document as gold and systems have it: words, mentions and whether they are right, entities and their numbers.

A system's entity takes the number of the gold entity that it is aligned with in the best one-to-one alignment by
φ4 = 2|K∩R| / (|K| + |R|), the one behind CEAFe (Luo 2005); what is aligned with nothing is numbered after gold's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from metrics import matching
from metrics.ceaf import components, local_numbers
from metrics.counting import Project
from metrics.mentions import SINGLETONS, Mentions, read_mentions
from metrics.options import CoreferenceOptions
from metrics.overlap import overlap
from metrics.page import Page, read_page

STATES = ("gold", "right", "wrong", "missed", "extra")
SHARED = ("right", "wrong")  # states of mentions that both sides have


@dataclass(frozen=True)
class Matched:
    """Gold's mentions and those of some systems in all documents, matched as the options say.

    systems : their numbers in the project. match : for each system's mention the number of gold's, -1 for none.
    """

    systems: tuple[int, ...]
    gold: Mentions
    predicted: tuple[Mentions, ...]
    match: tuple[np.ndarray, ...]


@dataclass(frozen=True)
class Reading:
    """One document side by side. Column 0 is gold, 1, 2, ... are the systems; entity number 0 is a singleton on all sides.

    missing : for each system, whether it lacks the document; such a column has no mentions.
    words : one row for each word or empty node: place, form, space (one follows), sent, is_empty, shown_0, shown_1, ...
    (whether a column has it).
    mentions : column, state (STATES; missed ones stand in the system's column), entity (its number in this column, of a
    missed one 0), gold_entity (of the gold mention that it is, -1 for none), alone and gold_alone (whether that entity
    has this mention alone), start, end (hull, rows of words), text, gold_text (where the matched extent is another),
    error (1, 2, ... in reading order, 0 for none).
    pieces : mention, start, end; the mention's runs of words. entities : entity, text (of its first mention), size_0,
    size_1, ..., shared_1, ... (mentions in common with gold's).
    """

    doc_id: str
    missing: tuple[bool, ...]
    words: pd.DataFrame
    mentions: pd.DataFrame
    pieces: pd.DataFrame
    entities: pd.DataFrame

    @property
    def errors(self) -> pd.DataFrame:
        """The wrong, missed and extra mentions in reading order; where two begin together, the longer first, A before B."""
        found = self.mentions[self.mentions["error"] > 0]
        return found.sort_values("error")


def match_systems(project: Project, options: CoreferenceOptions, systems: Sequence[int], singletons: str = "keep") -> Matched:
    """The mentions of gold and of the given systems under a singleton policy, matched."""
    matcher, policy = matching.matcher(project, options), SINGLETONS[singletons]
    gold = policy(read_mentions(project.gold)[0])
    sides = [policy(read_mentions(project.systems[k], project.alignments[k].document, gold.n_docs)[0]) for k in systems]
    match = [matcher(k).match(gold, side) for k, side in zip(systems, sides, strict=True)]
    return Matched(tuple(systems), gold, tuple(sides), tuple(match))


def aligned_entities(gold: Mentions, predicted: Mentions, match: np.ndarray) -> np.ndarray:
    """For each predicted entity the gold entity that it is aligned with in the best one-to-one alignment by φ4, -1 for none."""
    table = overlap(gold, predicted, match)
    if not len(table.cell):
        return np.full(len(table.other_size), -1, np.int64)
    similarity = 2 * table.n / (table.size[table.cell] + table.other_size[table.other_cell])
    found = np.full(len(table.other_size), -1, np.int64)
    if not len(table.cell):
        return found
    part = components(table.cell, table.other_cell, len(table.size), len(table.other_size))
    order = np.argsort(part, kind="stable")
    begin = np.flatnonzero(np.diff(part[order], prepend=-1)).tolist()
    for s, e in zip(begin, [*begin[1:], len(order)], strict=True):
        cells = order[s:e]
        cells = cells[_best(table.cell[cells], table.other_cell[cells], similarity[cells])]
        found[table.other_cell[cells]] = table.cell[cells]
    return found


def _best(left: np.ndarray, right: np.ndarray, similarity: np.ndarray) -> np.ndarray:
    """Which edges of one component are in its best one-to-one alignment."""
    if len(left) == 1:
        return np.zeros(1, np.int64)
    from scipy.optimize import linear_sum_assignment

    zero = np.zeros(len(left), np.int64)
    rows, columns = local_numbers(left, zero), local_numbers(right, zero)
    weight = np.zeros((rows.max() + 1, columns.max() + 1))
    edge = np.full(weight.shape, -1)
    weight[rows, columns], edge[rows, columns] = similarity, np.arange(len(left))
    chosen = edge[linear_sum_assignment(weight, maximize=True)]
    return chosen[chosen >= 0]


@dataclass(frozen=True)
class _Side:
    """One system in one document: its mentions, gold's mention of each (-1 none), gold's entity of each entity (-1 none)."""

    mentions: Mentions
    match: np.ndarray
    aligned: np.ndarray


def read_document(project: Project, matched: Matched, number: int) -> Reading:
    """One document of gold, by its number, beside the systems that were matched."""
    begin, end = np.searchsorted(matched.gold.doc, [number, number + 1])
    gold = matched.gold.take(np.arange(begin, end))
    sides = [_side(gold, begin, p, m, number) for p, m in zip(matched.predicted, matched.match, strict=True)]
    documents = [number] + [_document(project.alignments[k].document, number) for k in matched.systems]
    corpora = [project.gold] + [project.systems[k] for k in matched.systems]
    spans = [gold.row] + [side.mentions.row for side in sides]
    page = read_page(corpora, documents, spans)
    numbers = _numbers(page, gold, sides)
    missing = tuple(k < 0 for k in documents[1:])
    mentions = _mentions(page, gold, sides, numbers, missing)
    entities = _entities(mentions, len(sides))
    words = page.with_missed(mentions)
    return Reading(project.gold.documents["doc_id"].iloc[number], missing, words, mentions, page.pieces_of(mentions), entities)


def _document(document: np.ndarray, number: int) -> int:
    """The system's number of gold's document, -1 where it has none."""
    return int(next(iter(np.flatnonzero(document == number)), -1))


def _side(gold: Mentions, begin: int, predicted: Mentions, match: np.ndarray, number: int) -> _Side:
    low, high = np.searchsorted(predicted.doc, [number, number + 1])
    mentions = predicted.take(np.arange(low, high))
    here = np.where(match[low:high] >= 0, match[low:high] - begin, -1)
    return _Side(mentions, here, aligned_entities(gold, mentions, here))


def _numbers(page: Page, gold: Mentions, sides: Sequence[_Side]) -> list[np.ndarray]:
    """The number of each entity, gold's and each side's: 1, 2, ... by first mention, 0 for what is a singleton everywhere."""
    many = gold.sizes() > 1
    for side in sides:
        joined = side.aligned[(side.mentions.sizes() > 1) & (side.aligned >= 0)]
        many[joined] = True
    found = [_ranks(page.order(0), gold, many, 1)]
    following = int(many.sum()) + 1
    for column, side in enumerate(sides, 1):
        own = (side.mentions.sizes() > 1) & (side.aligned < 0)
        new = _ranks(page.order(column), side.mentions, own, following)
        following += int(own.sum())
        has = side.aligned >= 0
        new[has] = found[0][side.aligned[has]]
        found.append(new)
    return found


def _ranks(order: np.ndarray, mentions: Mentions, wanted: np.ndarray, first: int) -> np.ndarray:
    """Numbers from `first` on for the wanted entities by their first mention, 0 for the others."""
    earliest = np.full(len(wanted), np.iinfo(np.int64).max)
    np.minimum.at(earliest, mentions.entity, order)
    chosen = np.flatnonzero(wanted)
    numbers = np.zeros(len(wanted), np.int64)
    numbers[chosen[np.argsort(earliest[chosen], kind="stable")]] = first + np.arange(len(chosen))
    return numbers


def _mentions(
    page: Page, gold: Mentions, sides: Sequence[_Side], numbers: list[np.ndarray], missing: Sequence[bool]
) -> pd.DataFrame:
    alone = gold.sizes()[gold.entity] == 1
    own = numbers[0][gold.entity]
    source = np.arange(len(gold))
    frames = [_frame(0, np.full(len(gold), "gold"), (own, own), (alone, alone), (np.zeros(len(gold), np.int64), source))]
    for column, (side, lacks) in enumerate(zip(sides, missing, strict=True), 1):
        frames.append(_predicted(column, side, gold, numbers[column], own))
        if not lacks:
            missed = np.setdiff1d(source, side.match)
            none, not_alone = np.zeros(len(missed), np.int64), np.zeros(len(missed), bool)
            states = np.full(len(missed), "missed")
            frames.append(_frame(column, states, (none, own[missed]), (not_alone, alone[missed]), (none, missed)))
    frame = pd.concat(frames, ignore_index=True)
    frame["start"], frame["end"] = page.hulls(frame)
    frame["text"] = page.texts(frame)
    frame["gold_text"] = _other_texts(frame)
    frame["error"] = _error_numbers(frame)
    return frame


def _predicted(column: int, side: _Side, gold: Mentions, numbers: np.ndarray, gold_numbers: np.ndarray) -> pd.DataFrame:
    """The rows of a system's own mentions."""
    entity, found = side.mentions.entity, side.match >= 0
    gold_entity, gold_alone = np.full(len(entity), -1), np.zeros(len(entity), bool)
    gold_entity[found] = gold_numbers[side.match[found]]
    gold_alone[found] = gold.sizes()[gold.entity[side.match[found]]] == 1
    is_right = np.zeros(len(entity), bool)
    is_right[found] = side.aligned[entity[found]] == gold.entity[side.match[found]]
    states = np.where(found, np.where(is_right, "right", "wrong"), "extra")
    alone = side.mentions.sizes()[entity] == 1 if len(entity) else gold_alone
    source = (np.full(len(entity), column), np.arange(len(entity)))
    frame = _frame(column, states, (numbers[entity], gold_entity), (alone, gold_alone), source)
    frame["gold_mention"] = side.match
    return frame


def _frame(column: int, states: np.ndarray, entities: tuple, alone: tuple, source: tuple) -> pd.DataFrame:
    """source : whose mention it is (0 gold) and its number there."""
    return pd.DataFrame({
        "column": column, "state": states.astype(str), "entity": entities[0], "gold_entity": entities[1], "alone": alone[0],
        "gold_alone": alone[1], "source": source[0], "number": source[1], "gold_mention": -1,
    })  # fmt: skip


def _other_texts(frame: pd.DataFrame) -> np.ndarray:
    """The text of the gold mention where it is matched with other words, else empty."""
    found = frame["gold_mention"].to_numpy()
    other = frame["text"].to_numpy()[np.maximum(found, 0)] if len(frame) else np.array([], object)
    return np.where((found >= 0) & (other != frame["text"].to_numpy()), other, "")


def _error_numbers(frame: pd.DataFrame) -> np.ndarray:
    wrong = np.flatnonzero(~frame["state"].isin(["gold", "right"]))
    start, end, column = (frame[name].to_numpy()[wrong] for name in ("start", "end", "column"))
    numbers = np.zeros(len(frame), np.int64)
    numbers[wrong[np.lexsort((column, -end, start))]] = 1 + np.arange(len(wrong))
    return numbers


def _entities(mentions: pd.DataFrame, n_sides: int) -> pd.DataFrame:
    """One row for each number: the text of its first mention (gold's, if gold has it) and its sizes by column."""
    inside = mentions[mentions["entity"] > 0]
    first = inside.sort_values(["column", "start", "end"], ascending=[True, True, False], kind="stable").drop_duplicates("entity")
    n = int(inside["entity"].max()) if len(inside) else 0
    frame = pd.DataFrame({"entity": np.arange(1, n + 1)})
    frame["text"] = frame["entity"].map(first.set_index("entity")["text"])
    for column in range(n_sides + 1):
        here = inside[inside["column"] == column]
        frame[f"size_{column}"] = np.bincount(here["entity"], minlength=n + 1)[1:]
        if column:
            frame[f"shared_{column}"] = np.bincount(here["entity"][here["state"] == "right"], minlength=n + 1)[1:]
    return frame
