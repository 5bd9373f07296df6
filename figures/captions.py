"""What stands around a figure: the line that says what was counted, the legend, the note."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

import pandas as pd

from figures import documents, dumbbell, numbers, theme
from figures.frames import DIFFERENCE, Systems
from figures.said import Said, joined, letter, level_name, plain, say, sentences
from figures.scales import Scale, score_scale
from metrics.documents import SHARED_OUT


def gold_line(size) -> str:
    """What was counted: 214 documents · 12,408 gold mentions in 5,117 entities, 3,022 of them singletons."""
    mentions = f"{numbers.plural(size.mentions, 'gold mention')} in {numbers.count(size.entities)} entit"
    mentions += "y" if size.entities == 1 else "ies"
    singletons = f"{numbers.count(size.singletons)} of them singletons"
    return f"Coreference · {numbers.plural(size.documents, 'document')} · {mentions}, {singletons}"


def singletons_line(size) -> str:
    """How much of gold is singletons; each holds one mention."""
    if not size.entities:
        return "Coreference · gold has no entity"
    share, mentions = (numbers.percent(size.singletons / n) for n in (size.entities, size.mentions))
    have = f"{numbers.count(size.singletons)} of {numbers.count(size.entities)} gold entities have one mention ({share})"
    return f"Coreference · {have}; they hold {mentions} of the mentions"


def documents_line(frame: pd.DataFrame) -> str:
    """What was counted."""
    each = f"{documents.metric(frame)} F1 of each of {numbers.plural(len(frame), 'document')}"
    return (
        f"Coreference · {each}, singletons {policy(frame)} · click a point to read the document, a bar or genre for its failures"
    )


def policy(frame: pd.DataFrame) -> str:
    """What was done with singletons, in a word."""
    return "dropped" if len(frame) and frame["singletons"].iloc[0] == "drop" else "kept"


def missing_documents(missing: dict[int, tuple[str, ...]], link: Callable[[str], str] | None = None, shown: int = 3) -> Said:
    """Which documents of gold a system lacks; missing : by place, the documents' ids. link : a document's address."""
    parts = []
    for place, ids in missing.items():
        if ids:
            named = joined((_linked(name, link) for name in ids[:shown]), ", ") + plain(", …" if len(ids) > shown else "")
            subject = "One document of gold is" if len(ids) == 1 else f"{numbers.count(len(ids))} documents of gold are"
            cost = "costs" if len(ids) == 1 else "cost"
            parts.append(
                say("{s} missing from {a} ({names}) and {cost} it recall.", s=subject, a=letter(place), names=named, cost=cost)
            )
    return sentences(*parts)


def _linked(doc_id: str, link: Callable[[str], str] | None) -> Said:
    said = plain(theme.shortened(doc_id, 60))
    return Said(f'<a href="{escape(link(doc_id))}" target="_self">{said.html}</a>', said.text) if link else said


def ties(match: str | None) -> Said:
    """What must be said of matches that are not decided by the words alone; nothing of exact match."""
    if match not in ("head", "partial"):
        return Said()
    return plain(
        f"In {match} match, ties between equally good matchings of mentions go by a fixed rule; there, the numbers of "
        "corefud-scorer may differ in the second decimal."
    )


def undefined_documents(ids: list[str], metric: str = "CoNLL", shown: int = 5) -> Said:
    """Which documents have no score, and so no part in any mean."""
    if not ids:
        return Said()
    named = ", ".join(theme.shortened(name, 60) for name in ids[:shown]) + (", …" if len(ids) > shown else "")
    subject = "one document" if len(ids) == 1 else f"{numbers.count(len(ids))} documents"
    rest = "it is left out of means" if len(ids) == 1 else "they are left out of means"
    return plain(f"{metric} is undefined in {subject}, where gold and a system have no entity ({named}); {rest}.")


def remarks(scores: pd.DataFrame, systems: Systems) -> Said:
    """What must be said of the headline's intervals: few documents."""
    return cautions(scores[(scores["metric"] == "CoNLL") & scores["system"].isin(systems.pair)])


def cautions(rows: pd.DataFrame, unit: str = "document") -> Said:
    """What must be said of intervals over few documents: the caution, or why there is none; each reason once."""
    said = [f"{words[0].upper()}{words[1:]}." for words in rows["caution"].dropna().unique()]
    said += [f"No interval: {words}." for words in rows["reason"].dropna().unique()]
    return plain(" ".join(said).replace("unit", unit))


def forest_legend(frame: pd.DataFrame, level: float) -> list[str]:
    """What the marks of the forest plot mean beside the systems': baselines, what is off the scale, the lines."""
    return [*_baseline_legend(frame, score_scale(frame[frame["panel"] != DIFFERENCE])), *_line_legend(frame["low"], level)]


def dumbbell_legend(frame: pd.DataFrame, level: float) -> list[str]:
    """What filled, hollow and the other marks mean."""
    rows = dumbbell.side(frame, "kept")
    entries = ["filled: singletons kept", "hollow: dropped", *_baseline_legend(rows, dumbbell.scale_of(frame), " (kept)")]
    flipped = ["⇄ the order flips"] if frame["flips"].any() else []
    return [*entries, *flipped, *_line_legend(frame["kept_low"], level)]


def _baseline_legend(rows: pd.DataFrame, scale: Scale, suffix: str = "") -> list[str]:
    baselines = rows[(rows["lane"] < 0) & rows["value"].notna()]
    entries = [
        f"{glyph} {words}{suffix}" for name, (_, glyph, _, words) in theme.BASELINES.items() if (baselines["name"] == name).any()
    ]
    return entries + ["‹ off the scale"] * bool((baselines["value"] < scale.start).any())


def _line_legend(low: pd.Series, level: float) -> list[str]:
    return [f"line: {level_name(level)} interval"] if low.notna().any() else []


def documents_legend(frame: pd.DataFrame) -> list[str]:
    """What colours, area and band mean."""
    band = not numbers.missing(frame["band"].max())
    by = " by more than chance" if band else ""
    pairs = zip(documents.places(frame), documents.letters(frame), strict=True)
    entries = [f"{theme.colour_name(place)}: {letter} better{by}" for place, letter in pairs]
    chance = "band: differences of this size arise by chance in 95\u00a0% of documents"
    return [*entries, f"grey: {'within chance' if band else 'equal'}", "area: gold mentions", *[chance] * band]


def documents_note(frame: pd.DataFrame, genres: pd.DataFrame) -> Said:
    """How the band is made, what is left out, and what must be said of genres with few documents."""
    chance, band = Said(), frame["band"].max()
    if not numbers.missing(band):
        swapped = "Chance: the two systems' answers swapped at random, gold entity by gold entity"
        chance = plain(f"{swapped}; the band is ±{numbers.points(band)} points.")
    elif (~frame["undefined"]).any():
        chance = plain(f"What chance makes of a document is worked out for {joined(SHARED_OUT).text} alone.")
    few = genres[genres["reason"].notna()] if len(genres) > 1 else genres.iloc[:0]
    words = plain(f"No interval for genres of fewer than 6 documents ({', '.join(few['group'])}).") if len(few) else Said()
    return sentences(
        chance, undefined_documents(frame.loc[frame["undefined"], "doc_id"].tolist(), documents.metric(frame)), words
    )
