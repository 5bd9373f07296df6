"""Many treebanks: how far each system is from the first in every one of them, and in the mean."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from figures import layout, numbers, theme
from figures.forest import DIFFERENCE_MARK
from metrics.rows import MACRO

ROW = 22
LONGEST = 26  # characters of a treebank's name
LETTER = 7.2  # pixels
MEAN = "mean"
NUMERIC = ("value", "low", "high", "p", "p_adjusted")
NUMBERS = 66  # pixels for the numbers at the right


def treebanks_frame(rows: Sequence[dict[str, Any]], metric: str, letters: Sequence[str] = ()) -> pd.DataFrame:
    """The differences of one metric, one row a treebank and system, from the results rows of many treebanks.

    letters : of the systems in order, the first one's too; A, B, ... by default. Columns: measure (LAS), metric (the name of
    the treebank; MEAN for the macro mean, which comes first), lane (0, 1, ... for the second system, the third, ...), place,
    series (B − A), name, value, low, high, p, p_adjusted, settled, reason, outcome ("better in 14, worse in 5, equal in 1").
    The largest difference of the second system comes first.
    """
    names = list(dict.fromkeys(row["system"] for row in rows))
    letters = list(letters) or [theme.letter(k) for k in range(len(names))]
    chosen = [row for row in rows if row["metric"] == metric and row["difference"] and row["group"]]
    found = [_entry(row, names.index(row["system"]), letters) for row in chosen if row["group"]["by"] == "treebank"]
    frame = pd.DataFrame(found, columns=COLUMNS)
    frame[list(NUMERIC)] = frame[list(NUMERIC)].astype(float)
    first = frame[frame["lane"] == 0].set_index("metric")["value"]
    rank = frame["metric"].map(first).where(frame["metric"] != MEAN, np.inf)
    order = frame.assign(rank=-rank.fillna(-np.inf)).sort_values(["rank", "metric", "lane"], kind="stable").index
    return frame.loc[order].reset_index(drop=True)


COLUMNS = ["measure", "metric", "lane", "place", "series", "name", *NUMERIC, "settled", "reason", "outcome"]


def _entry(row: dict[str, Any], place: int, letters: Sequence[str]) -> dict[str, Any]:
    difference = row["difference"]
    bank = MEAN if row["group"]["value"] == MACRO else row["group"]["value"]
    outcome = ""
    if "wins" in difference:
        outcome = f"better in {difference['wins']}, worse in {difference['losses']}, equal in {difference['ties']}"
    return {
        "measure": row["metric"], "metric": bank, "lane": place - 1, "place": place,
        "series": f"{letters[place]} − {letters[0]}", "name": row["system"],
        **{name: difference[name] for name in NUMERIC}, "settled": difference["settled"], "reason": difference["reason"],
        "outcome": outcome,
    }  # fmt: skip


def places(frame: pd.DataFrame) -> dict[str, float]:
    """Where each treebank stands, in rows; half a row of air follows the mean."""
    banks = list(dict.fromkeys(frame["metric"]))
    return {bank: k + 0.5 * (k > 0 and banks[0] == MEAN) for k, bank in enumerate(banks)}


def screen(frame: pd.DataFrame) -> go.Figure:
    """Treebanks against differences from treebanks_frame(): filled where the difference is settled, hollow where it is not.

    customdata : the hover text, and the treebank, "" for the mean.
    """
    y = places(frame)
    figure = go.Figure().set_subplots(1, 1)
    lanes = int(frame["lane"].max()) + 1 if len(frame) else 1
    offsets = layout.offsets(lanes)
    for (lane, settled), rows in frame.groupby(["lane", "settled"]):
        mark = DIFFERENCE_MARK if lanes == 1 else theme.mark(int(rows["place"].iloc[0]))
        trace = layout.points(rows, rows["metric"].map(y) + offsets[lane], mark, hollow=not settled)
        trace.customdata = [[_hover(row), "" if row.metric == MEAN else row.metric] for row in rows.itertuples()]
        trace.hovertemplate = "%{customdata[0]}<extra></extra>"
        figure.add_trace(trace)
    layout.difference_axis(figure, 1, frame, f"{axis_name(frame)} (points)")
    layout.not_defined(figure, 1, frame, y, 0)
    shown = zip(y, theme.apart(list(y), LONGEST), strict=True)
    names = [f"<b>{bank}</b>" if bank == MEAN else theme.chart_text(short) for bank, short in shown]
    bottom = max(y.values(), default=0) + 0.6
    figure.update_yaxes(
        range=[bottom, -0.6], tickvals=list(y.values()), ticktext=names, showgrid=False, zeroline=False, fixedrange=True,
        ticks="", ticklabelstandoff=6,
    )  # fmt: skip
    if lanes == 1:
        _numbers(figure, frame, y)
    left = 20 + LETTER * max((min(len(bank), LONGEST) for bank in y), default=0)
    height = layout.row_height(lanes, ROW) * (bottom + 0.6) + 12 + layout.MARGIN["b"]
    return layout.finish(figure, height, {"l": max(left, 60), "t": 12, "r": NUMBERS if lanes == 1 else 12})


def axis_name(frame: pd.DataFrame) -> str:
    """LAS: B − A, or LAS: difference from A where several systems are compared with the first."""
    if frame.empty:
        return "difference"
    series = list(dict.fromkeys(frame["series"]))
    difference = series[0] if len(series) == 1 else f"difference from {series[0].split(' − ')[1]}"
    return f"{frame['measure'].iloc[0]}: {difference}"


def _numbers(figure: go.Figure, frame: pd.DataFrame, y: dict[str, float]) -> None:
    """The differences as a column at the right, bold where they are settled."""
    for row in frame.dropna(subset="value").itertuples():
        words = numbers.signed(row.value)
        figure.add_annotation(
            x=1, xref="paper", y=y[row.metric], text=f"<b>{words}</b>" if row.settled else words, showarrow=False,
            xanchor="right", xshift=NUMBERS - 6, font={"size": layout.SIZE},
        )  # fmt: skip


def _hover(row) -> str:
    """What a mark says: the treebank, the difference with its interval, p corrected over treebanks, or wins and losses."""
    values = f"{row.series} {numbers.signed(row.value)} {numbers.interval(row.low, row.high, numbers.signed)}".strip()
    p = row.p if numbers.missing(row.p_adjusted) else row.p_adjusted
    name = "p (Wilcoxon)" if row.outcome else "p (corrected over treebanks)"
    tested = "" if numbers.missing(p) else f"{name} {numbers.p_equals(p)}"
    lines = [f"<b>{theme.chart_text(row.metric)}</b>", values, tested, row.outcome, theme.chart_text(row.reason or "")]
    return "<br>".join(line for line in lines if line)
