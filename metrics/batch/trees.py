"""Dependency trees in batches: sentences are resampled, or documents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from loaders import AlignmentError, Corpus
from metrics.batch.cells import Cell
from metrics.batch.combining import Combined
from metrics.batch.reading import Source, read_corpus
from metrics.batch.statistics import Statistic
from metrics.metric import layout
from metrics.options import TreeOptions, tree_signature
from metrics.ud.project import align_trees, count_trees, document_of, tree_report
from metrics.ud.registry import TREE_METRICS

METRICS = ("LAS", *(name for name in TREE_METRICS if name != "LAS"))
SETTINGS = {"subtypes": bool, "features": ("universal", "all"), "unit": ("sentence", "document")}
FORMATS = ("conllu",)
LAYOUTS = {"counts": layout(TREE_METRICS)}
NEEDS: Mapping[str, tuple[str, ...]] = {}
EVERY_DOCUMENT = True


def read(source: Source, role: str, settings: Mapping[str, Any], gold: Corpus | None = None) -> Corpus:  # noqa: ARG001
    """The trees of a file; an empty one is a corpus too."""
    return read_corpus(source, format="conllu", role=role, skip_bad=settings["skip_bad"], entities=False)


def count(gold: Corpus, system: Corpus, settings: Mapping[str, Any]) -> Cell:
    """The counts of one parser, sentence by sentence. Raises FormatError for what is no tree, AlignmentError for other text."""
    project = align_trees(gold, [system], [""], skip_bad=settings["skip_bad"])
    kept = project.kept()
    if project.skipped and not kept.any():
        raise AlignmentError(system.name, None, "no sentence is left to be scored", str(next(iter(project.skipped.values()))))
    options = TreeOptions(settings["subtypes"], settings["features"], resamples=0)
    document = document_of(project.gold) if settings["unit"] == "document" else None
    facts = {"gold": gold.digest, "system": system.digest, "report": tree_report(project)}
    facts |= {"skipped": sorted(project.skipped), "unreadable": 0}
    return Cell({"counts": count_trees(project, options)}, kept, document, facts)


def statistics(combined: Combined, metrics: Sequence[str]) -> list[Statistic]:  # noqa: ARG001
    """Every metric; trees have no variants."""
    return [Statistic(metric, "counts") for metric in metrics]


def sign(corpora: Sequence[Combined], settings: Mapping[str, Any], options: Any, **numbers: Any) -> str:  # noqa: ARG001
    """The signature of trees. numbers : metric, variant, units, skipped and digests."""
    chosen = TreeOptions(settings["subtypes"], settings["features"], settings["unit"], settings["skip_bad"], *options)
    numbers.pop("variant")
    return tree_signature(numbers.pop("metric"), chosen, **numbers)
