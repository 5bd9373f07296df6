"""From a project and its labels to counts by group: what the command line and the pages ask for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from loaders.schema import Corpus
from metrics.counting import Counts
from metrics.options import TypedOptions
from metrics.typed.counts import count_groups
from metrics.typed.groupings import CLASS, GROUPINGS, NoGroupsError
from metrics.typed.labels import LabelSpans, gold_types, label_spans, mapped
from metrics.typed.project import Groups, Labelled, TypedProject, assign_all, class_groups

MENTION_TYPE = "mention type"  # what classes are where there are no labels


@dataclass(frozen=True)
class Labelling:
    """A label set. ours : the spans that label gold's mentions; theirs : the systems', None where they are the same.

    sign : how a signature names it.
    """

    name: str
    ours: LabelSpans
    theirs: LabelSpans | None
    sign: str


@dataclass(frozen=True)
class Grouped:
    """Counts of a grouping. compared : over the mentions that gold and all systems share, from which differences are taken."""

    groups: Groups
    counts: Counts
    compared: Counts


def read_labelling(
    gold: Corpus, labels: Corpus | None, predicted: Corpus | None = None, mapping: tuple[str, Mapping[str, str]] | None = None
) -> Labelling | None:
    """The label set of a file, or of gold's own types where none is given; None where gold has none either.

    mapping : a map's name and the map. Raises AlignmentError where tokens differ.
    """
    ours = gold_types(gold) if labels is None else label_spans(gold, labels)
    if ours is None:
        return None
    theirs = None if predicted is None else label_spans(gold, predicted)
    sign = ",".join(["gold" if labels is None else labels.digest[:6], *([predicted.digest[:6]] if predicted else [])])
    if mapping:
        name, table = mapping
        ours, theirs = mapped(ours, table), theirs and mapped(theirs, table)
        sign += f"|map:{name}"
    return Labelling(ours.name, ours, theirs, sign)


def assign_labels(typed: TypedProject, labelling: Labelling, options: TypedOptions) -> Labelled:
    """The own labels of all mentions of a project."""
    return assign_all(typed, labelling.ours, labelling.theirs, options.threshold)


def group(typed: TypedProject, by: str, labelled: Labelled | None) -> Groups:
    """The groups of a grouping by name. Raises NoGroupsError where the corpus lacks what it needs."""
    if by != CLASS:
        return GROUPINGS[by](typed)
    if labelled is None:
        raise NoGroupsError("gold names no types; classes need a file of labelled spans, or types in gold.")
    return class_groups(typed, labelled)


def default_grouping(typed: TypedProject, labelled: Labelled | None) -> str:
    """class where there are labels, else mention type where words have tags. Raises NoGroupsError where neither is."""
    if labelled is not None:
        return CLASS
    try:
        GROUPINGS[MENTION_TYPE](typed)
    except NoGroupsError as error:
        raise NoGroupsError(
            f"there are no classes: no file of labelled spans, no types in gold; and no mention types. {error}"
        ) from None
    return MENTION_TYPE


def count(typed: TypedProject, groups: Groups, options: TypedOptions) -> Grouped:
    """The counts of a grouping under the options."""
    counts = count_groups(typed, groups, options)
    alike = options.link_mentions == "common" or len(typed.systems) == 1
    return Grouped(groups, counts, counts if alike else count_groups(typed, groups, replace(options, link_mentions="common")))
