"""Link errors: edges of a spanning tree of each entity that the other side does not make.

Every mention but an entity's first hangs from one antecedent: a pronoun from the nearest earlier mention; a name or a
nominal from the nearest earlier name, else the nearest earlier nominal, else the nearest. An edge is missing where the
system does not have both mentions in one entity, and wrong where gold does not. Martschat and Strube (2014).
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from metrics.counting import Counts, stacked
from metrics.errors.failures import Analysis, Texts, lengths, with_makers
from metrics.errors.text import is_pronoun
from metrics.errors.types import Compared
from metrics.geometry import STEP
from metrics.metric import Metric
from metrics.typed.coverage import share
from metrics.typed.mention_types import NAME, NOMINAL
from metrics.typed.project import Groups, Side

LINKS = {
    "missing": Metric("missing", "Links of gold's spanning trees that the system does not make.", share, 2, (), (1,)),
    "wrong": Metric("wrong", "Links of the system's spanning trees that gold does not make.", share, 2, (), (1,)),
}

COLUMNS = (
    "type", "counted", "system", "document", "genre", "sentence", "text", "class", "mention_type", "antecedent",
    "antecedent_type", "distance", "length", "size", "doc", "first", "last",
)  # fmt: skip


def antecedents(entity: np.ndarray, codes: np.ndarray, order: np.ndarray) -> np.ndarray:
    """The mention from which each one hangs, -1 for an entity's first. codes : mention types; order : of the text."""
    by_entity = order[np.argsort(entity[order], kind="stable")]
    new = np.diff(entity[by_entity], prepend=-1) != 0
    begin = np.maximum.accumulate(np.where(new, np.arange(len(new)), 0))
    kinds = codes[by_entity]
    nearest = np.where(new, -1, np.arange(len(new)) - 1)
    name, nominal = (_last(kinds == kind, begin) for kind in (NAME, NOMINAL))
    chosen = np.where(is_pronoun(kinds), nearest, np.where(name >= 0, name, np.where(nominal >= 0, nominal, nearest)))
    found = np.full(len(entity), -1, np.int64)
    found[by_entity] = np.where(chosen >= 0, np.append(by_entity, -1)[chosen], -1)
    return found


def _last(wanted: np.ndarray, begin: np.ndarray) -> np.ndarray:
    """For each place the last one before it that is wanted and not before its begin, -1 for none."""
    here = np.where(wanted, np.arange(len(wanted)), -1)
    before = np.maximum.accumulate(np.concatenate([[-1], here[:-1]])) if len(here) else here
    return np.where(before >= begin, before, -1)


def link_errors(compared: Compared, codes: tuple[np.ndarray, np.ndarray]) -> tuple[np.ndarray, ...]:
    """Gold's antecedents and which of those links are missing; the system's, and which of those are wrong.

    codes : mention types of gold and of the system.
    """
    ours, theirs = compared.gold.mentions.entity, compared.side.mentions.entity
    placed = np.full(len(ours), -1, np.int64)
    found = np.flatnonzero(compared.exact >= 0)
    placed[compared.exact[found]] = theirs[found]
    gold = antecedents(ours, codes[0], compared.order[0])
    linked = (gold >= 0) & (placed >= 0) & (placed == np.append(placed, -2)[gold])
    named = np.where(compared.exact >= 0, np.append(ours, -1)[compared.exact], -1)
    system = antecedents(theirs, codes[1], compared.order[1])
    right = (system >= 0) & (named >= 0) & (named == np.append(named, -2)[system])
    return gold, (gold >= 0) & ~linked, system, (system >= 0) & ~right


def count_links(analysis: Analysis) -> Counts:
    """Missing and wrong links and all that there are, per document: inputs (system, "links"), metrics of LINKS."""
    tables, kept = {}, analysis.typed.kept()
    n_docs = analysis.typed.gold.mentions.n_docs
    for number, (name, compared) in enumerate(zip(analysis.typed.names, analysis.compared, strict=True)):
        gold, missing, system, wrong = link_errors(compared, (analysis.codes[0], analysis.codes[number + 1]))
        table = {}
        for metric, side, antecedent, bad in (
            ("missing", compared.gold, gold, missing),
            ("wrong", compared.side, system, wrong),
        ):
            doc = side.mentions.doc
            columns = [np.bincount(doc[which], minlength=n_docs) for which in (bad, antecedent >= 0)]
            table[metric] = np.stack(columns, axis=1)[kept]
        tables[name, "links"] = table
    return stacked(analysis.typed.project.gold.documents["doc_id"].iloc[kept].tolist(), tables, LINKS)


def links(analysis: Analysis, groups: Groups | None = None) -> pd.DataFrame:
    """One row a link error, in the columns of failures(): type (missing link, wrong link), of the later mention text and
    place, of the earlier one the text; size is 1, the mention that hangs from the link, and class the later mention's.
    groups : as in failures().
    """
    texts, frames = Texts(analysis.typed), []
    for number, (name, compared) in enumerate(zip(analysis.typed.names, analysis.compared, strict=True)):
        codes = analysis.codes[0], analysis.codes[number + 1]
        gold, missing, system, wrong = link_errors(compared, codes)
        classes = groups and (groups.gold.mention, groups.systems[number].mention)
        for which, kind, side, antecedent, bad in (
            (0, "missing link", compared.gold, gold, missing),
            (1, "wrong link", compared.side, system, wrong),
        ):
            table = _table(analysis, texts, side, np.flatnonzero(bad), antecedent[bad], codes[which])
            named = np.array(groups.names, object)[classes[which][bad]] if groups else ""
            frames.append(table.assign(**{"type": kind, "system": name, "class": named}))
    frame = pd.concat(frames, ignore_index=True)[list(COLUMNS)]
    kept = np.isin(frame["doc"], analysis.typed.kept())
    return with_makers(frame[kept].sort_values(["system", "doc", "first", "last"], kind="stable", ignore_index=True))


def _table(
    analysis: Analysis, texts: Texts, side: Side, mentions: np.ndarray, antecedent: np.ndarray, codes: np.ndarray
) -> pd.DataFrame:
    first, last = (place >> STEP for place in side.place())
    doc, names = side.mentions.doc[mentions], np.array(analysis.types, object)
    sentence = texts.sentence(doc, first[mentions])
    columns = {
        "counted": True,
        "document": texts.ids[doc],
        "genre": texts.genres[doc],
        "sentence": sentence + 1,
        "text": texts.of(side, mentions),
        "mention_type": names[codes[mentions]],
        "antecedent": texts.of(side, antecedent),
        "antecedent_type": names[codes[antecedent]],
        "distance": sentence - texts.sentence(doc, first[antecedent]),
        "length": lengths(side)[mentions],
        "size": 1,
        "doc": doc,
        "first": first[mentions],
        "last": last[mentions],
    }
    return pd.DataFrame(columns)
