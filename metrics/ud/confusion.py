"""What is taken for what, and how attachments go wrong."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pandas as pd

from metrics.ud.counts import Pair, same_head
from metrics.ud.groupings import Groups

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
