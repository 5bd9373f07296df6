"""Which parser is better, and where?"""

import pandas as pd
import streamlit as st

from figures import breakdown, frames, paper, score_tables, tree_captions, tree_sentences, tree_tables
from figures.registry import FIGURES
from metrics.ud.confusion import KINDS
from metrics.ud.registry import TREE_METRICS
from pages.shared import charts, frame, state, tree_state
from pages.shared.tree_words import ATTACHMENT, BY, METRICS, NATURAL

state.alone()
QUESTION = "Which parser is better, and where?"
chosen = tree_state.guard(1, QUESTION)
found = tree_state.evaluation(chosen)
systems = charts.systems(chosen)
options = chosen.options
letters = systems.letters


def overview() -> None:
    """The verdict, the forest plot, the scores."""
    scores = found.scores[found.scores["system"].isin(systems.pair)]
    frame.heading(QUESTION, tree_captions.counted(chosen.project, chosen.picked, letters))
    gains = tree_state.gains(chosen) if chosen.b is not None else pd.Series(dtype=float)
    frame.verdict(tree_sentences.parsing(found.differences, found.scores, gains, systems, options).html)
    finished = frames.forest_frame(scores, scores.iloc[:0], found.differences, systems)
    charts.legend(systems, *tree_captions.legend(options, finished["low"].notna().any()))
    screen, on_paper = FIGURES["parsing"]
    charts.chart(screen(finished), "parsing-forest")
    signature = chosen.signature("LAS")
    charts.figure_files(
        finished, on_paper, paper.Sheet(title="Parsing, F1 of all metrics", signature=signature), "parsing-figure"
    )
    table = tree_tables.scores_table(scores, found.differences, systems, options, TREE_METRICS)
    charts.table(score_tables.signed(table, chosen.signature()), "parsing-scores")
    charts.cautions(scores[scores["metric"] == "LAS"], options.unit)


def groups() -> None:
    """Where they differ: scores by group."""
    frame.section("Where they differ" if chosen.b is not None else "Where it fails")
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom", key="parsing-by-bar"):
        by = st.selectbox("By", list(BY), format_func=BY.get, key="parsing-by", width=220)
        fixed = by == tree_state.FEATURES
        metric = st.selectbox("Metric", METRICS, key="parsing-metric", width=120, disabled=fixed)
        orders = {key: words for key, words in breakdown.ORDERS.items() if chosen.b is not None or key != "difference"}
        order = st.selectbox(
            "Order", list(orders), format_func=orders.get, key="parsing-order", width=150, disabled=by in NATURAL
        )
    scores, differences = tree_state.groups(chosen, by, metric)
    if not len(scores):
        frame.note("No word has a feature.")
        return
    ordered = breakdown.ordered_groups(scores, differences, "" if by in NATURAL else order)
    whole = None if fixed else tuple(part[part["metric"] == metric] for part in (found.scores, found.differences) if len(part))
    if whole is not None:
        whole = (whole[0][whole[0]["system"].isin(systems.pair)], whole[1] if len(whole) > 1 else pd.DataFrame())
    finished = breakdown.breakdown_frame(ordered, differences, whole, systems)
    screen, on_paper = FIGURES["breakdown"]
    charts.chart(screen(finished), "parsing-groups")
    title = f"{'Features' if fixed else metric} by {BY[by].lower()}" if not fixed else "F1 of each feature"
    signature = f"{chosen.signature(metric if not fixed else 'feature')}|by:{by}"
    charts.figure_files(finished, on_paper, paper.Sheet(title=title, signature=signature), "parsing-groups-figure")
    if words := breakdown.shown(finished, ordered):
        frame.note(words)
    charts.table(
        score_tables.signed(tree_tables.groups_table(ordered, differences, systems, options, (title, BY[by])), signature),
        "parsing-by-table",
    )


def attachment() -> None:
    """How attachments go wrong."""
    shares, differences = tree_state.attachment(chosen)
    about = {kind: ATTACHMENT[kind] for kind in KINDS}
    charts.table(
        score_tables.signed(tree_tables.kinds_table(shares, differences, systems, options, about), chosen.signature()),
        "parsing-kinds",
    )


overview()
groups()
attachment()
frame.signature(chosen.signature("LAS"))
