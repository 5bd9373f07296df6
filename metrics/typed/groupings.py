"""Groupings beside semantic class: what else a mention, or the later mention of a pair, can be told apart by.

Each returns the groups of all mentions of all sides; names are in the order in which they are shown, and stand there
whether a mention has them or not. A pair's group is that of the later mention, or of its entity, or document.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from loaders.build import starts_of
from loaders.schema import Corpus
from metrics.geometry import STEP, _line
from metrics.typed.assign import Classes
from metrics.typed.mention_types import NoGroupsError, type_codes
from metrics.typed.project import Groups, Side, TypedProject, plain_names, standing

__all__ = ["CLASS", "GROUPINGS", "NoGroupsError"]

CLASS = "class"  # the grouping by labels, which stands in project.py
LENGTHS = ("1 word", "2 words", "3–5 words", "6–10 words", "11 words and more")
SIZES = ("1 mention", "2 mentions", "3–5 mentions", "6–10 mentions", "11–50 mentions", "51 mentions and more")
FIRST = ("first mention", "later mention")
SENTENCES = ("first mention", "same sentence", "1 sentence", "2–3 sentences", "4–10 sentences", "11 sentences and more")
WORDS = ("first mention", "up to 5 words", "6–20 words", "21–50 words", "51–200 words", "201 words and more")
DEPTHS = ("outermost", "depth 1", "depth 2", "depth 3 and more")
MOST_DOCUMENTS = 200  # as groups
LEADING = 512  # in the lower ten bits of a place: an empty node before its sentence's first word


def _groups(by: str, names: Sequence[str], codes: Sequence[np.ndarray]) -> Groups:
    """The groups of codes for gold's mentions and for each system's; a pair is charged to its later mention."""
    gold, *systems = (Classes(of_side, of_side) for of_side in codes)
    return Groups(by, tuple(names), gold, tuple(systems))


def _sides(typed: TypedProject) -> tuple[Side, ...]:
    return typed.gold, *typed.systems


def mention_type(typed: TypedProject) -> Groups:
    """By the tag of the head word. Raises NoGroupsError where gold has no tags."""
    return _groups("mention type", *type_codes(typed))


def length(typed: TypedProject) -> Groups:
    """By the number of words, empty nodes among them."""
    sizes = (side.geometry.size[side.mentions.row] for side in _sides(typed))
    return _groups("length", LENGTHS, [np.searchsorted([2, 3, 6, 11], size, side="right") for size in sizes])


def entity_size(typed: TypedProject) -> Groups:
    """By the number of mentions of each side's own entity."""
    sizes = (side.mentions.sizes()[side.mentions.entity] for side in _sides(typed))
    return _groups("entity size", SIZES, [np.searchsorted([2, 3, 6, 11, 51], size, side="right") for size in sizes])


def distance(typed: TypedProject) -> Groups:
    """By how far back the mention before of the same entity begins, on each side: in sentences of gold, in words without."""
    gold = typed.project.gold
    in_sentences = _has_sentences(gold)
    names, edges = (SENTENCES, [1, 2, 4, 11]) if in_sentences else (WORDS, [6, 21, 51, 201])
    codes = []
    for side in _sides(typed):
        begin, order = standing(typed.gold, side)
        measure = _sentence_of(gold, side.mentions.doc, begin) if in_sentences else begin >> STEP
        back = _steps_back(side.mentions.entity, order, measure)
        codes.append(np.where(back < 0, 0, 1 + np.searchsorted(edges, back, side="right")))
    return _groups("distance", names, codes)


def first_mention(typed: TypedProject) -> Groups:
    """By whether the own side's entity has an earlier mention."""
    codes = []
    for side in _sides(typed):
        begin, order = standing(typed.gold, side)
        codes.append((_steps_back(side.mentions.entity, order, begin) >= 0).astype(np.int64))
    return _groups("first mention", FIRST, codes)


def nesting(typed: TypedProject) -> Groups:
    """By how many different hulls of the own side's mentions hold the mention's own, and are larger; crossing ones don't."""
    return _groups("nesting", DEPTHS, [_depth(side) for side in _sides(typed)])


def genre(typed: TypedProject) -> Groups:
    """By the genre of gold's document. Raises NoGroupsError where no document has one."""
    genres = typed.project.gold.documents["genre"].tolist()
    if not any(genres):
        raise NoGroupsError(f"Genres need a genre for each document of gold; {typed.project.gold.name} names none.")
    names = list(dict.fromkeys(genres))
    number = np.array([names.index(name) for name in genres], np.int64)
    return _of_documents(typed, "genre", [name or "no genre" for name in names], number)


def document(typed: TypedProject) -> Groups:
    """By document. Raises NoGroupsError for more than 200."""
    ids = typed.project.gold.documents["doc_id"].tolist()
    if len(ids) > MOST_DOCUMENTS:
        raise NoGroupsError(f"Documents as groups need a gold file of at most {MOST_DOCUMENTS} documents; this has {len(ids):,}.")
    return _of_documents(typed, "document", ids, np.arange(len(ids)))


GROUPINGS: dict[str, Callable[[TypedProject], Groups]] = {
    "mention type": mention_type,
    "length": length,
    "entity size": entity_size,
    "distance": distance,
    "first mention": first_mention,
    "nesting": nesting,
    "genre": genre,
    "document": document,
}


def _of_documents(typed: TypedProject, by: str, names: Sequence[str], number: np.ndarray) -> Groups:
    return _groups(by, plain_names(names), [number[side.mentions.doc] for side in _sides(typed)])


def _steps_back(entity: np.ndarray, order: np.ndarray, measure: np.ndarray) -> np.ndarray:
    """How much less the measure of the mention before is, in the same entity and in the order given; -1 for first mentions."""
    order = order[np.argsort(entity[order], kind="stable")]
    back = np.diff(measure[order], prepend=0)
    back[np.diff(entity[order], prepend=-1) != 0] = -1
    found = np.empty_like(back)
    found[order] = back
    return found


def _has_sentences(gold: Corpus) -> bool:
    """Whether every document of gold has words, and any more than one sentence."""
    documents = gold.documents
    return bool((documents["n_words"] > 0).all() and (documents["n_sentences"] > 1).any())


def _sentence_of(gold: Corpus, doc: np.ndarray, place: np.ndarray) -> np.ndarray:
    """The sentence of gold's text in which each place of a document lies."""
    words = gold.words.loc[~gold.words["is_empty"]]
    base = starts_of(words["doc_id"].cat.codes.to_numpy(), len(gold.documents))
    number = (place >> STEP) - 1 + (place & 1023 >= LEADING)
    return words["sent"].to_numpy()[base[doc] + np.clip(number, 0, np.diff(base)[doc] - 1)]


def _depth(side: Side) -> np.ndarray:
    """The number of larger hulls around each mention, at most 3.

    With hulls in order of their beginnings, the longer first, those around one are those before it that end no earlier:
    there are k or more of them where the k-th latest end so far is no earlier. Each round finds the latest of the ends
    that the rounds before left over.
    """
    hulls = np.column_stack([_line(place, side.mentions.doc) for place in side.place()])
    hulls, where = np.unique(hulls * [1, -1], axis=0, return_inverse=True)
    end = -hulls[:, 1]
    depth, left = np.zeros(len(end), np.int64), end
    for _ in DEPTHS[1:]:
        latest = np.append(-1, np.maximum.accumulate(left))[:-1]
        depth += latest >= end
        left = np.minimum(left, latest)
    return depth[where.ravel()]
