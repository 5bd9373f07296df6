"""What a user has chosen, as plain text: the same few words stand in the page's address and in a stored project."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from figures.studies.typed import GOLD_TYPES
from loaders import maps
from metrics.options import LEVEL, SEED, CoreferenceOptions, LabelOptions, SpanOptions, TreeOptions, TypedOptions
from metrics.typed.counts import POLICIES, SCOPES

MATCHES = ("exact", "head", "partial")
ZEROS = ("dependent", "linear")
ENDS = ("inclusive", "exclusive")
FEATURES = ("universal", "all")
UNITS = ("sentence", "document")
READINGS = ("strict", "conlleval")
PER_ITEM = ("one", "several")  # labels that an item may have
CUTOFF = 0.5
LARGEST = 1e6  # a threshold
MOST_RESAMPLES = 20_000
FEWEST_RESAMPLES = 100
LONGEST_NAME = 200  # characters of a treebank's name
DIGITS = re.compile(r"[0-9a-f]{8}")  # of a label file's digest
OWN_MAP = "file"  # the map that is stored with the project


@dataclass(frozen=True)
class Choice:
    """The options of a project; a and b are the places of the two systems that are compared. None: decided from the data.

    labels : of classes, "gold" for gold's types or the first digits of a label file's digest. mapping : a shipped map's name.
    """

    match: str | None = None
    zeros: str = "dependent"
    resamples: int = 1000
    seed: int = SEED
    level: float = LEVEL
    ends: str | None = None
    skip: bool = False
    a: int = 0
    b: int = 1
    subtypes: bool = False
    features: str = "universal"
    unit: str = "sentence"
    bank: str = ""  # the treebank that is shown, of many; "" for the first
    labels: str | None = None
    mapping: str | None = None
    threshold: float = 0.5
    policy: str = "gold-first"
    link_mentions: str = "own"
    reading: str = "strict"
    per_item: str | None = None
    cutoff: float = CUTOFF

    def coreference(self, match: str) -> CoreferenceOptions:
        """The options of coreference scoring, with the match decided."""
        return CoreferenceOptions(match, self.zeros, self.skip, self.resamples, self.seed, self.level)

    def trees(self) -> TreeOptions:
        """The options of scoring trees."""
        return TreeOptions(self.subtypes, self.features, self.unit, self.skip, self.resamples, self.seed, self.level)

    def typed(self) -> TypedOptions:
        """The options of scoring by class."""
        chosen = (self.threshold, self.policy, self.link_mentions)
        return TypedOptions(*chosen, self.zeros, self.skip, self.resamples, self.seed, self.level)

    def spans(self) -> SpanOptions:
        """The options of scoring spans."""
        return SpanOptions(self.unit, self.skip, self.resamples, self.seed, self.level)

    def items(self) -> LabelOptions:
        """The options of scoring labels; what is resampled by the sentence elsewhere is resampled by the item here."""
        unit = "document" if self.unit == "document" else "item"
        return LabelOptions(self.cutoff, unit, self.skip, self.resamples, self.seed, self.level)


def letter(place: int) -> str:
    """The letter of a system by its place: A to Z, then AA, AB, ..."""
    return (letter(place // 26 - 1) if place >= 26 else "") + chr(ord("A") + place % 26)


def _place(text: str) -> int:
    if not (text.isascii() and text.isalpha() and text.isupper() and len(text) <= 3):
        raise ValueError(text)
    number = 0
    for character in text:
        number = number * 26 + ord(character) - ord("A") + 1
    return number - 1


def _one_of(words: tuple[str, ...]) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in words:
            raise ValueError(text)
        return text

    return read


def _between(low: float, high: float, kind: type) -> Callable[[str], float]:
    def read(text: str) -> float:
        if len(text) > 20 or not low <= kind(text) <= high:
            raise ValueError(text)
        return kind(text)

    return read


def _name(text: str) -> str:
    if not 0 < len(text) <= LONGEST_NAME:
        raise ValueError(text)
    return text


def _label_set(text: str) -> str:
    if text != GOLD_TYPES and not DIGITS.fullmatch(text):
        raise ValueError(text)
    return text


def _resamples(text: str) -> int:
    number = _between(0, MOST_RESAMPLES, int)(text)
    if 0 < number < FEWEST_RESAMPLES:
        raise ValueError(text)
    return number


# The word of each option in the address: which field, how it is read (ValueError if wrong), how it is written.
WORDS: dict[str, tuple[str, Callable, Callable]] = {
    "match": ("match", _one_of(MATCHES), str),
    "zeros": ("zeros", _one_of(ZEROS), str),
    "draws": ("resamples", _resamples, str),
    "seed": ("seed", _between(0, 2**64 - 1, int), str),
    "level": ("level", _between(0.5, 0.999, float), str),
    "ends": ("ends", _one_of(ENDS), str),
    "skip": ("skip", lambda text: _one_of(("1",))(text) == "1", lambda _: "1"),
    "subtypes": ("subtypes", lambda text: _one_of(("1",))(text) == "1", lambda _: "1"),
    "features": ("features", _one_of(FEATURES), str),
    "unit": ("unit", _one_of(UNITS), str),
    "treebank": ("bank", _name, str),
    "labels": ("labels", _label_set, str),
    "map": ("mapping", _one_of((*maps.shipped(), OWN_MAP)), str),
    "tau": ("threshold", _between(0, 0.99, float), str),
    "whose": ("policy", _one_of(tuple(POLICIES)), str),
    "pairs": ("link_mentions", _one_of(tuple(SCOPES)), str),
    "reading": ("reading", _one_of(READINGS), str),
    "per-item": ("per_item", _one_of(PER_ITEM), str),
    "threshold": ("cutoff", _between(-LARGEST, LARGEST, float), str),
    "a": ("a", _place, letter),
    "b": ("b", _place, letter),
}


def chosen(words: Mapping[str, str]) -> Choice:
    """The choice that words of an address or a project stand for; what is no valid value is left at its default."""
    found = {name: _value(word, words) for word, (name, _, _) in WORDS.items()}
    return replace(Choice(), **{name: value for name, value in found.items() if value is not None})


def refused(words: Mapping[str, str]) -> list[str]:
    """The words whose values are not valid."""
    return [word for word in WORDS if word in words and _value(word, words) is None]


def _value(word: str, words: Mapping[str, str]):
    """The value of a word; None where it is missing or not valid."""
    if word not in words:
        return None
    try:
        return WORDS[word][1](words[word])
    except ValueError:
        return None


def written(choice: Choice) -> dict[str, str]:
    """The words of a choice; what is at its default is left out."""
    default = Choice()
    return {
        word: write(getattr(choice, name))
        for word, (name, _, write) in WORDS.items()
        if getattr(choice, name) != getattr(default, name)
    }
