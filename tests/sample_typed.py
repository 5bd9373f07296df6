"""Typed mention and link F1 of the sample data, written out with sets and loops over pairs of mentions."""

from collections import Counter, defaultdict
from itertools import combinations

import numpy as np

from loaders.build import starts_of
from loaders.places import places
from metrics import resampling
from metrics.options import LEVEL, SEED

NONE = "none"


def mentions(corpus) -> dict[str, dict[int, tuple]]:
    """By document and extent: (entity, label, the places of the words)."""
    pieces = defaultdict(list)
    for row in corpus.parts.itertuples():
        pieces[row.span_id].append((row.start, row.end))
    at = places(corpus.words)
    doc_ids = corpus.documents["doc_id"].tolist()
    first = starts_of(corpus.words["doc_id"].cat.codes.to_numpy(), len(doc_ids))[:-1]
    base = dict(zip(doc_ids, first.tolist(), strict=True))
    found = defaultdict(dict)
    for row in corpus.spans.itertuples():
        parts = pieces.get(row.span_id, [(row.start, row.end)])
        words = frozenset(int(at[base[row.doc_id] + k]) for start, end in parts for k in range(start, end))
        found[row.doc_id][row.extent] = (row.entity, row.label, words)
    return found


def own_label(words, gold) -> tuple[str, float] | None:
    """The label of the gold mention with the largest overlap, if that is above one half; and the overlap."""
    overlaps = [(-len(words & o) / len(words | o), -len(o), min(o), label) for _, label, o in gold.values()]
    share, _, _, label = min(overlaps, default=(0, 0, 0, ""))
    return (label, -share) if share < -0.5 else None


def classes(predicted, gold) -> dict[int, tuple[str, str]]:
    """Of each predicted mention its class, which is its own label or else its entity's, and the entity's majority label."""
    own = {extent: own_label(words, gold) for extent, (_, _, words) in predicted.items()}
    members = defaultdict(list)
    for extent, (entity, _, _) in predicted.items():
        members[entity].append(extent)
    found = {}
    for extents in members.values():
        labels = [own[extent] for extent in extents if own[extent]]
        votes = Counter(label for label, _ in labels)
        mean = {label: np.mean([share for other, share in labels if other == label]) for label in votes}
        majority = min(votes, key=lambda label: (-votes[label], -mean[label], label), default=NONE)
        found.update({extent: (own[extent][0] if own[extent] else majority, majority) for extent in extents})
    return found


def count(gold, systems) -> tuple[list[str], np.ndarray, np.ndarray]:
    """The classes, and the counts of mentions and of links: (documents, systems, classes, [right, predicted, gold]).

    Gold's class counts first; links range over the mentions that gold and every system share.
    """
    names = [*sorted({label for document in gold.values() for _, label, _ in document.values()}), NONE]
    number = {name: k for k, name in enumerate(names)}
    of_mentions, of_links = np.zeros((2, len(gold), len(systems), len(names), 3))
    for d, (doc_id, ours) in enumerate(gold.items()):
        common = sorted(set(ours).intersection(*(system[doc_id] for system in systems)))
        for s, system in enumerate(systems):
            theirs = system[doc_id]
            label = classes(theirs, ours)
            for extent, (_, name, _) in ours.items():
                of_mentions[d, s, number[name]] += [extent in theirs, 0, 1]
            for extent in theirs:
                name = ours[extent][1] if extent in ours else label[extent][0]
                of_mentions[d, s, number[name], 1] += 1
            for one, other in combinations(common, 2):
                in_gold, in_system = ours[one][0] == ours[other][0], theirs[one][0] == theirs[other][0]
                name = ours[one][1] if in_gold else label[one][1]
                of_links[d, s, number[name]] += [in_gold and in_system, in_system, in_gold]
    return names, of_mentions, of_links


def f1(sums: np.ndarray) -> np.ndarray:
    """F1 in points from sums whose last axis is [right, predicted, gold]."""
    with np.errstate(invalid="ignore"):
        return 200 * sums[..., 0] / (sums[..., 1] + sums[..., 2])


def compare(counts: np.ndarray) -> dict[str, np.ndarray]:
    """F1 of both systems, B's less A's with its interval and p, and gold's support; one entry per class."""
    drawn = f1(resampling.resample(counts, resamples=1000, seed=SEED))
    interval = resampling.percentile(drawn[:, 1] - drawn[:, 0], LEVEL)
    swapped = resampling.swapped_sums(counts[:, 0], counts[:, 1], resamples=1000, seed=SEED)
    a, b = f1(counts.sum(axis=0))
    p = resampling.p_value(swapped, f1)
    return {
        "a": a,
        "b": b,
        "value": b - a,
        "low": interval.low,
        "high": interval.high,
        "p": p,
        "n": counts[:, 0, :, 2].sum(axis=0),
    }
