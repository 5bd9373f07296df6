"""Finished frames of groups of mentions: scores, costs and differences by class, in the order in which they are shown."""

from __future__ import annotations

import numpy as np
import pandas as pd

from figures import numbers, theme
from figures.frames import COLUMNS, Systems
from metrics.typed.compared import TOTALS, Compared
from metrics.typed.counts import MICRO
from metrics.typed.labels import NONE

PANELS = {"mention": "Finding the mentions", "link": "Linking them"}
NOUNS = {"mention": "mentions", "link": "pairs"}
VERBS = {"mention": "finding", "link": "linking"}
COST = "cost"
ORDERS = {"cost": "by cost", "support": "by support", "difference": "by difference"}
IN_ORDER = ("length", "distance", "entity size", "first mention", "nesting")  # groupings whose groups have an order of their own
MOST_ROWS = 80
GAP = 0.7  # rows of air under micro and macro
RARE = 30  # gold mentions under which a class is grey


def ordered(found: Compared, systems: Systems, order: str) -> list[str]:
    """The groups in an order of ORDERS, without those that no side has ("none" always stays); "" leaves them as they are.

    cost : mentions of gold lost to the better system. difference : the larger of the two, by size, unknown ones last.
    """
    table = losses(found, systems)
    here = table.index[(table != 0).any(axis=1) | (table.index == NONE)]
    key = pd.Series(0.0, index=here)
    if order == "cost":
        key = -(table["lost"] + table["gold"] / 1e9)[here]
    elif order == "support":
        key = -table.loc[here, "gold"]
    elif order == "difference" and len(found.differences):
        size = found.differences.assign(size=found.differences["value"].abs()).groupby("group")["size"].max()
        key = -size.reindex(here).fillna(-1.0)
    return key.sort_values(kind="stable").index.tolist()


def losses(found: Compared, systems: Systems) -> pd.DataFrame:
    """By group: gold's mentions, those lost to the better of the systems, and of each system lost_0, extra_0, ..."""
    rows = found.scores[(found.scores["metric"] == "mention") & ~found.scores["group"].isin(TOTALS)]
    table = pd.DataFrame({"gold": rows.groupby("group", sort=False)["r_den"].max()})
    for k, name in enumerate(systems.pair):
        of = rows[rows["system"] == name].set_index("group")
        table[f"lost_{k}"], table[f"extra_{k}"] = of["r_den"] - of["r_num"], of["p_den"] - of["p_num"]
    table.insert(1, "lost", table.filter(like="lost_").min(axis=1))
    return table


def class_frame(found: Compared, systems: Systems, names: list[str]) -> pd.DataFrame:
    """The dot plot: one row for each panel ("mention", "link", "cost"), group and series, micro and macro first.

    names : the groups, in order. Columns as in forest_frame() and y, support (of macro: its classes), rare (few mentions in
    gold), text (hover). A group's cost is in the row of lane 0: value is what the better system loses.
    """
    shown = names[:MOST_ROWS]
    lost = losses(found, systems)
    parts = [_scores(found, systems, metric, shown) for metric in PANELS]
    cost = pd.DataFrame({"metric": shown, "value": lost.loc[shown, "lost"].to_numpy(float)})
    cost = cost.assign(panel=COST, lane=0, place=-1, series=COST, name=COST, text=[_lost(lost.loc[n], n, systems) for n in shown])
    frame = pd.concat([*parts, cost.reindex(columns=[*COLUMNS, "text"])], ignore_index=True)
    return placed(frame, found, lost, shown)


def difference_frame(found: Compared, systems: Systems, names: list[str]) -> pd.DataFrame:
    """The differences: one row for each panel ("mention", "link") and group, columns as in class_frame(), differs: settled."""
    shown = names[:MOST_ROWS]
    rows = found.differences[found.differences["group"].isin([*TOTALS, *shown])]
    frame = rows.drop(columns="p").rename(columns={"metric": "panel", "group": "metric", "p_adjusted": "p"})
    frame = frame.assign(singletons="", lane=0, place=0, differs=rows["settled"], name=systems.difference)
    frame = frame.assign(series=systems.difference).reindex(columns=COLUMNS)
    frame["reason"] = [undefined(row) if numbers.missing(row["value"]) else row["reason"] for row in frame.to_dict("records")]
    frame["text"] = [_difference_text(row) for row in frame.to_dict("records")]
    return placed(frame, found, losses(found, systems), shown)


