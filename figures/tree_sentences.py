"""The verdict on two parsers: LAS first, UAS beside it. "Better" is said only where interval and p agree."""

from __future__ import annotations

import pandas as pd

from figures import numbers
from figures.frames import Systems
from figures.said import Said, bold, joined, letter, level_name, plain, say, sentences, sure
from figures.sentences import MOST, documents_needed, sides

HEADLINE, BESIDE = "LAS", "UAS"
MOST_OF_IT = 0.5  # share of the gain that the named relations hold
NAMED = 3  # relations


def parsing(differences: pd.DataFrame, scores: pd.DataFrame, gains: pd.Series, systems: Systems, options) -> Said:
    """Which of two parsers is better, by how much and how surely, and where; of one, how good it is.

    gains : by relation, how many words B attaches rightly beyond A. options : level and unit are read.
    """
    if len(systems.picked) == 1:
        return one_parser(scores, systems, options)
    rows = {metric: _row(differences, metric) for metric in (HEADLINE, BESIDE)}
    las = rows[HEADLINE]
    if las.settled:
        return sentences(_better(las, rows[BESIDE], systems, options.level), where_gained(las, gains))
    return sentences(_not_shown(las, rows[BESIDE], systems, options), _needed(las, options.unit))


def one_parser(scores: pd.DataFrame, systems: Systems, options) -> Said:
    """How good a single parser is."""
    found = scores[scores["system"] == systems.pair[0]].set_index("metric")
    las, uas = found.loc[HEADLINE], found.loc[BESIDE]
    who = letter(systems.places[systems.picked[0]])
    if numbers.missing(las["f1"]):
        return say("{a} has no LAS: there are no words to score.", a=who)
    how = (
        ""
        if numbers.missing(las["low"])
        else f" ({level_name(options.level)} interval {numbers.from_to(las['low'], las['high'])})"
    )
    x = bold(f"{numbers.points(las['f1'])} points")
    said = say("{a} scores {x} of LAS{how} and {y} of UAS.", a=who, x=x, how=how, y=numbers.points(uas["f1"]))
    return said if how else sentences(said, plain(f"There is no interval: {_reason(las['reason'], options.unit)}."))


def _row(differences: pd.DataFrame, metric: str):
    return next(differences[differences["metric"] == metric].itertuples(index=False))


def _reason(reason: str | None, unit: str) -> str:
    return reason.replace("unit", unit) if isinstance(reason, str) else "its denominators are 0"


def _better(las, uas, systems: Systems, level: float) -> Said:
    """B is better than A by 0.84 points of LAS (95 % interval 0.31 to 1.38, p = .001); by 0.51 of UAS."""
    winner, loser, sign = sides(las, systems)
    x = bold(f"{numbers.points(abs(las.value))} points")
    said = "{w} is better than {l} by {x} of LAS ({sure}); {rest}."
    return say(said, w=winner, l=loser, x=x, sure=sure(las, level, sign), rest=_beside(uas, sign))


def _beside(uas, sign: int) -> str:
    """What heads alone say, from the winner's side."""
    if numbers.missing(uas.value):
        return "UAS is undefined"
    value = sign * uas.value
    if uas.settled:
        return (
            f"of UAS it is {numbers.points(value)}"
            if value > 0
            else f"on UAS it is the other way round, by {numbers.points(-value)}"
        )
    return f"of UAS it is {numbers.points(value)}, which is not settled"


def where_gained(las, gains: pd.Series) -> Said:
    """The relations that hold over half of the net gain, if few do; nothing where there is one alone, which holds all."""
    sign = 1 if las.value > 0 else -1
    won = (sign * gains).sort_values(ascending=False, kind="stable")
    total = won.sum()
    if total <= 0 or len(won) == 1:
        return Said()
    reached = won.cumsum() > MOST_OF_IT * total
    first = int(reached.to_numpy().argmax()) + 1
    if not reached.any() or first > NAMED:
        return Said()
    return say("Over half of the gain is in {names}.", names=joined(bold(name) for name in won.index[:first]))


def _not_shown(las, uas, systems: Systems, options) -> Said:
    """No difference can be shown: B − A is 0.18 points of LAS (95 % interval −0.33 to 0.70, p = .480)."""
    if numbers.missing(las.value):
        return plain("No difference can be shown: LAS is undefined, there are no words to score.")
    how = (
        say("no interval: {why}", why=_reason(las.reason, options.unit)) if numbers.missing(las.low) else sure(las, options.level)
    )
    rest = "; interval and p do not agree" if las.differs else ""
    said = "No difference can be shown: {d} is {x} of LAS ({how}){rest}{beside}."
    x = bold(f"{numbers.points(las.value)} points")
    return say(said, d=systems.difference, x=x, how=how, rest=rest, beside=_beside_unsettled(uas, systems))


def _beside_unsettled(uas, systems: Systems) -> Said:
    if numbers.missing(uas.value):
        return Said()
    if not uas.settled:
        return plain(f"; of UAS it is {numbers.points(uas.value)}, not settled either")
    winner, _, _ = sides(uas, systems)
    return say("; on UAS {w} is better by {x}", w=winner, x=numbers.points(abs(uas.value)))


def _needed(row, unit: str) -> Said:
    """How many sentences or documents would show a difference this small."""
    number = documents_needed(row)
    if number is None:
        return Said()
    about = f"about {numbers.count(number)}" if number < MOST else "more than a million"
    return plain(f"To show a difference this small would take {about} {unit}s.")
