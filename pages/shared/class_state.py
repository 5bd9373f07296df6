"""What the page of classes works on: the chosen pair, its label sets, and all numbers by group."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pandas as pd

import metrics as m
from loaders import InputError
from loaders.errors import AlignmentError
from metrics import results
from metrics.geometry import TooMuchError
from metrics.options import TypedOptions, typed_signature
from metrics.typed import compared, coverage, evaluation
from metrics.typed.checking import noise_effect
from metrics.typed.groupings import CLASS, GROUPINGS, NoGroupsError
from metrics.typed.project import Groups, Labelled, TypedProject, read_sides
from pages.shared import once, state, workspace
from pages.shared.label_loading import LabelSet, Mapping_, label_sets, read_mapping
from pages.shared.loading import named
from pages.shared.records import Record

BY = (CLASS, *(name for name in GROUPINGS if name != CLASS))


@dataclass(frozen=True)
class ClassSelection:
    """What the page works on: a project of the picked systems alone, so that what they share is what these two share.

    a, b, places and the properties are those of state.Selection. sets : all label sets as they are; labels : the chosen one
    under the map, None where there is none. mapping : the map in force, or why it cannot be read.
    """

    whole: state.Selection
    project: m.Project
    options: TypedOptions
    a: int
    b: int | None
    places: tuple[int, ...]
    record: Record
    sets: tuple[LabelSet, ...]
    labels: LabelSet | None
    mapping: Mapping_ | InputError | None

    letters, picked = state.Selection.letters, state.Selection.picked
    name_a, name_b = state.Selection.name_a, state.Selection.name_b

    @property
    def key(self) -> tuple:
        """What the picked systems' mentions depend on, for caches."""
        project = self.project
        corpora = (named(corpus) for corpus in (project.gold, *project.systems))
        return (*corpora, *project.names, *sorted(project.skipped), self.options.zero_match)

    def signature(self, by: str, metric: str | None = None, *, differences: bool = False) -> str:
        """The line that says how numbers of a grouping were made; differences range over common mentions whatever is chosen."""
        digests = {"gold": self.project.gold.digest}
        digests |= {who: corpus.digest for who, corpus in zip(self.letters, self.project.systems, strict=True)}
        skipped = len(self.project.skipped)
        units = len(self.project.gold.documents) - skipped
        labels = self.labels.labelling.sign if by == CLASS and self.labels else by
        options = replace(self.options, link_mentions="common") if differences else self.options
        return typed_signature(metric, options, labels=labels, units=units, skipped=skipped, digests=digests)


def selected(whole: state.Selection) -> ClassSelection:
    """What is chosen, with its label sets."""
    chosen = state.choice()
    record = workspace.read(state.project_id()) or workspace.sample()
    mapping = read_mapping(record, chosen.mapping)
    sets = tuple(label_sets(record, whole.project.gold, chosen))
    good = [one for one in sets if one.labelling]
    labels = next((one for one in good if one.word == chosen.labels), next(iter(good), None))
    if labels is not None and isinstance(mapping, tuple):
        labels = next(one for one in label_sets(record, whole.project.gold, chosen, mapping) if one.word == labels.word)
    parts = {name: tuple(getattr(whole.project, name)[k] for k in whole.picked) for name in ("systems", "names", "alignments")}
    places = tuple(whole.places[k] for k in whole.picked)
    b = 1 if len(places) == 2 else None
    project = replace(whole.project, **parts)
    return ClassSelection(whole, project, chosen.typed(), 0, b, places, record, sets, labels, mapping)


def sides(chosen: ClassSelection) -> TypedProject:
    """The mentions of gold and the picked systems, matched exactly."""

    def make(_) -> TypedProject:
        try:
            return read_sides(chosen.project, chosen.options)
        except TooMuchError as error:
            remedy = "No corpus has so many; check the brackets, or leave out the document that they stand in."
            raise AlignmentError(chosen.project.gold.name, None, f"gold or a system has {error}", remedy) from None

    return once.or_stop(lambda: once.sides(chosen.key).get("Matching mentions", make))


