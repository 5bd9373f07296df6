"""Counts of labelled spans per sentence or document: exact by label, and the four ways of MUC over all labels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

import numpy as np

from metrics.counting import Counts
from metrics.formulas import Scores, f_score, ratio, share
from metrics.metric import Layout, Metric, layout
from metrics.options import SpanOptions
from metrics.spans.matching import match_exact, match_overlap
from metrics.spans.sides import SpanSide, SpanSides
from metrics.spans.tags import by_sentence, equal_tags

MICRO = ""  # the variant of counts over all groups; no label is empty
TOTAL = "micro"  # the metric of exact counts
KINDS = ("strict", "span", "label", "overlap", "missed", "spurious")  # what becomes of a span in the overlap matching

EXACT = {
    TOTAL: Metric(
        TOTAL,
        "Spans with the same words and the same label. Precision of the predicted ones, recall of gold's. "
        "A span that is off by one word is wrong twice. Tjong Kim Sang and De Meulder (2003).",
    )
}


def _way(correct: Sequence[int], partial: Sequence[int] = ()) -> Callable[[np.ndarray], Scores]:
    """P = (correct + ½ partial) / predicted, R the same / gold, from the six kinds; which of the first four are which."""

    def formula(sums: np.ndarray) -> Scores:
        right = sums[..., list(correct)].sum(axis=-1) + 0.5 * sums[..., list(partial)].sum(axis=-1)
        pairs = sums[..., :4].sum(axis=-1)
        precision, recall = ratio(right, pairs + sums[..., 5]), ratio(right, pairs + sums[..., 4])
        return Scores(precision, recall, f_score(precision, recall))

    return formula


WAYS = {
    name: Metric(name, about + " Segura-Bedmar et al. (2013), SemEval task 9.", _way(*right), 6, (), (0, 1, 2, 3, 4, 5))
    for name, about, right in (
        ("strict", "Right: the same words and the same label.", ([0],)),
        ("exact", "Right: the same words, whatever the label.", ([0, 1],)),
        ("partial", "Right: the same words, whatever the label; half right: some words shared.", ([0, 1], [2, 3])),
        ("type", "Right: some words shared and the same label.", ([0, 2],)),
    )
}


TOKENS = "token accuracy"
TAGS = {
    TOKENS: Metric(TOKENS, "Tokens whose tag is gold's, O among them. Only tag files have one tag a token.", share, 2, (), (1,))
}


def count_tags(sides: SpanSides, options: SpanOptions) -> Counts | None:
    """Tokens with gold's tag and all tokens, per unit: inputs (system, MICRO); None where a side has no tags."""
    gold, units = sides.project.gold, Units(sides, options)
    sentence = np.arange(sides.n_sentences)
    values = np.zeros((len(units.names), len(sides.systems), 2))
    for k, (system, alignment) in enumerate(zip(sides.project.systems, sides.project.alignments, strict=True)):
        same = equal_tags(gold, system, alignment.document)
        if same is None:
            return None
        for column, flags in enumerate((same, np.ones_like(same))):
            values[:, k, column] = units.sums(sentence, by_sentence(gold, flags))
    return Counts(units.names, tuple((system, MICRO) for system in sides.names), layout(TAGS), values)


def count_all(sides: SpanSides, options: SpanOptions) -> list[Counts]:
    """The counts by label, of the four ways, and of tags where there are any."""
    tags = count_tags(sides, options)
    return [count_spans(sides, options), count_ways(sides, options), *([tags] if tags else [])]


def count_spans(sides: SpanSides, options: SpanOptions) -> Counts:
    """Exact counts of every system and label, and of all labels together: see count_exact()."""
    return count_exact(sides, options, sides.labels, sides.gold.label, [side.label for side in sides.systems])


