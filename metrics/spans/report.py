"""The alignment report of spans: what was read, what is missing, extra or odd."""

from __future__ import annotations

from typing import Any

from loaders.schema import Corpus
from metrics.spans.sides import SpanSides

SHOWN = 50  # notices listed one by one; all are counted


def span_report(sides: SpanSides) -> dict[str, Any]:
    """Keys: gold, systems (the same with system, missing, extra, renamed, escaped_words), labels, skipped; plain values."""
    project = sides.project
    ids = project.gold.documents["doc_id"].tolist()
    systems = [
        {
            "system": name,
            **corpus_report(corpus, repeats),
            "missing": list(alignment.missing),
            "extra": list(alignment.extra),
            "renamed": [{"here": here, "gold": gold} for here, gold in alignment.renamed],
            "escaped_words": alignment.escaped,
        }
        for name, corpus, alignment, repeats in zip(
            project.names, project.systems, project.alignments, sides.repeats[1:], strict=True
        )
    ]
    skipped = [{"document": ids[number], "reason": str(error)} for number, error in sorted(project.skipped.items())]
    gold = corpus_report(project.gold, sides.repeats[0])
    return {"gold": gold, "systems": systems, "labels": list(sides.labels), "skipped": skipped}


def corpus_report(corpus: Corpus, repeats: int) -> dict[str, Any]:
    """What one corpus holds, and what is odd about it. repeats : spans that stood twice with one label."""
    return {
        "file": corpus.name,
        "format": corpus.format,
        "scheme": corpus.scheme or None,
        "digest": corpus.digest,
        "documents": len(corpus.documents),
        "sentences": int(corpus.documents["n_sentences"].sum()),
        "words": int(corpus.documents["n_words"].sum()),
        "spans": len(corpus.spans),
        "n_repeats": repeats,
        "notices": [{"file": n.file, "line": n.line, "kind": n.kind, "text": n.text} for n in corpus.notices[:SHOWN]],
        "n_notices": len(corpus.notices),
        "unreadable": [{"document": name, "reason": str(error)} for name, error in corpus.skipped],
    }
