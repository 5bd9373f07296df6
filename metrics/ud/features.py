"""UFeats feature by feature: how well each one, with its value, is found."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

import numpy as np

from metrics.counting import Counts
from metrics.metric import Metric, layout
from metrics.options import TreeOptions
from metrics.ud.counts import Pair
from metrics.ud.layers import UNIVERSAL_FEATURES
from metrics.ud.project import TreeProject, by_document, sentence_names
from metrics.ud.side import Side

FEATURES = "UFeats"
NO_VALUE = -1


def values_of(cell: str) -> dict[str, str]:
    """The features of a FEATS cell and their values as written; those of a repeated one are joined, in order."""
    found = defaultdict(list)
    for feature in cell.split("|") if cell != "_" else []:
        name, _, value = feature.partition("=")
        found[name].append(value)
    return {name: "|".join(sorted(values)) for name, values in found.items()}


def count_features(project: TreeProject, options: TreeOptions) -> Counts:
    """Counts of each feature, one row a sentence of gold; inputs are (system, feature), the most frequent in gold first.

    An item is a word that has the feature; it is right where its aligned word has it with the same value. The features are
    the universal ones, or all, as options say.
    """
    keep = project.kept()
    units = tuple(sentence_names(project.gold)[keep].tolist())
    tables: dict[tuple[str, str], np.ndarray] = {}
    total: dict[str, float] = defaultdict(float)
    for number, system in enumerate(project.names):
        for feature, table in _count(project.pair(number, options), options).items():
            tables[system, feature] = table[keep]
            total[feature] = max(total[feature], table[:, 3].sum())
    names = sorted(total, key=lambda feature: (-total[feature], feature))
    inputs = tuple((system, name) for system in project.names for name in names)
    empty = np.zeros((len(units), 4))  # of a feature that only another system has
    values = [tables.get(key, empty) for key in inputs]
    stacked = np.stack(values, axis=1) if values else np.zeros((len(units), 0, 4))
    found = Counts(units, inputs, layout({FEATURES: Metric(FEATURES, "")}), stacked)
    return by_document(project, found) if options.unit == "document" else found


def _count(pair: Pair, options: TreeOptions) -> dict[str, np.ndarray]:
    """p_num, p_den, r_num, r_den of each feature, one row a sentence of gold."""
    numbers: dict[str, dict[str, int]] = defaultdict(dict)
    ours, theirs = (_cells(side, numbers) for side in (pair.gold, pair.system))
    g, s = pair.aligned.gold, pair.aligned.system
    sentence, other = pair.gold.words.sentence, pair.system_sentences()
    n = pair.gold.n_sentences
    found = {}
    for feature in numbers:
        if options.features == "universal" and feature not in UNIVERSAL_FEATURES:
            continue
        value, other_value = _column(pair.gold, ours, feature), _column(pair.system, theirs, feature)
        right = sentence[g[(value[g] == other_value[s]) & (value[g] != NO_VALUE)]]
        items = (right, other[other_value != NO_VALUE], right, sentence[value != NO_VALUE])
        found[feature] = np.stack([np.bincount(at, minlength=n) for at in items], axis=1).astype(np.float64)
    return found


def _cells(side: Side, numbers: dict[str, dict[str, int]]) -> list[Mapping[str, int]]:
    """For each distinct FEATS cell, the number of each feature's value."""
    return [
        {name: numbers[name].setdefault(value, len(numbers[name])) for name, value in values_of(cell).items()}
        for cell in side.names("feats")[1]
    ]


def _column(side: Side, cells: list[Mapping[str, int]], feature: str) -> np.ndarray:
    """The value of one feature of every word, NO_VALUE where it has none."""
    return np.array([cell.get(feature, NO_VALUE) for cell in cells], np.int64)[side.names("feats")[0]]
