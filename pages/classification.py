"""Which items does each classifier get right? Scores, confusions, thresholds, items; the address says which is shown."""

from html import escape
from urllib.parse import urlencode

import streamlit as st

from figures import label_captions, label_tables, span_captions, span_frames
from figures.frames import DIFFERENCE
from figures.studies import classification, labels
from figures.studies.exhibit import NotShownError, View, shows
from figures.studies.verdicts import verdict
from pages.shared import charts, frame, item_state, item_view, marks, option_widgets, state
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
    frame.verdict(verdict("label-groups", chosen).html)
    views = {name: words for name, words in VIEWS.items() if name != "thresholds" or labels.has_scores(chosen)}
    return chosen_of("classification-view", "view", views, "View")


def scores() -> None:
    """Scores of the whole, and by label."""
    charts.table(classification.scores_table(chosen), "labels-scores")
    charts.cautions(found.scores)
    if project.kind != "binary":
        by_label()


def by_label() -> None:
    """The dot plot of labels, and their table."""
    frame.section("Where they differ" if chosen.b is not None else "Where it fails")
    order = picked("Order", "order", dict(classification.orders(chosen)), 150)
    view = View(order=order)
    names, shown = classification.names(chosen, view), classification.by_label(chosen, view)
    charts.legend(systems, *span_captions.legend(shown.frame, options, chosen.b is not None, "items"))
    if mark := charts.clicked(shown, f"labels-groups-{order}"):
        _, name, is_total, series, value = mark
        show = marks.behind(systems, series, value, own=("of-a", "of-b"), alone=("a-wrong", "b-wrong")) or "wrong"
        open_items(**({} if is_total else {"gold": name}), **({"show": show} if series else {}))
    frame.note(label_captions.groups_note(systems, options).html)
    charts.figure_files(shown)
    if words := span_frames.shown_note(names):
        frame.note(words)
    charts.table(classification.by_label_table(chosen, view), "labels-groups", span_frames.MOST_ROWS)


def confusions() -> None:
    """Gold's labels by predicted ones."""
    frame.section("What is taken for what")
    words = {letter: letter for letter in systems.letters} | shows(chosen)
    show = systems.letters[0] if len(words) == 1 else chosen_of("labels-matrix", "matrix", words, "Show", len(words) - 1)
    try:
        shown = classification.confusions(chosen, View(show=show))
    except NotShownError as error:
        frame.note(escape(str(error)))
        return
    if cell := charts.clicked(shown, f"labels-confusion-{show}"):
        gold, predicted, named, _ = cell
        if named:
            who = {"by": show} if show in systems.letters and chosen.b is not None else {}
            open_items(gold=gold, predicted=predicted, **who)
    cells = labels.cells(chosen)
    empty = bool((cells["predicted"] == "").any())
    frame.note(label_captions.confusion_note(systems, show == DIFFERENCE, project.kind, empty).html)
    charts.figure_files(shown)
    charts.table(classification.confusions_table(chosen, items_address), "labels-confusions", label_tables.MOST_CONFUSIONS)


def items_address(gold: str, predicted: str) -> str:
    """The address of the items of two labels; "" for none."""
    words = {"view": "items", "gold": gold or item_view.NONE, "predicted": predicted or item_view.NONE}
    return f"classification?{urlencode({**state.address(), **words})}"


def thresholds() -> None:
    """Precision, recall and F1 at every threshold, and how far scores can be believed; of one label or of all."""
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom", key="labels-curves-bar"):
        label = ALL_LABELS
        if project.kind != "binary":
            label = picked("Label", "label", dict(classification.curve_labels(chosen)), 220)
        if project.kind != "single":
            option_widgets.threshold("page")
    view = View(label=label)
    curve(view)
    reliability(view)


def curve(view: View) -> None:
    """The threshold curves."""
    frame.section(f"At every threshold, {classification.said(chosen, view)}")
    try:
        shown = classification.thresholds(chosen, view)
    except NotShownError as error:
        frame.note(escape(str(error)))
        return
    decides = ["dotted line: the threshold"] if shown.frame["chosen"].any() else []
    charts.legend(systems, *decides)
    charts.exhibit(shown, "labels-thresholds")
    written = [project.written[k] is not None for k in systems.picked]
    frame.note(label_captions.threshold_note(shown.frame, project.kind, written, systems).html)
    charts.figure_files(shown)


def reliability(view: View) -> None:
    """The reliability diagram."""
    frame.section(f"How far scores can be believed, {classification.said(chosen, view)}")
    try:
        shown = classification.reliability(chosen, view)
    except NotShownError as error:
        frame.note(escape(str(error)))
        return
    charts.legend(systems, "dotted line: scores that say what they mean")
    if mark := charts.clicked(shown, f"labels-reliability-{view.label}"):
        _, number, who = mark
        open_items(bin=str(number + 1), **({"by": who} if chosen.b is not None else {}))
    bins = labels.of_reliability(chosen, view.label or None)
    frame.note(label_captions.reliability_note(bins, systems, not view.label and project.kind == "single").html)
    frame.note("Click a mark or bar for the items with such scores.")
    charts.figure_files(shown)
    charts.table(classification.bins_table(chosen, view), "labels-bins")


chosen = item_state.guard(QUESTION)
project, options, systems = chosen.project, chosen.options, chosen.systems
found = labels.evaluation(chosen)
view = head()
if view == "items":
    item_view.show(chosen, systems)
else:
    {"scores": scores, "confusion": confusions, "thresholds": thresholds}[view]()
frame.signature(chosen.signature())
