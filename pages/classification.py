"""Which items does each classifier get right? Scores, confusions, thresholds, items; the address says which is shown."""

from dataclasses import replace
from urllib.parse import urlencode

import pandas as pd
import streamlit as st

from figures import (
    confusion,
    curves,
    label_captions,
    label_sentences,
    label_tables,
    paper,
    score_tables,
    span_captions,
    span_frames,
)
from figures.registry import FIGURES
from figures.said import sentences
from pages.shared import charts, frame, item_state, item_view, option_widgets, state
from pages.shared.reader_place import asked, write

state.alone()
QUESTION = "Which items does each classifier get right?"
VIEWS = {"scores": "Scores", "confusion": "Confusions", "thresholds": "Thresholds", "items": "Items"}
ALL_LABELS = ""


def chosen_of(key: str, word: str, choices: dict[str, str], title: str, default: int = 0) -> str:
    """A segmented control whose choice stands in the address. default : which choice stands for nothing said."""
    names = list(choices)
    st.session_state[key] = asked(word) if asked(word) in names else names[default]

    def take() -> None:
        value = st.session_state[key]
        write(**{word: value if value and value != names[default] else None, "page": None})

    shown = {"format_func": choices.get, "key": key, "label_visibility": "collapsed", "required": True}
    return st.segmented_control(title, names, on_change=take, **shown) or names[default]


def picked(title: str, word: str, choices: dict[str, str], width: int) -> str:
    """A box whose choice stands in the address; the first is the default."""
    key, names = f"classification-{word}", list(choices)
    st.session_state[key] = asked(word) if asked(word) in names else names[0]

    def take() -> None:
        value = st.session_state[key]
        write(**{word: value if value != names[0] else None})

    return st.selectbox(title, names, format_func=choices.get, key=key, on_change=take, width=width)


def open_items(**words: str) -> None:
    """Show the items with some filters and no others."""
    write(**{**dict.fromkeys(item_view.WORDS), "page": None, "view": "items", **words})
    st.rerun()


def head() -> str:
    """Question, verdict, and which view is shown."""
    gold, rows = project.gold, project.rows
    documents = len({gold.document[row] for row in rows.tolist()}) if gold.document is not None else None
    frame.heading(QUESTION, label_captions.counted(len(project), project.kind, len(found.named), documents))
    whole = (found.scores, found.differences)
    frame.verdict(label_sentences.classifiers(whole, found.by_label, project.kind, systems, options).html)
    views = {name: words for name, words in VIEWS.items() if name != "thresholds" or item_state.has_scores(chosen)}
    return chosen_of("classification-view", "view", views, "View")


def scores() -> None:
    """Scores of the whole, and by label."""
    table = label_tables.scores_table(found.scores, found.differences, systems, options, project.kind)
    missing = [len(chosen.pair.missing(k)) for k in range(len(systems.picked))]
    remarks = sentences(
        label_captions.missing(missing, systems),
        label_captions.labels_note(found.names, found.named),
        label_captions.degenerate(found.unranked),
    )
    table = replace(table, note=f"{table.note} {remarks.text}".strip())
    charts.table(score_tables.signed(table, chosen.signature()), "labels-scores")
    charts.cautions(found.scores)
    if project.kind != "binary":
        by_label()


def by_label() -> None:
    """The dot plot of labels, and their table."""
    frame.section("Where they differ" if chosen.b is not None else "Where it fails")
    orders = {key: words for key, words in span_frames.ORDERS.items() if chosen.b is not None or key != "difference"}
    order = picked("Order", "order", orders, 150)
    names = span_frames.ordered(*found.by_label, systems, order)
    whole = (found.scores, found.differences)
    finished = span_frames.groups_frame(found.by_label, whole, systems, names, "item")
    charts.legend(systems, *span_captions.legend(finished, options, chosen.b is not None, "items"))
    screen, _ = FIGURES["label-groups"]
    event = charts.chart(screen(finished), f"labels-groups-{order}", on_select="rerun", selection_mode="points")
    for point in event["selection"]["points"][:1]:
        _, name, is_total = point["customdata"]
        if not is_total:
            open_items(gold=name)
    frame.note(label_captions.groups_note(systems, options).html)
    signature = f"{chosen.signature('micro')}|by:label"
    charts.figure_files(finished, "label-groups", paper.Sheet(title="F1 by label", signature=signature), chosen)
    if words := span_frames.shown_note(names):
        frame.note(words)
    rows = found.by_label[0].set_index("group").loc[names].reset_index()
    rows = rows.assign(support=rows["group"].map(span_frames.losses(found.by_label[0], systems)["gold"]))
    table = label_tables.by_label_table(rows, found.by_label, systems, options, found.auc[0])
    charts.table(score_tables.signed(table, signature), "labels-groups", span_frames.MOST_ROWS)


