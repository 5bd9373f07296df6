"""The keys of coreference JSON lines, and one file's records as flat arrays, however they were parsed."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np
import pyarrow as pa

from loaders.options import ReadOptions

IDS = ("doc_key", "doc_id", "id", "document_id")
TOKENS = ("sentences", "tokens", "cased_words")
EXTRA = ("genre", "topic", "subtopic")
SENTENCE_OF_TOKEN = "sent_id"
PART = "part_id"  # wl-coref keeps OntoNotes' part beside document_id

# What a span's second number means. FIXED needs no rule: PreCo's are half-open, and a word index is one word.
UNDECIDED, INCLUSIVE, EXCLUSIVE, FIXED = range(4)
ENDS = {
    "clusters": UNDECIDED,
    "predicted_clusters": INCLUSIVE,
    "coreference_chains": UNDECIDED,
    "word_clusters": EXCLUSIVE,
    "clusters_token_offsets": INCLUSIVE,
    "span_clusters": EXCLUSIVE,
    "mention_clusters": FIXED,
}
GOLD = "clusters"
# The first key that a record holds is read. wl-coref writes word_clusters (head words) beside span_clusters.
ORDER = {
    "gold": ("clusters", "mention_clusters", "coreference_chains", "span_clusters", "clusters_token_offsets",
             "word_clusters", "predicted_clusters"),
    "predicted": ("predicted_clusters", "span_clusters", "clusters_token_offsets", "coreference_chains",
                  "word_clusters", "clusters", "mention_clusters"),
}  # fmt: skip

LARGEST = 2**31 - 2  # a position's upper bound where the document's length is unknown


@dataclass(frozen=True)
class Clusters:
    """Mentions as written, one per row, in order of record, cluster and mention.

    doc : index of the record; cluster : running number of the cluster over the file; sentence : of PreCo's mentions,
    -1 where start and end count from the document's first word. All int64.
    """

    doc: np.ndarray
    cluster: np.ndarray
    sentence: np.ndarray
    start: np.ndarray
    end: np.ndarray


@dataclass(frozen=True)
class Records:
    """The records of one file, or of several.

    files, ids, lines : one a record; an id is None where none was written. sentence_lengths : words in each
    sentence, over all records; n_sentences : sentences in each record.
    ends : UNDECIDED, INCLUSIVE, EXCLUSIVE or FIXED, one a record. tokenless : no tokens were written.
    n_clusters : clusters in each record, empty ones too. gold : what a prediction's records hold as gold beside it,
    None unless all of them do. unpredicted : records that hold gold alone, where others hold predictions too.
    """

    files: Sequence[str]
    ids: Sequence[str | None]
    lines: np.ndarray
    extra: Mapping[str, Sequence[str]]
    form: pa.StringArray
    sentence_lengths: np.ndarray
    n_sentences: np.ndarray
    tokenless: np.ndarray
    ends: np.ndarray
    n_clusters: np.ndarray
    clusters: Clusters
    gold: Clusters | None
    unpredicted: Sequence[int] = ()


def read_key(keys: Container[str], options: ReadOptions) -> str | None:
    """The key of the clusters that a role reads, None where a record has none of them."""
    return next((key for key in ORDER[options.role] if key in keys), None)


def written_ends(key: str, tokens: str | None) -> int:
    """What the ends under a key mean; wl-coref's records, known by cased_words, are half-open throughout."""
    if tokens == "cased_words" and ENDS[key] != FIXED:
        return EXCLUSIVE
    return ENDS[key]


def no_clusters() -> Clusters:
    """No mention at all."""
    return Clusters(*[np.zeros(0, np.int64)] * 5)


def joined(records: Sequence[Records]) -> Records:
    """The records of several files as those of one, in order."""
    if len(records) == 1:
        return records[0]
    before = _running([len(r.ids) for r in records])
    clusters_before = _running([int(r.n_clusters.sum()) for r in records])
    gold = [r.gold for r in records]
    arrays = ("lines", "sentence_lengths", "n_sentences", "tokenless", "ends", "n_clusters")
    return Records(
        files=[file for r in records for file in r.files],
        ids=[doc_id for r in records for doc_id in r.ids],
        extra={key: [value for r in records for value in r.extra[key]] for key in EXTRA},
        form=pa.concat_arrays([r.form for r in records]),
        **{name: np.concatenate([getattr(r, name) for r in records]) for name in arrays},
        clusters=_stacked([r.clusters for r in records], before, clusters_before),
        # Within gold, cluster numbers need only be distinct within a record.
        gold=None if None in gold else _stacked(gold, before, [0] * len(gold)),
        unpredicted=[n + row for r, n in zip(records, before, strict=True) for row in r.unpredicted],
    )


def _running(sizes: list[int]) -> list[int]:
    return [0, *accumulate(sizes)][:-1]


def _stacked(sides: list[Clusters], docs: list[int], clusters: list[int]) -> Clusters:
    return Clusters(
        np.concatenate([c.doc + n for c, n in zip(sides, docs, strict=True)]),
        np.concatenate([c.cluster + n for c, n in zip(sides, clusters, strict=True)]),
        *(np.concatenate([getattr(c, name) for c in sides]) for name in ("sentence", "start", "end")),
    )
