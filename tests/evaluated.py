"""Whole evaluations of invented systems, as the pages have them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
import pandas as pd

import metrics as m
from figures.frames import Systems, dumbbell_frame, forest_frame
from tests.making import corpus

HOSTILE = ("<b>x</b> & <script>", "a_very_long_name%of#a$system~that^has{some}\\sixty|characters__")


@dataclass(frozen=True)
class Evaluated:
    project: m.Project
    options: m.CoreferenceOptions
    counts: m.Counts
    scores: pd.DataFrame
    baselines: pd.DataFrame
    differences: pd.DataFrame
    systems: Systems

    @property
    def forest(self) -> pd.DataFrame:
        return forest_frame(self.scores, self.baselines, self.differences, self.systems)

    @property
    def dumbbell(self) -> pd.DataFrame:
        return dumbbell_frame(self.scores, self.baselines, self.differences, self.systems)


def clusters(random: np.random.Generator) -> list[list[tuple[int, int]]]:
    """Entities of one to five mentions over distinct places of one document."""
    starts = iter((random.permutation(30) * 2).tolist())
    sizes = random.choice([1, 1, 2, 3, 5], 7)
    return [[(s, s + 1 + k % 2) for k, s in zip(range(size), starts, strict=False)] for size in sizes.tolist()]


def spoilt(gold: list, random: np.random.Generator, rate: float) -> list:
    """A system's reading of gold: mentions lost at a rate, some put into the entity before."""
    found = []
    for cluster in gold:
        kept = [mention for mention in cluster if random.random() > rate]
        if found and kept and random.random() < rate:
            found[-1] = found[-1] + kept
        elif kept:
            found.append(kept)
    return found


@cache
def evaluated(
    n_docs: int = 40, n_systems: int = 2, names: tuple[str, ...] = (), picked: tuple[int, ...] | None = None, empty: int = 0
) -> Evaluated:
    """An evaluation with systems that get worse and worse; the first `empty` documents have no mention at all."""
    random = np.random.default_rng(7)
    gold = [[] if k < empty else clusters(random) for k in range(n_docs)]
    found = [[spoilt(doc, random, 0.05 + 0.12 * k) for doc in gold] for k in range(n_systems)]
    names = tuple(names or [f"system {k + 1}" for k in range(n_systems)])
    project = m.align_systems(corpus(gold), [corpus(docs, name=n) for docs, n in zip(found, names, strict=True)], names)
    return scored(project, names, picked if picked is not None else tuple(range(min(n_systems, 2))))


def scored(project: m.Project, names: tuple[str, ...], picked: tuple[int, ...]) -> Evaluated:
    options = m.CoreferenceOptions(match="exact", resamples=200)
    counts = m.count_systems(project, options)
    sums = m.resampled(counts, options)
    number = {key: k for k, key in enumerate(counts.inputs)}
    differences = pd.DataFrame()
    if len(picked) == 2:
        pairs = [tuple(number[names[k], policy] for k in picked) for policy in ("keep", "drop")]
        differences = m.differences(counts, options, pairs, sums=sums)
    baselines = m.scores(m.count_baselines(project), m.CoreferenceOptions(resamples=0))
    systems = Systems(names, tuple(range(len(names))), picked)
    return Evaluated(project, options, counts, m.scores(counts, options, sums=sums), baselines, differences, systems)
