"""What the Failures page says: the verdict, what was counted, legends and notes, all computed from the frames shown."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from figures import numbers
from figures.failure_frames import BOTH, BY, GAIN, OTHER, PLURALS
from figures.frames import DIFFERENCE, Systems
from figures.said import Said, bold, joined, letter, level_name, plain, say, sentences

KEPT = {"keep": "singletons kept", "drop": "singletons dropped"}


def verdict(frame: pd.DataFrame, systems: Systems, level: float = 0.95) -> Said:
    """Which type would bring most if it were mended, and how many mistakes each system makes that the other avoids.

    frame : shared_frame().
    """
    if not frame.loc[frame["panel"] != GAIN, "value"].any():
        makers = joined(letter(systems.places[k]) for k in systems.picked)
        return makers + plain(" makes no mistake." if len(systems.picked) == 1 else " make no mistake.")
    best = [_best(frame, name) for name in systems.pair]
    return sentences(_most(best, level), _whose(frame, systems))


def _best(frame: pd.DataFrame, name: str):
    """The row of the type that brings a system most."""
    rows = frame[(frame["panel"] == GAIN) & (frame["name"] == name)].sort_values("value", ascending=False, kind="stable")
    return next(rows.itertuples(index=False))


def _most(best: Sequence, level: float) -> Said:
    gaining = [row for row in best if row.value > 0]
    if not gaining:
        return plain("No type of mistake, mended alone, would raise CoNLL.")
    parts = [_gain(row, level if k == 0 else None) for k, row in enumerate(gaining)]
    if len(gaining) < 2:
        kind = bold(PLURALS[gaining[0].metric])
        return say("Mending all {kind} would bring {x}, more than any other type.", kind=kind, x=parts[0])
    kinds = [bold(PLURALS[row.metric]) for row in gaining]
    if gaining[0].metric == gaining[1].metric:
        return say("Mending all {kind} would bring most: {x}, and {y}.", kind=kinds[0], x=parts[0], y=parts[1])
    return say(
        "{a} would gain most from mending all {k}, {x}; {b} from mending all {l}, {y}.",
        a=letter(gaining[0].place), k=kinds[0], x=_points(gaining[0], level), b=letter(gaining[1].place), l=kinds[1],
        y=_points(gaining[1], None),
    )  # fmt: skip


def _gain(row, level: float | None) -> Said:
    return letter(row.place) + plain(" ") + _points(row, level)


def _points(row, level: float | None) -> Said:
    """4.39 points of CoNLL (95 % interval 3.40 to 5.60); without a level 4.39 (3.40 to 5.60)."""
    how = f"{level_name(level)} interval " if level else ""
    sure = "" if numbers.missing(row.low) else f" ({how}{numbers.from_to(row.low, row.high)})"
    value = numbers.points(row.value)
    return bold(f"{value} points" if level else value) + plain(f"{' of CoNLL' if level else ''}{sure}")


def _whose(frame: pd.DataFrame, systems: Systems) -> Said:
    """Who makes mistakes that the other avoids."""
    sizes = frame[frame["panel"] != GAIN].groupby("panel")["value"].sum().astype(int)
    if len(systems.picked) == 1:
        return say("{a} makes {n}.", a=letter(systems.places[systems.picked[0]]), n=numbers.plural(sizes.iloc[0], "mistake"))
    a, b = (letter(systems.places[k]) for k in systems.picked)
    own = [int(sizes[key]) for key in systems.letters]
    same = "1 is the same in both" if sizes[BOTH] == 1 else f"{numbers.count(sizes[BOTH])} are the same in both"
    return say(
        "{a} makes {n} that {b} avoids, {b} {m} that {a} avoids; {same}.",
        a=a, b=b, n=numbers.plural(own[0], "mistake"), m=numbers.count(own[1]), same=same,
    )  # fmt: skip


def counted(found: pd.DataFrame, documents: int, policy: str) -> str:
    """The grey line. found : mistakes(), counted ones."""
    size = f"{numbers.plural(len(found), 'mistake')} of seven types in {numbers.plural(documents, 'document')}"
    return f"Coreference · {size}, {KEPT[policy]}; spans are compared word for word"


def legend(frame: pd.DataFrame, systems: Systems, level: float) -> list[str]:
    """What the marks mean beside the systems'."""
    entries = ["grey: the same mistake in both"] if len(systems.picked) > 1 else []
    return entries + interval_legend(frame, level)


def interval_legend(frame: pd.DataFrame, level: float) -> list[str]:
    """What the lines mean, if there are any."""
    return [f"line: {level_name(level)} interval"] if frame["low"].notna().any() else []


def main_note(match: str) -> Said:
    """How mistakes and gains are counted."""
    said = (
        "Click a bar, a mark or a cell to list its mistakes below. Each gain is a score of its own: all mistakes of one type are "
        "mended and CoNLL is taken again, so gains do not add up."
    )
    if match != "exact":
        said += f" Mistakes and gains rest on exact match, although the project is scored in {match} match."
    return plain(said)


def heat_note(frame: pd.DataFrame, systems: Systems) -> Said:
    """What the cells' colour means."""
    by, show = frame["by"].iloc[0], frame["show"].iloc[0]
    rest = f" {OTHER}: all groups beyond the first." if not frame["named"].all() else ""
    whose = f" A mistake's {BY[by]} is that of the first mention that it names." if by == "mention_type" else (
        " A mistake's class is gold's of the first mention that it names, or the system's own where gold lacks it."
    )  # fmt: skip
    if show != DIFFERENCE:
        return plain(f"Mistakes of {show}, shared ones too.{rest}{whose}")
    first, second = (letter(systems.places[k]) for k in systems.picked)
    return say(
        "Mistakes of {b} less mistakes of {a}. A cell has the colour of the system that makes fewer.{rest}", a=first, b=second,
        rest=f"{rest}{whose}",
    )  # fmt: skip


def listing(shown: tuple[int, int], most: int) -> str:
    """1 to 25 of 1,453."""
    first, last = shown
    return f"{numbers.count(first)} to {numbers.count(last)} of {numbers.count(most)}"


def main_caption(systems: Systems) -> str:
    """The first sentence of the figure's caption."""
    whose = "made by one system alone or by both, " if len(systems.picked) > 1 else ""
    return f"Errors of coreference by type, {whose}and the gain in CoNLL (points, exact match) if all of a type were mended."


def groups_caption(frame: pd.DataFrame) -> str:
    """The first sentence of the caption of what mending groups brings. frame : group_gains.gains_frame()."""
    return f"Gain in CoNLL (points, exact match) if every error of one {frame['by'].iloc[0]} were mended, of all types."


def heat_caption(frame: pd.DataFrame, systems: Systems) -> str:
    """The caption of the heat map."""
    by, show = BY[frame["by"].iloc[0]], frame["show"].iloc[0]
    what = f"{systems.difference}: more (+) or fewer (−) of the second" if show == DIFFERENCE else show
    return f"Errors of coreference by type and {by}, {what}."
