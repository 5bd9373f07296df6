"""Small random typed projects for Hypothesis, in the form that tests/typed_brute.py reads, and as the product reads them."""

from __future__ import annotations

import hashlib

import numpy as np
import pandas as pd
import pyarrow as pa
from hypothesis import strategies as st

from loaders import build
from metrics import align_systems
from metrics.options import TypedOptions
from metrics.typed.labels import LabelSpans, label_spans
from metrics.typed.project import TypedProject, assign_all, class_groups, read_sides
from tests.typed_brute import place

TAGS = ["NN", "NNP", "PRP", "WP", "DT", "IN", "JJ", ",", "_"]
MOST_WORDS = 12
UP_TO_THREE = st.integers(1, 3)


@st.composite
def stretches(draw, n):
    """A set of words: a run, sometimes with a gap."""
    first = draw(st.integers(0, n - 1))
    last = draw(st.integers(first, min(first + 5, n - 1)))
    words = set(range(first, last + 1))
    gap = draw(st.sets(st.integers(first + 1, last - 1))) if last > first + 1 and draw(st.integers(0, 4)) == 0 else set()
    return frozenset(words - gap)


@st.composite
def documents(draw, n_systems, trees):
    n = draw(st.integers(1, MOST_WORDS))
    order = draw(st.permutations(range(n)))
    parent = {order[k]: order[draw(st.integers(0, k - 1))] if k else -1 for k in range(n)}
    new = draw(st.lists(st.integers(0, 3), min_size=n, max_size=n))
    sents = np.cumsum([0, *(k == 0 for k in new[1:])]).tolist()
    pool = draw(st.lists(stretches(n), max_size=8, unique_by=place))
    sides = []
    for _ in range(n_systems + 1):
        entity = draw(st.lists(st.integers(-1, 2), min_size=len(pool), max_size=len(pool)))
        found = [[m for m, e in zip(pool, entity, strict=True) if e == k] for k in range(3)]
        sides.append([mentions for mentions in found if mentions])
    return {
        "n": n,
        "sents": [0] * n if trees else sents,  # heads are within a sentence
        "tags": draw(st.lists(st.sampled_from(TAGS), min_size=n, max_size=n)),
        "heads": [parent[k] for k in range(n)] if trees else None,
        "genre": draw(st.sampled_from(["", "news", "micro"])),
        "sides": sides,
        "labels": draw(st.lists(st.tuples(stretches(n), st.sampled_from("ABC")), max_size=5)),
    }


@st.composite
def projects(draw, systems=UP_TO_THREE):
    """Documents of one project."""
    n_systems, trees = draw(systems), draw(st.booleans())
    found = draw(st.lists(documents(n_systems, trees), min_size=1, max_size=2))
    return [doc | {"id": f"d{k}"} for k, doc in enumerate(found)]


def runs(words):
    """The half-open runs of a set of words."""
    starts = sorted(w for w in words if w - 1 not in words)
    ends = sorted(w + 1 for w in words if w + 1 not in words)
    return list(zip(starts, ends, strict=True))


def corpus(docs, found, name):
    """found : (document number, set of words, entity, label) of each span."""
    doc = np.repeat(np.arange(len(docs), dtype=np.int32), [d["n"] for d in docs])
    columns = {"xpos": pd.Categorical([t for d in docs for t in d["tags"]])}
    columns["xpos"] = columns["xpos"].rename_categories(columns["xpos"].categories.astype("str"))
    if docs[0]["heads"]:
        columns["head"] = np.array([head + 1 for d in docs for head in d["heads"]], np.int32)
    text = build.Text(
        doc_ids=[d["id"] for d in docs],
        files=[name] * len(docs),
        lines=[1] * len(docs),
        doc=doc,
        sent=np.array([s for d in docs for s in d["sents"]], np.int32),
        form=pa.array(["w"] * len(doc), pa.string()),
        line=np.ones(len(doc), np.int64),
        extra={"genre": [d["genre"] for d in docs]},
        columns=columns,
    )
    table = np.array([(d, min(w), max(w) + 1, e) for d, w, e, _ in found], np.int64).reshape(-1, 4)
    parts = {k: runs(w) for k, (_, w, _, _) in enumerate(found) if len(runs(w)) > 1}
    label = pd.Categorical(pd.array([label for *_, label in found], dtype="str"))
    spans = build.Spans(*table.T, np.ones(len(table), np.int64), label=label if len(found) else None, parts=parts)
    digest = hashlib.sha256(repr((docs, found, name)).encode()).hexdigest()
    return build.corpus(build.Parsed(text, spans), name=name, digest=digest, format="made")


def side(docs, number, name):
    """The corpus of one side: 0 is gold."""
    found, entity = [], 0
    for d, doc in enumerate(docs):
        for mentions in doc["sides"][number]:
            found += [(d, words, entity, "") for words in mentions]
            entity += 1
    return corpus(docs, found, name)


def labels_of(docs, gold) -> LabelSpans:
    found = [(d, words, -1, name) for d, doc in enumerate(docs) for words, name in doc["labels"]]
    return label_spans(gold, corpus(docs, found, "labels"))


def typed(docs) -> TypedProject:
    gold, *systems = (side(docs, k, f"s{k}") for k in range(len(docs[0]["sides"])))
    return read_sides(align_systems(gold, systems), TypedOptions())


def by_class(docs, made):
    """The classes of all mentions of a project."""
    return class_groups(made, assign_all(made, labels_of(docs, made.project.gold), None, 0.5))
