"""Which is better, and how sure are we?"""

import streamlit as st

from figures import captions, frames, paper, score_tables, sentences
from figures.registry import FIGURES
from metrics.detection import gold_size
from pages.shared import charts, frame, state

state.alone()
QUESTION = "Which is better, and how sure are we?"
chosen = state.guard(1, QUESTION)
found = state.evaluation(chosen)
systems = charts.systems(chosen)
level = chosen.options.level

frame.heading(QUESTION, captions.gold_line(gold_size(found.counts)))
frame.verdict(sentences.overview(found.differences, found.scores, found.linking, systems, level).html)

finished = frames.forest_frame(found.scores, found.baselines, found.differences, systems)
screen, _ = FIGURES["overview"]
charts.legend(systems, *captions.forest_legend(finished, level), everyone=True)
charts.chart(screen(finished), "overview-forest")
signature = chosen.signature("CoNLL", "keep,drop")
charts.figure_files(finished, "overview", paper.Sheet(title="F1 of all metrics", signature=signature), chosen)

kept = st.segmented_control("Singletons", list(score_tables.WITHOUT), format_func=score_tables.WITHOUT.get, default="keep",
                            key="overview-policy", label_visibility="collapsed", required=True)  # fmt: skip
policy = kept or "keep"
table = score_tables.scores_table(found.scores, found.differences, systems, chosen.options, policy)
charts.table(score_tables.signed(table, chosen.signature(None, policy)), "overview-scores")
charts.notes(chosen, captions.remarks(found.scores, systems))

if len(systems.names) > 2:
    everyone = score_tables.systems_table(found.scores, found.baselines, systems, chosen.options)
    charts.table(score_tables.signed(everyone, signature), "overview-systems")
    frame.note(sentences.best_of(found.scores, systems).html)
frame.signature(signature)
