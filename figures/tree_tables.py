"""The tables of the parsing pages, as finished frames with their columns."""

from __future__ import annotations

import numpy as np
import pandas as pd

from figures import numbers, said, theme
from figures.frames import Systems
from figures.said import plain
from figures.score_tables import add_difference, no_difference, undefined
from figures.tables import Column, Table
from figures.tree_captions import settings
from metrics.metric import Metric
from metrics.options import TreeOptions

PARTS = (("p", "precision"), ("r", "recall"), ("f1", "f1"))


def scores_table(
    scores: pd.DataFrame, differences: pd.DataFrame, systems: Systems, options: TreeOptions, registry: dict[str, Metric]
) -> Table:
    """Every metric of the picked systems with interval and aligned accuracy, and their difference."""
    metrics = theme.in_order(scores["metric"])
    frame = pd.DataFrame({"metric": metrics, "metric_tip": [registry[m].about for m in metrics]})
    columns, groups = [Column("metric", "Metric", "text")], {}
    level = said.level_name(options.level)
    for k, key in zip(systems.picked, systems.letters, strict=True):
        rows = scores[scores["system"] == systems.names[k]].set_index("metric").loc[metrics]
        _add_system(frame, rows, key, registry)
        group = f"s{key}"
        groups[group] = said.system(systems.places[k], systems.names[k])
        columns += [Column(f"{key}_{part}", head, group=group, wide=True) for part, head in (("p", "P"), ("r", "R"))]
        columns += [Column(f"{key}_f1", "F1", group=group), Column(f"{key}_f1", level, "interval", group)]
        columns.append(Column(f"{key}_acc", "Acc.", group=group, wide=True))
    if len(systems.picked) == 2:
        add_difference(frame, differences.set_index("metric").loc[metrics], systems)
        groups["d"] = plain(systems.difference)
        parts = (("F1", "signed"), (level, "signed interval"), ("p", "p"))
        columns += [Column("p" if kind == "p" else "d", head, kind, "d") for head, kind in parts]
    note = note_of(systems, options) + "Acc.: of aligned words; precision and recall count those without a counterpart too."
    return Table(f"Scores, {settings(options)}", frame, tuple(columns), groups, rules=(0, 6, 11), note=note, best="across")


def note_of(systems: Systems, options: TreeOptions, corrected: bool = False) -> str:
    """What bold means."""
    if len(systems.picked) < 2:
        return ""
    limit = f"{1 - options.level:.2g}".removeprefix("0")
    how = "Holm's correction over all rows" if corrected else "uncorrected"
    return (
        f"Bold: the better of two whose difference is settled: its {said.level_name(options.level)} interval leaves out 0 and "
        f"p < {limit} (approximate randomisation over {options.unit}s, {how}). "
    )


def _add_system(frame: pd.DataFrame, rows: pd.DataFrame, key: str, registry: dict[str, Metric]) -> None:
    for part, column in PARTS:
        frame[f"{key}_{part}"] = rows[column].to_numpy()
        frame[f"{key}_{part}_why"] = [undefined(part, row) for row in rows.itertuples()]
    frame[f"{key}_f1_low"], frame[f"{key}_f1_high"] = rows["low"].to_numpy(), rows["high"].to_numpy()
    frame[f"{key}_f1_bold"] = False
    frame[f"{key}_acc"] = rows["accuracy"].to_numpy()
    known = [registry[m].aligned is not None for m in rows.index]
    frame[f"{key}_acc_why"] = ["0/0: no word is aligned" if has else None for has in known]


