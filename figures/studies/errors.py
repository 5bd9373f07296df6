"""Errors of coreference by type: what is found, what mending it would bring, and the figures and tables of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd

from figures import failure_frames, failure_tables, group_gains
from figures.score_tables import signed
from figures.studies import typed
from figures.studies.exhibit import Exhibit, Maker, NotShownError, View, policies, shows
from figures.studies.typed import ClassChosen
from figures.tables import Table
from metrics.errors import summary
from metrics.errors.failures import Analysis, analyse, failures
from metrics.errors.grouped import BY, group_table
from metrics.errors.grouped import CLASS as BY_CLASS
from metrics.errors.links import count_links
from metrics.errors.mending import NONE, count_mended
from metrics.errors.sides import kept_groups
from metrics.errors.types import OPERATIONS, TYPES
from metrics.options import TypedOptions, error_signature
from metrics.results import scores
from metrics.typed.groupings import CLASS, NoGroupsError
from metrics.typed.project import Groups, TypedProject


@dataclass(frozen=True)
class FailureSelection:
    """The picked systems alone, with the classes of mentions, under a policy of singletons."""

    classes: ClassChosen
    policy: str

    project = property(lambda self: self.classes.project)
    options = property(lambda self: self.classes.options)
    a = property(lambda self: self.classes.a)
    b = property(lambda self: self.classes.b)
    places = property(lambda self: self.classes.places)
    letters = property(lambda self: self.classes.letters)
    picked = property(lambda self: self.classes.picked)
    systems = property(lambda self: self.classes.systems)

    @property
    def key(self) -> tuple:
        """What mistakes depend on."""
        return (*self.classes.key, "failures", self.policy)

    @property
    def labels(self) -> str:
        """How a signature names the classes, "" without any."""
        return self.classes.labels.labelling.sign if self.classes.labels else ""

    def keep(self, *what: Any) -> Any:
        """Where numbers are kept."""
        return self.classes.keep("failures", *what)

    def signature(self) -> str:
        """The line that says how numbers were made."""
        project = self.project
        digests = self.classes.digests(project.gold.digest, tuple(corpus.digest for corpus in project.systems))
        skipped = len(project.skipped)
        units = len(project.gold.documents) - skipped
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


def sides(chosen: FailureSelection) -> TypedProject:
    """All mentions of gold and the picked systems, matched exactly."""
    return typed.sides(chosen.classes)


def analysis(chosen: FailureSelection) -> Analysis:
    """The systems compared with gold, part by part."""
    make = lambda _: analyse(sides(chosen), chosen.policy)  # noqa: E731
    return chosen.keep((*chosen.key, "parts"), "Looking for mistakes", make)


def groups(chosen: FailureSelection) -> Groups | None:
    """The classes of all mentions that are left under the policy; None where there are no labels."""
    try:
        found = typed.groups(chosen.classes, CLASS)
    except NoGroupsError:
        return None
    return kept_groups(sides(chosen), analysis(chosen).typed, found)


def mistakes(chosen: FailureSelection) -> pd.DataFrame:
    """figures.failure_frames.mistakes() of the picked systems; shared, to be read only."""
    make = lambda _: failure_frames.mistakes(failures(analysis(chosen), groups(chosen)), chosen.systems)  # noqa: E731
    key = (*chosen.key, "mistakes", chosen.places, chosen.labels, chosen.options.threshold)
    return chosen.keep(key, "Listing mistakes", make)


def counted(chosen: FailureSelection) -> pd.DataFrame:
    """The mistakes that are errors after Kummerfeld and Klein."""
    found = mistakes(chosen)
    return found[found["counted"]]


def measured(chosen: FailureSelection) -> Measured:
    """All numbers with their intervals."""
    make = lambda _: _measured(analysis(chosen), chosen.options)  # noqa: E731
    return chosen.keep((*chosen.key, "measured", repr(chosen.options)), "Mending mistakes and taking scores again", make)


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


def gains_by(chosen: FailureSelection, by: str) -> pd.DataFrame:
    """What mending every error of one group would bring: metrics.errors.grouped.group_table()."""
    labels = groups(chosen) if by == BY_CLASS else None
    make = lambda _: group_table(analysis(chosen), by, chosen.options, labels)  # noqa: E731
    key = (*chosen.key, "grouped", by, repr(chosen.options), chosen.labels if labels else "")
    return chosen.keep(key, f"Mending mistakes by {by}", make)


def group_gains_table(chosen: FailureSelection, by: str) -> Table:
    """The same as a table, what brings most first."""
    made = failure_tables.group_gains_table(gains_by(chosen, by), by, chosen.systems, chosen.options.level)
    return signed(made, _signed_by(chosen, by))


def _signed_by(chosen: FailureSelection, by: str) -> str:
    return f"{chosen.signature()}|by:{by}|labels:{(chosen.labels if by == BY_CLASS else '') or 'none'}"


def under(chosen: FailureSelection, view: View) -> FailureSelection:
    """The selection under the policy of singletons that a view asks for."""
    return replace(chosen, policy=view.singletons or chosen.policy)


def by_type(chosen: FailureSelection, view: View) -> Exhibit:
    """Own and shared errors by type, and what mending each brings."""
    chosen = under(chosen, view)
    frame = failure_frames.shared_frame(counted(chosen), measured(chosen).alone, chosen.systems)
    return Exhibit("failures", frame, "Errors by type", chosen.signature(), chosen.systems, chosen.options)


def heat(chosen: FailureSelection, view: View) -> Exhibit:
    """Where errors sit: groups of mentions by type."""
    chosen = under(chosen, view)
    found = counted(chosen)
    if not len(found):
        raise NotShownError("There are no errors.")
    frame = failure_frames.heat_frame(found, chosen.systems, view.by, view.show)
    signature = f"{chosen.signature()}|labels:{chosen.labels or 'none'}"
    return Exhibit("failure-heat", frame, "Where errors sit", signature, chosen.systems, chosen.options)


def layouts(chosen: FailureSelection) -> Mapping[str, str]:
    """By what errors can be laid out."""
    known = failure_frames.layouts(counted(chosen)) or ["mention_type"]
    return {column: f"by {failure_frames.BY[column]}" for column in known}


def mended(chosen: FailureSelection) -> Mapping[str, str]:
    """By what errors can be mended in groups."""
    return {by: f"by {by}" for by in BY if by != BY_CLASS or groups(chosen)}


def by_group(chosen: FailureSelection, view: View) -> Exhibit:
    """What mending every error of one group would bring."""
    chosen = under(chosen, view)
    frame = group_gains.gains_frame(gains_by(chosen, view.by), view.by, chosen.systems)
    if not len(frame):
        raise NotShownError(f"Mending the errors of one {view.by} would bring nothing.")
    signature, title = _signed_by(chosen, view.by), f"Mended by {view.by}"
    return Exhibit("failure-groups", frame, title, signature, chosen.systems, chosen.options)


def numbers_table(chosen: FailureSelection) -> Table:
    """Errors by type with intervals, and what mending each brings."""
    found = measured(chosen)
    made = failure_tables.numbers_table(found.counts, found.against, found.alone, chosen.systems, chosen.options.level)
    return signed(made, chosen.signature())


def sequence_table(chosen: FailureSelection) -> Table:
    """What mending brings type after type."""
    found = measured(chosen)
    frame = failure_frames.sequence_frame(found.sequence, found.before, chosen.systems)
    return signed(failure_tables.sequence_table(frame, chosen.systems), chosen.signature())


def operations_table(chosen: FailureSelection) -> Table:
    """Operations that would make each system's output gold."""
    return signed(failure_tables.operations_table(measured(chosen).operations, chosen.systems), chosen.signature())


def links_table(chosen: FailureSelection) -> Table:
    """Missing and wrong links."""
    return signed(failure_tables.links_table(measured(chosen).links, chosen.systems), chosen.signature())


TABLES = {"numbers": numbers_table, "sequence": sequence_table, "operations": operations_table, "links": links_table}


def tables(chosen: FailureSelection, view: View) -> list[Table]:
    """All tables of errors."""
    return [make(under(chosen, view)) for make in TABLES.values()]


POLICY = {"singletons": policies}
EXHIBITS = {
    "failures": Maker(by_type, "errors by type, and what mending brings", POLICY, tables),
    "failure-heat": Maker(heat, "where errors sit", POLICY | {"by": layouts, "show": shows}),
    "failure-groups": Maker(
        by_group,
        "what mending one class, mention type or document brings",
        POLICY | {"by": mended},
        lambda c, v: [group_gains_table(under(c, v), v.by)],
    ),
}
