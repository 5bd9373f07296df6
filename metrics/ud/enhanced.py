"""Enhanced graphs: the edges of DEPS between words, compared one to one.

Bouma et al. (2020), section 4.2: ELAS compares the whole relation, EULAS its universal part.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from loaders.errors import FormatError
from metrics.ud.align import Aligned
from metrics.ud.edges import ROOT, Edges
from metrics.ud.layers import universal_relation
from metrics.ud.side import Side


def universal_path(relation: str) -> str:
    """Each step of a path up to its first colon: conj:en>obl:voor is conj>obl."""
    return ">".join(universal_relation(step) for step in relation.split(">"))


def bad_edge(side: Side, row: int) -> FormatError:
    """The error of a word whose DEPS names no head."""
    remedy = "DEPS holds edges head:relation, joined by |, whose heads are 0 or words of the sentence."
    return side.error(row, "an enhanced edge without a head in its sentence", remedy, shown=side.cell("deps", row))


def common_edges(gold: Edges, system: Edges, aligned: Aligned, normal: Callable[[str], str]) -> np.ndarray:
    """For each gold word, how many of its edges its counterpart has too: the same head, aligned, and the same label.

    Edges match one to one: of equal ones as many as both sides have.
    """
    number: dict[str, int] = {}
    ours = np.array([number.setdefault(normal(name), len(number)) for name in gold.names], np.int64)
    theirs = np.array([number.setdefault(normal(name), len(number)) for name in system.names], np.int64)
    to_gold = np.append(aligned.to_gold, ROOT)  # index -1, ROOT, is the root itself
    word, head = to_gold[system.word], to_gold[system.head]
    known = (word >= 0) & ((system.head == ROOT) | (head >= 0)) if len(system.word) else np.zeros(0, bool)
    n, width = len(aligned.to_system), max(len(number), 1)
    keys = np.sort((gold.word * (n + 1) + gold.head + 1) * width + (ours[gold.label] if len(gold.label) else 0), kind="stable")
    other = (word[known] * (n + 1) + head[known] + 1) * width + (theirs[system.label[known]] if known.any() else 0)
    other = np.sort(other, kind="stable")
    # The k-th of one side's equal edges has its match where the other side has a k-th of them too.
    at = np.searchsorted(other, keys) + np.arange(len(keys)) - np.searchsorted(keys, keys)
    shared = np.append(other, -1)[np.minimum(at, len(other))] == keys
    return np.bincount(keys[shared] // width // (n + 1), minlength=n)
