"""Gold and systems, aligned once and counted per document: the table from which every number is read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from loaders.errors import AlignmentError, InputError
from loaders.schema import Corpus
from metrics import coreference, matching, mentions, overlap
from metrics.alignment import Alignment, align, unreadable
from metrics.geometry import TooMuchError
from metrics.mentions import BASELINES, SINGLETONS, Mentions
from metrics.metric import Layout, Metric, layout
from metrics.options import CoreferenceOptions
from metrics.transfer import fitted


@dataclass(frozen=True)
class Project:
    """Gold and systems, aligned.

    skipped : by gold's document number, why a document is left out for all systems. names : of the systems, unique.
    """

    gold: Corpus
    systems: tuple[Corpus, ...]
    names: tuple[str, ...]
    alignments: tuple[Alignment, ...]
    skipped: dict[int, InputError]

    @property
    def n_skipped(self) -> int:
        """Documents left out: of gold's, and those of gold that could not be read at all."""
        return len(self.skipped) + len(self.gold.skipped)


@dataclass(frozen=True)
class Counts:
    """Counts of every metric: values has shape (units, inputs, columns).

    units : ids of gold's units (documents, sentences) in gold's order. inputs : (system, variant), a variant being
    what was done before counting: "keep" or "drop" for singletons. layout : whose columns are where. kinds : (units,),
    the row of values that holds each unit's counts, where equal units share one; None where each has its own row.
    """

    units: tuple[str, ...]
    inputs: tuple[tuple[str, str], ...]
    layout: Layout
    values: np.ndarray
    kinds: np.ndarray | None = None

    @property
    def per_unit(self) -> np.ndarray:
        """The counts of every unit, a row each."""
        return self.values if self.kinds is None else self.values[self.kinds]

    def total(self) -> np.ndarray:
        """The sums over all units, of shape (inputs, columns)."""
        return self.values.sum(axis=0) if self.kinds is None else np.tensordot(self._sizes(), self.values, 1)

    def number(self, flags: np.ndarray) -> np.ndarray:
        """How many units have a flag set. flags : (rows of values, ...)."""
        return np.count_nonzero(flags, axis=0) if self.kinds is None else np.tensordot(self._sizes(), flags, 1)

    def _sizes(self) -> np.ndarray:
        return np.bincount(self.kinds, minlength=len(self.values))

    @property
    def columns(self) -> Mapping[str, slice]:
        """The columns of each metric."""
        return self.layout.columns

    def take(self, inputs: Sequence[int]) -> Counts:
        """The counts of some inputs."""
        return Counts(self.units, tuple(self.inputs[k] for k in inputs), self.layout, self.values[:, list(inputs)], self.kinds)

    def masked(self, units: np.ndarray) -> Counts:
        """The same table with the counts of all other units set to 0, so that draws stay the same."""
        return Counts(self.units, self.inputs, self.layout, self.per_unit * units[:, None, None])


def unique_names(names: Sequence[str], folders: Sequence[str] = ()) -> tuple[str, ...]:
    """Names made unique: equal ones take their parent folder, then letters."""
    with_folder = [
        f"{folder}/{name}" if folder else name for name, folder in zip(names, folders or [""] * len(names), strict=True)
    ]
    given = [longer if names.count(name) > 1 else name for name, longer in zip(names, with_folder, strict=True)]
    count, taken, made = Counter(given), set(given), []
    for name in given:
        letters = (f"{name} {letter(k)}" for k in range(len(given) ** 2 + 1))
        made.append(next(longer for longer in letters if longer not in taken) if count[name] > 1 else name)
        taken.add(made[-1])
    return tuple(made)


