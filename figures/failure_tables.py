"""The tables of the Failures page: numbers and gains, mending in sequence, operations, links."""

from __future__ import annotations

import numpy as np
import pandas as pd

from figures import numbers, said
from figures.frames import Systems
from figures.tables import Column, Table
from metrics.errors.types import OPERATIONS, TYPES

ABOUT = {
    "span error": "A mention with other borders than gold's: equal once edge words are stripped, or with the same head.",
    "conflated entities": "A part of a predicted entity that is not its main part: it belongs to another gold entity.",
    "extra mention": "A mention that gold lacks, in an entity that has others.",
    "extra entity": "A predicted entity of several mentions, all of which gold lacks.",
    "divided entity": "A part of a gold entity that is not its main part: the system has it in another entity.",
    "missing mention": "A mention that the system lacks, of an entity of which it has others.",
    "missing entity": "A gold entity of several mentions, all of which the system lacks.",
}
STEPS = {
    "span fixes": "Mentions whose borders are moved.",
    "splits": "Parts into which predicted entities are split, mentions that gold lacks each by itself.",
    "removals": "Mentions that gold lacks.",
    "introductions": "Mentions of gold that the system lacks.",
    "merges": "Parts of which gold's entities are put together.",
}


def _heads(systems: Systems) -> dict[str, said.Said]:
    return {f"s{k}": said.system(systems.places[n], systems.names[n]) for k, n in enumerate(systems.picked)}


def numbers_table(counts: pd.DataFrame, against: pd.DataFrame, gains: pd.DataFrame, systems: Systems, level: float) -> Table:
    """Errors by type with what mending brings and, of two systems, the difference in numbers.

    counts, against : metrics.errors.summary.number_table() and number_differences(); gains : of each type alone.
    """
    frame = pd.DataFrame({"type": list(TYPES), "type_tip": [ABOUT[kind] for kind in TYPES]})
    columns, groups, how = [Column("type", "Error", "text")], _heads(systems), said.level_name(level)
    for k, name in enumerate(systems.pair):
        of, gain = (rows[rows["system"] == name] for rows in (counts, gains))
        frame[f"n{k}"] = of.set_index("kind").loc[list(TYPES), "count"].to_numpy(int)
        gain = gain.set_index("mended").loc[list(TYPES)]
        _add(frame, f"gain{k}", gain, "gain")
        columns += [Column(f"n{k}", "errors", "count", f"s{k}"), Column(f"gain{k}", "gain", "signed", f"s{k}")]
        columns.append(Column(f"gain{k}", how, "signed interval", f"s{k}", wide=True))
    if len(against):
        rows = against.set_index("kind").loc[list(TYPES)]
        _add(frame, "more", rows, "value")
        frame["more_p"], frame["more_bold"] = rows["p"].to_numpy(), rows["settled"].to_numpy(bool)
        groups["more"] = said.plain(f"errors, {systems.difference}")
        columns += [Column("more", "number", "change", "more"), Column("more", how, "whole interval", "more", wide=True)]
        columns.append(Column("more_p", "p", "p", "more"))
    note = "Gain: points of CoNLL, exact match, if all errors of the type were mended and no other."
    note += " Bold: settled, interval and p agree." if len(against) else ""
    return Table("Errors by type", frame, tuple(columns), groups, note=note)


def group_gains_table(gains: pd.DataFrame, by: str, systems: Systems, level: float) -> Table:
    """What mending every error of one group would bring, what brings most first. gains : grouped.group_table()."""
    wide = gains.pivot(index="group", columns="system", values="gain")[list(systems.pair)]
    order = wide.loc[wide.max(axis=1).sort_values(ascending=False, kind="stable").index].index
    frame = pd.DataFrame({"group": [name or "not known" for name in order]})
    columns, groups, how = [Column("group", by.capitalize(), "text")], _heads(systems), said.level_name(level)
    for k, name in enumerate(systems.pair):
        _add(frame, f"gain{k}", gains[gains["system"] == name].set_index("group").loc[order], "gain")
        columns.append(Column(f"gain{k}", "gain", "signed", f"s{k}"))
        if by != "document":
            columns.append(Column(f"gain{k}", how, "signed interval", f"s{k}", wide=True))
    note = f"Gain: points of CoNLL, exact match, if every error of the {by} were mended, of all types, and no other error."
    note += " One document has no interval." if by == "document" else ""
    return Table(f"Mended by {by}", frame, tuple(columns), groups, note=note)


def _add(frame: pd.DataFrame, key: str, rows: pd.DataFrame, column: str) -> None:
    """A number with its interval, and why there is none."""
    frame[key], frame[f"{key}_low"], frame[f"{key}_high"] = (rows[name].to_numpy() for name in (column, "low", "high"))
    frame[f"{key}_why"] = [numbers.of_documents(reason) for reason in rows["reason"]]


def sequence_table(frame: pd.DataFrame, systems: Systems) -> Table:
    """CoNLL after one type after the other. frame : sequence_frame()."""
    columns = [Column("step", "CoNLL", "text")]
    for k in range(len(systems.picked)):
        frame = frame.assign(**{f"more_{k}_why": None})
        columns += [Column(f"score_{k}", "score", group=f"s{k}"), Column(f"more_{k}", "gain", "signed", f"s{k}")]
    note = "Each step mends one more type; what a type brings here depends on those before it. After the last, output is gold."
    return Table("Mended one after the other", frame, tuple(columns), _heads(systems), rules=(0,), note=note)


def operations_table(operations: np.ndarray, systems: Systems) -> Table:
    """How many operations turn each output into gold. operations : (systems, OPERATIONS)."""
    frame = pd.DataFrame({"step": list(OPERATIONS), "step_tip": [STEPS[name] for name in OPERATIONS]})
    columns = [Column("step", "Operation", "text")]
    for k, letter in enumerate(systems.letters):
        frame[f"n{k}"] = operations[k].astype(int)
        columns.append(Column(f"n{k}", letter, "count"))
    if len(systems.letters) > 1:
        frame["more"] = frame["n1"] - frame["n0"]
        columns.append(Column("more", systems.difference, "change"))
    note = (
        "What turns an output into gold, step by step. A main part that is split off or put back is no error, so these outnumber "
        "errors."
    )
    return Table("Operations", frame, tuple(columns), note=note)


def links_table(links: np.ndarray, systems: Systems) -> Table:
    """Missing and wrong links. links : (systems, 4): missing, all of gold's; wrong, all of the system's."""
    rows = {"missing": "Links of gold that the system does not make.", "wrong": "Links of the system that gold does not make."}
    frame = pd.DataFrame({"kind": list(rows), "kind_tip": list(rows.values())})
    columns, groups = [Column("kind", "Links", "text")], _heads(systems)
    for k in range(len(systems.picked)):
        pairs = links[k].reshape(2, 2).astype(int)
        frame[f"n{k}"], frame[f"of{k}"] = pairs[:, 0], pairs[:, 1]
        frame[f"share{k}"] = [100 * n / of if of else np.nan for n, of in pairs]
        frame[f"share{k}_why"] = [None if of else "there is no link" for _, of in pairs]
        columns += [Column(f"n{k}", "number", "count", f"s{k}"), Column(f"of{k}", "of", "count", f"s{k}")]
        columns.append(Column(f"share{k}", "%", group=f"s{k}"))
    note = (
        "Links of a spanning tree of each entity: every mention but the first hangs from its nearest antecedent, names and "
        "nominals from the nearest name, else the nearest nominal (Martschat and Strube 2014)."
    )
    return Table("Link errors", frame, tuple(columns), groups, note=note)
