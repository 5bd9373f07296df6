"""What the pages of trees work on: the chosen project's trees, options and pair, and all numbers of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd
import streamlit as st

import metrics as m
from metrics.options import TreeOptions, tree_signature
from metrics.ud import breakdown, errors, reading
from metrics.ud.confusion import compare_confusions
from metrics.ud.groupings import GROUPINGS
from metrics.ud.project import TreeProject, count_trees
from metrics.ud.treebanks import own_options
from pages.shared import bank_choice, frame, once, state, training, workspace
from pages.shared.loading import named
from pages.shared.tree_loading import LoadedTrees, loaded_trees

FEATURES = "feature"


@dataclass(frozen=True)
class TreeSelection:
    """What a page works on; a, b, places and the properties are those of state.Selection. bank : the treebank, of many."""

    project: TreeProject
    options: TreeOptions
    a: int
    b: int | None
    title: str
    places: tuple[int, ...]
    bank: str = ""

    letters, picked = state.Selection.letters, state.Selection.picked
    name_a, name_b = state.Selection.name_a, state.Selection.name_b

    def signature(self, metric: str | None = None) -> str:
        """The line that says how numbers of the picked systems were made."""
        project = self.project
        units = int(project.kept().sum()) if self.options.unit == "sentence" else len(project.gold.corpus.documents)
        digests = {"gold": project.gold.corpus.digest}
        digests |= {self.letters[k]: project.systems[k].corpus.digest for k in self.picked}
        return tree_signature(metric, self.options, units=units, skipped=len(project.skipped), digests=digests)

    @property
    def pair(self) -> TreeProject:
        """The project of the picked systems alone."""
        project = self.project
        parts = {name: tuple(getattr(project, name)[k] for k in self.picked) for name in ("systems", "names", "aligned")}
        return replace(project, **parts)

    @property
    def key(self) -> tuple:
        """What the picked systems' numbers depend on, for caches."""
        return _key(self.pair, self.options)


@dataclass(frozen=True)
class TreeEvaluation:
    """All numbers of a selection; shared between sessions, so pages read them only.

    counts, sums : of every system (sums None for 0 resamples). scores : m.scores of them. differences : m.differences of
    the picked two, empty where there is one system.
    """

    counts: m.Counts
    sums: np.ndarray | None
    scores: pd.DataFrame
    differences: pd.DataFrame


def files() -> LoadedTrees:
    """The trees of the open project's files, of the treebank that is chosen where there are many."""
    found = state.files()
    return loaded_trees(found.record, state.choice(), bank_choice.bank(found))


def selected(found: LoadedTrees) -> TreeSelection:
    """What is chosen of trees that are there."""
    chosen = state.choice()
    places = tuple(slot.place for slot in found.usable)
    a, b = state.picked(places, chosen.a, chosen.b)
    options = own_options(chosen.trees(), found.bank) if found.bank else chosen.trees()
    return TreeSelection(found.project, options, a, b, found.record.title, places, found.bank)


def guard(need: int = 1, question: str = "") -> TreeSelection:
    """What is chosen, once there are gold and `need` systems; else the question and the empty state, and the page stops."""
    found = files()
    if found.project is not None and len(found.usable) >= need:
        return selected(found)
    if question:
        frame.heading(question)
    bank_choice.box()
    refuse(found, need)


def refuse(found: LoadedTrees, need: int) -> None:
    """Why there are no trees to be compared; the page stops."""
    failed = [slot for slot in (found.gold, *found.systems) if slot is not None and slot.error]
    if found.error:
        frame.refused(found.error)
    elif failed:
        for slot in failed:
            frame.refused(slot.error, state.waiting(slot), frame.owner(slot.place, slot.letter))
    else:
        frame.empty(*_lacking(found, need), sample=found.record.id not in workspace.SAMPLES)
    st.stop()


def _lacking(found: LoadedTrees, need: int) -> tuple[str, str]:
    if not found.lacking or not found.gold or not found.systems:
        return state.lacking(found, need)
    who = " and ".join("gold" if slot.place < 0 else slot.letter for slot in found.lacking)
    holds = "file has" if len(found.lacking) == 1 else "files have"
    return "No trees.", f"This page compares trees, of which the {holds} none ({who}). Add CoNLL-U with HEAD and DEPREL."


def evaluation(selection: TreeSelection) -> TreeEvaluation:
    """All numbers of a selection; an option that the data do not allow is shown as an error, and the page stops."""
    return once.or_stop(lambda: _evaluation(selection))


