"""What the page of classes works on: the chosen pair, its label sets and its map."""

from __future__ import annotations

from dataclasses import dataclass

from figures.studies.chosen import taken
from figures.studies.coref import Selection
from figures.studies.typed import ClassChosen
from loaders import InputError
from pages.shared import once, state, workspace
from pages.shared.label_loading import Mapping_, label_sets, read_mapping
from pages.shared.records import Record


@dataclass(frozen=True, kw_only=True)
class ClassSelection(ClassChosen):
    """What the page works on, and where it comes from. mapping : the map in force, or why it cannot be read."""

    whole: Selection
    record: Record
    mapping: Mapping_ | InputError | None


def selected(whole: Selection) -> ClassSelection:
    """What is chosen, with its label sets: a project of the picked systems alone."""
    chosen = state.choice()
    record = workspace.read(state.project_id()) or workspace.sample()
    mapping = read_mapping(record, chosen.mapping)
    sets = tuple(label_sets(record, whole.project.gold, chosen))
    good = [one for one in sets if one.labelling]
    labels = next((one for one in good if one.word == chosen.labels), next(iter(good), None))
    if labels is not None and isinstance(mapping, tuple):
        labels = next(one for one in label_sets(record, whole.project.gold, chosen, mapping) if one.word == labels.word)
    places = tuple(whole.places[k] for k in whole.picked)
    b = 1 if len(places) == 2 else None
    return ClassSelection(
        taken(whole.project, whole.picked), chosen.typed(), 0, b, whole.title, places, sets, labels,
        mapping[0] if isinstance(mapping, tuple) else "", keep=once.kept, whole=whole, record=record, mapping=mapping,
    )  # fmt: skip
