"""Verdicts, computed from the frames that the figures show. "Better" is said only where interval and p agree."""

from __future__ import annotations

import pandas as pd

from figures import gain, numbers, theme
from figures.frames import Systems, flips
from figures.said import Said, bold, capital, joined, letter, level_name, number_word, plain, say, sentences, sure

HEADLINE = "CoNLL"
KEPT = {"keep": "kept", "drop": "dropped"}
MOST = 1_000_000
WORTH_SAYING = 0.15  # share of all differences that the largest must hold to be named


def overview(
    differences: pd.DataFrame, scores: pd.DataFrame, linking: pd.DataFrame, systems: Systems, level: float = 0.95
) -> Said:
    """Which of two systems is better, by how much and how surely, in at most two sentences; of one, how good it is.

    linking : metrics.differences() of metrics.linking.count_linking(), empty where there are no two systems.
    """
    if len(systems.picked) == 1:
        return one_system(scores, systems, level)
    keep, drop = (_row(differences, HEADLINE, policy) for policy in KEPT)
    if disagree(keep, drop):
        return _turned(keep, drop, systems, level)
    if keep.settled:
        return sentences(_better(keep, systems, level), _where(differences, linking, systems))
    return sentences(_not_shown(keep, systems, level), _needed(keep), _kept_alone(keep, drop, systems))


def one_system(scores: pd.DataFrame, systems: Systems, level: float) -> Said:
    """How good a single system is."""
    keep, drop = (_score(scores, systems.pair[0], policy) for policy in KEPT)
    who = letter(systems.places[systems.picked[0]])
    if numbers.missing(keep.f1):
        return say("{a} has no CoNLL score: {why}.", a=who, why=_reason(keep))
    sure_of = f" ({level_name(level)} interval {numbers.from_to(keep.low, keep.high)})" if not numbers.missing(keep.low) else ""
    rest = "" if numbers.missing(drop.f1) else f"; with singletons dropped it is {numbers.points(drop.f1)}"
    points = bold(f"{numbers.points(keep.f1)} points")
    said = say("{a} scores {x} of CoNLL{sure}{rest}.", a=who, x=points, sure=sure_of, rest=rest)
    return said if sure_of else sentences(said, say("There is no interval: {why}.", why=_reason(keep)))


def disagree(keep, drop) -> bool:
    """Whether the verdicts with and without singletons differ: another is better, or one shows what the other cannot."""
    return bool(drop.settled and (not keep.settled or keep.value * drop.value < 0))


def _row(differences: pd.DataFrame, metric: str, policy: str):
    found = differences[(differences["metric"] == metric) & (differences["singletons"] == policy)]
    return next(found.itertuples(index=False))


def _score(scores: pd.DataFrame, name: str, policy: str):
    found = scores[(scores["metric"] == HEADLINE) & (scores["system"] == name) & (scores["singletons"] == policy)]
    return next(found.itertuples(index=False))


def _reason(row) -> str:
    """Why there is no number or interval; the unit of coreference is the document."""
    return row.reason.replace("unit", "document") if isinstance(row.reason, str) else "its denominators are 0"


def sides(row, systems: Systems) -> tuple[Said, Said, int]:
    """Winner, loser, and the sign that makes the difference the winner's."""
    first, second = (letter(systems.places[k]) for k in systems.picked)
    return (second, first, 1) if row.value > 0 else (first, second, -1)


def _better(row, systems: Systems, level: float) -> Said:
    """B is better than A by 1.66 points of CoNLL (95 % interval 0.71 to 2.60, p = .002)."""
    winner, loser, sign = sides(row, systems)
    x = bold(f"{numbers.points(abs(row.value))} points")
    return say("{w} is better than {l} by {x} of CoNLL ({sure}).", w=winner, l=loser, x=x, sure=sure(row, level, sign))


def _where(differences: pd.DataFrame, linking: pd.DataFrame, systems: Systems) -> Said:
    """Whether the gain lies in linking or in finding mentions, and what is left of it without singletons."""
    keep, drop = (_row(differences, HEADLINE, policy) for policy in KEPT)
    winner, loser, sign = sides(keep, systems)
    first = gain.where(differences, linking, sign, (winner, loser))
    return say("{first}; {rest}.", first=first, rest=_without(drop, sign))


