"""The tables of a diagnosis: what groups cost, in which form they are lost, what to write, what has moved."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from figures import numbers, said
from figures.diagnosis_sentences import METRICS
from figures.frames import Systems
from figures.recipe import WHY, quartiles
from figures.said import plain
from figures.score_tables import no_difference
from figures.tables import Column, Table
from metrics.formulas import ratio
from metrics.typed.counts import TYPED_METRICS


def costs_table(diagnosis: pd.DataFrame, systems: Systems, shown: tuple[str, float]) -> Table:
    """What each group costs each system in each metric, with intervals. shown : the grouping, the level."""
    by, level = shown
    names = diagnosis.loc[(diagnosis["cost"] > 0) | (diagnosis["gold"] > 0), "group"].drop_duplicates().tolist()
    rows = diagnosis[diagnosis["group"].isin(names)]
    gold = rows[rows["metric"] == "mention"].groupby("group")["gold"].max()
    frame = pd.DataFrame({"group": names, "gold": gold.reindex(names).to_numpy()})
    columns, groups = [Column("group", by.capitalize(), "text"), Column("gold", "mentions in gold", "count")], {}
    for metric, title in METRICS.items():
        groups[metric] = plain(f"Cost, points of {title}")
        for name, letter in zip(systems.pair, systems.letters, strict=True):
            key = f"{metric}_{letter}"
            part = rows[(rows["metric"] == metric) & (rows["system"] == name)].set_index("group").loc[names]
            frame[key], frame[f"{key}_low"], frame[f"{key}_high"] = (part[c].to_numpy() for c in ("cost", "low", "high"))
            frame[f"{key}_bold"] = part["sure"].astype(object).to_numpy()
            frame[f"{key}_why"] = [_why(row) for row in part.to_dict("records")]
            columns += [Column(key, letter, group=metric), Column(key, said.level_name(level), "interval", metric, wide=True)]
    note = (
        "Cost: points of micro F1 that a system would gain if all of the row were found and nothing wrong predicted for it. "
        "Bold: its interval leaves out 0. Rows go by the mean of their costs. Links: over the mentions that the system finds."
    )
    return Table(f"What each {by} costs", frame, tuple(columns), groups, note=note)


def _why(row: dict[str, Any]) -> str | None:
    if numbers.missing(row["cost"]):
        return "there is nothing to count"
    return numbers.of_documents(row["reason"])


def forms_table(forms: pd.DataFrame, names: list[str], letter: str, by: str) -> Table:
    """In which form mentions and links of some groups are lost. forms : losses.form_losses()."""
    rows = forms[forms["group"].isin(names) & ((forms["gold"] > 0) | (forms["links"] > 0))]
    rows = rows.assign(at=rows["group"].map({name: k for k, name in enumerate(names)})).sort_values("at", kind="stable")
    frame = rows.drop(columns="at").reset_index(drop=True)
    frame["rate"], frame["link_rate"] = (
        100 * ratio(frame["lost"], frame["gold"]),
        100 * ratio(frame["lost_links"], frame["links"]),
    )
    frame["rate_why"], frame["link_rate_why"] = "gold has no such mention", "no pair to compare ends in such a mention"
    ends = np.flatnonzero(frame["group"].to_numpy()[:-1] != frame["group"].to_numpy()[1:])
    frame["group"] = frame["group"].where(~frame["group"].duplicated(), "")
    percent = f"%{numbers.NBSP}lost"
    columns = (
        Column("group", by.capitalize(), "text"), Column("form", "Form", "text"), Column("gold", "in gold", "count", "m"),
        Column("lost", "lost", "count", "m"), Column("rate", percent, group="m"), Column("links", "in gold", "count", "l"),
        Column("lost_links", "lost", "count", "l"), Column("link_rate", percent, group="l"),
    )  # fmt: skip
    groups = {"m": plain("Mentions"), "l": plain("Links, by their later mention")}
    title = f"In which form {letter} loses them"
    return Table(
        title,
        frame,
        columns,
        groups,
        rules=tuple(ends.tolist()),
        note="Form: by the tag of the head word. Links: over the mentions that the system finds.",
    )


def recipe_table(recipe: dict[str, Any]) -> Table:
    """What to write: documents, mentions by form, links, chains and distances of each group."""
    forms = list(dict.fromkeys(form["form"] for group in recipe["groups"] for form in group["forms"]))
    rows = []
    for group in recipe["groups"]:
        add = group["add"]
        row = {"group": group["group"], "new": group["documents"]["new"], "why": WHY[group["documents"]["why"]]}
        row |= {"mentions": add["mentions"], "chains": add["chains"], "links": add["links"]}
        row |= {f"form {name}": 0 for name in forms} | {f"form {form['form']}": form["add"] for form in group["forms"]}
        rows.append(row | {"sizes": quartiles(group["chains"]), "back": quartiles(group["distance"]["all"])})
    columns = [Column("group", recipe["by"].capitalize(), "text"), Column("new", "new documents", "count")]
    columns += [Column("why", "because it", "text", wide=True), Column("mentions", "all", "count", "m")]
    columns += [Column(f"form {name}", name, "count", "m") for name in forms]
    columns += [Column("links", "links", "count", wide=True), Column("chains", "number", "count", "c")]
    columns += [Column("sizes", "mentions", "sign", "c"), Column("back", "sentences apart", "sign", wide=True)]
    groups = {"m": plain("Mentions to add"), "c": plain("Chains of two and more")}
    note = (
        "Mentions of a chain, and sentences between a mention and the one before it: the middle half of gold's, and the median."
    )
    return Table("What to write", pd.DataFrame(rows), tuple(columns), groups, note=note)


def moved_table(rows: pd.DataFrame, systems: Systems, by: str, level: float) -> Table:
    """What has moved from the first system to the second; rows : diagnosis.moved()."""
    frame = pd.DataFrame({"group": rows["group"], "metric": [METRICS[m] for m in rows["metric"]]})
    frame["metric_tip"] = [TYPED_METRICS[m].about for m in rows["metric"]]
    frame["d"], frame["d_low"], frame["d_high"] = (rows[column].to_numpy() for column in ("value", "low", "high"))
    frame["p"], frame["p_why"], frame["d_bold"] = rows["p_adjusted"].to_numpy(), None, rows["settled"].astype(object).to_numpy()
    frame["d_why"] = [no_difference(row) for row in rows.itertuples()]
    frame["moved"] = rows["moved"].to_numpy()
    columns = (
        Column("group", by.capitalize(), "text"), Column("metric", "Score", "text"), Column("d", systems.difference, "signed"),
        Column("d", said.level_name(level), "signed interval"), Column("p", "p", "p"), Column("moved", "", "text"),
    )  # fmt: skip
    note = (
        f"{systems.difference}: after less before. Paired intervals over documents; p: approximate randomisation, with Holm's "
        "correction over all that is compared, not these rows alone. Links: over the mentions that gold and both share."
    )
    return Table("Before and after", frame.reset_index(drop=True), columns, note=note)
