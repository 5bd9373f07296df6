"""What is odd about a project's files, one remark after the other, for the Data page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from loaders import FORMATS, InputError
from loaders.schema import Corpus, Notice
from metrics.transfer import LOST
from pages.shared.loading import Loaded, Slot, numbers

MOST_CHANGES = 500  # of one system that are listed
WITHOUT_PARTS = ("conll2012", "jsonl", "litbank", "marked")  # formats that write a first and a last word for each mention


@dataclass(frozen=True)
class Finding:
    """One remark on one document: who (a letter or "gold"), what, the document, where it stands, more about it.

    read : the document's id in gold where the Reader can show it, else None.
    """

    place: int
    who: str
    what: str
    document: str
    where: str
    more: str = ""
    read: str | None = None

    def texts(self) -> tuple[str, str, str, str]:
        """Its columns of text."""
        return self.what, self.document, self.where, self.more


def slots(found: Loaded) -> list[Slot]:
    """All files: gold, then the systems."""
    return ([found.gold] if found.gold else []) + list(found.systems)


def format_name(corpus: Corpus) -> str:
    """The format as it is shown."""
    return FORMATS[corpus.format].shown if corpus.format in FORMATS else corpus.format


def findings(found: Loaded) -> list[Finding]:
    """All documents that are missing, extra, renamed, different or could not be read, in this order within a file."""
    rows = [finding for slot in slots(found) for finding in _unreadable(slot)]
    for slot in found.systems:
        if slot.alignment is not None:
            rows += _of_alignment(found, slot)
    return rows


def _unreadable(slot: Slot) -> list[Finding]:
    if slot.corpus is None:
        return []
    return [Finding(slot.place, slot.letter, "not read", name, _place(error), error.what) for name, error in slot.corpus.skipped]


def _of_alignment(found: Loaded, slot: Slot) -> list[Finding]:
    gold, a = found.gold.corpus, slot.alignment
    here = _places(gold, a.missing)
    there = _places(slot.corpus, [*a.extra, *(name for name, _ in a.renamed)])
    ids = gold.documents["doc_id"].tolist()
    skipped = {ids[number] for number in found.project.skipped} if found.project else set(ids)

    def finding(what: str, document: str, where: str, more: str = "", read: str | None = None) -> Finding:
        return Finding(slot.place, slot.letter, what, document, where, more, None if read in skipped else read)

    return [
        *(finding("missing", name, here[name], read=name) for name in a.missing),
        *(finding("extra", name, there[name], "not scored") for name in a.extra),
        *(finding("renamed", old, there[old], f"{new} in gold", new if slot.usable else None) for old, new in a.renamed),
        *(finding("differing", ids[number], _place(error), error.what) for number, error in a.bad),
        *_changes(found, slot, finding),
    ]


def _changes(found: Loaded, slot: Slot, finding: Callable[..., Finding]) -> list[Finding]:
    """What a language model changed in the text, one by one as far as MOST_CHANGES."""
    if slot.corpus.changes is None:
        return []
    gold = dict(zip(slot.corpus.documents["doc_id"], _gold_ids(found, slot), strict=True))
    files = dict(zip(slot.corpus.documents["doc_id"], slot.corpus.documents["file"], strict=True))
    rows = [
        finding(
            row.kind, row.doc_id, f"{files[row.doc_id]}, line {row.line}", _said(row), gold[row.doc_id] if slot.usable else None
        )
        for row in slot.corpus.changes.head(MOST_CHANGES).itertuples()
    ]
    rest = len(slot.corpus.changes) - MOST_CHANGES
    return [*rows, finding("changed", "", slot.entry.file, f"and {rest:,} more changes")] if rest > 0 else rows


def _gold_ids(found: Loaded, slot: Slot) -> list[str | None]:
    ids = found.gold.corpus.documents["doc_id"].tolist()
    return [ids[number] if number >= 0 else None for number in slot.alignment.document.tolist()]


def _said(change: Any) -> str:
    """One change in words."""
    if change.kind == LOST:
        return f"“{change.model}”: its words are not all in gold"
    where = f"word {change.place}"
    sides = {"dropped": f"“{change.gold}”", "added": f"“{change.model}”"}
    return f"{where}: {sides.get(change.kind, f'“{change.gold}” became “{change.model}”')}"


def _places(corpus: Corpus, names: Sequence[str]) -> dict[str, str]:
    wanted = corpus.documents[corpus.documents["doc_id"].isin(list(names))]
    return {
        name: f"{file}, line {line}"
        for name, file, line in zip(wanted["doc_id"], wanted["file"], wanted["line"].tolist(), strict=True)
    }


def _place(remark: InputError | Notice) -> str:
    return f"{remark.file}, line {remark.line}" if remark.line else remark.file


def remarks(found: Loaded) -> list[Finding]:
    """What loaders remarked on while reading, the repeats that were dropped, and what of gold a system's file cannot hold."""
    read = [slot for slot in slots(found) if slot.corpus is not None]
    return [finding for slot in read for finding in (*_cannot_hold(found, slot), *_notices(slot), *_repeats(slot))]


def _cannot_hold(found: Loaded, slot: Slot) -> list[Finding]:
    """Zeros of gold where a system's file has no empty nodes; discontinuous mentions where its format writes the hull."""
    if slot.place < 0 or found.gold is None or found.gold.corpus is None:
        return []
    gold, own = numbers(found.gold.corpus), numbers(slot.corpus)
    rows = []
    has_nodes = slot.corpus.changes is None and slot.corpus.words["is_empty"].any()  # marked text has gold's on its words alone
    if gold["zeros"] and not own["zeros"] and not has_nodes:
        them = "it" if gold["zeros"] == 1 else "them all"
        said = f"gold has {plural(gold['zeros'], 'zero')}; this file has no empty nodes and misses {them}"
        rows.append(Finding(slot.place, slot.letter, "zeros", "", slot.entry.file, said))
    if gold["discontinuous"] and slot.corpus.format in WITHOUT_PARTS:
        mentions = plural(gold["discontinuous"], "discontinuous mention")
        said = f"gold has {mentions}; {format_name(slot.corpus)} holds a mention's hull alone, another mention in exact match"
        rows.append(Finding(slot.place, slot.letter, "discontinuous", "", slot.entry.file, said))
    return rows


def _notices(slot: Slot) -> list[Finding]:
    return [Finding(slot.place, slot.letter, n.kind, "", _place(n), n.text) for n in slot.corpus.notices]


def _repeats(slot: Slot) -> list[Finding]:
    n = numbers(slot.corpus)
    files = dict(zip(slot.corpus.documents["doc_id"], slot.corpus.documents["file"], strict=True))
    rest = n["n_repeats"] - len(n["repeats"])
    more = [Finding(slot.place, slot.letter, "repeat", "", "", f"and {rest:,} more")] if rest else []
    found = [
        Finding(slot.place, slot.letter, "repeat", r["document"], f"{files[r['document']]}, line {r['line']}", _words_of(r))
        for r in n["repeats"]
    ]
    return [*found, *more]


def _words_of(repeat: dict) -> str:
    first, last = repeat["start"] + 1, repeat["end"]
    return f"word {first} once more; dropped" if first == last else f"words {first} to {last} once more; dropped"


def plural(number: int, word: str) -> str:
    """A number with its noun."""
    many = word[:-1] + "ies" if word.endswith("y") else word + "s"
    return f"{number:,} {word if number == 1 else many}"
