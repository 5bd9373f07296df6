"""Labelled spans of gold and systems in gold's documents and sentences, as arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from loaders.build import starts_of
from loaders.schema import Corpus
from metrics.counting import Project
from metrics.geometry import STEP, Geometry, geometry

UNNAMED = "_"  # the label of spans that have none


@dataclass(frozen=True)
class SpanSide:
    """One side's labelled spans, no span twice with one label, sorted by document, extent and label.

    doc : gold's document number. sent : gold's sentence number over all documents, of the span's first word. extent : join
    key. label : code in the names of all sides. row : in the corpus's spans, to which geometry belongs.
    """

    doc: np.ndarray
    sent: np.ndarray
    extent: np.ndarray
    label: np.ndarray
    row: np.ndarray
    geometry: Geometry

    def __len__(self) -> int:
        return len(self.doc)

    def size(self) -> np.ndarray:
        """Number of words of each span."""
        return self.geometry.size[self.row]

    def ends(self) -> tuple[np.ndarray, np.ndarray]:
        """The number of the first and the last word of each span within its document, from 1."""
        return self.geometry.first[self.row] >> STEP, self.geometry.last[self.row] >> STEP


@dataclass(frozen=True)
class SpanSides:
    """Gold and all systems of a project. labels : names, in code-point order. sentences : the first sentence of each document.

    repeats : spans that stood twice with one label, of gold and of each system.
    """

    project: Project
    labels: tuple[str, ...]
    gold: SpanSide
    systems: tuple[SpanSide, ...]
    sentences: np.ndarray
    repeats: tuple[int, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Of the systems."""
        return self.project.names

    @property
    def n_sentences(self) -> int:
        """Gold's sentences."""
        return int(self.sentences[-1])


def read_spans(project: Project) -> SpanSides:
    """The labelled spans of an aligned project; of corpora with coreference, those of compared()."""
    corpora = (project.gold, *project.systems)
    taken = compared(corpora)
    documents = (np.arange(len(project.gold.documents)), *(a.document for a in project.alignments))
    labels = tuple(sorted({name for corpus, rows in zip(corpora, taken, strict=True) for name in used_labels(corpus, rows)}))
    sentences = np.concatenate([[0], np.cumsum(project.gold.documents["n_sentences"].to_numpy(), dtype=np.int64)])
    words = SentenceOf(project.gold, sentences)
    found = [
        _side(corpus, d[_documents(corpus)], rows, labels, words)
        for corpus, d, rows in zip(corpora, documents, taken, strict=True)
    ]
    sides, repeats = zip(*found, strict=True)
    return SpanSides(project, labels, sides[0], sides[1:], sentences, repeats)


def compared(corpora: Sequence[Corpus]) -> list[np.ndarray]:
    """Which spans of gold and of each system are compared, as numbers of rows.

    Where all have entities, their mentions, by type; else, where gold has named spans beside its mentions (OntoNotes's
    names), those outside of entities, of every side that has any; else all.
    """
    inside = [corpus.spans["entity"].to_numpy() >= 0 for corpus in corpora]
    if all(i.any() or not len(i) for i in inside):
        return [np.flatnonzero(i) for i in inside]
    names = inside[0].any() and not inside[0].all()
    return [np.flatnonzero(~i) if names and not i.all() else np.arange(len(i)) for i in inside]


def used_labels(corpus: Corpus, rows: np.ndarray | slice = slice(None)) -> set[str]:
    """The labels of some of a corpus's spans; "_" where a span has none."""
    label = corpus.spans["label"]
    used = np.unique(label.cat.codes.to_numpy()[rows])
    names = label.cat.categories
    return {(names[k] if k >= 0 else "") or UNNAMED for k in used.tolist()}


class SentenceOf:
    """Gold's sentence of a word, by document and the word's number."""

    def __init__(self, gold: Corpus, sentences: np.ndarray):
        words = gold.words
        real = ~words["is_empty"].to_numpy()
        doc = words["doc_id"].cat.codes.to_numpy()[real]
        self.begin = starts_of(doc, len(gold.documents))
        self.sentence = words["sent"].to_numpy()[real] + sentences[doc]
        self.first = sentences

    def __call__(self, doc: np.ndarray, number: np.ndarray) -> np.ndarray:
        """number : of the word within its document, from 1."""
        if not len(self.sentence):  # gold names no words: a document is one sentence
            return self.first[doc]
        row = np.minimum(self.begin[doc] + np.maximum(number - 1, 0), len(self.sentence) - 1)
        return self.sentence[row]


def _documents(corpus: Corpus) -> np.ndarray:
    """The number of each span's document."""
    return corpus.spans["doc_id"].cat.codes.to_numpy()


def _side(
    corpus: Corpus, doc: np.ndarray, rows: np.ndarray, labels: tuple[str, ...], sentence_of: SentenceOf
) -> tuple[SpanSide, int]:
    """Some of a corpus's spans, and how many were there twice. doc : gold's document number of each of its spans."""
    spans, where = corpus.spans, geometry(corpus)
    number = {name: code for code, name in enumerate(labels)}
    codes = [number.get(name or UNNAMED, -1) for name in [*spans["label"].cat.categories, ""]]
    label = np.array(codes, np.int64)[spans["label"].cat.codes.to_numpy()]
    row = rows[doc[rows] >= 0]
    extent = spans["extent"].to_numpy()
    row = row[np.lexsort((label[row], extent[row], doc[row]))]
    doc, extent, label = doc[row], extent[row], label[row]
    first = np.ones(len(row), bool)
    first[1:] = (doc[1:] != doc[:-1]) | (extent[1:] != extent[:-1]) | (label[1:] != label[:-1])
    doc, extent, label, row = (a[first] for a in (doc, extent, label, row))
    sent = sentence_of(doc, where.first[row] >> STEP)
    return SpanSide(doc, sent, extent, label, row, where), int((~first).sum())
