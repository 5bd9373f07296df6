"""Two systems document by document: differences, what chance alone would make of them, and means by genre."""

from __future__ import annotations

import numpy as np
import pandas as pd

from metrics import families, matching, resampling
from metrics.ceaf import best_alignment
from metrics.counting import Counts, Project
from metrics.mentions import SINGLETONS, read_mentions
from metrics.options import CoreferenceOptions
from metrics.overlap import Overlap, overlap
from metrics.results import POINTS

SHARED_OUT = ("CoNLL", "MUC", "B³", "CEAFe")  # metrics that entity_shares() parts among gold's entities
NORMAL_95 = 1.959964  # both tails of a normal distribution, 5 % together


def compare_documents(
    project: Project,
    options: CoreferenceOptions,
    counts: Counts,
    pair: tuple[str, str],
    *,
    policy: str = "keep",
    metric: str = "CoNLL",
) -> pd.DataFrame:
    """The F1 of two systems in a metric, one row for each document that is not skipped.

    Columns: doc_id, genre, gold (mentions), a, b (F1, points), difference (b less a), undefined (either score is: then the
    difference is NaN, and the document takes no part in any mean), chance (standard deviation of the difference were the
    two systems' answers swapped at random, gold entity by gold entity; points; NaN of metrics that are not in SHARED_OUT),
    outside (larger than chance_band(); where there is none, not 0).
    """
    numbers = [counts.inputs.index((name, policy)) for name in pair]
    found = POINTS * counts.layout.score(metric, counts.values[:, numbers]).f1
    frame = pd.DataFrame({"doc_id": list(counts.units), "genre": _kept(project, project.gold.documents["genre"].to_numpy())})
    frame["gold"] = counts.values[:, numbers[0], counts.columns["mentions"]][:, 3].astype(np.int64)
    frame["a"], frame["b"] = found[:, 0], found[:, 1]
    frame["difference"] = frame["b"] - frame["a"]
    frame["undefined"] = frame["difference"].isna()
    known = metric in SHARED_OUT
    frame["chance"] = _kept(project, chance(project, options, pair, policy=policy, metric=metric)) if known else np.nan
    frame["outside"] = frame["difference"].abs() > np.nan_to_num(chance_band(frame))
    return frame


def _kept(project: Project, values: np.ndarray) -> np.ndarray:
    """The values of the documents that are not skipped."""
    return np.delete(values, list(project.skipped))


def chance(
    project: Project, options: CoreferenceOptions, pair: tuple[str, str], *, policy: str = "keep", metric: str = "CoNLL"
) -> np.ndarray:
    """How far the difference of two systems scatters in each document of gold by chance: a standard deviation, in points.

    A document's difference is the sum of its gold entities' (entity_shares). Swapping the systems' answers for an entity
    turns its sign, so over all swaps the mean is 0 and the variance the sum of squares.
    """
    whole, _ = read_mentions(project.gold)
    gold = SINGLETONS[policy](whole)
    matcher = matching.matcher(project, options)
    shares = []
    for number in (project.names.index(name) for name in pair):
        side, _ = read_mentions(project.systems[number], project.alignments[number].document, gold.n_docs)
        side = SINGLETONS[policy](side)
        shares.append(entity_shares(overlap(gold, side, matcher(number).match(gold, side)), metric))
    squares = np.bincount(gold.entity_doc(), (shares[1] - shares[0]) ** 2, minlength=gold.n_docs)
    return POINTS * np.sqrt(squares)


