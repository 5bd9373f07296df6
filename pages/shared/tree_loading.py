"""The trees of a project's files: read without mentions, each system aligned by itself, so that one that fails leaves the
others alone. Everything is cached by digest and options, errors included."""

from __future__ import annotations

from dataclasses import dataclass, replace

from loaders import AlignmentError, Corpus, FormatError, InputError, ReadOptions
from metrics.counting import unique_names
from metrics.ud.project import TreeProject, align_trees
from pages.shared import bank_loading, once, workspace
from pages.shared.loading import Slot, gone, has_trees, named, read_slot
from pages.shared.options import Choice
from pages.shared.records import SYSTEM, Entry, Record


@dataclass(frozen=True)
class LoadedTrees:
    """A project's trees: project holds gold and the systems that could be read and aligned, None without any.

    single : by place, each of these systems alone with gold. error : why there is no project although there are such.
    lacking : the files that were read and hold no trees. bank : the treebank, where the project has many.
    """

    record: Record
    gold: Slot | None
    systems: tuple[Slot, ...]
    project: TreeProject | None
    single: dict[int, TreeProject]
    lacking: tuple[Slot, ...] = ()
    error: InputError | None = None
    bank: str = ""

    @property
    def usable(self) -> tuple[Slot, ...]:
        """The systems in `project`, in its order."""
        return tuple(slot for slot in self.systems if slot.place in self.single)


def record_of(record: Record) -> Record:
    """The files whose trees a project shows: its own; the sample has a folder of trees."""
    return workspace.sample(workspace.SAMPLE_TREES) if record.id == workspace.SAMPLE else record


def loaded_trees(record: Record, choice: Choice, bank: str = "") -> LoadedTrees:
    """The trees of all files of a project, of one treebank where it has many."""
    record = record_of(record)
    gold = _slot(record, record.gold, -1, choice, bank) if record.gold else None
    names = unique_names([entry.name for entry in record.systems])
    systems = [replace(_slot(record, entry, k, choice, bank), name=names[k]) for k, entry in enumerate(record.systems)]
    lacking = tuple(
        slot for slot in (gold, *systems) if slot is not None and slot.corpus is not None and not has_trees(slot.corpus)
    )
    if gold is not None and gold.usable and gold not in lacking:
        alone = _align(gold.corpus, None, "", choice)
        gold = replace(gold, error=alone) if isinstance(alone, InputError) else gold
    if gold is None or not gold.usable or gold in lacking:
        return LoadedTrees(record, gold, tuple(systems), None, {}, lacking, bank=bank)
    found = {s.place: _align(gold.corpus, s.corpus, s.name, choice) for s in systems if s.usable and s not in lacking}
    slots = tuple(replace(s, error=_error(found.get(s.place))) if s.place in found else s for s in systems)
    single = {place: project for place, project in found.items() if not isinstance(project, InputError)}
    project, error = _together(single, gold.corpus)
    return LoadedTrees(record, gold, slots, project, single, lacking, error, bank)


def _error(found: TreeProject | InputError | None) -> InputError | None:
    return found if isinstance(found, InputError) else None


def _slot(record: Record, entry: Entry, place: int, choice: Choice, bank: str) -> Slot:
    options = reading(entry, choice)
    return read_bank_slot(record, entry, place, options, bank) if bank else read_slot(record, entry, place, options)


def reading(entry: Entry, choice: Choice) -> ReadOptions:
    """How a file's trees are read."""
    return ReadOptions(entry.format, None, "predicted" if entry.role == SYSTEM else "gold", choice.skip, entities=False)


def read_bank_slot(record: Record, entry: Entry, place: int, options: ReadOptions, bank: str) -> Slot:
    """One treebank of a file that holds many."""

    def make(_) -> Corpus | InputError:
        try:
            found = bank_loading.members(record, entry)
            if bank not in found:
                return FormatError(entry.file, None, f"no treebank {bank}", "Treebanks are paired by file name.")
            return bank_loading.read_bank(entry, found, bank, options)
        except InputError as error:
            return error

    try:
        key = ("bank", bank, entry.digest, entry.file, options.written(options.skip_bad))
        found = once.corpus(key).get(f"Reading {bank} of {entry.file}", make)
    except OSError:
        found = gone(entry.file)
    return Slot(entry, entry.name, place, **{"error" if isinstance(found, InputError) else "corpus": found})


def _align(gold: Corpus, system: Corpus | None, name: str, choice: Choice) -> TreeProject | InputError:
    """One system aligned with gold; gold alone without a system."""
    systems, names = ([system], [name]) if system is not None else ([], [])

    def make(_) -> TreeProject | InputError:
        try:
            return align_trees(gold, systems, names, skip_bad=choice.skip)
        except InputError as error:
            return error

    key = ("trees", *(named(corpus) for corpus in (gold, *systems)), name, choice.skip)
    return once.alignment(key).get(f"Aligning words of {name or 'gold'}", make)


def _together(single: dict[int, TreeProject], gold: Corpus) -> tuple[TreeProject | None, InputError | None]:
    """The systems as one project: what is skipped for one is skipped for all."""
    if not single:
        return None, None
    first, *rest = single.values()
    skipped = dict(first.skipped)
    for project in rest:
        skipped |= {number: error for number, error in project.skipped.items() if number not in skipped}
    parts = [
        tuple(part for project in single.values() for part in getattr(project, name)) for name in ("systems", "names", "aligned")
    ]
    project = TreeProject(first.gold, *parts, skipped)
    if any(other.gold.corpus is not first.gold.corpus for other in rest):  # gold's unread text was found in one of them
        try:
            project = align_trees(gold, [side.corpus for side in project.systems], project.names, skip_bad=True)
        except InputError as error:
            return None, error
    if project.kept().any():
        return project, None
    if skipped:
        return None, AlignmentError(gold.name, None, "no sentence is left to be scored", "See why without skipping.")
    return None, FormatError(gold.name, None, "no sentence with words", "Choose a gold file with at least one.")
