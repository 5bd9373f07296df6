"""Coreference JSON lines: {"doc_key", "sentences", "clusters"}, a document a line, ends inclusive, entities by number."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from loaders.writers.mentions import Mention, Settled

SIGNS = re.compile(r"(?!)")  # none: a string may hold any
EXTRA = ("genre", "topic", "subtopic")


def write(settled: Settled) -> str:
    """The lines of all documents."""
    documents = settled.corpus.documents.to_dict("records")
    sent = settled.corpus.words["sent"].to_numpy()
    return "".join(
        json.dumps(_record(document, settled.forms, sent, rows, mentions), ensure_ascii=False) + "\n"
        for document, rows, mentions in zip(documents, settled.rows, settled.mentions, strict=True)
    )


def _record(document: dict, forms: Sequence[str], sent: np.ndarray, rows: np.ndarray, mentions: Sequence[Mention]) -> dict:
    clusters: dict[int, list[list[int]]] = defaultdict(list)
    for mention in mentions:
        if mention.entity >= 0:
            clusters[mention.entity].append([mention.start, mention.end - 1])
    found = {"doc_key": document["doc_id"]} | {name: document[name] for name in EXTRA if document[name]}
    if len(rows) or not mentions:  # a prediction without words has none here either
        sentences: list[list[str]] = [[] for _ in range(document["n_sentences"])]
        for row in rows.tolist():
            sentences[sent[row]].append(forms[row])
        found["sentences"] = sentences
    return found | {"clusters": list(clusters.values())}
