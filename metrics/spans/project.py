"""Gold and taggers, aligned: the same tokens and, in tag files, the same sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import numpy as np

from loaders.build import starts_of
from loaders.errors import AlignmentError, InputError
from loaders.schema import Corpus
from metrics.counting import Project, align_systems


def align_spans(
    gold: Corpus,
    systems: Sequence[Corpus],
    names: Sequence[str] | None = None,
    *,
    skip_bad: bool = False,
    skipped: Mapping[int, InputError] = MappingProxyType({}),
) -> Project:
    """Systems aligned with gold as align_systems() does; tags say spans only within sentences, so those must agree too.

    Raises AlignmentError for a tag file whose sentences are others than gold's, with the place; with skip_bad, such documents are
    skipped for all.
    """
    project = align_systems(gold, systems, names, skip_bad=skip_bad, skipped=skipped)
    found = dict(skipped)
    for system, alignment in zip(project.systems, project.alignments, strict=True):
        for document, error in _other_sentences(gold, system, alignment.document).items():
            if not skip_bad:
                raise error
            found.setdefault(document, error)
    if len(found) == len(skipped):
        return project
    return align_systems(gold, systems, names, skip_bad=True, skipped=found)


def _other_sentences(gold: Corpus, system: Corpus, document: np.ndarray) -> dict[int, AlignmentError]:
    """Gold's documents in which a system's tag file begins a sentence elsewhere, and where first."""
    if not (gold.scheme and system.scheme):
        return {}
    if np.array_equal(document, np.arange(len(gold.documents))) and _same_sentences(gold, system):
        return {}
    (ours, bounds), (theirs, other_bounds) = _begins(gold), _begins(system)
    found = {}
    for k, doc in enumerate(document.tolist()):
        if doc < 0:
            continue
        here, there = ours[bounds[doc] : bounds[doc + 1]], theirs[other_bounds[k] : other_bounds[k + 1]]
        if len(here) == len(there) and not np.array_equal(here, there):
            found[doc] = _error(gold, system, (bounds[doc], other_bounds[k]), int(np.argmax(here != there)))
    return found


def _same_sentences(gold: Corpus, system: Corpus) -> bool:
    """Whether both number every word's sentence and document alike."""
    doc, other = (corpus.words["doc_id"].cat.codes.to_numpy() for corpus in (gold, system))
    return np.array_equal(gold.words["sent"].to_numpy(), system.words["sent"].to_numpy()) and np.array_equal(doc, other)


def _begins(corpus: Corpus) -> tuple[np.ndarray, np.ndarray]:
    """Whether a sentence begins at each word, and where each document does."""
    words = corpus.words
    doc, sent = words["doc_id"].cat.codes.to_numpy(), words["sent"].to_numpy()
    begins = (np.diff(doc, prepend=-1) != 0) | (np.diff(sent, prepend=-1) != 0)
    return begins, starts_of(doc, len(corpus.documents))


def _error(gold: Corpus, system: Corpus, begin: tuple[int, int], at: int) -> AlignmentError:
    """The first word of a document at which one side begins a sentence and the other does not."""
    ours, theirs = gold.words.iloc[begin[0] + at], system.words.iloc[begin[1] + at]
    place = f"token {int(theirs['word'])} of sentence {int(theirs['sent']) + 1}"
    other = f"token {int(ours['word'])} of sentence {int(ours['sent']) + 1}"
    what = f"'{theirs['form'][:40]}' is {place} of document '{ours['doc_id']}', in {gold.name} {other} (line {int(ours['line'])})"
    file = system.documents["file"].iloc[int(system.words["doc_id"].cat.codes.iloc[begin[1] + at])]
    return AlignmentError(
        file, int(theirs["line"]), what, "Gold and system must have the same sentences: a blank line between them."
    )
