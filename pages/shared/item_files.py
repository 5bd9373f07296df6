"""Files of labelled items among a project's: whether it compares classifiers, and its items as they are read."""

from __future__ import annotations

from loaders import InputError
from loaders.classification import Items, load_items
from loaders.classification_kind import holds_items
from loaders.classification_records import ItemOptions
from pages.shared import once, workspace
from pages.shared.options import Choice
from pages.shared.records import GOLD, Entry, Record

# As stated in a project -> as the loader calls it, and how it is shown.
ITEM_FORMATS = {
    "items-csv": ("csv", "Labels, CSV"),
    "items-tsv": ("tsv", "Labels, TSV"),
    "items-jsonl": ("jsonl", "Labels, JSON lines"),
}
SEVERAL = {"one": False, "several": True}


def is_items(record: Record) -> bool:
    """Whether a project compares classifiers: gold decides, without it any system."""
    deciding = (record.gold,) if record.gold else record.systems
    return any(_is_items(record, entry) for entry in deciding)


def _is_items(record: Record, entry: Entry) -> bool:
    if entry.format is not None:
        return entry.format in ITEM_FORMATS
    if record.id in workspace.SAMPLES:
        return record.id == workspace.SAMPLE_ITEMS
    try:
        look = lambda _: holds_items((entry.file, workspace.content(record.id, entry)))  # noqa: E731
        return once.numbers(("items", entry.digest, entry.file)).get(f"Looking into {entry.file}", look)
    except OSError:  # the stored file is gone: reading it says so
        return False


def item_options(entry: Entry, choice: Choice) -> ItemOptions:
    """How a file is read; a stated format of other kinds of files is left to be detected."""
    stated = ITEM_FORMATS.get(entry.format or "", (None,))[0]
    return ItemOptions(stated, SEVERAL.get(choice.per_item or ""), choice.skip)


def read_items(record: Record, entry: Entry, choice: Choice) -> Items | InputError:
    """The items of a file, read once; or why they cannot be read. Raises OSError where the stored file is gone."""
    role, options = "gold" if entry.role == GOLD else "predicted", item_options(entry, choice)
    key = ("items", record.id in workspace.SAMPLES, entry.digest, entry.file, role, repr(options))

    def make(_) -> Items | InputError:
        try:
            source = (entry.file, workspace.content(record.id, entry))
            return load_items(source, name=entry.file, role=role, options=options)
        except InputError as error:
            return error

    return once.corpus(key).get(f"Reading {entry.file}", make)
