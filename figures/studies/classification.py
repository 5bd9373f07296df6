"""The figures and tables of classification."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import pandas as pd

from figures import confusion, curves, label_captions, label_tables, span_frames
from figures.said import sentences
from figures.score_tables import signed
from figures.studies import labels
from figures.studies.exhibit import Exhibit, Maker, NotShownError, View, shows
from figures.studies.labels import LabelSelection
from figures.tables import Table

ALL = "all labels"  # as a label of curves
Href = Callable[[str, str], str]


def orders(chosen: LabelSelection) -> Mapping[str, str]:
    """The orders of labels."""
    return {key: words for key, words in span_frames.ORDERS.items() if chosen.b is not None or key != "difference"}


def names(chosen: LabelSelection, view: View) -> list[str]:
    """The labels in order."""
    return span_frames.ordered(*labels.evaluation(chosen).by_label, chosen.systems, view.order)


def by_label(chosen: LabelSelection, view: View) -> Exhibit:
    """The dot plot of labels."""
    if chosen.project.kind == "binary":
        raise NotShownError("Items are positive or not: there are no labels to be told apart.")
    found = labels.evaluation(chosen)
    whole = (found.scores, found.differences)
    frame = span_frames.groups_frame(found.by_label, whole, chosen.systems, names(chosen, view), "item")
    return Exhibit("label-groups", frame, "F1 by label", _signature(chosen), chosen.systems, chosen.options)


def _signature(chosen: LabelSelection) -> str:
    return f"{chosen.signature('micro')}|by:label"


def confusions(chosen: LabelSelection, view: View) -> Exhibit:
    """Gold's labels by predicted ones."""
    cells = labels.cells(chosen)
    if not cells["wrong"].any():
        raise NotShownError("There is no error: every item has gold's labels.")
    frame = confusion.confusion_frame(cells, chosen.systems, view.show)
    signature = f"{chosen.signature()}|confusion:label"
    return Exhibit("label-confusion", frame, "Labels taken for others", signature, chosen.systems, chosen.options)


def curve_labels(chosen: LabelSelection) -> Mapping[str, str]:
    """The labels that have curves: all together, and each that is scored; of a binary task the positive one alone."""
    named = {} if chosen.project.kind == "binary" else {name: name for name in labels.scored(chosen)}
    return {"": ALL} | named


def said(chosen: LabelSelection, view: View) -> str:
    """Whose curves these are, in words."""
    return "positive" if chosen.project.kind == "binary" else label_tables.label_title(view.label or None)


def _scored(chosen: LabelSelection, view: View) -> tuple[str, str]:
    """Whose curves, and their signature. Raises NotShownError without scores."""
    if not labels.has_scores(chosen):
        raise NotShownError("No system gives scores. Add files with a score for each label.")
    words = said(chosen, view)
    return words, f"{chosen.signature('thresholds')}|label:{words}"


def thresholds(chosen: LabelSelection, view: View) -> Exhibit:
    """Precision, recall and F1 at every threshold."""
    words, signature = _scored(chosen, view)
    frame = curves.threshold_frame(labels.of_threshold(chosen, view.label or None), chosen.systems)
    if not len(frame):
        raise NotShownError("No system gives finite scores for this label. Choose another label.")
    frame = frame.assign(label=words, chosen=frame["chosen"] & (chosen.project.kind != "single"))
    return Exhibit("label-thresholds", frame, f"Thresholds, {words}", signature, chosen.systems, chosen.options)


def reliability(chosen: LabelSelection, view: View) -> Exhibit:
    """How far scores can be believed."""
    words, signature = _scored(chosen, view)
    frame = curves.reliability_frame(labels.of_reliability(chosen, view.label or None), chosen.systems)
    if not len(frame):
        raise NotShownError("Reliability needs scores from 0 to 1, read as probabilities.")
    title = f"Reliability, {words}"
    return Exhibit("label-reliability", frame.assign(label=words), title, signature, chosen.systems, chosen.options)


def scores_table(chosen: LabelSelection) -> Table:
    """All metrics of the picked systems, and what must be said of them."""
    found, project, systems = labels.evaluation(chosen), chosen.project, chosen.systems
    table = label_tables.scores_table(found.scores, found.differences, systems, chosen.options, project.kind)
    missing = [len(chosen.pair.missing(k)) for k in range(len(systems.picked))]
    remarks = sentences(
        label_captions.missing(missing, systems),
        label_captions.labels_note(found.names, found.named),
        label_captions.degenerate(found.unranked),
    )
    return signed(replace(table, note=f"{table.note} {remarks.text}".strip()), chosen.signature())


def by_label_table(chosen: LabelSelection, view: View) -> Table:
    """The scores of every label."""
    found, systems = labels.evaluation(chosen), chosen.systems
    rows = found.by_label[0].set_index("group").loc[names(chosen, view)].reset_index()
    rows = rows.assign(support=rows["group"].map(span_frames.losses(found.by_label[0], systems)["gold"]))
    return signed(label_tables.by_label_table(rows, found.by_label, systems, chosen.options, found.auc[0]), _signature(chosen))


def confusions_table(chosen: LabelSelection, href: Href | None = None) -> Table:
    """The most frequent confusions, with the first such item. href : the address of the items of two labels."""
    cells = labels.cells(chosen)
    cells = _with_examples(chosen, cells[cells["wrong"]])
    links = {"gold_href": [href(*pair) for pair in zip(cells["gold"], cells["predicted"], strict=True)]} if href else {}
    return signed(label_tables.confusions_table(cells.assign(**links), chosen.systems), f"{chosen.signature()}|confusion:label")


def _with_examples(chosen: LabelSelection, cells: pd.DataFrame) -> pd.DataFrame:
    rows = cells.to_dict("records")
    first = [next(row[f"item_{k}"] for k in range(len(chosen.picked)) if row[f"item_{k}"] >= 0) for row in rows]
    shown = labels.items(chosen).iloc[first]
    texts = shown["text"] if "text" in shown else [""] * len(shown)
    return cells.assign(example=[label_tables.example(*pair) for pair in zip(shown["id"], texts, strict=True)])


def bins_table(chosen: LabelSelection, view: View) -> Table:
    """The bins of the reliability diagram."""
    shown = reliability(chosen, view)
    return signed(label_tables.bins_table(shown.frame, chosen.systems), shown.signature)


LABEL = {"label": curve_labels}
EXHIBITS = {
    "label-groups": Maker(by_label, "F1 by label", {"order": orders}, lambda c, v: [scores_table(c), by_label_table(c, v)]),
    "label-confusion": Maker(confusions, "labels taken for others", {"show": shows}, lambda c, _: [confusions_table(c)]),
    "label-thresholds": Maker(thresholds, "precision and recall at every threshold", LABEL),
    "label-reliability": Maker(reliability, "how far scores can be believed", LABEL, lambda c, v: [bins_table(c, v)]),
}
