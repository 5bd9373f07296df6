"""The tables of groups of mentions: scores, costs, differences, what they rest on, coverage."""

from __future__ import annotations

import numpy as np
import pandas as pd

from figures import numbers, said
from figures.class_frames import losses
from figures.frames import Systems
from figures.said import plain
from figures.score_tables import no_difference, undefined
from figures.tables import Column, Table
from metrics.options import TypedOptions
from metrics.typed.compared import TOTALS, Compared
from metrics.typed.counts import MICRO, TYPED_METRICS
from metrics.typed.coverage import GOLD

NAMES = {"mention": "Typed Mention F1", "link": "Typed Link F1", "cost": "Cost"}
ITEMS = {"mention": "mentions", "link": "pairs"}
PARTS = (("p", "precision"), ("r", "recall"), ("f1", "f1"))
SCOPES = {
    "own": "mentions that the system shares with gold",
    "common": "mentions that gold and the compared systems share",
    "all": "all mentions",
}


def scores_table(found: Compared, systems: Systems, options: TypedOptions, names: list[str], shown: tuple[str, str]) -> Table:
    """P, R, F1 and interval of every group, micro and macro first. names : the groups in order. shown : metric, grouping."""
    metric, by = shown
    order = [*TOTALS, *names]
    rows = found.scores[found.scores["metric"] == metric]
    first = rows[rows["system"] == systems.pair[0]].set_index("group")
    frame = pd.DataFrame({"group": order, "support": first["r_den"].reindex(order).to_numpy()})
    frame.loc[1, "support"], frame["support_why"] = np.nan, None
    frame["group_tip"] = [_total_tip(name, len(found.classes[metric])) for name in order]
    columns = [Column("group", by.capitalize(), "text"), Column("support", f"{ITEMS[metric]} in gold", "count")]
    groups, level = {}, said.level_name(options.level)
    for k, key in zip(systems.picked, systems.letters, strict=True):
        of = rows[rows["system"] == systems.names[k]].set_index("group").loc[order]
        for part, column in PARTS:
            frame[f"{key}_{part}"] = of[column].to_numpy()
            frame[f"{key}_{part}_why"] = [undefined(part, row) for row in of.itertuples()]
        frame[f"{key}_f1_low"], frame[f"{key}_f1_high"] = of["low"].to_numpy(), of["high"].to_numpy()
        group = f"s{key}"
        groups[group] = said.system(systems.places[k], systems.names[k])
        columns += [Column(f"{key}_{part}", head, group=group, wide=True) for part, head in (("p", "P"), ("r", "R"))]
        columns += [Column(f"{key}_f1", "F1", group=group), Column(f"{key}_f1", level, "interval", group)]
    about = TYPED_METRICS[metric].about
    pairs = f" Pairs range over {SCOPES[options.link_mentions]}." if metric == "link" else ""
    return Table(f"{NAMES[metric]} by {by}", frame, tuple(columns), groups, rules=(1,), note=f"{about}{pairs}", best="across")


def _total_tip(name: str, n: int) -> str | None:
    if name not in TOTALS:
        return None
    if name == MICRO:
        return "The sum of all rows, with none."
    return f"The mean over the {numbers.count(n)} rows that gold has something of, without none; F1, P and R each."


def costs_table(found: Compared, systems: Systems, options: TypedOptions, names: list[str], by: str) -> Table:
    """What each system loses and adds in a group, and what a perfect group would bring to micro Mention F1."""
    lost = losses(found, systems).loc[names]
    frame = pd.DataFrame({"group": names, "gold": lost["gold"].to_numpy()})
    columns = [Column("group", by.capitalize(), "text"), Column("gold", "in gold", "count")]
    groups, level = {}, said.level_name(options.level)
    for k, (number, key) in enumerate(zip(systems.picked, systems.letters, strict=True)):
        of = found.costs[(found.costs["metric"] == "mention") & (found.costs["system"] == systems.names[number])]
        of = of.set_index("group").loc[names]
        frame[f"{key}_lost"], frame[f"{key}_extra"] = lost[f"lost_{k}"].to_numpy(), lost[f"extra_{k}"].to_numpy()
        frame[key], frame[f"{key}_low"], frame[f"{key}_high"] = (of[c].to_numpy() for c in ("cost", "low", "high"))
        frame[f"{key}_why"] = [numbers.of_documents(row.reason) for row in of.itertuples()]
        group = f"s{key}"
        groups[group] = said.system(systems.places[number], systems.names[number])
        columns += [Column(f"{key}_{part}", head, "count", group) for part, head in (("lost", "lost"), ("extra", "too many"))]
        columns += [Column(key, "gain", "signed", group), Column(key, level, "signed interval", group)]
    note = (
        "Lost: mentions of gold that are not found; too many: predicted mentions that gold has not. Gain: points of micro "
        "Mention F1 that it would bring to find all of the row's mentions and to predict none too many."
    )
    return Table(f"What each {by} costs", frame, tuple(columns), groups, note=note)


