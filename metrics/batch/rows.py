"""From cells to results rows: every corpus, the macro means over corpora, ranks, and differences to a baseline."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from metrics import corpora, families, results, rows
from metrics.batch.averages import Averages, averages_of, deviation, ranked
from metrics.batch.combining import Combined
from metrics.batch.statistics import Statistic, measure, p_values
from metrics.batch.tasks import BatchTask

CORPUS = "corpus"  # what rows are grouped by


class Draws(NamedTuple):
    """How uncertainty is measured."""

    resamples: int
    seed: int
    level: float


@dataclass(frozen=True)
class Question:
    """What is asked of a batch. systems : names in the suite's order. settings : the task's options."""

    task: BatchTask
    metrics: tuple[str, ...]
    systems: tuple[str, ...]
    baseline: str
    settings: Mapping[str, Any]
    draws: Draws
    component: str | None = None

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """The baseline against every other system, as numbers of systems."""
        first = self.systems.index(self.baseline)
        return [(first, k) for k in range(len(self.systems)) if k != first]


@dataclass(frozen=True)
class Place:
    """One corpus of a batch. runs : of each system that has any, by their seed, "" for none; a run's name is its number."""

    name: str
    language: str | None
    runs: Mapping[str, Mapping[str, str]]


@dataclass(frozen=True)
class Scored:
    """One corpus, scored: its statistics and, for each, frames of systems; sampled : None where a system has no run there."""

    place: Place
    combined: Combined
    statistics: list[Statistic]
    rows: list[dict]
    sampled: list[corpora.Sampled] | None


def score_corpus(question: Question, place: Place, combined: Combined) -> Scored:
    """All rows of one corpus, drawn with a seed of its own, and what means over corpora need of it."""
    own = replace(question, draws=question.draws._replace(seed=corpora.seed_of(question.draws.seed, place.name)))
    statistics = question.task.statistics(combined, question.metrics)
    measured = measure(combined, statistics, own.draws)
    systems = [name for name in question.systems if name in place.runs]
    runs = {name: list(place.runs[name].values()) for name in systems}
    pairs = [(question.baseline, name) for name in systems if name != question.baseline and question.baseline in runs]
    p = p_values(combined, statistics, [(runs[a], runs[b]) for a, b in pairs], own.draws)
    sign = signer(own, [combined], runs)
    labels = rows.Labels(question.component, place.language, place.name)
    comparison = rows.Comparison(systems, None, own.draws, sign, labels=labels)
    made, sampled = [], []
    for statistic, found, p_of in zip(statistics, measured, p, strict=True):
        averages = averages_of(combined, runs, found, statistic)
        made += _rows(comparison, place, statistic, averages, _differences(own, averages, pairs, p_of))
        sampled.append(_sampled(place.name, systems, statistic, averages))
    return Scored(place, combined.without_counts(), statistics, made, sampled if len(systems) == len(question.systems) else None)


def _differences(
    question: Question, averages: Averages, pairs: Sequence[tuple[str, str]], p: np.ndarray
) -> dict[str, dict[str, Any]]:
    """By system, what it has more than the baseline: a row as results.differences() has them."""
    if not pairs:
        return {}
    first, second = ([averages.systems.index(pair[k]) for pair in pairs] for k in (0, 1))
    f1, drawn = averages.scores["f1"], averages.drawn
    number = averages.number(averages.has[:, first] | averages.has[:, second])
    table = {"a": [a for a, _ in pairs], "b": [b for _, b in pairs], "value": f1[second] - f1[first]}
    table |= results.interval(None if drawn is None else drawn[:, second] - drawn[:, first], number, question.draws)
    table["p"] = np.where(number >= families.MIN_UNITS, p, np.nan)
    table["differs"] = (table["low"] > 0) | (table["high"] < 0)
    table["settled"] = table["differs"] & (table["p"] < 1 - question.draws.level)
    return {row["b"]: row for row in results.together([table]).to_dict("records")}


def _rows(
    comparison: rows.Comparison, place: Place, statistic: Statistic, averages: Averages, differences: Mapping[str, dict[str, Any]]
) -> list[dict[str, Any]]:
    """One row for each system."""
    n, draws = len(averages.systems), comparison.options
    table = {"system": averages.systems, "singletons": [statistic.variant] * n, "metric": [statistic.metric] * n}
    table |= averages.scores | results.interval(averages.drawn, averages.number(averages.has), draws)
    ranks, group, made = ranked(averages.scores["f1"]), {"by": CORPUS, "value": place.name}, []
    for score, rank in zip(results.together([table]).to_dict("records"), ranks, strict=True):
        system = score["system"]
        row = rows.results_row(comparison, score, differences.get(system), group) | statistic.said
        seeds = list(place.runs[system])
        row |= {"runs": len(seeds), "sd": rows.plain(score["sd"]), "rank": rows.plain(rank), "corpora": 1}
        made.append(_without_f1(row | {"by_run": _by_run(draws, averages, system, seeds)}))
    return made


def _without_f1(row: dict[str, Any]) -> dict[str, Any]:
    """Accuracy stands in the score alone."""
    return row | {"f1": None} if row["metric"] == "accuracy" else row


