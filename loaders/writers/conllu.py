"""CoNLL-U with entities as CorefUD writes them: (e1-person-1- ... e1), parts as e1[1/2], heads as numbers within the mention."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

import numpy as np
import pandas as pd

from loaders.schema import NOTHING
from loaders.writers.mentions import Mention, Settled

DECLARED = "# global.Entity = eid-etype-head-other"
META = ("genre", "topic", "subtopic")
SIGNS = re.compile(r"[-()|=\[\]\s]")
COLUMNS = ("lemma", "upos", "xpos", "feats", "head", "deprel", "deps", "misc")


def write(settled: Settled) -> str:
    """The text of all documents."""
    lines: list[str] = []
    words = settled.corpus.words
    documents = settled.corpus.documents.to_dict("records")
    for name, document, rows, mentions in zip(settled.names, documents, settled.rows, settled.mentions, strict=True):
        lines += [f"# newdoc id = {name}", DECLARED]
        lines += [f"# meta::{name} = {document[name]}" for name in META if document[name]]
        lines += _document(words.iloc[rows], [settled.forms[row] for row in rows.tolist()], _entities(mentions))
    return "\n".join([*lines, ""])


def _document(words: pd.DataFrame, forms: Sequence[str], entities: dict[int, str]) -> Iterator[str]:
    columns = [words[name].tolist() for name in ("sent", "sent_id", "word", "minor", "token", "char_start")]
    rest = list(zip(*(words[name].tolist() for name in COLUMNS), strict=True))
    multiword = _multiword(columns[0], columns[4], columns[5], np.array(columns[3]) > 0)
    last = None
    for at, (sent, sent_id, word, minor, token, _) in enumerate(zip(*columns, strict=True)):
        if sent != last:
            yield from ([""] if last is not None else []) + ([f"# sent_id = {sent_id}"] if sent_id else [])
            last = sent
        if at in multiword:
            yield "\t".join([f"{word}-{word + multiword[at]}", token, *[NOTHING] * 8])
        *cells, misc = rest[at]
        cells[4] = NOTHING if cells[4] < 0 else str(cells[4])
        yield "\t".join([f"{word}.{minor}" if minor else str(word), forms[at], *cells, _misc(misc, entities.get(at, ""))])
    yield ""


def _multiword(sent: Sequence[int], token: Sequence[str], start: Sequence[int], is_empty: np.ndarray) -> dict[int, int]:
    """By the place of its first word, how many words come after it in each multiword token."""
    found: dict[int, int] = {}
    first = previous = -1
    for at in np.flatnonzero(~is_empty).tolist():
        if token[at] == NOTHING:
            first = -1
        elif first >= 0 and (sent[at], token[at], start[at]) == (sent[previous], token[previous], start[previous]):
            found[first] += 1
        else:
            first = at
            found[first] = 0
        previous = at
    return found


def _misc(misc: str, entity: str) -> str:
    """MISC with the entities that are written in the place of those that were read."""
    kept = [part for part in misc.split("|") if part != NOTHING and part.partition("=")[0] != "Entity"]
    return "|".join(([f"Entity={entity}"] if entity else []) + kept) or NOTHING


def _entities(mentions: Sequence[Mention]) -> dict[int, str]:
    """The brackets on each word. What opens cannot stand before what closes, which would be read as its end."""
    begin, end = defaultdict(list), defaultdict(list)
    for mention in sorted((m for m in mentions if m.entity >= 0), key=lambda m: -m.end):
        runs = mention.parts or ((mention.start, mention.end),)
        for part, (start, stop) in enumerate(runs, 1):
            name = f"e{mention.entity}" + (f"[{part}/{len(runs)}]" if len(runs) > 1 else "")
            begin[start].append((stop, f"({name}-{SIGNS.sub('_', mention.label)}-{_head(mention)}-", stop - start == 1))
            if stop - start > 1:
                end[stop - 1].append((start, f"{name})"))
    found = {}
    for at in begin.keys() | end.keys():
        opened = sorted(begin[at], key=lambda row: -row[0])
        closed = "".join(text for _, text in sorted(end[at], reverse=True))
        longer = "".join(text for _, text, single in opened if not single)
        single = "".join(f"{text})" for _, text, single in opened if single)
        found[at] = closed + longer + single if longer else single + closed
    return found


def _head(mention: Mention) -> str:
    """The number of a mention's head among its words, from 1; nothing where it is not known."""
    if mention.head < 0:
        return ""
    before = 0
    for start, end in mention.parts or ((mention.start, mention.end),):
        if start <= mention.head < end:
            return str(before + mention.head - start + 1)
        before += end - start
    return ""
