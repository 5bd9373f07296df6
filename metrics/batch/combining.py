"""The cells of one corpus as one table: all runs over the units that every one of them keeps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from loaders.errors import AlignmentError
from metrics.batch.cells import Cell
from metrics.counting import Counts
from metrics.metric import Layout


@dataclass(frozen=True)
class Combined:
    """All runs on one corpus. parts : tables of counts with inputs (run, variant). facts : of each run's cell.

    skipped : units left out for all, those of gold that could not be read among them.
    """

    name: str
    runs: tuple[str, ...]
    parts: Mapping[str, Counts]
    facts: Mapping[str, Mapping[str, Any]]
    skipped: int

    @property
    def units(self) -> int:
        """How many units are resampled."""
        return len(next(iter(self.parts.values())).units)

    def without_counts(self) -> Combined:
        """The same without the counts themselves: what signatures need."""
        bare = {}
        for name, counts in self.parts.items():
            nothing = counts.values[:0].copy()  # a view would hold the whole table
            bare[name] = replace(counts, values=nothing, kinds=None)
        return replace(self, parts=bare)

    def fact(self, name: str) -> Any:
        """What all runs say of one thing. Raises AlignmentError where they say different things."""
        said = {run: facts[name] for run, facts in self.facts.items()}
        (first, value), *others = said.items()
        for run, other in others:
            if other != value:
                what = f"{name} is {value} for {first} and {other} for {run}"
                raise AlignmentError(self.name, None, what, f"State {name} in [options], or make the files alike.")
        return value


def agreed(corpora: Sequence[Combined], name: str, done: str, remedy: str) -> Any:
    """What all corpora say of one thing. done : to corpora by it. Raises AlignmentError where they say different things."""
    first, *others = corpora
    for other in others:
        if other.fact(name) != first.fact(name):
            what = f"{other.name} is {done} by {other.fact(name)}, {first.name} by {first.fact(name)}"
            raise AlignmentError("[options]", None, what, remedy)
    return first.fact(name)


def combine(name: str, cells: Mapping[str, Cell], metrics: Sequence[str], *, every_document: bool = False) -> Combined:
    """The cells of one corpus, by run, over common units; of the metrics that are asked for.

    What any run skips is skipped for all. every_document : documents without a unit that is kept are resampled too.
    Raises AlignmentError where no unit is left, and where documents are to be resampled and there is only one.
    """
    first = next(iter(cells.values()))
    common = np.logical_and.reduce([cell.kept for cell in cells.values()])
    if not common.any() and first.kept.size:
        raise AlignmentError(name, None, "no unit is left that all runs can be scored on", "See why without --skip-bad.")
    parts = {part: _part(part, cells, common, metrics) for part in first.parts if all(part in c.parts for c in cells.values())}
    if first.document is not None:
        document = _documents(name, first.document, common, every_document)
        parts = {part: by_document(counts, *document) for part, counts in parts.items()}
    facts = {run: cell.facts for run, cell in cells.items()}
    skipped = {number for cell in cells.values() for number in cell.facts["skipped"]}
    return Combined(name, tuple(cells), parts, facts, len(skipped) + first.facts["unreadable"])


def _part(part: str, cells: Mapping[str, Cell], common: np.ndarray, metrics: Sequence[str]) -> Counts:
    """One part's table; a variant (a label) that a run does not have is all zeros in it."""
    tables = {run: narrowed(cell.parts[part], metrics) for run, cell in cells.items()}
    where = next(iter(tables.values())).layout
    variants = _variants([[variant for _, variant in table.inputs] for table in tables.values()])
    rows, kinds = _rows([_taken(table, common[cells[run].kept]) for run, table in tables.items()])
    width = max((columns.stop for columns in where.columns.values()), default=0)
    values = np.zeros((len(rows[0]), len(tables), len(variants), width))
    place = {variant: k for k, variant in enumerate(variants)}
    for k, (row, table) in enumerate(zip(rows, tables.values(), strict=True)):
        values[:, k, [place[variant] for _, variant in table.inputs]] = table.values[row]
    inputs = tuple((run, variant) for run in tables for variant in variants)
    units = ("",) * int(np.count_nonzero(common))
    return Counts(units, inputs, where, values.reshape(len(values), len(inputs), width), kinds)


def narrowed(counts: Counts, metrics: Sequence[str]) -> Counts:
    """The table with the columns that some metrics need; without any, where it has none of them."""
    there = counts.layout.metrics
    needed = {part for name in metrics if name in there for part in there[name].mean_of or (name,)}
    slices = {name: columns for name, columns in counts.columns.items() if name in needed}
    begins: dict[tuple[int, int], slice] = {}
    at = 0
    for columns in slices.values():
        if (columns.start, columns.stop) not in begins:
            begins[columns.start, columns.stop] = slice(at, at + columns.stop - columns.start)
            at = begins[columns.start, columns.stop].stop
    where = Layout(
        {name: metric for name, metric in there.items() if needed.issuperset(metric.mean_of or (name,))},
        {name: begins[columns.start, columns.stop] for name, columns in slices.items()},
    )
    taken = [k for start, stop in begins for k in range(start, stop)]
    return replace(counts, layout=where, values=counts.values[..., taken])


def _variants(found: Sequence[Sequence[str]]) -> list[str]:
    """The variants of all tables: as they stand where all have the same, else sorted, the whole ("") last."""
    if all(names == found[0] for names in found):
        return list(found[0])
    union = {name for names in found for name in names}
    return [*sorted(union - {""}), *([""] if "" in union else [])]


def _taken(counts: Counts, keep: np.ndarray) -> np.ndarray:
    """The row of values of each unit that is kept."""
    rows = np.arange(len(keep)) if counts.kinds is None else counts.kinds
    return rows[keep]


def _rows(rows: Sequence[np.ndarray]) -> tuple[list[np.ndarray], np.ndarray | None]:
    """Rows of values of each run, one a kind of unit, and every unit's kind; None where units are kinds of their own."""
    key = np.zeros(len(rows[0]), np.int64)
    for row in rows:
        _, key = np.unique(key * (int(row.max(initial=0)) + 1) + row, return_inverse=True)
    _, first, kinds = np.unique(key, return_index=True, return_inverse=True)
    return ([row[first] for row in rows], kinds) if len(first) < len(key) else (list(rows), None)


def _documents(name: str, document: np.ndarray, common: np.ndarray, every: bool) -> tuple[np.ndarray, int]:
    """The document of every unit that is kept, and how many documents there are."""
    kept = document[common]
    if every:
        number = int(document.max(initial=-1)) + 1
    else:
        kept = np.unique(kept, return_inverse=True)[1]
        number = int(kept.max(initial=-1)) + 1
    if number < 2:
        remedy = "Leave unit out of [options] to resample smaller units."
        raise AlignmentError(name, None, "one document alone: there is nothing to resample by document", remedy)
    return kept, number


def by_document(counts: Counts, document: np.ndarray, number: int) -> Counts:
    """Counts of units added up by document. document : (units,), from 0."""
    from scipy import sparse

    kinds = np.arange(len(document)) if counts.kinds is None else counts.kinds
    shape = (number, len(counts.values))
    often = sparse.coo_matrix((np.ones(len(document)), (document, kinds)), shape).tocsr()
    values = often @ counts.values.reshape(len(counts.values), -1)
    return Counts(("",) * number, counts.inputs, counts.layout, values.reshape(number, *counts.values.shape[1:]))
