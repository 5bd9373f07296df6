"""Small typed projects from lists of token offsets, as the golden file of typed cases writes them."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pyarrow as pa

from loaders import build, load
from metrics import align_systems
from metrics.options import TypedOptions
from metrics.typed.labels import LabelSpans, label_spans
from metrics.typed.project import TypedProject, read_sides


def corpus(tokens, clusters, name="gold"):
    """A corpus of one document; tokens : words or how many, clusters : of [first, last]."""
    words = tokens if isinstance(tokens, list) else [f"w{k}" for k in range(tokens)]
    record = {"doc_key": "d1", "sentences": [words], "clusters": clusters}
    return load((f"{name}.jsonl", json.dumps(record).encode()), name=name)


def labelled(gold, spans) -> LabelSpans:
    """Label spans [first, last, label] over the words of a corpus of one document."""
    return label_spans(gold, labels_file(gold, spans))


def labels_file(gold, spans):
    """A corpus without mentions that holds labelled spans [first, last, label] over the words of one document."""
    start, last, names = zip(*spans, strict=True) if spans else ((), (), ())
    none = np.full(len(spans), -1, np.int64)
    found = build.Spans(
        doc=np.zeros(len(spans), np.int64),
        start=np.array(start, np.int64),
        end=np.array(last, np.int64) + 1,
        entity=none,
        line=np.ones(len(spans), np.int64),
        label=pd.Categorical(pd.array(list(names), dtype="str")),
    )
    n = len(gold.words)
    zero = np.zeros(n, np.int64)
    text = build.Text(["d1"], ["labels"], [1], zero, zero, pa.array(gold.words["form"].tolist()), zero + 1)
    return build.corpus(build.Parsed(text, found), name="labels", digest="labels", format="spans-jsonl")


def typed(tokens, gold, *systems) -> TypedProject:
    """A typed project of one document."""
    key = corpus(tokens, gold)
    project = align_systems(key, [corpus(tokens, system, f"s{k}") for k, system in enumerate(systems)])
    return read_sides(project, TypedOptions())
