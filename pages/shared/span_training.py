"""The spans that taggers were trained on: with them spans can be told apart by whether their words were seen."""

from __future__ import annotations

import streamlit as st

from figures.studies.chosen import Seen, named
from loaders import InputError, ReadOptions
from metrics.spans.groupings import seen_surfaces
from pages.shared import frame, once, state, uploads, workspace
from pages.shared.loading import Slot, read_slot

PLACE = -2  # of the file among a project's


def read() -> Slot | None:
    """The open project's training file as it was read, or why it cannot be; None where there is none."""
    record = workspace.read(state.project_id())
    if record is None or record.train is None:
        return None
    return read_slot(record, record.train, PLACE, ReadOptions(record.train.format, None, "gold", state.choice().skip))


def usable() -> bool:
    """Whether there is one that could be read."""
    slot = read()
    return slot is not None and slot.usable


def seen() -> Seen | None:
    """The grouping of spans by whether their words stand in the training file; None where it cannot be used."""
    if not usable():
        return None
    corpus = read().corpus
    key, make = named(corpus), lambda _: seen_surfaces(corpus)
    return Seen(key, lambda: once.numbers(("seen", *key)).get("Listing the spans of training", make))


def lacking() -> None:
    """What is needed for the grouping, or why the file cannot be used, and where to give it."""
    slot = read()
    if slot is not None and isinstance(slot.error, InputError):
        frame.refused(slot.error, "The other groupings need no training file.")
    else:
        frame.note(
            "<b>Needs a training file.</b> Whether a span's words were seen is known once the file is given that the systems "
            "were trained on: tags or JSON lines, as for gold. It is kept with the project and changes no score."
        )
    if state.project_id() == workspace.SAMPLE:
        frame.note("The sample's taggers were not trained: open a project of your own.")
        return
    with st.container(key="stack-span-training"), st.columns(2)[0]:
        uploads.add_training("", spans=True)
