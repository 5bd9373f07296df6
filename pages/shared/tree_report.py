"""What a project's trees hold and how they fit together, as rows and sentences for the Data page."""

from __future__ import annotations

from html import escape

from loaders import Corpus
from metrics.ud.project import sentence_names
from pages.shared import frame, report, workspace
from pages.shared.loading import Loaded, Slot, has_trees
from pages.shared.tree_loading import LoadedTrees

HEAD = {
    "": "",
    "Name": "",
    "File": "",
    "Documents": "Marked by # newdoc; without it a file is one document.",
    "Sentences": "",
    "Words": "Words are scored; a multiword token such as du is one token and two words.",
    "Multiword": "Words that stand in multiword tokens.",
    "Empty nodes": "Words that the text leaves out; only enhanced edges have them.",
    "Enhanced": "Words with enhanced edges (DEPS).",
    "Aligned": "Words of gold with a counterpart in the system: the same characters, or the same form within multiword tokens.",
}
MOST_LISTED = 20


def expected(found: Loaded) -> bool:
    """Whether a project's files may hold trees."""
    return found.record.id == workspace.SAMPLE or any(
        slot.error is not None or has_trees(slot.corpus) for slot in report.slots(found)
    )


def files(found: LoadedTrees) -> list[list[str]]:
    """Rows of HEAD, as HTML."""
    return [_file(slot, found) for slot in report.slots(found)]


def _file(slot: Slot, found: LoadedTrees) -> list[str]:
    file = escape(slot.entry.file, quote=True)
    name = "" if slot.place < 0 else f'<span class="cut" title="{file}">{escape(slot.name)}</span>'
    start = [report.who(slot), name, f'<span class="m cut" title="{file}">{file}</span>']
    if slot.corpus is None:
        return [*start, '<span class="bad">not read</span>', *[""] * 6]
    if slot in found.lacking:
        return [*start, '<span class="m">no trees</span>', *[""] * 6]
    return [*start, *(f"{count:,}" for count in _counts(slot.corpus)), _aligned(slot, found)]


def _counts(corpus: Corpus) -> list[int]:
    words = corpus.words
    real = ~words["is_empty"]
    multiword = real & (words["token"] != "_")
    enhanced = real & (words["deps"] != "_")
    sizes = [len(corpus.documents), int(corpus.documents["n_sentences"].sum()), int(real.sum())]
    return [*sizes, int(multiword.sum()), int((~real).sum()), int(enhanced.sum())]


def _aligned(slot: Slot, found: LoadedTrees) -> str:
    if slot.place not in found.single:
        return ""
    project = found.single[slot.place]
    n = len(project.gold.words)
    return f"{len(project.aligned[0].gold):,} ({100 * len(project.aligned[0].gold) / n:.1f} %)" if n else "0"


def counted(found: LoadedTrees) -> str:
    """The grey line: what gold holds."""
    if found.gold is None or found.gold.corpus is None:
        return ""
    documents, sentences, words = _counts(found.gold.corpus)[:3]
    named = ((documents, "document"), (sentences, "sentence"), (words, "word"))
    return " · ".join(["Parsing", *(report.plural(n, noun) for n, noun in named)])


def verdict(found: LoadedTrees) -> str:
    """How gold and the systems fit together, as HTML."""
    if found.gold is None or found.gold.corpus is None or not found.systems or not found.usable:
        return ""
    names = [report.bold(slot) for slot in found.usable]
    who = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
    said = f"{who} {'has' if len(names) == 1 else 'have'} the text of gold, character for character."
    left = len(found.project.skipped) if found.project else 0
    return said + (f" {report.plural(left, 'sentence')} {'is' if left == 1 else 'are'} left out." if left else "")


def left_out(found: LoadedTrees) -> list[list[str]]:
    """The sentences that are skipped for all systems, each with its reason, as HTML; the first MOST_LISTED."""
    if found.project is None:
        return []
    names = sentence_names(found.project.gold)
    skipped = sorted(found.project.skipped.items())
    rows = [
        [escape(str(names[number])), escape(f"{error.file}, line {error.line}"), escape(error.what)] for number, error in skipped
    ]
    rest = [["…", "", f"and {len(rows) - MOST_LISTED:,} more"]] if len(rows) > MOST_LISTED else []
    return rows[:MOST_LISTED] + rest


def table(found: LoadedTrees) -> None:
    """The files' table with what cannot be used below it."""
    head = [frame.tip(title, about) if about else title for title, about in HEAD.items()]
    frame.table(head, files(found), left=range(3), roomy=(2, 6))
    for slot in report.slots(found):
        if slot.error:
            frame.refused(slot.error, report.rest(found), report.who(slot))
    if found.error:
        frame.refused(found.error)
    if rows := left_out(found):
        frame.table(("Sentence left out", "Place", "Why"), rows, left=range(3), wraps=2)
