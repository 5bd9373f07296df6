"""JSON lines of labelled items: id, gold and pred (a name or a list of names), scores {label: number} or score.

The names of the fields are those of tables. A label is a string, a whole number or a truth value.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np

from loaders import columns
from loaders.classification_records import (
    GOLD_REMEDY,
    PRED_REMEDY,
    SCORE_REMEDY,
    Cells,
    ItemOptions,
    Records,
    check_ids,
    find_fields,
    refuse,
)
from loaders.errors import FormatError
from loaders.json_pieces import Place, pieces, value_of
from loaders.schema import Notice
from loaders.sources import Member

LABEL_REMEDY = "A label is a name, a whole number, or a list of them."
FIELD_NAMES = "Every record has the fields of the first."
LABELS = ("gold", "pred")


@dataclass(frozen=True)
class Layout:
    """By field, its name in the records; the labels that are scored, "" for the positive class; and whose file it is."""

    fields: dict[str, str]
    scored: list[str]
    role: str


@dataclass(frozen=True)
class Found:
    """One record, checked. labels : by field."""

    id: str
    labels: dict[str, list[str]]
    numbers: list[float] | None


def read(member: Member, role: str, options: ItemOptions, _form: str) -> Records:
    """The items of a file. Raises FormatError, with its line, for what cannot be read."""
    records = Records(member.name, [], [])
    data = columns.plain_text(member)
    values = []
    for number, text in pieces(data):
        place = Place(member.name, member.line + number)
        try:
            value = value_of(place, data, text)
            if not isinstance(value, dict):
                raise place.error("a record that is no JSON object", "Each line must be one whole JSON object.", value)
        except FormatError as error:
            refuse(records.bad, len(values), error, options)
            value = {}
        records.lines.append(place.line)
        values.append(value)
    _fill(records, values, role, options)
    check_ids(records, options)
    return records


def _fill(records: Records, values: list[dict], role: str, options: ItemOptions) -> None:
    """Everything that the records hold; records that are empty are bad ones."""
    at = next((row for row, value in enumerate(values) if value), None)
    if at is None:
        records.ids = [""] * len(values)
        return
    layout = _layout(values[at], role, Place(records.file, records.lines[at]))
    records.numbered = "id" not in layout.fields
    found = []
    for row, value in enumerate(values):
        one = Found(str(row + 1) if records.numbered else "", {}, None)
        if row not in records.bad:
            try:
                one = _record(value, one.id, layout, options, Place(records.file, records.lines[row]))
            except FormatError as error:
                refuse(records.bad, row, error, options)
        found.append(one)
    _finish(records, values, found, layout, options.multi)


def _finish(records: Records, values: list[dict], found: list[Found], layout: Layout, multi: bool | None) -> None:
    """The records' values as columns; labels that stand twice are noticed."""
    records.ids = [one.id for one in found]
    records.gold, records.predicted = (_cells(records, found, key) if key in layout.fields else None for key in LABELS)
    fields = [layout.fields[key] for key in LABELS if key in layout.fields]
    records.listed = multi is not False and any(isinstance(v.get(name), list) for v in values for name in fields)
    if layout.scored:
        nothing = [0.0] * len(layout.scored)
        records.scored = tuple(layout.scored)
        records.scores = np.array([one.numbers or nothing for one in found])
    for key in ("text", "document"):
        if key in layout.fields:
            setattr(records, key, [_shown(value.get(layout.fields[key])) for value in values])


def _cells(records: Records, found: list[Found], key: str) -> Cells:
    column = [one.labels.get(key, []) for one in found]
    for row, names in enumerate(column):
        if len(names) > 1 and len(set(names)) < len(names):
            records.notices.append(Notice(records.file, records.lines[row], "repeat", "a label twice, counted once"))
    return Cells(list(chain.from_iterable(column)), np.array([len(names) for names in column], np.int64))


