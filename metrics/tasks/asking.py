"""What a task is asked for, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from metrics.resampling import MIN_RESAMPLES
from metrics.rows import Labels

MOST_RESAMPLES = 1_000_000
PLAIN_NAMES = {"b3": "B³", "bcub": "B³"}


class OptionError(ValueError):
    """An option that no number can rest on, or that does not go with the data. The text names it, without dashes."""

    def __init__(self, option: str, what: str, value: str = ""):
        super().__init__(f"{option} {value}: {what}" if value else f"{option}: {what}")


def silent(text: str) -> None:
    """Say nothing of what is being done."""


@dataclass(frozen=True)
class Task:
    """What is asked for: metrics, the options of scoring, what a user says of the comparison, how to say what is done.

    options : of the task, one of the classes in metrics.options.
    """

    metrics: Sequence[str]
    options: Any
    labels: Labels = field(default_factory=Labels)
    say: Callable[[str], None] = silent


@dataclass(frozen=True)
class Found:
    """What comes of a task: the signature of the whole, the alignment report, results rows, the number of units."""

    signature: str
    alignment: dict[str, Any]
    rows: list[dict[str, Any]]
    units: int

    def document(self) -> dict[str, Any]:
        """What the JSON of a command holds."""
        return {"signature": self.signature, "alignment": self.alignment, "rows": self.rows}


def check_uncertainty(resamples: int, level: float) -> None:
    """Raise OptionError for a number of resamples or a level on which no interval can rest."""
    if resamples and not MIN_RESAMPLES <= resamples <= MOST_RESAMPLES:
        raise OptionError("resamples", f"{MIN_RESAMPLES} to {MOST_RESAMPLES:,}, or 0 for no intervals; not {resamples}.")
    if not 0.5 <= level <= 0.9999:  # so that nan, which is within every range as comparisons go, is none
        raise OptionError("level", f"{level} is no level; say 0.95, for one.")


def known_metrics(wanted: Sequence[str], registry: Mapping[str, Any]) -> tuple[tuple[str, ...], list[str]]:
    """The metrics that are meant by some names, in any case and b3 for B³, each once; and the names that mean none."""
    known = {name.lower(): name for name in registry}
    known |= {plain: name for plain, name in PLAIN_NAMES.items() if name in registry}
    found = dict.fromkeys(known[name.lower()] for name in wanted if name.lower() in known)
    return tuple(found), [name for name in wanted if name.lower() not in known]
