"""What the page of classification works on: the chosen project's labels, options and pair, and all numbers of them."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd
import streamlit as st

from loaders.classification import Sets
from metrics.classification import curves, tables
from metrics.classification.project import LabelProject
from metrics.classification.registry import AUC, CLASSIFY_METRICS, MICRO
from metrics.classification.scoring import LabelScores, score_items
from metrics.options import LabelOptions, label_signature
from metrics.ud.breakdown import adjusted
from pages.shared import frame, once, state, workspace
from pages.shared.item_loading import LoadedItems, loaded_items, named

Groups = tuple[pd.DataFrame, pd.DataFrame]


@dataclass(frozen=True)
class LabelSelection:
    """What a page works on; a, b, places and the properties are those of state.Selection."""

    project: LabelProject
    options: LabelOptions
    a: int
    b: int | None
    title: str
    places: tuple[int, ...]
    found: LoadedItems

    letters, picked = state.Selection.letters, state.Selection.picked
    name_a, name_b = state.Selection.name_a, state.Selection.name_b

    def signature(self, metric: str | None = None) -> str:
        """The line that says how numbers of the picked systems were made."""
        pair = self.pair
        digests = {"gold": pair.gold.digest}
        digests |= {self.letters[k]: self.project.systems[k].digest for k in self.picked}
        sizes = {"n_labels": len(evaluation(self).names), "units": len(pair.unit_names(self.options.unit))}
        return label_signature(metric, self.options, kind=pair.kind, **sizes, skipped=pair.n_skipped, digests=digests)

    @property
    def pair(self) -> LabelProject:
        """The project of the picked systems alone."""
        return self.project.take(self.picked)

    @property
    def key(self) -> tuple:
        """What the picked systems' numbers depend on, for caches."""
        pair = self.pair
        items = (pair.gold, *pair.systems)
        return ("labels", *(named(one) for one in items), *pair.names, pair.kind, len(pair), pair.n_skipped, repr(self.options))


@dataclass(frozen=True)
class LabelEvaluation:
    """All numbers of the picked systems; shared between sessions, so pages read them only.

    scores, differences : of the whole, by the names in CLASSIFY_METRICS. by_label, auc : scores and differences of each
    label, its name in the column group, differences with Holm's p_adjusted; auc is empty without scores. names : the labels
    that macro is over; named : those in gold. decided : each system's labels. unranked : (label, why it has no AUC).
    """

    scores: pd.DataFrame
    differences: pd.DataFrame
    by_label: Groups
    auc: Groups
    names: tuple[str, ...]
    named: tuple[str, ...]
    decided: tuple[Sets, ...]
    unranked: tuple[tuple[str, str], ...]
    report: dict


def files() -> LoadedItems:
    """The labels of the open project's files."""
    return loaded_items(workspace.read(state.project_id()) or workspace.sample(), state.choice())


def selected(found: LoadedItems) -> LabelSelection:
    """What is chosen of labels that are there."""
    chosen = state.choice()
    places = tuple(slot.place for slot in found.usable)
    a, b = state.picked(places, chosen.a, chosen.b)
    return LabelSelection(found.project, chosen.items(), a, b, found.record.title, places, found)


def guard(question: str) -> LabelSelection:
    """What is chosen, once there are gold and a system with labels; else the question and the empty state, and the page stops."""
    found = files()
    if found.project is not None:
        return selected(found)
    frame.heading(question)
    whole = state.files()
    failed = [slot for slot in (found.gold, *found.systems) if slot is not None and slot.error]
    if found.error:
        frame.refused(found.error)
    elif failed:
        for slot in failed:
            frame.refused(slot.error, state.waiting(slot), frame.owner(slot.place, slot.letter))
    elif not whole.has_items and found.gold and found.systems:
        what = f"This page compares classifiers; {found.record.title} holds no labelled items."
        frame.empty("No labels.", f"{what} Add CSV, TSV or JSON lines with an id, gold labels, predictions or scores.")
    else:
        frame.empty(*state.lacking(found, 1), sample=found.record.id not in workspace.SAMPLES)
    st.stop()


