"""Finished frames of labels and other groups of spans, in the order in which they are shown."""

from __future__ import annotations

import pandas as pd

from figures import numbers
from figures.breakdown import difference_rows, system_rows
from figures.frames import Systems

MICRO, MACRO = TOTALS = ("micro", "macro")
ORDERS = {"cost": "by cost", "support": "by support", "difference": "by difference"}
IN_ORDER = ("length", "seen")  # groupings whose groups have an order of their own
MOST_ROWS = 80
GAP = 0.7  # rows of air under micro and macro
RARE = 30  # gold spans under which a group is grey


def losses(scores: pd.DataFrame, systems: Systems) -> pd.DataFrame:
    """By group: gold's spans, cost (those lost or made up by the better of the systems), and of each lost_0, extra_0, ..."""
    table = pd.DataFrame({"gold": scores.groupby("group", sort=False)["r_den"].max()})
    for k, name in enumerate(systems.pair):
        of = scores[scores["system"] == name].set_index("group")
        table[f"lost_{k}"], table[f"extra_{k}"] = of["r_den"] - of["r_num"], of["p_den"] - of["p_num"]
    each = [table[f"lost_{k}"] + table[f"extra_{k}"] for k in range(len(systems.pair))]
    table.insert(1, "cost", pd.concat(each, axis=1).min(axis=1))
    return table


def ordered(scores: pd.DataFrame, differences: pd.DataFrame, systems: Systems, order: str) -> list[str]:
    """The groups that any side has, in an order of ORDERS; "" leaves them as they are.

    cost : errors of the better system. difference : by size, unknown ones last.
    """
    table = losses(scores, systems)
    here = table.index[(table != 0).any(axis=1)]
    key = pd.Series(0.0, index=here)
    if order == "cost":
        key = -(table["cost"] + table["gold"] / 1e9)[here]
    elif order == "support":
        key = -table.loc[here, "gold"]
    elif order == "difference" and len(differences):
        key = -differences.set_index("group")["value"].abs().reindex(here).fillna(-1.0)
    return key.sort_values(kind="stable").index.tolist()


def groups_frame(
    found: tuple[pd.DataFrame, pd.DataFrame],
    whole: tuple[pd.DataFrame, pd.DataFrame],
    systems: Systems,
    names: list[str],
    noun: str = "span",
) -> pd.DataFrame:
    """The dot plot: one row for each panel ("", "difference"), group and series, micro and macro first.

    found : scores and differences by group. whole : those over all labels, by metric. names : the groups, in order.
    noun : what gold has of them.
    Columns as in forest_frame(), and y, key (the group as it is called; metric is
    unlike all others), support (of macro: its labels), cost and text
    (of a group: errors of the better system, hover), rare (few spans in gold), total (micro or macro).
    """
    shown, lost = names[:MOST_ROWS], losses(found[0], systems)
    parts = []
    for k, make in enumerate((system_rows, difference_rows)):
        rows = [make(_totals(whole[k]), systems).assign(total=True)] if len(whole[k]) else []
        some = found[k][found[k]["group"].isin(shown)] if len(found[k]) else found[k]
        rows += [make(some, systems).assign(total=False)] if len(some) else []
        parts += rows
    frame = pd.concat(parts, ignore_index=True).assign(key=lambda f: f["metric"])
    y = {(True, name): float(k) for k, name in enumerate(TOTALS)}
    y |= {(False, name): k + len(TOTALS) + GAP for k, name in enumerate(shown)}
    frame["y"] = [y[pair] for pair in zip(frame["total"], frame["key"], strict=True)]
    support = {MICRO: lost["gold"].sum(), MACRO: (found[0].groupby("group")[["r_den", "p_den"]].max() > 0).any(axis=1).sum()}
    frame["support"] = [support[n] if t else lost["gold"][n] for t, n in zip(frame["total"], frame["key"], strict=True)]
    frame["cost"] = lost["cost"].reindex(frame["key"]).where(~frame["total"].to_numpy()).to_numpy()
    frame["text"] = ["" if t else _lost(lost.loc[n], systems, noun) for t, n in zip(frame["total"], frame["key"], strict=True)]
    frame["rare"] = (frame["support"] < RARE) & ~frame["total"]
    # A label may be called as the mean is.
    frame["metric"] = [n if t or n not in TOTALS else f"{n} (label)" for t, n in zip(frame["total"], frame["key"], strict=True)]
    return frame.sort_values(["panel", "y", "lane"], kind="stable").reset_index(drop=True)


def _totals(rows: pd.DataFrame) -> pd.DataFrame:
    """Micro and macro as groups, uncorrected: each is a family of its own."""
    rows = rows[rows["metric"].isin(TOTALS)]
    return rows.assign(group=rows["metric"])


def _lost(row: pd.Series, systems: Systems, noun: str) -> str:
    lines = [f"{numbers.plural(int(row['gold']), noun)} in gold"]
    for k, letter in enumerate(systems.letters):
        lines.append(f"{letter}: {numbers.count(row[f'lost_{k}'])} lost, {numbers.count(row[f'extra_{k}'])} too many")
    return "<br>".join(lines)


def shown_note(names: list[str]) -> str:
    """How many groups are drawn, where not all are."""
    n = len(names)
    return "" if n <= MOST_ROWS else f"The first {MOST_ROWS} of {numbers.count(n)} are drawn; the table's files hold all."