def entity_shares(table: Overlap, metric: str = "CoNLL") -> np.ndarray:
    """What each gold entity adds to its document's F1, as a fraction; a document's shares sum to its F1.

    MUC and CEAFe are 2 · numerator / (both denominators); CEAFe's numerator is shared out by each entity's best φ4. B³ is
    homogeneous in precision and recall, so ∂F/∂P · P + ∂F/∂R · R is F, and P and R are sums over entities.
    """
    n, size, other = table.n, table.size[table.cell], table.other_size[table.other_cell]
    entities, others = (np.bincount(doc, minlength=table.n_docs) for doc in (table.doc, table.other_doc))
    mentions = np.bincount(table.doc, table.size, table.n_docs)
    theirs = np.bincount(table.other_doc, table.other_size, table.n_docs)

    def of_entities(values: np.ndarray) -> np.ndarray:
        return np.bincount(table.cell, values, len(table.size))

    muc = 2 * _over(of_entities(n - 1), (mentions - entities + theirs - others)[table.doc])
    phi4 = 2 * n / (size + other)
    best = np.zeros(len(table.size))
    np.maximum.at(best, table.cell, phi4)
    total = best_alignment(table, phi4)[0]
    scale = _over(total, np.bincount(table.doc, best, table.n_docs))
    ceaf = 2 * _over(best * scale[table.doc], (entities + others)[table.doc])
    b_cubed = _b_cubed(table, of_entities(n**2 / other), of_entities(n**2 / size), (theirs, mentions))
    return {"MUC": muc, "B³": b_cubed, "CEAFe": ceaf, "CoNLL": (muc + b_cubed + ceaf) / 3}[metric]


def _b_cubed(table: Overlap, found_p: np.ndarray, found_r: np.ndarray, sizes: tuple[np.ndarray, np.ndarray]) -> np.ndarray:
    """Each gold entity's share of B³, from its parts of both numerators and each side's mentions per document."""
    p, r = (_over(np.bincount(table.doc, f, table.n_docs), s) for f, s in zip((found_p, found_r), sizes, strict=True))
    by_p, by_r = 2 * _over(r**2, (p + r) ** 2), 2 * _over(p**2, (p + r) ** 2)
    return (_over(by_p, sizes[0]))[table.doc] * found_p + (_over(by_r, sizes[1]))[table.doc] * found_r


def _over(numerator: np.ndarray, denominator: np.ndarray) -> np.ndarray:
    """numerator / denominator, 0 where the denominator is 0."""
    return np.divide(numerator, denominator, out=np.zeros(len(numerator)), where=denominator != 0)


def chance_band(frame: pd.DataFrame) -> float:
    """Half the width of the band that holds 95 % of documents by chance, in points; NaN without a document.

    1.96 standard deviations, their square being the mean of the documents' variances.
    """
    known = frame.loc[~frame["undefined"], "chance"]
    return NORMAL_95 * float(np.sqrt((known**2).mean())) if len(known) else np.nan


def mean_differences(frame: pd.DataFrame, options: CoreferenceOptions, by: str = "genre") -> pd.DataFrame:
    """The mean difference of each group's documents, largest first: group, documents, value, low, high, reason, caution.

    frame : compare_documents(). Every document counts alike; undefined ones are left out. Draws range over all
    documents, so that groups are resampled together; a resample without a document of a group is left out.
    """
    known = ~frame["undefined"].to_numpy()
    names = frame[by].to_numpy()
    groups = list(pd.unique(names[known]))
    inside = np.array([known & (names == name) for name in groups]).T if groups else np.zeros((len(frame), 0), bool)
    values = np.where(inside, frame["difference"].to_numpy()[:, None], 0.0)
    means = [_mean(name, values[:, k], inside[:, k], options) for k, name in enumerate(groups)]
    columns = ["group", "documents", "value", "low", "high", "reason", "caution"]
    return pd.DataFrame(means, columns=columns).sort_values("value", ascending=False, kind="stable", ignore_index=True)


def _mean(name: str, values: np.ndarray, inside: np.ndarray, options: CoreferenceOptions) -> dict:
    """One group's mean with its interval."""
    number = int(inside.sum())
    reason, caution = families.enough(number)
    low = high = np.nan
    if not options.resamples:
        reason = reason or "no resamples were asked for"
    elif reason is None:
        sums = resampling.resample(np.stack([values, inside], axis=1), resamples=options.resamples, seed=options.seed)
        with np.errstate(invalid="ignore", divide="ignore"):
            low, high, used = resampling.percentile(sums[:, 0] / sums[:, 1], options.level)
        reason = resampling.undefined_reason(int(used), options.resamples)
    said = {"reason": reason, "caution": caution}
    return {"group": name, "documents": number, "value": values.sum() / number, "low": low, "high": high, **said}
