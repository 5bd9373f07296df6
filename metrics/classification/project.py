"""Gold items and systems, joined by id, with one numbering of the labels for all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
import pandas as pd

from loaders.classification import ONE_SCORE, Items, Sets, sets_of
from loaders.errors import AlignmentError, FormatError, InputError

Kind = Literal["single", "multi", "binary"]
POSITIVE = "1"
TRUTH = {"1": True, "0": False, "true": True, "false": False, "1.0": True, "0.0": False}
BINARY_REMEDY = "With one score for the positive class, labels are 0 or 1; else name the score's label, as in score:LABEL."


@dataclass(frozen=True)
class LabelProject:
    """Gold and systems, item by item of those of gold that are scored.

    kind : "single" (each item has one label), "multi" (any number) or "binary" (a multi of the one label "1"). labels :
    names in code-point order. rows : of those items in gold. at : (systems, items), the row of each in a system, -1 where
    it is missing. written : each system's own predictions, None where it has scores alone. scores : (items, labels) with
    NaN for labels without scores and -inf for missing items, None without any. skipped : (id, why).
    """

    gold: Items
    systems: tuple[Items, ...]
    names: tuple[str, ...]
    kind: Kind
    labels: tuple[str, ...]
    rows: np.ndarray
    at: np.ndarray
    truth: Sets
    written: tuple[Sets | None, ...]
    scores: tuple[np.ndarray | None, ...]
    extra: tuple[tuple[str, ...], ...]
    skipped: tuple[tuple[str, InputError], ...]

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def ids(self) -> np.ndarray:
        """The ids of the items that are scored."""
        return self.gold.ids[self.rows]

    @property
    def n_skipped(self) -> int:
        """Items of gold that are left out."""
        return len(self.skipped)

    def take(self, numbers: Sequence[int]) -> LabelProject:
        """The project of some systems, over the same items and labels."""
        some = ("systems", "names", "written", "scores", "extra")
        kept = {name: tuple(getattr(self, name)[k] for k in numbers) for name in some}
        return replace(self, **kept, at=self.at[list(numbers)])

    def missing(self, number: int) -> np.ndarray:
        """The ids of the items that a system lacks: they count as predicted without a label."""
        return self.ids[self.at[number] < 0]

    def unit_of(self, unit: str) -> np.ndarray:
        """The unit of every item, as a number. Raises AlignmentError where gold names no documents."""
        if unit == "item":
            return np.arange(len(self))
        return pd.factorize(self._documents())[0]

    def unit_names(self, unit: str) -> tuple[str, ...]:
        """The units in gold's order. Raises AlignmentError where gold names no documents."""
        return tuple(self.ids) if unit == "item" else tuple(pd.unique(self._documents()))

    def _documents(self) -> np.ndarray:
        if self.gold.document is None:
            raise AlignmentError(self.gold.file, None, "no column 'document'", "Add one to gold, or resample items.")
        return np.array(self.gold.document, object)[self.rows]


def align_items(
    gold: Items, systems: Sequence[Items], names: Sequence[str], *, multi: bool | None = None, skip_bad: bool = False
) -> LabelProject:
    """Systems joined with gold by id, in gold's order.

    multi : whether items may have several labels, None to decide from the files. Raises AlignmentError where nothing joins
    and FormatError for labels that do not fit the task; with skip_bad, such items are left out for all systems.
    """
    kind = kind_of((gold, *systems), multi)
    at = np.array([_join(gold, system) for system in systems]).reshape(len(systems), len(gold))
    skipped = _unreadable(gold, systems, at)
    for number, items in enumerate((gold, *systems)):
        where = np.arange(len(gold)) if not number else at[number - 1]
        for row, error in _misfits(items, kind, gold=not number).items():
            if not skip_bad:
                raise error
            skipped |= {int(k): error for k in np.flatnonzero(where == row)}
    rows = np.setdiff1d(np.arange(len(gold)), list(skipped))
    if not len(rows):
        raise AlignmentError(gold.file, None, "no item is left to be scored", "See why without skipping.")
    labels = _labels((gold, *systems), kind)
    left_out = [(gold.ids[k], error) for k, error in sorted(skipped.items())]
    return LabelProject(
        gold,
        tuple(systems),
        tuple(names),
        kind,
        labels,
        rows,
        at[:, rows],
        _sets(gold, gold.gold, labels, rows, kind),
        tuple(_sets(s, s.predicted, labels, found[rows], kind) for s, found in zip(systems, at, strict=True)),
        tuple(_scores(s, labels, found[rows]) for s, found in zip(systems, at, strict=True)),
        tuple(tuple(np.delete(s.ids, found[found >= 0])) for s, found in zip(systems, at, strict=True)),
        (*gold.skipped, *left_out),
    )


