"""What a project's span files hold and how they fit together, as rows and sentences for the Data page."""

from __future__ import annotations

from html import escape

from figures.span_captions import READ_AS
from loaders import Corpus
from metrics.spans.report import span_report
from metrics.spans.sides import UNNAMED, read_spans, used_labels
from pages.shared import frame, once, report
from pages.shared.findings import Finding
from pages.shared.loading import Slot, named
from pages.shared.span_loading import LoadedSpans

HEAD = {
    "": "",
    "Name": "",
    "File": "",
    "Format": "",
    "Tags": "The scheme of the tags: detected on gold, whose scheme holds for all; state another format to change it.",
    "Documents": "Marked by -DOCSTART- or # id = ...; a record of JSON lines is one; else a file is.",
    "Sentences": "",
    "Words": "",
    "Spans": "In the reading of malformed tags that is chosen; of one place and label, one is counted.",
    "Labels": "",
    "Read otherwise": "How many spans there are in the other reading of malformed tags; nothing where it is the same.",
}
ALIGNMENT_HEAD = {
    "": "",
    "Found": "Documents of gold that the system has, by id or by identical words.",
    "Missing": "Documents that gold has and the system has not: all their spans count as missed.",
    "Extra": "Documents that gold has not: they are not scored.",
    "Renamed": "Documents that go by another id in gold.",
    "Escapes": "Words that are written differently, such as -LRB- for a bracket, and count as equal.",
    "Repeats": "Spans that stand twice at one place with one label; they count once.",
    "Remarks": "Oddities met while reading; they are listed below.",
}


def counted(found: LoadedSpans) -> str:
    """The grey line: what gold holds."""
    if found.gold is None or found.gold.corpus is None:
        return ""
    documents, sentences, words = sizes(found.gold.corpus)
    parts = ((documents, "document"), (sentences, "sentence"), (words, "word"), (len(found.gold.corpus.spans), "gold span"))
    return " · ".join(["Spans", *(report.plural(n, noun) for n, noun in parts)])


def sizes(corpus: Corpus) -> tuple[int, int, int]:
    """Documents, sentences, words."""
    sums = corpus.documents[["n_sentences", "n_words"]].sum()
    return len(corpus.documents), int(sums["n_sentences"]), int(sums["n_words"])


def verdict(found: LoadedSpans) -> str:
    """How gold and the systems fit together, as HTML."""
    if found.gold is None or found.gold.corpus is None or not found.usable:
        return ""
    good = [slot for slot in found.usable if slot.alignment is None or not slot.alignment.missing]
    said = [f"{_all(good)} {'has' if len(good) == 1 else 'have'} the text of gold, word for word."] if good else []
    for slot in found.usable:
        if slot.alignment is not None and slot.alignment.missing:
            said.append(f"{report.bold(slot)} lacks {report.plural(len(slot.alignment.missing), 'document')} of gold.")
    if len(found.readings) > 1:
        said.append(f"Some tags are malformed; they are {READ_AS[found.reading]}.")
    left = len(found.project.skipped) if found.project else 0
    said += [f"{report.plural(left, 'document')} {'is' if left == 1 else 'are'} left out."] if left else []
    return " ".join(said)


def _all(slots: list[Slot]) -> str:
    names = [report.bold(slot) for slot in slots]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def table(found: LoadedSpans) -> None:
    """The files' table with what cannot be used below it."""
    head = [frame.tip(title, about) if about else title for title, about in HEAD.items()]
    both = len(found.readings) > 1
    rows = [_file(slot, found, both) for slot in report.slots(found)]
    frame.table(head if both else head[:-1], rows, left=range(5), roomy=(2, 5), wraps=3)
    for slot in report.slots(found):
        if slot.error:
            frame.refused(slot.error, report.rest(found), report.who(slot))
    if found.error:
        frame.refused(found.error)


def _file(slot: Slot, found: LoadedSpans, both: bool) -> list[str]:
    file = escape(slot.entry.file, quote=True)
    name = "" if slot.place < 0 else f'<span class="cut" title="{file}">{escape(slot.name)}</span>'
    start = [report.who(slot), name, f'<span class="m cut" title="{file}">{file}</span>']
    if slot.corpus is None:
        return [*start, '<span class="bad">not read</span>', *[""] * (6 + both)]
    corpus = slot.corpus
    known = {"strict": len(corpus.spans)} | ({"conlleval": len(corpus.lenient)} if corpus.lenient is not None else {})
    here = known.get(found.reading, known["strict"])
    labels = len(used_labels(corpus) - {UNNAMED})
    counts = [*sizes(corpus), here, labels]
    rest = [f"{n:,}" for how, n in known.items() if how != found.reading and n != here] if both else []
    form = report.format_name(corpus).partition(" (")[0]
    written = [escape(form), escape(corpus.scheme or "—"), *(f"{n:,}" for n in counts)]
    return [*start, *written, *((rest or [""]) if both else [])]


def alignment(found: LoadedSpans) -> list[list[str]]:
    """Rows of ALIGNMENT_HEAD, as HTML: gold, and the systems that could be aligned."""
    if found.project is None:
        return []
    said = facts(found)
    rows = [[report.who(found.gold), *[""] * 5, *(f"{said['gold'][key]:,}" for key in ("n_repeats", "n_notices"))]]
    for slot, one in zip(found.usable, said["systems"], strict=True):
        joined = said["gold"]["documents"] - len(one["missing"])
        counts = (joined, *(len(one[key]) for key in ("missing", "extra", "renamed")), one["escaped_words"])
        rows.append([report.who(slot), *(f"{n:,}" for n in (*counts, one["n_repeats"], one["n_notices"]))])
    return rows


def facts(found: LoadedSpans) -> dict:
    """metrics.spans.report.span_report() of the project."""
    project = found.project
    key = ("span-report", *(named(c) for c in (project.gold, *project.systems)), *project.names, *sorted(project.skipped))
    return once.numbers(key).get("Counting spans", lambda _: span_report(read_spans(project)))


def findings(found: LoadedSpans) -> list[Finding]:
    """Documents that are missing, extra, renamed or left out, and what was odd while reading."""
    rows = []
    said = facts(found) if found.project is not None else {"systems": []}
    for slot, one in zip(found.usable, said["systems"], strict=True):
        rows += [Finding(slot.place, slot.letter, "missing", name, "") for name in one["missing"]]
        rows += [Finding(slot.place, slot.letter, "extra", name, "", "not scored") for name in one["extra"]]
        rows += [Finding(slot.place, slot.letter, "renamed", r["here"], "", f"{r['gold']} in gold") for r in one["renamed"]]
    rows += [Finding(-1, "gold", "left out", item["document"], "", item["reason"]) for item in said.get("skipped", [])]
    for slot in report.slots(found):
        if slot.corpus is not None:
            rows += [
                Finding(slot.place, slot.letter, n.kind, "", f"{n.file}, line {n.line}" if n.line else n.file, n.text)
                for n in slot.corpus.notices
            ]
            rows += [Finding(slot.place, slot.letter, "not read", name, "", str(error)) for name, error in slot.corpus.skipped]
    return rows
