"""The verdict over many treebanks: the mean, how sure, and in how many of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import add
from typing import Any

import pandas as pd

from figures import numbers
from figures.frames import Systems
from figures.said import Said, bold, italic, letter, level_name, plain, say, sentences
from figures.treebank_tables import of_metric
from figures.treebanks import MEAN
from metrics.families import MIN_UNITS
from metrics.options import TreeOptions

Row = dict[str, Any]


def treebanks(rows: Sequence[Row], metric: str, systems: Systems, options: TreeOptions) -> Said:
    """Which of two parsers is better over many treebanks, and in how many; of one, how good it is in the mean."""
    found = of_metric(rows, metric)
    mean, number = found[MEAN], len(found) - 1
    if len(systems.picked) == 1:
        return _one(mean[systems.pair[0]], metric, number, systems, options)
    if mean[systems.pair[1]]["difference"]["value"] is None:
        return plain(f"{metric} is undefined in every treebank: gold has nothing to count for it.")
    row = pd.Series(mean[systems.pair[1]]["difference"])
    banks = [found[bank][systems.pair[1]]["difference"] for bank in found if bank != MEAN]
    first = _better if row["settled"] else _not_shown
    return sentences(first(row, metric, systems, options), _outcomes(row, banks, systems))


def _one(row: Row, metric: str, number: int, systems: Systems, options: TreeOptions) -> Said:
    who = letter(systems.places[systems.picked[0]])
    if row["f1"] is None:
        return say("{a} has no {m}: there are no words to score.", a=who, m=metric)
    how = "" if row["low"] is None else f" ({level_name(options.level)} interval {numbers.from_to(row['low'], row['high'])})"
    x = bold(f"{numbers.points(row['f1'])} points")
    return say("{a} scores {x} of {m} in the mean of {n} treebanks{how}.", a=who, x=x, m=metric, n=number, how=how)


def _better(row: pd.Series, metric: str, systems: Systems, options: TreeOptions) -> Said:
    winner, loser, sign = _sides(row, systems)
    x = bold(f"{numbers.points(abs(row['value']))} points")
    said = "{w} is better than {l} by {x} of {m} in the mean of {n} treebanks ({sure})."
    return say(said, w=winner, l=loser, x=x, m=metric, n=_number(row), sure=_sure(row, options, sign))


def _not_shown(row: pd.Series, metric: str, systems: Systems, options: TreeOptions) -> Said:
    x = bold(f"{numbers.points(row['value'])} points")
    said = "No difference can be shown in the mean of {n} treebanks: {d} is {x} of {m} ({sure})."
    return say(said, n=_number(row), d=systems.difference, x=x, m=metric, sure=_sure(row, options, 1))


def _number(row: pd.Series) -> int:
    return int(row["wins"] + row["losses"] + row["ties"])


def _sure(row: pd.Series, options: TreeOptions, sign: int) -> Said:
    """The mean's interval and Wilcoxon's p, or why there is none."""
    if numbers.missing(row["low"]):
        said = plain(f"no interval: {row['reason'].replace('unit', options.unit)}" if row["reason"] else "no interval")
    else:
        low, high = sorted((sign * row["low"], sign * row["high"]))
        said = plain(f"{level_name(options.level)} interval {numbers.from_to(low, high)}")
    if numbers.missing(row["p"]):
        return said + plain(f"; Wilcoxon's test needs {MIN_UNITS} treebanks")
    value = numbers.NBSP + numbers.p_equals(row["p"])
    return said + say(", Wilcoxon's {p}{value}", p=italic("p"), value=value)


def _outcomes(row: pd.Series, banks: Sequence[Row], systems: Systems) -> Said:
    """B is ahead in 14 treebanks, of which 6 are settled, and A in 5, none settled; 1 is equal."""
    second, first = (letter(systems.places[k]) for k in reversed(systems.picked))
    settled = [sum(d["settled"] and sign * d["value"] > 0 for d in banks) for sign in (1, -1)]
    parts = [(second, int(row["wins"]), settled[0]), (first, int(row["losses"]), settled[1])]
    parts.sort(key=lambda part: -part[1])
    parts = [part for part in parts if part[1]]
    if not parts:
        return plain("They are equal in all of them.")
    said = [
        say("{w} is ahead in {n} of them{s}" if not k else ", {w} in {n}{s}", w=w, n=bold(n), s=_settled(n, settled))
        for k, (w, n, settled) in enumerate(parts)
    ]
    ties = f"; {int(row['ties'])} {'is' if row['ties'] == 1 else 'are'} equal" if row["ties"] else ""
    return reduce(add, said) + plain(f"{ties}.")


def _settled(number: int, settled: int) -> str:
    return f" ({'none' if not settled else 'all' if settled == number else settled} settled)"


def _sides(row: pd.Series, systems: Systems) -> tuple[Said, Said, int]:
    first, second = (letter(systems.places[k]) for k in systems.picked)
    return (second, first, 1) if row["value"] > 0 else (first, second, -1)
