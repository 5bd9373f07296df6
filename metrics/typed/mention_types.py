"""The type of each mention: name, nominal, pronoun or zero, by the tag of its head word in gold's text.

Every side is judged by gold's words, tags and trees, since a system's own file may lack them; a mention that gold has too
is of gold's type.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from loaders.build import starts_of
from loaders.schema import NOTHING, Corpus
from metrics.typed.project import Side, TypedProject
from metrics.zeros import depths, highest, word_ranges

TYPES = ("name", "nominal", "pronoun", "zero")
NAME, NOMINAL, PRONOUN, ZERO = range(4)
UNTAGGED = "untagged"  # the type of mentions whose head word has no tag, where there are any


class NoGroupsError(ValueError):
    """A grouping that gold has nothing for; the text says what would be needed."""


@dataclass(frozen=True)
class Tags:
    """What the tags of one column say of a head word, and of where the head stands in a text without trees.

    alone : pronouns where they are a mention's only word ("this"), determiners elsewhere. Adjectives and numbers alone
    ("many", "two") are nominals, in both columns. stops : what can only follow the head's own phrase.
    """

    column: str
    names: frozenset[str]
    pronouns: frozenset[str]
    alone: frozenset[str]
    nouns: frozenset[str]
    stops: frozenset[str]


# Universal tags; and those of the Penn Treebanks (English, Chinese), which CoNLL-2012's column 5 holds too.
TAGS = (
    Tags(
        "upos",
        names=frozenset(["PROPN"]),
        pronouns=frozenset(["PRON"]),
        alone=frozenset(["DET"]),
        nouns=frozenset(["NOUN"]),
        stops=frozenset("ADP SCONJ PRON PUNCT".split()),
    ),
    Tags(
        "xpos",
        names=frozenset("NNP NNPS NR".split()),
        pronouns=frozenset("PRP PRP$ WP WP$ EX PN".split()),
        alone=frozenset("DT WDT PDT".split()),
        nouns=frozenset("NN NNS NT".split()),
        stops=frozenset("IN TO WDT WP WP$ WRB PRP EX , : -LRB- PU".split()),
    ),
)


def type_codes(typed: TypedProject) -> tuple[tuple[str, ...], list[np.ndarray]]:
    """The names of the types, and their codes for the mentions of gold and of each system.

    Raises NoGroupsError where no word of gold is tagged as a name or a pronoun.
    """
    gold = typed.project.gold
    tagged = Tagged(gold, known_tags(gold), depths(gold))
    heads = _heads(tagged, typed.gold, _named(gold, typed.gold))
    ours = _types(tagged, typed.gold, heads)
    found = [ours]
    for side in typed.systems:
        own = _types(tagged, side, _heads(tagged, side, np.append(heads, -1)[side.match]))
        found.append(np.where(side.match >= 0, np.append(ours, -1)[side.match], own))
    lacking = any((codes > ZERO).any() for codes in found)
    return (*TYPES, UNTAGGED) if lacking else TYPES, found


def known_tags(gold: Corpus) -> Tags:
    """The column that tells names and pronouns: UPOS, else XPOS."""
    for tags in TAGS:
        if has_tag(gold, tags.column, tags.names | tags.pronouns).any():
            return tags
    raise NoGroupsError(
        "Mention types need part-of-speech tags in gold: UPOS or Penn Treebank XPOS in CoNLL-U, or column 5 of CoNLL-2012. "
        f"No word of {gold.name} is tagged as a name or a pronoun."
    )


@dataclass(frozen=True)
class Tagged:
    """Gold's text with the tags that tell types. depth : of each word in its tree."""

    gold: Corpus
    tags: Tags
    depth: np.ndarray

    def has(self, *wanted: frozenset[str]) -> np.ndarray:
        """Which words have one of the wanted tags, as a mask."""
        return has_tag(self.gold, self.tags.column, frozenset().union(*wanted))


def has_tag(gold: Corpus, column: str, wanted: frozenset[str]) -> np.ndarray:
    """Which of gold's words have one of the wanted tags, as a mask."""
    cells = gold.words[column].cat
    return np.array([name in wanted for name in cells.categories] or [False])[cells.codes.to_numpy()]


def _types(text: Tagged, side: Side, head: np.ndarray) -> np.ndarray:
    """The type of each mention by its head, a row of gold's words; -1 where it has none."""
    rows = side.mentions.row
    single = side.geometry.size[rows] == 1
    pronoun = text.has(text.tags.pronouns)[head] | (single & text.has(text.tags.alone)[head])
    untagged = (head < 0) | text.has(frozenset(["", NOTHING]))[head]
    conditions = [side.geometry.is_zero[rows], untagged, text.has(text.tags.names)[head], pronoun]
    return np.select(conditions, [ZERO, ZERO + 1, NAME, PRONOUN], NOMINAL)


def _named(gold: Corpus, side: Side) -> np.ndarray:
    """The row of the head that gold's file names for each mention, among gold's words; -1 for none."""
    given = gold.spans["head"].to_numpy()[side.mentions.row]
    base = starts_of(gold.words["doc_id"].cat.codes.to_numpy(), len(gold.documents))
    return np.where(given >= 0, base[side.mentions.doc] + given, -1)


def _heads(text: Tagged, side: Side, known: np.ndarray) -> np.ndarray:
    """known, completed: for each mention the row of its head among gold's words, -1 where gold has none of its words.

    The highest word in gold's tree, or by tags where there is no tree.
    """
    lacking = known < 0
    doc, rows = side.mentions.doc[lacking], side.mentions.row[lacking]
    head = highest(text.gold, text.depth, side.geometry, rows, doc)
    flat = (head >= 0) & (text.depth[head] == np.iinfo(np.int64).max)
    if flat.any():
        head[flat] = _heads_by_tags(text, *word_ranges(text.gold, side.geometry, rows[flat], doc[flat]))
    found = known.copy()
    found[lacking] = head
    return found


def _heads_by_tags(text: Tagged, low: np.ndarray, high: np.ndarray) -> np.ndarray:
    """The heads of stretches of words without a tree. low, high : half-open rows of words.

    The first phrase ends before the first preposition, relative or personal pronoun, comma or bracket after the first
    word; its head is the last noun, name or pronoun in it, else its last word.
    """
    tags, here = text.tags, np.arange(len(text.depth))
    stops = np.where(text.has(tags.stops), here, len(here))
    following = np.append(np.minimum.accumulate(stops[::-1])[::-1], len(here))  # the next stop from each word on
    last = np.maximum.accumulate(np.where(text.has(tags.nouns, tags.names, tags.pronouns), here, -1))
    end = np.minimum(following[low + 1], high) - 1
    return np.where(last[end] >= low, last[end], end)
