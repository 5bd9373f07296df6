"""Where do A and B differ?"""

from urllib.parse import urlencode

import streamlit as st

from figures import captions, paper, score_tables, sentences
from figures import documents as draw
from figures.registry import FIGURES
from pages.shared import charts, frame, state

state.alone()
chosen = state.guard(2, "Where do two systems differ?")
systems = charts.systems(chosen)
compared, genres = charts.compared(chosen, state.evaluation(chosen).counts)
finished = draw.documents_frame(compared, systems)
signature = chosen.signature("CoNLL")

frame.heading(f"Where do {systems.letters[0]} and {systems.letters[1]} differ?", captions.documents_line(finished))
frame.verdict(sentences.documents(finished, systems).html)
charts.legend(systems, *captions.documents_legend(finished))

screen, on_paper = FIGURES["documents"]
with st.container(key="stack-documents"):
    left, right = st.columns([1.1, 1], gap="large")
with left:
    event = charts.chart(screen(finished), "documents-scatter", on_select="rerun", selection_mode="points")
with right:
    charts.chart(draw.sorted_bars(finished), "documents-sorted")
    if len(genres) > 1:
        charts.chart(draw.genres(draw.genre_frame(genres, systems)), "documents-genres")
if event["selection"]["points"]:
    state.open_reader(event["selection"]["points"][0]["customdata"][1])

charts.figure_files(finished, on_paper, paper.Sheet(title="Documents", signature=signature), "documents-figure")
charts.notes(chosen, captions.documents_note(finished, genres))
links = finished.assign(href=[f"reader?{urlencode({**state.address(), 'doc': name})}" for name in finished["doc_id"]])
largest = score_tables.largest_table(links, systems, chosen.options)
if len(largest.frame):
    charts.table(score_tables.signed(largest, signature), "documents-largest")
frame.signature(signature)
