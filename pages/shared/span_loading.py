"""The labelled spans of a project's files: each system aligned by itself, so that one that fails leaves the others alone.

Files are read as on all pages (loading.py), so that a coreference corpus brings its mentions with their types.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import metrics as m
from loaders import AlignmentError, Corpus, InputError, readings
from metrics.spans.project import align_spans
from pages.shared import once, workspace
from pages.shared.loading import Loaded, Slot, loaded, named
from pages.shared.options import READINGS, Choice
from pages.shared.workspace import Record

MENTIONS = "mentions"  # what the sample shows instead of its taggers: its coreference files


@dataclass(frozen=True)
class LoadedSpans:
    """A project's spans in one reading; fields are those of LoadedTrees.

    readings : of malformed tags, both where they differ in any file. reading : the one in `project`.
    """

    record: Record
    gold: Slot | None
    systems: tuple[Slot, ...]
    project: m.Project | None
    single: dict[int, m.Project]
    readings: tuple[str, ...] = READINGS[:1]
    reading: str = READINGS[0]
    error: InputError | None = None

    @property
    def usable(self) -> tuple[Slot, ...]:
        """The systems in `project`, in its order."""
        return tuple(slot for slot in self.systems if slot.place in self.single)

    @property
    def holds_spans(self) -> bool:
        """Whether a file that could be read has a span."""
        return any(slot.corpus is not None and len(slot.corpus.spans) for slot in (self.gold, *self.systems) if slot)


def loaded_spans(record: Record, choice: Choice, source: str = "") -> LoadedSpans:
    """The spans of all files of a project. source : "mentions" shows the sample's coreference files, not its taggers'."""
    if record.id == workspace.SAMPLE and source != MENTIONS:
        record = workspace.sample(workspace.SAMPLE_SPANS)
    found = loaded(record, choice)
    systems = tuple(replace(slot, error=None) if slot.corpus is not None else slot for slot in found.systems)
    if found.gold is None or not found.gold.usable:
        return LoadedSpans(record, found.gold, systems, None, {})
    known = readings_of(found)
    reading = choice.reading if choice.reading in known else known[0]
    gold = by_reading(found.gold.corpus, reading)
    aligned = {s.place: _align(gold, by_reading(s.corpus, reading), s.name, choice) for s in systems if s.usable}
    slots = tuple(_slot(slot, aligned.get(slot.place)) for slot in systems)
    single = {place: project for place, project in aligned.items() if not isinstance(project, InputError)}
    project, error = _together(single, gold, choice)
    return LoadedSpans(record, found.gold, slots, project, single, known, reading, error)


def _slot(slot: Slot, found: m.Project | InputError | None) -> Slot:
    if isinstance(found, InputError):
        return replace(slot, error=found)
    return replace(slot, alignment=found.alignments[0]) if found is not None else slot


def readings_of(found: Loaded) -> tuple[str, ...]:
    """The readings of malformed tags: both where they differ in any file."""
    corpora = [slot.corpus for slot in (found.gold, *found.systems) if slot is not None and slot.corpus is not None]
    known = {how for corpus in corpora for how in readings(corpus)}
    return tuple(how for how in READINGS if how in known)


def by_reading(corpus: Corpus, how: str) -> Corpus:
    """The corpus in a reading; a file without malformed tags has one for both."""
    found = readings(corpus)
    return found.get(how, found[READINGS[0]])


def in_reading(project: m.Project, found: LoadedSpans, how: str) -> m.Project:
    """The same systems in another reading: tags and alignment are the same, the spans are others."""
    slots = {slot.name: slot.corpus for slot in found.systems if slot.corpus is not None}
    systems = tuple(by_reading(slots[name], how) for name in project.names)
    return replace(project, gold=by_reading(found.gold.corpus, how), systems=systems)


def _align(gold: Corpus, system: Corpus, name: str, choice: Choice) -> m.Project | InputError:
    def make(_) -> m.Project | InputError:
        try:
            return align_spans(gold, [system], [name], skip_bad=choice.skip)
        except InputError as error:
            return error

    key = ("spans", named(gold), named(system), name, choice.skip)
    return once.alignment(key).get(f"Aligning words of {name}", make)


def _together(single: dict[int, m.Project], gold: Corpus, choice: Choice) -> tuple[m.Project | None, InputError | None]:
    """The systems as one project: what is skipped for one is skipped for all."""
    if not single:
        return None, None
    skipped: dict[int, InputError] = {}
    for project in single.values():
        skipped = {**project.skipped, **skipped}
    systems = [project.systems[0] for project in single.values()]
    names = [project.names[0] for project in single.values()]

    def make(_) -> m.Project | InputError:
        try:
            return align_spans(gold, systems, names, skip_bad=choice.skip, skipped=skipped)
        except InputError as error:
            return error

    key = ("spans", named(gold), *(named(system) for system in systems), *names, choice.skip, *sorted(skipped))
    found = once.project(key).get("Aligning with gold", make)
    if isinstance(found, InputError):
        return None, found
    if len(found.skipped) < len(gold.documents):
        return found, None
    return None, AlignmentError(gold.name, None, "no document is left to be scored", "See why without skipping.")
