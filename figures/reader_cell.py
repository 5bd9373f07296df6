"""The words of one row in one column, with mentions as nested spans; crossing ones are closed and opened again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

DEEPEST = 12  # underlines drawn one below the other


@dataclass(frozen=True)
class Piece:
    """A run of words of a mention. classes, title : of its underline, title a finished attribute or empty.

    label : HTML before its first word. run : class of its own words, by which the entity lights up.
    """

    start: int
    end: int
    classes: str
    title: str
    label: str
    run: str


def depths(pieces: Sequence[Piece], length: int) -> list[int]:
    """How many shorter pieces lie under each one, so that the innermost underline is nearest the text."""
    height = [-1] * length
    found = [0] * len(pieces)
    for k in sorted(range(len(pieces)), key=lambda k: (pieces[k].end - pieces[k].start, -pieces[k].start, k)):
        s, e = pieces[k].start, pieces[k].end
        found[k] = max(height[s:e], default=-1) + 1
        height[s:e] = [found[k]] * (e - s)
    return found


def cell(words: Sequence[tuple[str, bool] | None], pieces: Sequence[Piece]) -> tuple[str, int]:
    """HTML of a row's words, and the largest depth. words : escaped form and whether a blank follows; None is not shown."""
    depth = depths(pieces, len(words))
    order = sorted(range(len(pieces)), key=lambda k: (pieces[k].start, -pieces[k].end, -depth[k]))
    following = [*(pieces[k].start for k in order), len(words)][1:]
    is_leaf = {k: begin >= pieces[k].end for k, begin in zip(order, following, strict=False)}
    pieces = [_lit_as_a_whole(piece) if is_leaf[k] else piece for k, piece in enumerate(pieces)]
    tags = [f'<span class="{p.classes} l{min(d, DEEPEST)}"{p.title}>' for p, d in zip(pieces, depth, strict=True)]
    writer = _Writer(pieces, tags)
    ends = {pieces[k].end for k in order}
    at = 0
    for place, word in enumerate(words):
        while at < len(order) and pieces[order[at]].start == place:
            writer.open(order[at])
            at += 1
        if word is not None:
            writer.write(word[0])
        if place + 1 in ends:
            writer.close(place + 1)
        if word is not None and word[1]:
            writer.write(" ")
    return writer.text(), min(max(depth, default=0), DEEPEST)


def _lit_as_a_whole(piece: Piece) -> Piece:
    """A mention that holds no other one: its words need no element of their own."""
    return replace(piece, classes=f"{piece.classes} {piece.run}".rstrip(), run="")


class _Writer:
    """Text with tags that are always well nested."""

    def __init__(self, pieces: Sequence[Piece], tags: Sequence[str]):
        self.pieces, self.tags = pieces, tags
        self.out: list[str] = []
        self.run: list[str] = []
        self.stack: list[int] = []

    def write(self, html: str) -> None:
        self.run.append(html)

    def flush(self) -> None:
        """Write the words since the last tag, with the class of the innermost mention."""
        if self.run:
            words = "".join(self.run)
            name = self.pieces[self.stack[-1]].run if self.stack else ""
            self.out.append(f'<i class="{name}">{words}</i>' if name else words)
            self.run = []

    def open(self, k: int) -> None:
        """Begin a mention; one that ends later than those that are open goes around what they still hold."""
        self.flush()
        self.stack.append(k)
        self.out += (self.tags[k], self.pieces[k].label)

    def close(self, place: int) -> None:
        """End all mentions that end here; what was opened within them and goes on is opened again."""
        self.flush()
        low = next((n for n, k in enumerate(self.stack) if self.pieces[k].end <= place), None)
        if low is None:
            return
        going_on = [k for k in self.stack[low:] if self.pieces[k].end > place]
        self.out.append("</span>" * (len(self.stack) - low))
        self.stack[low:] = going_on
        self.out += [self.tags[k] for k in going_on]

    def text(self) -> str:
        self.flush()
        return "".join(self.out)
