"""The command line that does what the page Paper shows."""

from __future__ import annotations

import shlex
from dataclasses import fields
from typing import Any

from figures.paper import Sheet
from figures.studies.exhibit import WORDS, Maker, View
from loaders import stem
from metrics.counting import letter
from pages.shared import paper_state, state, workspace
from pages.shared.item_files import SEVERAL
from pages.shared.records import LABELS_PRED, MAP, TOPICS, Record

# Options of scoring by the flag that says them; those at their defaults are left out.
FLAGS = {
    "match": "--match", "zero_match": "--zero-match", "threshold": "--threshold", "policy": "--policy",
    "link_mentions": "--link-mentions", "features": "--features", "unit": "--unit", "resamples": "--resamples",
    "seed": "--seed", "level": "--level",
}  # fmt: skip
SWITCHES = {"subtypes": "--subtypes", "skip_bad": "--skip-bad"}
SHEET = {"height": "--height", "style": "--style", "size": "--font-size", "legend": "--legend"}


def figure(name: str, task: str, chosen: Any, shown: tuple[Maker, View], file: tuple[str, str, Sheet]) -> str:
    """python evaluate.py figure ... with everything that is not as by default. file : kind, width, sheet."""
    kind, width, sheet = file
    words = ["figure", name, *project(task, chosen), *_view(chosen, *shown), "-o", f"{name}.{kind}"]
    words += ["--width", width] if width != "column" else []
    words += _unlike(sheet, Sheet(), SHEET) + ["--grey"] * sheet.grey
    return _line(words)


def report(task: str, chosen: Any) -> str:
    """python evaluate.py report ... of a task."""
    return _line(["report", "--task", task, *project(task, chosen), "-o", "report.html"])


def _line(words: list[str]) -> str:
    return shlex.join(["python", "evaluate.py", *map(str, words)])


def project(task: str, chosen: Any) -> list[str]:
    """The words for files, systems and options."""
    found = paper_state.files_of(task)
    words = ["--gold", _path(found.record, found.gold.entry.file)]
    for slot in found.usable:
        words += ["--pred", _path(found.record, slot.entry.file)]
    if any(slot.name != stem(slot.entry.file) for slot in found.usable):
        words += [word for slot in found.usable for word in ("--name", slot.name)]
    places = [slot.place for slot in found.usable]
    picked = [places.index(chosen.places[k]) for k in chosen.picked]
    words += ["--pair", ",".join(letter(k) for k in picked)] if picked != list(range(len(places)))[:2] else []
    return words + _options(chosen) + _reading(task, found.record)


def _path(record: Record, file: str) -> str:
    """Where a file is: the sample's in the project's folder, one that was uploaded wherever its user has it."""
    return f"sample_data/{workspace.sample_folder(record.id).name}/{file}" if record.id in workspace.SAMPLES else file


def _options(chosen: Any) -> list[str]:
    options, default = chosen.options, type(chosen.options)()
    known = [one.name for one in fields(options)]
    said = _unlike(options, default, {name: flag for name, flag in FLAGS.items() if name in known})
    return said + [flag for name, flag in SWITCHES.items() if name in known and getattr(options, name)]


def _unlike(one: Any, other: Any, flags: dict[str, str]) -> list[str]:
    """The flags of what is not as in another, with its values."""
    unlike = [(flag, getattr(one, name)) for name, flag in flags.items() if getattr(one, name) != getattr(other, name)]
    return [word for flag, value in unlike for word in (flag, _written(value))]


def _written(value: Any) -> str:
    """A value as one would type it: 3, not 3.0."""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def _reading(task: str, record: Record) -> list[str]:
    """The words for how files are read, and for labels."""
    choice = state.choice()
    words = ["--ends", choice.ends] if choice.ends and task in (*paper_state.COREFERENCE, "crossdoc") else []
    words += ["--reading", choice.reading] if task == "span" and choice.reading != "strict" else []
    if task == "classify" and choice.per_item:
        words.append("--multi" if SEVERAL[choice.per_item] else "--single")
    if task == "crossdoc" and record.single(TOPICS):
        words += ["--topics", record.single(TOPICS).file]
    if task in ("ud", "span") and record.train:
        words += ["--train", record.train.file]
    return words + (_labels(record) if task in ("typed", "errors") else [])


def _labels(record: Record) -> list[str]:
    choice, words = state.choice(), []
    wanted = [entry for entry in record.labels if choice.labels in (None, entry.digest[:8])]
    if wanted:
        words += ["--labels", wanted[0].file]
        words += ["--labels-pred", record.single(LABELS_PRED).file] if record.single(LABELS_PRED) else []
    own = record.single(MAP)
    mapping = own.file if own and choice.mapping == "file" else choice.mapping
    return words + (["--map", mapping] if mapping else [])


def _view(chosen: Any, maker: Maker, view: View) -> list[str]:
    """The words for what is chosen of a figure, where that is not what it shows at first."""
    found = []
    for word in WORDS:
        if word in maker.choices and getattr(view, word) != next(iter(maker.choices[word](chosen)), ""):
            found += [f"--{word}", getattr(view, word)]
    return found
