"""Adding, showing and removing a project's files of labels, on the Data page."""

from __future__ import annotations

from dataclasses import replace
from html import escape

import streamlit as st

from loaders import InputError
from pages.shared import frame, report, state, uploads, workspace
from pages.shared.label_loading import label_sets, read_mapping, slots
from pages.shared.loading import Loaded, Slot
from pages.shared.options import OWN_MAP
from pages.shared.records import LABELS, LABELS_PRED, MAP, Entry, Record

WORDS = {
    LABELS: "Labels of the text: one file or several",
    LABELS_PRED: "Labels for the systems' mentions, if others",
    MAP: "Map from labels to labels: two columns",
}
SHORT = {LABELS: "labels", LABELS_PRED: "labels, systems", MAP: "map"}
HEAD = ("Role", "File", "Format", "Spans", "Labels", "")


def show(found: Loaded) -> None:
    """The section of labels: uploaders, and what is there."""
    frame.section("Labels for classes")
    with st.container(key="stack-labels"):
        for column, (role, words) in zip(st.columns(3), WORDS.items(), strict=True):
            with column:
                uploads.take(role, words, store=_store)
    record = found.record
    entries = [entry for entry in record.files if entry.role in WORDS]
    if not entries:
        own = "gold's own types, if it has any, else mention types"
        frame.note(f"Labelled spans of the same text, such as the output of a tagger. Without them classes are {own}.")
        return
    _table(found, entries)
    with st.container(horizontal=True, gap="medium", key="labels-remove"):
        for entry in entries:
            st.button(
                f"Remove {entry.file}", key=f"labels-remove-{entry.role}-{entry.digest[:12]}", type="tertiary", on_click=_remove,
                args=(entry,),
            )  # fmt: skip


def _table(found: Loaded, entries: list[Entry]) -> None:
    record, choice = found.record, state.choice()
    read = {slot.entry: slot for slot in slots(record, choice)}
    gold = found.gold.corpus if found.gold and found.gold.usable else None
    sets = label_sets(record, gold, choice) if gold is not None else []
    failed = [(slot.entry.file, slot.error) for slot in read.values() if slot.error]
    unread = {id(error) for _, error in failed}
    failed += [(one.name, one.error) for one in sets if one.error and id(one.error) not in unread]
    own = read_mapping(record, OWN_MAP)
    failed += [("map", own)] if isinstance(own, InputError) else []
    left_out = {one.word: one.labelling.ours.left_out for one in sets if one.labelling}
    frame.table(HEAD, [_row(entry, read.get(entry), left_out) for entry in entries], left=(0, 1, 2, 5))
    for _, error in failed:
        frame.refused(error, "Classes do without it.")


def _row(entry: Entry, slot: Slot | None, left_out: dict[str, int]) -> list[str]:
    file = escape(entry.file, quote=True)
    start = [SHORT[entry.role], f'<span class="m cut" title="{file}">{file}</span>']
    if slot is None:
        return [*start, "two columns", "", "", ""]
    if slot.corpus is None:
        return [*start, '<span class="bad">not read</span>', "", "", ""]
    label = slot.corpus.spans["label"]
    named = (label != "").to_numpy()
    lost = left_out.get(entry.digest[:8], 0)
    more = f"{lost:,} in documents that gold has not" if lost else ""
    return [*start, escape(report.format_name(slot.corpus)), f"{int(named.sum()):,}", f"{label[named].nunique():,}", more]


def _store(role: str, given: list[tuple[str, bytes]]) -> None:
    """Store files of labels; what is added to the sample opens a copy of it."""
    project = state.project_id()
    if project in workspace.SAMPLES:
        project = workspace.copied(project, f"{workspace.OPENED[project]} with labels").id
        state.open_project(project)
    for name, data in given:
        workspace.add(project, role, name, data)


def _remove(entry: Entry) -> None:
    def how(record: Record) -> Record:
        return replace(record, files=tuple(old for old in record.files if old != entry))

    with state.storing():
        workspace.change(state.project_id(), how)
        workspace.sweep()
