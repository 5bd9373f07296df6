"""Tags to spans: IOB1, IOB2, IOE1, IOE2, IOBES and BILOU, in two readings of tags that are malformed.

A tag is a prefix, a hyphen and a label, which may itself hold hyphens; a prefix alone has the label "_". A span is a run
of tokens in which each one *continues* the one before; what continues, and which runs are spans, is a table a scheme:

    strict      continues              a run is a span if
    IOB2        B I, I I               it begins with B
    IOE2        I I, I E               it ends in E
    IOBES       B I, B E, I I, I E     it begins with B and ends in E, or is one S (BILOU: L is E, U is S)
    IOB1        B I, I I               it begins with I; or with B, right behind a token of the same label (and a B alone
                                       does not stand right before a B of another label: seqeval's reading)
    IOE1        I I, I E               it ends in I; or in E, right before a token of the same label

Only tokens of one label continue each other, within a sentence. Under `conlleval` a token continues the one before unless
it is B or S or that one is E or S, and every run is a span, in every scheme. Tjong Kim Sang & Veenstra (1999), section 2;
the reading is that of the CoNLL-2003 scorer, and the strict one that of seqeval's strict mode (but for IOE1, which that
does not finish).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

SCHEMES = ("IOB2", "IOB1", "IOE2", "IOE1", "IOBES", "BILOU")
READINGS = ("strict", "conlleval")
UNNAMED = "_"
OUTSIDE = -1

O, B, I, E, S = range(5)  # noqa: E741 (the tags' own names)
WRONG = 5
LETTERS = {
    "IOB1": {"B": B, "I": I},
    "IOB2": {"B": B, "I": I},
    "IOE1": {"I": I, "E": E},
    "IOE2": {"I": I, "E": E},
    "IOBES": {"B": B, "I": I, "E": E, "S": S},
    "BILOU": {"B": B, "I": I, "L": E, "U": S},
}
TAG = re.compile(r"O|[BIESLU](?:-.+)?", re.DOTALL)
CONTINUES = {
    "IOB1": [(B, I), (I, I)],
    "IOB2": [(B, I), (I, I)],
    "IOE1": [(I, I), (I, E)],
    "IOE2": [(I, I), (I, E)],
    "IOBES": [(B, I), (B, E), (I, I), (I, E)],
    "BILOU": [(B, I), (B, E), (I, I), (I, E)],
    "conlleval": [(B, I), (B, E), (I, I), (I, E)],
}
FIRST = {"IOB2": [B], "IOBES": [B, S], "BILOU": [B, S]}  # of a run that is a span; elsewhere any
LAST = {"IOE2": [E], "IOBES": [E, S], "BILOU": [E, S]}


@dataclass(frozen=True)
class Runs:
    """Spans of tokens start to end (half-open, ascending); label : their index in the names that Tags gives."""

    start: np.ndarray
    end: np.ndarray
    label: np.ndarray


@dataclass(frozen=True)
class Tags:
    """Distinct tags, one a code: prefix (O, B, I, E, S; WRONG where the scheme has none such), label (-1 for O)."""

    prefix: np.ndarray
    label: np.ndarray
    labels: list[str]


def is_tag(text: str) -> bool:
    """Whether a text is a tag of any scheme."""
    return TAG.fullmatch(text) is not None


def label_of(tag: str) -> str:
    """The label of a tag: what stands behind its first hyphen, "_" where nothing does, "" for O."""
    return "" if tag == "O" else tag[2:] or UNNAMED


def read_tags(names: Sequence[str], scheme: str) -> Tags:
    """What distinct tags mean in a scheme."""
    letters = LETTERS[scheme]
    prefix = [O if n == "O" else letters.get(n[:1], WRONG) if is_tag(n) else WRONG for n in names]
    labels = list(dict.fromkeys(label_of(n) for n, p in zip(names, prefix, strict=True) if p not in (O, WRONG)))
    number = {label: code for code, label in enumerate(labels)}
    label = [number.get(label_of(n), OUTSIDE) if p not in (O, WRONG) else OUTSIDE for n, p in zip(names, prefix, strict=True)]
    return Tags(np.array(prefix, np.int8), np.array(label, np.int32), labels)


def decode(said: Said, scheme: str, reading: str) -> Runs:
    """The spans of a text, as numbers of its tokens."""
    joined = said.beside & _pairs(said.prefix, CONTINUES["conlleval" if reading == "conlleval" else scheme])
    if reading == "strict" and scheme == "IOB1":
        joined[1:] &= ~((said.prefix == B) & ~said.beside)[:-1]  # a B that opens nothing is not continued
    first = np.flatnonzero(~joined)
    last = np.append(first[1:], len(joined))[: len(first)] - 1
    if reading == "strict":
        good = _well_formed(said, first, last, scheme)
        first, last = first[good], last[good]
    return Runs(said.row[first], said.row[last] + 1, said.label[first])


@dataclass(frozen=True)
class Said:
    """The tokens whose tag is not O: their numbers, prefixes and labels; next : whether the token before, in the sentence,
    is among them; beside : whether that has the same label, too."""

    row: np.ndarray
    prefix: np.ndarray
    label: np.ndarray
    next: np.ndarray
    beside: np.ndarray


def said_of(codes: np.ndarray, begins: np.ndarray, tags: Tags) -> Said:
    """The tags of a text that say something, for every reading of them.

    codes : each token's tag, int. begins : whether a sentence begins at the token, bool. Codes of tags that the scheme
    does not have count as O.
    """
    row = np.flatnonzero(((tags.prefix != O) & (tags.prefix != WRONG))[codes])
    prefix, label = tags.prefix[codes[row]], tags.label[codes[row]]
    adjoining = np.zeros(len(row), bool)
    adjoining[1:] = (np.diff(row) == 1) & ~begins[row[1:]]
    beside = adjoining.copy()
    beside[1:] &= label[1:] == label[:-1]
    return Said(row, prefix, label, adjoining, beside)


def _pairs(prefix: np.ndarray, pairs: Sequence[tuple[int, int]]) -> np.ndarray:
    """For each token, whether the prefixes of the one before and its own are among the pairs."""
    table = np.zeros(25, bool)
    table[[one * 5 + two for one, two in pairs]] = True
    found = np.zeros(len(prefix), bool)
    found[1:] = table[prefix[:-1] * 5 + prefix[1:]]
    return found


def _well_formed(said: Said, first: np.ndarray, last: np.ndarray, scheme: str) -> np.ndarray:
    """Which runs are spans in the strict reading."""
    prefix = said.prefix
    good = np.ones(len(first), bool)
    if scheme in FIRST:
        good &= np.isin(prefix[first], FIRST[scheme])
    if scheme in LAST:
        good &= np.isin(prefix[last], LAST[scheme])
    if scheme == "IOB1":
        clash = said.next & ~said.beside & _pairs(prefix, [(B, B)])
        good &= ((prefix[first] == I) | said.beside[first]) & ~_after(clash)[last]
    if scheme == "IOE1":
        good &= (prefix[last] == I) | _after(said.beside)[last]
    return good


def _after(flags: np.ndarray) -> np.ndarray:
    """The flag of the token after each one; False after the last."""
    return np.append(flags[1:], False)[: len(flags)]


def detect_scheme(codes: np.ndarray, begins: np.ndarray, names: Sequence[str]) -> str | None:
    """The scheme in which a text's tags are written; None where they are of two schemes.

    By the prefixes: U or L is BILOU; S, or B and E together, is IOBES. With B and I alone it is IOB1 where some I follows
    no token of its label and each B follows one (nothing else needs IOB1), else IOB2. With I and E alone, the mirror
    image: IOE1 where some I stands before no token of its label and each E before one, else IOE2. Without any: IOB2.
    """
    letters = {name[0] for name in names if is_tag(name)} - {"O"}
    if letters & {"L", "U"}:
        return None if letters & {"E", "S"} else "BILOU"
    if "S" in letters or letters >= {"B", "E"}:
        return "IOBES"
    said = said_of(codes, begins, read_tags(names, "IOBES"))
    marked, beside, kind = (E, _after(said.beside), "IOE") if "E" in letters else (B, said.beside, "IOB")
    lone = bool((~beside & (said.prefix == I)).any())
    return f"{kind}1" if lone and bool(beside[said.prefix == marked].all()) else f"{kind}2"
