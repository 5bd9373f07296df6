"""How gold and predicted entities share mentions: the table on which every coreference metric is a sum."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from metrics.mentions import Mentions


@dataclass(frozen=True)
class Overlap:
    """Sizes and documents of the entities of both sides, and one cell for each pair that shares mentions.

    size, doc : per entity of this side. cell, other_cell : entity numbers of each cell; n : mentions shared.
    `swapped()` is the same table seen from the other side, so that precision is recall of the swapped table.
    """

    size: np.ndarray
    doc: np.ndarray
    cell: np.ndarray
    n: np.ndarray
    other_cell: np.ndarray
    other_size: np.ndarray
    other_doc: np.ndarray
    n_docs: int

    def swapped(self) -> Overlap:
        """The table with gold and predicted exchanged."""
        return Overlap(self.other_size, self.other_doc, self.other_cell, self.n, self.cell, self.size, self.doc, self.n_docs)

    def per_document(self, of_cells: np.ndarray) -> np.ndarray:
        """Sums of a value of the cells, per document."""
        return np.bincount(self.doc[self.cell], of_cells, self.n_docs)


def overlap(gold: Mentions, predicted: Mentions, match: np.ndarray) -> Overlap:
    """The overlap table of two sides, gold's first.

    match : for each predicted mention the number of the gold mention that it is, -1 for none.
    """
    found = match >= 0
    sizes, other_sizes = gold.sizes(), predicted.sizes()
    key = gold.entity[match[found]] * max(len(other_sizes), 1) + predicted.entity[found]
    key.sort()
    first = np.ones(len(key), bool)
    first[1:] = key[1:] != key[:-1]
    begin = np.flatnonzero(first)
    cell, other = np.divmod(key[begin], max(len(other_sizes), 1))
    n = np.diff(begin, append=len(key))
    return Overlap(sizes, gold.entity_doc(), cell, n, other, other_sizes, predicted.entity_doc(), gold.n_docs)
