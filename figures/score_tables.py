"""The tables of the coreference pages, as finished frames with their columns."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd

from figures import captions, documents, numbers, said, theme
from figures.frames import Systems, flips
from figures.said import Said, plain
from figures.tables import Column, Table
from metrics.coreference import METRICS
from metrics.options import CoreferenceOptions

NO_SIDES = "It is a mean of F1 and has no precision and recall of its own."
WITHOUT = {"keep": "singletons kept", "drop": "singletons dropped"}


def scores_table(
    scores: pd.DataFrame, differences: pd.DataFrame, systems: Systems, options: CoreferenceOptions, policy: str = "keep"
) -> Table:
    """Every metric of the picked systems with interval, and their difference; bold is better where that is settled."""
    metrics = theme.in_order(scores["metric"])
    frame = _metrics_frame(metrics)
    columns, groups = [Column("metric", "Metric", "text")], {}
    for k in systems.picked:
        key = systems.letters[systems.picked.index(k)]
        _add_system(frame, _of(scores, systems.names[k], policy), key)
        group = f"s{key}"
        groups[group] = said.system(systems.places[k], systems.names[k])
        level = said.level_name(options.level)
        columns += [Column(f"{key}_{part}", head, group=group, wide=True) for part, head in (("p", "P"), ("r", "R"))]
        columns += [Column(f"{key}_f1", "F1", group=group), Column(f"{key}_f1", level, "interval", group)]
    if len(systems.picked) == 2:
        add_difference(frame, differences[differences["singletons"] == policy].set_index("metric").loc[metrics], systems)
        groups["d"] = plain(systems.difference)
        parts = (("F1", "signed"), (said.level_name(options.level), "signed interval"), ("p", "p"))
        columns += [Column("p" if kind == "p" else "d", head, kind, "d") for head, kind in parts]
    title = f"Scores, {options.match} match, {WITHOUT[policy]}"
    return Table(title, frame, tuple(columns), groups, rules=(0,), note=scores_note(systems, options), best="across")


def linking_table(scores: pd.DataFrame, differences: pd.DataFrame, systems: Systems, options: CoreferenceOptions) -> Table:
    """Linking apart from finding mentions; scores, differences : of metrics.linking.count_linking()."""
    parts = (part.assign(singletons="keep") for part in (scores, differences))
    shared = int(scores.loc[scores["metric"] == "LEA", "r_den"].iloc[0])
    what = (
        f"Over the {numbers.count(shared)} gold mentions that both {' and '.join(systems.letters)} find; all others are left out."
    )
    found = scores_table(*parts, systems, options)
    title = f"Linking the mentions that both find, {options.match} match"
    return replace(found, title=title, rules=(), note=f"{what} {found.note}")


def scores_note(systems: Systems, options: CoreferenceOptions) -> str:
    """What bold means."""
    if len(systems.picked) < 2:
        return ""
    limit = f"{1 - options.level:.2g}".removeprefix("0")
    return (
        f"Bold: the better of two whose difference is settled: its {said.level_name(options.level)} interval leaves out 0 and "
        f"p < {limit} (approximate randomisation over documents, uncorrected)."
    )


def _metrics_frame(metrics: list[str]) -> pd.DataFrame:
    return pd.DataFrame({"metric": [theme.metric_name(m) for m in metrics], "metric_tip": [METRICS[m].about for m in metrics]})


def _of(scores: pd.DataFrame, name: str, policy: str) -> pd.DataFrame:
    rows = scores[(scores["system"] == name) & (scores["singletons"] == policy)].set_index("metric")
    return rows.loc[theme.in_order(rows.index)]


def _add_system(frame: pd.DataFrame, rows: pd.DataFrame, key: str) -> None:
    for part, column in (("p", "precision"), ("r", "recall"), ("f1", "f1")):
        frame[f"{key}_{part}"] = rows[column].to_numpy()
        known = [part == "f1" or not METRICS[m].mean_of for m in rows.index]
        frame[f"{key}_{part}_why"] = [
            undefined(part, row) if has else None for has, row in zip(known, rows.itertuples(), strict=True)
        ]
    frame[f"{key}_f1_low"], frame[f"{key}_f1_high"] = rows["low"].to_numpy(), rows["high"].to_numpy()
    frame[f"{key}_f1_bold"] = False


def undefined(part: str, row) -> str | None:
    """Why precision, recall or F1 (p, r, f1) of a row of scores has no number, or its F1 no interval."""
    if numbers.missing(row.f1):
        return "0/0: neither gold nor the system has anything that this metric counts"
    whose = {"p": "the system has", "r": "gold has", "f1": ""}[part]
    return numbers.of_documents(row.reason) if part == "f1" else f"0/0: {whose} nothing that this metric counts"


def add_difference(frame: pd.DataFrame, rows: pd.DataFrame, systems: Systems) -> None:
    """Add d, d_low, d_high and p of rows of differences, and make the better of two bold where that is settled."""
    frame["d"], frame["d_low"], frame["d_high"], frame["p"] = (rows[c].to_numpy() for c in ("value", "low", "high", "p"))
    frame["d_why"] = [no_difference(row) for row in rows.itertuples()]
    frame["p_why"] = None
    for letter, sign in zip(systems.letters, (-1, 1), strict=True):
        frame[f"{letter}_f1_bold"] = (rows["settled"] & (sign * rows["value"] > 0)).to_numpy()


def no_difference(row) -> str | None:
    """Why a difference has no number or no interval."""
    return "one of the two scores is undefined" if numbers.missing(row.value) else numbers.of_documents(row.reason)


def systems_table(scores: pd.DataFrame, baselines: pd.DataFrame, systems: Systems, options: CoreferenceOptions) -> Table:
    """Every system and the two baselines in one table, the best CoNLL first: F1 of all metrics, CoNLL also without singletons."""
    metrics = theme.in_order(scores["metric"])
    names = [systems.names[k] for k in range(len(systems.names))]
    rows = [_system_row(scores, said.system(systems.places[k], name), name, metrics) for k, name in enumerate(names)]
    rows.sort(key=lambda row: -row["CoNLL"] if not numbers.missing(row["CoNLL"]) else 1)
    for name, (_, glyph, _, words) in _known(baselines).items():
        rows.append(_system_row(baselines, Said(f"{glyph} {words}", words), name, metrics))
    level = said.level_name(options.level)
    groups = {"keep": plain("Singletons kept"), "drop": plain("dropped")}
    columns = [
        Column("system", "System", "text"),
        Column("CoNLL", "CoNLL", group="keep"),
        Column("CoNLL", level, "interval", "keep"),
    ]
    columns += [Column(m, theme.metric_name(m), group="keep", wide=True) for m in metrics if m != "CoNLL"]
    columns += [Column("dropped", "CoNLL", group="drop"), Column("dropped", level, "interval", "drop", wide=True)]
    title = f"All systems, F1, {options.match} match"
    return Table(title, pd.DataFrame(rows), tuple(columns), groups, rules=(len(names) - 1,), best="down")


def _known(baselines: pd.DataFrame) -> dict[str, tuple]:
    """The baselines that there are."""
    present = set(baselines["system"])
    return {name: look for name, look in theme.BASELINES.items() if name in present}


def _system_row(scores: pd.DataFrame, system: Said, name: str, metrics: list[str]) -> dict:
    """F1 of one system in all metrics, CoNLL with its interval under both policies."""
    row = {"system": system}
    for metric, found in _of(scores, name, "keep").loc[metrics].iterrows():
        row |= {metric: found["f1"], f"{metric}_why": _why(found)}
        row |= {f"{metric}_low": found["low"], f"{metric}_high": found["high"]}
    found = _of(scores, name, "drop").loc["CoNLL"]
    empty = name == "all singletons"
    values = [float("nan")] * 3 if empty else [found[column] for column in ("f1", "low", "high")]
    row |= dict(zip(("dropped", "dropped_low", "dropped_high"), values, strict=True))
    return row | {"dropped_why": "without singletons nothing is left of it" if empty else _why(found)}


def _why(row: pd.Series) -> str | None:
    if not numbers.missing(row["f1"]):
        return numbers.of_documents(row["reason"]) if row["system"] not in theme.BASELINES else None
    return numbers.of_documents(row["reason"]) if isinstance(row["reason"], str) else "its denominators are 0"


def baselines_table(scores: pd.DataFrame, baselines: pd.DataFrame, systems: Systems, options: CoreferenceOptions) -> Table:
    """F1 of the two baselines beside the picked systems, with and without singletons."""
    metrics = [m for m in theme.in_order(scores["metric"]) if m not in theme.NO_LINKING]
    frame = _metrics_frame(metrics)
    columns, groups = [Column("metric", "Metric", "text")], {}
    for policy, words in WITHOUT.items():
        groups[policy] = plain(words.capitalize())
        for name in _known(baselines):
            if policy == "keep" or name != "all singletons":
                columns.append(_add_f1(frame, _of(baselines, name, policy).loc[metrics], f"{policy} {name}", name, policy))
        for k, letter in zip(systems.picked, systems.letters, strict=True):
            rows = _of(scores, systems.names[k], policy).loc[metrics]
            columns.append(_add_f1(frame, rows, f"{policy} {letter}", letter, policy))
    title = f"What no linking would score, F1, {options.match} match"
    note = (
        "All singletons: every gold mention an entity of its own, of which nothing is left without singletons. "
        "One entity: all gold mentions of a document in one."
    )
    return Table(title, frame, tuple(columns), groups, rules=(0,), note=note)


def _add_f1(frame: pd.DataFrame, rows: pd.DataFrame, key: str, head: str, group: str) -> Column:
    frame[key] = rows["f1"].to_numpy()
    frame[f"{key}_why"] = [_why(row) for _, row in rows.iterrows()]
    return Column(key, head, group=group)


PART_NAMES = {"all": "Mentions all", "two and more": "in entities of two and more", "singletons": "singletons"}


def detection_table(found: pd.DataFrame, gold: dict[str, int], systems: Systems, options: CoreferenceOptions) -> Table:
    """Mention detection by the size of the mentions' entities; found : metrics.scores() of metrics.count_detection().

    gold : gold's number of mentions in each part.
    """
    frame = pd.DataFrame(
        {"part": [PART_NAMES[p] for p in gold], "gold": list(gold.values()), "part_tip": [_about(p) for p in gold]}
    )
    columns, groups = [Column("part", "Mentions", "text"), Column("gold", "gold", "count")], {}
    level = said.level_name(options.level)
    for k, letter in zip(systems.picked, systems.letters, strict=True):
        rows = found[found["system"] == systems.names[k]].set_index("singletons").loc[list(gold)]
        rows.index = ["mentions"] * len(rows)
        _add_system(frame, rows, letter)
        group = f"s{letter}"
        groups[group] = said.system(systems.places[k], systems.names[k])
        columns += [Column(f"{letter}_{part}", head, group=group, wide=True) for part, head in (("p", "P"), ("r", "R"))]
        columns += [Column(f"{letter}_f1", "F1", group=group), Column(f"{letter}_f1", level, "interval", group)]
    title = f"Finding mentions, apart from linking them, {options.match} match"
    note = "Each side's mentions are chosen by its own entities."
    return Table(title, frame, tuple(columns), groups, rules=(0,), note=note, best="across")


def _about(part: str) -> str | None:
    return METRICS["mentions"].about if part == "all" else None


def largest_table(frame: pd.DataFrame, systems: Systems, options: CoreferenceOptions, number: int | None = 10) -> Table:
    """The documents with the largest differences; frame : documents_frame(), with href if rows are links.

    number : of documents; None for all, those without a score last.
    """
    known = frame if number is None else frame[~frame["undefined"]]
    rows = known.loc[known["difference"].abs().sort_values(ascending=False, kind="stable").index[:number]].reset_index(drop=True)
    rows = rows.rename(columns={"href": "doc_id_href"})
    first, second = systems.letters
    columns = [Column("doc_id", "Document", "text")]
    if (rows["genre"] != "").any():
        columns.append(Column("genre", "Genre", "text"))
    columns += [Column("gold", "Mentions", "count"), Column("a", first), Column("b", second)]
    columns.append(Column("difference", systems.difference, "signed"))
    which = "All documents" if number is None else "Largest differences"
    how = f"{documents.metric(frame)}, {options.match} match, singletons {captions.policy(frame)}"
    return Table(f"{which}, {how}", rows, tuple(columns))


def order_table(differences: pd.DataFrame, systems: Systems, options: CoreferenceOptions) -> Table:
    """The difference of the picked two with and without singletons, and where their order flips."""
    metrics = [m for m in theme.in_order(differences["metric"]) if m not in theme.NO_LINKING]
    frame, turned = _metrics_frame(metrics), flips(differences)
    columns, groups = [Column("metric", "Metric", "text")], {}
    for policy, words in WITHOUT.items():
        rows = differences[differences["singletons"] == policy].set_index("metric").loc[metrics]
        for key, column in (("", "value"), ("_low", "low"), ("_high", "high")):
            frame[f"{policy}{key}"] = rows[column].to_numpy()
        frame[f"{policy} p"], frame[f"{policy}_bold"] = rows["p"].to_numpy(), rows["settled"].to_numpy()
        frame[f"{policy}_why"] = [no_difference(row) for row in rows.itertuples()]
        groups[policy] = plain(f"{systems.difference}, {words}")
        columns += [
            Column(policy, "F1", "signed", policy),
            Column(policy, said.level_name(options.level), "signed interval", policy),
        ]
        columns.append(Column(f"{policy} p", "p", "p", policy))
    frame["order"] = ["⇄" if m in turned else "" for m in metrics]
    columns.append(Column("order", "flips", "sign"))
    note = "Bold: settled, interval and p agree. ⇄: the order flips, and both intervals leave out 0."
    return Table(f"The order with and without singletons, {options.match} match", frame, tuple(columns), groups, (0,), note)


def signed(table: Table, signature: str) -> Table:
    """The table with its signature, for every file that it is saved in."""
    return replace(table, signature=signature)
