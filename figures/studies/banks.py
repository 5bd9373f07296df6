"""Many treebanks: all numbers of a selection, and its figure and table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from figures import treebank_tables
from figures.score_tables import signed
from figures.studies.chosen import Chosen, Say
from figures.studies.exhibit import Exhibit, Maker, View, both
from figures.tables import Table
from figures.treebanks import treebanks_frame
from loaders import Corpus, InputError
from metrics import rows
from metrics.options import tree_signature
from metrics.signing import Signed, together
from metrics.ud import treebanks
from metrics.ud.registry import TREE_METRICS

Read = Callable[[str], tuple[Corpus, Sequence[Corpus]]]


@dataclass(frozen=True)
class Compared:
    """The names of all systems."""

    names: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class BankSelection(Chosen):
    """What figures of many treebanks work on: Compared and TreeOptions.

    banks : the treebanks that gold and the picked systems have. read : gold and the picked systems of one of them. key : what
    the numbers depend on.
    """

    banks: tuple[str, ...]
    read: Read
    key: tuple

    def signature(self, found: BankEvaluation, metric: str | None = None) -> str:
        """The line that says how numbers of the picked systems were made."""
        letters = (self.letters[k] for k in self.picked)
        digests = {"gold": found.signed.gold, **dict(zip(letters, found.signed.systems, strict=True))}
        units, skipped = found.signed.units, found.signed.skipped
        return tree_signature(metric, self.options, units=units, skipped=skipped, digests=digests, treebanks=len(found.banks))


@dataclass(frozen=True)
class BankEvaluation:
    """Results rows of all treebanks, groups and means; what they are signed by; what is left out, and why."""

    rows: list[dict[str, Any]]
    signed: Signed
    banks: tuple[str, ...]
    skipped: Mapping[str, InputError] = field(default_factory=lambda: MappingProxyType({}))


def evaluation(chosen: BankSelection) -> BankEvaluation:
    """All numbers of the picked systems. Raises InputError for a treebank that is refused, unless options go on without it."""
    what = f"Counting {len(chosen.banks)} treebanks"
    return chosen.keep("evaluation", ("treebanks", *chosen.key), what, lambda say: _scored(chosen, say))


def _scored(chosen: BankSelection, say: Say) -> BankEvaluation:
    banks = list(chosen.banks)

    def read(bank: str) -> tuple[Corpus, Sequence[Corpus], None]:
        say(banks.index(bank), len(banks))
        return *chosen.read(bank), None

    task = treebanks.Task(tuple(TREE_METRICS), chosen.options, rows.Labels(), lambda _: None)
    scored = treebanks.score_each(banks, list(chosen.systems.pair), read, task)
    _, made = treebanks.all_rows(scored, task)
    signed_by = together([kept.signed for kept in scored.scored.values()])
    return BankEvaluation(made, signed_by, tuple(scored.scored), scored.skipped)


def metrics(_: BankSelection) -> Mapping[str, str]:
    """The metrics of trees, LAS first."""
    return {metric: metric for metric in ("LAS", *(name for name in TREE_METRICS if name != "LAS"))}


def differences(chosen: BankSelection, view: View) -> Exhibit:
    """The dot plot of treebanks."""
    both(chosen)
    found = evaluation(chosen)
    frame = treebanks_frame(found.rows, view.metric, chosen.systems.letters)
    signature = chosen.signature(found, view.metric)
    return Exhibit("treebanks", frame, f"{view.metric} by treebank", signature, chosen.systems, chosen.options)


def table(chosen: BankSelection, metric: str, href: Callable[[str], str] = lambda _: "") -> Table:
    """Every treebank and the mean. href : where a treebank's name leads."""
    found = evaluation(chosen)
    made = treebank_tables.treebanks_table(found.rows, metric, chosen.systems, chosen.options, href)
    return signed(made, chosen.signature(found, metric))


EXHIBITS = {
    "treebanks": Maker(differences, "B − A in every treebank", {"metric": metrics}, lambda c, v: [table(c, v.metric)]),
}
