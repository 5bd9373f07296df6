"""The text of sentences that could not be read, found on the other side.

Such a sentence stands on its side as one token. Where its characters are not known, it covers what the other side has
in its place: as its `# text` says, or up to the end of the other side's sentence of the same sent_id, or up to where the
text that follows it goes on.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import pandas as pd

from loaders.errors import AlignmentError
from loaders.schema import Unread
from metrics.ud.side import Side, read_side

NEXT = 300  # characters after a gap by which it is found where the text goes on
SURE = 20  # of them, by which a text that fits a gap is taken to be the right one
FAR = 100_000  # characters within which that is looked for, and must be found once
REMEDY = "Give the sentence a '# text' or the same '# sent_id' in all files, or mend it."


class _Gap(NamedTuple):
    start: int
    end: int
    unread: Unread


class _Line(NamedTuple):
    """A side's text, its gaps in order, and its sentences by the character that they start at: end and sent_id."""

    name: str
    text: str
    gaps: deque[_Gap]
    sentences: dict[int, tuple[int, str]]


def with_known_texts(gold: Side, systems: Sequence[Side]) -> tuple[Side, tuple[Side, ...]]:
    """The sides, unread sentences given the characters that the other side has in their place.

    Raises AlignmentError for a sentence whose place on the other side cannot be told.
    """
    for system in systems:
        gold = _retold(gold, _agreed(gold, system)[0])
    return gold, tuple(_retold(system, _agreed(gold, system, settled=True)[1]) for system in systems)


def _agreed(gold: Side, system: Side, *, settled: bool = False) -> tuple[dict[int, str], dict[int, str]]:
    """New texts of the unread sentences of both sides, by their rows; none where the texts agree as they are.

    settled : gold's are known.
    """
    found: tuple[dict[int, str], dict[int, str]] = {}, {}
    if not (gold.unread or system.unread) or gold.text() == system.text():
        return found
    lines = _read(gold), _read(system)
    if settled:
        lines[0].gaps.clear()
    at = [0, 0]
    while lines[0].gaps or lines[1].gaps:
        distance = min(line.gaps[0].start - k for line, k in zip(lines, at, strict=True) if line.gaps)
        parts = [line.text[k : k + distance] for line, k in zip(lines, at, strict=True)]
        if parts[0] != parts[1]:
            break  # the files differ elsewhere, which comparing the texts will say
        at = _fill(lines, [k + distance for k in at], found)
    return found


def _fill(lines: tuple[_Line, _Line], at: list[int], found: tuple[dict, dict]) -> list[int]:
    """Fill the gap that stands at a place of one side or of both; where both sides go on."""
    here = [bool(line.gaps) and line.gaps[0].start == k for line, k in zip(lines, at, strict=True)]
    if all(here):
        gaps = [line.gaps.popleft() for line in lines]
        texts = [gap.unread.texts for gap in gaps]
        common = next((text for text in texts[0] if text in texts[1]), texts[0][0])
        for gap, new in zip(gaps, found, strict=True):
            new[gap.unread.row] = common
        return [gap.end for gap in gaps]
    side = here.index(True)
    gap, other = lines[side].gaps.popleft(), lines[1 - side]
    text = _place(lines[side], gap, other, at[1 - side])
    found[side][gap.unread.row] = text
    end = at[1 - side] + len(text)
    while other.gaps and other.gaps[0].end <= end:
        other.gaps.popleft()
    if not text or (other.gaps and other.gaps[0].start < end):
        raise _lost(gap, other)
    return [gap.end, end] if side == 0 else [end, gap.end]


