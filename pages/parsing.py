"""Which parser is better, and where?"""

from html import escape
from urllib.parse import urlencode

import streamlit as st

from figures import breakdown, theme, tree_captions
from figures.frames import DIFFERENCE
from figures.studies import parsing, trees
from figures.studies.exhibit import NotShownError, View, shows
from figures.studies.verdicts import verdict
from figures.tree_words import BY, METRICS, NATURAL
from pages.shared import bank_choice, charts, frame, marks, state, training, tree_place, tree_state, uploads, workspace

state.alone()
QUESTION = "Which parser is better, and where?"
chosen = tree_state.guard(1, QUESTION)
found = trees.evaluation(chosen)
systems = chosen.systems
options = chosen.options
letters = systems.letters


def overview() -> None:
    """The verdict, the forest plot, the scores."""
    shown = parsing.overview(chosen, View())
    frame.heading(QUESTION, tree_captions.counted(chosen.project, chosen.picked, letters))
    bank_choice.box()
    frame.verdict(verdict("parsing", chosen).html)
    charts.legend(systems, *tree_captions.legend(options, shown.frame["low"].notna().any()))
    if mark := charts.clicked(shown, "parsing-forest"):
        _, metric, series, _, value = mark
        wrong(metric, series, value)
    frame.note(tree_captions.click_note(systems))
    charts.figure_files(shown)
    charts.table(parsing.scores_table(chosen), "parsing-scores")
    scores = parsing.scores(chosen)
    charts.cautions(scores[scores["metric"] == "LAS"])


def wrong(metric: str, series: str, value: float, **words: str) -> None:
    """Open the sentences whose words are wrong by a metric, or by a feature, behind a mark; tokens and edges have no list."""
    if metric in tree_place.METRICS or ":" in metric:
        by = {"metric": metric} if metric != "LAS" else {}
        show = marks.behind(systems, series, value, own=("of-a", "of-b"), alone=("a-wrong", "b-wrong")) or "any-wrong"
        tree_state.open_trees(show=show, **by, **words)


def groups() -> None:
    """Where they differ: scores by group."""
    frame.section("Where they differ" if chosen.b is not None else "Where it fails")
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom", key="parsing-by-bar"):
        by = st.selectbox("By", list(BY), format_func=BY.get, key="parsing-by", width=220)
        fixed = by == trees.FEATURES
        metric = st.selectbox("Metric", METRICS, key="parsing-metric", width=120, disabled=fixed)
        orders = parsing.orders(chosen)
        order = st.selectbox(
            "Order", list(orders), format_func=orders.get, key="parsing-order", width=150, disabled=by in NATURAL
        )
    if by == trees.SEEN:
        if chosen.seen() is None:
            training.lacking(chosen.bank)
            uploads.add_training("-parsing")
            return
        frame.note(escape(training.stored(workspace.read(state.project_id()))))
    view = View(by=by, metric=metric, order=order)
    try:
        shown = parsing.groups(chosen, view)
    except NotShownError as error:
        frame.note(escape(str(error)))
        return
    if mark := charts.clicked(shown, f"parsing-groups-{by}-{metric}-{order}"):
        _, group, series, _, value = mark
        if fixed:
            wrong(f"{by}:{group}", series, value)
        else:
            wrong(metric, series, value, **({} if group == theme.ALL_WORDS else {"by": by, "group": group}))
    charts.figure_files(shown)
    if words := breakdown.shown(shown.frame, parsing.ordered(chosen, view)):
        frame.note(words)
    charts.table(parsing.groups_table(chosen, view), "parsing-by-table", breakdown.MOST_ROWS)


def confusions() -> None:
    """What is taken for what; a click leads to the sentences."""
    frame.section("What is taken for what")
    names = parsing.confusable(chosen)
    words = {letter: letter for letter in letters} | shows(chosen)
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom", key="parsing-confusion-bar"):
        by = st.selectbox("Of", list(names), format_func=names.get, key="parsing-confusion-by", width=220)
        show = st.segmented_control("Show", list(words), format_func=words.get, default=list(words)[-1], key="parsing-show",
                                    required=True, label_visibility="collapsed")  # fmt: skip
    try:
        shown = parsing.confusions(chosen, View(by=by, show=show or letters[0]))
    except NotShownError as error:
        frame.note(escape(str(error)))
        return
    words = {"by": by, "who": show} if show in letters else {"by": by}
    if mark := charts.clicked(shown, f"parsing-confusion-{by}-{show}"):
        gold, predicted, named, _ = mark
        if named:
            tree_state.open_trees(**words, gold=gold, predicted=predicted)
    frame.note(tree_captions.confusion_note(systems, show == DIFFERENCE).html)
    charts.figure_files(shown)
    charts.table(parsing.confusions_table(chosen, by, lambda *cell: sentences(by, *cell)), "parsing-confusions")


def sentences(by: str, gold: str, predicted: str) -> str:
    """The address of the sentences in which a value is taken for another."""
    return f"trees?{urlencode({**state.address(), 'by': by, 'gold': gold, 'predicted': predicted})}"


overview()
groups()
charts.table(parsing.attachment_table(chosen), "parsing-kinds")
confusions()
frame.signature(chosen.signature("LAS"))