def _evaluation(selection: TreeSelection) -> TreeEvaluation:
    project, chosen = selection.project, selection.options
    key = _key(project, chosen)
    shared = once.evaluation(key).get(f"Resampling {chosen.unit}s for all metrics", lambda say: _scored(project, chosen, say))
    if selection.b is None:
        return shared
    pair = (selection.a, selection.b)
    make = lambda _: _worded(m.differences(shared.counts, chosen, [pair], sums=shared.sums), chosen)  # noqa: E731
    return replace(shared, differences=once.comparison((*key, pair)).get("Comparing the two systems", make))


def _key(project: TreeProject, chosen: TreeOptions) -> tuple:
    sides = (project.gold, *project.systems)
    return ("trees", *(named(side.corpus) for side in sides), *project.names, *sorted(project.skipped), repr(chosen))


def _scored(project: TreeProject, chosen: TreeOptions, say: frame.Say) -> TreeEvaluation:
    counts = count_trees(project, chosen)
    sums = m.resampled(counts, chosen, say)
    return TreeEvaluation(counts, sums, _worded(m.scores(counts, chosen, sums=sums), chosen), pd.DataFrame())


def _worded(frame: pd.DataFrame, chosen: TreeOptions) -> pd.DataFrame:
    """Scores or differences whose reasons and cautions call the units by their name."""
    named = {
        c: [t.replace("unit", chosen.unit) if isinstance(t, str) else None for t in frame[c]]
        for c in ("reason", "caution")
        if c in frame
    }
    return frame.assign(**named) if len(frame) else frame


def groups(selection: TreeSelection, by: str, metric: str) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Scores and differences of the picked systems by group; by : a grouping's name, `feature` for one feature a row,

    or `seen`, for which there must be training trees (training.found).
    """

    def make(_) -> tuple[pd.DataFrame, pd.DataFrame]:
        pair = selection.pair
        if by == FEATURES:
            found = breakdown.compare_counts(errors.count_features(pair, selection.options), selection.options, pair.names)
        else:
            found = breakdown.compare_groups(pair, selection.options, train.grouping() if train else GROUPINGS[by], metric)
        return tuple(_worded(part, selection.options) for part in found)

    train = training.found(selection.bank) if by == training.SEEN else None
    key = (*selection.key, "groups", by, metric if by != FEATURES else "", train and named(train.corpus))
    return once.or_stop(lambda: once.comparison(key).get("Resampling every group", make))


def attachment(selection: TreeSelection) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Shares and differences of the kinds of attachment of the picked systems."""

    def make(_) -> tuple[pd.DataFrame, pd.DataFrame]:
        pair = selection.pair
        found = breakdown.compare_counts(errors.count_attachment(pair, selection.options), selection.options, pair.names)
        return tuple(_worded(part, selection.options) for part in found)

    return once.or_stop(lambda: once.comparison((*selection.key, "attachment")).get("Resampling errors", make))


def grouping(by: str) -> Callable:
    """The grouping of a name: one of GROUPINGS, or feature:NAME for the values of one feature."""
    kind, _, name = by.partition(":")
    return errors.feature(name) if kind == FEATURES and name else GROUPINGS[by]


def feature_names(selection: TreeSelection) -> tuple[str, ...]:
    """The features of gold and the picked systems."""
    make = lambda _: errors.feature_names(selection.pair, selection.options)  # noqa: E731
    return once.comparison((*selection.key, "features")).get("Listing features", make)


def confusions(selection: TreeSelection, by: str) -> pd.DataFrame:
    """metrics.ud.confusion.compare_confusions() of the picked systems."""
    make = lambda _: compare_confusions(selection.pair, selection.options, grouping(by))  # noqa: E731
    return once.comparison((*selection.key, "confusion", by)).get("Comparing words", make)


def sentences(selection: TreeSelection) -> reading.Sentences:
    """The sentences of gold beside the picked systems."""
    make = lambda _: reading.read_sentences(selection.pair, selection.options)  # noqa: E731
    return once.comparison((*selection.key, "sentences")).get("Reading sentences", make)


def open_trees(**words: str) -> None:
    """Go to the page of trees; words : of its address."""
    st.switch_page("pages/trees.py", query_params={**state.address(), **words})


def gains(selection: TreeSelection) -> pd.Series:
    """By relation of gold, how many words more B attaches rightly than A."""
    scores, _ = groups(selection, "relation", "LAS")
    right = scores.pivot(index="group", columns="system", values="r_num")
    return right[selection.name_b] - right[selection.name_a]
