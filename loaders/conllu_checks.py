"""What can be wrong with the token lines of CoNLL-U: every line of every kind of error, of which the first is raised."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from loaders import columns
from loaders.conllu_lines import EMPTY, HEAD, RANGE, WORD, WRONG, Fault, Tokens, enclosing
from loaders.schema import NOTHING

UNKNOWN = -1  # a HEAD that is not written
LARGEST = 2**31 - 1
MAX_MINOR = 1023  # places.places() has ten bits for an empty node's decimal
MOST_WORDS = 500_000  # of a sentence; whole books without a sentence border stay below it
NUMBERING = "Words are numbered 1, 2, 3 within a sentence, and a blank line ends it."


class Problem(NamedTuple):
    """One kind of error: the rows of tokens that have it, what is wrong ({a}, {seen}, {next} are filled in), what to do."""

    mask: np.ndarray
    what: str
    remedy: str


def refuse(tokens: Tokens, problems: Sequence[Problem]) -> None:
    """Raise FormatError for the first row that has any of some problems, and of those the first."""
    found = [(int(np.argmax(p.mask)), k) for k, p in enumerate(problems) if p.mask.any()]
    if found:
        row, k = min(found)
        raise tokens.source.error(int(tokens.line[row]), *_fault(tokens, row, problems[k], words_before(tokens)))


def faults(tokens: Tokens, problems: Sequence[Problem]) -> dict[int, Fault]:
    """What is wrong with each sentence's first row that has any of some problems, by that row's line."""
    first: dict[int, tuple[int, int]] = {}
    for k, problem in enumerate(problems):
        rows = np.flatnonzero(problem.mask)
        for sentence, row in zip(tokens.sentence[rows].tolist(), rows.tolist(), strict=True):
            first[sentence] = min(first.get(sentence, (row, k)), (row, k))
    seen = words_before(tokens)
    return {int(tokens.line[row]): _fault(tokens, row, problems[k], seen) for row, k in first.values()}


def _fault(tokens: Tokens, row: int, problem: Problem, seen: np.ndarray) -> Fault:
    what = problem.what.format(a=tokens.a[row], b=tokens.b[row], seen=seen[row], next=seen[row] + 1)
    return Fault(what, problem.remedy)


def words_before(tokens: Tokens) -> np.ndarray:
    """How many words of its sentence stand before each token line."""
    is_word = tokens.kind == WORD
    before = np.cumsum(is_word) - is_word
    return before - before[tokens.begins][tokens.sentence]


def size_problem(tokens: Tokens) -> Problem:
    """A sentence of more words than any has; it is shown at its first line."""
    size = np.bincount(tokens.sentence)
    mask = np.zeros(len(tokens.line), bool)
    mask[tokens.begins[size > MOST_WORDS]] = True
    return Problem(mask, f"a sentence of more than {MOST_WORDS:,} lines", "A blank line ends a sentence; split the text.")


def id_problems(tokens: Tokens) -> list[Problem]:
    """What can be wrong with ids: each has to be the one that comes there."""
    kind, a, b = tokens.kind, tokens.a, tokens.b
    seen = words_before(tokens)
    return [
        Problem(kind == WRONG, "no word id", "Ids are numbers (7), ranges (7-8) and empty nodes (7.1)."),
        Problem((kind == WORD) & (a != seen + 1), "word id {a} instead of {next}", NUMBERING),
        *_range_problems(tokens, seen),
        Problem((kind == EMPTY) & (a != seen), "an empty node of word {a} after word {seen}", "Put it behind its word."),
        Problem((kind == EMPTY) & ((b < 1) | (b > MAX_MINOR)), "an empty node's decimal outside 1 to 1023", "Count them from 1."),
        Problem(_repeated_empty(tokens), "an empty node out of order", "Empty nodes of one word are numbered upwards."),
    ]


def _range_problems(tokens: Tokens, seen: np.ndarray) -> list[Problem]:
    """What can be wrong with ranges; one whose end is below its start is a token without words, wherever it stands."""
    is_range = tokens.kind == RANGE
    proper = is_range & (tokens.b >= tokens.a)
    size = np.bincount(tokens.sentence[tokens.kind == WORD], minlength=len(tokens.begins))
    last = enclosing(tokens, proper)
    earlier = np.concatenate([[-1], last])[: len(last)]
    inside = (earlier >= 0) & (tokens.sentence[earlier] == tokens.sentence) & (tokens.b[earlier] > seen)
    return [
        Problem(
            proper & (tokens.a != seen + 1), "a range from {a} before word {next}", "A range stands right before its first word."
        ),
        Problem(proper & (tokens.b > size[tokens.sentence]), "a range to {b} beyond its sentence's last word", NUMBERING),
        Problem(is_range & inside, "a range inside another one", "Ranges may not overlap."),
    ]


def _repeated_empty(tokens: Tokens) -> np.ndarray:
    wrong = np.zeros(len(tokens.line), bool)
    rows = np.flatnonzero(tokens.kind == EMPTY)
    one, two = rows[:-1], rows[1:]
    same = (tokens.sentence[one] == tokens.sentence[two]) & (tokens.a[one] == tokens.a[two])
    wrong[two] = same & (tokens.b[one] >= tokens.b[two])
    return wrong


def form_problem(tokens: Tokens, lengths: np.ndarray) -> Problem:
    """A token without a form. lengths : of all forms, without blanks."""
    return Problem((lengths == 0) & (tokens.kind != EMPTY), "an empty FORM", "Write the word, or _ for an underscore.")


def read_heads(tokens: Tokens, rows: np.ndarray, is_empty: np.ndarray) -> tuple[np.ndarray, Problem]:
    """HEAD as numbers, less than -1 for what is none, and the problem that it is, or that it is missing beside others."""
    codes, names = columns.encode(tokens.field(HEAD, rows))
    head = np.array([_head(name) for name in names], np.int32)[codes]
    member = tokens.source.member(tokens.line[rows])
    has_trees = np.zeros(len(tokens.source.members), bool)
    has_trees[member[~is_empty & (head >= 0)]] = True
    bad = np.zeros(len(tokens.line), bool)
    bad[rows] = ~is_empty & ((head < UNKNOWN) | ((head == UNKNOWN) & has_trees[member]))
    return head, Problem(bad, "HEAD is no number", "Write the id of the head, or 0 for the root.")


def _head(text: str) -> int:
    if text.isascii() and text.isdigit():
        return min(int(text.lstrip("0")[:12] or "0"), LARGEST)  # beyond every sentence, which scoring will say
    return UNKNOWN if text == NOTHING else UNKNOWN - 1
