"""Coreference: all numbers of a selection."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
import pandas as pd

import metrics as m
from figures.studies.chosen import Chosen, Say, named
from metrics import detection, linking
from metrics import documents as compare
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
