"""What is taken for what, and how attachments go wrong."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pandas as pd

from metrics.options import TreeOptions
from metrics.ud.counts import Pair, same_head
from metrics.ud.groupings import Groups
from metrics.ud.project import TreeProject

NOT_ALIGNED = "no word"
KINDS = ("right", "wrong head", "wrong relation", "both wrong", "segmentation")


def confusion(pair: Pair, grouping: Callable[[Pair], Groups]) -> pd.DataFrame:
    """How often each gold value stands against each predicted one, over aligned words; most frequent errors first.

    Columns: gold, predicted, count, share (of the gold value's aligned words).
    """
    groups = grouping(pair)
    ours, theirs = groups.gold[pair.aligned.gold], groups.system[pair.aligned.system]
    key, n = np.unique(ours * len(groups.names) + theirs, return_counts=True)
    gold, predicted = np.divmod(key, max(len(groups.names), 1))
    total = np.bincount(ours, minlength=len(groups.names))
    names = np.array(groups.names, object)
    frame = pd.DataFrame({"gold": names[gold], "predicted": names[predicted], "count": n, "share": n / total[gold]})
    frame["wrong"] = gold != predicted
    return frame.sort_values(["wrong", "count"], ascending=False, kind="stable", ignore_index=True)


def compare_confusions(project: TreeProject, options: TreeOptions, grouping: Callable[[Pair], Groups]) -> pd.DataFrame:
    """Each gold value against each predicted one, in every system, over aligned words of sentences that are scored.

    Columns: gold, predicted, wrong; for system k count_k, and word_k, the first such word of gold, -1 for none.
    """
    frames = [_cells(project.pair(k, options), grouping, project.kept()) for k in range(len(project.names))]
    joined = pd.concat([frame.add_suffix(f"_{k}") for k, frame in enumerate(frames)], axis=1).reset_index()
    counts = [f"count_{k}" for k in range(len(frames))]
    words = [f"word_{k}" for k in range(len(frames))]
    joined[counts], joined[words] = joined[counts].fillna(0).astype(int), joined[words].fillna(-1).astype(int)
    joined["wrong"] = joined["gold"] != joined["predicted"]
    order = joined.assign(most=joined[counts].max(axis=1)).sort_values(["wrong", "most"], ascending=False, kind="stable").index
    return joined.loc[order].reset_index(drop=True)


def _cells(pair: Pair, grouping: Callable[[Pair], Groups], kept: np.ndarray) -> pd.DataFrame:
    """count and the first gold word of every cell that is not empty, indexed by gold and predicted."""
    groups = grouping(pair)
    g, s = pair.aligned.gold, pair.aligned.system
    keep = kept[pair.gold.words.sentence[g]] if len(g) else np.zeros(0, bool)
    g, s = g[keep], s[keep]
    width = max(len(groups.names), 1)
    key, first, n = np.unique(groups.gold[g] * width + groups.system[s], return_index=True, return_counts=True)
    names = np.array(groups.names, object)
    index = pd.MultiIndex.from_arrays([names[key // width], names[key % width]], names=["gold", "predicted"])
    return pd.DataFrame({"count": n, "word": g[first]}, index=index)


def attachment(pair: Pair) -> np.ndarray:
    """The kind of every gold word, as an index into KINDS; a word without counterpart is an error of segmentation."""
    kinds = np.full(len(pair.gold.words), KINDS.index("segmentation"))
    g, s = pair.aligned.gold, pair.aligned.system
    head, relation = same_head(pair), pair.ours.deprel[g] == pair.theirs.deprel[s]
    kinds[g] = np.select([head & relation, ~head & relation, head & ~relation], [0, 1, 2], 3)
    return kinds


def words_with(pair: Pair, grouping: Callable[[Pair], Groups], gold: str, predicted: str) -> np.ndarray:
    """The gold words of one cell of a confusion matrix."""
    groups = grouping(pair)
    g, s = pair.aligned.gold, pair.aligned.system
    names = {name: k for k, name in enumerate(groups.names)}
    return g[(groups.gold[g] == names.get(gold, -1)) & (groups.system[s] == names.get(predicted, -1))]
