"""The verdict on groups of mentions, computed from the frames that the figure shows."""

from __future__ import annotations

import pandas as pd

from figures import numbers, theme
from figures.class_frames import COST, VERBS
from figures.frames import Systems
from figures.said import Said, bold, italic, joined, letter, number_word, plain, say, sentences
from metrics.typed.compared import TOTALS
from metrics.typed.labels import NONE

NAMED = 3  # groups that the first sentence names at most
ENOUGH = 0.5  # share of the losses at which no more are named
LOW = 50.0  # points that a group should reach
LONGEST = 28


def classes(frame: pd.DataFrame, differences: pd.DataFrame, systems: Systems) -> Said:
    """Which groups hold what share of the lost mentions; where the difference is largest; which reach no 50 points.

    frame : class_frame(). differences : difference_frame(), empty where there is one system.
    """
    rest = [_gain(differences, systems), _weak(frame, systems)]
    said = [part for part in rest if part]
    second = joined(said, "; ") + plain(".") if said else Said()
    return sentences(_losses(frame, systems), second)


def _losses(frame: pd.DataFrame, systems: Systems) -> Said:
    """PER, ARTIFACT and LOC hold 46 % of all lost mentions, those without a class another 14 %."""
    cost = frame[(frame["panel"] == COST)].set_index("metric")["value"].sort_values(ascending=False, kind="stable")
    total = float(cost.sum())
    if not total:
        return plain("No mention is lost." if len(systems.picked) == 1 else "The better system loses no mention in any row.")
    named = cost[(cost.index != NONE) & (cost > 0)].iloc[:NAMED]
    enough = named.cumsum() >= ENOUGH * total
    named = named.iloc[: int(enough.to_numpy().argmax()) + 1] if enough.any() else named
    without = cost.get(NONE, 0.0)
    if not len(named):
        return say("All {n} lost mentions have no class.", n=numbers.count(total))
    if (cost.index != NONE).sum() == 1 and not without:  # its share says nothing
        return say("{g} is the only group.", g=bold(theme.shortened(named.index[0], LONGEST)))
    who = joined(bold(theme.shortened(name, LONGEST)) for name in named.index)
    whose = "the lost mentions" if len(systems.picked) == 1 else "the mentions that even the better system loses"
    rest = f", those without a class another {numbers.percent(without / total)}" if without else ""
    verb, share = "holds" if len(named) == 1 else "hold", numbers.percent(named.sum() / total)
    return say("{who} {verb} {x} of {whose}{rest}.", who=who, verb=verb, x=share, whose=whose, rest=rest)


def _gain(differences: pd.DataFrame, systems: Systems) -> Said:
    """B gains most in linking PER (+4.12, p < .001); only settled differences are named."""
    if not len(differences):
        return Said()
    rows = differences[~differences["metric"].isin(TOTALS)]
    if rows["low"].isna().all():
        return plain("No difference can be shown in any row")
    rows = rows[rows["differs"].astype(bool)]
    if not len(rows):
        return plain("No difference is settled in any row")
    rows = rows if rows["rare"].all() else rows[~rows["rare"].astype(bool)]
    parts = []
    for sign, k in ((1, -1), (-1, 0)):
        here = rows[sign * rows["value"] > 0]
        if len(here):
            parts.append((here.loc[(sign * here["value"]).idxmax()], letter(systems.places[systems.picked[k]])))
    parts.sort(key=lambda part: -abs(part[0]["value"]))
    said = [_of_gain(row, who, first) for (row, who), first in zip(parts, (True, False), strict=False)]
    return joined(said, ", ")


def _of_gain(row: pd.Series, who: Said, first: bool) -> Said:
    what = f"{VERBS[row['panel']]} {theme.shortened(row['metric'], LONGEST)}"
    value = numbers.NBSP + numbers.p_equals(row["p"])
    sure = say("{x}, {p}{value}", x=f"+{numbers.points(abs(row['value']))}", p=italic("p"), value=value)
    return say("{w} gains most in {what} ({sure})" if first else "{w} in {what} ({sure})", w=who, what=what, sure=sure)


def _weak(frame: pd.DataFrame, systems: Systems) -> Said:
    """neither reaches 50 on EVENT: the groups, rare ones aside, in which no system's interval or score does."""
    rows = frame[frame["panel"].isin(VERBS) & ~frame["metric"].isin([*TOTALS, NONE]) & ~frame["rare"].astype(bool)]
    best = rows.groupby(["metric", "panel"], sort=False)["value"].max().dropna()
    low = best[best < LOW]
    if not len(low):
        return Said()
    names = list(dict.fromkeys(name for name, _ in low.index))
    alone = letter(systems.places[systems.picked[0]])
    who = say("{a} does not reach", a=alone) if len(systems.picked) == 1 else plain("neither reaches")
    if len(names) > NAMED:
        many, of = number_word(len(names)), number_word(rows["metric"].nunique())
        return say("{who} {x} on {n} of {m}", who=who, x=f"{LOW:.0f}", n=many, m=of)
    what = [_what(name, [panel for other, panel in low.index if other == name]) for name in names]
    return say("{who} {x} {what}", who=who, x=f"{LOW:.0f}", what=joined(what, " or "))


def _what(name: str, panels: list[str]) -> str:
    name = theme.shortened(name, LONGEST)
    return f"on {name}" if len(panels) == len(VERBS) else f"in {VERBS[panels[0]]} {name}"