def confusions() -> None:
    """Gold's labels by predicted ones."""
    frame.section("What is taken for what")
    shows = {letter: letter for letter in systems.letters}
    shows |= {confusion.DIFFERENCE: systems.difference} if chosen.b is not None else {}
    show = systems.letters[0] if len(shows) == 1 else chosen_of("labels-matrix", "matrix", shows, "Show", len(shows) - 1)
    cells = item_state.cells(chosen)
    if not cells["wrong"].any():
        frame.note("There is no error: every item has gold's labels.")
        return
    finished = confusion.confusion_frame(cells, systems, show)
    screen, _ = FIGURES["label-confusion"]
    event = charts.chart(screen(finished), f"labels-confusion-{show}", on_select="rerun", selection_mode="points")
    for point in event["selection"]["points"][:1]:
        gold, predicted, named, _ = point["customdata"]
        if named:
            who = {"by": show} if show in systems.letters and chosen.b is not None else {}
            open_items(gold=gold, predicted=predicted, **who)
    empty = bool((cells["predicted"] == "").any())
    frame.note(label_captions.confusion_note(systems, show == confusion.DIFFERENCE, project.kind, empty).html)
    signature = f"{chosen.signature()}|confusion:label"
    charts.figure_files(finished, "label-confusion", paper.Sheet(title="Labels taken for others", signature=signature), chosen)
    table = label_tables.confusions_table(examples(cells[cells["wrong"]]), systems)
    charts.table(score_tables.signed(table, signature), "labels-confusions", label_tables.MOST_CONFUSIONS)


def examples(cells: pd.DataFrame) -> pd.DataFrame:
    """Confusions with a link to their items, and the first such item."""
    rows = cells.to_dict("records")
    none = item_view.NONE
    words = [{"view": "items", "gold": row["gold"] or none, "predicted": row["predicted"] or none} for row in rows]
    first = [next(row[f"item_{k}"] for k in range(len(systems.letters)) if row[f"item_{k}"] >= 0) for row in rows]
    shown = item_state.items(chosen).iloc[first]
    texts = shown["text"] if "text" in shown else [""] * len(shown)
    said = [label_tables.example(*pair) for pair in zip(shown["id"], texts, strict=True)]
    return cells.assign(gold_href=[f"classification?{urlencode({**state.address(), **w})}" for w in words], example=said)


def thresholds() -> None:
    """Precision, recall and F1 at every threshold, and how far scores can be believed; of one label or of all."""
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom", key="labels-curves-bar"):
        label = ALL_LABELS
        if project.kind != "binary":
            label = picked("Label", "label", {ALL_LABELS: "all labels", **{name: name for name in scored_labels()}}, 220)
        if project.kind != "single":
            option_widgets.threshold("page")
    which = label or None
    said = "positive" if project.kind == "binary" else label_tables.label_title(which)
    signature = f"{chosen.signature('thresholds')}|label:{said}"
    curve(which, said, signature)
    reliability(which, said, signature)


def scored_labels() -> list[str]:
    """The labels that a picked system scores."""
    scored = {label for k in systems.picked for label in project.systems[k].scored}
    return [label for label in project.labels if label in scored]


def curve(which: str | None, said: str, signature: str) -> None:
    """The threshold curves."""
    frame.section(f"At every threshold, {said}")
    finished = curves.threshold_frame(item_state.of_threshold(chosen, which), systems)
    if not len(finished):
        frame.note("No finite scores.")
        return
    finished = finished.assign(label=said, chosen=finished["chosen"] & (project.kind != "single"))
    decides = ["dotted line: the threshold"] if finished["chosen"].any() else []
    charts.legend(systems, *decides)
    screen, _ = FIGURES["label-thresholds"]
    charts.chart(screen(finished), "labels-thresholds")
    written = [project.written[k] is not None for k in systems.picked]
    frame.note(label_captions.threshold_note(finished, project.kind, written, systems).html)
    sheet = paper.Sheet(title=f"Thresholds, {said}", signature=signature)
    charts.figure_files(finished, "label-thresholds", sheet, chosen)


def reliability(which: str | None, said: str, signature: str) -> None:
    """The reliability diagram."""
    frame.section(f"How far scores can be believed, {said}")
    bins = item_state.of_reliability(chosen, which)
    finished = curves.reliability_frame(bins, systems)
    if not len(finished):
        frame.note("Reliability needs scores from 0 to 1, read as probabilities.")
        return
    finished = finished.assign(label=said)
    charts.legend(systems, "dotted line: scores that say what they mean")
    screen, _ = FIGURES["label-reliability"]
    charts.chart(screen(finished), "labels-reliability")
    frame.note(label_captions.reliability_note(bins, systems, which is None and project.kind == "single").html)
    sheet = paper.Sheet(title=f"Reliability, {said}", signature=signature)
    charts.figure_files(finished, "label-reliability", sheet, chosen)
    table = label_tables.bins_table(finished, systems)
    charts.table(score_tables.signed(table, signature), "labels-bins")


chosen = item_state.guard(QUESTION)
project, options, systems = chosen.project, chosen.options, charts.systems(chosen)
found = item_state.evaluation(chosen)
view = head()
if view == "items":
    item_view.show(chosen, systems)
else:
    {"scores": scores, "confusion": confusions, "thresholds": thresholds}[view]()
frame.signature(chosen.signature())
