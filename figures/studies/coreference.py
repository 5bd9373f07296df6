"""The figures and tables of coreference."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from figures import documents as draw
from figures import frames, score_tables, theme
from figures.score_tables import signed
from figures.studies import coref
from figures.studies.coref import Selection
from figures.studies.exhibit import Exhibit, Maker, NotShownError, View, both, defined, policies
from figures.tables import Table
from metrics.coreference import METRICS


def document_metrics(chosen: Selection) -> Mapping[str, str]:
    """The metrics that documents can be compared in."""
    there = coref.evaluation(chosen).counts.layout.metrics
    return {name: theme.metric_name(name) for name in theme.in_order(name for name in METRICS if name in there)}


def overview(chosen: Selection, _: View) -> Exhibit:
    """The forest plot of all metrics."""
    found, systems = coref.evaluation(chosen), chosen.systems
    frame = frames.forest_frame(found.scores, found.baselines, found.differences, systems)
    return Exhibit("overview", frame, "F1 of all metrics", chosen.both, systems, chosen.options)


def singletons(chosen: Selection, _: View) -> Exhibit:
    """The dumbbells of singletons kept and dropped."""
    found, systems = coref.evaluation(chosen), chosen.systems
    frame = frames.dumbbell_frame(found.scores, found.baselines, found.differences, systems)
    return Exhibit("singletons", frame, "Singletons kept and dropped", chosen.both, systems, chosen.options)


def documents(chosen: Selection, view: View) -> Exhibit:
    """The scatter of documents."""
    both(chosen)
    found, _ = coref.compared(chosen, view.metric, view.singletons)
    frame = draw.documents_frame(found, chosen.systems, metric=view.metric, singletons=view.singletons)
    defined(frame, f"{theme.metric_name(view.metric)} F1", "document")
    signature = chosen.signature(view.metric, view.singletons)
    return Exhibit("documents", frame, "Documents", signature, chosen.systems, chosen.options)


def documents_sorted(chosen: Selection, view: View) -> Exhibit:
    """The differences of documents, sorted."""
    return replace(documents(chosen, view), figure="documents-sorted", title="Differences by document")


def genres(chosen: Selection, view: View) -> Exhibit:
    """The mean differences of documents by genre."""
    shown = documents(chosen, view)
    _, means = coref.compared(chosen, view.metric, view.singletons)
    if len(means) < 2:
        raise NotShownError("The documents are of one genre.")
    frame = draw.genre_frame(means, chosen.systems)
    return replace(shown, figure="documents-genres", frame=frame, title="Differences by genre")


def scores_table(chosen: Selection, policy: str) -> Table:
    """Every metric of the picked systems under a policy."""
    found = coref.evaluation(chosen)
    table = score_tables.scores_table(found.scores, found.differences, chosen.systems, chosen.options, policy)
    return signed(table, chosen.signature(None, policy))


def systems_table(chosen: Selection) -> Table:
    """All systems and the baselines."""
    found = coref.evaluation(chosen)
    return signed(score_tables.systems_table(found.scores, found.baselines, chosen.systems, chosen.options), chosen.both)


def order_table(chosen: Selection) -> Table:
    """Who is first with singletons kept and dropped, of two systems."""
    return signed(score_tables.order_table(coref.evaluation(chosen).differences, chosen.systems, chosen.options), chosen.both)


def detection_table(chosen: Selection) -> Table:
    """Finding mentions, apart from linking them."""
    table = score_tables.detection_table(*coref.detected(chosen), chosen.systems, chosen.options)
    return signed(table, chosen.signature("mentions"))


def linking_table(chosen: Selection) -> Table:
    """Linking the mentions that both of two systems find."""
    found = coref.evaluation(chosen)
    table = score_tables.linking_table(found.linking_scores, found.linking, chosen.systems, chosen.options)
    return signed(table, chosen.signature())


def baselines_table(chosen: Selection) -> Table:
    """The systems beside the baselines."""
    found = coref.evaluation(chosen)
    return signed(score_tables.baselines_table(found.scores, found.baselines, chosen.systems, chosen.options), chosen.both)


def overview_tables(chosen: Selection, _: View) -> list[Table]:
    """The scores, singletons kept and dropped; of more than two systems, all beside each other."""
    more = [systems_table(chosen)] if len(chosen.project.names) > 2 else []
    return [*(scores_table(chosen, policy) for policy in coref.POLICIES), *more]


# What is said of singletons, in order; some of it of two systems alone.
SINGLETONS_TABLES: dict[str, Callable[[Selection], Table]] = {
    "order": order_table, "mentions": detection_table, "linking": linking_table, "baselines": baselines_table,
}  # fmt: skip
OF_TWO = ("order", "linking")


def singletons_tables(chosen: Selection, _: View) -> list[Table]:
    """What is said of singletons."""
    return [make(chosen) for name, make in SINGLETONS_TABLES.items() if chosen.b is not None or name not in OF_TWO]


def documents_tables(chosen: Selection, view: View) -> list[Table]:
    """Every document."""
    shown = documents(chosen, view)
    return [signed(score_tables.largest_table(shown.frame, chosen.systems, chosen.options, None), shown.signature)]


OF_DOCUMENTS = {"metric": document_metrics, "singletons": policies}
EXHIBITS = {
    "overview": Maker(overview, "F1 of all metrics, and the difference", tables=overview_tables),
    "singletons": Maker(singletons, "singletons kept and dropped", tables=singletons_tables),
    "documents": Maker(documents, "F1 of each document, B over A", OF_DOCUMENTS, documents_tables),
    "documents-sorted": Maker(documents_sorted, "differences of documents, sorted", OF_DOCUMENTS),
    "documents-genres": Maker(genres, "mean differences by genre", OF_DOCUMENTS),
}
