"""What the Failures page works on: the chosen pair, its mistakes, and what mending them would bring."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pandas as pd
import streamlit as st

from figures import failure_frames
from figures.frames import Systems
from metrics.errors import summary
from metrics.errors.failures import Analysis, analyse, failures
from metrics.errors.links import count_links
from metrics.errors.mending import NONE, count_mended
from metrics.errors.sides import kept_groups
from metrics.errors.types import OPERATIONS, TYPES
from metrics.options import TypedOptions, error_signature
from metrics.results import scores
from metrics.typed.groupings import CLASS, NoGroupsError
from metrics.typed.project import Groups, TypedProject
from pages.shared import class_state, once, state
from pages.shared.class_state import ClassSelection

KEPT = 24  # of what is found


@dataclass(frozen=True)
class FailureSelection:
    """The picked systems alone, with the classes of mentions, under a policy of singletons."""

    classes: ClassSelection
    policy: str

    whole = property(lambda self: self.classes.whole)
    project = property(lambda self: self.classes.project)
    options = property(lambda self: self.classes.options)
    a = property(lambda self: self.classes.a)
    b = property(lambda self: self.classes.b)
    places = property(lambda self: self.classes.places)
    letters = property(lambda self: self.classes.letters)
    picked = property(lambda self: self.classes.picked)

    @property
    def key(self) -> tuple:
        """What mistakes depend on, for caches."""
        return (*self.classes.key, "failures", self.policy)

    @property
    def labels(self) -> str:
        """How a signature names the classes, "" without any."""
        return self.classes.labels.labelling.sign if self.classes.labels else ""

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
    return FailureSelection(class_state.selected(whole), policy)


@st.cache_resource(max_entries=KEPT, show_spinner=False)
def _found(key: tuple) -> once.Once:  # noqa: ARG001
    """The holder of what is found; key : the selection's, what is counted and the options that it depends on."""
    return once.Once()


def sides(chosen: FailureSelection) -> TypedProject:
    """All mentions of gold and the picked systems, matched exactly."""
    return class_state.sides(chosen.classes)


def analysis(chosen: FailureSelection) -> Analysis:
    """The systems compared with gold, part by part."""
    whole = sides(chosen)
    return _found((*chosen.key, "parts")).get("Looking for mistakes", lambda _: analyse(whole, chosen.policy))


def groups(chosen: FailureSelection) -> Groups | None:
    """The classes of all mentions that are left under the policy; None where there are no labels."""
    try:
        found = class_state.groups(chosen.classes, CLASS)
    except NoGroupsError:
        return None
    return kept_groups(sides(chosen), analysis(chosen).typed, found)


def mistakes(chosen: FailureSelection) -> pd.DataFrame:
    """figures.failure_frames.mistakes() of the picked systems; shared between sessions, to be read only."""
    parts, classes = analysis(chosen), groups(chosen)
    key = (*chosen.key, "mistakes", chosen.places, chosen.labels, chosen.options.threshold)
    make = lambda _: failure_frames.mistakes(failures(parts, classes), chosen.systems)  # noqa: E731
    return _found(key).get("Listing mistakes", make)


def measured(chosen: FailureSelection) -> Measured:
    """All numbers with their intervals."""
    parts = analysis(chosen)
    key = (*chosen.key, "measured", repr(chosen.options))
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
