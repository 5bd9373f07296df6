"""The signatures of a comparison's numbers."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

from metrics.classification.project import LabelProject
from metrics.counting import Counts, Project, letter
from metrics.options import (
    CoreferenceOptions,
    LabelOptions,
    TreeOptions,
    TypedOptions,
    label_signature,
    signature,
    tree_signature,
    typed_signature,
)
from metrics.rows import Sign
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


def treebank_signer(signed: Sequence[tuple[TreeProject, Counts]], options: TreeOptions) -> Sign:
    """The signatures of means over treebanks: units and skipped sentences of all, a digest over their digests."""
    names = signed[0][0].names
    gold = _digest([project.gold.corpus.digest for project, _ in signed])
    systems = {name: _digest([project.systems[k].corpus.digest for project, _ in signed]) for k, name in enumerate(names)}
    units, skipped = sum(len(counts.units) for _, counts in signed), sum(len(project.skipped) for project, _ in signed)

    def sign(metric: str | None, variant: str, system: str | None = None) -> str:  # noqa: ARG001
        digests = _digests(gold, systems, system)
        return tree_signature(metric, options, units=units, skipped=skipped, digests=digests, treebanks=len(signed))

    return sign


def _digest(digests: Sequence[str]) -> str:
    return hashlib.sha256("".join(digests).encode()).hexdigest()


def _digests(gold: str, systems: Mapping[str, str], system: str | None) -> dict[str, str]:
    shown = {"system": systems[system]} if system else {letter(k): digest for k, digest in enumerate(systems.values())}
    return {"gold": gold, **shown}
