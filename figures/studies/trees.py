"""Trees: all numbers of a selection."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

import metrics as m
from figures.studies.chosen import Chosen, Say, Seen, named, taken, unseen, worded
from metrics.options import TreeOptions, tree_signature
from metrics.ud import breakdown, errors, finding
from metrics.ud.confusion import compare_confusions
from metrics.ud.groupings import GROUPINGS
from metrics.ud.project import TreeProject, count_trees

FEATURES = "feature"
SEEN = "seen"


@dataclass(frozen=True)
class TreeSelection(Chosen):
    """What figures of trees work on: a TreeProject and TreeOptions. bank : the treebank, of many. seen : what training holds."""

    bank: str = ""
    seen: Callable[[], Seen | None] = unseen

    def signature(self, metric: str | None = None) -> str:
        """The line that says how numbers of the picked systems were made."""
        project = self.project
        units = int(project.kept().sum()) if self.options.unit == "sentence" else len(project.gold.corpus.documents)
        digests = self.digests(project.gold.corpus.digest, tuple(side.corpus.digest for side in project.systems))
        return tree_signature(metric, self.options, units=units, skipped=len(project.skipped), digests=digests)

    @property
    def pair(self) -> TreeProject:
        """The project of the picked systems alone."""
        return taken(self.project, self.picked, ("systems", "names", "aligned"))

    @property
    def key(self) -> tuple:
        """What the picked systems' numbers depend on."""
        return _key(self.pair, self.options)


@dataclass(frozen=True)
class TreeEvaluation:
    """All numbers of a selection; shared, so they are read only.

    counts, sums : of every system (sums None for 0 resamples). scores : m.scores of them. differences : m.differences of
    the picked two, empty where there is one system.
    """

    counts: m.Counts
    sums: np.ndarray | None
    scores: pd.DataFrame
    differences: pd.DataFrame


def _key(project: TreeProject, chosen: TreeOptions) -> tuple:
    sides = (project.gold, *project.systems)
    return ("trees", *(named(side.corpus) for side in sides), *project.names, *sorted(project.skipped), repr(chosen))


def evaluation(chosen: TreeSelection) -> TreeEvaluation:
    """All numbers of a selection. Raises InputError for an option that the data do not allow."""
    project, options = chosen.project, chosen.options
    key, what = _key(project, options), f"Resampling {options.unit}s for all metrics"
    shared = chosen.keep("evaluation", key, what, lambda say: _scored(project, options, say))
    if chosen.b is None:
        return shared
    pair = (chosen.a, chosen.b)
    make = lambda _: worded(m.differences(shared.counts, options, [pair], sums=shared.sums), options.unit)  # noqa: E731
    return replace(shared, differences=chosen.keep("comparison", (*key, pair), "Comparing the two systems", make))


def _scored(project: TreeProject, chosen: TreeOptions, say: Say) -> TreeEvaluation:
    counts = count_trees(project, chosen)
    sums = m.resampled(counts, chosen, say)
    return TreeEvaluation(counts, sums, worded(m.scores(counts, chosen, sums=sums), chosen.unit), pd.DataFrame())


def groups(chosen: TreeSelection, by: str, metric: str) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Scores and differences of the picked systems by group; by : a grouping's name, `feature` for one feature a row,

    or `seen`, for which there must be training trees.
    """

    def make(_) -> tuple[pd.DataFrame, pd.DataFrame]:
        pair, options = chosen.pair, chosen.options
        if by == FEATURES:
            found = breakdown.compare_counts(errors.count_features(pair, options), options, pair.names)
        else:
            found = breakdown.compare_groups(pair, options, train.grouping() if train else GROUPINGS[by], metric)
        return tuple(worded(part, options.unit) for part in found)

    train = chosen.seen() if by == SEEN else None
    key = (*chosen.key, "groups", by, metric if by != FEATURES else "", train and train.key)
    return chosen.keep("comparison", key, "Resampling every group", make)


def attachment(chosen: TreeSelection) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Shares and differences of the kinds of attachment of the picked systems."""

    def make(_) -> tuple[pd.DataFrame, pd.DataFrame]:
        pair, options = chosen.pair, chosen.options
        found = breakdown.compare_counts(errors.count_attachment(pair, options), options, pair.names)
        return tuple(worded(part, options.unit) for part in found)

    return chosen.keep("comparison", (*chosen.key, "attachment"), "Resampling errors", make)


def grouping(by: str) -> Callable:
    """The grouping of a name: one of GROUPINGS, or feature:NAME for the values of one feature."""
    kind, _, name = by.partition(":")
    return errors.feature(name) if kind == FEATURES and name else GROUPINGS[by]


def grouping_of(chosen: TreeSelection, by: str) -> Callable | None:
    """The grouping of a name, `seen` by the training trees; None for a name that is none, or without such trees."""
    if by == SEEN:
        train = chosen.seen()
        return train.grouping() if train else None
    return grouping(by) if by in GROUPINGS or by.startswith(f"{FEATURES}:") else None


def feature_names(chosen: TreeSelection) -> tuple[str, ...]:
    """The features of gold and the picked systems."""
    make = lambda _: errors.feature_names(chosen.pair, chosen.options)  # noqa: E731
    return chosen.keep("comparison", (*chosen.key, "features"), "Listing features", make)


def confusions(chosen: TreeSelection, by: str) -> pd.DataFrame:
    """metrics.ud.confusion.compare_confusions() of the picked systems."""
    make = lambda _: compare_confusions(chosen.pair, chosen.options, grouping(by))  # noqa: E731
    return chosen.keep("comparison", (*chosen.key, "confusion", by), "Comparing words", make)


def sentences(chosen: TreeSelection) -> finding.Sentences:
    """The sentences of gold beside the picked systems."""
    make = lambda _: finding.read_sentences(chosen.pair, chosen.options)  # noqa: E731
    return chosen.keep("comparison", (*chosen.key, "sentences"), "Reading sentences", make)


def gains(chosen: TreeSelection) -> pd.Series:
    """By relation of gold, how many words more B attaches rightly than A; empty for one system."""
    if chosen.b is None:
        return pd.Series(dtype=float)
    scores, _ = groups(chosen, "relation", "LAS")
    right = scores.pivot(index="group", columns="system", values="r_num")
    return right[chosen.name_b] - right[chosen.name_a]