def labelled(chosen: ClassSelection, labels: LabelSet | None) -> Labelled | None:
    """The own labels of all mentions from a label set."""
    if labels is None or labels.labelling is None:
        return None
    key = (*chosen.key, "labelled", labels.word, labels.labelling.sign, chosen.options.threshold)
    make = lambda _: evaluation.assign_labels(sides(chosen), labels.labelling, chosen.options)  # noqa: E731
    return once.classes(key).get("Assigning labels", make)


def groups(chosen: ClassSelection, by: str) -> Groups:
    """The groups of all mentions. Raises NoGroupsError where the corpus lacks what they need."""
    return once.classes((*_key(chosen, by), "groups")).get(
        f"Grouping mentions by {by}", lambda _: evaluation.group(sides(chosen), by, labelled(chosen, chosen.labels))
    )


def default_by(chosen: ClassSelection) -> str:
    """The grouping at first sight: class where there are labels, else mention type; class where there is neither."""
    try:
        return evaluation.default_grouping(sides(chosen), labelled(chosen, chosen.labels))
    except NoGroupsError:
        return CLASS


def lacking(chosen: ClassSelection, by: str, error: NoGroupsError) -> str:
    """Why there are no groups; where there are neither classes nor mention types, both are said."""
    try:
        if by == CLASS:
            evaluation.default_grouping(sides(chosen), labelled(chosen, chosen.labels))
    except NoGroupsError as neither:
        return str(neither)
    return str(error)


def numbers(chosen: ClassSelection, by: str) -> compared.Compared:
    """All numbers of a grouping."""
    key = (*_key(chosen, by), repr(chosen.options))
    make = lambda _: compared.compare(sides(chosen), groups(chosen, by), chosen.options)  # noqa: E731
    return once.classes(key).get(f"Resampling documents by {by}", make)


def confusions(chosen: ClassSelection) -> pd.DataFrame:
    """Class in gold and in the system of the mentions that both have: gold, predicted, count_0 (and count_1), wrong."""
    typed, found = sides(chosen), groups(chosen, CLASS)
    tables = [coverage.confusion(typed, found, k).stack() for k in range(len(chosen.places))]
    table = pd.concat(tables, axis=1).reset_index()
    table.columns = ["gold", "predicted", *(f"count_{k}" for k in range(len(tables)))]
    table = table[(table.filter(like="count_") > 0).any(axis=1)]
    return table.assign(wrong=table["gold"] != table["predicted"]).reset_index(drop=True)


def covered(chosen: ClassSelection) -> pd.DataFrame:
    """Coverage of every label set before and after propagation: results.scores(), the set in the column `group`."""
    sets = {one.name: labelled(chosen, one) for one in chosen.sets if one.labelling}
    if isinstance(chosen.mapping, tuple) and chosen.labels:
        sets[f"{chosen.labels.name}, {chosen.mapping[0]}"] = labelled(chosen, chosen.labels)

    def make(_) -> pd.DataFrame:
        counts = coverage.count_coverage(sides(chosen), sets)
        total = counts.values.sum(axis=0)[:, counts.columns["before"]][:, 1]
        found = results.scores(counts, chosen.options).rename(columns={"singletons": "group"})
        return found.assign(mentions=[int(n) for _ in counts.layout.metrics for n in total])

    signs = [(one.name, one.labelling.sign) for one in chosen.sets if one.labelling]
    signs += [chosen.labels.labelling.sign] if chosen.labels else []
    return once.classes((*chosen.key, "coverage", *signs, repr(chosen.options))).get("Resampling coverage", make)


def noise(chosen: ClassSelection, probability: float) -> pd.DataFrame:
    """How far scores by class move when labels are wrong with a probability: metrics.typed.checking.noise_effect()."""
    make = lambda _: noise_effect(sides(chosen), chosen.labels.labelling.ours, chosen.options, probability)  # noqa: E731
    key = (*_key(chosen, CLASS), "noise", probability, repr(chosen.options))
    return once.classes(key).get("Making labels wrong", make)


def _key(chosen: ClassSelection, by: str) -> tuple:
    labels = (chosen.labels.word, chosen.labels.labelling.sign, chosen.options.threshold) if by == CLASS and chosen.labels else ()
    return (*chosen.key, by, *labels)
