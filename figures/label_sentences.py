"""The verdict on two classifiers: accuracy first where each item has one label, else micro F1; macro F1 beside it."""

from __future__ import annotations

import pandas as pd

from figures import numbers
from figures.frames import Systems
from figures.said import Said, bold, joined, letter, level_name, plain, say, sentences, sure
from figures.sentences import MOST, documents_needed, sides
from figures.tree_sentences import where_gained
from metrics.classification.registry import MACRO, MICRO
from metrics.options import LabelOptions

ACCURACY = "accuracy"
CALLED = {ACCURACY: "accuracy", MICRO: "micro F1"}
HEADLINES = {"single": ACCURACY, "multi": MICRO, "binary": MICRO}  # by the kind of task
EITHER_CLASS = "binary"
NAMED = 3  # labels
Groups = tuple[pd.DataFrame, pd.DataFrame]


def classifiers(found: Groups, labels: Groups, kind: str, systems: Systems, options: LabelOptions) -> Said:
    """Which of two classifiers is better, by how much and how surely, and on which labels; of one, how good it is.

    found : scores and differences of the whole. labels : those of each label, column group.
    """
    scores, differences = found
    headline = HEADLINES[kind]
    beside = ACCURACY if kind == EITHER_CLASS else MACRO
    if len(systems.picked) == 1:
        return one_classifier(scores, (headline, beside), systems, options)
    main, other = (_row(differences, metric) for metric in (headline, beside))
    if numbers.missing(main.value):
        return plain(f"No difference can be shown: {CALLED[headline]} is undefined, no side has a label.")
    if main.settled:
        gains = Said() if kind == EITHER_CLASS else where_gained(main, _gains(labels[0], systems))
        return sentences(_better((main, other), systems, options), gains)
    apart = Said() if kind == EITHER_CLASS else _apart(labels[1], systems)
    return sentences(_not_shown((main, other), systems, options), apart or _needed(main, options.unit))


def one_classifier(scores: pd.DataFrame, metrics: tuple[str, str], systems: Systems, options: LabelOptions) -> Said:
    """How good a single classifier is."""
    found = scores[scores["system"] == systems.pair[0]].set_index("metric")
    main, other = (found.loc[name] for name in metrics)
    who = letter(systems.places[systems.picked[0]])
    if numbers.missing(main["f1"]):
        return say("{a} has no {m}: no side has a label.", a=who, m=CALLED[metrics[0]])
    bare = numbers.missing(main["low"])
    how = "" if bare else f" ({level_name(options.level)} interval {numbers.from_to(main['low'], main['high'])})"
    x, rest = bold(f"{numbers.points(main['f1'])} points"), f"{numbers.points(other['f1'])} of {called(metrics[1])}"
    said = say("{a} scores {x} of {m}{how} and {rest}.", a=who, x=x, m=CALLED[metrics[0]], how=how, rest=rest)
    return sentences(said, plain(f"There is no interval: {_reason(main['reason'])}.")) if bare else said


def called(metric: str) -> str:
    """A metric in a sentence."""
    return CALLED.get(metric, f"{metric} F1")


def _row(differences: pd.DataFrame, metric: str):
    return next(differences[differences["metric"] == metric].itertuples(index=False))


def _reason(reason: str | None) -> str:
    return reason if isinstance(reason, str) else "none was asked for"


def _gains(labels: pd.DataFrame, systems: Systems) -> pd.Series:
    """By label, how many items more B gives it rightly than A."""
    right = labels.pivot(index="group", columns="system", values="r_num")
    return right[systems.pair[1]] - right[systems.pair[0]]


def _better(rows: tuple, systems: Systems, options: LabelOptions) -> Said:
    """B is better than A by 3.10 points of accuracy (95 % interval 1.02 to 5.24, p = .004); of macro F1 it is 2.41."""
    main, other = rows
    winner, loser, sign = sides(main, systems)
    x = bold(f"{numbers.points(abs(main.value))} points")
    words = {"x": x, "m": CALLED[main.metric], "sure": sure(main, options.level, sign), "rest": _beside(other, sign)}
    return say("{w} is better than {l} by {x} of {m} ({sure}); {rest}.", w=winner, l=loser, **words)


def _beside(row, sign: int) -> str:
    """What the second metric says, from the winner's side."""
    metric = called(row.metric)
    if numbers.missing(row.value):
        return f"{metric} is undefined"
    value = numbers.points(sign * row.value)
    if not row.settled:
        return f"of {metric} it is {value}, which is not settled"
    if sign * row.value < 0:
        return f"on {metric} it is the other way round, by {numbers.points(abs(row.value))}"
    return f"of {metric} it is {value}"


def _not_shown(rows: tuple, systems: Systems, options: LabelOptions) -> Said:
    """No difference can be shown: B − A is 0.18 points of accuracy (95 % interval −0.33 to 0.70, p = .480)."""
    main, other = rows
    x, metric = bold(f"{numbers.points(main.value)} points"), CALLED[main.metric]
    if numbers.missing(main.low):
        said = "Whether they differ cannot be said: {d} is {x} of {m}, without an interval ({why})."
        return say(said, d=systems.difference, x=x, m=metric, why=_reason(main.reason))
    rest = "; interval and p do not agree" if main.differs else ""
    how, beside = sure(main, options.level), _unsettled(other, systems)
    said = "No difference can be shown: {d} is {x} of {m} ({how}){rest}{beside}."
    return say(said, d=systems.difference, x=x, m=metric, how=how, rest=rest, beside=beside)


def _unsettled(row, systems: Systems) -> Said:
    if numbers.missing(row.value):
        return Said()
    metric = called(row.metric)
    if not row.settled:
        return plain(f"; of {metric} it is {numbers.points(row.value)}, not settled either")
    winner, _, _ = sides(row, systems)
    return say("; on {m} {w} is better by {x}", m=metric, w=winner, x=numbers.points(abs(row.value)))


def _apart(labels: pd.DataFrame, systems: Systems) -> Said:
    """On which labels either is better all the same: Yet B is better on thanks and complaint, A on cargo."""
    settled = labels[labels["settled"]] if len(labels) else labels
    if not len(settled):
        return Said()
    settled = settled.loc[settled["value"].abs().sort_values(ascending=False, kind="stable").index]
    parts = []
    for number, mine in zip(systems.picked, (settled["value"] < 0, settled["value"] > 0), strict=True):
        names = settled.loc[mine, "group"].tolist()
        if names:
            rest = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
            said = "{w} {verb}on {names}{rest}"
            verb = "is better " if not parts else ""
            named = joined((bold(name) for name in names[:NAMED]), ", " if rest else " and ")
            parts.append(say(said, w=letter(systems.places[number]), verb=verb, names=named, rest=rest))
    return say("Yet {parts}.", parts=joined(parts, ", "))


def _needed(row, unit: str) -> Said:
    """How many items or documents would show a difference this small."""
    number = documents_needed(row)
    if number is None:
        return Said()
    about = f"about {numbers.count(number)}" if number < MOST else "more than a million"
    return plain(f"To show a difference this small would take {about} {unit}s.")
