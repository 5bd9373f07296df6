"""Stored files become corpora and aligned projects; everything is cached by digest and options, errors included."""

from __future__ import annotations

from dataclasses import dataclass, replace

import metrics as m
from figures.studies.chosen import named
from loaders import Corpus, FormatError, InputError, ReadOptions, load
from loaders.classification import Items
from loaders.marked import FORMAT as MARKED
from loaders.treebanks import paired
from metrics.alignment import Alignment, align
from metrics.counting import unique_names
from metrics.report import corpus_report
from metrics.transfer import fitted
from pages.shared import bank_loading, item_files, once, workspace
from pages.shared.options import Choice, letter
from pages.shared.workspace import Entry, Record

SPANS = ("tags", "spans-jsonl", "cner")  # formats of labelled spans without coreference


@dataclass(frozen=True)
class Slot:
    """One file of a project as it was read: a corpus, or the error that says why there is none.

    name : the system's, unlike all others'. place : the system's place among the systems, -1 for gold. alignment : None for
    gold and where no document could be joined; beside an error it says which documents differ. banks : instead of a corpus,
    the names of its treebanks, where the project compares many. items : instead of a corpus, labelled items.
    """

    entry: Entry
    name: str
    place: int
    corpus: Corpus | None = None
    error: InputError | None = None
    alignment: Alignment | None = None
    banks: tuple[str, ...] = ()
    items: Items | None = None

    @property
    def letter(self) -> str:
        """A, B, ... by place; "gold" for gold."""
        return "gold" if self.place < 0 else letter(self.place)

    @property
    def usable(self) -> bool:
        """Whether it was read and aligned."""
        return (self.corpus is not None or self.items is not None or bool(self.banks)) and self.error is None


@dataclass(frozen=True)
class Loaded:
    """A project's files, read: project holds gold and the systems that could be read and aligned, None without any.

    error : why there is no project although there are such systems: with all documents skipped, none is left. has_mentions :
    whether there is coreference to be compared; a parser's or a tagger's files hold none. has_spans : a tagger's. has_items : a
    classifier's.
    """

    record: Record
    gold: Slot | None
    systems: tuple[Slot, ...]
    project: m.Project | None
    error: InputError | None = None
    has_mentions: bool = True
    has_spans: bool = False
    has_items: bool = False

    @property
    def is_many(self) -> bool:
        """Whether many treebanks are compared."""
        return any(slot.banks for slot in (self.gold, *self.systems) if slot is not None)

    @property
    def usable(self) -> tuple[Slot, ...]:
        """The systems in `project`, in its order."""
        return tuple(slot for slot in self.systems if slot.usable)


def loaded(record: Record, choice: Choice) -> Loaded:
    """Every file of a project read and aligned as the options say; a file that fails leaves the others alone."""
    if item_files.is_items(record):
        return _labels(record, choice)
    if bank_loading.is_many(record):
        return _many(record)
    gold = _slot(record, record.gold, -1, choice) if record.gold else None
    names = unique_names([entry.name for entry in record.systems])
    scheme = gold.corpus.scheme if gold is not None and gold.corpus is not None else ""
    systems = [
        replace(_slot(record, entry, place, choice, scheme), name=names[place]) for place, entry in enumerate(record.systems)
    ]
    deciding = _deciding([slot for slot in (gold, *systems) if slot is not None and slot.corpus is not None])
    if deciding and not any(_has_mentions(corpus) for corpus in deciding):
        spans = any(corpus.format in SPANS for corpus in deciding)
        return Loaded(record, gold, tuple(systems), None, has_mentions=False, has_spans=spans)
    if gold is None or not gold.usable:
        return Loaded(record, gold, tuple(systems), None)
    slots = tuple(_aligned_slot(gold.corpus, slot, choice) for slot in systems)
    usable = [slot for slot in slots if slot.usable]
    if not usable:
        return Loaded(record, gold, slots, None)
    found = _project(gold.corpus, usable, choice)
    if isinstance(found, InputError):
        return Loaded(record, gold, slots, None, found)
    return Loaded(record, gold, slots, found)


def _labels(record: Record, choice: Choice) -> Loaded:
    """The files of a project of classifiers, as labelled items."""
    gold = _items_slot(record, record.gold, -1, choice) if record.gold else None
    names = unique_names([entry.name for entry in record.systems])
    slots = (_items_slot(record, entry, place, choice) for place, entry in enumerate(record.systems))
    systems = tuple(replace(slot, name=name) for slot, name in zip(slots, names, strict=True))
    return Loaded(record, gold, systems, None, has_mentions=False, has_items=True)


def _items_slot(record: Record, entry: Entry, place: int, choice: Choice) -> Slot:
    try:
        found = item_files.read_items(record, entry, choice)
    except OSError:  # not kept: the file may be added once more
        found = gone(entry.file)
    kind = "error" if isinstance(found, InputError) else "items"
    return Slot(entry, entry.name, place, **{kind: found})


