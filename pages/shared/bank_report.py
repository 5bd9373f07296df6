"""The files of a project of many treebanks, for the Data page: how many each has, and what has no partner."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from loaders import InputError
from loaders.treebanks import Pairing, paired
from pages.shared import bank_choice, frame, report
from pages.shared.loading import Loaded, Slot

HEAD = ("", "Name", "File", "Treebanks", "Paired")
MOST_LISTED = 30


def counted(found: Loaded) -> str:
    """The grey line: what gold holds."""
    gold = found.gold
    return f"Parsing · {report.plural(len(gold.banks), 'treebank')}" if gold is not None and gold.usable else ""


def verdict(found: Loaded) -> str:
    """How gold and the systems fit together, as HTML."""
    if found.gold is None or not found.gold.usable or not found.usable:
        return ""
    names = [report.bold(slot) for slot in found.usable]
    who = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
    common, total = len(_common(found)), len(found.gold.banks)
    have = "has" if len(names) == 1 else "have"
    if common == total:
        return f"{who} {have} all {total} treebanks of gold."
    return f"{who} {have} {common} of the {total} treebanks of gold in common."


def _common(found: Loaded) -> list[str]:
    return [bank for bank in found.gold.banks if all(bank in slot.banks for slot in found.usable)]


def table(found: Loaded) -> None:
    """The files, and what has no partner, or why there is none at all."""
    frame.table(HEAD, [_row(slot, found) for slot in report.slots(found)], left=range(3), roomy=(2,))
    for slot in report.slots(found):
        if slot.error:
            frame.refused(slot.error, report.rest(found), report.who(slot))
    sides = [found.gold, *bank_choice.picked(found)]
    if all(slot is not None and slot.usable for slot in sides) and len(sides) > 1:
        try:
            unpaired(paired({slot.letter: slot.banks for slot in sides}))
        except InputError as error:
            frame.refused(error)


def _row(slot: Slot, found: Loaded) -> list[str]:
    file = escape(slot.entry.file, quote=True)
    name = "" if slot.place < 0 else f'<span class="cut" title="{file}">{escape(slot.name)}</span>'
    start = [report.who(slot), name, f'<span class="m cut" title="{file}">{file}</span>']
    if not slot.banks:
        return [*start, '<span class="bad">not read</span>', ""]
    gold = found.gold.banks if found.gold is not None else ()
    common = "" if slot.place < 0 else str(sum(bank in gold for bank in slot.banks))
    return [*start, str(len(slot.banks)), common]


def unpaired(pairing: Pairing) -> None:
    """The treebanks that some file lacks, by whose they are."""
    if not pairing.unpaired:
        return
    frame.section("Without a partner")
    frame.table(("In", "Treebanks that not all have"), _lines(pairing.unpaired), left=(0, 1), wraps=1)
    frame.note("Treebanks are paired by file name, without folder and ending; these are not scored.")


def _lines(unpaired: Mapping[str, list[str]]) -> list[list[str]]:
    lines = []
    for who, banks in unpaired.items():
        rest = f" and {len(banks) - MOST_LISTED} more" if len(banks) > MOST_LISTED else ""
        lines.append([f"<b>{escape(who)}</b>", escape(", ".join(banks[:MOST_LISTED])) + rest])
    return lines
