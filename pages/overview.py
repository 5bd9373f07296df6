"""Which is better, and how sure are we?"""

import streamlit as st

from figures import captions, score_tables, sentences
from figures.studies import coref, coreference
from figures.studies.exhibit import View
from figures.studies.verdicts import verdict
from metrics.detection import gold_size
from pages.shared import charts, frame, mark_failures, state

state.alone()
QUESTION = "Which is better, and how sure are we?"
chosen = state.guard(1, QUESTION)
found = coref.evaluation(chosen)
systems = chosen.systems
level = chosen.options.level

frame.heading(QUESTION, captions.gold_line(gold_size(found.counts)))
frame.verdict(verdict("overview", chosen).html)

forest = coreference.overview(chosen, View())
charts.legend(systems, *captions.forest_legend(forest.frame, level), everyone=True)
if mark := charts.clicked(forest, "overview-forest"):
    _, _, series, policy, value = mark
    mark_failures.open_mark(systems, series, value, singletons=mark_failures.dropped(policy))
frame.note(mark_failures.note(systems))
charts.figure_files(forest)

kept = st.segmented_control("Singletons", list(score_tables.WITHOUT), format_func=score_tables.WITHOUT.get, default="keep",
                            key="overview-policy", label_visibility="collapsed", required=True)  # fmt: skip
charts.table(coreference.scores_table(chosen, kept or "keep"), "overview-scores")
charts.notes(chosen, captions.remarks(found.scores, systems))

if len(systems.names) > 2:
    charts.table(coreference.systems_table(chosen), "overview-systems")
    frame.note(sentences.best_of(found.scores, systems).html)
frame.signature(forest.signature)
