"""Labelled spans in batches: sentences are resampled, or documents; macro is over the labels of gold and of all runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from loaders import FORMATS as KNOWN
from loaders import AlignmentError, Corpus
from loaders.tagging import READINGS, SCHEMES
from metrics.batch.cells import Cell
from metrics.batch.combining import Combined
from metrics.batch.reading import Source, read_corpus
from metrics.batch.statistics import Statistic
from metrics.macro import MEANS, Mean
from metrics.metric import Layout, layout
from metrics.options import SpanOptions, span_signature
from metrics.spans.counts import EXACT, KINDS, MICRO, TAGS, TOKENS, TOTAL, WAYS, count_all
from metrics.spans.project import align_spans
from metrics.spans.report import span_report
from metrics.spans.scores import SPAN_METRICS
from metrics.spans.sides import read_spans

METRICS = SPAN_METRICS
SETTINGS = {"scheme": (None, *SCHEMES), "reading": READINGS, "unit": ("sentence", "document")}
FORMATS = tuple(KNOWN)
LAYOUTS = {
    "labels": layout(EXACT),
    "ways": Layout(WAYS, dict.fromkeys(WAYS, slice(0, len(KINDS)))),
    "tags": layout(TAGS),
}
NEEDS = dict.fromkeys(MEANS, (TOTAL,))
EVERY_DOCUMENT = False


def read(source: Source, role: str, settings: Mapping[str, Any], gold: Corpus | None = None) -> Corpus:
    """The spans of a file in the suite's reading; a system's tags are in gold's scheme."""
    scheme = (gold.scheme if gold else "") or settings["scheme"]
    how = {"scheme": scheme, "reading": settings["reading"], "skip_bad": settings["skip_bad"]}
    corpus = read_corpus(source, format=settings["format"], role=role, **how)
    if gold is None and corpus.format == "conllu" and corpus.spans.empty:
        raise AlignmentError(source.shown, None, "no labelled spans in gold", 'Trees are a suite of their own: task = "ud".')
    return corpus


def count(gold: Corpus, system: Corpus, settings: Mapping[str, Any]) -> Cell:
    """The counts of one tagger, by label, in the four ways, and of tags. Raises AlignmentError where it does not fit gold."""
    project = align_spans(gold, [system], [""], skip_bad=settings["skip_bad"])
    sides = read_spans(project)
    names = ("labels", "ways", "tags")
    parts = dict(zip(names, count_all(sides, SpanOptions(resamples=0)), strict=False))
    document = np.repeat(np.arange(len(gold.documents)), np.diff(sides.sentences))
    kept = ~np.isin(document, list(project.skipped))
    facts = {"gold": gold.digest, "system": system.digest, "scheme": gold.scheme, "report": span_report(sides)}
    facts |= {"reading": settings["reading"]}
    facts |= {"skipped": sorted(project.skipped), "unreadable": len(gold.skipped)}
    return Cell(parts, kept, document if settings["unit"] == "document" else None, facts)


def statistics(combined: Combined, metrics: Sequence[str]) -> list[Statistic]:
    """Micro, its means over labels, the four ways, and token accuracy."""
    labels = tuple(dict.fromkeys(label for _, label in combined.parts["labels"].inputs if label != MICRO))
    said = {"match": combined.fact("reading")}
    kinds = {TOTAL: "labels", TOKENS: "tags"} | dict.fromkeys(WAYS, "ways")
    means = {kind: Mean(TOTAL, labels, kind) for kind in MEANS}
    return [
        Statistic(m, "labels", mean=means[m], said=said) if m in means else Statistic(m, kinds[m], MICRO, said=said)
        for m in metrics
    ]


def sign(corpora: Sequence[Combined], settings: Mapping[str, Any], options: Any, **numbers: Any) -> str:
    """The signature of spans. numbers : metric, variant, units, skipped and digests."""
    schemes = ",".join(dict.fromkeys(combined.fact("scheme") for combined in corpora if combined.fact("scheme")))
    how = f"{settings['reading']}|scheme:{schemes}" if schemes else "spans"
    chosen = SpanOptions(settings["unit"], settings["skip_bad"], *options)
    numbers.pop("variant")
    return span_signature(numbers.pop("metric"), chosen, reading=how, **numbers)
