"""The table of topics among a project's files: adding, showing and removing it, and what it must look like."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from loaders import InputError
from loaders.topics import Topics
from pages.shared import frame, report, state, topic_state, uploads, workspace
from pages.shared.records import TOPICS, Record

EXAMPLE = (("document", "topic", "subtopic"), ("gale_1", "gales", "1987"), ("gale_2", "gales", "2003"), ("vote_1", "votes", ""))
NEEDED = (
    "Entities can run through several documents of a topic; which topic a document belongs to must be said. CoNLL-U says it in "
    "# topic = … and # subtopic = … below # newdoc, Cattan's CoNLL in its first two columns, JSON lines in topic and subtopic; "
    "else add a table, separated by tabs or commas:"
)


def section(of: Record) -> None:
    """The section of the Data page; of the sample, the files that are compared across documents."""
    frame.section("Topics of documents")
    if of.id == workspace.SAMPLE:
        frame.table(report.FILES_HEAD, report.files(topic_state.files()), left=range(4), roomy=(2,), wraps=3)
        frame.note("The sample across documents is a project of its own, with other texts and other systems of the same names.")
    elif of.single(TOPICS) is None:
        frame.note("Which topic each document belongs to, for the page Cross-document, where gold does not say it itself.")
    show(of)


def show(of: Record) -> None:
    """The uploader of the table, and the table that is there."""
    with st.container(key="stack-topics"):
        left, right = st.columns(2)
    with left:
        uploads.take(TOPICS, "Topics: a table of document, topic, subtopic (TSV or CSV)", store=_store)
    entry, found = of.single(TOPICS), topic_state.table(of)
    if entry is None:
        return
    with right:
        if isinstance(found, InputError):
            frame.refused(found)
        else:
            st.text(f"{entry.file}: {_counted(found)}")
        st.button("Remove the table", key="topics-remove", type="tertiary", on_click=_remove)


def _counted(found: Topics) -> str:
    topics, parts = len({topic for topic, _ in found.of.values()}), len(set(found.of.values()))
    return f"{len(found.of):,} documents in {parts:,} subtopics of {topics:,} topics"


def needed() -> None:
    """What the table looks like, with an example."""
    frame.note(NEEDED)
    frame.table(EXAMPLE[0], EXAMPLE[1:], left=range(3))
    frame.note("A header is not needed, subtopics may be left out. Documents are named as in gold; each needs a line.")


def _store(role: str, given: list[tuple[str, bytes]]) -> None:
    """Store the table; what is added to a sample opens a copy of it."""
    project = state.project_id()
    if project in workspace.SAMPLES:
        of = workspace.SAMPLE_TOPICS
        project = workspace.copied(of, f"{workspace.OPENED[of]} with topics").id
        state.open_project(project)
    for name, data in given:
        workspace.add(project, role, name, data)


def _remove() -> None:
    def how(record: Record) -> Record:
        return replace(record, files=tuple(old for old in record.files if old.role != TOPICS))

    with state.storing():
        workspace.change(state.project_id(), how)
        workspace.sweep()