def kind_of(files: Sequence[Items], multi: bool | None) -> Kind:
    """binary with a score of the positive class, multi where that is stated or any item has a list, else single."""
    if any(items.scored == (ONE_SCORE,) for items in files[1:]):
        return "binary"
    listed = any(items.listed for items in files)
    return "multi" if multi or (multi is None and listed) else "single"


def _join(gold: Items, system: Items) -> np.ndarray:
    """The row of every gold item in a system, -1 where it is missing. Raises AlignmentError where nothing joins."""
    if gold.numbered != system.numbered:
        without = gold if gold.numbered else system
        raise AlignmentError(without.file, 1, "no column 'id', which the other file has", "Give both files ids, or neither.")
    if gold.numbered and len(gold) + len(gold.skipped) != len(system) + len(system.skipped):
        what = f"{len(system):,} items without ids, where gold has {len(gold):,}"
        raise AlignmentError(system.file, None, what, "Without ids, items are joined by their order; add a column 'id'.")
    found = pd.Index(system.ids).get_indexer(pd.Index(gold.ids))
    if (found < 0).all():
        what = f"no item of gold is there: gold has '{gold.ids[0]}', for one"
        raise AlignmentError(system.file, int(system.lines[0]), what, "Use gold's ids.", shown=system.ids[0])
    return found


def _unreadable(gold: Items, systems: Sequence[Items], at: np.ndarray) -> dict[int, InputError]:
    """By gold's row, why the only such item that a system has cannot be read."""
    found = {}
    for system, rows in zip(systems, at, strict=True):
        place = pd.Index(gold.ids).get_indexer([name for name, _ in system.skipped])
        for row, (_, error) in zip(place.tolist(), system.skipped, strict=True):
            if row >= 0 and rows[row] < 0:
                found.setdefault(row, error)
    return found


def _misfits(items: Items, kind: Kind, *, gold: bool) -> dict[int, FormatError]:
    """By row, labels that do not fit the task."""
    sets = items.gold if gold else items.predicted
    if kind == "multi" or sets is None:
        return {}
    if kind == "binary":
        odd = np.array([name.lower() not in TRUTH for name in items.labels], bool)
        rows = np.unique(np.concatenate([sets.items[odd[sets.codes]], np.flatnonzero(sets.sizes != 1) if gold else []]))
        what, remedy = "a label that is neither 0 nor 1", BINARY_REMEDY
    else:
        rows = np.flatnonzero(sets.sizes != 1) if gold else np.flatnonzero(sets.sizes > 1)
        what, remedy = "an item without a gold label", "Give each item one label, or say --multi where it may have none."
    found = {}
    for row in rows.astype(np.int64).tolist():
        several = f"{len(sets.of(row))} labels where one was stated" if kind == "single" and len(sets.of(row)) > 1 else what
        found[row] = items.error(row, several, remedy, ", ".join(items.names(sets.of(row))) or str(items.ids[row]))
    return found


def _labels(files: Sequence[Items], kind: Kind) -> tuple[str, ...]:
    """The labels of all files, those that only have scores too."""
    if kind == "binary":
        return (POSITIVE,)
    return tuple(sorted({label for items in files for label in (*items.labels, *items.scored)}))


def _sets(items: Items, sets: Sets | None, labels: Sequence[str], rows: np.ndarray, kind: Kind) -> Sets | None:
    """The sets of some items in the project's numbering; of binary labels the positive one is left."""
    if sets is None:
        return None
    taken = sets.take(rows)
    if kind == "binary":
        positive = np.array([TRUTH.get(name.lower(), False) for name in items.labels], bool)
        return sets_of(taken.items[positive[taken.codes]], np.zeros(positive[taken.codes].sum(), np.int64), len(taken))
    number = {label: k for k, label in enumerate(labels)}
    return Sets(taken.starts, np.array([number[label] for label in items.labels], np.int64)[taken.codes])


def _scores(items: Items, labels: Sequence[str], rows: np.ndarray) -> np.ndarray | None:
    """A system's scores, a column each label."""
    if items.scores is None:
        return None
    made = np.full((len(rows), len(labels)), np.nan)
    number = {label: k for k, label in enumerate(labels)}
    columns = [0 if label == ONE_SCORE else number[label] for label in items.scored]
    made[:, columns] = np.where(rows[:, None] < 0, -np.inf, items.scores[rows])
    return made
