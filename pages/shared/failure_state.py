"""What the Failures page works on: the chosen pair, its mistakes, and what mending them would bring."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pandas as pd
import streamlit as st

import metrics as m
from figures import failure_frames
from figures.frames import Systems
from loaders import InputError
from loaders.errors import AlignmentError
from metrics.errors import summary
from metrics.errors.failures import Analysis, analyse, failures
from metrics.errors.links import count_links
from metrics.errors.mending import NONE, count_mended
from metrics.errors.sides import kept_groups
from metrics.errors.types import OPERATIONS, TYPES
from metrics.geometry import TooMuchError
from metrics.options import TypedOptions, error_signature
from metrics.results import scores
from metrics.typed import evaluation
from metrics.typed.project import Groups, TypedProject, read_sides
from pages.shared import frame, once, state
from pages.shared.loading import named

MENTIONS, FOUND = 8, 24  # matched mentions, and what is counted of them, that are kept


@dataclass(frozen=True)
class FailureSelection:
    """The picked systems alone, so that what they share is what these two share. policy : of singletons."""

    whole: state.Selection
    project: m.Project
    options: TypedOptions
    a: int
    b: int | None
    places: tuple[int, ...]
    policy: str

    letters, picked = state.Selection.letters, state.Selection.picked

    @property
    def key(self) -> tuple:
        """What the picked systems' mentions depend on, for caches."""
        corpora = (named(corpus) for corpus in (self.project.gold, *self.project.systems))
        return (*corpora, *self.project.names, *sorted(self.project.skipped), self.options.zero_match)

    @property
    def systems(self) -> Systems:
        """Who is compared, as figures know it."""
        return Systems(self.project.names, self.places, self.picked)

    def signature(self) -> str:
        """The line that says how numbers were made."""
        digests = {"gold": self.project.gold.digest}
        digests |= {who: corpus.digest for who, corpus in zip(self.letters, self.project.systems, strict=True)}
        skipped = len(self.project.skipped)
        units = len(self.project.gold.documents) - skipped
        return error_signature(self.options, singletons=self.policy, units=units, skipped=skipped, digests=digests)


@dataclass(frozen=True)
class Measured:
    """Numbers of the picked systems: errors by type, their difference (empty for one system), gains, operations, links.

    before : CoNLL as it is. operations : (systems, OPERATIONS). links : (systems, 4), missing, all of gold, wrong, all.
    """

    counts: pd.DataFrame
    against: pd.DataFrame
    alone: pd.DataFrame
    sequence: pd.DataFrame
    before: tuple[float, ...]
    operations: np.ndarray
    links: np.ndarray


def selected(whole: state.Selection, policy: str) -> FailureSelection:
    """What is chosen, under a policy of singletons."""
    parts = {name: tuple(getattr(whole.project, name)[k] for k in whole.picked) for name in ("systems", "names", "alignments")}
    places = tuple(whole.places[k] for k in whole.picked)
    options = TypedOptions(**{name: getattr(whole.options, name) for name in ("zero_match", "resamples", "seed", "level")})
    project = replace(whole.project, **parts)
    return FailureSelection(whole, project, options, 0, 1 if len(places) == 2 else None, places, policy)


@st.cache_resource(max_entries=MENTIONS, show_spinner=False)
def _mentions(key: tuple) -> once.Once:  # noqa: ARG001
    """The holder of matched mentions; key : digests, names and how zeros match."""
    return once.Once()


@st.cache_resource(max_entries=FOUND, show_spinner=False)
def _found(key: tuple) -> once.Once:  # noqa: ARG001
    """The holder of what is counted; key : that of the mentions, the policy, what is counted and the options."""
    return once.Once()


def sides(chosen: FailureSelection) -> TypedProject:
    """All mentions of gold and the picked systems, matched exactly; too many are refused, and the page stops."""
    try:
        return _mentions(chosen.key).get("Matching mentions", lambda _: read_sides(chosen.project, chosen.options))
    except TooMuchError as error:
        remedy = "No corpus has so many; check the brackets, or leave out the document that they stand in."
        frame.refused(AlignmentError(chosen.project.gold.name, None, f"gold or a system has {error}", remedy))
        st.stop()
    except InputError as error:
        frame.refused(error, "Choose another option.")
        st.stop()


def analysis(chosen: FailureSelection) -> Analysis:
    """The systems compared with gold, part by part."""
    whole = sides(chosen)
    return _found((*chosen.key, chosen.policy)).get("Looking for mistakes", lambda _: analyse(whole, chosen.policy))


def groups(chosen: FailureSelection) -> Groups | None:
    """The classes of all mentions that are left under the policy, by gold's own types; None where gold has none."""
    whole = sides(chosen)

    def make(_) -> Groups | None:
        labelling = evaluation.read_labelling(chosen.project.gold, None)
        return labelling and evaluation.group(whole, "class", evaluation.assign_labels(whole, labelling, chosen.options))

    found = _found((*chosen.key, "classes")).get("Assigning classes", make)
    return found and kept_groups(whole, analysis(chosen).typed, found)


def mistakes(chosen: FailureSelection) -> pd.DataFrame:
    """figures.failure_frames.mistakes() of the picked systems; shared between sessions, to be read only."""
    parts, classes = analysis(chosen), groups(chosen)
    key = (*chosen.key, chosen.policy, "mistakes", chosen.places)
    make = lambda _: failure_frames.mistakes(failures(parts, classes), chosen.systems)  # noqa: E731
    return _found(key).get("Listing mistakes", make)


def measured(chosen: FailureSelection) -> Measured:
    """All numbers with their intervals."""
    parts = analysis(chosen)
    key = (*chosen.key, chosen.policy, "measured", repr(chosen.options))
    return _found(key).get("Mending mistakes and taking scores again", lambda _: _measured(parts, chosen.options))


def _measured(parts: Analysis, options: TypedOptions) -> Measured:
    names, numbers = parts.typed.names, summary.count_errors(parts)
    alone, sequence = count_mended(parts.typed, parts.compared, parts.policy)
    plain = scores(alone, replace(options, resamples=0), [summary.GAIN])
    before = plain[plain["singletons"] == NONE].set_index("system")["f1"]
    links = count_links(parts).values.sum(axis=0)
    return Measured(
        summary.number_table(numbers, names, TYPES, options),
        summary.number_differences(numbers, names, TYPES, options) if len(names) > 1 else pd.DataFrame(),
        summary.gains(alone, options),
        summary.in_sequence(summary.gains(sequence, options)),
        tuple(float(before[name]) for name in names),
        summary.count_operations(parts).sum(axis=0).reshape(len(names), len(OPERATIONS)),
        links.reshape(len(names), -1),
    )
