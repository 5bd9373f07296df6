"""Label sets of a project: the types that gold gives, and the files of labels that are stored with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from figures.studies.typed import GOLD_TYPES, LabelSet
from loaders import Corpus, FormatError, InputError, ReadOptions, maps
from metrics.counting import unique_names
from metrics.typed import evaluation
from metrics.typed.evaluation import Labelling
from pages.shared import once, workspace
from pages.shared.loading import Slot, named, read_slot
from pages.shared.options import OWN_MAP, Choice
from pages.shared.records import LABELS_PRED, MAP, Entry, Record

Mapping_ = tuple[str, Mapping[str, str]]


def label_sets(record: Record, gold: Corpus, choice: Choice, mapping: Mapping_ | None = None) -> list[LabelSet]:
    """All label sets of a project: the files in order, then gold's own types where it has any."""
    own = once.labels(("gold", *named(gold), _key(mapping))).get(
        "Reading gold's types", lambda _: evaluation.read_labelling(gold, None, None, mapping)
    )
    found = [_of_file(record, entry, gold, choice, mapping) for entry in record.labels]
    found += [LabelSet(GOLD_TYPES, own.name, own)] if own else []
    names = unique_names([one.name for one in found])
    return [replace(one, name=name) for one, name in zip(found, names, strict=True)]


def word_of(entry: Entry) -> str:
    """How the address names a label file."""
    return entry.digest[:8]


def slots(record: Record, choice: Choice) -> list[Slot]:
    """The files of labels, those of the systems' mentions last, as they were read."""
    single = record.single(LABELS_PRED)
    entries = [*record.labels, *([single] if single else [])]
    return [read_slot(record, entry, -1, _reading(entry, choice)) for entry in entries]


def _reading(entry: Entry, choice: Choice) -> ReadOptions:
    return ReadOptions(entry.format, choice.ends, "gold", choice.skip)


def _of_file(record: Record, entry: Entry, gold: Corpus, choice: Choice, mapping: Mapping_ | None) -> LabelSet:
    single = record.single(LABELS_PRED)
    read = [read_slot(record, one, -1, _reading(one, choice)) for one in (entry, single) if one]
    failed = next((slot.error for slot in read if slot.error), None)
    if failed:
        return LabelSet(word_of(entry), entry.name, error=failed)
    corpora = [slot.corpus for slot in read]

    def make(_) -> Labelling | InputError:
        try:
            return evaluation.read_labelling(gold, corpora[0], corpora[1] if len(corpora) > 1 else None, mapping)
        except InputError as error:
            return error

    key = ("file", *named(gold), *(named(corpus) for corpus in corpora), _key(mapping))
    labelling = once.labels(key).get(f"Placing labels of {entry.name}", make)
    if isinstance(labelling, InputError):
        return LabelSet(word_of(entry), entry.name, error=labelling)
    return LabelSet(word_of(entry), entry.name, labelling)


def _key(mapping: Mapping_ | None) -> tuple:
    return (mapping[0], *mapping[1].items()) if mapping else ()


def map_names(record: Record) -> dict[str, str]:
    """The maps that can be chosen, by the word of the address: the project's own, and the shipped ones."""
    own = record.single(MAP)
    return ({OWN_MAP: own.file} if own else {}) | {name: name for name in maps.shipped()}


def read_mapping(record: Record, word: str | None) -> Mapping_ | InputError | None:
    """The map of a word of the address; None where there is no such map."""
    if word not in map_names(record):
        return None
    own = record.single(MAP)
    try:
        if word != OWN_MAP:
            return word, maps.read_map(word)
        return own.digest[:6], maps.read_map((own.file, workspace.content(record.id, own)))
    except InputError as error:
        return error
    except OSError:
        return FormatError(own.file, None, "the stored file is gone from the workspace", "Add it once more.")
