"""Coreference in batches: documents are resampled, singletons are kept, dropped or both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from loaders import FORMATS as KNOWN
from loaders import AlignmentError, Corpus
from metrics.batch.cells import Cell
from metrics.batch.combining import Combined, agreed
from metrics.batch.reading import Source, read_corpus
from metrics.batch.statistics import Statistic
from metrics.coreference import METRICS as REGISTRY
from metrics.counting import Counts, Project, align_systems, count_systems, default_match
from metrics.metric import layout
from metrics.options import CoreferenceOptions, signature
from metrics.report import alignment_report
from metrics.tasks.coref import ORDER, POLICIES

METRICS = ORDER
SETTINGS = {
    "match": (None, "exact", "head", "partial"),
    "zero_match": ("dependent", "linear"),
    "singletons": ("both", "keep", "drop"),
    "ends": (None, "inclusive", "exclusive"),
}
FORMATS = tuple(name for name in KNOWN if name not in ("tags", "spans-jsonl", "cner"))
LAYOUTS = {"counts": layout(REGISTRY)}
NEEDS: Mapping[str, tuple[str, ...]] = {}
EVERY_DOCUMENT = False


def read(source: Source, role: str, settings: Mapping[str, Any], gold: Corpus | None = None) -> Corpus:  # noqa: ARG001
    """A corpus with coreference. Raises AlignmentError for labelled spans without any entity."""
    chosen = {"format": settings["format"], "role": role, "skip_bad": settings["skip_bad"], "ends": settings["ends"]}
    corpus = read_corpus(source, **chosen)
    if corpus.format not in FORMATS:
        what = f"no coreference in it: it was read as {KNOWN[corpus.format].shown}"
        raise AlignmentError(source.shown, None, what, 'Labelled spans are a suite of their own: task = "span".')
    return corpus


def count(gold: Corpus, system: Corpus, settings: Mapping[str, Any]) -> Cell:
    """The counts of one system. Raises AlignmentError where it does not fit gold, or gold lacks the heads that match needs."""
    match = settings["match"] or default_match(gold)
    if match != "exact" and default_match(gold) == "exact" and len(gold.spans):
        what = f"match = '{match}' needs the heads of gold's mentions"
        raise AlignmentError(gold.name, None, what, 'They stand in CoNLL-U; else say match = "exact".')
    project = align_systems(gold, [system], [""], skip_bad=settings["skip_bad"])
    options = CoreferenceOptions(match, settings["zero_match"], settings["skip_bad"], resamples=0)
    return cell(project, {"counts": count_systems(project, options, POLICIES[settings["singletons"]])}, match=match)


def cell(project: Project, parts: Mapping[str, Counts], **facts: Any) -> Cell:
    """The cell of one system's counts per document. facts : of the task, beside those of all."""
    gold = project.gold
    kept = np.ones(len(gold.documents), bool)
    kept[list(project.skipped)] = False
    facts |= {"gold": gold.digest, "system": project.systems[0].digest, "report": alignment_report(project)}
    facts |= {"skipped": sorted(project.skipped), "unreadable": len(gold.skipped)}
    return Cell(parts, kept, None, facts)


def statistics(combined: Combined, metrics: Sequence[str]) -> list[Statistic]:
    """Every metric under every policy; the match mode is a field of its rows."""
    said = {"match": combined.fact("match")}
    policies = dict.fromkeys(policy for _, policy in combined.parts["counts"].inputs)
    return [Statistic(m, "counts", p, said=said | {"singletons": p}) for p in policies for m in metrics]


def sign(corpora: Sequence[Combined], settings: Mapping[str, Any], options: Any, **numbers: Any) -> str:
    """The signature of coreference. Raises AlignmentError where corpora were matched in different ways.

    numbers : metric, variant, units, skipped and digests.
    """
    match = agreed(corpora, "match", "matched", 'Say which for all: match = "exact", for one.')
    chosen = CoreferenceOptions(match, settings["zero_match"], settings["skip_bad"], *options)
    variant = numbers.pop("variant") or ",".join(POLICIES[settings["singletons"]])
    return signature(numbers.pop("metric"), chosen, singletons=variant, **numbers)
