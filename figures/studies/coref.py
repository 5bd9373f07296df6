"""Coreference: all numbers of a selection, and its figures and tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

import numpy as np
import pandas as pd

import metrics as m
from figures import documents as draw
from figures import frames, score_tables, theme
from figures.score_tables import signed
from figures.studies.chosen import Chosen, Say, named
from figures.studies.exhibit import Exhibit, Maker, NotShownError, View, both, policies
from figures.tables import Table
from metrics import detection, linking
from metrics import documents as compare
from metrics.coreference import METRICS
from metrics.options import CoreferenceOptions

POLICIES = ("keep", "drop")


@dataclass(frozen=True)
class Selection(Chosen):
    """What the figures of coreference work on: a metrics.Project and CoreferenceOptions."""

    def signature(self, metric: str | None = None, singletons: str = "keep") -> str:
        """The line that says how numbers of the picked systems were made."""
        skipped = len(self.project.skipped)
        digests = self.digests(self.project.gold.digest, tuple(system.digest for system in self.project.systems))
        units = len(self.project.gold.documents) - skipped
        return m.signature(metric, self.options, singletons=singletons, units=units, skipped=skipped, digests=digests)

    @property
    def both(self) -> str:
        """The signature of what shows singletons kept and dropped."""
        return self.signature("CoNLL", ",".join(POLICIES))

    @property
    def key(self) -> tuple:
        """What the numbers of all systems depend on."""
        project = self.project
        corpora = (named(corpus) for corpus in (project.gold, *project.systems))
        return (*corpora, *project.names, *sorted(project.skipped), repr(self.options))

    @property
    def pair(self) -> tuple[str, str]:
        """The names of the picked two."""
        return self.name_a, self.name_b


@dataclass(frozen=True)
class Evaluation:
    """All numbers of a selection; the frames are shared, so they are read only.

    counts, sums : of every system in project, both policies (sums None for 0 resamples). scores : m.scores of them.
    baseline_counts, baselines : the two baselines' counts, and their scores without intervals.
    differences : m.differences of the picked two in both policies; linking_scores, linking : m.scores and m.differences of
    them over the mentions that both find. All three are empty where there is one system.
    """

    counts: m.Counts
    sums: np.ndarray | None
    scores: pd.DataFrame
    baseline_counts: m.Counts
    baselines: pd.DataFrame
    differences: pd.DataFrame = field(default_factory=pd.DataFrame)
    linking_scores: pd.DataFrame = field(default_factory=pd.DataFrame)
    linking: pd.DataFrame = field(default_factory=pd.DataFrame)


def evaluation(chosen: Selection) -> Evaluation:
    """All numbers of a selection. Raises InputError for an option that the data do not allow."""
    project, options = chosen.project, chosen.options
    what = _resampling(project, options)
    shared = chosen.keep("evaluation", chosen.key, what, lambda say: _scored(project, options, say))
    if chosen.b is None:
        return shared
    make = lambda _: _compared(shared, project, options, chosen.pair)  # noqa: E731
    return chosen.keep("comparison", (*chosen.key, chosen.pair), "Comparing the two systems", make)


def _resampling(project: m.Project, chosen: CoreferenceOptions) -> str:
    """What is being done: Resampling 1,000 draws of 30 documents."""
    number = len(project.gold.documents) - len(project.skipped)
    documents = f"{number:,} document{'s' * (number != 1)}"
    return f"Resampling {chosen.resamples:,} draws of {documents}" if chosen.resamples else f"Counting {documents}"


def _scored(project: m.Project, chosen: CoreferenceOptions, say: Say) -> Evaluation:
    counts = m.count_systems(project, chosen)
    sums = m.resampled(counts, chosen, say)
    bases = m.count_baselines(project)
    plain = replace(chosen, resamples=0)
    return Evaluation(counts, sums, m.scores(counts, chosen, sums=sums), bases, m.scores(bases, plain))


def _compared(shared: Evaluation, project: m.Project, chosen: CoreferenceOptions, pair: tuple[str, str]) -> Evaluation:
    counts = linking.count_linking(project, chosen, pair)
    return replace(
        shared,
        differences=_differences(shared, chosen, pair),
        linking_scores=m.scores(counts, chosen),
        linking=m.differences(counts, chosen, [(0, 1)]),
    )


def _differences(shared: Evaluation, chosen: CoreferenceOptions, pair: tuple[str, str]) -> pd.DataFrame:
    number = {key: k for k, key in enumerate(shared.counts.inputs)}
    pairs = [(number[pair[0], policy], number[pair[1], policy]) for policy in POLICIES]
    return m.differences(shared.counts, chosen, pairs, sums=shared.sums)


def detected(chosen: Selection) -> tuple[pd.DataFrame, dict[str, int]]:
    """Scores of mention detection by the size of the mentions' entities, `singletons` naming the part; gold's number in each."""
    project, options = chosen.project, chosen.options

    def make(_) -> tuple[pd.DataFrame, dict[str, int]]:
        counts = detection.count_detection(project, options)
        parts = enumerate(counts.inputs)
        gold = {part: int(counts.values[:, k, 3].sum()) for k, (name, part) in parts if name == project.names[0]}
        return m.scores(counts, options, ["mentions"]), gold

    return chosen.keep("comparison", (*chosen.key, "detection"), "Counting mentions by the size of their entities", make)


def compared(chosen: Selection, metric: str, policy: str) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The picked two document by document in a metric, and their mean differences by genre."""

    def make(_) -> tuple[pd.DataFrame, pd.DataFrame]:
        counts = evaluation(chosen).counts
        found = compare.compare_documents(chosen.project, chosen.options, counts, chosen.pair, metric=metric, policy=policy)
        return found, compare.mean_differences(found, chosen.options)

    key = (*chosen.key, chosen.pair, "documents", metric, policy)
    return chosen.keep("comparison", key, "Comparing documents", make)