def count_exact(
    sides: SpanSides, options: SpanOptions, names: Sequence[str], gold: np.ndarray, systems: Sequence[np.ndarray]
) -> Counts:
    """Exact counts by any groups of spans, one row for each sentence (or document) that is not skipped.

    names : of the groups; gold, systems : the group of each span of each side. Precision is counted by the predicted span's
    group, recall by gold's. Inputs are (system, group), group by group, then (system, MICRO).
    """
    units = Units(sides, options)
    n, n_systems = len(names), len(sides.systems)
    values = np.zeros((len(units.names), n + 1, n_systems, 4))
    for k, (side, group) in enumerate(zip(sides.systems, systems, strict=True)):
        match = match_exact(sides.gold, side)
        found = np.flatnonzero(match >= 0)
        values[:, :n, k, 0] = units.table(side.sent[found], group[found], n)
        values[:, :n, k, 1] = units.table(side.sent, group, n)
        values[:, :n, k, 2] = units.table(sides.gold.sent[match[found]], gold[match[found]], n)
        values[:, :n, k, 3] = units.table(sides.gold.sent, gold, n)
    values[:, n] = values[:, :n].sum(axis=1)
    inputs = tuple((system, name) for name in (*names, MICRO) for system in sides.names)
    return Counts(units.names, inputs, layout(EXACT), values.reshape(len(values), -1, 4))


def count_ways(sides: SpanSides, options: SpanOptions) -> Counts:
    """Counts of strict, exact, partial and type over all labels: inputs (system, MICRO), the six KINDS as columns.

    All four ways read one matching, hence the same columns. Rows as in count_exact().
    """
    units = Units(sides, options)
    values = np.zeros((len(units.names), len(sides.systems), len(KINDS)))
    for k, side in enumerate(sides.systems):
        kind, missed = span_kinds(sides.gold, side, match_overlap(sides.gold, side))
        values[:, k] = units.table(side.sent, kind, len(KINDS))
        values[:, k, KINDS.index("missed")] = units.table(sides.gold.sent[missed], np.zeros(len(missed), np.int64), 1)[:, 0]
    where = Layout(WAYS, dict.fromkeys(WAYS, slice(0, len(KINDS))))
    return Counts(units.names, tuple((system, MICRO) for system in sides.names), where, values)


def span_kinds(gold: SpanSide, side: SpanSide, match: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The kind of each predicted span in an overlap matching, as a number in KINDS, and the gold spans that are missed."""
    found = match >= 0
    ours = np.where(found, match, 0)
    kind = np.full(len(side), KINDS.index("spurious"))
    if len(gold):
        other_span = gold.extent[ours] != side.extent
        other_label = gold.label[ours] != side.label
        kind = np.where(found, np.where(other_span, np.where(other_label, 3, 2), np.where(other_label, 1, 0)), kind)
    missed = np.ones(len(gold), bool)
    missed[match[found]] = False
    return kind, np.flatnonzero(missed)


class Units:
    """The units that are scored: gold's sentences or documents, without those of skipped documents."""

    def __init__(self, sides: SpanSides, options: SpanOptions):
        documents = sides.project.gold.documents
        doc = np.repeat(np.arange(len(documents)), np.diff(sides.sentences))
        scored = np.ones(len(documents), bool)
        scored[list(sides.project.skipped)] = False
        ids = documents["doc_id"].tolist()
        if options.unit == "document":
            self._of = np.where(scored, np.cumsum(scored) - 1, -1)[doc]
            self.names = tuple(name for name, kept in zip(ids, scored, strict=True) if kept)
        else:
            kept = scored[doc]
            self._of = np.where(kept, np.cumsum(kept) - 1, -1)
            self.names = _sentence_names(tuple(ids), tuple(np.diff(sides.sentences).tolist()), tuple(scored.tolist()))

    def table(self, sentence: np.ndarray, group: np.ndarray, n: int) -> np.ndarray:
        """How many items each unit has of each group: (units, n). sentence : of each item."""
        unit = self._of[sentence]
        cell = (unit * n + group)[unit >= 0]
        return np.bincount(cell, minlength=len(self.names) * n).reshape(len(self.names), n)

    def sums(self, sentence: np.ndarray, number: np.ndarray) -> np.ndarray:
        """The sum of numbers in each unit. sentence : of each number."""
        unit = self._of[sentence]
        return np.bincount(unit[unit >= 0], number[unit >= 0], minlength=len(self.names))


@lru_cache(maxsize=2)  # every table of a project asks for them
def _sentence_names(ids: tuple[str, ...], sizes: tuple[int, ...], scored: tuple[bool, ...]) -> tuple[str, ...]:
    """The names of the sentences of all documents that are scored: the document's id and a number from 1."""
    documents = zip(ids, sizes, scored, strict=True)
    return tuple(f"{name}:{k}" for name, size, kept in documents if kept for k in range(1, size + 1))
