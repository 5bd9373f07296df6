"""What the page of spans works on: the chosen project's spans, options and pair."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pandas as pd
import streamlit as st

from figures.studies import spans
from metrics.spans.counts import MICRO, count_spans
from metrics.spans.scores import score_groups
from metrics.spans.sides import read_spans
from pages.shared import frame, once, span_training, state, workspace
from pages.shared.reader_place import asked
from pages.shared.span_loading import LoadedSpans, in_reading, loaded_spans


@dataclass(frozen=True, kw_only=True)
class SpanSelection(spans.SpanSelection):
    """What the page works on. found : the files, for other readings of them."""

    found: LoadedSpans


def source() -> str:
    """Which of the sample's files are shown, as the address says."""
    return asked("source")


def files() -> LoadedSpans:
    """The spans of the open project's files."""
    record = workspace.read(state.project_id()) or workspace.sample()
    return loaded_spans(record, state.choice(), source())


def selected(found: LoadedSpans) -> SpanSelection:
    """What is chosen of spans that are there."""
    chosen = state.choice()
    places = tuple(slot.place for slot in found.usable)
    a, b = state.picked(places, chosen.a, chosen.b)
    where = (found.record.title, places, found.reading, span_training.seen)
    return SpanSelection(found.project, chosen.spans(), a, b, *where, keep=once.kept, found=found)


def guard(question: str) -> SpanSelection:
    """What is chosen, once there are gold and a system with spans; else the question and the empty state, and the page stops."""
    found = files()
    if found.project is not None and found.holds_spans:
        return selected(found)
    frame.heading(question)
    failed = [slot for slot in (found.gold, *found.systems) if slot is not None and slot.error]
    if found.error:
        frame.refused(found.error)
    elif failed:
        for slot in failed:
            frame.refused(slot.error, state.waiting(slot), frame.owner(slot.place, slot.letter))
    elif found.gold and found.systems and not found.holds_spans:
        what = f"This page compares labelled spans, of which no file of {found.record.title} has any."
        frame.empty("No spans.", f"{what} Add tag files (IOB, IOBES, BILOU), JSON lines of spans, or coreference with types.")
    else:
        frame.empty(*state.lacking(found, 1), sample=found.record.id not in workspace.SAMPLES)
    st.stop()


def other_reading(selection: SpanSelection) -> tuple[str, pd.DataFrame] | None:
    """The other reading of malformed tags where it differs, and its micro scores without intervals."""
    how = next((name for name in selection.found.readings if name != selection.found.reading), None)
    if how is None:
        return None

    def make(_) -> pd.DataFrame:
        found = read_spans(in_reading(selection.pair, selection.found, how))
        scores, _ = score_groups(count_spans(found, plain), plain)
        return scores[scores["singletons"] == MICRO]

    plain = replace(selection.options, resamples=0)
    return how, selection.keep("comparison", (*selection.read_key, "other", how), "Reading tags otherwise", make)
