"""What a diagnosis and a recipe say in sentences, computed from the frames that are shown."""

from __future__ import annotations

from typing import Any

import pandas as pd

from figures import numbers, theme
from figures.class_frames import group_word
from figures.diagnosis import NOUNS
from figures.frames import Systems
from figures.said import Said, bold, joined, letter, level_name, number_word, plain, say, sentences
from metrics.typed.diagnosis import NO_SCORE, NOT_SETTLED, costliest
from metrics.typed.losses import PARTS

METRICS = {"mention": "Mention F1", "link": "Link F1"}
LONGEST = 28


def verdict(diagnosis: pd.DataFrame, shared: pd.DataFrame | None, systems: Systems, shown: tuple[str, str, float]) -> Said:
    """What costs a system most, how much and how surely, and whether another system loses the same.

    diagnosis, shared : of metrics.typed.diagnosis.Findings. shown : the system's name, the grouping and the level.
    """
    name, by, level = shown
    who = letter(systems.places[systems.names.index(name)])
    named = [group for group in costliest(diagnosis, name) if group != "none"]
    if not named:
        return say("{a} loses nothing of any {word} that gold has.", a=who, word=group_word(by, 1))
    rows = diagnosis[(diagnosis["system"] == name) & (diagnosis["group"] == named[0])]
    rows = rows.sort_values("cost", ascending=False, kind="stable")
    parts = [_cost(row, level, first=k == 0) for k, row in enumerate(r for r in rows.to_dict("records") if r["cost"] > 0)]
    rest = f", more than any other {group_word(by, 1)}" if len(named) > 1 else ""
    first = say("A perfect {g} would bring {a} {parts}{rest}.", g=_bold(named[0]), a=who, parts=joined(parts), rest=rest)
    if shared is None:
        return first
    return sentences(first, _shared(shared, systems, named[0], rows["metric"].iloc[0]))


def _bold(group: str) -> Said:
    return bold(theme.shortened(group, LONGEST))


def _cost(row: dict[str, Any], level: float, *, first: bool) -> Said:
    """7.81 points of Link F1 (95 % interval 4.21 to 11.68)."""
    points = bold(f"{numbers.points(row['cost'])} points") if first else plain(numbers.points(row["cost"]))
    if numbers.missing(row["low"]):
        why = f" (no interval: {numbers.of_documents(row['reason'])})" if first else ""
    else:
        words = f"{level_name(level)} interval " if first else ""
        why = f" ({words}{numbers.from_to(row['low'], row['high'])})"
    return say("{x} of {metric}{why}", x=points, metric=METRICS[row["metric"]], why=why)


def _shared(shared: pd.DataFrame, systems: Systems, group: str, metric: str) -> Said:
    """A or B loses 97 of its mentions: both lose 8, A alone 19, B alone 70."""
    rows = shared[(shared["metric"] == metric) & (shared["group"] == group)].set_index("part")["lost"]
    alone, both, other = (int(rows[part]) for part in PARTS)
    if not (total := alone + both + other):
        return Said()
    first, second = (letter(systems.places[k]) for k in systems.picked)
    one_of = "Among the mentions that both find, " if metric == "link" else ""
    return say(
        "{among}{a} or {b} loses {n} of its {nouns}: both lose {x}, {a} alone {y}, {b} alone {z}.",
        among=one_of, a=first, b=second, n=numbers.count(total), nouns=NOUNS[metric], x=bold(numbers.count(both)),
        y=numbers.count(alone), z=numbers.count(other),
    )  # fmt: skip


def recipe(found: dict[str, Any], place: int) -> Said:
    """How many documents a recipe asks for, for which groups, and what they can bring at most."""
    who = letter(place)
    if not found["groups"]:
        return nothing(found)
    documents = found["documents"]
    names = joined(_bold(group["group"]) for group in found["groups"])
    apart = documents["apart"] > documents["together"]
    rest = f" ({numbers.count(documents['apart'])} if each holds one {group_word(found['by'], 1)} alone)" if apart else ""
    most = joined(_most(found["at_most"][metric], name) for metric, name in METRICS.items())
    word = group_word(found["by"], len(found["groups"]))
    return say(
        "{n} new documents for {names}{rest}. They can bring {a} at most {most}: what it would gain if it had {those} right.",
        n=bold(numbers.count(documents["together"])), names=names, rest=rest, a=who, most=most,
        those=f"this {word} wholly" if len(found["groups"]) == 1 else f"these {word} wholly",
    )  # fmt: skip


def nothing(found: dict[str, Any]) -> Said:
    """That a recipe asks for nothing."""
    return plain(f"There is nothing to ask for: no {group_word(found['by'], 1)} of gold costs {found['system']} anything.")


def _most(interval: dict[str, Any], name: str) -> str:
    if interval["points"] is None:
        return f"n/a of {name}"
    sure = "" if interval["low"] is None else f" ({numbers.from_to(interval['low'], interval['high'])})"
    return f"{numbers.points(interval['points'])} points of {name}{sure}"


def moved(rows: pd.DataFrame, systems: Systems, by: str) -> Said:
    """Which of the rows' groups the second system moved, with how much; the rest is not settled. rows : diagnosis.moved()."""
    n = rows["group"].nunique()
    if not n:
        return Said()
    second = letter(systems.places[systems.picked[1]])
    settled = [(word, rows[rows["moved"] == word]) for word in ("better", "worse")]
    parts = [
        say("{word} at {names}", word=word, names=joined(map(_move, part.to_dict("records"))))
        for word, part in settled
        if len(part)
    ]
    words = f"{number_word(n)} {group_word(by, n)}"
    if not parts:
        return say("In the {words} asked for nothing can be shown to have moved: no difference is settled.", words=words)
    rest = int(rows["moved"].isin([NOT_SETTLED, NO_SCORE]).sum())
    tail = (
        f"; {number_word(rest)} of {number_word(len(rows))} differences {'is' if rest == 1 else 'are'} not settled"
        if rest
        else ""
    )
    return say("Of the {words} asked for, {b} is {parts}{tail}.", words=words, b=second, parts=joined(parts), tail=tail)


def _move(row: dict[str, Any]) -> Said:
    return say("{g} {what} ({x})", g=_bold(row["group"]), what=NOUNS[row["metric"]], x=numbers.signed(row["value"]))
