"""The shared task's thirteen metrics, ELAS and EULAS, counted for each sentence of gold.

Zeman et al. (2018), section 5; Bouma et al. (2020) for the enhanced graphs. A gold item and its counterpart count for
the sentence in which the gold item starts; an aligned predicted word for its gold word's sentence; a predicted item
without counterpart for the gold sentence that holds its first character.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from metrics.ud.align import Aligned
from metrics.ud.enhanced import common_edges, universal_path
from metrics.ud.layers import Layers
from metrics.ud.side import ROOT, Side, Spans


@dataclass(frozen=True)
class Pair:
    """Gold and a system, aligned, with the layers that are compared."""

    gold: Side
    system: Side
    aligned: Aligned
    ours: Layers
    theirs: Layers

    def sentence_of(self, start: np.ndarray) -> np.ndarray:
        """The gold sentence that holds each character."""
        return self.gold.sentence_at[start]

    def system_sentences(self) -> np.ndarray:
        """The gold sentence for which each predicted word counts."""
        to_gold = self.aligned.to_gold
        return np.where(to_gold >= 0, np.append(self.gold.words.sentence, 0)[to_gold], self.sentence_of(self.system.words.start))


COLUMNS = ("correct", "system", "gold", "aligned")


def count(pair: Pair) -> dict[str, np.ndarray]:
    """Columns correct, system, gold, aligned for each metric, one row a gold sentence; aligned is 0 where there is none."""
    agree = agreements(pair)
    words = _Words(pair)
    spans = {name: _count_spans(pair, getattr(pair.gold, side), getattr(pair.system, side)) for name, side in SPANS.items()}
    return {
        **spans,
        "Words": words.count(np.ones(len(pair.aligned.gold), bool), has_aligned=False),
        **{name: words.count(agree[name]) for name in ("UPOS", "XPOS", "UFeats", "AllTags", "Lemmas", "UAS", "LAS")},
        **{name: words.count(agree[name], content=True) for name in ("CLAS", "MLAS", "BLEX")},
        **_count_edges(pair, words),
    }


SPANS = {"Tokens": "tokens", "Sentences": "sentences"}


def agreements(pair: Pair) -> dict[str, np.ndarray]:
    """For each metric of words, which aligned pairs agree."""
    g, s = pair.aligned.gold, pair.aligned.system
    ours, theirs = pair.ours, pair.theirs
    same = {name: getattr(ours, name)[g] == getattr(theirs, name)[s] for name in ("upos", "xpos", "feats", "lemma", "deprel")}
    lemma = same["lemma"] | ours.blank_lemma[g]
    uas = same_head(pair)
    las = uas & same["deprel"]
    content = las & ours.content[g]
    return {
        "UPOS": same["upos"],
        "XPOS": same["xpos"],
        "UFeats": same["feats"],
        "AllTags": same["upos"] & same["xpos"] & same["feats"],
        "Lemmas": lemma,
        "UAS": uas,
        "LAS": las,
        "CLAS": content,
        "MLAS": content & same["upos"] & same["feats"] & same_function_words(pair, same),
        "BLEX": content & lemma,
    }


def same_head(pair: Pair) -> np.ndarray:
    """Which aligned words have aligned heads; two roots agree."""
    head, other = pair.gold.head[pair.aligned.gold], pair.system.head[pair.aligned.system]
    counterpart = np.append(pair.aligned.to_gold, [-3, -3])[other]  # -1 and -2, a root and no word, have none
    return np.where(other == ROOT, head == ROOT, (counterpart >= 0) & (counterpart == head))


def same_function_words(pair: Pair, same: dict[str, np.ndarray]) -> np.ndarray:
    """Which aligned words have the same functional children, each with its relation, UPOS and features.

    As many on both sides, and as many pairs of them that are aligned and agree.
    """
    g, s = pair.aligned.gold, pair.aligned.system
    both = pair.ours.functional[g] & pair.theirs.functional[s] & same["upos"] & same["feats"] & same["deprel"] & same_head(pair)
    agreeing = _children(pair.gold.head[g[both]], len(pair.gold.words))
    ours = _children(pair.gold.head[pair.ours.functional], len(pair.gold.words))
    theirs = _children(pair.system.head[pair.theirs.functional], len(pair.system.words))
    return (ours[g] == theirs[s]) & (ours[g] == agreeing[g])


def _children(heads: np.ndarray, n: int) -> np.ndarray:
    return np.bincount(heads[heads >= 0], minlength=n)


class _Words:
    """Sums over the words of each gold sentence."""

    def __init__(self, pair: Pair):
        self.pair, self.n = pair, pair.gold.n_sentences
        self.ours = pair.gold.words.sentence
        self.theirs = pair.system_sentences()
        self.both = self.ours[pair.aligned.gold]
        content = pair.ours.content
        of_content = (self.theirs[pair.theirs.content], self.ours[content], self.both[content[pair.aligned.gold]])
        self.totals = {False: self._sums(self.theirs, self.ours, self.both), True: self._sums(*of_content)}

    def _sums(self, *sentences: np.ndarray) -> list[np.ndarray]:
        return [np.bincount(sentence, minlength=self.n) for sentence in sentences]

    def count(self, agree: np.ndarray, *, content: bool = False, has_aligned: bool = True) -> np.ndarray:
        """The four columns of a metric whose aligned pairs agree as given, over all words or content words."""
        system, gold, aligned = self.totals[content]
        (correct,) = self._sums(self.both[agree])
        return np.stack([correct, system, gold, aligned * has_aligned], axis=1).astype(np.float64)


def _count_spans(pair: Pair, gold: Spans, system: Spans) -> np.ndarray:
    """Tokens or sentences: the same start and end on both sides. No two of one side start at one character."""
    end_at = np.full(pair.gold.n_characters + 1, -1)
    end_at[gold.start] = gold.end
    where = pair.sentence_of(system.start)
    n = pair.gold.n_sentences
    common = where[end_at[system.start] == system.end]
    sums = [np.bincount(sentence, minlength=n) for sentence in (common, where, gold.sentence)]
    return np.stack([*sums, np.zeros(n)], axis=1).astype(np.float64)


def _count_edges(pair: Pair, words: _Words) -> dict[str, np.ndarray]:
    gold, system = pair.gold.edges, pair.system.edges
    theirs = np.bincount(words.theirs[system.word], minlength=words.n)
    ours = np.bincount(words.ours[gold.word], minlength=words.n)
    found = {}
    for name, normal in (("ELAS", str), ("EULAS", universal_path)):
        common = np.bincount(words.ours, common_edges(gold, system, pair.aligned, normal), words.n)
        found[name] = np.stack([common, theirs, ours, np.zeros(words.n)], axis=1).astype(np.float64)
    return found
