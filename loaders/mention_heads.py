"""The head word of each mention: the one that its index names, else the highest in the tree."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from loaders.conllu_lines import Source
from loaders.schema import Notice

NO_TREE = 1 << 30  # the depth of a word without a head


@dataclass(frozen=True)
class Nodes:
    """The words and empty nodes of a corpus, one entry each: document index, line, and what MISC says as codes and names.

    first : the row of each document's first node. parent : returns the row of each node's head in the basic tree, its
    own row for roots, -1 without one; asked only if some mention names no head.
    """

    source: Source
    doc: np.ndarray
    line: np.ndarray
    first: np.ndarray
    misc: np.ndarray
    names: Sequence[str]
    is_empty: np.ndarray
    parent: Callable[[], np.ndarray]


def mention_heads(
    nodes: Nodes, index: np.ndarray, start: np.ndarray, end: np.ndarray, parts: Mapping
) -> tuple[np.ndarray, list[Notice]]:
    """The row of each mention's head, -1 where nothing tells it, and a notice of indices that name no word.

    index : from 1 through the mention's words in order, parts joined, empty nodes included; 0 for none.
    start, end : rows of the mentions' hulls. parts : by mention, the (start, end) rows of discontinuous ones.
    """
    heads = np.where((index >= 1) & (index <= end - start), start + index - 1, -1)
    for mention, pieces in parts.items():
        members = np.concatenate([np.arange(s, e) for s, e in pieces])
        heads[mention] = members[index[mention] - 1] if 1 <= index[mention] <= len(members) else -1
    missing = np.flatnonzero(heads < 0)
    if not len(missing):
        return heads, []
    heads[missing] = _highest(nodes, start, end, parts, missing)
    return heads, _notices(nodes, start[missing[index[missing] != 0]])


def _notices(nodes: Nodes, start: np.ndarray) -> list[Notice]:
    """One notice a file for head indices that name no word of their mention."""
    notices = []
    files = nodes.source.member(nodes.line[start])
    for member in np.unique(files).tolist():
        lines = nodes.source.number(nodes.line[start[files == member]])
        text = f"{len(lines)} mentions with a head index beyond their words; they are headed by their highest word"
        notices.append(Notice(nodes.source.members[member].name, int(lines[0]), "head out of range", text))
    return notices


def _highest(nodes: Nodes, start: np.ndarray, end: np.ndarray, parts: Mapping, which: np.ndarray) -> np.ndarray:
    """The row of the highest word of some mentions: the least depth, then the leftmost; -1 where none has a depth."""
    depth = np.where(nodes.is_empty, NO_TREE + 1, depths(nodes.parent()))
    ranked = np.append((depth << 32) + np.arange(len(depth)), np.iinfo(np.int64).max)
    bounds = np.column_stack([start[which], end[which]]).ravel()
    best = np.minimum.reduceat(ranked, bounds)[::2]
    for i, mention in enumerate(which.tolist()):
        if mention in parts:
            best[i] = min(ranked[s:e].min() for s, e in parts[mention])
    # An empty node ranks behind every word, so that it is best only in a mention without words.
    return np.where(best >> 32 == NO_TREE, -1, best & (2**32 - 1))


def depths(parent: np.ndarray) -> np.ndarray:
    """The number of steps from each node to its root, by pointer doubling; 2³⁰ for nodes without a parent.

    parent : the row of each node's parent, its own for roots, -1 for none. Nodes that lead to a cycle get 2³⁰ - 1.
    """
    own = np.arange(len(parent))
    up = np.where(parent < 0, own, parent)
    is_root = up == own
    depth = (~is_root).astype(np.int64)
    steps = 1
    while steps < len(parent) and not is_root[up].all():
        depth += depth[up]
        up = up[up]
        steps *= 2
    depth[~is_root[up]] = NO_TREE - 1
    return np.where(parent < 0, NO_TREE, depth)
