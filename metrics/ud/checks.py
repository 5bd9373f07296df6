"""What a tree must be to be scored: heads in range, one root, no cycle."""

from __future__ import annotations

import numpy as np

from loaders.errors import FormatError
from loaders.schema import NOTHING
from metrics.ud.enhanced import bad_edge
from metrics.ud.side import ROOT, Side


def bad_sentences(side: Side) -> dict[int, FormatError]:
    """The sentences that cannot be scored, by number, each with its first error; first those that could not be read."""
    found: dict[int, FormatError] = {number: unread.error for number, unread in side.unread.items()}
    lacking = np.flatnonzero((side.head == -2) & (side.written("head") < 0))
    for rows, what, remedy in (
        (lacking, "a sentence without heads", "Trees are compared: write each word's HEAD, 0 for the root."),
        (np.flatnonzero(side.head == -2), "a HEAD that is no word of the sentence", "HEAD is 0 or a word's number."),
        *_roots(side),
        (_in_cycles(side), "a cycle: the word is its own ancestor", "Following HEAD from any word must end at a root."),
    ):
        first = rows[np.flatnonzero(np.diff(side.words.sentence[rows], prepend=-1))]
        for number, row in zip(side.words.sentence[first].tolist(), first.tolist(), strict=True):
            if number not in found:
                found[number] = _error(side, row, what, remedy)
    for row in side.edges.bad.tolist():
        found.setdefault(int(side.words.sentence[row]), bad_edge(side, row))
    return found


def _roots(side: Side) -> list[tuple[np.ndarray, str, str]]:
    roots = np.flatnonzero(side.head == ROOT)
    sentence = side.words.sentence
    again = roots[1:][sentence[roots[1:]] == sentence[roots[:-1]]] if len(roots) else roots
    has = np.zeros(side.n_sentences, bool)
    has[sentence[roots]] = True
    first = np.flatnonzero(np.diff(sentence, prepend=-1))
    return [
        (again, "a second root in the sentence", "One word of a sentence has HEAD 0; is a blank line missing before it?"),
        (first[~has[sentence[first]]], "a sentence without a root", "One word of a sentence has HEAD 0."),
    ]


def _in_cycles(side: Side) -> np.ndarray:
    """Words from which HEAD never reaches a root. Pointers are doubled, so that depth costs its logarithm alone."""
    n = len(side.head)
    parent = np.append(np.where(side.head < 0, n, side.head), n)
    for _ in range(max(n, 1).bit_length() + 1):
        if (parent == n).all():
            break
        parent = parent[parent]
    return np.flatnonzero(parent[:-1] != n)


def _error(side: Side, row: int, what: str, remedy: str) -> FormatError:
    id, form, head, relation = (side.cell(column, row) for column in ("word", "form", "head", "deprel"))
    return side.error(row, what, remedy, shown=f"{id}  {form}  HEAD {head if head >= 0 else NOTHING}  {relation}")
