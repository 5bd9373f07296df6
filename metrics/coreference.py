"""The coreference metrics: a count per document and a formula each.

Gold is the literature's key, predicted its response. For a gold entity K and a predicted entity R, |K∩R| is the
number of matched mentions that they share; precision is recall with the sides exchanged.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

import numpy as np

from metrics import formulas
from metrics.ceaf import best_alignment
from metrics.metric import Metric
from metrics.overlap import Overlap


def _pairs(n: np.ndarray) -> np.ndarray:
    return n * (n - 1) / 2


def _both(table: Overlap, numerator: Callable, denominator: Callable) -> np.ndarray:
    """Columns p_num, p_den, r_num, r_den, one row per document, of a metric that treats each side alike."""
    other = table.swapped()
    return np.stack([numerator(other), denominator(other), numerator(table), denominator(table)], axis=1)


def _mentions(table: Overlap) -> np.ndarray:
    """Number of mentions on this side, per document."""
    return np.bincount(table.doc, table.size, table.n_docs)


def _entities(table: Overlap) -> np.ndarray:
    """Number of entities on this side, per document."""
    return np.bincount(table.doc, minlength=table.n_docs).astype(np.float64)


def count_mentions(table: Overlap) -> np.ndarray:
    """Mention detection: matched mentions / mentions. Columns p_num, p_den, r_num, r_den per document."""
    return _both(table, lambda t: t.per_document(t.n), _mentions)


def count_muc(table: Overlap) -> np.ndarray:
    """MUC: Σ_K (|K| − parts(K)) / Σ_K (|K| − 1).

    The parts of K are the other side's entities that it meets and its unmatched mentions, so that |K| − parts(K) is
    Σ_R (|K∩R| − 1), the same on both sides. Columns as above. Vilain et al. (1995), section 3.
    """
    return _both(table, lambda t: t.per_document(t.n - 1), lambda t: _mentions(t) - _entities(t))


def count_b_cubed(table: Overlap) -> np.ndarray:
    """B³: Σ_K Σ_R |K∩R|² / |K|  /  Σ_K |K|. Columns as above. Bagga and Baldwin (1998); Pradhan et al. (2014)."""
    return _both(table, lambda t: t.per_document(t.n**2 / t.size[t.cell]), _mentions)


def count_lea(table: Overlap) -> np.ndarray:
    """LEA: Σ_K |K| · Σ_R links(K∩R) / links(K)  /  Σ_K |K|, with links(n) = n(n−1)/2.

    A singleton has one link, to itself, found only if it is a singleton on both sides. Columns as above. Moosavi and
    Strube (2016), section 4.
    """

    def found(t: Overlap) -> np.ndarray:
        size, other = t.size[t.cell], t.other_size[t.other_cell]
        links = np.where(size == 1, other == 1, _pairs(t.n) / np.maximum(_pairs(size), 1))
        return t.per_document(size * links)

    return _both(table, found, _mentions)


def count_ceaf(table: Overlap, names: Sequence[str] = ("CEAFm", "CEAFe")) -> dict[str, np.ndarray]:
    """CEAFm and CEAFe: the largest one-to-one sum of a similarity over a document's entities.

    φ3 = |K∩R| over the number of mentions; φ4 = 2|K∩R| / (|K| + |R|) over the number of entities. Luo (2005).
    """
    if not names:
        return {}
    phi4 = 2 * table.n / (table.size[table.cell] + table.other_size[table.other_cell])
    kinds = {"CEAFm": (table.n, _mentions), "CEAFe": (phi4, _entities)}
    best = best_alignment(table, *(kinds[name][0] for name in names))
    return {name: _both(table, lambda _, b=b: b, kinds[name][1]) for name, b in zip(names, best, strict=True)}


def count_blanc(table: Overlap) -> np.ndarray:
    """BLANC: links between the mentions of a document, coreferent and not. Eight columns.

    c_p_num c_p_den c_r_num c_r_den n_p_num n_p_den n_r_num n_r_den. Of two matched mentions a non-coreferent link is
    shared where neither side joins them: all pairs, less those that gold joins, less those that the system joins,
    plus those that both do. Recasens and Hovy (2011); Luo et al. (2014) for predicted mentions.
    """
    both = table.per_document(_pairs(table.n))
    matched = table.per_document(table.n)
    joined = _joined(table) + _joined(table.swapped())
    neither = _pairs(matched) - joined + both
    columns = []
    for side in (table.swapped(), table):
        links = np.bincount(side.doc, _pairs(side.size), side.n_docs)
        columns.append((both, links, neither, _pairs(_mentions(side)) - links))
    (p1, p2, p3, p4), (r1, r2, r3, r4) = columns
    return np.stack([p1, p2, r1, r2, p3, p4, r3, r4], axis=1)


def _joined(table: Overlap) -> np.ndarray:
    """Pairs of matched mentions that this side has in one entity, per document."""
    matched = np.bincount(table.cell, table.n, len(table.size))
    return np.bincount(table.doc, _pairs(matched), table.n_docs)


METRICS = {
    metric.name: metric
    for metric in (
        Metric("mentions", "Share of mentions found, whatever entity they are put in. Blind to linking."),
        Metric(
            "MUC",
            "Links that would have to be added to join an entity's parts, over the links it needs. Ignores singletons and "
            "favours few, large entities. Vilain et al. 1995.",
        ),
        Metric(
            "B³",
            "For each mention, the share of its entity that the other side also keeps together with it. Rises with "
            "singletons. Bagga & Baldwin 1998.",
        ),
        Metric(
            "CEAFm",
            "Mentions shared in the best one-to-one alignment of entities, over all mentions. Unaligned entities earn "
            "nothing. Luo 2005.",
        ),
        Metric(
            "CEAFe",
            "Similarity of entities in the best one-to-one alignment, over the number of entities: each counts alike, "
            "whatever its size. Luo 2005.",
        ),
        Metric(
            "LEA",
            "Share of each entity's links that are found, weighted by its size; a singleton counts only if it is one on "
            "both sides. Moosavi & Strube 2016.",
        ),
        Metric(
            "BLANC",
            "Mean of the scores of coreferent and of non-coreferent links. Links grow with the square of an entity's "
            "size. Recasens & Hovy 2011; Luo et al. 2014.",
            formulas.blanc,
            width=8,
            sides=(),
            denominators=(1, 3, 5, 7),
        ),
        Metric(
            "MOR",
            "Words shared in the best one-to-one overlap of all mentions, over the words in mentions. Ignores entities and "
            "matching. Žabokrtský et al. 2022.",
        ),
        Metric(
            "CoNLL",
            "Mean of the F1 of MUC, B³ and CEAFe; it has no precision and recall of its own. Pradhan et al. 2014.",
            width=0,
            sides=(),
            mean_of=("MUC", "B³", "CEAFe"),
        ),
    )
}


COUNTS: dict[str, Callable[[Overlap], np.ndarray]] = {
    "mentions": count_mentions,
    "MUC": count_muc,
    "B³": count_b_cubed,
    "LEA": count_lea,
    "BLANC": count_blanc,
}


def count(table: Overlap, metrics: Collection[str] = tuple(METRICS)) -> dict[str, np.ndarray]:
    """The counts of those of some metrics that an overlap table decides, one row per document."""
    found = {name: counted(table) for name, counted in COUNTS.items() if name in metrics}
    return found | count_ceaf(table, [name for name in ("CEAFm", "CEAFe") if name in metrics])
