"""What groups of mentions cost each system, and who loses them: dots with intervals beside bars of own and shared losses."""

from __future__ import annotations

import pandas as pd
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from figures import layout, numbers, theme
from figures.class_frames import PANELS, RARE
from figures.classes import INK, LETTER, MUTED, plain
from figures.frames import COLUMNS, Systems
from figures.scales import Scale, difference_scale
from metrics.typed.losses import PARTS

MOST_ROWS = 12
ROW = 26  # pixels
LONGEST = 18  # characters of a label
AXES = {"mention": "points of Mention F1", "link": "points of Link F1"}
NOUNS = {"mention": "mentions", "link": "links"}
HOVER = "%{customdata[0]}<extra></extra>"
BAR = 0.6  # of a row
ROOM = 1.62  # of the longest bar, for its number


def cost_frame(diagnosis: pd.DataFrame, systems: Systems) -> pd.DataFrame:
    """The costs of the costliest groups: one row for each panel ("mention", "link"), group and system.

    Columns as in forest_frame(): value is the cost, differs whether its interval leaves out 0; and y, support (gold's
    mentions), rare, text (hover). Groups that cost nobody anything are left out.
    """
    most = diagnosis.groupby("group", sort=False)["cost"].max().fillna(0.0)
    names = most.index[most > 0].tolist()[:MOST_ROWS]
    rows = diagnosis[diagnosis["group"].isin(names)]
    place = {systems.names[k]: systems.places[k] for k in systems.picked}
    lane = {name: k for k, name in enumerate(systems.pair)}
    frame = rows.rename(columns={"metric": "panel", "group": "metric", "system": "name", "cost": "value", "sure": "differs"})
    frame = frame.assign(lane=frame["name"].map(lane), place=frame["name"].map(place), singletons="", p=float("nan"))
    frame["series"] = frame["place"].map(theme.letter)
    frame["text"] = [_cost_text(row) for row in frame.to_dict("records")]
    support = rows[rows["metric"] == "mention"].groupby("group")["gold"].max()
    frame = frame[[*COLUMNS, "text"]].assign(y=frame["metric"].map({name: float(k) for k, name in enumerate(names)}))
    frame = frame.assign(support=frame["metric"].map(support).astype(int))
    return frame.assign(rare=frame["support"] < RARE).sort_values(["panel", "y", "lane"], ascending=[False, True, True])


def _cost_text(row: dict) -> str:
    """Hover: whose, which group, what it costs and how sure that is, and what is wrong."""
    lines = [f"<b>{row['series']} {theme.chart_text(theme.shortened(row['name'], 60))}</b>"]
    cost = f"{numbers.points(row['value'])} {numbers.interval(row['low'], row['high'])}".strip()
    lines.append(f"a perfect {theme.chart_text(row['metric'])} would bring {cost} {AXES[row['panel']]}")
    nouns = "mentions" if row["panel"] == "mention" else "pairs"
    lines.append(
        f"lost {numbers.count(row['lost'])} of {numbers.count(row['gold'])} {nouns}, {numbers.count(row['extra'])} too many"
    )
    reason = numbers.of_documents(row["reason"])
    return "<br>".join([*lines, *([theme.chart_text(f"no interval: {reason}")] if isinstance(reason, str) else [])])


def losses_frame(shared: pd.DataFrame, costs: pd.DataFrame, systems: Systems, metric: str) -> pd.DataFrame:
    """Who loses what of the groups of cost_frame(), in one metric: the rows of shared_losses().

    Further columns: title (of the panel), place (-1: both), y, support, rare, text (hover).
    """
    first = costs.drop_duplicates("metric").set_index("metric")
    rows = shared[(shared["metric"] == metric) & shared["group"].isin(first.index)]
    places = dict(zip(PARTS, (systems.places[systems.picked[0]], -1, systems.places[systems.picked[1]]), strict=True))
    frame = rows.assign(place=rows["part"].map(places), **{c: rows["group"].map(first[c]) for c in ("y", "support", "rare")})
    titles = part_names(systems)
    frame["title"] = [f"{titles[part]}, {NOUNS[metric]} lost" for part in frame["part"]]
    frame["text"] = [_loss_text(row, systems, metric) for row in frame.to_dict("records")]
    return frame.sort_values(["part", "y"]).reset_index(drop=True)


def part_names(systems: Systems) -> dict[str, str]:
    """Only A, both, only B."""
    first, second = systems.letters
    return dict(zip(PARTS, (f"Only {first}", "Both", f"Only {second}"), strict=True))


