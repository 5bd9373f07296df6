"""What a project's files of labelled items hold and how they fit together, as rows and sentences for the Data page."""

from __future__ import annotations

from html import escape

import numpy as np

from metrics.classification.decisions import predicted
from metrics.classification.project import LabelProject
from metrics.classification.ranking import ranked_labels
from pages.shared import frame, once, report
from pages.shared.findings import Finding, plural
from pages.shared.item_files import ITEM_FORMATS
from pages.shared.item_loading import LoadedItems, named
from pages.shared.loading import Slot

HEAD = {
    "": "",
    "Name": "",
    "File": "",
    "Format": "",
    "Items": "",
    "Labels": "Different labels: gold's own, or those that a system predicts.",
    "Per item": "The mean number of labels of an item: gold's, or those that a system writes.",
    "Scored": "Labels for which a system gives scores; AUC, thresholds and reliability need them.",
    "Documents": "Named in a column document; intervals may be drawn over them.",
    "Text": "Whether the file has the items' text, which the page of items shows.",
}
ALIGNMENT_HEAD = {
    "": "",
    "Found": "Items of gold that the system has, by id; without ids by their order.",
    "Missing": "Items that gold has and the system has not: they count as given no label.",
    "Extra": "Items that gold has not: they are not scored.",
    "Remarks": "Oddities met while reading; they are listed below.",
}
LABELS_HEAD = ("Label", "gold")
KINDS = {
    "single": "each item has one label",
    "multi": "items may have several labels",
    "binary": "one label, positive or not, by one score",
}
LISTED = 200  # missing and extra items listed one by one
MOST_LABELS = 100


def counted(found: LoadedItems) -> str:
    """The grey line: what gold holds."""
    if found.gold is None or found.gold.items is None:
        return ""
    gold = found.gold.items
    parts = ["Classification", plural(len(gold), "item"), plural(len(gold.labels), "gold label")]
    return " · ".join(parts if gold.document is None else [*parts, plural(len(set(gold.document)), "document")])


def verdict(found: LoadedItems) -> str:
    """How gold and the systems fit together, as HTML."""
    project = found.project
    if project is None:
        return ""
    lacking = {slot: len(project.missing(k)) for k, slot in enumerate(found.usable)}
    good = [report.bold(slot) for slot, n in lacking.items() if not n]
    who = good[0] if len(good) == 1 else f"{', '.join(good[:-1])} and {good[-1]}" if good else ""
    said = [f"{who} {'has' if len(good) == 1 else 'have'} every item of gold."] if good else []
    said += [f"{report.bold(slot)} lacks {plural(n, 'item')} of gold." for slot, n in lacking.items() if n]
    left = project.n_skipped
    said += [f"{plural(left, 'item')} {'is' if left == 1 else 'are'} left out for all."] if left else []
    return " ".join([*said, f"Here {KINDS[project.kind]}."])


def table(found: LoadedItems) -> None:
    """The files' table with what cannot be used below it."""
    head = [frame.tip(title, about) if about else title for title, about in HEAD.items()]
    frame.table(head, [_file(slot) for slot in report.slots(found)], left=range(4), roomy=(2, 9), wraps=3)
    for slot in report.slots(found):
        if slot.error:
            frame.refused(slot.error, report.rest(found), report.who(slot))
    if found.error:
        frame.refused(found.error)


def _file(slot: Slot) -> list[str]:
    file = escape(slot.entry.file, quote=True)
    name = "" if slot.place < 0 else f'<span class="cut" title="{file}">{escape(slot.name)}</span>'
    start = [report.who(slot), name, f'<span class="m cut" title="{file}">{file}</span>']
    if slot.items is None:
        return [*start, '<span class="bad">not read</span>', *[""] * 6]
    items = slot.items
    sets = items.gold if slot.place < 0 else items.predicted
    form = next(words for name, words in ITEM_FORMATS.values() if name == items.format).partition(", ")[2]
    own = ["—", "—"] if sets is None else [f"{len(items.labels):,}", f"{sets.sizes.mean():.2f}"]
    documents = "—" if items.document is None else f"{len(set(items.document)):,}"
    rest = [f"{len(items.scored):,}" if items.scored else "—", documents, "—" if items.text is None else "yes"]
    return [*start, escape(form), f"{len(items):,}", *own, *rest]


