"""One document as gold has it and as a language model has written it again: which characters are the same.

Texts are compared without blanks, in lower case, with one kind of quotes and dashes (normal()), so that it does not matter how
either side is cut into words.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np

from metrics.differing import blocks, common
from metrics.forms import unescaped

SIGNS = str.maketrans(
    dict.fromkeys("“”„‟«»″〝〞", '"') | dict.fromkeys("‘’‚‛`´′‹›", "'") | dict.fromkeys("‐‑‒–—―−", "-") | {"…": "..."}
)
DASHES = re.compile("-{2,}")
PIECE = re.compile(r"\w+|\W")
SAME_TEXT = 0.5  # of the shorter side's characters; with fewer in common, it is another text


def normal(form: str) -> str:
    """A word as texts are compared: "Don’t" and "don't" are the same, and so are -LRB- and (."""
    plain = unicodedata.normalize("NFKC", unescaped(form).translate(SIGNS)).casefold()
    kept = "".join(c for c in plain.translate(SIGNS) if not c.isspace() and unicodedata.category(c) != "Cf")
    return DASHES.sub("-", kept)


@dataclass(frozen=True)
class Side:
    """Normal words one after the other. start : where each begins among the characters of all, and where the last ends."""

    words: Sequence[str]
    start: np.ndarray

    @property
    def text(self) -> str:
        """All characters."""
        return "".join(self.words)


def side(words: Sequence[str]) -> Side:
    """Normal words as a side."""
    return Side(words, np.array([0, *accumulate(map(len, words))], np.int64))


@dataclass(frozen=True)
class Fit:
    """to_gold : for each of the model's characters gold's, -1 for none; ascending where it is not -1."""

    gold: Side
    model: Side
    to_gold: np.ndarray

    @property
    def is_same_text(self) -> bool:
        """Whether enough is in common; a text that breaks off early is the same as far as it goes."""
        shorter = min(int(self.gold.start[-1]), len(self.to_gold))
        return self.shared >= SAME_TEXT * shorter

    @property
    def shared(self) -> int:
        """How many characters are on both sides."""
        return int((self.to_gold >= 0).sum())

    def survives(self) -> tuple[np.ndarray, np.ndarray]:
        """Which of gold's words and which of the model's have all their characters on the other side too."""
        kept = np.zeros(int(self.gold.start[-1]), bool)
        kept[self.to_gold[self.to_gold >= 0]] = True
        return _whole(kept, self.gold.start), _whole(self.to_gold >= 0, self.model.start)

    def place(self, start: int, end: int) -> tuple[int, int] | None:
        """Gold's words for a run of the model's, (first, one after the last); None unless they are one unbroken run there.

        Where the run ends within one of gold's words, it holds the word if it has half of its characters.
        """
        first, last = self.model.start[start], self.model.start[end]
        found = self.to_gold[first:last]
        if not len(found) or found[0] < 0 or found[-1] - found[0] != len(found) - 1 or (found < 0).any():
            return None
        begins = self.gold.start
        low = int(np.searchsorted(begins, found[0], side="right")) - 1
        high = int(np.searchsorted(begins, found[-1], side="right"))
        low += 2 * (begins[low + 1] - found[0]) < begins[low + 1] - begins[low]
        high -= 2 * (found[-1] + 1 - begins[high - 1]) < begins[high] - begins[high - 1]
        return (low, high) if low < high else None


def _whole(kept: np.ndarray, start: np.ndarray) -> np.ndarray:
    """Which words have all their characters kept."""
    number = np.concatenate([[0], np.cumsum(kept)])[start]
    return np.diff(number) == np.diff(start)


def fit(gold: Side, model: Side) -> Fit:
    """The characters that both sides share, in order."""
    ours, theirs = gold.text, model.text
    if ours == theirs:
        return Fit(gold, model, np.arange(len(theirs)))
    one, other = (side([piece for word in s.words for piece in PIECE.findall(word)]) for s in (gold, model))
    found = np.full(len(theirs), -1, np.int64)
    at = there = 0
    for i, j, length in [*blocks(one.words, other.words), (len(one.words), len(other.words), 0)]:
        begin, begin_there = int(one.start[i]), int(other.start[j])
        for a, b, n in _shared(gold, model, (at, begin), (there, begin_there), (ours, theirs)):
            found[b : b + n] = np.arange(a, a + n)
        at, there = int(one.start[i + length]), int(other.start[j + length])
        found[begin_there:there] = np.arange(begin, at)
    return Fit(gold, model, found)


def _shared(gold: Side, model: Side, here: tuple[int, int], there: tuple[int, int], texts: tuple[str, str]) -> list[tuple]:
    """The common beginning and end of two stretches of characters without a common piece: cut into words in other ways.

    Both are cut back to where a word begins on both sides, so that "color" is not the beginning of "colored".
    """
    ours, theirs = texts[0][slice(*here)], texts[1][slice(*there)]
    if not ours or not theirs:
        return []
    n, m = len(ours), len(theirs)
    cuts, other_cuts = _cuts(gold, here), _cuts(model, there)
    ahead = _cut(np.intersect1d(cuts, other_cuts), common(ours, theirs, range(n), range(m)))
    longest = common(ours, theirs, range(n - 1, ahead - 1, -1), range(m - 1, ahead - 1, -1))
    behind = _cut(np.intersect1d(n - cuts, m - other_cuts), longest)
    return [(here[0], there[0], ahead), (here[1] - behind, there[1] - behind, behind)]


def _cut(cuts: np.ndarray, most: int) -> int:
    """The largest of some ascending cuts that is not above `most`; the first is 0."""
    return int(cuts[np.searchsorted(cuts, most, side="right") - 1])


def _cuts(one: Side, within: tuple[int, int]) -> np.ndarray:
    """Where words begin and end within a stretch, from its beginning."""
    low, high = np.searchsorted(one.start, within[0]), np.searchsorted(one.start, within[1], side="right")
    return np.unique(np.concatenate([[0], one.start[low:high] - within[0], [within[1] - within[0]]]))


@dataclass(frozen=True)
class Change:
    """What a model changed: words start to end of gold's stand as words other_start to other_end of its own."""

    start: int
    end: int
    other_start: int
    other_end: int

    @property
    def kind(self) -> str:
        """dropped, added or changed."""
        if self.start == self.end:
            return "added"
        return "dropped" if self.other_start == self.other_end else "changed"


def changes(found: Fit) -> list[Change]:
    """All changes in the order of gold's text."""
    ours, theirs = (_runs(~whole) for whole in found.survives())
    before = np.maximum.accumulate(np.concatenate([[0], found.to_gold + 1]))  # gold's characters up to each of the model's
    made = [[start, end, -1, -1] for start, end in ours]
    ends = np.array([found.gold.start[end] for _, end in ours], np.int64)
    added = []
    for first, last in theirs:
        at = int(before[found.model.start[first]])
        k = int(np.searchsorted(ends, at))
        if k < len(made) and found.gold.start[made[k][0]] <= at:
            made[k][2:] = [first if made[k][2] < 0 else made[k][2], last]
        else:
            word = int(np.searchsorted(found.gold.start, at))
            added.append([word, word, first, last])
    for row in made:
        if row[2] < 0:  # where in the model's text gold's words are missing
            seen = int(np.searchsorted(before, int(found.gold.start[row[0]])))
            row[2:] = [int(np.searchsorted(found.model.start, seen))] * 2
    return [Change(*row) for row in sorted(made + added)]


def _runs(flags: np.ndarray) -> list[tuple[int, int]]:
    """The runs of set flags as (first, one after the last)."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], flags.astype(np.int8), [0]])))
    return list(zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True))
