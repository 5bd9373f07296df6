"""Which of a system's words is which of gold's: by equal spans, and by a walk around multiword tokens."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from loaders.errors import AlignmentError
from metrics.ud.side import Side
from metrics.ud.walk import MOST_PAIRS, TooLargeError, Word, walk

CONTEXT = 5  # words that an error shows
WIDEST = 30  # characters of each
END = "the end of the file"
ZS = re.compile("[\u0020\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")


@dataclass(frozen=True)
class Aligned:
    """gold, system : rows of the aligned words, pair by pair, ascending. to_gold, to_system : of every word, -1 for none."""

    gold: np.ndarray
    system: np.ndarray
    to_gold: np.ndarray
    to_system: np.ndarray


def align_words(gold: Side, system: Side) -> Aligned:
    """The alignment of two sides over the same text (see compare_texts).

    The text is cut where a token ends on both sides. Where a piece has no multiword token, words with equal spans
    are pairs: one word on each side. Around multiword tokens words are walked through.
    """
    piece, other_piece, n = _pieces(gold, system)
    counts, other_counts = np.bincount(piece, minlength=n), np.bincount(other_piece, minlength=n)
    walked = _walked(gold, system, (piece, other_piece), (counts, other_counts))
    begin, other_begin = np.cumsum(counts) - counts, np.cumsum(other_counts) - other_counts
    even = _even(gold, system, (begin, other_begin), (counts == 1) & (other_counts == 1))
    single = np.flatnonzero(even & ~walked)
    alike = _alike(gold, system, (begin, other_begin), counts, np.flatnonzero(walked & (counts == other_counts)))
    pairs = [(begin[single], other_begin[single])]
    zones = _zones(walked, alike, even)
    for run in alike[~zones[alike]]:
        pairs.append((begin[run] + np.arange(counts[run]), other_begin[run] + np.arange(counts[run])))
    pairs += _walk_zones(gold, system, zones, (begin, other_begin), (counts, other_counts))
    one, other = np.concatenate([p[0] for p in pairs]), np.concatenate([p[1] for p in pairs])
    order = np.argsort(one, kind="stable")
    to_gold, to_system = np.full(len(system.words), -1), np.full(len(gold.words), -1)
    to_gold[other], to_system[one] = one, other
    return Aligned(one[order], other[order], to_gold, to_system)


def _pieces(gold: Side, system: Side) -> tuple[np.ndarray, np.ndarray, int]:
    """The piece of every word of both sides, and how many there are. Pieces end where tokens end on both sides."""
    ends = np.zeros((2, gold.n_characters + 1), bool)
    for marks, side in zip(ends, (gold, system), strict=True):
        marks[side.tokens.end] = True
    through = np.cumsum(ends[0] & ends[1])
    return through[gold.words.start], through[system.words.start], int(through[-1]) + 1


def _walked(gold: Side, system: Side, pieces: tuple, counts: tuple) -> np.ndarray:
    """The pieces that hold a multiword token, on either side."""
    found = np.zeros(len(counts[0]), bool)
    for side, piece in zip((gold, system), pieces, strict=True):
        found[piece[side.multiword]] = True
    return found


def _even(gold: Side, system: Side, begins: tuple, single: np.ndarray) -> np.ndarray:
    """The pieces with one word on each side that have equal spans: a token without words may stand beside either."""
    even = single.copy()
    one, other = (begin[single] for begin in begins)
    even[single] = (gold.words.start[one] == system.words.start[other]) & (gold.words.end[one] == system.words.end[other])
    return even


def _alike(gold: Side, system: Side, begins: tuple, counts: np.ndarray, pieces: np.ndarray) -> np.ndarray:
    """Of the given pieces, those with one multiword token on each side and the same forms: word pairs with word."""
    ends = begins[0][pieces] + counts[pieces] - 1
    other_ends = begins[1][pieces] + counts[pieces] - 1
    one_token = (gold.token[begins[0][pieces]] == gold.token[ends]) & (
        system.token[begins[1][pieces]] == system.token[other_ends]
    )
    both = gold.multiword[begins[0][pieces]] & system.multiword[begins[1][pieces]]
    rows, other_rows = begins[0][pieces], begins[1][pieces]
    spans = (gold.words.start[rows] == system.words.start[other_rows]) & (gold.words.end[rows] == system.words.end[other_rows])
    pieces = pieces[one_token & both & spans]
    owner = np.repeat(np.arange(len(pieces)), counts[pieces])
    offset = np.arange(len(owner)) - np.repeat(np.cumsum(counts[pieces]) - counts[pieces], counts[pieces])
    rows, other_rows = begins[0][pieces][owner] + offset, begins[1][pieces][owner] + offset
    same = pc.equal(
        pc.utf8_lower(gold.forms.take(pa.array(rows))), pc.utf8_lower(system.forms.take(pa.array(other_rows)))
    ).to_numpy(zero_copy_only=False)
    return pieces[np.bincount(owner, ~same, len(pieces)) == 0] if len(pieces) else pieces


def _zones(walked: np.ndarray, alike: np.ndarray, even: np.ndarray) -> np.ndarray:
    """The pieces that have to be walked through together with their neighbours.

    A side that lags at the end of a piece does so into the next one, where that begins with a multiword token: so an
    uneven piece before a walked one joins it, and what follows a walked piece that is not plain sailing does too.
    """
    simple = np.zeros(len(walked), bool)
    simple[alike] = True
    zones = walked & ~simple
    lagging = np.flatnonzero(walked[1:] & ~walked[:-1] & ~even[:-1])
    zones[lagging] = zones[lagging + 1] = True
    follow = np.flatnonzero(walked[1:] & walked[:-1]) + 1
    for piece in follow[~zones[follow]].tolist():
        zones[piece] = zones[piece - 1]
    return zones


def _walk_zones(gold: Side, system: Side, zones: np.ndarray, begins: tuple, counts: tuple) -> list[tuple]:
    """The pairs of every run of zones."""
    edge = np.flatnonzero(np.diff(np.concatenate([[False], zones, [False]]).astype(np.int8)))
    found = []
    for first, last in zip(edge[0::2].tolist(), (edge[1::2] - 1).tolist(), strict=True):
        sides = [(int(b[first]), int(b[last] + c[last])) for b, c in zip(begins, counts, strict=True)]
        codes: dict[str, int] = {}
        ours, theirs = (_read_words(side, *ends, codes) for side, ends in zip((gold, system), sides, strict=True))
        try:
            pairs = walk(ours, theirs)
        except TooLargeError:
            raise _too_large(system, sides[1][0]) from None
        table = np.array(pairs, np.int64).reshape(-1, 2)
        found.append((table[:, 0], table[:, 1]))
    return found


def _read_words(side: Side, first: int, end: int, codes: dict[str, int]) -> list[Word]:
    forms = side.forms[first:end].to_pylist()
    found = []
    for k, form in zip(range(first, end), forms, strict=True):
        multiword = bool(side.multiword[k])
        lower = (form if multiword else ZS.sub("", form)).lower()
        code = codes.setdefault(lower, len(codes))
        found.append(Word(k, int(side.words.start[k]), int(side.words.end[k]), multiword, code))
    return found


def _too_large(system: Side, row: int) -> AlignmentError:
    file, line = _place(system, row)
    what = f"multiword tokens over so long a stretch that more than {MOST_PAIRS:,} pairs of words would be compared"
    return AlignmentError(file, line, what, "Check the ranges of the multiword tokens.")


def _place(side: Side, row: int) -> tuple[str, int]:
    words, documents = side.corpus.words, side.corpus.documents
    at = side.row[row]
    return documents["file"].iloc[words["doc_id"].cat.codes.iloc[at]], int(words["line"].iloc[at])


def compare_texts(gold: Side, system: Side) -> None:
    """Raises AlignmentError where the two sides' characters differ: the last common word, and what follows on each side."""
    ours, theirs = gold.text(), system.text()
    if ours == theirs:
        return
    n = min(len(ours), len(theirs))
    unequal = np.flatnonzero(np.frombuffer(ours, np.uint8, n) != np.frombuffer(theirs, np.uint8, n))
    at = int(unequal[0]) if len(unequal) else n
    character = len(ours[:at].decode("utf-8", "ignore"))
    one, other = _around(gold, character), _around(system, character)
    last = f"'{other.word}' (line {other.line}; {one.file}, line {one.line})" if other.word and one.word else "the beginning"
    name = f" (sentence {other.sentence})" if other.sentence else ""
    what = f"the text differs from gold's after {last}: here '{other.following}', in gold '{one.following}'{name}"
    remedy = "Both files must hold the same characters; check that both come from one version of the text."
    raise AlignmentError(other.file, other.next_line, what, remedy)


class _Around(NamedTuple):
    """The last word that ends before a place in the text, "" for none, its file and line; what follows, its line, its sent_id."""

    word: str
    file: str
    line: int | None
    following: str
    next_line: int | None
    sentence: str


def _around(side: Side, character: int) -> _Around:
    if not len(side.row):
        return _Around("", side.corpus.name, None, END, None, "")
    after = int(np.searchsorted(side.words.end, character, side="right"))
    file, line = _place(side, max(after - 1, 0))
    following = " ".join(_cut(form) for form in side.forms[after : after + CONTEXT].to_pylist()) or END
    here = min(after, len(side.row) - 1)
    sentence = side.corpus.words["sent_id"].iloc[side.row[here]]
    word = _cut(side.forms[after - 1].as_py()) if after else ""
    return _Around(word, file, line, following, _place(side, here)[1], sentence)


def _cut(form: str) -> str:
    return form if len(form) <= WIDEST else form[: WIDEST - 1] + "…"
