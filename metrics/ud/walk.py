"""Around multiword tokens words are aligned by a walk with one cursor a side, and in each group by their forms.

As the shared task's script does it (Zeman et al. 2018, section 5.1), with its habits: what lags before a group is in
it, and a word that sticks out is taken while the other side still has a word inside.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

MOST_PAIRS = 64_000_000


class Word(NamedTuple):
    """A word of the walk: its number, range, whether it stands in a multiword token, and a code for its form in lower case."""

    number: int
    start: int
    end: int
    multiword: bool
    form: int


class TooLargeError(ValueError):
    """A group with more pairs of words than can be compared."""


def walk(gold: Sequence[Word], system: Sequence[Word]) -> list[tuple[int, int]]:
    """The pairs (gold's number, system's number) of words that are aligned."""
    pairs, g, s = [], 0, 0
    while g < len(gold) and s < len(system):
        one, other = gold[g], system[s]
        if one.multiword or other.multiword:
            g, s, first = _group(gold, system, g, s)
            pairs += [(one.number, other.number) for one, other in align(gold[first[0] : g], system[first[1] : s])]
        elif (one.start, one.end) == (other.start, other.end):
            pairs.append((one.number, other.number))
            g, s = g + 1, s + 1
        elif one.start <= other.start:
            g += 1
        else:
            s += 1
    return pairs


def _group(gold: Sequence[Word], system: Sequence[Word], g: int, s: int) -> tuple[int, int, tuple[int, int]]:
    """The ends of the group that opens here on both sides, and where its words begin."""
    if gold[g].multiword:
        end = gold[g].end
        if not system[s].multiword and system[s].start < gold[g].start:
            s += 1
    else:
        end = system[s].end
        if gold[g].start < system[s].start:
            g += 1
    first = (g, s)
    while True:
        inside = [k < len(words) and not _beyond(words[k], end) for words, k in ((gold, g), (system, s))]
        if not any(inside):
            return g, s, first
        take_gold = g < len(gold) and (s >= len(system) or gold[g].start <= system[s].start)
        word = gold[g] if take_gold else system[s]
        if word.multiword:
            end = max(end, word.end)
        g, s = (g + 1, s) if take_gold else (g, s + 1)


def _beyond(word: Word, end: int) -> bool:
    return word.start >= end if word.multiword else word.end > end


def align(gold: Sequence[Word], system: Sequence[Word]) -> list[tuple[Word, Word]]:
    """The pairs of a longest common subsequence of forms: equal ones pair at once, else gold advances where that loses nothing.

    Raises TooLargeError above 64 million pairs of words.
    """
    if len(gold) * len(system) > MOST_PAIRS:
        raise TooLargeError
    if [w.form for w in gold] == [w.form for w in system]:
        return list(zip(gold, system, strict=True))
    lcs = _common(gold, system)
    pairs, g, s = [], 0, 0
    while g < len(gold) and s < len(system):
        if gold[g].form == system[s].form:
            pairs.append((gold[g], system[s]))
            g, s = g + 1, s + 1
        elif lcs[g][s] == lcs[g + 1][s]:
            g += 1
        else:
            s += 1
    return pairs


def _common(gold: Sequence[Word], system: Sequence[Word]) -> np.ndarray:
    """lcs[g, s], the length of a longest common subsequence of gold[g:] and system[s:].

    Row by row from the end: a row is the running maximum, from the right, of the row below it and of one more than
    that row's next entry where forms are equal.
    """
    forms = np.array([w.form for w in system])
    lcs = np.zeros((len(gold) + 1, len(system) + 1), np.int32)
    for g in range(len(gold) - 1, -1, -1):
        below = lcs[g + 1]
        found = np.where(forms == gold[g].form, below[1:] + 1, below[:-1])
        lcs[g, :-1] = np.maximum.accumulate(found[::-1])[::-1]
    return lcs
