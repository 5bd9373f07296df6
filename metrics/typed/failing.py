"""Where a group's mentions go wrong: the first error of a group in the text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
import pandas as pd

from metrics.reading import Matched, read_document
from metrics.typed.project import Groups, TypedProject


def first_error(
    typed: TypedProject, matched: Matched, groups: Groups, group: str, documents: Iterable[int] | None = None
) -> tuple[int, int] | None:
    """The first error on a mention of a group: the document's number and the error's, as metrics.reading has them.

    A mention that gold has is of gold's group, another of its own. matched : the same systems with singletons kept, under any
    match mode. documents : where to look, all without. None where there is no error.
    """
    code = groups.names.index(group)
    for number in documents if documents is not None else _documents(typed, groups, code):
        found = read_document(typed.project, matched, int(number)).mentions
        found = found[(found["error"] > 0) & (_group_of(found, typed, matched, groups, int(number)) == code)]
        if len(found):
            return int(number), int(found["error"].min())
    return None


def _documents(typed: TypedProject, groups: Groups, code: int) -> Iterator[int]:
    """The scored documents in which any side has a mention of the group, in gold's order."""
    sides = zip((typed.gold, *typed.systems), (groups.gold, *groups.systems), strict=True)
    held = [side.mentions.doc[of.mention == code] for side, of in sides]
    return iter(np.intersect1d(np.concatenate(held), typed.kept()).tolist())


def _group_of(found: pd.DataFrame, typed: TypedProject, matched: Matched, groups: Groups, number: int) -> np.ndarray:
    """The group of each mention of a document: gold's of what gold has, else its own."""
    begin = int(np.searchsorted(matched.gold.doc, number))
    source, at, gold = (found[name].to_numpy() for name in ("source", "number", "gold_mention"))
    code = np.full(len(found), -1, np.int64)
    ours = np.where(source == 0, at, gold)
    known = ours >= 0
    code[known] = groups.gold.mention[begin + ours[known]]
    for column, (side, of) in enumerate(zip(typed.systems, groups.systems, strict=True), 1):
        own = ~known & (source == column)
        code[own] = of.mention[int(np.searchsorted(side.mentions.doc, number)) + at[own]]
    return code
