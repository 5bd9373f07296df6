"""Finished frames: everything that a chart shows, chosen and named, so that screen and paper only draw.

`place` is a system's place (0 is A, 1 is B), -1 for a baseline; `series` the letter or the baseline's name.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from figures import theme

DIFFERENCE = "difference"
COLUMNS = ["panel", "singletons", "metric", "place", "series", "name", "value", "low", "high", "p", "units", "reason", "differs"]
GAP = 0.5  # rows of air after the headline metric


def forest_frame(scores: pd.DataFrame, baselines: pd.DataFrame, differences: pd.DataFrame, names: Sequence[str]) -> pd.DataFrame:
    """The forest plot: one row for each panel ("keep", "drop", "difference"), metric and series.

    scores, baselines : metrics.scores(); differences : metrics.differences() of the first two names, or empty.
    names : the systems by place; those beyond theme.SHOWN are left out.
    """
    parts = [_systems(scores, names[: theme.SHOWN]), _baselines(baselines)]
    if len(differences):
        parts.append(_difference(differences, names))
    frame = pd.concat([part.reindex(columns=COLUMNS) for part in parts if len(part)], ignore_index=True)
    rank = {metric: k for k, metric in enumerate(theme.in_order(frame["metric"]))}
    return frame.sort_values(["panel", "metric", "place"], key=lambda c: c.map(rank) if c.name == "metric" else c, kind="stable")


def dumbbell_frame(
    scores: pd.DataFrame, baselines: pd.DataFrame, differences: pd.DataFrame, names: Sequence[str]
) -> pd.DataFrame:
    """Kept and dropped side by side: metric, place, series, name, kept, dropped, their intervals, change, flips.

    change : dropped less kept. flips : whether A and B change places, both differences leaving out 0.
    """
    forest = forest_frame(scores, baselines, differences.iloc[:0], names)
    keys = ["metric", "place", "series", "name"]
    kept, dropped = (forest[forest["panel"] == p].set_index(keys)[["value", "low", "high", "reason"]] for p in ("keep", "drop"))
    frame = kept.add_prefix("kept_").join(dropped.add_prefix("dropped_"), how="left").reset_index()
    frame = frame.rename(columns={"kept_value": "kept", "dropped_value": "dropped"})
    frame["change"] = frame["dropped"] - frame["kept"]
    frame["flips"] = frame["metric"].isin(flips(differences))
    return frame[frame["metric"] != "mentions"].reset_index(drop=True)


def flips(differences: pd.DataFrame) -> list[str]:
    """The metrics in which A and B change places with the singletons: both differences leave out 0, on different sides."""
    if not len(differences):
        return []
    surest = differences[differences["differs"]].pivot(index="metric", columns="singletons", values="value")
    if not {"keep", "drop"} <= set(surest.columns):
        return []
    return theme.in_order(surest.index[surest["keep"] * surest["drop"] < 0])


def _systems(scores: pd.DataFrame, names: Sequence[str]) -> pd.DataFrame:
    frame = scores[scores["system"].isin(names)].rename(columns={"system": "name", "f1": "value"})
    place = {name: k for k, name in enumerate(names)}
    places = frame["name"].map(place).astype(int)
    return frame.assign(panel=frame["singletons"], place=places, series=places.map(theme.letter), differs=False)


def _baselines(baselines: pd.DataFrame) -> pd.DataFrame:
    """Baselines where they say something: they use gold's mentions, and without singletons the first is empty."""
    empty = (baselines["system"] == "all singletons") & (baselines["singletons"] == "drop")
    frame = baselines[(baselines["metric"] != "mentions") & ~empty].rename(columns={"f1": "value"})
    none = {"low": np.nan, "high": np.nan, "reason": None, "differs": False}
    return frame.assign(panel=frame["singletons"], place=-1, series=frame["system"], name=frame["system"], **none)


def _difference(differences: pd.DataFrame, names: Sequence[str]) -> pd.DataFrame:
    frame = differences[(differences["a"] == names[0]) & (differences["b"] == names[1])]
    return frame.assign(panel=DIFFERENCE, place=0, series="B − A", name="B − A")


def rows_of(frame: pd.DataFrame) -> dict[str, float]:
    """Where each metric stands: 0 for the first, with half a row of air after it if it is CoNLL."""
    metrics = theme.in_order(frame["metric"])
    air = GAP if metrics[:1] == ["CoNLL"] else 0.0
    return {metric: k + air * (k > 0) for k, metric in enumerate(metrics)}
