"""Failures: the errors of all systems as one table, with what is needed to read, sort and find them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from loaders.build import starts_of
from metrics.errors.sides import with_singletons
from metrics.errors.text import types_of
from metrics.errors.types import CONFLATED, EXTRA, EXTRA_ENTITY, TYPES, Compared, compare, errors
from metrics.geometry import STEP
from metrics.typed.project import Groups, Side, TypedProject
from metrics.zeros import word_ranges

PREDICTED = (CONFLATED, EXTRA, EXTRA_ENTITY)  # types whose entity is the system's; of the others it is gold's
MOST_WORDS = 12  # of a mention's text; the middle of a longer one is left out


@dataclass(frozen=True)
class Analysis:
    """All systems against gold under one singleton policy. types : names of mention types and the codes of every side."""

    typed: TypedProject
    types: tuple[str, ...]
    codes: list[np.ndarray]
    compared: tuple[Compared, ...]
    policy: str


def analyse(typed: TypedProject, policy: str) -> Analysis:
    """Every system of a project compared with gold, part by part. typed : singletons kept, as read_sides() returns it."""
    names, _ = types_of(typed)
    sides = with_singletons(typed, policy)
    codes = types_of(sides)[1]
    return Analysis(sides, names, codes, tuple(compare(sides, codes, k) for k in range(len(sides.systems))), policy)


def failures(analysis: Analysis, groups: Groups | None = None) -> pd.DataFrame:
    """One row an error, in the order of systems and of the text.

    Columns: type, counted (False for a main part that one side lacks, which the published analysis does not count), system,
    document, genre ("" for none), sentence (from 1), text, class ("" without groups), mention_type, antecedent (the text of
    the nearest earlier mention of the entity, "" for none), antecedent_type, distance (to it, in sentences; -1 for none),
    length (mentions of the entity), size (mentions named), doc, first, last (of the first mention named: document number,
    words from 1), gold, predicted (its number on either side, -1 for none), shared (names of the other systems that make it
    too), error (a number that is the same for the same error of several systems).
    groups : of sides.kept_groups().
    """
    frames = [_of_system(analysis, number, groups) for number in range(len(analysis.typed.systems))]
    frame = pd.concat(frames, ignore_index=True)
    kept = np.isin(frame["doc"], analysis.typed.kept())
    return with_makers(frame[kept].reset_index(drop=True))


def with_makers(frame: pd.DataFrame) -> pd.DataFrame:
    """Errors of all systems with the columns error and shared; the same error has the same type, place and counting."""
    what = ["type", "counted", "doc", "first", "last"]
    again = frame.groupby(["system", *what], sort=False).cumcount()  # two errors of one system are never the same one
    error = frame[what].assign(again=again).groupby([*what, "again"], sort=False).ngroup().to_numpy()
    own, names = pd.factorize(frame["system"])
    makes = np.zeros((int(error.max(initial=-1)) + 1, len(names)), bool)
    makes[error, own] = True
    rows, which = np.unique(makes, axis=0, return_inverse=True)
    others = [[tuple(n for k, n in enumerate(names) if row[k] and k != me) for me in range(len(names))] for row in rows]
    shared = [others[row][me] for row, me in zip(which.reshape(-1)[error].tolist(), own.tolist(), strict=True)]
    return frame.assign(error=error, shared=pd.Series(shared, index=frame.index, dtype=object))


class Texts:
    """Gold's words: the texts of mentions and the sentences of words."""

    def __init__(self, typed: TypedProject):
        self.gold = typed.project.gold
        self.ids, self.genres = (self.gold.documents[name].to_numpy().astype(object) for name in ("doc_id", "genre"))
        self.forms = self.gold.words["form"].tolist()
        self.sent = self.gold.words["sent"].to_numpy()
        self.begin = starts_of(self.gold.words["doc_id"].cat.codes.to_numpy(), len(self.ids))
        real = ~self.gold.words["is_empty"].to_numpy()
        self.real = np.flatnonzero(real)
        self.real_begin = starts_of(self.gold.words["doc_id"].cat.codes.to_numpy()[real], len(self.ids))

    def of(self, side: Side, mentions: np.ndarray) -> list[str]:
        """The words of mentions, by their hulls; "" where gold names no words."""
        low, high = word_ranges(self.gold, side.geometry, side.mentions.row[mentions], side.mentions.doc[mentions])
        return [self._text(s, e) for s, e in zip(low.tolist(), high.tolist(), strict=True)]

    def _text(self, start: int, end: int) -> str:
        if end - start <= MOST_WORDS:
            return " ".join(self.forms[start:end])
        half = MOST_WORDS // 2
        return " ".join([*self.forms[start : start + half], "…", *self.forms[end - half : end]])

    def around(self, rows: pd.DataFrame, words: int = 7) -> tuple[list[str], list[str]]:
        """What stands before and after mentions within their documents. rows : doc, first, last as in failures()."""
        doc = rows["doc"].to_numpy()
        places = (self.real_begin[doc], self.real_begin[doc + 1], rows["first"], rows["last"])
        before, after = [], []
        for begin, end, first, last in zip(*(column.tolist() for column in places), strict=True):
            s, e = begin + max(first - 1, 0), begin + last
            low, high = max(begin, s - words), min(end, e + words)
            before.append(self._said("…" if low > begin else "", self.real[low:s], ""))
            after.append(self._said("", self.real[e:high], "…" if high < end else ""))
        return before, after

    def _said(self, before: str, words: np.ndarray, after: str) -> str:
        return " ".join(part for part in (before, *(self.forms[k] for k in words), after) if part)

    def sentence(self, doc: np.ndarray, word: np.ndarray) -> np.ndarray:
        """The sentence, from 0, of words by their numbers from 1 within their documents; 0 where gold names no words."""
        if not len(self.real):
            return np.zeros(len(doc), np.int64)
        at = np.minimum(self.real_begin[doc] + np.maximum(word - 1, 0), len(self.real) - 1)
        return self.sent[self.real[at]].astype(np.int64)


