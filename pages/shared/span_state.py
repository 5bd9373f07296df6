"""What the page of spans works on: the chosen project's spans, options and pair, and all numbers of them."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pandas as pd
import streamlit as st

import metrics as m
from metrics.options import SpanOptions, span_signature
from metrics.spans import compared, groupings, reading, shared
from metrics.spans.counts import MICRO, Units, count_all, count_spans
from metrics.spans.scores import score_groups, score_spans
from metrics.spans.sides import SpanSides, read_spans
from pages.shared import frame, once, span_training, state, workspace
from pages.shared.loading import named
from pages.shared.reader_place import asked
from pages.shared.span_loading import LoadedSpans, in_reading, loaded_spans

LABEL = "label"


@dataclass(frozen=True)
class SpanSelection:
    """What a page works on; a, b, places and the properties are those of state.Selection."""

    project: m.Project
    options: SpanOptions
    a: int
    b: int | None
    title: str
    places: tuple[int, ...]
    found: LoadedSpans

    letters, picked = state.Selection.letters, state.Selection.picked
    name_a, name_b = state.Selection.name_a, state.Selection.name_b

    def signature(self, metric: str | None = None) -> str:
        """The line that says how numbers of the picked systems were made."""
        project, skipped = self.project, self.project.n_skipped
        digests = {"gold": project.gold.digest}
        digests |= {self.letters[k]: project.systems[k].digest for k in self.picked}
        scheme = project.gold.scheme
        how = f"{self.found.reading}|scheme:{scheme}" if scheme else "spans"
        units = len(Units(sides(self), self.options).names)
        return span_signature(metric, self.options, reading=how, units=units, skipped=skipped, digests=digests)

    @property
    def pair(self) -> m.Project:
        """The project of the picked systems alone."""
        parts = {name: tuple(getattr(self.project, name)[k] for k in self.picked) for name in ("systems", "names", "alignments")}
        return replace(self.project, **parts)

    @property
    def read_key(self) -> tuple:
        """What the picked systems' spans depend on, for caches."""
        pair = self.pair
        return ("spans", *(named(corpus) for corpus in (pair.gold, *pair.systems)), *pair.names, *sorted(pair.skipped))

    @property
    def key(self) -> tuple:
        """What the picked systems' numbers depend on, for caches."""
        return (*self.read_key, repr(self.options))


@dataclass(frozen=True)
class SpanEvaluation:
    """All numbers of the picked systems; shared between sessions, so pages read them only.

    scores, differences : over all labels, by the names in SPAN_METRICS. by_label : scores and differences of each label,
    as compare_groups() has them.
    """

    scores: pd.DataFrame
    differences: pd.DataFrame
    by_label: tuple[pd.DataFrame, pd.DataFrame]


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
    return SpanSelection(found.project, chosen.spans(), a, b, found.record.title, places, found)


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


def sides(selection: SpanSelection) -> SpanSides:
    """The spans of gold and the picked systems."""
    make = lambda _: read_spans(selection.pair)  # noqa: E731
    return once.comparison((*selection.read_key, "sides")).get("Reading spans", make)


def evaluation(selection: SpanSelection) -> SpanEvaluation:
    """All numbers of a selection; an option that the data do not allow is shown as an error, and the page stops."""

    def make(_) -> SpanEvaluation:
        labels, *others = count_all(sides(selection), selection.options)
        found = score_spans(labels, others, selection.options)
        by_label = compared.label_groups(found, selection.options.level)
        parts = (found.scores, found.differences, *by_label)
        scores, differences, *by_label = (_worded(part, selection.options) for part in parts)
        return SpanEvaluation(scores, differences, tuple(by_label))

    what = f"Resampling {selection.options.unit}s for all metrics and labels"
    return once.or_stop(lambda: once.evaluation(selection.key).get(what, make))


def _worded(frame: pd.DataFrame, chosen: SpanOptions) -> pd.DataFrame:
    """Scores or differences whose reasons and cautions call the units by their name."""
    named = {
        c: [t.replace("unit", chosen.unit) if isinstance(t, str) else None for t in frame[c]]
        for c in ("reason", "caution")
        if c in frame
    }
    return frame.assign(**named) if len(frame) else frame


def groups(selection: SpanSelection, by: str) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Scores and differences of the picked systems by group; by : label, length, document or seen."""
    if by == LABEL:
        return evaluation(selection).by_label

    def make(_) -> tuple[pd.DataFrame, pd.DataFrame]:
        found = grouping(sides(selection))
        parts = compared.compare_groups(sides(selection), selection.options, found)
        return tuple(_worded(part, selection.options) for part in parts)

    grouping = span_training.grouping() if by == span_training.SEEN else groupings.GROUPINGS[by]
    key = (*selection.key, "groups", by, span_training.key() if by == span_training.SEEN else "")
    return once.or_stop(lambda: once.comparison(key).get("Resampling every group", make))


def errors(selection: SpanSelection) -> pd.DataFrame:
    """metrics.spans.shared.shared_errors() of the picked systems."""
    make = lambda _: shared.shared_errors(sides(selection))  # noqa: E731
    return once.comparison((*selection.read_key, "errors")).get("Comparing spans", make)


def text(selection: SpanSelection) -> reading.SpanText:
    """Gold's words in rows."""
    make = lambda _: reading.read_text(sides(selection))  # noqa: E731
    return once.comparison((*selection.read_key, "text")).get("Reading sentences", make)


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
    return how, once.comparison((*selection.read_key, "other", how)).get("Reading tags otherwise", make)