def evaluation(selection: LabelSelection) -> LabelEvaluation:
    """All numbers of a selection; an option that the data do not allow is shown as an error, and the page stops."""
    what = f"Resampling {selection.options.unit}s for all metrics and labels"
    return once.or_stop(lambda: once.evaluation(selection.key).get(what, lambda _: _scored(selection)))


def _scored(selection: LabelSelection) -> LabelEvaluation:
    pair, chosen = selection.pair, selection.options
    scored = any(scores is not None for scores in pair.scores)
    found = score_items(pair, chosen, [m for m in CLASSIFY_METRICS if m != AUC or scored], by_label=True)
    whole = [_worded(part[part["label"].isna()] if len(part) else part, chosen) for part in (found.scores, found.differences)]
    of_labels, of_auc = (_of_labels(found, metric, chosen) for metric in (MICRO, AUC))
    counts, ranked = found.counts, found.ranked
    unranked = ranked.skipped if ranked else ()
    report = tables.label_report(pair, counts, ranked)
    return LabelEvaluation(*whole, of_labels, of_auc, counts.names, counts.named, counts.decided, unranked, report)


def _of_labels(found: LabelScores, metric: str, chosen: LabelOptions) -> Groups:
    """A metric's scores and differences by label."""
    parts = []
    for part in (found.scores, found.differences):
        rows = part[part["label"].notna() & (part["metric"] == metric)] if len(part) else part
        parts.append(_worded(rows.assign(group=rows["label"]).reset_index(drop=True), chosen) if len(rows) else rows)
    return parts[0], adjusted(parts[1], chosen.level)


def _worded(rows: pd.DataFrame, chosen: LabelOptions) -> pd.DataFrame:
    """Scores or differences whose reasons and cautions call the units by their name."""
    if not len(rows):
        return rows
    named = {
        c: [t.replace("unit", chosen.unit) if isinstance(t, str) else None for t in rows[c]]
        for c in ("reason", "caution")
        if c in rows
    }
    return rows.assign(**named).reset_index(drop=True)


def cells(selection: LabelSelection) -> pd.DataFrame:
    """metrics.classification.tables.confusion() of the picked systems."""
    make = lambda _: tables.confusion(selection.pair, evaluation(selection).decided)  # noqa: E731
    return once.comparison((*selection.key, "confusion")).get("Counting confusions", make)


def items(selection: LabelSelection) -> pd.DataFrame:
    """metrics.classification.tables.item_table() of the picked systems."""
    make = lambda _: tables.item_table(selection.pair, evaluation(selection).decided)  # noqa: E731
    return once.comparison((*selection.key, "items")).get("Listing items", make)


def has_scores(selection: LabelSelection) -> bool:
    """Whether a picked system gives scores."""
    return any(selection.project.scores[k] is not None for k in selection.picked)


def of_threshold(selection: LabelSelection, label: str | None) -> list[pd.DataFrame]:
    """metrics.classification.curves.threshold_curve() of each picked system; label None for all together."""
    pair = selection.pair

    def make(_) -> list[pd.DataFrame]:
        return [curves.threshold_curve(pair, k, selection.options.threshold, label) for k in range(len(pair.names))]

    return once.comparison((*selection.key, "thresholds", label)).get("Trying thresholds", make)


def of_reliability(selection: LabelSelection, label: str | None) -> list[pd.DataFrame]:
    """metrics.classification.curves.reliability() of each picked system; label None for all together."""
    pair = selection.pair
    make = lambda _: [curves.reliability(pair, k, label) for k in range(len(pair.names))]  # noqa: E731
    return once.comparison((*selection.key, "reliability", label)).get("Comparing scores with gold", make)
