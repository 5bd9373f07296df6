"""Where do A and B differ?

The address says which metric is shown, whether singletons count, and whether all documents are listed.
"""

import pandas as pd
import streamlit as st

from figures import captions, score_tables, tables, theme
from figures.studies import coref, coreference
from figures.studies.exhibit import NotShownError, View
from figures.studies.verdicts import verdict
from pages.shared import charts, frame, mark_failures, state, workspace
from pages.shared.reader_place import asked, write

state.alone()


def choose(metrics: list[str]) -> tuple[str, str]:
    """The metric and what is done with singletons: two boxes that change the address."""
    metric = asked("metric") if asked("metric") in metrics else metrics[0]
    policy = "drop" if asked("singletons") == "drop" else "keep"
    st.session_state["documents-metric"], st.session_state["documents-policy"] = metric, policy

    def chosen() -> None:
        metric, policy = (st.session_state[f"documents-{word}"] for word in ("metric", "policy"))
        write(metric=metric if metric != metrics[0] else None, singletons=policy if policy == "drop" else None)

    how = {"label_visibility": "collapsed", "on_change": chosen}
    with st.container(horizontal=True, gap="small", vertical_alignment="center", key="documents-choice"):
        st.selectbox("Metric", metrics, format_func=theme.metric_name, key="documents-metric", width=130, **how)
        words = score_tables.WITHOUT
        st.segmented_control("Singletons", list(words), format_func=words.get, key="documents-policy", required=True, **how)
    return metric, policy


def everything(finished: pd.DataFrame, signature: str) -> None:
    """The whole table, if it is asked for: numbers first, so that a narrow page cuts the text."""
    st.session_state["documents-all"] = asked("all") == "yes"
    st.toggle(
        "All documents", key="documents-all",
        on_change=lambda: write(all="yes" if st.session_state["documents-all"] else None),
    )  # fmt: skip
    if asked("all") != "yes":
        return
    table = score_tables.signed(score_tables.largest_table(finished, systems, chosen.options, None), signature)
    rows = table.frame.rename(columns={"doc_id_href": "Reader"})
    names = {"a": systems.letters[0], "b": systems.letters[1], "difference": systems.difference, "gold": "Mentions"}
    names |= {"genre": "Genre", "doc_id": "Document"}
    columns = [name for name in ("Reader", *names) if name != "genre" or (rows["genre"] != "").any()]
    points = {name: st.column_config.NumberColumn(format="%.2f", width=80) for name in list(names.values())[:3]}
    points |= {"Reader": st.column_config.LinkColumn(display_text="read", width=70)}
    st.dataframe(rows[columns].rename(columns=names), hide_index=True, row_height=28, column_config=points, key="documents-table")
    frame.downloads(table.title, tables.texts(table), "documents-every")


def failures(word: str, name: str, difference: float) -> None:
    """Open the failures of a document or genre that the worse system makes alone; a bar that is an average has no name."""
    if name:
        words = {word: name, "singletons": mark_failures.dropped(policy)}
        mark_failures.open_mark(systems, systems.difference, difference, **words)


chosen = state.guard(2, "Where do two systems differ?")
systems = chosen.systems
title, choice = st.container(), st.container()
with choice:
    metric, policy = choose(list(coreference.document_metrics(chosen)))
view = View(metric=metric, singletons=policy)
try:
    shown = coreference.documents(chosen, view)
except NotShownError as error:
    with title:
        frame.heading(f"Where do {systems.letters[0]} and {systems.letters[1]} differ?")
    frame.empty("No document has a score.", str(error), sample=state.project_id() != workspace.SAMPLE)
    charts.notes(chosen, ties=False)
    st.stop()
_, genres = coref.compared(chosen, metric, policy)
finished, signature = shown.frame, shown.signature

with title:
    frame.heading(f"Where do {systems.letters[0]} and {systems.letters[1]} differ?", captions.documents_line(finished))
    frame.verdict(verdict("documents", chosen, shown).html)
charts.legend(systems, *captions.documents_legend(finished))

with st.container(key="stack-documents"):
    left, right = st.columns([1.1, 1], gap="large")
with left:
    if mark := charts.clicked(shown, "documents-scatter"):
        state.open_reader(mark[1])
    charts.figure_files(shown)
with right:
    ranked = coreference.documents_sorted(chosen, view)
    if mark := charts.clicked(ranked, "documents-sorted"):
        failures("document", *mark[1:])
    charts.figure_files(ranked)
    if len(genres) > 1:
        means = coreference.genres(chosen, view)
        if mark := charts.clicked(means, "documents-genres"):
            failures("genre", *mark[1:])
        charts.figure_files(means)

charts.notes(chosen, captions.documents_note(finished, genres))
address = state.address()
links = finished.assign(href=[frame.reader_address(name, address) for name in finished["doc_id"]])
largest = score_tables.largest_table(links, systems, chosen.options)
if len(largest.frame):
    charts.table(score_tables.signed(largest, signature), "documents-largest")
everything(links, signature)
frame.signature(signature)
