"""Finished frames of the Failures page: mistakes of two systems, own and shared, gains, and where they sit."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from figures import numbers, theme
from figures.frames import DIFFERENCE, Systems
from metrics.errors.choosing import BOTH
from metrics.errors.mending import ALL, ORDER
from metrics.errors.types import TYPES
from metrics.typed.labels import NONE

GAIN = "gain"
MOST_ROWS = 14
OTHER = "other"
PLURALS = dict(zip(TYPES, (
    "span errors", "conflated entities", "extra mentions", "extra entities", "divided entities", "missing mentions",
    "missing entities",
), strict=True))  # fmt: skip
BY = {"class": "class", "mention_type": "mention type"}  # columns of mistakes by which they are laid out


def mistakes(failures: pd.DataFrame, systems: Systems) -> pd.DataFrame:
    """One row a mistake, whoever makes it, in the order of the text.

    failures : metrics.errors.failures.failures() of the picked systems. who : a system's letter, or "both"; number : 0, 1, ...
    Where both make it, the row is the first system's; column : 0 or 1, the system whose row it is.
    """
    first = failures.drop_duplicates("error")
    column = first["system"].map({name: k for k, name in enumerate(systems.pair)}).to_numpy(int)
    shared = np.array([len(names) > 0 for names in first["shared"]], bool)
    who = np.where(shared, BOTH, np.array(systems.letters, object)[column])
    frame = first.assign(who=who, column=column).sort_values(["doc", "first", "last", "type", "column"], kind="stable")
    return frame.assign(number=np.arange(len(frame))).reset_index(drop=True)


def panels(systems: Systems) -> list[str]:
    """Who makes a mistake: A alone, both, B alone; of one system, A."""
    letters = list(systems.letters)
    return [letters[0], BOTH, letters[1]] if len(letters) > 1 else letters


def shared_frame(found: pd.DataFrame, gains: pd.DataFrame, systems: Systems) -> pd.DataFrame:
    """Own and shared errors by type, and what mending each type brings: the type that brings most comes first.

    found : mistakes(), counted ones. gains : metrics.errors.summary.gains() of each type alone. Columns: panel (a letter, "both",
    "gain"), metric (the type), y, value (a number of errors, or points), low, high, p, reason, settled, lane, place, series,
    name, text (hover).
    """
    gains = gains[gains["system"].isin(systems.pair)]
    most = gains.groupby("mended")["gain"].max().reindex(TYPES).fillna(-np.inf)
    y = {kind: k for k, kind in enumerate(most.sort_values(ascending=False, kind="stable").index)}
    frame = pd.concat([_numbers(found, systems), _gains(gains, systems)], ignore_index=True)
    frame["y"] = frame["metric"].map(y)
    return frame.sort_values(["panel", "y", "lane"], kind="stable", ignore_index=True)


def _numbers(found: pd.DataFrame, systems: Systems) -> pd.DataFrame:
    sizes = found.groupby(["who", "type"]).size()
    rows = []
    for panel in panels(systems):
        lane = systems.letters.index(panel) if panel != BOTH else -1
        place = systems.places[systems.picked[lane]] if lane >= 0 else -1
        for kind in TYPES:
            n = int(sizes.get((panel, kind), 0))
            whose = "made by both" if panel == BOTH else f"only {panel}" if len(systems.picked) > 1 else panel
            rows.append({
                "panel": panel, "metric": kind, "value": float(n), "lane": lane, "place": place, "series": panel, "name": panel,
                "text": f"<b>{kind}</b><br>{whose}: {numbers.count(n)}",
            })  # fmt: skip
    return pd.DataFrame(rows)


def _gains(gains: pd.DataFrame, systems: Systems) -> pd.DataFrame:
    lanes = {name: k for k, name in enumerate(systems.pair)}
    frame = gains.rename(columns={"mended": "metric", "gain": "value", "system": "name"})
    frame = frame[["metric", "name", "value", "low", "high", "p", "reason", "settled"]].reset_index(drop=True)
    lane = frame["name"].map(lanes)
    place = lane.map(lambda k: systems.places[systems.picked[k]])
    frame = frame.assign(panel=GAIN, lane=lane, place=place, series=place.map(theme.letter))
    frame["text"] = [_gain_hover(row) for row in frame.to_dict("records")]
    return frame


def _gain_hover(row: dict) -> str:
    name = theme.chart_text(theme.shortened(row["name"], 60))
    gain = f"{numbers.signed(row['value'])} {numbers.interval(row['low'], row['high'], numbers.signed)}".strip()
    return f"<b>{row['series']} {name}</b><br>{gain} CoNLL without any {row['metric']}"


def layouts(found: pd.DataFrame) -> list[str]:
    """The columns by which mistakes can be laid out, those first that tell mentions apart. found : mistakes(), counted ones."""
    names = {column: set(found[column]) - {"", NONE} for column in BY}
    return sorted((column for column in BY if names[column]), key=lambda column: len(names[column]) < 2)


def heat_frame(found: pd.DataFrame, systems: Systems, by: str, show: str) -> pd.DataFrame:
    """How many mistakes of each type each group of mentions has, the group with most first.

    by : a column of mistakes(). show : a letter, or "difference" (mistakes of B less those of A). Columns: group, type, x, y,
    count_0, count_1 (of each system, shared ones in both), n (what the cell shows), named (not `other`), text; by, show and
    places are the same in every row.
    """
    groups = found[by].value_counts()
    known = groups.index[:MOST_ROWS].tolist()
    names = [*known, *[OTHER] * (len(groups) > len(known))]
    rows = found.assign(group=found[by].where(found[by].isin(known), OTHER))
    grid = pd.MultiIndex.from_product([names, TYPES], names=["group", "type"])
    frame = pd.DataFrame(index=grid)
    for k, letter in enumerate(systems.letters):
        own = rows[rows["who"].isin([letter, BOTH])]
        frame[f"count_{k}"] = own.groupby(["group", "type"]).size().reindex(grid, fill_value=0)
    frame = frame.reset_index()
    last = len(systems.letters) - 1
    which = last if show == DIFFERENCE else systems.letters.index(show)
    frame["n"] = frame[f"count_{which}"] - (frame["count_0"] if show == DIFFERENCE else 0)
    frame["x"] = frame["type"].map({kind: k for k, kind in enumerate(TYPES)})
    frame["y"] = frame["group"].map({name: k for k, name in enumerate(names)})
    frame["named"] = frame["group"].isin(known)
    frame["text"] = [_cell_hover(row, systems) for row in frame.to_dict("records")]
    frame["places"] = [tuple(systems.places[k] for k in systems.picked)] * len(frame)
    return frame.assign(show=show, by=by)


def _cell_hover(row: dict, systems: Systems) -> str:
    counts = " · ".join(f"{letter} {numbers.count(row[f'count_{k}'])}" for k, letter in enumerate(systems.letters))
    return f"<b>{theme.chart_text(row['group'] or 'mentions')} · {row['type']}</b><br>{counts}"


def sequence_frame(sequence: pd.DataFrame, before: Sequence[float], systems: Systems) -> pd.DataFrame:
    """CoNLL after mending one type after the other, one row a step; the first is the output as it is, the last 100.

    sequence : metrics.errors.summary.in_sequence(gains()). before : each picked system's CoNLL as it is. Columns: step, and of
    system k score_k and more_k (points that the step adds).
    """
    frame = pd.DataFrame({"step": ["as it is", *(f"without {PLURALS[kind]}" for kind in ORDER[:-1]), "all mended"]})
    for k, name in enumerate(systems.pair):
        of = sequence[sequence["system"] == name].set_index("mended")["score"].loc[[*ORDER[:-1], ALL]]
        frame[f"score_{k}"] = [before[k], *of]
        frame[f"more_{k}"] = frame[f"score_{k}"].diff()
    return frame
