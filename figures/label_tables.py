"""The tables of the page of classification, as finished frames with their columns."""

from __future__ import annotations

from html import escape

import numpy as np
import pandas as pd

from figures import numbers, said, theme
from figures.frames import Systems
from figures.said import Said, plain
from figures.score_tables import add_difference, undefined
from figures.tables import Column, Table
from figures.tree_tables import PARTS, groups_table, note_of
from metrics.classification.registry import AUC, CLASSIFY_METRICS, MACRO, NAMED
from metrics.options import LabelOptions

NAMES = {"accuracy": "Accuracy", NAMED: "macro, gold's labels"}
ALONE = ("accuracy", AUC)  # without precision and recall
MEANS = (MACRO, NAMED)
NO_SIDES = "It is a mean of F1 and has no precision and recall of its own."
MOST_CONFUSIONS = 20  # shown
EXAMPLE = 70  # characters of an example
SHORT = 24  # characters of labels that are not broken
TEXT = 160  # characters of an item's text on the page
RIGHT, WRONG, MISSING = "✓", "✗", "missing"


def scores_table(scores: pd.DataFrame, differences: pd.DataFrame, systems: Systems, options: LabelOptions, kind: str) -> Table:
    """Every metric of the picked systems with its interval, and their difference."""
    metrics = [m for m in CLASSIFY_METRICS if m in set(scores["metric"])]
    frame = pd.DataFrame(
        {"metric": [NAMES.get(m, m) for m in metrics], "metric_tip": [CLASSIFY_METRICS[m].about for m in metrics]}
    )
    columns, groups, level = [Column("metric", "Metric", "text")], {}, said.level_name(options.level)
    for k, key in zip(systems.picked, systems.letters, strict=True):
        rows = scores[scores["system"] == systems.names[k]].set_index("metric").reindex(metrics)
        columns += _add_system(frame, rows, key, level)
        groups[f"s{key}"] = said.system(systems.places[k], systems.names[k])
    if len(systems.picked) == 2:
        add_difference(frame, differences.set_index("metric").reindex(metrics), systems)
        groups["d"] = plain(systems.difference)
        parts = (("points", "signed"), (level, "signed interval"), ("p", "p"))
        columns += [Column("p" if k == "p" else "d", head, k, "d") for head, k in parts]
    rules = tuple(k for k, m in enumerate(metrics) if m in ("accuracy", NAMED) and k + 1 < len(metrics))
    return Table("Scores", frame, tuple(columns), groups, rules=rules, note=_note(kind, systems, options, metrics), best="across")


def _note(kind: str, systems: Systems, options: LabelOptions, metrics: list[str]) -> str:
    """What must be known of the metrics for this kind of items, and what bold means."""
    about = {
        "single": "Each item has one label: where every item gets one, micro F1 is accuracy.",
        "multi": "Items may have several labels: accuracy counts those with exactly gold's set.",
        "binary": "One label, positive or not: micro and macro are the F1 of positive.",
    }[kind]
    auc = " AUC looks at scores alone, whatever the threshold." * (AUC in metrics)
    return f"{about}{auc} {note_of(systems, options)}".strip()


def _add_system(frame: pd.DataFrame, rows: pd.DataFrame, key: str, level: str) -> list[Column]:
    """A system's columns: P, R, the score and its interval."""
    alone = rows.index.isin(ALONE)
    for part, column in PARTS:
        values = rows[column].to_numpy(float)
        frame[f"{key}_{part}"] = values if part == "f1" else np.where(alone, np.nan, values)
        why = [_why(part, row) for row in rows.itertuples()]
        frame[f"{key}_{part}_why"] = [None if part != "f1" and own else text for own, text in zip(alone, why, strict=True)]
    frame[f"{key}_f1_low"], frame[f"{key}_f1_high"] = rows["low"].to_numpy(), rows["high"].to_numpy()
    frame[f"{key}_f1_bold"] = False
    group = f"s{key}"
    parts = [Column(f"{key}_{part}", head, group=group, wide=True) for part, head in (("p", "P"), ("r", "R"))]
    return [*parts, Column(f"{key}_f1", "score", group=group), Column(f"{key}_f1", level, "interval", group)]


def _why(part: str, row) -> str | None:
    """Why a score has no number or no interval."""
    if row.Index == AUC and numbers.missing(row.f1):
        return row.reason if isinstance(row.reason, str) else "no scores"
    return undefined(part, row)


def by_label_table(
    rows: pd.DataFrame, found: tuple[pd.DataFrame, pd.DataFrame], systems: Systems, options: LabelOptions, auc: pd.DataFrame
) -> Table:
    """Scores of each label: P, R, F1, interval, difference; and AUC where there are scores.

    rows : scores by label in order, with support. found : scores and differences of all labels.
    """
    table = groups_table(rows, found[1], systems, options, ("F1 by label", "Label"))
    if not len(auc):
        return table
    frame, columns, names = table.frame.copy(), list(table.columns), table.frame["group"]
    for letter, name in zip(systems.letters, systems.pair, strict=True):
        own = auc[auc["system"] == name].set_index("group")["f1"]
        frame[f"{letter}_auc"] = own.reindex(names).to_numpy()
        frame[f"{letter}_auc_why"] = "no scores, or one class alone: every item has the label, or none has it"
        at = 1 + max(k for k, column in enumerate(columns) if column.group == f"s{letter}")
        columns.insert(at, Column(f"{letter}_auc", "AUC", group=f"s{letter}", wide=True))
    return Table(table.title, frame, tuple(columns), table.groups, note=table.note, best=table.best)


