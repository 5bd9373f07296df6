"""Labelled spans over gold's text, from whatever file they stand in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from loaders.errors import AlignmentError
from loaders.schema import Corpus
from metrics.alignment import compare_texts, join_documents
from metrics.forms import first_difference, forms_of
from metrics.geometry import STEP, Geometry, geometry

NONE = "none"  # the class of an entity without any label; a label of this name, or without one, labels nothing


@dataclass(frozen=True)
class LabelSpans:
    """Spans with labels, in gold's documents.

    geometry : where they lie; row : of each span in it; doc : gold's document number. code : of its label in names,
    which are in code-point order. left_out : spans in documents that gold lacks, or over the border of two documents.
    """

    name: str
    digest: str
    geometry: Geometry
    row: np.ndarray
    doc: np.ndarray
    code: np.ndarray
    names: tuple[str, ...]
    left_out: int = 0

    def __len__(self) -> int:
        return len(self.row)

    def with_codes(self, code: np.ndarray) -> LabelSpans:
        """The same spans with other labels of the same set."""
        return replace(self, code=code)


def gold_types(gold: Corpus) -> LabelSpans | None:
    """The types that gold itself gives its mentions, or its named entities; None where it gives none."""
    found = _labelled(gold, geometry(gold), np.arange(len(gold.documents)))
    return replace(found, name="gold types") if len(found) else None


def label_spans(gold: Corpus, labels: Corpus) -> LabelSpans:
    """The labelled spans of a file, put into gold's documents: by id, by identical tokens, or in the running order of tokens.

    Raises AlignmentError where tokens differ.
    """
    document = join_documents(gold, labels)
    if not (document >= 0).any() and len(document):
        return _in_running_order(gold, labels)
    bad, _ = compare_texts(gold, labels, document)
    if bad:
        raise bad[0][1]
    return _labelled(labels, geometry(labels), document)


def mapped(labels: LabelSpans, mapping: Mapping[str, str]) -> LabelSpans:
    """The labels translated; those that the mapping lacks stay as they are, those that it maps to "none" label nothing."""
    return _recoded(labels, [mapping.get(name, name) for name in labels.names])


def common_names(*sets: LabelSpans) -> tuple[LabelSpans, ...]:
    """Label sets with their codes in one list of names."""
    names = tuple(sorted({name for labels in sets for name in labels.names}))
    number = {name: k for k, name in enumerate(names)}
    return tuple(
        replace(labels, names=names, code=np.array([number[n] for n in labels.names], np.int64)[labels.code]) for labels in sets
    )


def _labelled(corpus: Corpus, where: Geometry, document: np.ndarray) -> LabelSpans:
    """The spans of a corpus that have a label. document : gold's number of each of its documents, -1 for none."""
    label, doc = corpus.spans["label"], document[corpus.spans["doc_id"].cat.codes.to_numpy()]
    everything = LabelSpans(
        corpus.name,
        corpus.digest,
        where,
        np.arange(len(doc)),
        doc,
        label.cat.codes.to_numpy().astype(np.int64),
        tuple(label.cat.categories),
    )
    return _recoded(_without(everything, doc < 0), list(everything.names))


def _without(labels: LabelSpans, lost: np.ndarray) -> LabelSpans:
    """The spans that are not lost; the lost ones are counted where they have a label."""
    named = np.array([bool(name) and name != NONE for name in labels.names] or [False])
    keep = ~lost
    fields = {name: getattr(labels, name)[keep] for name in ("row", "doc", "code")}
    return replace(labels, **fields, left_out=int(named[labels.code[lost]].sum()))


def _recoded(labels: LabelSpans, new: list[str]) -> LabelSpans:
    """The spans under new names of their labels, without those that label nothing. new : one for each of labels.names."""
    used = np.unique(labels.code)
    names = tuple(sorted({new[k] for k in used.tolist() if k >= 0} - {"", NONE}))
    number = {name: k for k, name in enumerate(names)}
    code = np.array([number.get(name, -1) for name in [*new, ""]], np.int64)[labels.code]  # code -1 is the last: no label
    keep = code >= 0
    return replace(labels, row=labels.row[keep], doc=labels.doc[keep], code=code[keep], names=names)


def _in_running_order(gold: Corpus, labels: Corpus) -> LabelSpans:
    """Label spans whose documents are others than gold's: the n-th word of the file is gold's n-th word."""
    (forms, bounds), (gold_forms, gold_bounds) = forms_of(labels), forms_of(gold)
    at, _ = first_difference(gold_forms, forms)
    if at is not None:
        raise _other_tokens(gold, labels, at)
    where = geometry(labels)
    theirs = bounds[labels.spans["doc_id"].cat.codes.to_numpy()]
    first, last = ((place >> STEP) - 1 + theirs for place in (where.first, where.last))  # among all words
    doc, end = (np.searchsorted(gold_bounds, place, side="right") - 1 for place in (first, last))
    base = gold_bounds[np.minimum(doc, len(gold_bounds) - 2)] if len(doc) else doc
    moved = replace(where, first=(first - base + 1) << STEP, last=(last - base + 1) << STEP, irregular={})
    found = _labelled(labels, moved, np.zeros(len(labels.documents), np.int64))
    crossing = (doc != end)[found.row]
    return _without(replace(found, doc=doc[found.row]), crossing)


def _other_tokens(gold: Corpus, labels: Corpus, at: int) -> AlignmentError:
    """No document of the labels is one of gold's, and their words in order differ too. at : the first that differs."""
    told = []
    for corpus in (labels, gold):
        words = corpus.words.loc[~corpus.words["is_empty"]]
        told.append(f"'{words['form'].iloc[at][:40]}' (line {words['line'].iloc[at]})" if at < len(words) else "no word more")
    what = f"no document is also in gold, and in running order word {at + 1} is {told[0]} here, {told[1]} in {gold.name}"
    line = None if at >= len(labels.words) else int(labels.words.loc[~labels.words["is_empty"], "line"].iloc[at])
    remedy = "Labels and gold must be the same tokens; name documents with '# id = ...', or write all in gold's order."
    return AlignmentError(labels.name, line, what, remedy)
