"""Single errors of span taggers, and what kind each is: the rows of the overlap matching that are not right."""

from __future__ import annotations

import numpy as np
import pandas as pd

from metrics.spans.matching import match_overlap, overlaps
from metrics.spans.sides import SpanSide, SpanSides

TYPE = "type"
MISSED, SPURIOUS = "missed", "spurious"
KINDS = {
    "type": "the same words, another label",
    "too long": "the predicted span holds gold's and more words",
    "too short": "the predicted span lies within gold's",
    "left": "the predicted span begins and ends earlier than gold's",
    "right": "the predicted span begins and ends later than gold's",
    "split": "gold's span is shared by several predicted ones",
    "merged": "the predicted span is shared by several of gold's",
    "missed": "nothing is predicted there",
    "spurious": "gold has nothing there",
}


def span_errors(sides: SpanSides, number: int) -> pd.DataFrame:
    """One system's errors in the order of the text, one row each.

    Columns: kind (of KINDS), other_label (the boundary is wrong and the label too), doc (gold's document number), sent (gold's
    sentence over all documents), gold_label, predicted_label ("" where there is none), gold_first, gold_last,
    first, last (words of the document from 1; 0 where there is none), gold_row, row (in both corpora's spans, -1 for none).
    """
    gold, side = sides.gold, sides.systems[number]
    match = match_overlap(gold, side)
    found = np.flatnonzero(match >= 0)
    ours = match[found]
    wrong = (gold.extent[ours] != side.extent[found]) | (gold.label[ours] != side.label[found])
    missed = np.setdiff1d(np.arange(len(gold)), ours, assume_unique=True)
    spurious = np.flatnonzero(match < 0)
    left = np.concatenate([ours[wrong], missed, np.full(len(spurious), -1)])
    right = np.concatenate([found[wrong], np.full(len(missed), -1), spurious])
    kinds = np.concatenate([_kinds(gold, side, match, found[wrong]), [MISSED] * len(missed), [SPURIOUS] * len(spurious)])
    frame = pd.DataFrame({"kind": kinds.astype(object)} | _columns(sides, side, left, right))
    frame.insert(1, "other_label", frame["gold_label"].ne("") & frame["predicted_label"].ne("") & _labels_differ(frame))
    frame["other_label"] &= frame["kind"] != TYPE
    order = np.lexsort((frame["first"], np.where(left >= 0, frame["gold_first"], frame["first"]), frame["sent"]))
    return frame.iloc[order].reset_index(drop=True)


def _labels_differ(frame: pd.DataFrame) -> pd.Series:
    return frame["gold_label"] != frame["predicted_label"]


def _columns(sides: SpanSides, side: SpanSide, left: np.ndarray, right: np.ndarray) -> dict[str, np.ndarray]:
    """The columns that come from both sides. left, right : numbers of spans, -1 for none."""
    names = np.array([*sides.labels, ""], object)
    table = {}
    for prefix, one, which in (("gold_", sides.gold, left), ("", side, right)):
        first, last = one.ends()
        table[f"{prefix}first"], table[f"{prefix}last"] = (np.append(end, 0)[which] for end in (first, last))
        table[f"{prefix}row"] = np.append(one.row, -1)[which]
        table["gold_label" if prefix else "predicted_label"] = names[np.append(one.label, len(sides.labels))[which]]
    for key in ("doc", "sent"):
        ours, theirs = (np.append(getattr(one, key), 0) for one in (sides.gold, side))
        table[key] = np.where(left >= 0, ours[left], theirs[right])
    return table


def _kinds(gold: SpanSide, side: SpanSide, match: np.ndarray, wrong: np.ndarray) -> np.ndarray:
    """The kind of error of each matched pair that is not right. wrong : numbers of predicted spans.

    A pair with another span is split where gold's shares words with a further predicted span that is matched with nothing,
    merged where the predicted one does so with such a gold span; else its borders say what it is.
    """
    ours = match[wrong]
    (g_first, g_last), (first, last) = gold.ends(), side.ends()
    begins, ends = np.sign(first[wrong] - g_first[ours]), np.sign(last[wrong] - g_last[ours])
    split, merged = _shared_with_more(gold, side, match)
    conditions = [
        gold.extent[ours] == side.extent[wrong],
        split[ours],
        merged[wrong],
        (begins <= 0) & (ends >= 0),
        (begins >= 0) & (ends <= 0),
        begins < 0,
    ]
    return np.select(conditions, ["type", "split", "merged", "too long", "too short", "left"], "right")


def _shared_with_more(gold: SpanSide, side: SpanSide, match: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Which gold spans share words with a predicted span that is matched with nothing, and the other way round."""
    ours = np.ones(len(gold), bool)
    ours[match[match >= 0]] = False
    free, theirs = np.flatnonzero(ours), np.flatnonzero(match < 0)
    split, merged = np.zeros(len(gold), bool), np.zeros(len(side), bool)
    split[overlaps(gold, side, np.flatnonzero(~ours), theirs).gold] = True
    merged[overlaps(gold, side, free, np.flatnonzero(match >= 0)).predicted] = True
    return split, merged


def label_confusion(errors: pd.DataFrame, right: pd.Series) -> pd.DataFrame:
    """Gold's labels by predicted ones: how often; "" stands for nothing at all. right : number of right spans by label."""
    table = errors.groupby(["gold_label", "predicted_label"], observed=True).size().unstack(fill_value=0)
    names = sorted({*table.index, *table.columns, *right.index} - {""})
    table = table.reindex(index=[*names, ""], columns=[*names, ""], fill_value=0)
    for name, number in right.items():
        table.loc[name, name] += int(number)
    return table
