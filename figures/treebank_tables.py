"""The table of many treebanks: a row for each, their macro mean first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pandas as pd

from figures import said
from figures.frames import Systems
from figures.said import plain
from figures.tables import Column, Table
from figures.treebanks import MEAN
from metrics.options import TreeOptions
from metrics.rows import MACRO
from metrics.ud.treebanks import TREEBANK

Row = dict[str, Any]


def of_metric(rows: Sequence[Row], metric: str) -> dict[str, dict[str, Row]]:
    """The rows of a metric by treebank (MEAN for the macro mean, which comes first) and system."""
    found: dict[str, dict[str, Row]] = {MEAN: {}}
    for row in rows:
        if row["metric"] == metric and row["group"]["by"] == TREEBANK:
            bank = MEAN if row["dataset"] is None and row["group"]["value"] == MACRO else row["group"]["value"]
            found.setdefault(bank, {})[row["system"]] = row
    return found


def treebanks_table(
    rows: Sequence[Row], metric: str, systems: Systems, options: TreeOptions, href: Callable[[str], str]
) -> Table:
    """Treebank, units, each picked system's F1 with its interval, the difference with its interval and corrected p.

    rows : results rows of many treebanks. The largest difference, or score, comes first. href : where a treebank's name leads.
    """
    mean, *banks = of_metric(rows, metric).items()
    banks.sort(key=lambda item: _rank(item[1], systems))
    frame = pd.DataFrame([_entry(bank, of, systems, href) for bank, of in (mean, *banks)])
    level, groups = said.level_name(options.level), {}
    columns = [Column("bank", "Treebank", "text"), Column("units", f"{options.unit.capitalize()}s", "count")]
    for k, key in zip(systems.picked, systems.letters, strict=True):
        groups[f"s{key}"] = said.system(systems.places[k], systems.names[k], roomy=True)
        columns += [Column(f"{key}_f1", "F1", group=f"s{key}"), Column(f"{key}_f1", level, "interval", f"s{key}", wide=True)]
    if len(systems.picked) == 2:
        groups["d"] = plain(systems.difference)
        parts = (("F1", "signed"), (level, "signed interval"), ("p", "p"))
        columns += [Column("p" if kind == "p" else "d", head, kind, "d") for head, kind in parts]
    return Table(f"{metric} by treebank", frame, tuple(columns), groups, rules=(0,), note=note(systems, options), best="across")


def note(systems: Systems, options: TreeOptions) -> str:
    """What the mean is, what p is, what bold means."""
    words = "Mean: every treebank counts the same, and each is resampled by itself; its interval is about these treebanks."
    if len(systems.picked) < 2:
        return words
    limit = f"{1 - options.level:.2g}".removeprefix("0")
    return (
        f"{words} p of a treebank: approximate randomisation over {options.unit}s, with Holm's correction over the treebanks; of "
        f"the mean: Wilcoxon's signed-rank test over the treebanks. Bold: the better of two whose difference is settled: its "
        f"{said.level_name(options.level)} interval leaves out 0 and p < {limit}."
    )


def _rank(of: dict[str, Row], systems: Systems) -> float:
    last = of[systems.pair[-1]]
    value = last["difference"]["value"] if len(systems.picked) == 2 else last["f1"]
    return float("inf") if value is None else -value


def _entry(bank: str, of: dict[str, Row], systems: Systems, href: Callable[[str], str]) -> Row:
    rows = [of[name] for name in systems.pair]
    shown = said.bold("mean") if bank == MEAN else bank
    entry = {"bank": shown, "bank_href": None if bank == MEAN else href(bank), "units": max(row["units"] for row in rows)}
    for key, row in zip(systems.letters, rows, strict=True):
        entry |= {f"{key}_f1": row["f1"], f"{key}_f1_low": row["low"], f"{key}_f1_high": row["high"], f"{key}_f1_bold": False}
        entry |= {f"{key}_f1_why": row["reason"]}
    if len(rows) == 2:
        entry |= _difference(rows[1]["difference"], systems)
    return entry


def _difference(difference: Row, systems: Systems) -> Row:
    value, settled = difference["value"], difference["settled"]
    p = difference["p"] if "wins" in difference else difference["p_adjusted"]
    bold = {f"{key}_f1_bold": settled and sign * value > 0 for key, sign in zip(systems.letters, (-1, 1), strict=True)}
    why = "one of the two scores is undefined" if value is None else difference["reason"]
    return {"d": value, "d_low": difference["low"], "d_high": difference["high"], "d_why": why, "p": p, "p_why": None, **bold}