def letter(number: int) -> str:
    """The letter of a system by its number: A, B, ..., Z, A2, B2, ..."""
    return chr(ord("A") + number % 26) + (str(number // 26 + 1) if number >= 26 else "")


def align_systems(
    gold: Corpus,
    systems: Sequence[Corpus],
    names: Sequence[str] | None = None,
    *,
    skip_bad: bool = False,
    skipped: Mapping[int, InputError] = MappingProxyType({}),
) -> Project:
    """Systems aligned with gold, marked text brought onto its words; raises AlignmentError as align() does, and where no
    document is left.

    With skip_bad, what differs in any system, or could not be read in any, is skipped for all. skipped : what is left
    out beforehand, by gold's document number.
    """
    systems = [fitted(gold, system) for system in systems]
    alignments = tuple(align(gold, system, skip_bad=skip_bad) for system in systems)
    skipped = dict(skipped)
    for system, alignment in zip(systems, alignments, strict=True):
        for number, error in (*alignment.bad, *unreadable(gold, system, alignment).items()):
            skipped.setdefault(number, error)
    if gold.documents.empty:
        raise AlignmentError(gold.name, None, "gold has no document", "Choose a gold file with at least one.")
    if len(skipped) == len(gold.documents):
        remedy = "Each of gold's documents is unreadable or differs in some system; see why without skipping."
        raise AlignmentError(gold.name, None, "no document is left to be scored", remedy, shown=str(next(iter(skipped.values()))))
    return Project(gold, tuple(systems), unique_names(list(names or [s.name for s in systems])), alignments, skipped)


def default_match(gold: Corpus) -> str:
    """head where gold's mentions have heads, else exact."""
    spans = gold.spans
    return "head" if bool(((spans["entity"] >= 0) & (spans["head"] >= 0)).any()) else "exact"


def count_systems(
    project: Project,
    options: CoreferenceOptions,
    policies: Sequence[str] = ("keep", "drop"),
    metrics: Collection[str] = tuple(coreference.METRICS),
) -> Counts:
    """The counts of each system under each singleton policy, one row per document of gold that is not skipped.

    metrics : those that are counted; a mean is there where all its parts are.
    """
    gold, _ = mentions.read_mentions(project.gold)
    sides = [
        mentions.read_mentions(system, alignment.document, gold.n_docs)[0]
        for system, alignment in zip(project.systems, project.alignments, strict=True)
    ]
    try:
        matcher = matching.matcher(project, options)
        matchers = [matcher(number) for number in range(len(sides))]
    except TooMuchError as error:
        raise _too_much(project, 0, error) from None
    tables = {}
    for policy in policies:
        ours = SINGLETONS[policy](gold)
        for number, (name, side) in enumerate(zip(project.names, sides, strict=True)):
            try:
                tables[name, policy] = count_pair(ours, SINGLETONS[policy](side), matchers[number], metrics)
            except TooMuchError as error:
                raise _too_much(project, number, error) from None
    return _stacked(project, tables)


def _too_much(project: Project, number: int, error: TooMuchError) -> AlignmentError:
    remedy = "No corpus has so many; check the brackets, or leave out the document that they stand in."
    return AlignmentError(project.systems[number].name, None, f"gold or this system has {error}", remedy)


def count_baselines(project: Project, policies: Sequence[str] = ("keep", "drop")) -> Counts:
    """The counts of the two baselines, as if they were systems; mentions of gold, so that every match mode agrees."""
    gold, _ = mentions.read_mentions(project.gold)
    itself = matching.matcher(project, CoreferenceOptions(match="exact"))(None)
    tables = {}
    for policy in policies:
        for name, make in BASELINES.items():
            tables[name, policy] = count_pair(SINGLETONS[policy](gold), SINGLETONS[policy](make(gold)), itself)
    return _stacked(project, tables)


def count_pair(
    gold: Mentions, predicted: Mentions, matcher: matching.Matcher, metrics: Collection[str] = tuple(coreference.METRICS)
) -> dict[str, np.ndarray]:
    """The counts of some metrics for two sides: match, overlap, count."""
    table = overlap.overlap(gold, predicted, matcher.match(gold, predicted))
    found = coreference.count(table, metrics)
    return found | {"MOR": matcher.count_overlap(gold, predicted)} if "MOR" in metrics else found


def _stacked(project: Project, tables: dict[tuple[str, str], dict[str, np.ndarray]]) -> Counts:
    keep = np.ones(len(project.gold.documents), bool)
    keep[list(project.skipped)] = False
    units = tuple(project.gold.documents["doc_id"][keep])
    return stacked(units, {name: {m: c[keep] for m, c in table.items()} for name, table in tables.items()}, coreference.METRICS)


Table = Mapping[str, np.ndarray]


def stacked(units: Sequence[str], tables: Mapping[tuple[str, str], Table], metrics: Mapping[str, Metric]) -> Counts:
    """The tables of all inputs, each by metric with one row a unit, side by side."""
    names = next(iter(tables.values())) if tables else ()
    where = layout(metrics, names)
    width = max((s.stop for s in where.columns.values()), default=0)
    values = np.zeros((len(units), len(tables), width))
    for k, table in enumerate(tables.values()):
        for name, columns in where.columns.items():
            values[:, k, columns] = table[name]
    return Counts(tuple(units), tuple(tables), where, values)
