"""The trees that parsers were trained on: with them words can be told apart by whether their lemma was seen."""

from __future__ import annotations

from figures.studies.chosen import Seen, named
from loaders import InputError, ReadOptions
from loaders.treebanks import training
from metrics.ud.groupings import seen_lemmas
from metrics.ud.side import read_side
from pages.shared import bank_loading, frame, once, state, workspace
from pages.shared.loading import Slot, read_slot
from pages.shared.records import Entry, Record
from pages.shared.tree_loading import read_bank_slot

PLACE = -2  # of the file among a project's


def entry() -> Entry | None:
    """The open project's training file."""
    record = workspace.read(state.project_id())
    return record.train if record else None


def seen(bank: str = "") -> Seen | None:
    """The training trees, those of a treebank where the file holds many; None without, and where they cannot be read."""
    slot = read(bank)
    if slot is None or not slot.usable:
        return None
    key = named(slot.corpus)
    make = lambda _: seen_lemmas(read_side(slot.corpus))  # noqa: E731
    return Seen(key, lambda: once.numbers(("seen", key)).get("Listing the lemmas of training", make))


def read(bank: str = "") -> Slot | None:
    """The file as it was read, or why it cannot be; None where there is none, or none of this treebank."""
    record = workspace.read(state.project_id())
    if record is None or record.train is None:
        return None
    options = ReadOptions(record.train.format, None, "gold", state.choice().skip, entities=False)
    names = bank_loading.names_in_set(record, record.train) if bank else ()
    if not names:
        return read_slot(record, record.train, PLACE, options)
    name = training(bank, names)
    return read_bank_slot(record, record.train, PLACE, options, name) if name else None


def lacking(bank: str = "") -> None:
    """What is needed for the grouping, or why the file cannot be used."""
    slot = read(bank)
    if slot is not None and isinstance(slot.error, InputError):
        frame.refused(slot.error, "The other groupings need no training trees.")
    elif slot is None and entry() is not None:
        frame.note(f"<b>No training trees of this treebank.</b> {_said(bank)}")
    else:
        frame.note(
            "<b>Needs training trees.</b> Whether a word's lemma was seen is known once the CoNLL-U file is given that the "
            "parsers were trained on. It is kept with the project and changes no score."
        )


def _said(bank: str) -> str:
    from html import escape

    return f"Call its file {escape(bank.removesuffix('-test'))}-train.conllu, or give one file for all."


def stored(record: Record) -> str:
    """The file in a few words, as plain text; "" where there is none."""
    return f"Training file: {record.train.file}" if record.train else ""
