"""The alignment report: what was read, what is missing, extra or odd, by name and place."""

from __future__ import annotations

from typing import Any

import numpy as np

from loaders.schema import Corpus
from metrics.counting import Project
from metrics.mentions import read_mentions
from metrics.transfer import LOST

CHANGE_KINDS = ("dropped", "added", "changed", LOST)
SHOWN = 50  # repeats and notices listed one by one; all are counted


def alignment_report(project: Project) -> dict[str, Any]:
    """Everything the Data page and the JSON say about gold, the systems and their documents, as plain values.

    Keys: gold (see corpus_report), systems (the same with missing, extra, renamed, escaped), skipped (document, reason).
    """
    ids = project.gold.documents["doc_id"].tolist()
    systems = [
        {
            "system": name,
            **corpus_report(corpus),
            "missing": list(alignment.missing),
            "extra": list(alignment.extra),
            "renamed": [{"here": here, "gold": gold} for here, gold in alignment.renamed],
            "escaped_words": alignment.escaped,
        }
        for name, corpus, alignment in zip(project.names, project.systems, project.alignments, strict=True)
    ]
    skipped = [{"document": ids[number], "reason": str(error)} for number, error in sorted(project.skipped.items())]
    return {"gold": corpus_report(project.gold), "systems": systems, "skipped": skipped}


def corpus_report(corpus: Corpus) -> dict[str, Any]:
    """What one corpus holds, and what is odd about it."""
    mentions, repeats = read_mentions(corpus)
    sizes = mentions.sizes()
    return {
        "file": corpus.name,
        "format": corpus.format,
        "digest": corpus.digest,
        "documents": len(corpus.documents),
        "words": int(corpus.documents["n_words"].sum()),
        "mentions": len(mentions),
        "entities": len(sizes),
        "singletons": int((sizes == 1).sum()),
        "zeros": int(corpus.spans["is_zero"].to_numpy()[mentions.row].sum()),
        "discontinuous": int(corpus.parts["span_id"].nunique()),
        "nested": count_nested(corpus, mentions.row),
        "crossing": count_crossing(corpus, mentions.row),
        "repeats": [_place(corpus, row) for row in repeats[:SHOWN].tolist()],
        "n_repeats": len(repeats),
        "notices": [{"file": n.file, "line": n.line, "kind": n.kind, "text": n.text} for n in corpus.notices[:SHOWN]],
        "n_notices": len(corpus.notices),
        "unreadable": [{"document": name, "reason": str(error)} for name, error in corpus.skipped],
        "changes": changes_report(corpus),
    }


def changes_report(corpus: Corpus) -> dict[str, Any] | None:
    """How much a language model changed in gold's text, and the first changes one by one; None for any other corpus."""
    if corpus.changes is None:
        return None
    number = {kind: int((corpus.changes["kind"] == kind).sum()) for kind in CHANGE_KINDS}
    return {**number, "listed": corpus.changes.head(SHOWN).to_dict("records")}


def change_counts(changes: dict[str, Any]) -> str:
    """How much was changed, in words; changes : of changes_report()."""
    said = [f"{changes[kind]:,} {kind}" for kind in ("dropped", "added", "changed") if changes[kind]]
    words = f"places of the text: {', '.join(said)}" if said else "the text is gold's, word for word"
    return words + (f"; mentions left out for it: {changes[LOST]:,}" if changes[LOST] else "")


def _place(corpus: Corpus, row: int) -> dict[str, Any]:
    span = corpus.spans.iloc[row]
    return {"document": span["doc_id"], "line": int(span["line"]), "start": int(span["start"]), "end": int(span["end"])}


def count_nested(corpus: Corpus, rows: np.ndarray) -> int:
    """How many mentions lie inside another one, by their hulls: those that end no later than one begun before them."""
    spans = corpus.spans
    doc, start, end = (
        a[rows].astype(np.int64)
        for a in (spans["doc_id"].cat.codes.to_numpy(), spans["start"].to_numpy(), spans["end"].to_numpy())
    )
    order = np.lexsort((-end, start, doc))
    on_one_line = (doc * (int(end.max(initial=0)) + 1) + end)[order]
    return int((np.maximum.accumulate(on_one_line)[:-1] >= on_one_line[1:]).sum())


def count_crossing(corpus: Corpus, rows: np.ndarray) -> int:
    """How many mentions begin within an earlier one and end after it, by their hulls.

    Of the mentions of a document that end at or behind a mention's first word and before its last, one that begins
    earlier crosses it: the smallest first word among them tells.
    """
    spans = corpus.spans.iloc[rows]
    doc = spans["doc_id"].cat.codes.to_numpy().astype(np.int64) << 32
    first, last = doc + spans["start"].to_numpy(), doc + spans["end"].to_numpy() - 1
    order = np.argsort(last, kind="stable")
    low, high = np.searchsorted(last[order], first), np.searchsorted(last[order], last)
    smallest = _smallest(first[order], low, high)
    return int(((smallest >= doc) & (smallest < first)).sum())


def _smallest(values: np.ndarray, low: np.ndarray, high: np.ndarray) -> np.ndarray:
    """The smallest of values[low:high] for many ranges, the largest integer where a range is empty.

    Two overlapping runs of a power of two cover a range; the minima of all runs double in length from round to round.
    """
    found = np.full(len(low), np.iinfo(np.int64).max)
    runs, length = values, 1
    while length <= len(values):
        here = np.flatnonzero((high - low >= length) & (high - low < 2 * length))
        found[here] = np.minimum(runs[low[here]], runs[high[here] - length])
        runs = np.minimum(runs[:-length], runs[length:]) if len(runs) > length else runs[:0]
        length *= 2
    return found
