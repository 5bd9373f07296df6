"""Stored files become corpora and aligned projects; everything is cached by digest and options, errors included."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

import metrics as m
from loaders import Corpus, FormatError, InputError, ReadOptions, load
from metrics.alignment import Alignment, align
from pages.shared import workspace
from pages.shared.options import Choice, letter
from pages.shared.workspace import Entry, Record

BY_DIGEST = {Corpus: lambda corpus: (corpus.digest, corpus.name)}


@dataclass(frozen=True)
class Slot:
    """One file of a project as it was read: a corpus, or the error that says why there is none.

    place : the system's place among the systems, -1 for gold. alignment : None for gold and where it failed.
    """

    entry: Entry
    place: int
    corpus: Corpus | None = None
    error: InputError | None = None
    alignment: Alignment | None = None

    @property
    def letter(self) -> str:
        """A, B, ... by place; "gold" for gold."""
        return "gold" if self.place < 0 else letter(self.place)

    @property
    def usable(self) -> bool:
        """Whether it was read and aligned."""
        return self.corpus is not None and self.error is None


@dataclass(frozen=True)
class Loaded:
    """A project's files, read: project holds gold and the systems that could be read and aligned, None without any."""

    record: Record
    gold: Slot | None
    systems: tuple[Slot, ...]
    project: m.Project | None

    @property
    def usable(self) -> tuple[Slot, ...]:
        """The systems in `project`, in its order."""
        return tuple(slot for slot in self.systems if slot.usable)


def loaded(record: Record, choice: Choice) -> Loaded:
    """Every file of a project read and aligned as the options say; a file that fails leaves the others alone."""
    gold = _slot(record, record.gold, -1, choice) if record.gold else None
    systems = [_slot(record, entry, place, choice) for place, entry in enumerate(record.systems)]
    if gold is None or not gold.usable:
        return Loaded(record, gold, tuple(systems), None)
    slots = tuple(_aligned_slot(gold.corpus, slot, choice) for slot in systems)
    usable = [slot for slot in slots if slot.usable]
    if not usable:
        return Loaded(record, gold, slots, None)
    names = [slot.entry.name for slot in usable]
    project = _align_systems(gold.corpus, [slot.corpus for slot in usable], names, choice.skip)
    return Loaded(record, gold, slots, project)


def _slot(record: Record, entry: Entry, place: int, choice: Choice) -> Slot:
    role = "gold" if entry.role == "gold" else "predicted"
    options = ReadOptions(format=entry.format, ends=choice.ends, role=role, skip_bad=choice.skip)
    found = _read(record.id == workspace.SAMPLE, entry.digest, entry.file, options)
    return Slot(entry, place, error=found) if isinstance(found, InputError) else Slot(entry, place, corpus=found)


@st.cache_resource(max_entries=24, show_spinner="Reading files", hash_funcs={ReadOptions: ReadOptions.written})
def _read(is_sample: bool, digest: str, file: str, options: ReadOptions) -> Corpus | InputError:
    try:
        data = workspace.content(workspace.SAMPLE if is_sample else "", Entry("", "", file, digest))
    except OSError:
        return FormatError(file, None, "the stored file is gone from the workspace", "Add it once more.")
    try:
        return load((file, data), name=file, options=options)
    except InputError as error:
        return error


def _aligned_slot(gold: Corpus, slot: Slot, choice: Choice) -> Slot:
    if not slot.usable:
        return slot
    found = _align(gold, slot.corpus, choice.skip)
    if isinstance(found, InputError):
        return Slot(slot.entry, slot.place, slot.corpus, found)
    return Slot(slot.entry, slot.place, slot.corpus, alignment=found)


@st.cache_resource(max_entries=48, show_spinner="Aligning with gold", hash_funcs=BY_DIGEST)
def _align(gold: Corpus, system: Corpus, skip_bad: bool) -> Alignment | InputError:
    try:
        return align(gold, system, skip_bad=skip_bad)
    except InputError as error:
        return error


@st.cache_resource(max_entries=16, show_spinner="Aligning with gold", hash_funcs=BY_DIGEST)
def _align_systems(gold: Corpus, systems: Sequence[Corpus], names: Sequence[str], skip_bad: bool) -> m.Project:
    return m.align_systems(gold, systems, names, skip_bad=skip_bad)