def groups_table(
    breakdown: pd.DataFrame, differences: pd.DataFrame, systems: Systems, options: TreeOptions, words: tuple[str, str]
) -> Table:
    """A breakdown: P, R, F1 and interval of each group, and the difference with Holm's p.

    breakdown : scores with `group` and `support`, in order. words : the title, and the head of the groups' column.
    """
    names = list(dict.fromkeys(breakdown["group"]))
    first = breakdown.drop_duplicates("group").set_index("group").loc[names]
    frame = pd.DataFrame({"group": names, "support": first["support"].to_numpy()})
    columns = [Column("group", words[1], "text"), Column("support", "in gold", "count")]
    groups, level = {}, said.level_name(options.level)
    for k, key in zip(systems.picked, systems.letters, strict=True):
        rows = breakdown[breakdown["system"] == systems.names[k]].set_index("group").loc[names]
        for part, column in PARTS:
            frame[f"{key}_{part}"] = rows[column].to_numpy()
            frame[f"{key}_{part}_why"] = [undefined(part, row) for row in rows.itertuples()]
        frame[f"{key}_f1_low"], frame[f"{key}_f1_high"] = rows["low"].to_numpy(), rows["high"].to_numpy()
        frame[f"{key}_f1_bold"] = False
        group = f"s{key}"
        groups[group] = said.system(systems.places[k], systems.names[k])
        columns += [Column(f"{key}_{part}", head, group=group, wide=True) for part, head in (("p", "P"), ("r", "R"))]
        columns += [Column(f"{key}_f1", "F1", group=group), Column(f"{key}_f1", level, "interval", group)]
    if len(systems.picked) == 2:
        rows = differences.set_index("group").reindex(names)
        add_difference(frame, rows.assign(p=rows["p_adjusted"], settled=rows["settled"] == True), systems)  # noqa: E712
        groups["d"] = plain(systems.difference)
        parts = (("F1", "signed"), (level, "signed interval"), ("p", "p"))
        columns += [Column("p" if kind == "p" else "d", "p" if kind == "p" else head, kind, "d") for head, kind in parts]
    return Table(words[0], frame, tuple(columns), groups, note=note_of(systems, options, True).strip(), best="across")


def confusions_table(rows: pd.DataFrame, systems: Systems, what: str) -> Table:
    """The most frequent confusions; rows : gold, predicted, count_0 (and count_1), example (said), gold_href."""
    frame = rows.reset_index(drop=True)
    columns = [Column("gold", "Gold", "text"), Column("predicted", "taken for", "text")]
    columns += [Column(f"count_{k}", letter, "count") for k, letter in enumerate(systems.letters)]
    if len(systems.picked) == 2:
        frame = frame.assign(difference=[float(b - a) for a, b in zip(frame["count_0"], frame["count_1"], strict=True)])
        columns.append(Column("difference", systems.difference, "change"))
    columns.append(Column("example", "Example", "text"))
    return Table(
        f"Most frequent confusions, {what}",
        frame,
        tuple(columns),
        note="Aligned words of gold." + " Click a value for all of its sentences." * ("gold_href" in frame),
    )


def kinds_table(
    shares: pd.DataFrame, differences: pd.DataFrame, systems: Systems, options: TreeOptions, about: dict[str, str]
) -> Table:
    """Attachment errors by kind: how many of gold's words, their share, and the difference of the shares."""
    names = [name for name in dict.fromkeys(shares["group"]) if name in about]
    frame = pd.DataFrame({"kind": names, "kind_tip": [about[name] for name in names]})
    columns, groups, level = [Column("kind", "Attachment", "text")], {}, said.level_name(options.level)
    for k, key in zip(systems.picked, systems.letters, strict=True):
        rows = shares[shares["system"] == systems.names[k]].set_index("group").loc[names]
        frame[f"{key}_n"], frame[key] = (
            rows["p_num"].to_numpy(),
            rows["f1"].fillna(0.0).where(rows["p_den"] > 0, np.nan).to_numpy(),
        )
        frame[f"{key}_low"], frame[f"{key}_high"] = rows["low"].to_numpy(), rows["high"].to_numpy()
        frame[f"{key}_why"] = [row.reason for row in rows.itertuples()]
        group = f"s{key}"
        groups[group] = said.system(systems.places[k], systems.names[k])
        percent = f"%{numbers.NBSP}of words"
        columns += [Column(f"{key}_n", "words", "count", group), Column(key, percent, group=group)]
        columns.append(Column(key, level, "interval", group, wide=True))
    if len(systems.picked) == 2:
        rows = differences.set_index("group").loc[names]
        frame["d"], frame["d_low"], frame["d_high"] = (rows[c].to_numpy() for c in ("value", "low", "high"))
        frame["p"], frame["d_bold"] = rows["p_adjusted"].to_numpy(), rows["settled"].to_numpy()
        frame["d_why"], frame["p_why"] = [no_difference(row) for row in rows.itertuples()], None
        groups["d"] = plain(systems.difference)
        parts = (("points", "signed"), (level, "signed interval"), ("p", "p"))
        columns += [Column("p" if kind == "p" else "d", head, kind, "d") for head, kind in parts]
    note = (
        "Words of gold. Bold: the difference is settled (Holm's correction over the rows)."
        if len(systems.picked) == 2
        else "Words of gold."
    )
    return Table("How attachments go wrong", frame, tuple(columns), groups, rules=(0,), note=note)
