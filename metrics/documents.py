"""Two systems document by document: differences, the band of chance, and means by genre."""

from __future__ import annotations

import numpy as np
import pandas as pd

from metrics import families, resampling
from metrics.counting import Counts
from metrics.options import CoreferenceOptions
from metrics.results import POINTS, score

NORMAL_95 = 1.959964  # both tails of a normal distribution, 5 % together


def document_differences(counts: Counts, a: int, b: int, metric: str = "CoNLL") -> pd.DataFrame:
    """One row for each document: doc_id, gold (mentions), a, b (F1, points), difference (b less a), undefined.

    a, b : numbers of the inputs. A document is undefined if either score is; its difference is then NaN, and it takes
    no part in any mean. outside : whether the difference is larger than chance_band().
    """
    found = POINTS * score(metric, counts.values[:, [a, b]], counts.columns).f1
    frame = pd.DataFrame({"doc_id": list(counts.units), "a": found[:, 0], "b": found[:, 1]})
    frame["gold"] = counts.values[:, a, counts.columns["mentions"]][:, 3].astype(np.int64)
    frame["difference"] = frame["b"] - frame["a"]
    frame["undefined"] = frame["difference"].isna()
    frame["outside"] = frame["difference"].abs() > chance_band(frame["difference"].to_numpy())
    return frame


def chance_band(differences: np.ndarray) -> float:
    """The difference that 95 % of the documents of two equally good systems stay below, if they scatter as these do.

    1.96 times the standard deviation of the differences around their mean, so laid around 0; NaN for fewer than six.
    """
    known = differences[~np.isnan(differences)]
    return NORMAL_95 * float(known.std(ddof=1)) if len(known) >= families.MIN_UNITS else np.nan


def mean_differences(frame: pd.DataFrame, groups: pd.Series, options: CoreferenceOptions) -> pd.DataFrame:
    """The mean difference of each group's documents, largest first: group, documents, value, low, high, reason, caution.

    frame : document_differences(). Every document counts alike; undefined ones are left out. Draws range over all
    documents, so that groups are resampled together; a resample without a document of a group is left out.
    """
    known = ~frame["undefined"].to_numpy()
    names = groups.to_numpy()
    rows = []
    for name in pd.unique(names[known]):
        inside = known & (names == name)
        rows.append({"group": name, **_mean(np.where(inside, frame["difference"], 0.0), inside, options)})
    columns = ["group", "documents", "value", "low", "high", "reason", "caution"]
    return pd.DataFrame(rows, columns=columns).sort_values("value", ascending=False, kind="stable", ignore_index=True)


def _mean(values: np.ndarray, inside: np.ndarray, options: CoreferenceOptions) -> dict:
    """Mean over the documents inside, with its interval."""
    number = int(inside.sum())
    reason, caution = families.enough(number)
    low = high = np.nan
    if not options.resamples:
        reason = reason or "no resamples were asked for"
    elif reason is None:
        sums = resampling.resample(np.stack([values, inside], axis=1), resamples=options.resamples, seed=options.seed)
        with np.errstate(invalid="ignore", divide="ignore"):
            found = resampling.percentile(sums[:, 0] / sums[:, 1], options.level)
        low, high = float(found.low), float(found.high)
        reason = resampling.undefined_reason(int(found.used), options.resamples)
    return {
        "documents": number,
        "value": values.sum() / number,
        "low": low,
        "high": high,
        "reason": reason,
        "caution": caution,
    }
