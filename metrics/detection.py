"""Finding mentions, apart from linking them: mention detection by how large the mentions' entities are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from metrics import matching
from metrics.counting import Counts, Project
from metrics.mentions import Mentions, drop_singletons, read_mentions
from metrics.options import CoreferenceOptions


def only_singletons(mentions: Mentions) -> Mentions:
    """The mentions whose entity has no other."""
    return mentions.take(mentions.sizes()[mentions.entity] == 1)


PARTS: dict[str, Callable[[Mentions], Mentions]] = {
    "all": lambda mentions: mentions,
    "two and more": drop_singletons,
    "singletons": only_singletons,
}


def count_detection(project: Project, options: CoreferenceOptions) -> Counts:
    """Counts of mention detection alone, one row per document that is not skipped.

    Inputs are (system, part): all mentions; those in entities of two and more; those in entities of one. Each side is
    filtered by its own entities before mentions are matched, as under the singleton policies.
    """
    gold, _ = read_mentions(project.gold)
    matcher = matching.matcher(project, options)
    inputs, tables = [], []
    for number, (name, system) in enumerate(zip(project.names, project.systems, strict=True)):
        side, _ = read_mentions(system, project.alignments[number].document, gold.n_docs)
        match = matcher(number)
        for part, keep in PARTS.items():
            inputs.append((name, part))
            tables.append(_found(keep(gold), keep(side), match))
    kept = np.ones(gold.n_docs, bool)
    kept[list(project.skipped)] = False
    values = np.stack(tables, axis=1)[kept] if tables else np.zeros((int(kept.sum()), 0, 4))
    return Counts(tuple(project.gold.documents["doc_id"][kept]), tuple(inputs), {"mentions": slice(0, 4)}, values)


def _found(gold: Mentions, predicted: Mentions, matcher: matching.Matcher) -> np.ndarray:
    """Columns p_num, p_den, r_num, r_den per document."""
    matched = matcher.match(gold, predicted) >= 0
    both, theirs, ours = (np.bincount(doc, minlength=gold.n_docs) for doc in (predicted.doc[matched], predicted.doc, gold.doc))
    return np.stack([both, theirs, both, ours], axis=1).astype(np.float64)


@dataclass(frozen=True)
class GoldSize:
    """What gold holds in the documents that are scored."""

    documents: int
    mentions: int
    entities: int
    singletons: int


def gold_size(counts: Counts) -> GoldSize:
    """The size of gold, from the recall denominators of any system's counts under both singleton policies."""
    entities = {}
    for policy in ("keep", "drop"):
        k = next(k for k, (_, found) in enumerate(counts.inputs) if found == policy)
        mentions, entities[policy] = (counts.values[:, k, counts.columns[m]][:, 3].sum() for m in ("mentions", "CEAFe"))
        if policy == "keep":
            all_mentions = mentions
    singletons = entities["keep"] - entities["drop"]
    return GoldSize(len(counts.units), int(all_mentions), int(entities["keep"]), int(singletons))
