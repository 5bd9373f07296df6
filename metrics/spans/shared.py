"""The errors of one or two systems as one list, each once: own ones, and those that both make."""

from __future__ import annotations

import numpy as np
import pandas as pd

from metrics.spans.errors import SPURIOUS, span_errors
from metrics.spans.matching import match_exact
from metrics.spans.sides import SpanSides

FIRST, SECOND, BOTH = 0, 1, 2
SAME = ["kind", "gold_row", "doc", "first", "last", "predicted_label"]  # what makes errors of two systems one and the same


def shared_errors(sides: SpanSides) -> pd.DataFrame:
    """All errors in the order of the text, one row each: the columns of span_errors() but `row`, and three more.

    who : 0 or 1, the system that makes it, or 2 where both make the same error. other_right : the other system is right
    there: it has gold's span, or it lacks the spurious one. row_0, row_1 : the predicted span in each system's spans, -1 for
    none and where the error is not its own.
    """
    skipped = list(sides.project.skipped)
    frames = [span_errors(sides, k) for k in range(len(sides.systems))]
    frames = [frame[~frame["doc"].isin(skipped)].reset_index(drop=True) for frame in frames]
    if len(frames) == 1:
        return frames[0].assign(who=FIRST, other_right=False, row_0=frames[0]["row"], row_1=-1).drop(columns="row")
    keys = [pd.MultiIndex.from_frame(frame[SAME]) for frame in frames]
    first, second = frames
    is_both = keys[0].isin(keys[1])
    at = keys[1].get_indexer(keys[0]) if keys[1].is_unique else np.full(len(first), -1)
    theirs = np.append(second["row"].to_numpy(), -1)[at]
    one = first.assign(who=np.where(is_both, BOTH, FIRST), row_0=first["row"], row_1=np.where(is_both, theirs, -1))
    own = ~keys[1].isin(keys[0])
    other = second[own].assign(who=SECOND, row_0=-1, row_1=second["row"][own])
    right = [_right(sides, 1, one, second), _right(sides, 0, other, first)]
    found = pd.concat([frame.assign(other_right=r) for frame, r in zip((one, other), right, strict=True)], ignore_index=True)
    found["other_right"] &= found["who"] != BOTH
    begin = np.where(found["gold_row"] >= 0, found["gold_first"], found["first"])
    order = np.lexsort((found["who"], found["first"], begin, found["sent"]))
    return found.iloc[order].drop(columns="row").reset_index(drop=True)


def _right(sides: SpanSides, number: int, errors: pd.DataFrame, theirs: pd.DataFrame) -> np.ndarray:
    """Where a system is right although the other makes an error. theirs : the system's own errors."""
    match = match_exact(sides.gold, sides.systems[number])
    has = errors["gold_row"].isin(sides.gold.row[match[match >= 0]]).to_numpy()
    place = ["doc", "first", "last"]
    spurious = pd.MultiIndex.from_frame(theirs.loc[theirs["kind"] == SPURIOUS, place])
    lacks = ~pd.MultiIndex.from_frame(errors[place]).isin(spurious)
    return np.where(errors["kind"] == SPURIOUS, lacks, has).astype(bool)


def of_system(errors: pd.DataFrame, number: int) -> pd.DataFrame:
    """The errors that a system makes, own and shared."""
    return errors[errors["who"].isin((number, BOTH))]


def right_labels(sides: SpanSides, number: int) -> pd.Series:
    """How many spans of each label a system has right."""
    side = sides.systems[number]
    right = (match_exact(sides.gold, side) >= 0) & ~np.isin(side.doc, list(sides.project.skipped))
    counts = np.bincount(side.label[right], minlength=len(sides.labels))
    return pd.Series(counts, index=list(sides.labels), dtype=int)


def confusion_cells(sides: SpanSides, errors: pd.DataFrame) -> pd.DataFrame:
    """Gold's labels by the predicted ones of the spans matched with them: gold, predicted ("" for nothing), wrong, count_0, ...

    wrong : whether the labels are others; pairs of one label at other words count as right.
    """
    parts = []
    for k in range(len(sides.systems)):
        own = of_system(errors, k).groupby(["gold_label", "predicted_label"], observed=True).size()
        wrong = own.rename_axis(["gold", "predicted"]).rename("n").reset_index()
        right = right_labels(sides, k)
        right = pd.DataFrame({"gold": right.index, "predicted": right.index, "n": right.to_numpy()})
        parts.append(pd.concat([wrong, right], ignore_index=True).assign(system=f"count_{k}"))
    table = pd.concat(parts).pivot_table(index=["gold", "predicted"], columns="system", values="n", aggfunc="sum", fill_value=0)
    table = table.reindex(columns=[f"count_{k}" for k in range(len(sides.systems))], fill_value=0).astype(int).reset_index()
    table.columns.name = None
    table.insert(2, "wrong", table["gold"] != table["predicted"])
    total = table.filter(like="count_").sum(axis=1)
    return table.loc[(-total).sort_values(kind="stable").index].reset_index(drop=True)
