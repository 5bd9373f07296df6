"""Coreference by class or any other group of mentions: label sets, and all numbers by group."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pandas as pd

from figures.studies.chosen import Chosen, named
from loaders import InputError
from loaders.errors import AlignmentError
from metrics import results
from metrics.geometry import TooMuchError
from metrics.options import typed_signature
from metrics.typed import compared, coverage, evaluation
from metrics.typed.checking import noise_effect
from metrics.typed.diagnosis import Findings, find
from metrics.typed.evaluation import Labelling
from metrics.typed.groupings import CLASS, GROUPINGS, NoGroupsError
from metrics.typed.project import Groups, Labelled, TypedProject, read_sides

BY = (CLASS, *(name for name in GROUPINGS if name != CLASS))
GOLD_TYPES = "gold"  # the label set of gold's own types


@dataclass(frozen=True)
class LabelSet:
    """A label set as it was read, or the error that says why there is none. word : how the address names it."""

    word: str
    name: str
    labelling: Labelling | None = None
    error: InputError | None = None


@dataclass(frozen=True)
class ClassChosen(Chosen):
    """What figures by class work on: a metrics.Project of the picked systems alone, so that what they share is what these

    two share, and TypedOptions. sets : all label sets as they are; labels : the chosen one under the map, None where there
    is none. map_name : of the map in force.
    """

    sets: tuple[LabelSet, ...] = ()
    labels: LabelSet | None = None
    map_name: str = ""

    @property
    def key(self) -> tuple:
        """What the picked systems' mentions depend on."""
        project = self.project
        corpora = (named(corpus) for corpus in (project.gold, *project.systems))
        return (*corpora, *project.names, *sorted(project.skipped), self.options.zero_match)

    def key_by(self, by: str) -> tuple:
        """What the groups of a grouping depend on."""
        labels = self.labels if by == CLASS else None
        return (*self.key, by, *((labels.word, labels.labelling.sign, self.options.threshold) if labels else ()))

    def signature(self, by: str, metric: str | None = None, *, differences: bool = False) -> str:
        """The line that says how numbers of a grouping were made; differences range over common mentions whatever is chosen."""
        digests = self.digests(self.project.gold.digest, tuple(corpus.digest for corpus in self.project.systems))
        skipped = len(self.project.skipped)
        units = len(self.project.gold.documents) - skipped
        labels = self.labels.labelling.sign if by == CLASS and self.labels else by
        options = replace(self.options, link_mentions="common") if differences else self.options
        return typed_signature(metric, options, labels=labels, units=units, skipped=skipped, digests=digests)


def sides(chosen: ClassChosen) -> TypedProject:
    """The mentions of gold and the picked systems, matched exactly."""

    def make(_) -> TypedProject:
        try:
            return read_sides(chosen.project, chosen.options)
        except TooMuchError as error:
            remedy = "No corpus has so many; check the brackets, or leave out the document that they stand in."
            raise AlignmentError(chosen.project.gold.name, None, f"gold or a system has {error}", remedy) from None

    return chosen.keep("sides", chosen.key, "Matching mentions", make)


def labelled(chosen: ClassChosen, labels: LabelSet | None) -> Labelled | None:
    """The own labels of all mentions from a label set."""
    if labels is None or labels.labelling is None:
        return None
    key = (*chosen.key, "labelled", labels.word, labels.labelling.sign, chosen.options.threshold)
    make = lambda _: evaluation.assign_labels(sides(chosen), labels.labelling, chosen.options)  # noqa: E731
    return chosen.keep("classes", key, "Assigning labels", make)


def groups(chosen: ClassChosen, by: str) -> Groups:
    """The groups of all mentions. Raises NoGroupsError where the corpus lacks what they need."""
    make = lambda _: evaluation.group(sides(chosen), by, labelled(chosen, chosen.labels))  # noqa: E731
    return chosen.keep("classes", (*chosen.key_by(by), "groups"), f"Grouping mentions by {by}", make)


def default_by(chosen: ClassChosen) -> str:
    """The grouping at first sight: class where there are labels, else mention type; class where there is neither."""
    try:
        return evaluation.default_grouping(sides(chosen), labelled(chosen, chosen.labels))
    except NoGroupsError:
        return CLASS


def lacking(chosen: ClassChosen, by: str, error: NoGroupsError) -> str:
    """Why there are no groups; where there are neither classes nor mention types, both are said."""
    try:
        if by == CLASS:
            evaluation.default_grouping(sides(chosen), labelled(chosen, chosen.labels))
    except NoGroupsError as neither:
        return str(neither)
    return str(error)


def numbers(chosen: ClassChosen, by: str) -> compared.Compared:
    """All numbers of a grouping."""
    make = lambda _: compared.compare(sides(chosen), groups(chosen, by), chosen.options)  # noqa: E731
    return chosen.keep("classes", (*chosen.key_by(by), repr(chosen.options)), f"Resampling documents by {by}", make)


def confusions(chosen: ClassChosen) -> pd.DataFrame:
    """Class in gold and in the system of the mentions that both have: gold, predicted, count_0 (and count_1), wrong."""
    typed, found = sides(chosen), groups(chosen, CLASS)
    tables = [coverage.confusion(typed, found, k).stack() for k in range(len(chosen.places))]
    table = pd.concat(tables, axis=1).reset_index()
    table.columns = ["gold", "predicted", *(f"count_{k}" for k in range(len(tables)))]
    table = table[(table.filter(like="count_") > 0).any(axis=1)]
    return table.assign(wrong=table["gold"] != table["predicted"]).reset_index(drop=True)


def covered(chosen: ClassChosen) -> pd.DataFrame:
    """Coverage of every label set before and after propagation: results.scores(), the set in the column `group`; empty

    where there is no set.
    """
    sets = {one.name: labelled(chosen, one) for one in chosen.sets if one.labelling}
    if chosen.map_name and chosen.labels:
        sets[f"{chosen.labels.name}, {chosen.map_name}"] = labelled(chosen, chosen.labels)
    if not sets:
        return pd.DataFrame()

    def make(_) -> pd.DataFrame:
        counts = coverage.count_coverage(sides(chosen), sets)
        total = counts.values.sum(axis=0)[:, counts.columns["before"]][:, 1]
        found = results.scores(counts, chosen.options).rename(columns={"singletons": "group"})
        return found.assign(mentions=[int(n) for _ in counts.layout.metrics for n in total])

    signs = [(one.name, one.labelling.sign) for one in chosen.sets if one.labelling]
    signs += [chosen.labels.labelling.sign] if chosen.labels else []
    return chosen.keep("classes", (*chosen.key, "coverage", *signs, repr(chosen.options)), "Resampling coverage", make)


def noise(chosen: ClassChosen, probability: float) -> pd.DataFrame:
    """How far scores by class move when labels are wrong with a probability: metrics.typed.checking.noise_effect()."""
    make = lambda _: noise_effect(sides(chosen), chosen.labels.labelling.ours, chosen.options, probability)  # noqa: E731
    key = (*chosen.key_by(CLASS), "noise", probability, repr(chosen.options))
    return chosen.keep("classes", key, "Making labels wrong", make)


def findings(chosen: ClassChosen, by: str) -> Findings:
    """What the picked systems lose, and what it costs them."""

    def make(_) -> Findings:
        counts = numbers(chosen, by).counts
        return find(sides(chosen), groups(chosen, by), counts, chosen.options, chosen.project.names)

    return chosen.keep("classes", (*chosen.key_by(by), repr(chosen.options), "diagnosis"), f"Resampling costs by {by}", make)
