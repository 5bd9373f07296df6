"""What the page of many treebanks works on: their pairing, and the picked systems."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import streamlit as st

from figures.studies import banks
from figures.studies.banks import BankEvaluation, Compared
from loaders import Corpus, InputError
from loaders.treebanks import Pairing, paired
from pages.shared import bank_loading, frame, once, state, tree_state, workspace
from pages.shared.loading import Loaded, Slot
from pages.shared.tree_loading import reading

HOW = (
    "Give gold, and each system, as a zip of CoNLL-U files or as several files at once. Files of one name are a pair: "
    "en_ewt-ud-test.conllu in gold, in A and in B."
)


@dataclass(frozen=True, kw_only=True)
class BankSelection(banks.BankSelection):
    """What the page works on. pairing : which treebanks have a partner."""

    pairing: Pairing


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
    options = chosen.trees()
    key = (*((slot.entry.digest, slot.entry.file, slot.name) for slot in sides), repr(options))
    return BankSelection(
        Compared(tuple(slot.name for slot in found.usable)), options, a, b, found.record.title, places,
        keep=_kept, banks=tuple(pairing.common), read=_reader(sides), key=key, pairing=pairing,
    )  # fmt: skip


def _reader(slots: Sequence[Slot]) -> Callable[[str], tuple[Corpus, Sequence[Corpus]]]:
    """What reads one treebank of all sides, gold's first; the files are opened when the first is read."""
    members: list = []
    record, choice = workspace.read(state.project_id()), state.choice()

    def read(bank: str) -> tuple[Corpus, Sequence[Corpus]]:
        if not members:
            members.extend(bank_loading.members(record, slot.entry) for slot in slots)
        gold, *systems = (
            bank_loading.read_bank(slot.entry, found, bank, reading(slot.entry, choice))
            for slot, found in zip(slots, members, strict=True)
        )
        return gold, systems

    return read


def _kept(kind: str, key: tuple, what: str, make: Callable) -> BankEvaluation:
    """A number made once; a treebank that is refused stops the page, unless one goes on without it."""
    try:
        return once.HOLDERS[kind](key).get(what, make)
    except InputError as error:
        frame.refused(error, "Or go on without it: see the options.")
    except OSError:
        frame.empty("A stored file is gone from the workspace.", "Add it once more.", sample=False)
    st.stop()


def address(bank: str) -> dict[str, str]:
    """The words of an address under which a treebank is shown."""
    return {**state.address(), "treebank": bank}