def _without(drop, sign: int) -> str:
    """What the difference is without singletons, said from the winner's side."""
    if numbers.missing(drop.value):
        return "without singletons nothing is left to score"
    verb = "turns into" if sign * drop.value < 0 else "is"
    rest = "" if drop.settled else ", which is not settled"
    return f"with singletons dropped it {verb} {numbers.points(sign * drop.value)}{rest}"


def _turned(keep, drop, systems: Systems, level: float) -> Said:
    """The verdict when singletons decide it: said first."""
    winner, loser, sign = sides(drop, systems)
    x = bold(f"{numbers.points(abs(drop.value))} points")
    how = sure(drop, level, sign)
    if keep.settled:
        first, _, other = sides(keep, systems)
        y = bold(f"{numbers.points(abs(keep.value))} points")
        return sentences(
            bold("Singletons decide the order."),
            say(
                "Kept, {a} is better by {y} of CoNLL ({sure}); dropped, {b} is better by {x} ({how}).",
                a=first, y=y, sure=sure(keep, level, other), b=winner, x=x, how=how,
            ),
        )  # fmt: skip
    kept = f"{systems.difference} is then {numbers.points(keep.value)}"
    said = (
        "{head} {b} is better than {a} by {x} of CoNLL ({how}) when they are dropped; "
        "when they are kept, no difference can be shown ({kept})."
    )
    return say(said, head=bold("Singletons decide the verdict:"), b=winner, a=loser, x=x, how=how, kept=kept)


def _not_shown(row, systems: Systems, level: float) -> Said:
    """No difference can be shown: B − A is 0.18 points of CoNLL (95 % interval -0.33 to 0.70, p = .480)."""
    if numbers.missing(row.value):
        return say("No difference can be shown: CoNLL is undefined ({why}).", why=_reason(row))
    x = bold(f"{numbers.points(row.value)} points")
    if numbers.missing(row.low):
        said = "Whether they differ cannot be said: {d} is {x} of CoNLL, without an interval ({why})."
        return say(said, d=systems.difference, x=x, why=_reason(row))
    how = sure(row, level)
    rest = "; interval and p do not agree" if row.differs else ""
    said = "No difference can be shown: {d} is {x} of CoNLL ({how}){rest}."
    return say(said, d=systems.difference, x=x, how=how, rest=rest)


def _needed(row) -> Said:
    """How many documents would show a difference this small; nothing if that cannot be said."""
    number = documents_needed(row)
    if number is None:
        return Said()
    about = f"about {numbers.count(number)}" if number < MOST else "more than a million"
    return plain(f"To show a difference this small would take {about} documents.")


def documents_needed(row) -> int | None:
    """The documents at which the interval, which narrows with their square root, would just leave out 0; None if unknown.

    n · (h / |d|)², h being half the interval's width, to two significant digits.
    """
    if numbers.missing(row.low) or numbers.missing(row.value) or row.differs or abs(row.value) < 0.005:
        return None
    return numbers.rounded(row.units * ((row.high - row.low) / 2 / abs(row.value)) ** 2)


def _kept_alone(keep, drop, systems: Systems) -> Said:
    """The drop verdict beside an unsettled headline, where no sentence has been used up."""
    if documents_needed(keep) is not None or numbers.missing(drop.value):
        return Said()
    either = "" if numbers.missing(keep.low) else ", not settled either"
    return plain(f"With singletons dropped {systems.difference} is {numbers.signed(drop.value)}{either}.")


def singletons(dumbbell: pd.DataFrame, differences: pd.DataFrame, systems: Systems) -> Said:
    """What singletons are worth to each picked system, and in which metrics they turn the order."""
    rows = dumbbell[dumbbell["metric"] == HEADLINE].set_index("name")
    worth = [(k, rows.loc[systems.names[k], "change"]) for k in systems.picked]
    if any(numbers.missing(value) for _, value in worth):
        first = plain("What singletons are worth cannot be said: CoNLL is undefined without them.")
    else:
        first = _worth([(letter(systems.places[k]), value) for k, value in worth])
    return sentences(first, _flips(differences, systems)) if len(systems.picked) == 2 else first


def _worth(worth: list[tuple[Said, float]]) -> Said:
    """Singletons are worth 8.37 points of CoNLL to A and cost B 7.62."""
    parts, before = [], None
    for who, value in worth:
        gains = value >= 0
        verb = "" if gains == before else "are worth " if gains else "cost "
        x = bold(numbers.points(abs(value)) + " points" * (before is None)) + plain(" of CoNLL" * (before is None))
        parts.append(say("{verb}{x} to {a}" if gains else "{verb}{a} {x}", verb=verb, x=x, a=who))
        before = gains
    return say("Singletons {parts}.", parts=joined(parts))