def _place(line: _Line, gap: _Gap, other: _Line, at: int) -> str:
    """What the other side has in place of a gap."""
    limit = line.gaps[0].start if line.gaps else len(line.text)
    after = line.text[gap.end : min(gap.end + NEXT, limit)]
    last = gap.end == len(line.text)
    end, name = other.sentences.get(at, (at, ""))
    texts = list(gap.unread.texts)
    if name and name == gap.unread.name:
        texts.append(other.text[at:end])
    for text in texts:
        if other.text.startswith(text, at) and _goes_on(other, at + len(text), after, last):
            return text
    if last:
        return other.text[at:]
    if not after:  # another gap follows at once
        raise _lost(gap, other)
    k = other.text.find(after, at, at + FAR)
    if k < 0 or other.text.find(after, k + 1, at + FAR) >= 0:
        raise _lost(gap, other)
    return other.text[at:k]


def _goes_on(other: _Line, at: int, after: str, last: bool) -> bool:
    """Whether a text goes on at a place as the other one does, as far as its next gap."""
    limit = next((gap.start for gap in other.gaps if gap.end > at), len(other.text))
    known = after[: min(max(limit - at, 0), SURE)]
    return other.text.startswith(known, at) and (not last or at == len(other.text))


def _lost(gap: _Gap, other: _Line) -> AlignmentError:
    error = gap.unread.error
    what = f"{error.what}; the sentence is to be left out, but what it covers in {other.name} cannot be told"
    return AlignmentError(error.file, error.line, what, f"{error.remedy} {REMEDY}", shown=error.excerpt)


def _read(side: Side) -> _Line:
    sentences = side.sentences
    names = _sentence_ids(side)
    at = {int(number): k for k, number in enumerate(sentences.sentence)}
    starts, ends = sentences.start.tolist(), sentences.end.tolist()
    gaps = sorted(_Gap(starts[at[number]], ends[at[number]], unread) for number, unread in side.unread.items())
    numbers = sentences.sentence.tolist()
    places = {start: (end, names.get(number, "")) for start, end, number in zip(starts, ends, numbers, strict=True)}
    return _Line(side.corpus.name, side.text().decode("utf-8"), deque(gaps), places)


def _sentence_ids(side: Side) -> dict[int, str]:
    first = np.flatnonzero(np.diff(side.words.sentence, prepend=-1))
    ids = side.corpus.words["sent_id"].iloc[side.row[first]]
    return dict(zip(side.words.sentence[first].tolist(), ids, strict=True)) | {n: u.name for n, u in side.unread.items()}


def _retold(side: Side, texts: dict[int, str]) -> Side:
    """The side with other characters in some tokens without words; all that follows in their documents moves on."""
    if not texts:
        return side
    lone = side.corpus.wordless
    rows = np.array(sorted(texts), np.int64)
    grown = np.array([len(texts[row]) for row in rows.tolist()]) - (lone["char_end"] - lone["char_start"]).to_numpy()[rows]
    keys = _keys(lone, "char_end")[rows]
    forms = lone["form"].tolist()
    for row in rows.tolist():
        forms[row] = texts[row]
    moved = _moved(lone.assign(form=pd.array(forms, dtype="str")), keys, grown)
    words = _moved(side.corpus.words, keys, grown)
    known = [replace(u, texts=(texts[u.row], *u.texts)) if u.row in texts else u for u in side.corpus.unread]
    return read_side(replace(side.corpus, words=words, wordless=moved, unread=tuple(known)))


def _keys(frame: pd.DataFrame, column: str) -> np.ndarray:
    """A place in the text, document by document."""
    return (frame["doc_id"].cat.codes.to_numpy().astype(np.int64) << 32) + frame[column].to_numpy()


def _moved(frame: pd.DataFrame, keys: np.ndarray, grown: np.ndarray) -> pd.DataFrame:
    """A frame whose characters stand further by what the tokens at some keys, ascending, have grown."""
    total = np.concatenate([[0], np.cumsum(grown)])
    begin = total[np.searchsorted(keys, frame["doc_id"].cat.codes.to_numpy().astype(np.int64) << 32)]
    shift = {c: total[np.searchsorted(keys, _keys(frame, c), side="right")] - begin for c in ("char_start", "char_end")}
    return frame.assign(**{c: (frame[c].to_numpy() + by).astype(np.int32) for c, by in shift.items()})
