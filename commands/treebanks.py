"""Folders of treebanks on the command line: read pair by pair, reported, and what stands above their table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from figures.numbers import p_value
from loaders import Corpus, ReadOptions
from loaders.treebanks import Pairing, load_treebank, paired, treebanks
from metrics import rows
from metrics.tasks.asking import Task
from metrics.ud.treebanks import REFERENCE, TREEBANK, Grouped, Read, Treebanks, score_each

NONE: Grouped = lambda *_: []  # noqa: E731
MEAN = {"by": TREEBANK, "value": rows.MACRO}


def score_all(
    sources: dict[str, str], reading: Callable[[str], ReadOptions], task: Task, grouped: Grouped = NONE
) -> tuple[Pairing, Treebanks]:
    """The treebanks of folders that are paired by file name. sources : paths by the name of their set, gold's first.

    reading : the reading options of a role. Raises as score_each() does.
    """
    pairing, read = opened(sources, reading)
    names = [name for name in list(sources)[1:] if name != REFERENCE]
    return pairing, score_each(pairing.common, names, read, task, grouped)


def opened(sources: dict[str, str], reading: Callable[[str], ReadOptions]) -> tuple[Pairing, Read]:
    """Folders paired by file name, and what reads one treebank of all of them. Arguments as in score_all()."""
    sets = {name: treebanks(path) for name, path in sources.items()}
    pairing = paired({name: list(banks) for name, banks in sets.items()})
    names = [name for name in list(sources)[1:] if name != REFERENCE]

    def read(bank: str) -> tuple[Corpus, Sequence[Corpus], Corpus | None]:
        found = {
            name: load_treebank(path, sets[name][bank], bank, reading("predicted" if k else "gold"))
            for k, (name, path) in enumerate(sources.items())
        }
        gold, *_ = found.values()
        return gold, [found[name] for name in names], found.get(REFERENCE)

    return pairing, read


def report(pairing: Pairing, found: Treebanks) -> dict[str, Any]:
    """The alignment report of every treebank, the ones left out, and names that have no partner."""
    return {
        "treebanks": {bank: kept.report for bank, kept in found.scored.items()},
        "unpaired": pairing.unpaired,
        "skipped": [{"treebank": bank, "reason": str(error)} for bank, error in found.skipped.items()],
    }


def heading(pairing: Pairing, found: Treebanks, document: dict) -> str:
    """The lines above a table: how many treebanks, which are left out, who wins how often."""
    units = sum(kept.signed.units for kept in found.scored.values())
    lines = [f"{len(found.scored)} treebanks, each resampled by itself: {units:,} units in all"]
    lines += [f"only in {name}: {', '.join(banks)}" for name, banks in pairing.unpaired.items()]
    lines += [f"left out: {bank} ({error})" for bank, error in found.skipped.items()]
    means = [row for row in document["rows"] if row["group"] == MEAN and row["difference"]]
    shown = "LAS" if any(row["metric"] == "LAS" for row in means) else means[0]["metric"] if means else ""
    return "\n".join(lines + [_outcome(row) for row in means if row["metric"] == shown])


def _outcome(row: dict) -> str:
    difference = row["difference"]
    outcomes = f"better in {difference['wins']}, worse in {difference['losses']}, equal in {difference['ties']} treebanks"
    p = difference["p"]
    tested = "too few for Wilcoxon's test" if p is None else f"Wilcoxon's p {p_value(p)}"
    return f"{row['system']} against {difference['against']}, {row['metric']}: {outcomes}; {tested}"
