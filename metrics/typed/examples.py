"""Mentions of gold that a system loses or links wrongly, in their sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from metrics.page import Page, read_page
from metrics.typed.losses import Losses, mention_before
from metrics.typed.project import Groups, TypedProject

LOST, WRONG = "lost mention", "wrong link"
AROUND = 20  # words of a sentence that are kept before a mention, and after it
LONGEST = 30  # words of a mention that are kept


def examples(
    typed: TypedProject, losses: Losses, number: int, groups: tuple[Groups, Groups | None], *, group: str, most: int = 3
) -> list[dict[str, Any]]:
    """Up to so many lost mentions of a group and so many of its wrong links, evenly spread over the corpus.

    groups : the grouping, and the forms of mentions where they are known. Each example is a dict of plain values: kind ("lost
    mention", "wrong link"), form, document, sentence (from 1), before, mention, after (which joined are the sentence); of a wrong
    link also antecedent (gold's mention before it), back (sentences between the two), linked_to (what the system puts before
    it, None for nothing).
    """
    by, forms = groups
    here = np.isin(typed.gold.mentions.doc, typed.kept())
    code = by.names.index(group)
    lost = np.flatnonzero(losses.lost & here & (by.gold.mention == code))
    wrong = np.flatnonzero(losses.parted & here & (by.gold.pair == code))
    instead = _instead(typed, number)
    found = []
    for kind, rows in ((LOST, lost), (WRONG, wrong)):
        for row in spread(rows, most).tolist():
            linked = [int(losses.before[row]), int(instead[row])] if kind == WRONG else []
            form = forms.names[forms.gold.mention[row]] if forms else None
            found.append({"kind": kind, "form": form} | _example(typed, number, row, linked))
    return found


def spread(rows: np.ndarray, most: int) -> np.ndarray:
    """So many of the rows, or all of fewer, evenly spread: the middles of equal stretches."""
    if len(rows) <= most:
        return rows
    return rows[((np.arange(most) + 0.5) * len(rows) / most).astype(np.int64)]


def _instead(typed: TypedProject, number: int) -> np.ndarray:
    """For each mention of gold, the system's mention that the system puts before it in one entity, -1 for none."""
    side = typed.systems[number]
    found, matched = np.full(len(typed.gold.mentions), -1, np.int64), side.match >= 0
    found[side.match[matched]] = mention_before(typed.gold, side)[matched]
    return found


def _example(typed: TypedProject, number: int, row: int, linked: Sequence[int]) -> dict[str, Any]:
    """linked : gold's mention before it, and the system's mention before it or -1; nothing of a lost mention."""
    gold, side = typed.gold.mentions, typed.systems[number].mentions
    doc = int(gold.doc[row])
    own = int(typed.project.alignments[number].document.tolist().index(doc)) if linked and linked[1] >= 0 else -1
    ours = gold.row[[row, *linked[:1]]]
    theirs = side.row[list(linked[1:])] if own >= 0 else np.zeros(0, np.int64)
    page = read_page([typed.project.gold, typed.project.systems[number]], [doc, own], [ours, theirs])
    (start, end), *others = [_hull(page, 0, k) for k in range(len(ours))]
    sentence = page.words["sent"].to_numpy()
    document = str(typed.project.gold.documents["doc_id"].iloc[doc])
    found = {"document": document, "sentence": int(sentence[start]) + 1} | _in_sentence(page, start, end)
    for first, last in others:
        found |= {"antecedent": _text(page, first, last), "back": int(sentence[start] - sentence[first])}
        found |= {"linked_to": _text(page, *_hull(page, 1, 0)) if own >= 0 else None}
    return found


def _hull(page: Page, column: int, mention: int) -> tuple[int, int]:
    runs = page.runs[column][page.runs[column][:, 0] == mention]
    return int(runs[:, 1].min()), int(runs[:, 2].max())


def _in_sentence(page: Page, start: int, end: int) -> dict[str, str]:
    """A mention's sentence in three parts, whose blanks are theirs; long sentences are cut."""
    same = np.flatnonzero(page.words["sent"].to_numpy() == page.words["sent"].iloc[start])
    low, high = int(same[0]), max(int(same[-1]) + 1, end)
    first, last = max(low, start - AROUND), min(high, end + AROUND)
    before, mention, after = (_written(page, *bounds) for bounds in ((first, start), (start, end), (end, last)))
    blank = mention[len(mention.rstrip()) :]
    return {
        "before": f"… {before}" if first > low else before,
        "mention": _text(page, start, end),
        "after": f"{blank}{after.rstrip()}{' …' * (last < high)}",
    }


def _written(page: Page, start: int, end: int) -> str:
    words = page.words.iloc[start:end]
    return "".join(f"{form} " if space else form for form, space in zip(words["form"], words["space"], strict=True))


def _text(page: Page, start: int, end: int) -> str:
    """The words of a mention, long ones cut."""
    text = _written(page, start, min(end, start + LONGEST)).strip()
    return text if end - start <= LONGEST else f"{text} …"