def _loss_text(row: dict, systems: Systems, metric: str) -> str:
    share = f"{numbers.points(row['share'])}{numbers.NBSP}% {numbers.interval(row['low'], row['high'])}".strip()
    words = f"{numbers.count(row['lost'])} of {numbers.count(row['gold'])} {NOUNS[metric]}: {share}"
    reason = numbers.of_documents(row["reason"])
    said = [f"no interval: {reason}"] if isinstance(reason, str) else []
    whose = dict(zip(PARTS, (f"by {systems.letters[0]} alone", "by both", f"by {systems.letters[1]} alone"), strict=True))
    lines = [f"<b>{theme.chart_text(row['group'])}</b>, lost {whose[row['part']]}"]
    return "<br>".join([*lines, words, *map(theme.chart_text, said)])


def screen(frame: pd.DataFrame) -> go.Figure:
    """The dots of cost_frame(), customdata (hover text, group, series); both panels have one axis, to be compared."""
    figure = make_subplots(1, 2, shared_yaxes=True, column_widths=[0.5, 0.5], horizontal_spacing=0.05)
    scale = cost_scale(frame)
    for column, (panel, words) in enumerate(PANELS.items(), 1):
        rows = frame[frame["panel"] == panel]
        offsets = layout.offsets(int(rows["lane"].max()) + 1)
        for lane, part in rows.groupby("lane"):
            trace = layout.points(part, part["y"] + offsets[lane], theme.mark(int(part["place"].iloc[0])))
            trace.customdata = part["text"].tolist()
            figure.add_trace(layout.knowing(trace, part, "metric", "series"), 1, column)
        layout.value_axis(figure, column, scale, AXES[panel])
        layout.title(figure, column, words)
    return finished(figure, frame)


def cost_scale(frame: pd.DataFrame) -> Scale:
    """From 0 to the end of the longest interval."""
    return difference_scale(frame)


def losses_screen(frame: pd.DataFrame) -> go.Figure:
    """The bars of losses_frame(): only A, both, only B, from one zero each, all on one scale."""
    figure = make_subplots(1, 3, shared_yaxes=True, column_widths=[1, 1, 1], horizontal_spacing=0.04)
    top = max(float(frame["lost"].max()), 1.0)
    for column, part in enumerate(PARTS, 1):
        rows = frame[frame["part"] == part]
        place = int(rows["place"].iloc[0])
        figure.add_trace(_bars(rows, theme.GREY if place < 0 else theme.mark(place).colour), 1, column)
        named = {"text": f"{NOUNS[rows['metric'].iloc[0]]} lost", "font": {"size": layout.SIZE}, "standoff": 8}
        figure.update_xaxes(
            range=[0, ROOM * top], showgrid=False, zeroline=False, fixedrange=True, showticklabels=False, ticks="", title=named,
            row=1, col=column,
        )  # fmt: skip
        layout.title(figure, column, rows["title"].iloc[0].partition(",")[0])
    return finished(figure, frame.assign(metric=frame["group"]))


def _bars(rows: pd.DataFrame, colour: str) -> go.Bar:
    return go.Bar(
        x=rows["lost"], y=rows["y"], orientation="h", width=BAR, marker={"color": colour, "line": {"width": 0}}, cliponaxis=False,
        text=[numbers.count(n) for n in rows["lost"]], textposition="outside", constraintext="none", name=rows["part"].iloc[0],
        textfont={"size": layout.SIZE}, customdata=rows[["text", "group"]], hovertemplate=HOVER, **layout.KEEP,
    )  # fmt: skip


def finished(figure: go.Figure, frame: pd.DataFrame) -> go.Figure:
    """Groups with their support down the left side, the same height for the same groups."""
    first = frame.drop_duplicates("metric").sort_values("y").set_index("metric")
    labels = layout.counted(first.index, first["support"], LONGEST)
    styles = [MUTED if rare else INK for rare in first["rare"]]
    told = [f'<span style="{style}">{label}</span>' for style, label in zip(styles, labels, strict=True)]
    last = float(first["y"].max())
    figure.update_yaxes(range=[last + 0.62, -0.62], showgrid=False, zeroline=False, fixedrange=True)
    figure.update_yaxes(tickvals=first["y"].tolist(), ticktext=told, ticks="", ticklabelstandoff=6, col=1)
    left = int(max(layout.MARGIN["l"], 18 + LETTER * max(len(plain(label)) for label in labels)))
    height = ROW * (last + 1.24) + layout.MARGIN["t"] + layout.MARGIN["b"]
    return layout.finish(figure, height, {"l": left})
