"""What is said of scores across documents: the verdict, what was counted, the legend and the notes."""

from __future__ import annotations

import pandas as pd

from figures import captions, levels, numbers
from figures.frames import DIFFERENCE, Systems
from figures.levels import BY, TOPIC
from figures.said import Said, bold, capital, joined, letter, level_name, plain, say, sentences, sure
from figures.sentences import HEADLINE, sides


def of_topics(frame: pd.DataFrame) -> pd.DataFrame:
    """A frame of scores whose remarks speak of topics: "only 5 topics"."""
    known = [column for column in ("reason", "caution") if column in frame]
    said = {column: [w.replace("unit", TOPIC) if isinstance(w, str) else w for w in frame[column]] for column in known}
    return frame.assign(**{column: pd.Series(words, frame.index, dtype=object) for column, words in said.items()})


def counted(size) -> str:
    """What was counted; size : metrics.crossdoc_compared.GoldAcross."""
    where = f"{numbers.plural(size.documents, 'document')} in {numbers.plural(size.subtopics, 'subtopic')} of "
    where += numbers.plural(size.topics, "topic")
    entities = f"{numbers.count(size.entities)} entit{'y' if size.entities == 1 else 'ies'}"
    several = f"{numbers.count(size.in_documents)} of them in several documents, {numbers.count(size.in_subtopics)} in several"
    return f"Coreference · {where} · {numbers.plural(size.mentions, 'gold mention')} in {entities}, {several} subtopics"


def verdict(frame: pd.DataFrame, systems: Systems, level: float) -> Said:
    """Who is better at each level, and what each loses from subtopics to topics, in CoNLL. frame : level_frame()."""
    rows = frame[frame["metric"] == HEADLINE]
    lost = _lost(rows[rows["panel"] == levels.DROP], systems)
    if len(systems.picked) == 1:
        return sentences(_one(rows, systems, level), lost)
    apart = rows[rows["panel"] == levels.DIFFERENCE].set_index("level")
    found = [next(apart.loc[[level_]].itertuples()) for level_ in BY]
    return sentences(_two(found, systems, level), lost)


def _one(rows: pd.DataFrame, systems: Systems, level: float) -> Said:
    """A scores 79.10 points of CoNLL by topic (95 % interval ...)."""
    who = letter(systems.places[systems.picked[0]])
    row = next(rows[(rows["panel"] == levels.SCORE) & (rows["lane"] >= 0) & (rows["level"] == TOPIC)].itertuples())
    if numbers.missing(row.value):
        return say("{a} has no CoNLL score by topic.", a=who)
    sure_of = f" ({level_name(level)} interval {numbers.from_to(row.low, row.high)})" if not numbers.missing(row.low) else ""
    return say("{a} scores {x} of CoNLL by topic{sure}.", a=who, x=bold(f"{numbers.points(row.value)} points"), sure=sure_of)


def _two(found: list, systems: Systems, level: float) -> Said:
    """By subtopic, B is better than A by 6.31 points of CoNLL (...); by topic, no difference can be shown (...)."""
    by_subtopic, by_topic = found
    parts = [say("{by}, {what}", by=BY[row.Index], what=_apart(row, systems, level)) for row in (by_subtopic, by_topic)]
    return capital(joined(parts, "; ")) + plain(".")


def _apart(row, systems: Systems, level: float) -> Said:
    if numbers.missing(row.value):
        return plain("one of the two has no CoNLL score")
    if not _settled(row, level):
        why = sure(row, level) if not numbers.missing(row.low) else plain(str(row.reason))
        value = numbers.signed(row.value)
        return say("no difference can be shown ({d} {x}, {why})", d=systems.difference, x=value, why=why)
    winner, loser, sign = sides(row, systems)
    x = bold(f"{numbers.points(abs(row.value))} points")
    return say("{w} is better than {l} by {x} of CoNLL ({sure})", w=winner, l=loser, x=x, sure=sure(row, level, sign))


def _settled(row, level: float) -> bool:
    return bool(row.differs) and not numbers.missing(row.p) and row.p < 1 - level


def _lost(rows: pd.DataFrame, systems: Systems) -> Said:
    """From subtopics to topics A loses 1.23 points (0.20 to 2.40) and B 7.11 (4.20 to 9.90)."""
    rows = rows[rows["name"].isin(systems.pair)].set_index("name")
    found = [(k, rows.loc[systems.names[k]]) for k in systems.picked if systems.names[k] in rows.index]
    known = [(k, row) for k, row in found if not numbers.missing(row["value"])]
    if not known:
        return Said()
    if all(numbers.rounded(row["value"]) == 0 for _, row in known):
        return plain("From subtopics to topics nothing is lost.")
    parts = [_loss(row, letter(systems.places[k]), first) for (k, row), first in zip(known, (True, False), strict=False)]
    return say("From subtopics to topics {parts}.", parts=joined(parts))


def _loss(row: pd.Series, who: Said, first: bool) -> Said:
    verb = "loses" if row["value"] <= 0 else "gains"
    unit = " points" if first else ""
    between = "" if numbers.missing(row["low"]) else " (not settled)"
    if row["differs"]:
        between = f" ({numbers.from_to(*sorted((abs(row['low']), abs(row['high']))))})"
    x = bold(numbers.points(abs(row["value"])))
    return say("{w} {verb} {x}{unit}{between}", w=who, verb=verb, x=x, unit=unit, between=between)


def legend(frame: pd.DataFrame, level: float) -> list[str]:
    """What the marks mean beside the systems'."""
    entries = ["filled: entities run through the topic", "hollow: through the subtopic"]
    return [*entries, *captions.forest_legend(frame[frame["panel"] == levels.SCORE], level)]


def note(groups_same: bool) -> Said:
    """What is to be known of both levels."""
    same = plain("Every topic has one subtopic, so that both levels are the same.") if groups_same else Said()
    cut = plain(
        "Entities of one name in several documents of a topic are one; by subtopic they are cut at its borders. The unit of "
        "intervals is the topic at both levels. Baselines use gold's mentions."
    )
    return sentences(same, cut)


def caption(frame: pd.DataFrame, options) -> str:
    """The first sentences of the figure's caption."""
    said = f"F1 across documents in points, {options.match} match; beside it how much less is left by topic than by subtopic"
    rest = ", and the difference of the two systems" if (frame["panel"] == DIFFERENCE).any() else ""
    return f"{said}{rest}."
