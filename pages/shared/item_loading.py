"""The labels of a project's files: each system joined with gold by itself, so that one that fails leaves the others alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from figures.studies.labels import named
from loaders import InputError
from loaders.classification import Items
from metrics.classification.project import LabelProject, align_items
from pages.shared import once, workspace
from pages.shared.item_files import SEVERAL
from pages.shared.loading import Slot, loaded
from pages.shared.options import Choice
from pages.shared.records import Record


@dataclass(frozen=True)
class LoadedItems:
    """A project's labelled items.

    project : gold and the systems that could be read and joined, None without any; error : why there is none although
    there are such systems.
    """

    record: Record
    gold: Slot | None
    systems: tuple[Slot, ...]
    project: LabelProject | None = None
    error: InputError | None = None

    @property
    def usable(self) -> tuple[Slot, ...]:
        """The systems in `project`, in its order."""
        return tuple(slot for slot in self.systems if slot.usable) if self.gold is not None and self.gold.usable else ()


def loaded_items(record: Record, choice: Choice) -> LoadedItems:
    """The labels of all files of a project; of the sample, those of its classifiers."""
    if record.id == workspace.SAMPLE:
        record = workspace.sample(workspace.SAMPLE_ITEMS)
    found = loaded(record, choice)
    if not found.has_items or found.gold is None or not found.gold.usable:
        return LoadedItems(record, found.gold, found.systems)
    gold = found.gold.items
    slots = tuple(_joined(gold, slot, choice) for slot in found.systems)
    usable = [slot for slot in slots if slot.usable]
    if not usable:
        return LoadedItems(record, found.gold, slots)
    project = join(gold, [slot.items for slot in usable], [slot.name for slot in usable], choice)
    if isinstance(project, InputError):
        return LoadedItems(record, found.gold, slots, None, project)
    return LoadedItems(record, found.gold, slots, project)


def _joined(gold: Items, slot: Slot, choice: Choice) -> Slot:
    """A file with the error that joining it with gold ends in, if it does."""
    if not slot.usable:
        return slot
    project = join(gold, [slot.items], [slot.name], choice)
    return replace(slot, error=project) if isinstance(project, InputError) else slot


def join(gold: Items, systems: Sequence[Items], names: Sequence[str], choice: Choice) -> LabelProject | InputError:
    """Gold and systems item by item, made once; or why they cannot be joined."""
    multi = SEVERAL.get(choice.per_item or "")

    def make(_) -> LabelProject | InputError:
        try:
            return align_items(gold, systems, names, multi=multi, skip_bad=choice.skip)
        except InputError as error:
            return error

    key = ("items", named(gold), *(named(items) for items in systems), *names, multi, choice.skip)
    return once.project(key).get("Joining items with gold", make)
