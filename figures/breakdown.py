"""Scores of groups of words as a dot plot: support, both systems with intervals, and their difference."""

from __future__ import annotations

import re
from html import unescape

import numpy as np
import pandas as pd
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from figures import forest, layout, numbers, theme
from figures.frames import COLUMNS, DIFFERENCE, GAP, Systems
from figures.scales import score_scale

MOST_ROWS = 36
ORDERS = {"support": "by support", "errors": "by errors", "difference": "by difference"}
LETTER = 6.4  # pixels of a letter in a label, about
LONGEST = 22  # characters of a label


def ordered_groups(scores: pd.DataFrame, differences: pd.DataFrame, order: str) -> pd.DataFrame:
    """The scores of groups in an order of ORDERS, or as they are, with `support`: how many words gold has."""
    support = scores.groupby("group", sort=False)["r_den"].max()
    if order == "errors":
        key = -(scores["r_den"] - scores["r_num"]).groupby(scores["group"], sort=False).sum()
    elif order == "difference" and len(differences):
        key = -differences.set_index("group")["value"].abs().fillna(-1.0)
    elif order == "support":
        key = -support
    else:
        key = pd.Series(range(len(support)), index=support.index)
    rank = {name: k for k, name in enumerate(key.sort_values(kind="stable").index)}
    frame = scores.assign(support=scores["group"].map(support), rank=scores["group"].map(rank))
    return frame.sort_values("rank", kind="stable").drop(columns="rank").reset_index(drop=True)


def breakdown_frame(
    scores: pd.DataFrame, differences: pd.DataFrame, total: tuple[pd.DataFrame, pd.DataFrame] | None, systems: Systems
) -> pd.DataFrame:
    """The dot plot: one row for each panel ("" or "difference"), group and series, columns as in forest_frame(), support and y.

    scores : ordered_groups(). total : scores and differences of all words, for the row above the groups; None for none.
    """
    names = list(dict.fromkeys(scores["group"]))[:MOST_ROWS]
    frames = [part[part["group"].isin(names)] if len(part) else part for part in (scores, differences)]
    if total is not None:
        whole = total[0].assign(group=theme.ALL_WORDS, support=total[0]["r_den"])
        beside = total[1].assign(group=theme.ALL_WORDS) if len(total[1]) else total[1]
        frames = [pd.concat([one, other], ignore_index=True) for one, other in zip((whole, beside), frames, strict=True)]
        names = [theme.ALL_WORDS, *names]
    air = GAP if total is not None else 0.0
    y = {name: k + air * (k > 0) for k, name in enumerate(names)}
    frame = pd.concat([system_rows(frames[0], systems), difference_rows(frames[1], systems)], ignore_index=True)
    return frame.assign(y=frame["metric"].map(y), support=frame["metric"].map(frames[0].groupby("group")["support"].max()))


def system_rows(scores: pd.DataFrame, systems: Systems) -> pd.DataFrame:
    """Scores of groups as rows of a figure's frame."""
    place = {systems.names[k]: systems.places[k] for k in systems.picked}
    lane = {systems.names[k]: n for n, k in enumerate(systems.picked)}
    frame = scores.drop(columns="metric").rename(columns={"system": "name", "f1": "value", "group": "metric"})
    frame = frame.assign(panel="", singletons="", lane=frame["name"].map(lane), place=frame["name"].map(place), differs=False)
    return frame.assign(series=frame["place"].map(theme.letter), p=np.nan).reindex(columns=COLUMNS)


def difference_rows(rows: pd.DataFrame, systems: Systems) -> pd.DataFrame:
    """Differences of groups as rows of a figure's frame."""
    if not len(rows):
        return pd.DataFrame(columns=COLUMNS).astype({"value": float, "low": float, "high": float, "lane": int, "place": int})
    frame = (
        rows.drop(columns="metric")
        .rename(columns={"group": "metric"})
        .assign(panel=DIFFERENCE, singletons="", lane=0, place=0, differs=rows["settled"])
    )
    return frame.assign(series=systems.difference, name=systems.difference).reindex(columns=COLUMNS)


def screen(frame: pd.DataFrame) -> go.Figure:
    """The dot plot of breakdown_frame(): support beside the groups' names, scores, and the difference if there is one."""
    y = dict(zip(frame["metric"], frame["y"], strict=True))
    scores, differences = frame[frame["panel"] == ""], frame[frame["panel"] == DIFFERENCE]
    n = 1 + (len(differences) > 0)
    figure = make_subplots(1, n, shared_yaxes=True, column_widths=[0.6, 0.4][:n], horizontal_spacing=0.05)
    forest.scores_panel(figure, 1, scores, y, score_scale(scores))
    layout.title(figure, 1, "F1")
    if n == 2:
        forest.differences_panel(figure, 2, differences, y)
    layout.rows(figure, y)
    labels = _labels(frame, y)
    figure.update_yaxes(ticktext=labels, col=1)
    row = layout.row_height(int(frame["lane"].max()) + 1)
    left = max(layout.MARGIN["l"], 16 + LETTER * max(len(_plain(label)) for label in labels))
    return layout.finish(figure, row * (max(y.values()) + 1.24) + layout.MARGIN["t"] + layout.MARGIN["b"], {"l": int(left)})


def _labels(frame: pd.DataFrame, y: dict[str, float]) -> list[str]:
    support = dict(zip(frame["metric"], frame["support"], strict=True))
    labels = layout.counted(y, [support[name] for name in y], LONGEST)
    return [f"<b>{label}</b>" if name == theme.ALL_WORDS else label for name, label in zip(y, labels, strict=True)]


def _plain(label: str) -> str:
    return unescape(re.sub("</?b>", "", label))


def shown(frame: pd.DataFrame, scores: pd.DataFrame) -> str:
    """How many groups are drawn, where not all are."""
    n, drawn = scores["group"].nunique(), len(set(frame["metric"]) - {theme.ALL_WORDS})
    return "" if drawn >= n else f"The first {drawn} of {numbers.count(n)} are shown; the table's files hold all."