def differences_table(found: Compared, systems: Systems, options: TypedOptions, names: list[str], by: str) -> Table:
    """Differences of both metrics with interval and Holm's p, bold where settled."""
    order = [*TOTALS, *names]
    frame = pd.DataFrame({"group": order})
    columns, groups, level = [Column("group", by.capitalize(), "text")], {}, said.level_name(options.level)
    for metric in ITEMS:
        rows = found.differences[found.differences["metric"] == metric].set_index("group").loc[order]
        frame[metric], frame[f"{metric}_low"], frame[f"{metric}_high"] = (rows[c].to_numpy() for c in ("value", "low", "high"))
        frame[f"{metric}_p"] = rows["p_adjusted"].where(~rows.index.isin(TOTALS), rows["p"]).to_numpy()
        frame[f"{metric}_why"] = [no_difference(row) for row in rows.itertuples()]
        frame[f"{metric}_p_why"], frame[f"{metric}_bold"] = None, rows["settled"].to_numpy(bool)
        frame[f"{metric}_units"] = rows["units"].to_numpy()
        groups[metric] = plain(f"{NAMES[metric]}, {systems.difference}")
        columns += [Column(f"{metric}_units", "documents", "count", metric, wide=True), Column(metric, "F1", "signed", metric)]
        columns += [Column(metric, level, "signed interval", metric), Column(f"{metric}_p", "p", "p", metric)]
    limit = f"{1 - options.level:.2g}".removeprefix("0")
    note = (
        f"Over the mentions that gold and both systems share (links) and all mentions (finding). Bold: settled, the {level} "
        f"interval leaves out 0 and p < {limit}, p with Holm's correction over the rows of one metric that have an interval; "
        "micro and macro stand outside of it."
    )
    return Table(f"Differences by {by}", frame, tuple(columns), groups, rules=(1,), note=note)


def support_table(found: Compared, by: str, names: list[str]) -> Table:
    """What gold holds of each group: mentions, entities, pairs, and the share of the largest entity in them."""
    frame = found.support.set_index("group").loc[names].reset_index()
    frame["largest_why"] = ["gold has no pair of it" if numbers.missing(x) else None for x in frame["largest"]]
    columns = [Column("group", by.capitalize(), "text"), Column("mentions", "mentions", "count")]
    columns += [Column("entities", "entities", "count"), Column("pairs", "pairs", "count")]
    columns.append(Column("largest", f"largest entity, %{numbers.NBSP}of pairs"))
    note = (
        "Typed Link F1 counts pairs, and an entity of n mentions has n(n − 1)/2 of them: where the largest entity has most "
        "of the pairs, the score is about that entity."
    )
    return Table(f"What gold has of each {by}", frame, tuple(columns), note=note)


def noise_table(found: pd.DataFrame, systems: Systems, words: str) -> Table:
    """Micro and macro when labels are wrong: as they are, the mean over draws, lowest and highest. found : of noise_effect()."""
    owners, rows = dict(zip(systems.pair, _owners(systems), strict=True)), []
    names = {"mention": "Typed Mention F1", "link": "Typed Link F1"}
    for (metric, group), of in found[found["group"].isin(["micro", "macro"])].groupby(["metric", "group"], sort=False):
        for row in of.to_dict("records"):
            if row["system"] in owners:
                why = "undefined without noise or in every draw" if numbers.missing(row["mean"]) else None
                kept = {name: row[name] for name in ("score", "mean", "lowest", "highest")}
                why = dict.fromkeys((f"{name}_why" for name in kept), why)
                rows.append({"metric": f"{names[metric]}, {group}", "side": owners[row["system"]], **kept, **why})
    columns = [Column("metric", "Score", "text"), Column("side", "of", "text"), Column("score", "as it is")]
    columns += [Column("mean", "mean"), Column("lowest", "lowest"), Column("highest", "highest")]
    note = (
        "The label of each span is replaced, with this probability, by one drawn from the corpus's labels; 20 times. Micro moves "
        "only where a match needs the same class, macro with every class."
    )
    return Table(f"Scores with {words}", pd.DataFrame(rows), tuple(columns), note=note)


