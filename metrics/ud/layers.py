"""What is compared of two aligned words, as integer codes that both sides share: one code for each distinct string."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from loaders.schema import NOTHING
from metrics.options import TreeOptions
from metrics.ud.side import Side

UNIVERSAL_FEATURES = frozenset(
    "PronType NumType Poss Reflex Foreign Abbr Gender Animacy Number Case Definite Degree VerbForm Mood Tense Aspect Voice "
    "Evident Polarity Person Polite".split()
)
CONTENT = frozenset(
    "nsubj obj iobj csubj ccomp xcomp obl vocative expl dislocated advcl advmod discourse nmod appos nummod acl amod conj fixed "
    "flat compound list parataxis orphan goeswith reparandum root dep".split()
)
FUNCTIONAL = frozenset("aux cop mark det clf case cc".split())


@dataclass(frozen=True)
class Layers:
    """One side's codes, one entry a word; equal codes are equal values on both sides. blank_lemma : LEMMA is `_`."""

    upos: np.ndarray
    xpos: np.ndarray
    feats: np.ndarray
    lemma: np.ndarray
    deprel: np.ndarray
    blank_lemma: np.ndarray
    content: np.ndarray
    functional: np.ndarray


def universal_relation(deprel: str) -> str:
    """A relation up to its first colon."""
    return deprel.partition(":")[0]


def universal_features(feats: str) -> str:
    """The universal features of a FEATS cell, sorted; a bare name counts, repeats stay."""
    return "|".join(sorted(f for f in feats.split("|") if f.partition("=")[0] in UNIVERSAL_FEATURES))


def all_features(feats: str) -> str:
    """All features of a FEATS cell, sorted."""
    return "|".join(sorted(feats.split("|")))


def read_layers(gold: Side, system: Side, options: TreeOptions) -> tuple[Layers, Layers]:
    """The layers of both sides in common codes."""
    feats = universal_features if options.features == "universal" else all_features
    compared = {
        "upos": str,
        "xpos": str,
        "feats": feats,
        "lemma": str,
        "deprel": str if options.subtypes else universal_relation,
    }
    codes = {column: _common_codes(gold, system, column, normal) for column, normal in compared.items()}
    return tuple(_layers(side, {column: pair[k] for column, pair in codes.items()}) for k, side in enumerate((gold, system)))


def _common_codes(gold: Side, system: Side, column: str, normal: Callable[[str], str]) -> tuple[np.ndarray, np.ndarray]:
    """The codes of one column of both sides; each distinct string is normalised once."""
    number: dict[str, int] = {}
    found = []
    for side in (gold, system):
        codes, names = side.names(column)
        table = np.array([number.setdefault(normal(name), len(number)) for name in names], np.int32)
        found.append(table[codes])
    return found[0], found[1]


def _layers(side: Side, codes: dict[str, np.ndarray]) -> Layers:
    relation, names = side.names("deprel")
    kinds = [universal_relation(name) for name in names]
    content, functional = (np.array([kind in group for kind in kinds], bool)[relation] for group in (CONTENT, FUNCTIONAL))
    lemma, lemmas = side.names("lemma")
    blank = np.array([name == NOTHING for name in lemmas], bool)[lemma]
    return Layers(**codes, blank_lemma=blank, content=content, functional=functional)
