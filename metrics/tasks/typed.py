"""Coreference by semantic class, or any other grouping of mentions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from loaders import Corpus
from metrics.counting import align_systems
from metrics.options import TypedOptions
from metrics.report import alignment_report
from metrics.rows import Comparison, Sign
from metrics.signing import typed_signer
from metrics.tasks.asking import Found, OptionError, Task
from metrics.typed import evaluation
from metrics.typed.counts import TYPED_METRICS as METRICS
from metrics.typed.groupings import CLASS, GROUPINGS, NoGroupsError
from metrics.typed.project import Labelled, TypedProject, read_sides
from metrics.typed.report import typed_report
from metrics.typed.rows import score_groups, typed_rows

OPTIONS = TypedOptions
ORDER = tuple(METRICS)
BY = (CLASS, *GROUPINGS)


@dataclass(frozen=True)
class Typed:
    """Gold and systems with their labels, counted by group. labelling, labelled : None where there are no labels."""

    made: TypedProject
    labelling: evaluation.Labelling | None
    labelled: Labelled | None
    grouped: evaluation.Grouped
    sign: Sign

    @property
    def groups_from(self) -> str:
        """Where the groups come from, as a signature or a recipe names it: a label set, or the grouping."""
        return self.labelling.name if self.by_class else self.grouped.groups.by

    @property
    def by_class(self) -> bool:
        """Whether groups are semantic classes."""
        return self.grouped.groups.by == CLASS


def run(
    gold: Corpus,
    systems: Sequence[Corpus],
    names: Sequence[str],
    task: Task,
    *,
    by: str | None = None,
    labels: Corpus | None = None,
    labels_pred: Corpus | None = None,
    mapping: tuple[str, Mapping[str, str]] | None = None,
) -> Found:
    """The rows of every metric, group and system, of micro and of macro.

    by : class where there are labels, else mention type. labels : labelled spans of the same text, None for gold's own types;
    labels_pred : for the systems' mentions, where they are others. mapping : a map's name and the map.
    Raises AlignmentError where tokens differ and OptionError for a grouping that the corpus does not have.
    """
    labelling = evaluation.read_labelling(gold, labels, labels_pred, mapping)
    return found_of(prepare(gold, systems, names, task, labelling, by=by), task)


def prepare(
    gold: Corpus,
    systems: Sequence[Corpus],
    names: Sequence[str],
    task: Task,
    labelling: evaluation.Labelling | None,
    *,
    by: str | None = None,
) -> Typed:
    """All sides aligned, labelled and counted. Raises as run()."""
    if not 0 <= task.options.threshold < 1:
        raise OptionError("threshold", f"{task.options.threshold} is no share of words; say 0.5, for one.")
    made = read_sides(align_systems(gold, systems, names, skip_bad=task.options.skip_bad), task.options)
    task.say("counting by group")
    labelled = labelling and evaluation.assign_labels(made, labelling, task.options)
    try:
        by = by or evaluation.default_grouping(made, labelled)
        grouped = evaluation.count(made, evaluation.group(made, by, labelled), task.options)
    except NoGroupsError as error:
        raise OptionError("by", str(error), by or CLASS) from None
    said = labelling.sign if grouped.groups.by == CLASS else grouped.groups.by
    return Typed(made, labelling, labelled, grouped, typed_signer(made.project, grouped.counts, task.options, said))


def found_of(typed: Typed, task: Task) -> Found:
    """The rows and the report of what was counted."""
    made, grouped, sign = typed.made, typed.grouped, typed.sign
    found = score_groups(grouped.counts, grouped.compared, task.options, task.metrics)
    comparison = Comparison(made.names, grouped.counts, task.options, sign, match="exact", labels=task.labels)
    report = alignment_report(made.project) | typed_report(made, grouped.groups, typed.labelling, typed.labelled)
    return Found(sign(None, "", None), report, typed_rows(comparison, found, grouped.groups.by), len(grouped.counts.units))