def _flips(differences: pd.DataFrame, systems: Systems) -> Said:
    metrics = [m for m in theme.in_order(differences.dropna(subset="value")["metric"]) if m not in theme.NO_LINKING]
    turned = [m for m in flips(differences) if m in metrics]
    if not metrics:
        return Said()
    if differences["low"].isna().all():
        return plain("Without intervals no flip of the order can be shown.")
    if not turned:
        return plain("No flip of the order by dropping them is settled.")
    many = f"{number_word(len(turned))} metric{'' if len(turned) == 1 else 's'} of {number_word(len(metrics))}"
    row = _row(differences, turned[0], "keep")
    first, second, _ = sides(row, systems)
    alike = [m for m in turned if (_row(differences, m, "keep").value > 0) == (row.value > 0)]
    others = [m for m in turned if m not in alike]
    rest = say("; on {names} the other way round", names=joined(others)) if others else ""
    said = "Dropping them flips the order in {many}: on {names} {a} leads with them, {b} without{rest}."
    return say(said, many=many, names=joined(alike), a=first, b=second, rest=rest)


def documents(frame: pd.DataFrame, systems: Systems) -> Said:
    """In how many documents each is ahead, and how much the ten largest differences weigh."""
    known = frame[~frame["undefined"]]
    if not len(known):
        return plain(f"CoNLL is undefined in every {_unit(frame)}.")
    return sentences(_ahead(known["difference"], systems, _unit(frame)), _largest(known))


def _unit(frame: pd.DataFrame) -> str:
    """What is compared one by one, in the singular."""
    return frame["unit"].iloc[0] if len(frame) else "document"


def _ahead(difference: pd.Series, systems: Systems, unit: str) -> Said:
    """Who is ahead in how many documents, or other units."""
    ahead = [int((difference < 0).sum()), int((difference > 0).sum())]
    equal = len(difference) - sum(ahead)
    order = (1, 0) if ahead[1] >= ahead[0] else (0, 1)
    first, second = (letter(systems.places[systems.picked[k]]) for k in order)
    most, least = (ahead[k] for k in order)
    every = bold(f"all {numbers.count(len(difference))} {unit}s")
    if len(difference) > 1 and equal == len(difference):
        return say("{b} and {a} are equal in {n}.", a=first, b=second, n=every)
    if len(difference) > 1 and most == len(difference):
        return say("{a} is ahead in {n}.", a=first, n=every)
    many = bold(numbers.plural(most, unit))
    same = f", {numbers.count(equal)} {'is' if equal == 1 else 'are'} equal" if equal else ""
    return say("{a} is ahead in {n}, {b} in {m}{same}.", a=first, n=many, b=second, m=bold(numbers.count(least)), same=same)


def _largest(known: pd.DataFrame, number: int = 10) -> Said:
    """How much of all differences the largest hold, and whether most of them are of one kind."""
    size = known["difference"].abs().sort_values(ascending=False, kind="stable")
    if len(known) < 2 * number or size.iloc[:number].sum() < WORTH_SAYING * size.sum() or size.sum() == 0:
        return Said()
    top = size.index[:number]
    share = size.iloc[:number].sum() / size.sum()
    said = f"{number_word(number)} {_unit(known)}s make up {numbers.percent(share)} of all differences"
    genre = known.loc[top, "genre"]
    kinds = genre[genre != ""].value_counts()
    if len(kinds) and kinds.iloc[0] > number / 2:
        said += f"; {number_word(int(kinds.iloc[0]))} of them are of genre {kinds.index[0]}"
    return capital(plain(f"{said}."))


def best_of(scores: pd.DataFrame, systems: Systems) -> Said:
    """Who has the highest CoNLL of more than two systems; nothing about proof."""
    rows = scores[(scores["metric"] == HEADLINE) & (scores["singletons"] == "keep")].dropna(subset="f1")
    if rows.empty:
        return Said()
    top = next(rows.sort_values("f1", ascending=False, kind="stable").itertuples(index=False))
    place = systems.places[systems.names.index(top.system)]
    many = number_word(len(systems.names))
    return say(
        "Of all {n}, {a} has the highest CoNLL, {x}. Pick two in the sidebar to see whether they differ.",
        n=many, a=letter(place), x=numbers.points(top.f1),
    )  # fmt: skip