def items_table(rows: pd.DataFrame, systems: Systems, most: int | None = TEXT) -> Table:
    """Items, one by one. rows : item_table() with confidence_0, ... where scores say one; most : characters of text."""
    frame = rows.reset_index(drop=True)
    columns = [Column("id", "Item", "text"), Column("gold", "Gold", "text")]
    groups = {}
    shown = pd.DataFrame({"id": frame["id"], "gold": [_labels(text) for text in frame["gold"]]})
    for k, letter in enumerate(systems.letters):
        number, group = systems.picked[k], f"s{letter}"
        groups[group] = said.system(systems.places[number], systems.names[number])
        marks = zip(frame[f"predicted_{k}"], frame[f"right_{k}"], frame[f"missing_{k}"], strict=True)
        shown[f"predicted_{k}"] = [_predicted(*parts) for parts in marks]
        columns.append(Column(f"predicted_{k}", "predicted", "text", group))
        if f"confidence_{k}" in frame:
            shown[f"confidence_{k}"], shown[f"confidence_{k}_why"] = frame[f"confidence_{k}"], None
            columns.append(Column(f"confidence_{k}", "score", "score", group, wide=True))
    for name, head in (("document", "Document"), ("text", "Text")):
        if name in frame:
            shown[name] = [_text(text, most) for text in frame[name]] if name == "text" else frame[name]
            columns.append(Column(name, head, "text", wide=name == "document"))
    return Table("Items", shown, tuple(columns), groups)


def _labels(text: str) -> Said:
    """Labels, or a dash for none."""
    words = text or "—"
    return Said(_unbroken(escape(words), len(words)), words)


def _unbroken(shown: str, length: int) -> str:
    """HTML in a cell that is broken into lines where it is long."""
    return shown if length <= SHORT else f'<span class="long">{shown}</span>'


def _predicted(text: str, right: bool, missing: bool) -> Said:
    """What a system says of an item, and whether it is right."""
    if missing:
        return Said(f'<span class="bad">{MISSING}</span>', MISSING)
    sign, words = RIGHT if right else WRONG, text or "—"
    mark = f'<span class="{"m" if right else "bad"}">{sign}</span>'
    return Said(_unbroken(f"{mark} {escape(words)}", len(words)), f"{sign} {words}")


def _text(text: str, most: int | None) -> Said:
    return Said(f'<span class="example" title="{escape(text[:2000])}">{escape(_cut(text, most))}</span>', text)


def example(name: str, text: str) -> Said:
    """An item in a few words: its id and the beginning of its text."""
    words = theme.shortened(name, 40) + (f" · {_cut(text, EXAMPLE)}" if text else "")
    return Said(f'<span class="example">{escape(words)}</span>', words)


def _cut(text: str, most: int | None) -> str:
    return text if most is None or len(text) <= most else f"{text[: most - 1]}…"


def label_title(label: str | None) -> str:
    """The labels that a curve is of, in a title."""
    return "all labels" if label is None else theme.shortened(label, 40)


def confusions_table(cells: pd.DataFrame, systems: Systems) -> Table:
    """The most frequent confusions; cells : those of tables.confusion() that are wrong, with gold_href and example (said)."""
    frame = cells.reset_index(drop=True)
    frame = frame.assign(**{side: [plain(name or "∅ none") for name in frame[side]] for side in ("gold", "predicted")})
    columns = [Column("gold", "Gold", "text"), Column("predicted", "taken for", "text")]
    columns += [Column(f"count_{k}", letter, "count") for k, letter in enumerate(systems.letters)]
    if len(systems.picked) == 2:
        frame = frame.assign(difference=(frame["count_1"] - frame["count_0"]).astype(float))
        columns.append(Column("difference", systems.difference.replace(" ", numbers.NBSP), "change"))
    columns.append(Column("example", "Example", "text"))
    note = "The first such item of gold." + " Click a label for all of them." * ("gold_href" in frame)
    return Table("Most frequent confusions", frame, tuple(columns), note=note)


def bins_table(frame: pd.DataFrame, systems: Systems) -> Table:
    """The bins of the reliability diagram; frame : reliability_frame()."""
    edges = frame.drop_duplicates("low").sort_values("low")
    table = pd.DataFrame({"bin": [f"{a:.1f} to {b:.1f}" for a, b in zip(edges["low"], edges["high"], strict=True)]})
    columns, groups = [Column("bin", "Scores", "text")], {}
    for lane, (k, letter) in enumerate(zip(systems.picked, systems.letters, strict=True)):
        rows = frame[frame["lane"] == lane].set_index("low").reindex(edges["low"])
        table[f"n_{letter}"] = rows["count"].to_numpy(float)
        table[f"score_{letter}"], table[f"share_{letter}"] = (100 * rows[c].to_numpy(float) for c in ("score", "share"))
        for name in ("score", "share"):
            table[f"{name}_{letter}_why"] = None
        group = f"s{letter}"
        groups[group] = said.system(systems.places[k], systems.names[k])
        percent = "%"
        columns += [
            Column(f"n_{letter}", "number", "count", group),
            Column(f"score_{letter}", f"mean score, {percent}", group=group),
        ]
        columns.append(Column(f"share_{letter}", f"gold agrees, {percent}", group=group))
    return Table("By score", table, tuple(columns), groups)
