"""What the page of many treebanks works on: their pairing, the picked systems, and all numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import streamlit as st

from loaders import Corpus, InputError
from loaders.treebanks import Pairing, paired
from metrics import rows
from metrics.options import TreeOptions, tree_signature
from metrics.signing import Signed, together
from metrics.ud import treebanks
from metrics.ud.registry import TREE_METRICS
from pages.shared import bank_loading, frame, once, state, tree_state, workspace
from pages.shared.loading import Loaded, Slot
from pages.shared.tree_loading import reading

HOW = (
    "Give gold, and each system, as a zip of CoNLL-U files or as several files at once. Files of one name are a pair: "
    "en_ewt-ud-test.conllu in gold, in A and in B."
)


@dataclass(frozen=True)
class Compared:
    """The names of all systems."""

    names: tuple[str, ...]


@dataclass(frozen=True)
class BankSelection:
    """What the page works on; a, b, places and the properties are those of state.Selection, slots its files: gold's first."""

    project: Compared
    options: TreeOptions
    a: int
    b: int | None
    title: str
    places: tuple[int, ...]
    slots: tuple[Slot, ...]
    pairing: Pairing

    letters, picked = state.Selection.letters, state.Selection.picked


@dataclass(frozen=True)
class BankEvaluation:
    """Results rows of all treebanks, groups and means; what they are signed by; what is left out, and why."""

    rows: list[dict[str, Any]]
    signed: Signed
    banks: tuple[str, ...]
    skipped: Mapping[str, InputError] = field(default_factory=lambda: MappingProxyType({}))

    def signature(self, chosen: BankSelection, metric: str | None = None) -> str:
        """The line that says how numbers of the picked systems were made."""
        letters = (chosen.letters[k] for k in chosen.picked)
        digests = {"gold": self.signed.gold, **dict(zip(letters, self.signed.systems, strict=True))}
        units, skipped = self.signed.units, self.signed.skipped
        return tree_signature(metric, chosen.options, units=units, skipped=skipped, digests=digests, treebanks=len(self.banks))


def guard(question: str) -> BankSelection:
    """What is chosen, once gold and a system hold many treebanks; else the question, what is lacking, and the page stops."""
    found = state.files()
    if found.is_many and found.gold is not None and found.gold.usable and found.usable:
        return _selected(found)
    frame.heading(question)
    failed = [slot for slot in (found.gold, *found.systems) if slot is not None and slot.error]
    if not found.is_many:
        _one_treebank(found)
    elif failed:
        for slot in failed:
            frame.refused(slot.error, state.waiting(slot), frame.owner(slot.place, slot.letter))
    else:
        frame.empty(*state.lacking(found, 1))
    st.stop()


def _one_treebank(found: Loaded) -> None:
    trees = tree_state.files()
    if trees.project is None:
        tree_state.refuse(trees, 1)
    name = "the sample" if found.record.id in workspace.SAMPLES else found.record.title
    frame.empty("One treebank.", f"This page compares parsers over many; {name} has one. {HOW}", sample=False)


def _selected(found: Loaded) -> BankSelection:
    chosen = state.choice()
    places = tuple(slot.place for slot in found.usable)
    a, b = state.picked(places, chosen.a, chosen.b)
    sides = (found.gold, *(found.usable[k] for k in ((a,) if b is None else (a, b))))
    try:
        pairing = paired({slot.letter: slot.banks for slot in sides})
    except InputError as error:
        frame.refused(error)
        st.stop()
    names = Compared(tuple(slot.name for slot in found.usable))
    return BankSelection(names, chosen.trees(), a, b, found.record.title, places, sides, pairing)


def evaluation(chosen: BankSelection) -> BankEvaluation:
    """All numbers of the picked systems; a treebank that is refused stops the page, unless one goes on without it."""
    key = ("treebanks", *((slot.entry.digest, slot.entry.file, slot.name) for slot in chosen.slots), repr(chosen.options))
    what = f"Counting {len(chosen.pairing.common)} treebanks"
    try:
        return once.evaluation(key).get(what, lambda say: _scored(chosen, say))
    except InputError as error:
        frame.refused(error, "Or go on without it: see the options.")
    except OSError:
        frame.empty("A stored file is gone from the workspace.", "Add it once more.", sample=False)
    st.stop()


def _scored(chosen: BankSelection, say: frame.Say) -> BankEvaluation:
    record = workspace.read(state.project_id())
    found = [bank_loading.members(record, slot.entry) for slot in chosen.slots]
    banks = chosen.pairing.common

    def read(bank: str) -> tuple[Corpus, list[Corpus], None]:
        say(banks.index(bank), len(banks))
        gold, *systems = (
            bank_loading.read_bank(slot.entry, members, bank, reading(slot.entry, state.choice()))
            for slot, members in zip(chosen.slots, found, strict=True)
        )
        return gold, systems, None

    task = treebanks.Task(tuple(TREE_METRICS), chosen.options, rows.Labels(), lambda _: None)
    scored = treebanks.score_each(banks, [slot.name for slot in chosen.slots[1:]], read, task)
    _, made = treebanks.all_rows(scored, task)
    signed = together([kept.signed for kept in scored.scored.values()])
    return BankEvaluation(made, signed, tuple(scored.scored), scored.skipped)


def address(bank: str) -> dict[str, str]:
    """The words of an address under which a treebank is shown."""
    return {**state.address(), "treebank": bank}