def document_metrics(chosen: Selection) -> Mapping[str, str]:
    """The metrics that documents can be compared in."""
    there = evaluation(chosen).counts.layout.metrics
    return {name: theme.metric_name(name) for name in theme.in_order(name for name in METRICS if name in there)}


def overview(chosen: Selection, _: View) -> Exhibit:
    """The forest plot of all metrics."""
    found, systems = evaluation(chosen), chosen.systems
    frame = frames.forest_frame(found.scores, found.baselines, found.differences, systems)
    return Exhibit("overview", frame, "F1 of all metrics", chosen.both, systems, chosen.options)


def singletons(chosen: Selection, _: View) -> Exhibit:
    """The dumbbells of singletons kept and dropped."""
    found, systems = evaluation(chosen), chosen.systems
    frame = frames.dumbbell_frame(found.scores, found.baselines, found.differences, systems)
    return Exhibit("singletons", frame, "Singletons kept and dropped", chosen.both, systems, chosen.options)


def documents(chosen: Selection, view: View) -> Exhibit:
    """The scatter of documents."""
    both(chosen)
    found, _ = compared(chosen, view.metric, view.singletons)
    frame = draw.documents_frame(found, chosen.systems, metric=view.metric, singletons=view.singletons)
    signature = chosen.signature(view.metric, view.singletons)
    return Exhibit("documents", frame, "Documents", signature, chosen.systems, chosen.options)


def documents_sorted(chosen: Selection, view: View) -> Exhibit:
    """The differences of documents, sorted."""
    return replace(documents(chosen, view), figure="documents-sorted", title="Differences by document")


def genres(chosen: Selection, view: View) -> Exhibit:
    """The mean differences of documents by genre."""
    shown = documents(chosen, view)
    _, means = compared(chosen, view.metric, view.singletons)
    if len(means) < 2:
        raise NotShownError("The documents are of one genre.")
    frame = draw.genre_frame(means, chosen.systems)
    return replace(shown, figure="documents-genres", frame=frame, title="Differences by genre")


def scores_table(chosen: Selection, policy: str) -> Table:
    """Every metric of the picked systems under a policy."""
    found = evaluation(chosen)
    table = score_tables.scores_table(found.scores, found.differences, chosen.systems, chosen.options, policy)
    return signed(table, chosen.signature(None, policy))


def systems_table(chosen: Selection) -> Table:
    """All systems and the baselines."""
    found = evaluation(chosen)
    return signed(score_tables.systems_table(found.scores, found.baselines, chosen.systems, chosen.options), chosen.both)


def order_table(chosen: Selection) -> Table:
    """Who is first with singletons kept and dropped, of two systems."""
    return signed(score_tables.order_table(evaluation(chosen).differences, chosen.systems, chosen.options), chosen.both)


def detection_table(chosen: Selection) -> Table:
    """Finding mentions, apart from linking them."""
    table = score_tables.detection_table(*detected(chosen), chosen.systems, chosen.options)
    return signed(table, chosen.signature("mentions"))


def linking_table(chosen: Selection) -> Table:
    """Linking the mentions that both of two systems find."""
    found = evaluation(chosen)
    table = score_tables.linking_table(found.linking_scores, found.linking, chosen.systems, chosen.options)
    return signed(table, chosen.signature())


def baselines_table(chosen: Selection) -> Table:
    """The systems beside the baselines."""
    found = evaluation(chosen)
    return signed(score_tables.baselines_table(found.scores, found.baselines, chosen.systems, chosen.options), chosen.both)


def overview_tables(chosen: Selection, _: View) -> list[Table]:
    """The scores, singletons kept and dropped; of more than two systems, all beside each other."""
    more = [systems_table(chosen)] if len(chosen.project.names) > 2 else []
    return [*(scores_table(chosen, policy) for policy in POLICIES), *more]


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
