"""Counts of errors by kind, and of features one by one: tables that breakdowns read like any other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import numpy as np

from metrics.counting import Counts
from metrics.metric import Metric, layout
from metrics.options import TreeOptions
from metrics.ud.confusion import KINDS, attachment
from metrics.ud.counts import Pair
from metrics.ud.groupings import Groups
from metrics.ud.layers import UNIVERSAL_FEATURES
from metrics.ud.project import TreeProject, by_document, sentence_names
from metrics.ud.side import Side

SHARE = Metric("share", "Of gold's words, those whose attachment is of this kind.")
FEATURE = Metric("feature", "Aligned words with the same value, over the words of either side that have the feature.")
NO_VALUE = "none"


def count_attachment(project: TreeProject, options: TreeOptions) -> Counts:
    """How many of gold's words are attached in each way, inputs (system, kind); the F1 of `share` is a share of words."""

    def of(pair: Pair) -> np.ndarray:
        sentence, n = pair.gold.words.sentence, pair.gold.n_sentences
        kinds = np.bincount(sentence * len(KINDS) + attachment(pair), minlength=n * len(KINDS)).reshape(n, -1)
        words = np.broadcast_to(np.bincount(sentence, minlength=n)[:, None], kinds.shape)
        return np.stack([kinds, words, kinds, words], axis=-1)

    return _counted(project, options, KINDS, of, SHARE)


def count_features(project: TreeProject, options: TreeOptions) -> Counts:
    """For each feature how often it is predicted, is in gold, and agrees; inputs (system, feature), frequent ones first."""
    names = feature_names(project, options)

    def of(pair: Pair) -> np.ndarray:
        return np.stack([_count_feature(pair, name) for name in names], axis=1)

    return _counted(project, options, names, of, FEATURE)


def _counted(
    project: TreeProject, options: TreeOptions, names: tuple[str, ...], of: Callable[[Pair], np.ndarray], metric: Metric
) -> Counts:
    """Counts with inputs (system, name); of : a pair's (sentences, names, 4)."""
    keep = project.kept()
    units = tuple(sentence_names(project.gold)[keep].tolist())
    inputs = tuple((system, name) for system in project.names for name in names)
    tables = [of(project.pair(k, options))[keep] for k in range(len(project.names))] if names else []
    values = np.concatenate(tables, axis=1).astype(np.float64) if tables else np.zeros((len(units), 0, 4))
    found = Counts(units, inputs, layout({metric.name: metric}), values)
    return by_document(project, found) if options.unit == "document" else found


def _count_feature(pair: Pair, name: str) -> np.ndarray:
    groups = feature(name)(pair)
    g, s = pair.aligned.gold, pair.aligned.system
    has, other_has = groups.gold > 0, groups.system > 0
    right = (groups.gold[g] == groups.system[s]) & has[g]
    where = ((pair.gold.words.sentence[g], right), (pair.system_sentences(), other_has), (pair.gold.words.sentence, has))
    correct, predicted, gold = (np.bincount(sentence[keep], minlength=pair.gold.n_sentences) for sentence, keep in where)
    return np.stack([correct, predicted, correct, gold], axis=-1)


def feature_names(project: TreeProject, options: TreeOptions) -> tuple[str, ...]:
    """The names of all features in gold and the systems, those that most of gold's words have first."""
    count: Counter[str] = Counter()
    for k, side in enumerate((project.gold, *project.systems)):
        codes, cells = side.names("feats")
        often = np.bincount(codes, minlength=len(cells)).tolist()
        for cell, n in zip(cells, often, strict=True):
            for part in cell.split("|") if n and cell != "_" else ():
                count[part.partition("=")[0]] += n if k == 0 else 0
    universal = options.features == "universal"
    return tuple(name for name, _ in count.most_common() if not universal or name in UNIVERSAL_FEATURES)


def feature(name: str) -> Callable[[Pair], Groups]:
    """Groups by the value of one feature; the first is that of the words without it."""

    def of(pair: Pair) -> Groups:
        number = {NO_VALUE: 0}
        sides = [_values(side, name, number) for side in (pair.gold, pair.system)]
        return Groups(list(number), *sides)

    return of


def _values(side: Side, name: str, number: dict[str, int]) -> np.ndarray:
    codes, cells = side.names("feats")
    table = np.zeros(max(len(cells), 1), np.int64)
    for k, cell in enumerate(cells):
        found = [part.partition("=")[2] for part in cell.split("|") if part.partition("=")[0] == name]
        if found:
            value = ",".join(found)
            table[k] = number.setdefault(value if value != NO_VALUE else f"{NO_VALUE} ", len(number))
    return table[codes]
