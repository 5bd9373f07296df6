"""The verdict on two taggers: micro F1 first, macro beside it. "Better" is said only where interval and p agree."""

from __future__ import annotations

import pandas as pd

from figures import numbers
from figures.frames import Systems
from figures.said import Said, bold, letter, level_name, plain, say, sentences, sure
from figures.sentences import MOST, documents_needed, sides
from figures.span_frames import MACRO, MICRO
from figures.tree_sentences import where_gained
from metrics.options import SpanOptions


def spans(differences: pd.DataFrame, scores: pd.DataFrame, labels: pd.DataFrame, systems: Systems, options: SpanOptions) -> Said:
    """Which of two taggers is better, by how much and how surely, and on which labels; of one, how good it is.

    labels : scores by label, column group.
    """
    if not scores.loc[scores["metric"] == MICRO, "f1"].notna().any():
        return plain("There is nothing to score: neither gold nor a system has a labelled span.")
    if len(systems.picked) == 1:
        return one_tagger(scores, systems, options)
    micro, macro = (_row(differences, name) for name in (MICRO, MACRO))
    if micro.settled:
        return sentences(_better(micro, macro, systems, options), where_gained(micro, _gains(labels, systems)))
    return sentences(_not_shown(micro, macro, systems, options), _needed(micro, options.unit))


def one_tagger(scores: pd.DataFrame, systems: Systems, options: SpanOptions) -> Said:
    """How good a single tagger is."""
    found = scores[scores["system"] == systems.pair[0]].set_index("metric")
    micro, macro, exact = (found.loc[name] for name in (MICRO, MACRO, "exact"))
    who = letter(systems.places[systems.picked[0]])
    how = "" if numbers.missing(micro["low"]) else f" ({_interval(micro, options)})"
    x = bold(f"{numbers.points(micro['f1'])} points")
    said = "{a} scores {x} of micro F1{how} and {y} of macro F1; whatever the label, {z}."
    said = say(said, a=who, x=x, how=how, y=numbers.points(macro["f1"]), z=numbers.points(exact["f1"]))
    return said if how else sentences(said, plain(f"There is no interval: {_reason(micro['reason'])}."))


def _interval(row, options: SpanOptions) -> str:
    return f"{level_name(options.level)} interval {numbers.from_to(row['low'], row['high'])}"


def _row(differences: pd.DataFrame, metric: str):
    return next(differences[differences["metric"] == metric].itertuples(index=False))


def _reason(reason: str | None) -> str:
    return reason if isinstance(reason, str) else "its denominators are 0"


def _gains(labels: pd.DataFrame, systems: Systems) -> pd.Series:
    """By label, how many spans more B has right than A."""
    right = labels.pivot(index="group", columns="system", values="r_num")
    return right[systems.pair[1]] - right[systems.pair[0]]


def _better(micro, macro, systems: Systems, options: SpanOptions) -> Said:
    """B is better than A by 3.10 points of micro F1 (95 % interval 1.02 to 5.24, p = .004); of macro F1 it is 2.41."""
    winner, loser, sign = sides(micro, systems)
    x = bold(f"{numbers.points(abs(micro.value))} points")
    said = "{w} is better than {l} by {x} of micro F1 ({sure}); {rest}."
    return say(said, w=winner, l=loser, x=x, sure=sure(micro, options.level, sign), rest=_beside(macro, sign))


def _beside(macro, sign: int) -> str:
    """What the mean over labels says, from the winner's side."""
    if numbers.missing(macro.value):
        return "macro F1 is undefined"
    value = numbers.points(sign * macro.value)
    if not macro.settled:
        return f"of macro F1 it is {value}, which is not settled"
    if sign * macro.value < 0:
        return f"on macro F1 it is the other way round, by {numbers.points(abs(macro.value))}"
    return f"of macro F1 it is {value}"


def _not_shown(micro, macro, systems: Systems, options: SpanOptions) -> Said:
    """No difference can be shown: B − A is 0.18 points of micro F1 (95 % interval −0.33 to 0.70, p = .480)."""
    x = bold(f"{numbers.points(micro.value)} points")
    if numbers.missing(micro.low):
        said = "Whether they differ cannot be said: {d} is {x} of micro F1, without an interval ({why})."
        return say(said, d=systems.difference, x=x, why=_reason(micro.reason))
    rest = "; interval and p do not agree" if micro.differs else ""
    said = "No difference can be shown: {d} is {x} of micro F1 ({how}){rest}{beside}."
    return say(said, d=systems.difference, x=x, how=sure(micro, options.level), rest=rest, beside=_unsettled(macro, systems))


def _unsettled(macro, systems: Systems) -> Said:
    if numbers.missing(macro.value):
        return Said()
    if not macro.settled:
        return plain(f"; of macro F1 it is {numbers.points(macro.value)}, not settled either")
    winner, _, _ = sides(macro, systems)
    return say("; on macro F1 {w} is better by {x}", w=winner, x=numbers.points(abs(macro.value)))


def _needed(row, unit: str) -> Said:
    """How many sentences or documents would show a difference this small."""
    number = documents_needed(row)
    if number is None:
        return Said()
    about = f"about {numbers.count(number)}" if number < MOST else "more than a million"
    return plain(f"To show a difference this small would take {about} {unit}s with spans.")


def errors(kinds: pd.DataFrame, systems: Systems) -> Said:
    """Which kind of error is the most frequent, and how many are shared; kinds : errors_frame()."""
    if not len(kinds) or not kinds["n"].sum():
        return plain("There is no error: every span is right.")
    total, by_kind = int(kinds["n"].sum()), kinds.groupby("kind", sort=False)["n"].sum()
    first = by_kind.index[0]
    share = numbers.percent(by_kind.iloc[0] / total)
    said = say("{n} of {m} errors are {k} ({share}).", n=bold(numbers.count(by_kind.iloc[0])), m=numbers.count(total),
               k=bold(WORDS.get(first, first)), share=share)  # fmt: skip
    if len(systems.picked) == 1:
        return said
    n = kinds.groupby("panel")["n"].sum()
    a, b = (letter(systems.places[k]) for k in systems.picked)
    verb = "is" if n[1] == 1 else "are"
    rest = "{x} {verb} made by both; {a} makes {y} of its own, {b} {z}."
    return sentences(
        said, say(rest, x=bold(numbers.count(n[1])), verb=verb, a=a, b=b, y=numbers.count(n[0]), z=numbers.count(n[2]))
    )


WORDS = {
    "type": "wrong labels", "too long": "spans that are too long", "too short": "spans that are too short",
    "left": "spans shifted to the left", "right": "spans shifted to the right", "split": "split spans", "merged": "merged spans",
    "missed": "missed spans", "spurious": "spurious spans",
}  # fmt: skip
