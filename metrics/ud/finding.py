"""The sentences of a treebank, and those among them that answer a question."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from metrics.options import TreeOptions
from metrics.ud.counts import Pair, agreements
from metrics.ud.groupings import Groups
from metrics.ud.project import TreeProject, sentence_names
from metrics.ud.side import Side

OF_CONTENT = ("CLAS", "MLAS", "BLEX")  # metrics of content words alone


@dataclass(frozen=True)
class Sentences:
    """All sentences of gold beside some systems. las, right : one entry a system; right is of gold's words, by LAS."""

    pairs: tuple[Pair, ...]
    names: list[str]
    texts: list[str]
    kept: np.ndarray
    sizes: np.ndarray
    las: tuple[np.ndarray, ...]
    right: tuple[np.ndarray, ...]


def read_sentences(project: TreeProject, options: TreeOptions) -> Sentences:
    """The sentences of a project of one or two systems."""
    pairs = tuple(project.pair(k, options) for k in range(len(project.names)))
    sentence, n = project.gold.words.sentence, project.gold.n_sentences
    sizes = np.bincount(sentence, minlength=n)
    right, las = [], []
    for pair in pairs:
        found = np.zeros(len(sentence), bool)
        found[pair.aligned.gold] = agreements(pair)["LAS"]
        predicted = np.bincount(pair.system_sentences(), minlength=n)
        las.append(200.0 * np.bincount(sentence, found, n) / np.maximum(sizes + predicted, 1))
        right.append(found)
    names = [str(name) for name in sentence_names(project.gold)]
    return Sentences(pairs, names, texts(project.gold), project.kept(), sizes, tuple(las), tuple(right))


def texts(side: Side) -> list[str]:
    """The text of every sentence, as tokens and SpaceAfter=No make it."""
    found: list[list[str]] = [[] for _ in range(side.n_sentences)]
    forms = side.forms.to_pylist()
    first = np.flatnonzero(np.diff(side.token, prepend=-1))
    codes, tokens = side.names("token")
    misc, cells = side.names("misc")
    glued = np.array(["SpaceAfter=No" in cell.split("|") for cell in cells], bool)
    last = np.append(first[1:], len(forms)) - 1
    for row, end in zip(first.tolist(), last.tolist(), strict=True):
        multiword = bool(side.multiword[row])
        form = tokens[codes[row]] if multiword else forms[row]
        space = "" if glued[misc[end]] and not multiword else " "
        found[side.words.sentence[row]].append(form + space)
    return ["".join(parts).strip() for parts in found]


def matching(
    sentences: Sentences, words: Sequence[np.ndarray], *, lengths: np.ndarray | None = None, text: str = ""
) -> tuple[np.ndarray, np.ndarray]:
    """The sentences in which some word answers all questions, and which words do.

    words : masks over gold's words. lengths : of sentences, which are wanted. text : in the sentence or its id, in any case.
    """
    sentence = sentences.pairs[0].gold.words.sentence
    found = np.ones(len(sentence), bool)
    for mask in words:
        found &= mask
    wanted = sentences.kept & (sentences.sizes > 0)
    if words:
        wanted &= np.bincount(sentence, found, len(wanted)) > 0
    if lengths is not None:
        wanted &= lengths
    if sought := text.strip().casefold():
        pairs = zip(sentences.texts, sentences.names, strict=True)
        wanted &= np.array([sought in said.casefold() or sought in name.casefold() for said, name in pairs], bool)
    return np.flatnonzero(wanted), found if words else np.zeros(len(sentence), bool)


def in_cell(pair: Pair, grouping: Callable[[Pair], Groups], gold: str, predicted: str) -> np.ndarray:
    """Which of gold's words are in one cell of a confusion matrix."""
    groups = grouping(pair)
    g, s = pair.aligned.gold, pair.aligned.system
    number = {name: k for k, name in enumerate(groups.names)}
    found = np.zeros(len(groups.gold), bool)
    found[g] = (groups.gold[g] == number.get(gold, -1)) & (groups.system[s] == number.get(predicted, -1))
    return found


def in_group(pair: Pair, grouping: Callable[[Pair], Groups], name: str) -> np.ndarray:
    """Which of gold's words are in a group."""
    groups = grouping(pair)
    return groups.gold == (groups.names.index(name) if name in groups.names else -1)


def right_by(pair: Pair, metric: str) -> np.ndarray:
    """Which of gold's words a system has right by a metric of words, or by "Words", aligned at all.

    Function words, which CLAS, MLAS and BLEX leave out, count as right.
    """
    found = np.zeros(len(pair.gold.words), bool)
    found[pair.aligned.gold] = True if metric == "Words" else agreements(pair)[metric]
    return found | ~pair.ours.content if metric in OF_CONTENT else found


def right_group(pair: Pair, grouping: Callable[[Pair], Groups]) -> np.ndarray:
    """Which of gold's words a system has in gold's group; those of the first group, without any value, count as right."""
    groups, found = grouping(pair), np.zeros(len(pair.gold.words), bool)
    g, s = pair.aligned.gold, pair.aligned.system
    found[g] = groups.gold[g] == groups.system[s]
    return found | (groups.gold == 0)


def snippet(side: Side, word: int, around: int = 5) -> tuple[str, str, str]:
    """The forms before a word, the word's, and those after it, within its sentence."""
    sentence = side.words.sentence
    first, last = np.searchsorted(sentence, sentence[word], "left"), np.searchsorted(sentence, sentence[word], "right")
    begin, end = max(int(first), word - around), min(int(last), word + around + 1)
    forms = side.forms[begin:end].to_pylist()
    at = word - begin
    before, after = " ".join(forms[:at]), " ".join(forms[at + 1 :])
    return ("… " if begin > first else "") + before, forms[at], after + (" …" if end < last else "")
