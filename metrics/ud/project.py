"""Gold trees and systems, aligned once, with what cannot be scored named or skipped."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from loaders.errors import AlignmentError, FormatError, InputError
from loaders.schema import Corpus
from metrics.counting import Counts, stacked
from metrics.options import TreeOptions
from metrics.ud import counts
from metrics.ud.align import Aligned, align_words, compare_texts
from metrics.ud.checks import bad_sentences
from metrics.ud.counts import Pair
from metrics.ud.gaps import with_known_texts
from metrics.ud.layers import read_layers
from metrics.ud.registry import TREE_METRICS
from metrics.ud.side import Side, read_side


@dataclass(frozen=True)
class TreeProject:
    """skipped : by gold's sentence number, why it is left out for all systems. names : of the systems, unique."""

    gold: Side
    systems: tuple[Side, ...]
    names: tuple[str, ...]
    aligned: tuple[Aligned, ...]
    skipped: dict[int, InputError]

    def kept(self) -> np.ndarray:
        """Which of gold's sentences are scored: those with tokens that are not skipped."""
        keep = np.zeros(self.gold.n_sentences, bool)
        keep[self.gold.sentences.sentence] = True
        keep[list(self.skipped)] = False
        return keep

    def without(self, skipped: dict[int, InputError]) -> TreeProject:
        """The project with other sentences skipped."""
        return replace(self, skipped=skipped)

    def pair(self, number: int, options: TreeOptions) -> Pair:
        """Gold and one system with the layers that are compared."""
        return Pair(self.gold, self.systems[number], self.aligned[number], *read_layers(self.gold, self.systems[number], options))


def align_trees(gold: Corpus, systems: Sequence[Corpus], names: Sequence[str], *, skip_bad: bool = False) -> TreeProject:
    """Systems aligned with gold, word by word.

    Raises FormatError for a sentence that is no tree and AlignmentError where the text differs; with skip_bad,
    sentences that are no trees, or were not read, are skipped for all, those of a system with the gold sentences that
    they touch.
    """
    side, others = with_known_texts(read_side(gold), [read_side(system) for system in systems])
    skipped: dict[int, InputError] = dict(bad_sentences(side))
    for other in others:
        compare_texts(side, other)
        skipped = _touched(side, other, bad_sentences(other)) | skipped
    if skipped and not skip_bad:
        raise next(iter(skipped.values()))
    return TreeProject(side, others, tuple(names), tuple(align_words(side, other) for other in others), skipped)


def _touched(gold: Side, system: Side, bad: dict[int, FormatError]) -> dict[int, InputError]:
    """The gold sentences that share characters with bad sentences of a system, each with the first one's error."""
    theirs, ours = system.sentences, gold.sentences
    at = np.searchsorted(theirs.sentence, list(bad))
    first = np.searchsorted(ours.end, theirs.start[at], side="right").tolist()
    end = np.searchsorted(ours.start, theirs.end[at], side="left").tolist()
    found: dict[int, InputError] = {}
    for begin, stop, error in zip(first, end, bad.values(), strict=True):
        for sentence in ours.sentence[begin:stop].tolist():
            found.setdefault(sentence, error)
    return found


def count_trees(project: TreeProject, options: TreeOptions) -> Counts:
    """The counts of all metrics, one row for each sentence of gold, or each document."""
    keep = project.kept()
    tables = {
        (name, ""): {m: table[keep] for m, table in counts.count(project.pair(k, options)).items()}
        for k, name in enumerate(project.names)
    }
    found = stacked(sentence_names(project.gold)[keep].tolist(), tables, TREE_METRICS)
    return by_document(project, found) if options.unit == "document" else found


def sentence_names(side: Side) -> np.ndarray:
    """The sent_id of every sentence, or its document and number where it has none."""
    words = side.corpus.words
    first = side.row[np.flatnonzero(np.diff(side.words.sentence, prepend=-1))]
    names = np.full(side.n_sentences, "", object)
    ids, documents = words["sent_id"].iloc[first], words["doc_id"].iloc[first]
    numbers = words["sent"].to_numpy()[first]
    names[side.words.sentence[np.flatnonzero(np.diff(side.words.sentence, prepend=-1))]] = [
        name or f"{doc}:{number + 1}" for name, doc, number in zip(ids, documents, numbers, strict=True)
    ]
    lone = side.corpus.wordless
    for number, unread in side.unread.items():
        names[number] = unread.name or f"{lone['doc_id'].iloc[unread.row]}:{lone['sent'].iloc[unread.row] + 1}"
    return names


def document_of(side: Side) -> np.ndarray:
    """The document number of every sentence."""
    return np.repeat(np.arange(len(side.corpus.documents)), side.corpus.documents["n_sentences"].to_numpy())


def by_document(project: TreeProject, table: Counts) -> Counts:
    """Counts of sentences added up by document. Raises AlignmentError where gold names no documents."""
    documents = project.gold.corpus.documents
    if len(documents) < 2:
        file = documents["file"].iloc[0] if len(documents) else project.gold.corpus.name
        remedy = "Mark documents with '# newdoc id = ...', or resample sentences."
        raise AlignmentError(file, None, "one document alone: there is nothing to resample by document", remedy)
    doc = document_of(project.gold)[project.kept()]
    values = np.zeros((len(documents), *table.values.shape[1:]))
    np.add.at(values, doc, table.values)
    return Counts(tuple(documents["doc_id"]), table.inputs, table.layout, values)


def tree_report(project: TreeProject) -> dict[str, Any]:
    """What gold and the systems hold, how many words are aligned, and what is skipped, as plain values."""
    names = sentence_names(project.gold)
    systems = [
        {"system": name, **_side_report(side), "aligned_words": len(aligned.gold)}
        for name, side, aligned in zip(project.names, project.systems, project.aligned, strict=True)
    ]
    skipped = [{"sentence": names[number], "reason": str(error)} for number, error in sorted(project.skipped.items())]
    return {"gold": _side_report(project.gold), "systems": systems, "skipped": skipped}


def _side_report(side: Side) -> dict[str, Any]:
    corpus = side.corpus
    return {
        "file": corpus.name,
        "format": corpus.format,
        "digest": corpus.digest,
        "documents": len(corpus.documents),
        "sentences": side.n_sentences,
        "tokens": len(side.tokens),
        "words": len(side.words),
        "empty_nodes": int(corpus.words["is_empty"].sum()),
        "notices": [{"file": n.file, "line": n.line, "kind": n.kind, "text": n.text} for n in corpus.notices],
        "unreadable": [{"document": name, "reason": str(error)} for name, error in corpus.skipped],
    }
