"""Mentions in entities, as arrays: what a corpus's spans become before they are matched.

Options transform these; no metric sees an option.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from loaders.schema import SHIFT, Corpus


@dataclass(frozen=True)
class Mentions:
    """One side's mentions, sorted by document and extent, no extent twice in a document.

    doc : gold's document number. extent : join key (loaders/schema.py). entity : 0, 1, ... by document, so that an
    entity's number says its document. row : row in the corpus's spans. n_docs : gold's number of documents.
    """

    doc: np.ndarray
    extent: np.ndarray
    entity: np.ndarray
    row: np.ndarray
    n_docs: int

    def __len__(self) -> int:
        return len(self.doc)

    def sizes(self) -> np.ndarray:
        """Number of mentions of each entity."""
        return np.bincount(self.entity)

    def entity_doc(self) -> np.ndarray:
        """Document of each entity."""
        docs = np.zeros(int(self.entity.max()) + 1 if len(self) else 0, np.int64)
        docs[self.entity] = self.doc
        return docs

    def take(self, keep: np.ndarray) -> Mentions:
        """The mentions that a mask or index names, their entities numbered anew."""
        entity = compact(self.entity[keep])
        return Mentions(self.doc[keep], self.extent[keep], entity, self.row[keep], self.n_docs)

    def with_entity(self, entity: np.ndarray) -> Mentions:
        """The same mentions in other entities."""
        return Mentions(self.doc, self.extent, compact(entity), self.row, self.n_docs)


def compact(codes: np.ndarray) -> np.ndarray:
    """Codes replaced by 0, 1, ... in ascending order of the codes that occur."""
    if not len(codes):
        return np.zeros(0, np.int64)
    if codes.min() < 0 or codes.max() > 4 * len(codes) + 1024:
        return np.unique(codes, return_inverse=True)[1]
    present = np.zeros(int(codes.max()) + 1, bool)
    present[codes] = True
    return (np.cumsum(present) - 1)[codes]


def order_of(doc: np.ndarray, extent: np.ndarray) -> np.ndarray:
    """The stable order by document and extent."""
    key = join_key(doc, extent)
    return np.lexsort((extent, doc)) if key is None else np.argsort(key, kind="stable")


def join_key(doc: np.ndarray, extent: np.ndarray) -> np.ndarray | None:
    """Document and extent in one integer of the same order, which sorts several times faster; None where they don't fit.

    19 bits for the document, 24 for the first word, 20 for the length.
    """
    start = extent >> 31
    length = (extent & (SHIFT - 1)) - start
    if len(doc) and (extent.min() < 0 or doc.max() >> 19 or start.max() >> 24 or length.max() >> 20):
        return None
    return ((doc << 24 | start) << 20) | length


def read_mentions(corpus: Corpus, document: np.ndarray | None = None, n_docs: int | None = None) -> tuple[Mentions, np.ndarray]:
    """The mentions of a corpus by gold's document numbers, and the rows of repeats that were dropped.

    document : gold's number for each document of the corpus, -1 for those not scored; None for gold itself.
    A span read twice in a document keeps its first reading (metrics of repeats are undefined; reference scorers
    disagree).
    """
    spans = corpus.spans
    n_docs = len(corpus.documents) if n_docs is None else n_docs
    row = np.flatnonzero(spans["entity"].to_numpy() >= 0)
    doc = spans["doc_id"].cat.codes.to_numpy()[row].astype(np.int64)
    if document is not None:
        doc = document[doc]
        row, doc = row[doc >= 0], doc[doc >= 0]
    extent = spans["extent"].to_numpy()[row]
    order = order_of(doc, extent)
    doc, extent, row = doc[order], extent[order], row[order]
    first = np.ones(len(row), bool)
    first[1:] = (doc[1:] != doc[:-1]) | (extent[1:] != extent[:-1])
    repeats = np.sort(row[~first])
    doc, extent, row = doc[first], extent[first], row[first]
    names = spans["entity"].to_numpy()[row]
    entity = compact(doc * (int(names.max()) + 1) + names) if len(row) else np.zeros(0, np.int64)
    return Mentions(doc, extent, entity, row, n_docs), repeats


def drop_singletons(mentions: Mentions) -> Mentions:
    """The mentions whose entity has two or more."""
    return mentions.take(mentions.sizes()[mentions.entity] > 1)


def drop_documents(mentions: Mentions, documents: np.ndarray) -> Mentions:
    """The mentions outside the given documents."""
    return mentions.take(~np.isin(mentions.doc, documents)) if len(documents) else mentions


def all_singletons(gold: Mentions) -> Mentions:
    """A baseline system: every gold mention an entity of its own."""
    return gold.with_entity(np.arange(len(gold)))


def one_entity(gold: Mentions) -> Mentions:
    """A baseline system: all gold mentions of a document one entity."""
    return gold.with_entity(gold.doc)


SINGLETONS = {"keep": lambda mentions: mentions, "drop": drop_singletons}
BASELINES = {"all singletons": all_singletons, "one entity": one_entity}