def coverage_table(found: pd.DataFrame, systems: Systems, options: TypedOptions) -> Table:
    """Coverage of every label set, gold and each system. found : class_state.covered()."""
    sides = [GOLD, *systems.pair]
    keys = {side: found[(found["system"] == side)].set_index(["group", "metric"]) for side in sides}
    sets = list(dict.fromkeys(found["group"]))
    rows, level = [], said.level_name(options.level)
    for name in sets:
        for side, who in zip(sides, [plain(GOLD), *_owners(systems)], strict=True):
            row = {"set": name if side == GOLD else "", "side": who}
            for metric in ("before", "after"):
                of = keys[side].loc[(name, metric)]
                row |= {metric: of["f1"], f"{metric}_low": of["low"], f"{metric}_high": of["high"]}
                row |= {f"{metric}_why": numbers.of_documents(of["reason"]), "mentions": of["mentions"]}
            rows.append(row | {"gain": row["after"] - row["before"]})
    columns = [Column("set", "Labels", "text"), Column("side", "of", "text")]
    columns.append(Column("mentions", "mentions", "count", wide=True))
    percent = f"%{numbers.NBSP}labelled"
    for metric in ("before", "after"):
        columns += [Column(metric, percent, group=metric), Column(metric, level, "interval", metric, wide=metric == "before")]
    groups = {"before": plain("Before propagation"), "after": plain("After propagation")}
    rules = tuple(len(sides) * k - 1 for k in range(1, len(sets)))
    note = (
        "Before: mentions that a labelled span gives a label of their own. After: also those whose entity has a label, which "
        "pronouns take from it."
    )
    return Table("Coverage of label sets", pd.DataFrame(rows), tuple(columns), groups, rules, note)


def _owners(systems: Systems) -> list[said.Said]:
    return [said.system(systems.places[k], systems.names[k]) for k in systems.picked]


def documents_table(frame: pd.DataFrame, systems: Systems, number: int = 12) -> Table:
    """The cells of the heat map in which the two differ most in what they lose. frame : heat_frame(), doc_id_href for links."""
    rows = frame.assign(more=frame["lost_1"] - frame["lost_0"]) if "lost_1" in frame else frame.assign(more=frame["lost_0"])
    order = rows["more"].abs().sort_values(ascending=False, kind="stable").index[:number]
    rows = rows.loc[order].reset_index(drop=True)
    rows["doc_id"] = [said.cut(name) for name in rows["doc_id"]]
    columns = [Column("group", "Group", "text"), Column("doc_id", "Document", "text"), Column("gold", "in gold", "count")]
    columns += [Column(f"lost_{k}", f"lost by {letter}", "count") for k, letter in enumerate(systems.letters)]
    if "lost_1" in rows:
        columns.append(Column("more", systems.difference, "change"))
    return Table("Where most is lost" if "lost_1" not in rows else "Largest differences in lost mentions", rows, tuple(columns))


def confusion_table(cells: pd.DataFrame, systems: Systems) -> Table:
    """The most frequent confusions of classes."""
    rows = cells[cells["wrong"]]
    order = rows.filter(like="count_").sum(axis=1).sort_values(ascending=False, kind="stable").index
    rows = rows.loc[order].reset_index(drop=True)
    columns = [Column("gold", "Gold", "text"), Column("predicted", "System", "text")]
    columns += [Column(f"count_{k}", letter, "count") for k, letter in enumerate(systems.letters)]
    if len(systems.picked) == 2:
        rows = rows.assign(difference=(rows["count_1"] - rows["count_0"]).astype(float))
        columns.append(Column("difference", systems.difference, "change"))
    return Table("Most frequent confusions of classes", rows, tuple(columns), note="Mentions that gold and the system share.")
