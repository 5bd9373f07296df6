"""What both readers of labelled items end in, and the names under which files hold their fields."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np

from loaders.errors import FormatError, excerpt
from loaders.schema import Notice

# The names of each field, in any case; the first that a file has is read.
FIELDS = {
    "id": ("id", "item_id", "doc_id", "doc_key"),
    "gold": ("gold", "label", "labels", "true", "y_true", "target"),
    "pred": ("pred", "predicted", "prediction", "predictions", "y_pred"),
    "score": ("score",),
    "scores": ("scores",),
    "text": ("text", "sentence"),
    "document": ("document", "doc", "doc_id"),
}
GOLD_REMEDY = f"Name the column of gold labels {', '.join(FIELDS['gold'][:-1])} or {FIELDS['gold'][-1]}."
PRED_REMEDY = "A system's file has a column pred (or predicted, prediction), or scores: score, or score:LABEL for each label."
SCORE_REMEDY = "Every item has one finite number for every scored label; write 0 where a system gives none."


@dataclass(frozen=True)
class ItemOptions:
    """How labelled items are read; all of it enters a file's digest.

    format : "csv", "tsv" or "jsonl", None to detect it. multi : whether an item may have several labels, None to decide
    from the files: it may where any has a list. skip_bad : go on without items that cannot be read.
    """

    format: str | None = None
    multi: bool | None = None
    skip_bad: bool = False

    def written(self, form: str, role: str, skipped: bool) -> str:
        """The options as text, for a digest."""
        return f"items|{form}|{role}|{self.multi}|{self.skip_bad and skipped}"


@dataclass(frozen=True)
class Cells:
    """The labels of all items, one behind the other, and how many of them each item has."""

    names: list[str]
    counts: np.ndarray


@dataclass
class Records:
    """The items of a file in its order. bad : by row, why an item is left out; its other values mean nothing."""

    file: str
    ids: list[str]
    lines: list[int]
    gold: Cells | None = None
    predicted: Cells | None = None
    scored: tuple[str, ...] = ()
    scores: np.ndarray | None = None
    listed: bool = False
    numbered: bool = False
    text: list[str] | None = None
    document: list[str] | None = None
    notices: list[Notice] = field(default_factory=list)
    bad: dict[int, FormatError] = field(default_factory=dict)


def find_fields(names: Iterable[str], role: str) -> dict[str, str]:
    """By field, the name under which a file holds it. A system's own `label` is its prediction."""
    lower: dict[str, str] = {}
    for name in names:
        lower.setdefault(name.strip().lower(), name)
    found = {key: lower[name] for key, known in FIELDS.items() if (name := next((n for n in known if n in lower), None))}
    if found.get("document") == found.get("id"):
        found.pop("document", None)
    if role == "predicted":
        gold = found.pop("gold", None)
        if gold and gold.strip().lower() in ("label", "labels"):
            found.setdefault("pred", gold)
    if role == "gold":
        found = {key: name for key, name in found.items() if key not in ("pred", "score", "scores")}
    return found


def refuse(bad: dict[int, FormatError], row: int, error: FormatError, options: ItemOptions) -> None:
    """Raise an error about one item, or note it where bad items are skipped."""
    if not options.skip_bad:
        raise error
    bad.setdefault(row, error)


def check_ids(records: Records, options: ItemOptions) -> None:
    """Raises FormatError for an id that is empty or stands twice, with its line; or notes it."""
    first: Mapping[str, int] = dict(zip(reversed(records.ids), range(len(records.ids) - 1, -1, -1), strict=True))
    if len(first) == len(records.ids) and "" not in first:
        return
    for row, name in enumerate(records.ids):
        if row in records.bad:
            continue
        if not name:
            error = FormatError(records.file, records.lines[row], "an item without an id", "Give each item an id of its own.")
            refuse(records.bad, row, error, options)
        elif first[name] != row:
            what = f"the id '{excerpt(name)}' stands in line {records.lines[first[name]]} already"
            error = FormatError(records.file, records.lines[row], what, "Give each item an id of its own.")
            refuse(records.bad, row, error, options)