def alignment(found: LoadedItems) -> list[list[str]]:
    """Rows of ALIGNMENT_HEAD, as HTML: gold, and the systems that could be joined."""
    project = found.project
    if project is None:
        return []
    rows = [[report.who(found.gold), *[""] * 3, f"{len(project.gold.notices):,}"]]
    for k, slot in enumerate(found.usable):
        missing, extra = len(project.missing(k)), len(project.extra[k])
        counts = (len(project) - missing, missing, extra, len(slot.items.notices))
        rows.append([report.who(slot), *(f"{n:,}" for n in counts)])
    return rows


def findings(found: LoadedItems) -> list[Finding]:
    """Items that are missing, extra, left out or could not be read, and what was odd while reading."""
    rows, project = [], found.project
    for k, slot in enumerate(found.usable if project is not None else ()):
        lists = (("missing", project.missing(k).tolist(), "counts as given no label"), ("extra", project.extra[k], "not scored"))
        for what, ids, more in lists:
            rows += [Finding(slot.place, slot.letter, what, str(name), "", more) for name in ids[:LISTED]]
            rest = len(ids) - LISTED
            rows += [Finding(slot.place, slot.letter, what, "…", "", f"and {rest:,} more")] if rest > 0 else []
    if project is not None:
        rows += [Finding(-1, "gold", "left out", str(name), _place(e), e.what) for name, e in project.skipped[:LISTED]]
    for slot in report.slots(found):
        if slot.items is not None:
            rows += [Finding(slot.place, slot.letter, n.kind, "", _place(n), n.text) for n in slot.items.notices[:LISTED]]
            skipped = slot.items.skipped[:LISTED] if slot.place >= 0 else ()
            rows += [Finding(slot.place, slot.letter, "not read", str(name), _place(e), e.what) for name, e in skipped]
    return rows


def _place(remark) -> str:
    return f"{remark.file}, line {remark.line}" if remark.line else remark.file


def labels(found: LoadedItems, threshold: float) -> tuple[list[str], list[list[str]]]:
    """Head and rows of all labels as HTML: how often gold and each system have them, and what is odd about them."""
    project = found.project
    counts, odd = once.numbers(("label-report", *_key(project), threshold)).get(
        "Counting labels", lambda _: _counted(project, threshold)
    )
    order = np.lexsort((np.arange(len(project.labels)), -counts[0]))
    head = [*LABELS_HEAD, *(report.who(slot) for slot in found.usable), "Remark"]
    rows = [[escape(project.labels[n]), *(f"{c:,}" for c in counts[:, n].tolist()), odd[n]] for n in order.tolist()]
    first = sorted(rows, key=lambda row: not row[-1])  # those with a remark come first where not all are shown
    rest = len(rows) - MOST_LABELS
    shown = rows if rest <= 0 else [*first[:MOST_LABELS], ["…", *[""] * len(counts), f"and {rest:,} more"]]
    return head, shown


def _key(project: LabelProject) -> tuple:
    return (*(named(items) for items in (project.gold, *project.systems)), project.kind, len(project), project.n_skipped)


def _counted(project: LabelProject, threshold: float) -> tuple[np.ndarray, list[str]]:
    """(gold and systems, labels): how many items have each label; and a remark on each."""
    n = len(project.labels)
    sides = [project.truth, *(predicted(project, k, threshold) for k in range(len(project.systems)))]
    counts = np.array([np.bincount(side.codes, minlength=n) for side in sides])
    why = dict(ranked_labels(project)[1]) if any(scores is not None for scores in project.scores) else {}
    odd = []
    for code, name in enumerate(project.labels):
        gold, others = counts[0, code], counts[1:, code].sum()
        remarks = []
        if not gold:
            remarks.append("only predicted" if others else "only scored")
        elif gold == len(project):
            remarks.append("every item of gold has it")
        if gold and not others:
            remarks.append("never predicted")
        if name in why:
            remarks.append("no AUC: not scored by every system" if why[name] == "no scores" else "no AUC")
        odd.append("; ".join(remarks))
    return counts, odd
