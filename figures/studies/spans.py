"""Labelled spans: all numbers of a selection, and its figures and tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import pandas as pd

import metrics as m
from figures import confusion, shared_errors, span_frames, span_tables, tree_tables
from figures.score_tables import signed
from figures.studies.chosen import Chosen, Seen, named, taken, unseen, worded
from figures.studies.exhibit import Exhibit, Maker, NotShownError, View, shows
from figures.tables import Table
from metrics.options import span_signature
from metrics.spans import compared, groupings, reading, shared
from metrics.spans.counts import Units, count_all
from metrics.spans.errors import KINDS
from metrics.spans.scores import score_spans
from metrics.spans.sides import SpanSides, read_spans

LABEL, SEEN = "label", "seen"
BY = {"label": "Label", "length": "Length in words", "document": "Document", "seen": "Seen in training"}


@dataclass(frozen=True)
class SpanSelection(Chosen):
    """What figures of spans work on: a metrics.Project of one reading of malformed tags, and SpanOptions. seen : in training."""

    reading: str = ""
    seen: Callable[[], Seen | None] = unseen

    def signature(self, metric: str | None = None) -> str:
        """The line that says how numbers of the picked systems were made."""
        project = self.project
        digests = self.digests(project.gold.digest, tuple(corpus.digest for corpus in project.systems))
        how = f"{self.reading}|scheme:{project.gold.scheme}" if project.gold.scheme else "spans"
        units = len(Units(sides(self), self.options).names)
        return span_signature(metric, self.options, reading=how, units=units, skipped=project.n_skipped, digests=digests)

    @property
    def pair(self) -> m.Project:
        """The project of the picked systems alone."""
        return taken(self.project, self.picked)

    @property
    def read_key(self) -> tuple:
        """What the picked systems' spans depend on."""
        pair = self.pair
        return ("spans", *(named(corpus) for corpus in (pair.gold, *pair.systems)), *pair.names, *sorted(pair.skipped))

    @property
    def key(self) -> tuple:
        """What the picked systems' numbers depend on."""
        return (*self.read_key, repr(self.options))


@dataclass(frozen=True)
class SpanEvaluation:
    """All numbers of the picked systems; shared, so they are read only.

    scores, differences : over all labels, by the names in SPAN_METRICS. by_label : scores and differences of each label,
    as compare_groups() has them.
    """

    scores: pd.DataFrame
    differences: pd.DataFrame
    by_label: tuple[pd.DataFrame, pd.DataFrame]


def sides(chosen: SpanSelection) -> SpanSides:
    """The spans of gold and the picked systems."""
    make = lambda _: read_spans(chosen.pair)  # noqa: E731
    return chosen.keep("comparison", (*chosen.read_key, "sides"), "Reading spans", make)


def evaluation(chosen: SpanSelection) -> SpanEvaluation:
    """All numbers of a selection. Raises InputError for an option that the data do not allow."""

    def make(_) -> SpanEvaluation:
        options = chosen.options
        labels, *others = count_all(sides(chosen), options)
        found = score_spans(labels, others, options)
        by_label = compared.label_groups(found, options.level)
        scores, differences, *by_label = (worded(part, options.unit) for part in (found.scores, found.differences, *by_label))
        return SpanEvaluation(scores, differences, tuple(by_label))

    return chosen.keep("evaluation", chosen.key, f"Resampling {chosen.options.unit}s for all metrics and labels", make)


def groups(chosen: SpanSelection, by: str) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Scores and differences of the picked systems by group; by : one of by_choice()."""
    if by == LABEL:
        return evaluation(chosen).by_label

    def make(_) -> tuple[pd.DataFrame, pd.DataFrame]:
        parts = compared.compare_groups(sides(chosen), chosen.options, grouped(chosen, by))
        return tuple(worded(part, chosen.options.unit) for part in parts)

    train = chosen.seen() if by == SEEN else None
    return chosen.keep("comparison", (*chosen.key, "groups", by, train and train.key), "Resampling every group", make)


def grouped(chosen: SpanSelection, by: str) -> groupings.SpanGroups:
    """The group of every span; by : one of by_choice()."""
    return (chosen.seen().grouping() if by == SEEN else groupings.GROUPINGS[by])(sides(chosen))


def errors(chosen: SpanSelection) -> pd.DataFrame:
    """metrics.spans.shared.shared_errors() of the picked systems."""
    make = lambda _: shared.shared_errors(sides(chosen))  # noqa: E731
    return chosen.keep("comparison", (*chosen.read_key, "errors"), "Comparing spans", make)


def text(chosen: SpanSelection) -> reading.SpanText:
    """Gold's words in rows."""
    make = lambda _: reading.read_text(sides(chosen))  # noqa: E731
    return chosen.keep("comparison", (*chosen.read_key, "text"), "Reading sentences", make)


