"""The signatures of a comparison's numbers."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from metrics.counting import Counts, Project, letter
from metrics.options import (
    CoreferenceOptions,
    LabelOptions,
    SpanOptions,
    TreeOptions,
    TypedOptions,
    crossdoc_signature,
    error_signature,
    label_signature,
    signature,
    span_signature,
    tree_signature,
    typed_signature,
)
from metrics.rows import Sign

if TYPE_CHECKING:  # a task's command need not load the others' metrics
    from metrics.classification.project import LabelProject
    from metrics.ud.project import TreeProject


def coreference_signer(project: Project, counts: Counts, options: CoreferenceOptions) -> Sign:
    """The signatures of coreference scores; a variant is a singleton policy."""
    systems = {name: corpus.digest for name, corpus in zip(project.names, project.systems, strict=True)}

    def sign(metric: str | None, variant: str, system: str | None = None) -> str:
        digests = _digests(project.gold.digest, systems, system)
        units, skipped = len(counts.units), project.n_skipped
        return signature(metric, options, singletons=variant, units=units, skipped=skipped, digests=digests)

    return sign


def typed_signer(project: Project, counts: Counts, options: TypedOptions, labels: str) -> Sign:
    """The signatures of typed scores. labels : where the classes come from."""
    systems = {name: corpus.digest for name, corpus in zip(project.names, project.systems, strict=True)}

    def sign(metric: str | None, variant: str, system: str | None = None) -> str:  # noqa: ARG001
        digests = _digests(project.gold.digest, systems, system)
        units, skipped = len(counts.units), project.n_skipped
        return typed_signature(metric, options, labels=labels, units=units, skipped=skipped, digests=digests)

    return sign


def error_signer(project: Project, options: TypedOptions, singletons: str) -> Sign:
    """The signatures of numbers of errors; a metric and a variant say nothing in them."""
    systems = {name: corpus.digest for name, corpus in zip(project.names, project.systems, strict=True)}
    units = len(project.gold.documents) - len(project.skipped)

    def sign(metric: str | None, variant: str, system: str | None = None) -> str:  # noqa: ARG001
        digests = _digests(project.gold.digest, systems, system)
        return error_signature(options, singletons=singletons, units=units, skipped=project.n_skipped, digests=digests)

    return sign


def span_signer(project: Project, counts: Counts, options: SpanOptions, reading: str) -> Sign:
    """The signatures of scores of spans. reading : of malformed tags, with the scheme."""
    systems = {name: corpus.digest for name, corpus in zip(project.names, project.systems, strict=True)}

    def sign(metric: str | None, variant: str, system: str | None = None) -> str:  # noqa: ARG001
        digests = _digests(project.gold.digest, systems, system)
        units, skipped = len(counts.units), project.n_skipped
        return span_signature(metric, options, reading=reading, units=units, skipped=skipped, digests=digests)

    return sign


def crossdoc_signer(project: Project, counts: Counts, options: CoreferenceOptions, topics: str = "") -> Sign:
    """The signatures of scores across documents; a variant is a scope and a singleton policy.

    topics : the digest of the table of topics, "" where gold says them itself.
    """
    systems = {name: corpus.digest for name, corpus in zip(project.names, project.systems, strict=True)}

    def sign(metric: str | None, variant: str, system: str | None = None) -> str:
        digests = {**_digests(project.gold.digest, systems, system), **({"topics": topics} if topics else {})}
        units, skipped = len(counts.units), project.n_skipped
        return crossdoc_signature(metric, options, variant=variant, units=units, skipped=skipped, digests=digests)

    return sign


def tree_signer(project: TreeProject, counts: Counts, options: TreeOptions) -> Sign:
    """The signatures of scores of trees, which have no variants."""
    systems = {name: side.corpus.digest for name, side in zip(project.names, project.systems, strict=True)}

    def sign(metric: str | None, variant: str, system: str | None = None) -> str:  # noqa: ARG001
        digests = _digests(project.gold.corpus.digest, systems, system)
        return tree_signature(metric, options, units=len(counts.units), skipped=len(project.skipped), digests=digests)

    return sign


def label_signer(project: LabelProject, n_labels: int, options: LabelOptions) -> Sign:
    """The signatures of classification. n_labels : how many labels macro is over."""
    systems = {name: items.digest for name, items in zip(project.names, project.systems, strict=True)}

    def sign(metric: str | None, variant: str, system: str | None = None) -> str:  # noqa: ARG001
        digests = _digests(project.gold.digest, systems, system)
        units, skipped = len(project.unit_names(options.unit)), project.n_skipped
        return label_signature(
            metric, options, kind=project.kind, n_labels=n_labels, units=units, skipped=skipped, digests=digests
        )

    return sign


class Signed(NamedTuple):
    """By what a treebank is signed: digests of gold and the systems, how many units are scored and sentences skipped."""

    gold: str
    systems: tuple[str, ...]
    units: int
    skipped: int


def signed_of(project: TreeProject, counts: Counts) -> Signed:
    """What one treebank is signed by."""
    systems = tuple(side.corpus.digest for side in project.systems)
    return Signed(project.gold.corpus.digest, systems, len(counts.units), len(project.skipped))


def treebank_signer(names: Sequence[str], signed: Sequence[Signed], options: TreeOptions) -> Sign:
    """The signatures of means over treebanks: units and skipped sentences of all, a digest over their digests."""
    whole = together(signed)
    systems = dict(zip(names, whole.systems, strict=True))

    def sign(metric: str | None, variant: str, system: str | None = None) -> str:  # noqa: ARG001
        found = _digests(whole.gold, systems, system)
        units, skipped = whole.units, whole.skipped
        return tree_signature(metric, options, units=units, skipped=skipped, digests=found, treebanks=len(signed))

    return sign


def together(signed: Sequence[Signed]) -> Signed:
    """What many treebanks are signed by together: digests over their digests, sums of units and skipped sentences."""
    systems = tuple(_digest(digests) for digests in zip(*(one.systems for one in signed), strict=True))
    units, skipped = sum(one.units for one in signed), sum(one.skipped for one in signed)
    return Signed(_digest([one.gold for one in signed]), systems, units, skipped)


def _digest(digests: Sequence[str]) -> str:
    return hashlib.sha256("".join(digests).encode()).hexdigest()


def _digests(gold: str, systems: Mapping[str, str], system: str | None) -> dict[str, str]:
    shown = {"system": systems[system]} if system else {letter(k): digest for k, digest in enumerate(systems.values())}
    return {"gold": gold, **shown}
