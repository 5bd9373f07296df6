"""What mending the errors of one class, mention type or document would bring: all types, but only the errors of that group.

An error is of its first mention's class, gold's where gold has the mention, else the system's own, as in the list of failures.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from metrics import results
from metrics.counting import Counts
from metrics.errors.failures import Analysis
from metrics.errors.mending import ALL, NONE, Only, every, mend_all, output_of, scored, tabled
from metrics.errors.parts import Parts
from metrics.errors.types import Compared
from metrics.typed.project import Groups

GAIN = "CoNLL"  # the score that mending is measured by
CLASS, MENTION, DOCUMENT = BY = ("class", "mention type", "document")
Codes = Sequence[np.ndarray]  # the group of each mention, of gold and then of each system


def group_table(analysis: Analysis, by: str, options: Any, groups: Groups | None = None) -> pd.DataFrame:
    """What mending every error of one group would bring: system, group, gain (points of CoNLL), low, high, reason, caution.

    by : a name in BY. groups : the classes of all mentions, of sides.kept_groups(). Groups without an error bring 0.
    """
    if by == DOCUMENT:
        return document_gains(analysis)
    names, codes = by_class(groups) if by == CLASS else by_mention_type(analysis)
    return group_gains(count_by_group(analysis, names, codes), options)


def by_class(groups: Groups) -> tuple[tuple[str, ...], Codes]:
    """Names of classes, and of every mention its class. groups : of sides.kept_groups()."""
    return groups.names, [groups.gold.mention, *(classes.mention for classes in groups.systems)]


def by_mention_type(analysis: Analysis) -> tuple[tuple[str, ...], Codes]:
    """Names of mention types, and of every mention its type."""
    return analysis.types, analysis.codes


def error_codes(compared: Compared, gold: np.ndarray, own: np.ndarray) -> Only:
    """The group of every error: of the spans of the system's mentions, and of the parts of either side.

    gold, own : the group of each mention. All parts of an entity that the other side lacks go with its first part, since they
    are one error.
    """
    theirs = np.where(compared.match >= 0, np.append(gold, -1)[compared.match], own)
    return Only(theirs, _of_parts(compared.theirs, theirs), _of_parts(compared.ours, gold))


def _of_parts(parts: Parts, code: np.ndarray) -> np.ndarray:
    if not len(parts):
        return np.zeros(0, np.int64)
    found = code[parts.first]
    entities, first = np.unique(parts.entity, return_index=True)
    of_entity = np.zeros(int(entities[-1]) + 1, np.int64)
    of_entity[entities] = found[first]
    return np.where(parts.found, found, of_entity[parts.entity])


def count_by_group(analysis: Analysis, names: Sequence[str], codes: Codes) -> Counts:
    """The counts behind CoNLL, as it is, (system, None), and after mending all errors of each group, (system, name).

    names : of groups, of which those without any mention are left out; codes : as by_class() has them.
    """
    tables, held = {}, [any((part == code).any() for part in codes) for code in range(len(names))]
    for number, compared in enumerate(analysis.compared):
        system, output = analysis.typed.names[number], output_of(compared)
        before = tables[system, None] = scored(output, compared, analysis.policy)
        of = error_codes(compared, codes[0], codes[number + 1])
        for code, name in [pair for pair in enumerate(names) if held[pair[0]]]:
            only = Only(*(part == code for part in of))
            there = any(part.any() for part in only)
            mended = mend_all(output, compared, only) if there else output
            tables[system, name] = scored(mended, compared, analysis.policy) if there else before
    return tabled(analysis.typed, tables)


def group_gains(counts: Counts, options: Any) -> pd.DataFrame:
    """What mending each group brings: system, group, gain (points of CoNLL), low, high, units, reason, caution.

    counts : of count_by_group(). units : the documents in which mending changes anything; the interval asks for six.
    """
    number = {key: k for k, key in enumerate(counts.inputs)}
    mended = [key for key in counts.inputs if key[1] is not None]  # a group may have any name
    after, before = [number[key] for key in mended], [number[system, None] for system, _ in mended]
    score = lambda sums: results.POINTS * counts.layout.score(GAIN, sums).f1  # noqa: E731
    total, sums = score(counts.total()), results.resampled(counts, options)
    drawn = None if sums is None else score(sums)
    units = (counts.values[:, after] != counts.values[:, before]).any(axis=2).sum(axis=0)
    table = {"system": [system for system, _ in mended], "group": [name for _, name in mended]}
    table |= {"gain": total[after] - total[before]}
    return results.together(
        [table | results.interval(None if drawn is None else drawn[:, after] - drawn[:, before], units, options)]
    )


def document_gains(analysis: Analysis) -> pd.DataFrame:
    """What mending all errors of one document brings to the whole: system, group (the document), gain, low, high, reason.

    Counts add up, so the document's counts are taken out of the sum and those of its mended output put in. One document gives
    no interval, and reason says so.
    """
    tables = {}
    for number, compared in enumerate(analysis.compared):
        system, output = analysis.typed.names[number], output_of(compared)
        tables[system, NONE] = scored(output, compared, analysis.policy)
        tables[system, ALL] = scored(mend_all(output, compared, every(compared)), compared, analysis.policy)
    counts = tabled(analysis.typed, tables)
    number = {key: k for k, key in enumerate(counts.inputs)}
    frames = []
    for system in analysis.typed.names:
        now, mended = (counts.values[:, number[system, kind]] for kind in (NONE, ALL))
        total = now.sum(axis=0)
        score = results.POINTS * counts.layout.score(GAIN, np.vstack([total, total - now + mended])).f1
        frames.append(pd.DataFrame({"system": system, "group": list(counts.units), "gain": score[1:] - score[0]}))
    return pd.concat(frames, ignore_index=True).assign(low=np.nan, high=np.nan, reason="only 1 unit", caution=None)