def by_choice(chosen: SpanSelection) -> Mapping[str, str]:
    """The groupings of spans; by seen words once there is a training file."""
    return {by: words for by, words in BY.items() if by != SEEN or chosen.seen() is not None}


def orders(chosen: SpanSelection) -> Mapping[str, str]:
    """The orders of groups."""
    return {key: words for key, words in span_frames.ORDERS.items() if chosen.b is not None or key != "difference"}


def names(chosen: SpanSelection, view: View) -> list[str]:
    """The groups in order. Raises NotShownError where there are none."""
    order = "" if view.by in span_frames.IN_ORDER else view.order
    found = span_frames.ordered(*groups(chosen, view.by), chosen.systems, order)
    if not found:
        raise NotShownError("No side has a span. Choose other files, or another format if these should have some.")
    return found


def by_group(chosen: SpanSelection, view: View) -> Exhibit:
    """The dot plot of labels or other groups."""
    found, rows = evaluation(chosen), names(chosen, view)
    whole = (found.scores, found.differences)
    frame = span_frames.groups_frame(groups(chosen, view.by), whole, chosen.systems, rows)
    return Exhibit("span-groups", frame, titled(view), _signature(chosen, view), chosen.systems, chosen.options)


def titled(view: View) -> str:
    """What a dot plot of groups shows."""
    return f"F1 by {BY[view.by].lower()}"


def _signature(chosen: SpanSelection, view: View) -> str:
    return f"{chosen.signature(span_frames.MICRO)}|by:{view.by}"


def by_kind(chosen: SpanSelection, _: View) -> Exhibit:
    """Errors by kind, own and shared."""
    frame = shared_errors.errors_frame(errors(chosen), chosen.systems, KINDS)
    return Exhibit("span-errors", frame, "Errors by kind", chosen.signature("errors"), chosen.systems, chosen.options)


def confusions(chosen: SpanSelection, view: View) -> Exhibit:
    """Gold's labels by predicted ones."""
    if len(sides(chosen).labels) == 1:
        raise NotShownError("There is one label alone, which can be taken for no other.")
    cells = shared.confusion_cells(sides(chosen), errors(chosen))
    if not cells["wrong"].any():
        raise NotShownError("No label is taken for another, and no span is missed or spurious.")
    frame = confusion.confusion_frame(cells, chosen.systems, view.show)
    signature = f"{chosen.signature('errors')}|confusion:label"
    return Exhibit("span-confusion", frame, "Labels taken for others", signature, chosen.systems, chosen.options)


def scores_table(chosen: SpanSelection) -> Table:
    """All metrics of the picked systems."""
    found, how = evaluation(chosen), chosen.reading if chosen.project.gold.scheme else ""
    table = span_tables.scores_table(found.scores, found.differences, chosen.systems, chosen.options, how)
    return signed(table, chosen.signature())


def groups_table(chosen: SpanSelection, view: View) -> Table:
    """The scores of every group."""
    scores, differences = groups(chosen, view.by)
    rows = scores.set_index("group").loc[names(chosen, view)].reset_index()
    rows = rows.assign(support=rows["group"].map(span_frames.losses(scores, chosen.systems)["gold"]))
    words = (titled(view), span_tables.GROUPS[view.by])
    return signed(tree_tables.groups_table(rows, differences, chosen.systems, chosen.options, words), _signature(chosen, view))


def kinds_table(chosen: SpanSelection) -> Table:
    """Errors by kind."""
    shown = by_kind(chosen, View())
    return signed(span_tables.kinds_table(shown.frame, chosen.systems), shown.signature)


EXHIBITS = {
    "span-groups": Maker(
        by_group, "F1 by label", {"by": by_choice, "order": orders}, lambda c, v: [scores_table(c), groups_table(c, v)]
    ),
    "span-errors": Maker(by_kind, "errors by kind", tables=lambda c, _: [kinds_table(c)]),
    "span-confusion": Maker(confusions, "labels taken for others", {"show": shows}),
}
