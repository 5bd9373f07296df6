"""The tables of scores across documents: both levels, what is lost, singletons, mention detection, baselines, documents."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd

from figures import levels, said, score_tables, theme
from figures.frames import Systems
from figures.levels import BY, SUBTOPIC, TOPIC
from figures.said import Said, plain
from figures.tables import Column, Table
from metrics.coreference import METRICS

UNITS = ("over documents", "over topics")


def levels_table(scores: pd.DataFrame, drops: pd.DataFrame, systems: Systems, options, policy: str) -> Table:
    """F1 of the picked systems by subtopic and by topic, and what is lost; the frames as levels.of_policy() has them."""
    metrics = [m for m in theme.in_order(scores["metric"]) if m not in theme.NO_LINKING]
    frame = _metrics_frame(metrics)
    columns, groups, level = [Column("metric", "Metric", "text")], {}, said.level_name(options.level)
    for k, key in zip(systems.picked, systems.letters, strict=True):
        name, group = systems.names[k], f"s{key}"
        groups[group] = said.system(systems.places[k], name)
        for one in BY:
            _add_scores(frame, scores[(scores["system"] == name) & (scores["singletons"] == one)], metrics, f"{key}_{one}")
        _add_drop(frame, drops[drops["a"] == name].set_index("metric").loc[metrics], f"{key}_d")
        columns += [Column(f"{key}_{SUBTOPIC}", SUBTOPIC, group=group), Column(f"{key}_{TOPIC}", TOPIC, group=group)]
        columns += [Column(f"{key}_{TOPIC}", level, "interval", group, wide=True), Column(f"{key}_d", "lost", "signed", group)]
        columns += [Column(f"{key}_d", level, "signed interval", group), Column(f"{key}_d_p", "p", "p", group, wide=True)]
    title = f"By subtopic and by topic, F1, {options.match} match, {score_tables.WITHOUT[policy]}"
    note = f"lost: {levels.CHANGE}, both resampled together; bold where settled: the interval leaves out 0 and so does p."
    return Table(title, frame, tuple(columns), groups, rules=(0,), note=note)


def _metrics_frame(metrics: list[str]) -> pd.DataFrame:
    return pd.DataFrame({"metric": [theme.metric_name(m) for m in metrics], "metric_tip": [METRICS[m].about for m in metrics]})


def _add_scores(frame: pd.DataFrame, rows: pd.DataFrame, metrics: list[str], key: str) -> None:
    rows = rows.set_index("metric").loc[metrics]
    frame[key], frame[f"{key}_low"], frame[f"{key}_high"] = (rows[c].to_numpy() for c in ("f1", "low", "high"))
    frame[f"{key}_why"] = [score_tables.undefined("f1", row) for row in rows.itertuples()]


def _add_drop(frame: pd.DataFrame, rows: pd.DataFrame, key: str) -> None:
    frame[key], frame[f"{key}_low"], frame[f"{key}_high"] = (rows[c].to_numpy() for c in ("value", "low", "high"))
    frame[f"{key}_p"], frame[f"{key}_bold"] = rows["p"].to_numpy(), rows["settled"].to_numpy(bool)
    frame[f"{key}_why"] = [score_tables.no_difference(row) for row in rows.itertuples()]
    frame[f"{key}_p_why"] = frame[f"{key}_why"]


def differences_table(differences: pd.DataFrame, systems: Systems, options, policy: str) -> Table:
    """The difference of the picked two at both levels; differences : as levels.of_policy() has them."""
    metrics = [m for m in theme.in_order(differences["metric"]) if m not in theme.NO_LINKING]
    frame, columns, groups = _metrics_frame(metrics), [Column("metric", "Metric", "text")], {}
    for level, words in BY.items():
        _add_drop(frame, differences[differences["singletons"] == level].set_index("metric").loc[metrics], level)
        groups[level] = plain(f"{systems.difference}, {words}")
        columns += [Column(level, "F1", "signed", level)]
        columns += [
            Column(level, said.level_name(options.level), "signed interval", level),
            Column(f"{level}_p", "p", "p", level),
        ]
    title = f"The difference of the two at both levels, {options.match} match, {score_tables.WITHOUT[policy]}"
    return Table(title, frame, tuple(columns), groups, rules=(0,), note="Bold: settled, interval and p agree.")


def scores_table(scores: pd.DataFrame, differences: pd.DataFrame, systems: Systems, options, shown: tuple[str, str]) -> Table:
    """P, R and F1 of all metrics at a level. shown : level and policy; the frames as levels.at_level() has them."""
    level, policy = shown
    return _of_topics(score_tables.scores_table(scores, differences, systems, options, policy), f"Scores {BY[level]}", "Scores")


def singletons_table(differences: pd.DataFrame, systems: Systems, options, level: str) -> Table:
    """The difference of the picked two with and without singletons; differences : as levels.at_level() has them."""
    made = score_tables.order_table(differences, systems, options)
    return replace(made, title=made.title.replace("singletons,", f"singletons, {BY[level]},"))


def baselines_table(scores: pd.DataFrame, baselines: pd.DataFrame, systems: Systems, options, level: str) -> Table:
    """F1 of the baselines beside the picked systems, both policies; the frames as levels.at_level() has them."""
    made = score_tables.baselines_table(scores, baselines, systems, options)
    group = TOPIC if level == TOPIC else SUBTOPIC
    note = (
        "All over gold's mentions. All singletons: every mention an entity of its own, of which nothing is left without "
        f"singletons. One entity: all mentions of a {group} in one."
    )
    if (baselines["system"] == "same head lemma").any():
        note += f" Same head lemma: mentions of a {group} whose heads have one lemma, pronouns too, are one entity."
    return replace(made, title=f"What simple rules would score {BY[level]}, F1, {options.match} match", note=note)


def detection_table(scores: pd.DataFrame, differences: pd.DataFrame, systems: Systems, options) -> Table:
    """Mention detection by exact span, singletons kept."""
    parts = (part.assign(singletons="keep") for part in (scores, differences))
    made = _of_topics(score_tables.scores_table(*parts, systems, replace(options, match="exact")), "", "")
    note = f"The same by topic and by subtopic: mentions are found within their documents. {made.note}".strip()
    return replace(made, title="Finding mentions, apart from linking them, exact span, singletons kept", rules=(), note=note)


def _of_topics(made: Table, title: str, instead: str) -> Table:
    return replace(made, title=made.title.replace(instead, title) if instead else made.title, note=made.note.replace(*UNITS))


def documents_table(frame: pd.DataFrame, systems: Systems, topic: str) -> Table:
    """The documents of a topic; frame : metrics.crossdoc_compared.documents_of(), with doc_id_href if rows are links."""
    columns = [Column("doc_id", "Document", "text")]
    if any(frame["subtopic"]):
        columns.append(Column("subtopic", "Subtopic", "text"))
    columns.append(Column("gold", "gold", "count", "m"))
    columns += [Column(systems.names[k], letter, "count", "m") for k, letter in zip(systems.picked, systems.letters, strict=True)]
    title = f"Documents of {theme.shortened(topic, 60)}"
    return Table(title, frame.reset_index(drop=True), tuple(columns), {"m": Said("Mentions", "Mentions")})


def topics_table(frame: pd.DataFrame, systems: Systems, how: str) -> Table:
    """All topics by the size of the difference; frame : documents.documents_frame() of topics. how : options in words."""
    rows = frame.loc[frame["difference"].abs().sort_values(ascending=False, kind="stable").index].reset_index(drop=True)
    first, second = systems.letters
    columns = [Column("doc_id", "Topic", "text"), Column("gold", "Mentions", "count"), Column("a", first), Column("b", second)]
    columns.append(Column("difference", systems.difference, "signed"))
    return Table(f"Topic by topic, {how}", rows, tuple(columns), note="Largest difference first.")
