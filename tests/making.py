"""Small corpora made in memory, from clusters of token ranges."""

import json

import numpy as np

from loaders import Corpus, build, load
from loaders.build import Parsed, Spans, Text


def conll(documents: dict[str, tuple[list[str], list[str]]]) -> bytes:
    """A CoNLL-2012 file from words and coreference cells per document."""
    lines = []
    for name, (words, cells) in documents.items():
        lines.append(f"#begin document ({name}); part 000")
        lines += [f"{name}\t0\t{k}\t{word}\t{cell}" for k, (word, cell) in enumerate(zip(words, cells, strict=True))]
        lines += ["", "#end document"]
    return "\n".join(lines).encode() + b"\n"


def read(data: bytes, name: str = "file.conll", **options) -> Corpus:
    return load((name, data), **options)


def corpus(documents: list[list[list[tuple[int, int]]]], words: int = 64, name: str = "made", ids=None) -> Corpus:
    """A corpus from, for each document, clusters of half-open ranges over words that are all "w"."""
    import pyarrow as pa

    ids = ids or [f"d{k}" for k in range(len(documents))]
    rows, entity = [], 0
    for doc, clusters in enumerate(documents):
        for cluster in clusters:
            rows += [(doc, start, end, entity) for start, end in cluster]
            entity += 1
    table = np.array(rows, np.int64).reshape(-1, 4)
    doc = np.repeat(np.arange(len(documents), dtype=np.int32), words)
    text = Text(
        doc_ids=ids,
        files=[name] * len(ids),
        lines=[1] * len(ids),
        doc=doc,
        sent=np.zeros(len(doc), np.int32),
        form=pa.array(["w"] * len(doc), pa.string()),
        line=np.ones(len(doc), np.int64),
    )
    spans = Spans(table[:, 0], table[:, 1], table[:, 2], table[:, 3], np.ones(len(table), np.int64))
    key = json.dumps([documents, ids, words])
    return build.corpus(Parsed(text, spans), name=name, digest=f"{hash(key):x}", format="made")