def placed(frame: pd.DataFrame, found: Compared, lost: pd.DataFrame, shown: list[str]) -> pd.DataFrame:
    """The frame with y, support and rare, sorted by panel, row and lane."""
    y = {name: float(k) for k, name in enumerate(TOTALS)} | {name: k + len(TOTALS) + GAP for k, name in enumerate(shown)}
    support = lost["gold"].to_dict() | dict(zip(TOTALS, (lost["gold"].sum(), len(found.classes["mention"])), strict=True))
    frame = frame[frame["metric"].isin(y)]
    frame = frame.assign(y=frame["metric"].map(y), support=frame["metric"].map(support))
    frame = frame.assign(rare=(frame["support"] < RARE) & ~frame["metric"].isin(TOTALS))
    return frame.sort_values(["panel", "y", "lane"], kind="stable").reset_index(drop=True)


def _scores(found: Compared, systems: Systems, metric: str, shown: list[str]) -> pd.DataFrame:
    place = {systems.names[k]: systems.places[k] for k in systems.picked}
    lane = {systems.names[k]: n for n, k in enumerate(systems.picked)}
    rows = found.scores[(found.scores["metric"] == metric) & found.scores["group"].isin([*TOTALS, *shown])]
    frame = rows.rename(columns={"metric": "panel", "group": "metric", "system": "name", "f1": "value"})
    frame = frame.assign(singletons="", lane=frame["name"].map(lane), place=frame["name"].map(place), differs=False)
    frame = frame.assign(series=frame["place"].map(theme.letter), p=np.nan)
    frame["reason"] = [undefined(row) if numbers.missing(row["value"]) else row["reason"] for row in frame.to_dict("records")]
    frame["text"] = [_score_text(row) for row in frame.to_dict("records")]
    return frame.reindex(columns=[*COLUMNS, "text"])


def undefined(row: dict) -> str:
    """Why a row has no number."""
    if row["metric"] == MICRO or row["metric"] in TOTALS:
        return "nothing to count"
    return "no pair to compare" if row["panel"] == "link" else "no mention"


def _score_text(row: dict) -> str:
    """Hover: whose, which group, F1 with its interval, and what it rests on."""
    items = NOUNS[row["panel"]]
    lines = [f"<b>{row['series']} {theme.chart_text(theme.shortened(row['name'], 60))}</b>"]
    interval = numbers.interval(row["low"], row["high"])
    lines.append(f"{theme.chart_text(row['metric'])} {numbers.points(row['value'])} {interval}".strip())
    if not numbers.missing(row["r_den"]):
        lines.append(f"gold {numbers.count(row['r_den'])} {items}, right {numbers.count(row['r_num'])}")
        lines.append(f"predicted {numbers.count(row['p_den'])}")
    reason = numbers.of_documents(row["reason"])
    return "<br>".join([*lines, *([theme.chart_text(reason)] if isinstance(reason, str) else [])])


def _difference_text(row: dict) -> str:
    interval = numbers.interval(row["low"], row["high"], numbers.signed)
    lines = [f"<b>{row['series']}</b>", f"{theme.chart_text(row['metric'])} {numbers.signed(row['value'])} {interval}".strip()]
    lines += [f"p {numbers.p_equals(row['p'])} (Holm)"] if not numbers.missing(row["p"]) else []
    reason = numbers.of_documents(row["reason"])
    return "<br>".join([*lines, *([theme.chart_text(reason)] if isinstance(reason, str) else [])])


def _lost(row: pd.Series, name: str, systems: Systems) -> str:
    lines = [f"<b>{theme.chart_text(name)}</b>", f"{numbers.plural(int(row['gold']), 'mention')} in gold"]
    for k, letter in enumerate(systems.letters):
        lines.append(f"{letter}: {numbers.count(row[f'lost_{k}'])} lost, {numbers.count(row[f'extra_{k}'])} too many")
    return "<br>".join(lines)


def group_word(by: str, n: int = 2) -> str:
    """What one group of a grouping is called: class, classes; group, groups for the others."""
    return ("class" if n == 1 else "classes") if by == "class" else ("group" if n == 1 else "groups")


def shown_note(names: list[str]) -> str:
    """How many groups are drawn, where not all are."""
    n = len(names)
    return "" if n <= MOST_ROWS else f"The first {MOST_ROWS} of {numbers.count(n)} are drawn; the table's files hold all."
