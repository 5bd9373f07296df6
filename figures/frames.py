"""Finished frames: everything that a chart shows, chosen and named, so that screen and paper only draw."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from figures import theme

DIFFERENCE = "difference"
COLUMNS = [
    "panel", "singletons", "metric", "lane", "place", "series", "name", "value", "low", "high", "p", "units", "reason", "differs",
]  # fmt: skip
GAP = 0.5  # rows of air after the headline metric


@dataclass(frozen=True)
class Systems:
    """Who is compared.

    names, places : of all systems; a place decides letter, colour and symbol. picked : the numbers of the one or two
    systems that are compared.
    """

    names: tuple[str, ...]
    places: tuple[int, ...]
    picked: tuple[int, ...]

    @property
    def letters(self) -> tuple[str, ...]:
        """The letters of the picked systems."""
        return tuple(theme.letter(self.places[k]) for k in self.picked)

    @property
    def pair(self) -> tuple[str, ...]:
        """The names of the picked systems."""
        return tuple(self.names[k] for k in self.picked)

    @property
    def difference(self) -> str:
        """What the difference is called: B − A."""
        first, second = self.letters
        return f"{second} − {first}"

    @property
    def shown(self) -> tuple[int, ...]:
        """The numbers of the systems that a chart holds, by place: the picked ones and as many others as fit."""
        rest = [k for k in range(len(self.names)) if k not in self.picked]
        return tuple(sorted([*self.picked, *rest[: theme.SHOWN - len(self.picked)]], key=lambda k: self.places[k]))


def forest_frame(scores: pd.DataFrame, baselines: pd.DataFrame, differences: pd.DataFrame, systems: Systems) -> pd.DataFrame:
    """The forest plot: one row for each panel ("keep", "drop", or "" for trees; "difference"), metric and series.

    scores, baselines : metrics.scores(); differences : metrics.differences() of the picked two, or an empty frame.
    Columns: lane (0, 1, ... within a row, -1 for a baseline), place, series (letter, baseline or B − A), name, value, low,
    high, p, units, reason, differs.
    """
    parts = [_systems(scores, systems), _baselines(baselines)]
    if len(differences):
        parts.append(differences.assign(panel=DIFFERENCE, lane=0, place=0, series=systems.difference, name=systems.difference))
    frame = pd.concat([part.reindex(columns=COLUMNS) for part in parts if len(part)], ignore_index=True)
    rank = {metric: k for k, metric in enumerate(theme.in_order(frame["metric"]))}
    order = frame.assign(rank=frame["metric"].map(rank)).sort_values(["panel", "rank", "lane"], kind="stable").index
    return frame.loc[order].reset_index(drop=True)


def dumbbell_frame(scores: pd.DataFrame, baselines: pd.DataFrame, differences: pd.DataFrame, systems: Systems) -> pd.DataFrame:
    """Kept and dropped side by side, one row for each metric and series; mention detection has a table of its own.

    Columns: lane, place, series, name, kept, kept_low, kept_high, kept_reason, the same of dropped, change (kept less
    dropped), flips (whether the picked two change places, both differences leaving out 0).
    """
    forest = forest_frame(scores, baselines, differences.iloc[:0], systems)
    keys = ["metric", "lane", "place", "series", "name"]
    parts = ["value", "low", "high", "reason"]
    kept, dropped = (forest[forest["panel"] == panel].set_index(keys)[parts] for panel in ("keep", "drop"))
    frame = kept.add_prefix("kept_").join(dropped.add_prefix("dropped_"), how="left").reset_index()
    frame = frame.rename(columns={"kept_value": "kept", "dropped_value": "dropped"})
    frame["change"] = frame["kept"] - frame["dropped"]
    frame["flips"] = frame["metric"].isin(flips(differences))
    return frame[~frame["metric"].isin(theme.NO_LINKING)].reset_index(drop=True)


def flips(differences: pd.DataFrame) -> list[str]:
    """The metrics in which two systems change places with the singletons: both differences leave out 0, on two sides."""
    if not len(differences):
        return []
    surest = differences[differences["differs"]].pivot(index="metric", columns="singletons", values="value")
    if not {"keep", "drop"} <= set(surest.columns):
        return []
    return theme.in_order(surest.index[surest["keep"] * surest["drop"] < 0])


def _systems(scores: pd.DataFrame, systems: Systems) -> pd.DataFrame:
    lanes = {systems.names[k]: lane for lane, k in enumerate(systems.shown)}
    places = dict(zip(systems.names, systems.places, strict=True))
    frame = scores[scores["system"].isin(lanes)].rename(columns={"system": "name", "f1": "value"})
    frame = frame.assign(panel=frame["singletons"], lane=frame["name"].map(lanes), place=frame["name"].map(places), differs=False)
    return frame.assign(series=frame["place"].map(theme.letter))


def _baselines(baselines: pd.DataFrame) -> pd.DataFrame:
    """Baselines where they say something: they use gold's mentions, and without singletons the first is empty."""
    empty = (baselines["system"] == "all singletons") & (baselines["singletons"] == "drop")
    frame = baselines[~baselines["metric"].isin(theme.NO_LINKING) & ~empty].rename(columns={"f1": "value"})
    nothing = {"low": np.nan, "high": np.nan, "reason": None, "differs": False}
    return frame.assign(panel=frame["singletons"], lane=-1, place=-1, series=frame["system"], name=frame["system"], **nothing)


def rows_of(frame: pd.DataFrame) -> dict[str, float]:
    """Where each metric stands: 0 for the first, with half a row of air after it if it is the headline.

    A frame whose rows are no metrics has a column y.
    """
    if "y" in frame:
        return dict(zip(frame["metric"], frame["y"], strict=True))
    metrics = theme.in_order(frame["metric"])
    air = GAP if metrics[0] in theme.HEADLINES else 0.0
    return {metric: k + air * (k > 0) for k, metric in enumerate(metrics)}
