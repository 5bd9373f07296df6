"""What mending every error of one class, mention type or document would bring, as dots with intervals, the largest first."""

from __future__ import annotations

import pandas as pd
import plotly.graph_objects as go

from figures import layout, numbers, theme
from figures.frames import Systems

MOST_ROWS = 15
ROW = 25  # pixels
LETTER = 6.4  # pixels of a letter in a label, about
LONGEST = 26  # characters of a label
UNKNOWN = "not known"
AXIS = "gain in CoNLL (points)"


def gains_frame(gains: pd.DataFrame, by: str, systems: Systems) -> pd.DataFrame:
    """The groups that bring most: one row for each of them and each picked system. gains : grouped.group_table().

    Columns: group, metric (how it is called), y, lane, place, series, name, value (points), low, high, reason, text (hover); by,
    groups (how many there are) and rest (the most that one of those left out brings, NaN for none) are the same in every row.
    Groups that bring nothing are left out.
    """
    gains = gains[gains["system"].isin(systems.pair)]
    most = gains.groupby("group", sort=False)["gain"].max().sort_values(ascending=False, kind="stable")
    names = most.index[most > 0][:MOST_ROWS]
    frame = gains[gains["group"].isin(names)].rename(columns={"system": "name", "gain": "value"})
    lane = frame["name"].map({name: k for k, name in enumerate(systems.pair)})
    place = lane.map(lambda k: systems.places[systems.picked[k]])
    frame = frame.assign(lane=lane, place=place, series=place.map(theme.letter), y=frame["group"].map(names.get_loc))
    frame["metric"] = frame["group"].where(frame["group"] != "", UNKNOWN)
    frame["text"] = [_hover(row, by) for row in frame.to_dict("records")]
    left = most.iloc[len(names) :]
    frame = frame.assign(by=by, groups=len(most), rest=left.max() if len(left) else float("nan"))
    return frame.sort_values(["y", "lane"], kind="stable", ignore_index=True)


def _hover(row: dict, by: str) -> str:
    name, group = (theme.chart_text(theme.shortened(row[word], 60)) for word in ("name", "metric"))
    gain = f"{numbers.signed(row['value'])} {numbers.interval(row['low'], row['high'], numbers.signed)}".strip()
    return f"<b>{row['series']} {name}</b><br>{gain} CoNLL without any error of the {by} {group}"


def screen(frame: pd.DataFrame) -> go.Figure:
    """The dots of gains_frame(), customdata (hover text, group, series); the rows have their groups' names."""
    y = rows_of(frame)
    figure = go.Figure().set_subplots(1, 1)
    offsets = layout.offsets(int(frame["lane"].max()) + 1)
    for lane, rows in frame.groupby("lane"):
        trace = layout.points(rows, rows["y"] + offsets[lane], theme.mark(int(rows["place"].iloc[0])))
        trace.customdata = rows["text"].tolist()
        figure.add_trace(layout.knowing(trace, rows, "group", "series"))
    layout.difference_axis(figure, 1, frame, AXIS)
    layout.rows(figure, y)
    labels = [theme.chart_text(name) for name in theme.apart(frame.drop_duplicates("y")["metric"].tolist(), LONGEST)]
    figure.update_yaxes(ticktext=labels)
    left = int(max(layout.MARGIN["l"], 18 + LETTER * min(max(map(len, frame["metric"])), LONGEST)))
    return layout.finish(figure, ROW * (max(y.values()) + 1.24) + 10 + layout.MARGIN["b"], {"l": left, "t": 10, "r": 16})


def rows_of(frame: pd.DataFrame) -> dict[str, float]:
    """Where each group stands, by its own name: a group may be called as those without a name are."""
    return dict(zip(frame["group"], frame["y"].astype(float), strict=True))


def shown(frame: pd.DataFrame) -> str:
    """How many groups are drawn, and what the others bring, where not all are."""
    drawn, groups, rest = frame["group"].nunique(), int(frame["groups"].iloc[0]), float(frame["rest"].iloc[0])
    if drawn == groups:
        return ""
    each = "nothing" if rest <= 0 else f"at most {numbers.points(rest)} points each"
    return f"The {drawn} that bring most of {numbers.count(groups)} are drawn; the others bring {each}."
