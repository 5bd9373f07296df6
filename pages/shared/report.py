"""What a project's files hold and how they fit together, as rows and sentences for the Data page."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from metrics.transfer import LOST
from pages.shared import frame
from pages.shared.findings import format_name, plural, slots
from pages.shared.loading import Loaded, Slot, numbers

FILES_HEAD = ("", "Name", "File", "Format", "Documents", "Words", "Mentions", "Entities", "Singletons")
MENTIONS_HEAD = {
    "": "",
    "Inside another": "Mentions that lie inside another mention.",
    "Crossing": "Mentions that begin within an earlier one and end after it.",
    "Discontinuous": "Mentions of more than one part.",
    "Zeros": "Mentions whose head is an empty node: dropped pronouns.",
    "Repeats dropped": "Mentions with the same words as an earlier one. The first is kept: no metric is defined for repeats.",
    "Remarks": "Oddities met while reading; they are listed below.",
}
ALIGNMENT_HEAD = {
    "": "",
    "Found": "Documents of gold that the system has, by id, by id and part, or by identical words.",
    "Missing": "Documents that gold has and the system has not: all their mentions count as missed.",
    "Extra": "Documents that gold has not: they are not scored.",
    "Renamed": "Documents that go by another id in gold.",
    "Differing": "Documents whose words are not those of gold.",
    "Escapes": "Words that are written differently, such as -LRB- for a bracket, and count as equal.",
}


def who(slot: Slot) -> str:
    """HTML of a file's mark and letter."""
    return frame.owner(slot.place, slot.letter)


def rest(found: Loaded) -> str:
    """What is said beside a refused file of the others."""
    return "The other files are loaded." if any(slot.usable for slot in slots(found)) else ""


def files(found: Loaded) -> list[list[str]]:
    """Rows of FILES_HEAD, as HTML."""
    return [_file(slot) for slot in slots(found)]


def _file(slot: Slot) -> list[str]:
    file = escape(slot.entry.file, quote=True)
    name = "" if slot.place < 0 else f'<span class="cut" title="{file}">{escape(slot.name)}</span>'
    start = [who(slot), name, f'<span class="m cut" title="{file}">{file}</span>']
    if slot.corpus is None:
        return [*start, '<span class="bad">not read</span>', *[""] * 5]
    n = numbers(slot.corpus)
    counts = [n[name] for name in ("documents", "words", "mentions", "entities", "singletons")]
    return [*start, escape(format_name(slot.corpus)), *(f"{count:,}" for count in counts)]


def mentions(found: Loaded) -> list[list[str]]:
    """Rows of MENTIONS_HEAD, as HTML."""
    rows = []
    for slot in slots(found):
        if slot.corpus is not None:
            n = numbers(slot.corpus)
            counts = ("nested", "crossing", "discontinuous", "zeros", "n_repeats", "n_notices")
            rows.append([who(slot), *(f"{n[name]:,}" for name in counts)])
    return rows


def alignment(found: Loaded) -> list[list[str]]:
    """Rows of ALIGNMENT_HEAD, as HTML, of the systems that were read."""
    rows = []
    for slot in found.systems:
        if slot.alignment is not None:
            a = slot.alignment
            joined = len(found.gold.corpus.documents) - len(a.missing)
            counts = (joined, len(a.missing), len(a.extra), len(a.renamed), len(a.bad), a.escaped)
            rows.append([who(slot), *(f"{count:,}" for count in counts)])
    return rows


def left_out(found: Loaded) -> str:
    """What is skipped for all systems, as HTML; nothing where nothing is."""
    if found.project is None or not found.project.skipped:
        return ""
    ids = found.gold.corpus.documents["doc_id"]
    names = ", ".join(escape(ids.iloc[number]) for number in sorted(found.project.skipped))
    return f"Left out for all systems, and not scored: {plural(len(found.project.skipped), 'document')} ({names})."


def counted(found: Loaded) -> str:
    """The grey line: what gold holds."""
    if found.gold is None or found.gold.corpus is None:
        return ""
    n = numbers(found.gold.corpus)
    held = f"{plural(n['mentions'], 'gold mention')} in {plural(n['entities'], 'entity')}, {n['singletons']:,} of them singletons"
    return " · ".join(["Coreference", plural(n["documents"], "document"), plural(n["words"], "word"), held])


def verdict(found: Loaded) -> str:
    """How gold and the systems fit together, as HTML: one or two sentences."""
    if found.gold is None or found.gold.corpus is None or not found.systems:
        return ""
    documents = plural(len(found.gold.corpus.documents), "document")
    whole = f"the {documents}" if documents.startswith("1 ") else f"all {documents}"
    faults: dict[str, list[Slot]] = {}
    for slot in found.systems:
        faults.setdefault(_fault(slot), []).append(slot)
    good = faults.pop("", [])
    said = [f"{_all(good)} {'holds' if len(good) == 1 else 'hold'} {whole} of gold, word for word."] if good else []
    said += ["; ".join(f"{_all(some)} {fault if len(some) == 1 else _of_many(fault)}" for fault, some in faults.items()) + "."]
    silent = [slot for slot in slots(found) if slot.corpus is not None and not numbers(slot.corpus)["mentions"]]
    said += [f"{_all(silent)} {'holds' if len(silent) == 1 else 'hold'} no mention at all."] if silent else []
    return " ".join(sentence for sentence in said if sentence != ".")


def _of_many(fault: str) -> str:
    """The same with a verb for several systems."""
    verbs = {"lacks": "lack", "has": "have", "differs": "differ", "shares": "share", "waits": "wait"}
    words = fault.split(" and ")
    return " and ".join(" ".join([verbs.get(first, first), *rest]) for first, *rest in (part.split(" ") for part in words))


def bold(slot: Slot) -> str:
    """HTML of a system's letter."""
    return f'<b class="{frame.colour(slot.place)}">{slot.letter}</b>'


def _all(some: Sequence[Slot]) -> str:
    names = [bold(slot) for slot in some]
    if some[0].place < 0:  # begins a sentence
        names[0] = names[0].replace(">gold<", ">Gold<")
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _fault(slot: Slot) -> str:
    if slot.corpus is None:
        return "cannot be read"
    a = slot.alignment
    if a is None:
        return "shares no document with gold" if slot.error else "waits for gold"
    if slot.corpus.skipped:
        parts = [f"cannot be read in {plural(len(slot.corpus.skipped), 'document')}"]
    else:
        parts = []
    parts += [f"lacks {plural(len(a.missing), 'document')} of gold"] if a.missing else []
    parts += [f"has {plural(len(a.extra), 'document')} that gold has not"] if a.extra else []
    parts += [f"differs from gold in the words of {plural(len(a.bad), 'document')}"] if a.bad else []
    changed = 0 if slot.corpus.changes is None else int((slot.corpus.changes["kind"] != LOST).sum())
    parts += [f"has changed the text in {plural(changed, 'place')}"] if changed else []
    return " and ".join(parts)