def _many(record: Record) -> Loaded:
    """The files of a project of many treebanks by the names of these; a system with none of gold's is refused."""
    gold = _banks_slot(record, record.gold, -1, None) if record.gold else None
    names = unique_names([entry.name for entry in record.systems])
    slots = [_banks_slot(record, entry, k, gold) for k, entry in enumerate(record.systems)]
    slots = tuple(replace(slot, name=name) for slot, name in zip(slots, names, strict=True))
    return Loaded(record, gold, slots, None, has_mentions=False)


def _banks_slot(record: Record, entry: Entry, place: int, gold: Slot | None) -> Slot:
    found = bank_loading.names(record, entry)
    if not found:
        found = gone(entry.file)
    if isinstance(found, InputError):
        return Slot(entry, entry.name, place, error=found)
    slot = Slot(entry, entry.name, place, banks=found)
    try:
        paired({side.entry.file: side.banks for side in (gold, slot)} if gold and gold.usable else {entry.file: found})
    except InputError as error:
        return replace(slot, error=error)
    return slot


def gone(file: str) -> FormatError:
    """What is said of a file that the workspace has lost."""
    return FormatError(file, None, "the stored file is gone from the workspace", "Add it once more.")


def _deciding(read: list[Slot]) -> list[Corpus]:
    """The corpora that say what a project compares: gold's, where it was read."""
    return [slot.corpus for slot in read if slot.place < 0] or [slot.corpus for slot in read]


def _has_mentions(corpus: Corpus) -> bool:
    """Whether a file holds coreference: trees without a mention are a parser's, labelled spans a tagger's."""
    return corpus.format not in SPANS and not (has_trees(corpus) and not (corpus.spans["entity"] >= 0).any())


def has_trees(corpus: Corpus) -> bool:
    """Whether some word has a head."""
    return corpus.format == "conllu" and bool((corpus.words["head"] >= 0).any())


def _project(gold: Corpus, usable: list[Slot], choice: Choice) -> m.Project | InputError:
    systems, names = [slot.corpus for slot in usable], [slot.name for slot in usable]
    key = (named(gold), *(named(system) for system in systems), *names, choice.skip)

    def make(_) -> m.Project | InputError:
        try:
            return m.align_systems(gold, systems, names, skip_bad=choice.skip)
        except InputError as error:
            return error

    return once.project(key).get("Aligning with gold", make)


def numbers(corpus: Corpus) -> dict:
    """What a corpus holds: metrics.report.corpus_report."""
    return once.numbers((corpus.digest,)).get("Counting mentions", lambda _: corpus_report(corpus))


def _slot(record: Record, entry: Entry, place: int, choice: Choice, scheme: str = "") -> Slot:
    role = "gold" if entry.role == "gold" else "predicted"
    options = ReadOptions(entry.format, choice.ends, role, choice.skip, scheme=scheme or None)
    return read_slot(record, entry, place, options)


def read_slot(record: Record, entry: Entry, place: int, options: ReadOptions) -> Slot:
    """A file of a project as it is read with some options."""
    key = (record.id in workspace.SAMPLES, entry.digest, entry.file, options.written(options.skip_bad))
    try:
        found = once.corpus(key).get(f"Reading {entry.file}", lambda _: _read(record.id, entry, options))
    except OSError:  # not kept: the file may be added once more
        found = gone(entry.file)
    kind = "error" if isinstance(found, InputError) else "corpus"
    return Slot(entry, entry.name, place, **{kind: found})


def _read(project: str, entry: Entry, options: ReadOptions) -> Corpus | InputError:
    try:
        return load((entry.file, workspace.content(project, entry)), name=entry.file, options=options)
    except InputError as error:
        return error


def _aligned_slot(gold: Corpus, slot: Slot, choice: Choice) -> Slot:
    if not slot.usable:
        return slot
    slot = replace(slot, corpus=_fitted(gold, slot.corpus))
    found = _align(gold, slot.corpus, choice.skip)
    if not isinstance(found, InputError):
        return replace(slot, alignment=found)
    everything = _align(gold, slot.corpus, True)  # lists all documents that differ, not the first alone
    return replace(slot, error=found, alignment=None if isinstance(everything, InputError) else everything)


def _fitted(gold: Corpus, system: Corpus) -> Corpus:
    """A language model's text on gold's words, any other corpus as it is."""
    if system.format != MARKED:
        return system
    key = ("fitted", named(gold), named(system))
    return once.corpus(key).get(f"Bringing {system.name} onto gold's words", lambda _: fitted(gold, system))


def _align(gold: Corpus, system: Corpus, skip_bad: bool) -> Alignment | InputError:
    def make(_) -> Alignment | InputError:
        try:
            return align(gold, system, skip_bad=skip_bad)
        except InputError as error:
            return error

    return once.alignment((named(gold), named(system), skip_bad)).get(f"Aligning {system.name} with gold", make)
