"""Span files scored in one reading, as plain numbers."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import numpy as np

from loaders import Corpus, ReadOptions, load, readings
from metrics.options import SpanOptions
from metrics.spans.counts import KINDS, count_spans, count_tags, count_ways
from metrics.spans.project import align_spans
from metrics.spans.scores import SpanScores, score_spans
from metrics.spans.sides import SpanSides, read_spans

MICRO = "micro"
PLAIN = SpanOptions(resamples=0)
Span = tuple[int, int, str]


def both(source: Any, **options: Any) -> tuple[Corpus, Corpus]:
    """Gold and prediction of one file."""
    gold, predicted = (load(source, options=ReadOptions(role=role, **options)) for role in ("gold", "predicted"))
    return gold, predicted


def sides_of(gold: Corpus, *systems: Corpus, reading: str = "strict") -> SpanSides:
    """The spans of both sides in a reading."""
    chosen = [(found := readings(corpus)).get(reading, found["strict"]) for corpus in (gold, *systems)]
    return read_spans(align_spans(chosen[0], chosen[1:], [f"s{k}" for k in range(len(systems))]))


def lines(side: Sequence[Sequence[Span]], n: int, ids: Sequence[str] | None = None) -> bytes:
    """JSON lines of documents of n words; each side's spans as (start, end, label), ends exclusive."""
    records = [{"id": f"d{k}", "tokens": ["w"] * n, "spans": spans} for k, spans in enumerate(side)]
    for record, name in zip(records, ids or [], strict=False):
        record["id"] = name
    return "".join(json.dumps(record) + "\n" for record in records).encode()


def made(*sides: Sequence[Sequence[Span]], n: int = 12) -> SpanSides:
    """Gold and systems from lists of documents' spans, (start, end, label)."""
    corpora = [load((f"{k}.jsonl", lines(side, n)), options=ReadOptions(format="spans-jsonl")) for k, side in enumerate(sides)]
    return sides_of(*corpora)


def found(sides: SpanSides, options: SpanOptions = PLAIN) -> SpanScores:
    """All scores, token accuracy among them where there is one."""
    tags = count_tags(sides, options)
    return score_spans(count_spans(sides, options), [count_ways(sides, options), *([tags] if tags else [])], options)


def scores(sides: SpanSides) -> dict[str, tuple[float, float, float]]:
    """Precision, recall and F1 by metric, as fractions, undefined as 0."""
    return _table(found(sides).scores, "metric")


def label_scores(sides: SpanSides) -> dict[str, tuple[float, float, float]]:
    """The same by label."""
    return _table(found(sides).label_scores, "singletons")


def _table(frame, key: str) -> dict[str, tuple[float, float, float]]:
    parts = frame[["precision", "recall", "f1"]].fillna(0.0) / 100
    return {name: tuple(row) for name, row in zip(frame[key], parts.itertuples(index=False), strict=True)}


def counts(sides: SpanSides) -> dict[str, tuple[int, int, int]]:
    """Correct, gold and predicted spans by label, and of all as "micro"."""
    table = count_spans(sides, PLAIN)
    total = table.values.sum(axis=0).astype(int)
    return {name or MICRO: (int(row[0]), int(row[3]), int(row[1])) for (_, name), row in zip(table.inputs, total, strict=True)}


def kinds(sides: SpanSides) -> dict[str, int]:
    """The six kinds of the overlap matching, in all."""
    total = count_ways(sides, PLAIN).values.sum(axis=(0, 1)).astype(np.int64)
    return dict(zip(KINDS, total.tolist(), strict=True))


__all__ = ["MICRO", "both", "counts", "found", "kinds", "label_scores", "lines", "made", "scores", "sides_of"]