def _record(value: dict, name: str, layout: Layout, options: ItemOptions, place: Place) -> Found:
    """One record, checked. name : its id where records have none."""
    fields = layout.fields
    name = name or _id(value, fields["id"], place)
    labels = {key: _labels(value, key, fields[key], options, place) for key in LABELS if key in fields}
    return Found(name, labels, _numbers(value, layout, place))


def _shown(value: Any) -> str:
    text = "" if value is None else str(value)
    return text.encode("utf-8", "replace").decode()


def _layout(first: dict, role: str, place: Place) -> Layout:
    """What the first record has, and all others must have."""
    fields = find_fields(first, role)
    if role != "predicted" and "gold" not in fields:
        raise place.error("no gold labels", GOLD_REMEDY.replace("column", "field"), ", ".join(first))
    if role != "gold" and not fields.keys() & {"pred", "score", "scores"}:
        raise place.error("neither predictions nor scores", PRED_REMEDY.replace("column", "field"), ", ".join(first))
    if "scores" not in fields:
        return Layout(fields, [""] if "score" in fields else [], role)
    scores = first[fields["scores"]]
    if not isinstance(scores, dict) or not scores:
        raise place.error("scores that are no object of a number for each label", SCORE_REMEDY, scores)
    return Layout(fields, [_text(label, place) for label in scores], role)


def _id(value: dict, key: str, place: Place) -> str:
    name = value.get(key)
    if isinstance(name, str):
        return _text(name, place)
    if isinstance(name, bool) or not isinstance(name, int):
        raise place.error(f"{key} is neither a string nor a number", "Give each item an id of its own.", name)
    return str(name)


def _text(name: str, place: Place) -> str:
    if name.isascii():
        return name
    try:
        name.encode()
    except UnicodeEncodeError:
        raise place.error("half a surrogate pair, which is no text", "Write ids and labels as UTF-8.") from None
    return name


def _labels(value: dict, key: str, name: str, options: ItemOptions, place: Place) -> list[str]:
    """The labels of one item under one field; null and an empty name are none, but gold's must not be null."""
    found = value.get(name)
    if name not in value or (found is None and key == "gold"):
        raise place.error(f"no {name}, which other records have", FIELD_NAMES, ", ".join(value))
    if isinstance(found, list) and options.multi is False and len(found) > 1:
        raise place.error(f"{len(found)} labels where one was stated", "Leave --single out.", found)
    if found is None or found == "":
        return []
    return [_name(one, place) for one in found] if isinstance(found, list) else [_name(found, place)]


def _name(label: Any, place: Place) -> str:
    if isinstance(label, str) and label:
        return _text(label, place)
    if isinstance(label, bool):
        return str(label).lower()
    if isinstance(label, float) and label.is_integer():
        return str(int(label))
    if not isinstance(label, int):
        raise place.error("a label that is no name", LABEL_REMEDY, label)
    return str(label)


def _numbers(value: dict, layout: Layout, place: Place) -> list[float] | None:
    """The scores of one item, in the order of the labels."""
    fields, scored = layout.fields, layout.scored
    if not scored:
        if layout.role != "gold" and value.keys() & {"score", "scores"}:
            raise place.error("scores, which the first record lacks", SCORE_REMEDY, value)
        return None
    given = {"": value.get(fields["score"])} if scored == [""] else value.get(fields["scores"])
    if not isinstance(given, dict) or given == {"": None}:
        raise place.error("no scores, which other records have", SCORE_REMEDY, value)
    if given.keys() != set(scored):
        other = min(given.keys() ^ set(scored))
        what = f"scores {'without' if other in scored else 'with'} the label '{other}', unlike the first record's"
        raise place.error(what, SCORE_REMEDY, given)
    return [_number(given[label], place) for label in scored]


def _number(score: Any, place: Place) -> float:
    if isinstance(score, bool) or not isinstance(score, int | float):
        raise place.error("a score that is no number", SCORE_REMEDY, score)
    try:
        made = float(score)
    except OverflowError:
        made = math.inf
    if not math.isfinite(made):
        raise place.error("a score that is no finite number", SCORE_REMEDY, str(score)[:60])
    return made
