"""Mistakes in the text: which mentions of a document that is read are named by errors, and where a mistake stands."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd

from metrics.errors.failures import Analysis
from metrics.errors.naming import marks, names
from metrics.reading import Reading


def named(shown: Reading, analysis: Analysis, doc: int) -> Reading:
    """A document whose mentions have two more columns: named, one bit a type (naming.marks()), and kind, the types in words.

    analysis : of the systems that are shown, under the same policy. doc : gold's number of the document.
    """
    bits = np.zeros(len(shown.mentions), np.int64)
    for number, compared in enumerate(analysis.compared):
        gold, theirs = marks(compared)
        here = (shown.mentions["column"] == number + 1).to_numpy()
        of_gold, of_system = (_global(shown, here, source, analysis, number, doc) for source in (0, number + 1))
        bits[here] = np.where(of_system >= 0, np.append(theirs, 0)[of_system], 0)
        same = np.where(of_system >= 0, np.append(compared.match, -1)[of_system], of_gold)
        bits[here] |= np.where(same >= 0, np.append(gold, 0)[same], 0)
    words = {value: names(value) for value in set(bits.tolist())}
    kind = pd.Series([words[value] for value in bits.tolist()], index=shown.mentions.index, dtype="str")
    return replace(shown, mentions=shown.mentions.assign(named=bits, kind=kind))


def _global(shown: Reading, here: np.ndarray, source: int, analysis: Analysis, number: int, doc: int) -> np.ndarray:
    """The numbers of the mentions of some rows in the whole corpus, -1 for those of another source."""
    rows = shown.mentions[here]
    return np.where(rows["source"] == source, rows["number"] + _begin(analysis, source, number, doc), -1)


def _begin(analysis: Analysis, source: int, number: int, doc: int) -> int:
    """How many mentions of gold (source 0) or of a system stand in earlier documents."""
    side = analysis.typed.gold if source == 0 else analysis.typed.systems[number]
    return int(np.searchsorted(side.mentions.doc, doc))


def row_of(shown: Reading, analysis: Analysis, mistake) -> int:
    """The row of shown.mentions at which a mistake stands; mistake : column (0 for the first system), doc, gold, predicted.

    The system's mention if it has one; else the missed one; else gold's own.
    """
    number, doc = int(mistake.column), int(mistake.doc)
    table = shown.mentions
    own = table["column"] == number + 1
    if mistake.predicted >= 0:
        at = mistake.predicted - _begin(analysis, number + 1, number, doc)
        return int(np.flatnonzero(own & (table["source"] == number + 1) & (table["number"] == at))[0])
    at = mistake.gold - _begin(analysis, 0, number, doc)
    missed, gold = ((table["source"] == 0) & (table["number"] == at) & side for side in (own, table["column"] == 0))
    return int(next(iter([*np.flatnonzero(missed), *np.flatnonzero(gold)])))
