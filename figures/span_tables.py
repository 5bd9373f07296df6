"""The tables of the page of spans, as finished frames with their columns."""

from __future__ import annotations

from html import escape

import numpy as np
import pandas as pd

from figures import said, theme
from figures.frames import Systems
from figures.said import Said, plain
from figures.score_tables import add_difference, undefined
from figures.tables import Column, Table
from figures.tree_tables import PARTS, note_of
from metrics.options import SpanOptions
from metrics.spans.counts import EXACT, TAGS, WAYS

MEANS = {
    "macro": "The mean of the labels' F1, each label alike, over all labels of gold and of the systems compared.",
    "weighted": "The mean of the labels' F1, each label weighing what gold has of it.",
}
ABOUT = {**{name: metric.about for name, metric in (EXACT | WAYS | TAGS).items()}, **MEANS}
GROUPS = {"label": "Label", "length": "Length", "document": "Document", "seen": "In training"}


def scores_table(scores: pd.DataFrame, differences: pd.DataFrame, systems: Systems, options: SpanOptions, how: str) -> Table:
    """Every metric of the picked systems with its interval, and their difference. how : in which reading, "" for no tags."""
    metrics = theme.in_order(scores["metric"])
    frame = pd.DataFrame({"metric": metrics, "metric_tip": [ABOUT[m] for m in metrics]})
    columns, groups = [Column("metric", "Metric", "text")], {}
    level = said.level_name(options.level)
    for k, key in zip(systems.picked, systems.letters, strict=True):
        rows = scores[scores["system"] == systems.names[k]].set_index("metric").loc[metrics]
        columns += _add_system(frame, rows, key, level)
        groups[f"s{key}"] = said.system(systems.places[k], systems.names[k])
    if len(systems.picked) == 2:
        add_difference(frame, differences.set_index("metric").loc[metrics], systems)
        groups["d"] = plain(systems.difference)
        parts = (("F1", "signed"), (level, "signed interval"), ("p", "p"))
        columns += [Column("p" if kind == "p" else "d", head, kind, "d") for head, kind in parts]
    tokens = " Token accuracy has no precision and recall of its own." * ("token accuracy" in metrics)
    note = f"micro to weighted count exact spans; strict to type are SemEval's four ways.{tokens} {note_of(systems, options)}"
    title = "Scores" + (f", {how} reading of tags" if how else "")
    rules = tuple(k for k, name in enumerate(metrics) if name in ("weighted", "type") and k + 1 < len(metrics))
    return Table(title, frame, tuple(columns), groups, rules=rules, note=note.strip(), best="across")


def _add_system(frame: pd.DataFrame, rows: pd.DataFrame, key: str, level: str) -> list[Column]:
    """A system's columns: P, R, F1 and its interval."""
    accuracy = rows.index.isin(list(TAGS))
    for part, column in PARTS:
        values = rows[column].to_numpy()
        frame[f"{key}_{part}"] = values if part == "f1" else np.where(accuracy, np.nan, values)
        why = [undefined(part, row) for row in rows.itertuples()]
        frame[f"{key}_{part}_why"] = [None if part != "f1" and own else text for own, text in zip(accuracy, why, strict=True)]
    frame[f"{key}_f1_low"], frame[f"{key}_f1_high"] = rows["low"].to_numpy(), rows["high"].to_numpy()
    frame[f"{key}_f1_bold"] = False
    group = f"s{key}"
    parts = [Column(f"{key}_{part}", head, group=group, wide=True) for part, head in (("p", "P"), ("r", "R"))]
    return [*parts, Column(f"{key}_f1", "F1", group=group), Column(f"{key}_f1", level, "interval", group)]


def kinds_table(frame: pd.DataFrame, systems: Systems) -> Table:
    """Errors by kind, own and shared; frame : errors_frame()."""
    kinds = frame.drop_duplicates("kind")
    table = pd.DataFrame({"kind": kinds["kind"].tolist(), "kind_tip": kinds["about"].tolist()})
    columns = [Column("kind", "Error", "text")]
    panels = frame.drop_duplicates("panel").sort_values("panel")
    for panel, title in zip(panels["panel"].tolist(), panels["title"], strict=True):
        table[f"n_{panel}"] = frame.loc[frame["panel"] == panel, "n"].tolist()
        columns.append(Column(f"n_{panel}", title, "count"))
    if len(systems.picked) == 2:
        table["difference"] = (table["n_2"] - table["n_0"]).astype(float)
        columns.append(Column("difference", systems.difference, "change"))
    note = "An error is shared where both systems have the same span with the same label there, or both have none."
    return Table("Errors by kind", table, tuple(columns), note=note if len(systems.picked) == 2 else "")


def errors_table(rows: pd.DataFrame, systems: Systems) -> Table:
    """Single errors; rows : number (from 1), kind, who, gold, predicted (words), gold_label, predicted_label, document, href."""
    each = [said.letter(systems.places[k]) for k in systems.picked]
    letters = {0: each[0], 1: each[-1], 2: said.joined(each)}
    frame = pd.DataFrame({"number": rows["number"].astype(float), "kind": rows["kind"], "kind_href": rows["href"]})
    frame["who"] = [letters[k] for k in rows["who"]]
    for side, label in (("gold", "gold_label"), ("predicted", "predicted_label")):
        frame[side] = [_labelled(words, name) for words, name in zip(rows[side], rows[label], strict=True)]
    frame["document"] = rows["document"].tolist()
    heads = (("kind", "Error"), ("who", "by"), ("gold", "Gold"), ("predicted", "Predicted"), ("document", "Document"))
    columns = [Column("number", "", "count"), *(Column(key, head, "text") for key, head in heads)]
    return Table("The errors, one by one", frame.reset_index(drop=True), tuple(columns))


def _labelled(words: str, label: str) -> Said:
    """Words with their label; a dash for nothing."""
    if not label:
        return plain("—")
    shown = f'<span class="example">{escape(theme.shortened(words, 80))} <span class="m">{escape(label)}</span></span>'
    return Said(shown, f"{words} [{label}]")
