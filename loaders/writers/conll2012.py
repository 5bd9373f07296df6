"""CoNLL-2012 in its full format, columns separated by tabs: parts of speech, named entities and coreference are filled."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

import numpy as np

from loaders.schema import NOTHING
from loaders.writers.mentions import Mention, Settled

SIGNS = re.compile(r"[()*|\s]")


def write(settled: Settled) -> str:
    """The text of all documents; part 000 of each, for a part stands in the id."""
    words = settled.corpus.words
    sent, pos = words["sent"].to_numpy(), words["xpos"].tolist()
    lines: list[str] = []
    for name, rows, mentions in zip(settled.names, settled.rows, settled.mentions, strict=True):
        lines.append(f"#begin document ({name}); part 000")
        lines += _document(name, rows, sent, settled.forms, pos, mentions)
        lines.append("#end document")
    return "\n".join([*lines, ""])


def _document(
    name: str, rows: np.ndarray, sent: np.ndarray, forms: Sequence[str], pos: Sequence[str], mentions: Sequence[Mention]
) -> Iterator[str]:
    first = "_" + name[1:] if name.startswith("#") else name  # a line that begins with # is a comment
    cells, named = _cells(mentions), _names(mentions)
    number, last = 0, sent[rows[0]] if len(rows) else 0
    for at, row in enumerate(rows.tolist()):
        if sent[row] != last:
            yield ""
            number, last = 0, sent[row]
        tag = "-" if pos[row] == NOTHING else pos[row]
        columns = [first, "0", str(number), forms[row], tag, "*", "-", "-", "-", "-", named.get(at, "*"), cells.get(at, "-")]
        yield "\t".join(columns)
        number += 1
    if len(rows):
        yield ""


def _cells(mentions: Sequence[Mention]) -> dict[int, str]:
    """The coreference of each word that has any: what ends before another of its entity begins, what begins, what ends."""
    begin, end = defaultdict(list), defaultdict(list)
    for mention in sorted((m for m in mentions if m.entity >= 0), key=lambda m: -m.end):
        begin[mention.start].append(mention)
        if mention.end - mention.start > 1:
            end[mention.end - 1].append(mention.entity)
    found = {}
    for at in begin.keys() | end.keys():
        longer = [m for m in begin[at] if m.end - m.start > 1]
        again = {m.entity for m in longer}
        parts = [f"{entity})" for entity in end[at] if entity in again]
        parts += [f"({m.entity}" for m in longer] + [f"({m.entity})" for m in begin[at] if m.end - m.start == 1]
        found[at] = "|".join([*parts, *(f"{entity})" for entity in end[at] if entity not in again)])
    return found


def _names(mentions: Sequence[Mention]) -> dict[int, str]:
    """The named entities of each word that begins or ends one: (PERSON*, *), (GPE)."""
    begin, end = defaultdict(list), defaultdict(int)
    for span in sorted((m for m in mentions if m.entity < 0), key=lambda m: -m.end):
        begin[span.start].append(SIGNS.sub("_", span.label) or "_")
        end[span.end - 1] += 1
    return {
        at: "".join(f"({label}" for label in begin[at]) + ("" if begin[at] and end[at] else "*") + ")" * end[at]
        for at in begin.keys() | end.keys()
    }