def _of_system(analysis: Analysis, number: int, groups: Groups | None) -> pd.DataFrame:
    """The failures of one system."""
    compared = analysis.compared[number]
    found = errors(compared)
    kind, gold, predicted = (found[name].to_numpy() for name in ("type", "gold", "predicted"))
    theirs = np.isin(kind, PREDICTED)
    texts = Texts(analysis.typed)
    first, last, antecedent = (np.zeros(len(found), np.int64) for _ in range(3))
    words, before, kind_before = (np.full(len(found), "", object) for _ in range(3))
    names = np.array(analysis.types, object)
    code, length = np.zeros(len(found), np.int64), np.zeros(len(found), np.int64)
    for mine, side, which, codes, order in (
        (theirs, compared.side, predicted, analysis.codes[number + 1], compared.order[1]),
        (~theirs, compared.gold, gold, analysis.codes[0], compared.order[0]),
    ):
        mentions = which[mine]
        begin, end = (place >> STEP for place in side.place())
        first[mine], last[mine], code[mine] = begin[mentions], end[mentions], codes[mentions]
        words[mine], length[mine] = texts.of(side, mentions), lengths(side)[mentions]
        nearest = _antecedents(side, order)[mentions]
        before[mine] = np.where(nearest >= 0, texts.of(side, np.maximum(nearest, 0)), "")
        kind_before[mine] = np.where(nearest >= 0, names[codes[nearest]], "")
        antecedent[mine] = np.where(nearest >= 0, begin[nearest], 0)
    doc = found["doc"].to_numpy()
    sentence = texts.sentence(doc, first)
    frame = pd.DataFrame(
        {
            "type": np.array(TYPES, object)[kind],
            "counted": found["counted"].to_numpy(),
            "system": analysis.typed.names[number],
            "document": texts.ids[doc],
            "genre": texts.genres[doc],
            "sentence": sentence + 1,
            "text": words,
            "class": _classes(number, found, groups),
            "mention_type": names[code],
            "antecedent": before,
            "antecedent_type": kind_before,
            "distance": np.where(antecedent > 0, sentence - texts.sentence(doc, np.maximum(antecedent, 1)), -1),
            "length": length,
            "size": found["size"].to_numpy(),
            "doc": doc,
            "first": first,
            "last": last,
            "gold": gold,
            "predicted": predicted,
        }
    )
    return frame.iloc[np.lexsort((last, first, doc))]


def _classes(number: int, found: pd.DataFrame, groups: Groups | None) -> np.ndarray:
    """The class of each error's first mention: gold's where gold has it, else the system's own."""
    result = np.full(len(found), "", object)
    if groups is None:
        return result
    names = np.array(groups.names, object)
    gold, predicted = found["gold"].to_numpy(), found["predicted"].to_numpy()
    ours = gold >= 0
    result[ours] = names[groups.gold.mention[gold[ours]]]
    result[~ours] = names[groups.systems[number].mention[predicted[~ours]]]
    return result


def lengths(side: Side) -> np.ndarray:
    """For each mention how many its entity has."""
    entity = side.mentions.entity
    return np.bincount(entity)[entity]


def _antecedents(side: Side, order: np.ndarray) -> np.ndarray:
    """For each mention the nearest earlier one of its entity, -1 for none."""
    entity = side.mentions.entity
    by_entity = order[np.argsort(entity[order], kind="stable")]
    found = np.full(len(entity), -1, np.int64)
    same = entity[by_entity][1:] == entity[by_entity][:-1]
    found[by_entity[1:][same]] = by_entity[:-1][same]
    return found