def _by_run(draws: Draws, averages: Averages, system: str, seeds: Sequence[str]) -> list[dict[str, Any]] | None:
    """The score of every run with its own interval; None where there is one run."""
    if len(seeds) == 1:
        return None
    found = averages.runs[system]
    table = {"seed": list(seeds), "score": found["f1"]}
    table |= results.interval(found["drawn"], averages.number(found["has"]), draws)
    kept = ("seed", "score", "low", "high")
    return [{name: rows.plain(row[name]) for name in kept} for row in results.together([table]).to_dict("records")]


def _sampled(name: str, systems: Sequence[str], statistic: Statistic, averages: Averages) -> corpora.Sampled:
    """What means over corpora need; gold has something to count where recall, or a score without sides, is defined."""
    metric, scores = statistic.metric, averages.scores
    known = scores["f1"] if np.isnan(scores["precision"]).all() else scores["recall"]
    return corpora.Sampled(
        name,
        tuple(systems),
        {metric: scores["f1"]},
        None if averages.drawn is None else {metric: averages.drawn},
        {metric: (scores["precision"], scores["recall"])},
        {metric: averages.number(averages.has)},
        {metric: bool((~np.isnan(known)).any())},
    )


def signer(question: Question, combined: Sequence[Combined], runs: Mapping[str, Sequence[str]], left_out: int = 0) -> rows.Sign:
    """The signatures of scores over corpora. runs : names of each system's runs, the same in all corpora or of the only one."""
    golds = [one.facts[one.runs[0]]["gold"] for one in combined]
    numbers = {"units": sum(one.units for one in combined), "skipped": sum(one.skipped for one in combined)}

    def digests(system: str | None) -> list[str]:
        chosen = [(one, run) for one in combined for run in (runs[system] if system else one.runs)]
        return [one.facts[run]["system"] for one, run in chosen if run in one.facts]

    def sign(metric: str | None, variant: str, system: str | None = None) -> str:
        found = digests(system)
        said = ["batch", *[f"corpora:{len(combined)}"] * (len(combined) > 1), f"runs:{len(found)}"]
        said += [f"left out:{left_out}"] * bool(left_out)
        named = {"gold": _together(golds), ("system" if system else "systems"): _together(found)}
        what = {"metric": metric, "variant": variant, "digests": named, **numbers}
        return "|".join([*said, question.task.sign(combined, question.settings, question.draws, **what)])

    return sign


def _together(digests: Sequence[str]) -> str:
    """A digest over digests; of one, itself."""
    return digests[0] if len(digests) == 1 else hashlib.sha256("".join(digests).encode()).hexdigest()


def mean_rows(question: Question, scored: Sequence[Scored], sign: rows.Sign) -> list[dict[str, Any]]:
    """The rows of the macro means over the corpora in which every system has a run; none where there is no such corpus.

    rank : the mean of the ranks in the corpora. sd : over seeds, of the mean over corpora with one seed; None where a system's
    seeds are not the same in all corpora.
    """
    whole = [one for one in scored if one.sampled is not None]
    if not whole:
        return []
    counts = whole[0].combined.parts[whole[0].statistics[0].part]
    labels = rows.Labels(question.component)
    comparison = rows.Comparison(question.systems, counts, question.draws, sign, labels=labels)
    made = []
    for k, statistic in enumerate(whole[0].statistics):
        sampled = [one.sampled[k] for one in whole]
        scores = corpora.macro_scores(sampled, question.draws, [statistic.metric])
        differences = corpora.macro_differences(sampled, question.draws, question.pairs, [statistic.metric])
        found = rows.mean_rows(comparison, CORPUS, scores.assign(singletons=statistic.variant), differences)
        more = _further(whole, k, sampled)
        made += [_without_f1(row | statistic.said | told) for row, told in zip(found, more, strict=True)]
    return made


def _further(whole: Sequence[Scored], k: int, sampled: Sequence[corpora.Sampled]) -> list[dict[str, Any]]:
    """What the row of each system's mean of statistic k says beside scores: mean rank, deviation over seeds, how many corpora."""
    metric, systems = whole[0].statistics[k].metric, sampled[0].systems
    chosen = [one for one, drawn in zip(whole, sampled, strict=True) if drawn.has[metric]]
    ranks = np.array([ranked(drawn.f1[metric]) for drawn in sampled if drawn.has[metric]]).reshape(-1, len(systems))
    rank = ranks.mean(axis=0) if len(chosen) else np.full(len(systems), np.nan)
    of_statistic = slice(k * len(systems), (k + 1) * len(systems))
    found = list(zip(*(one.rows[of_statistic] for one in chosen), strict=True)) or [()] * len(systems)
    return [
        {"runs": None, "sd": _over_seeds(of_system), "rank": rows.plain(r), "corpora": len(chosen), "by_run": None}
        for r, of_system in zip(rank, found, strict=True)
    ]


def _over_seeds(found: Sequence[dict[str, Any]]) -> float | None:
    """The deviation over seeds of the mean over corpora. found : one system's row of each corpus."""
    runs = [row["by_run"] or [] for row in found]
    seeds = [[run["seed"] for run in by_run] for by_run in runs]
    if not seeds or not seeds[0] or any(names != seeds[0] for names in seeds):
        return None
    scores = np.array([[np.nan if run["score"] is None else run["score"] for run in by_run] for by_run in runs])
    return rows.plain(deviation(scores.mean(axis=0)))
