"""Tagged tokens to build.Spans: what tag files and JSON records of tags have in common."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePosixPath

import numpy as np

from loaders import build, columns, tagging
from loaders.errors import FormatError
from loaders.schema import Notice

Coded = tuple[np.ndarray, list[str]]  # codes and the distinct tags that they stand for


def joined(pieces: Sequence[Coded]) -> Coded:
    """The codes of several texts, one behind the other, over the distinct tags of all."""
    if len(pieces) == 1:
        return pieces[0]
    number: dict[str, int] = {}
    codes = []
    for own, names in pieces:
        table = np.array([number.setdefault(name, len(number)) for name in names], np.int32)
        codes.append(table[own] if len(names) else own)
    return (np.concatenate(codes) if codes else np.zeros(0, np.int32)), list(number)


def one(arrays: Sequence[np.ndarray]) -> np.ndarray:
    """The arrays of several files as one; no copy of a single one, an empty bool array of none."""
    return arrays[0] if len(arrays) == 1 else np.concatenate([np.zeros(0, bool), *arrays])


def sentences(doc: np.ndarray, begins: np.ndarray) -> np.ndarray:
    """Sentence numbers within their documents, int32. doc : ascending; begins : whether a sentence begins at the token."""
    number = np.cumsum(begins, dtype=np.int32)
    new = np.append(0, np.flatnonzero(doc[1:] != doc[:-1]) + 1)[: len(doc)]
    size = np.diff(np.append(new, len(doc)))
    return number - np.repeat(number[new], size)


def spans(
    layers: Sequence[Coded], begins: np.ndarray, text: build.Text, scheme: str, reading: str | None
) -> tuple[build.Spans, build.Spans | None]:
    """The spans of all layers in a reading; with none stated, those of `strict` and, if they differ, of `conlleval`."""
    wanted = [reading] if reading else list(tagging.READINGS)
    tags = [tagging.read_tags(names, scheme) for _, names in layers]
    said = [tagging.said_of(codes, begins, own) for (codes, _), own in zip(layers, tags, strict=True)]
    found = [_read([tagging.decode(one, scheme, how) for one in said], tags, text) for how in wanted]
    if len(found) == 1 or _equal(*found):
        return found[0], None
    return found[0], found[1]


def _read(layers: Sequence[tagging.Runs], tags: Sequence[tagging.Tags], text: build.Text) -> build.Spans:
    """The spans of all layers as one table."""
    number: dict[str, int] = {}
    rows = [np.zeros((3, 0), np.int64)]
    for runs, own in zip(layers, tags, strict=True):
        table = np.array([number.setdefault(label, len(number)) for label in own.labels], np.int64)
        rows.append(np.stack([runs.start, runs.end, table[runs.label]]) if len(runs.start) else rows[0])
    start, end, label = np.concatenate(rows, axis=1)
    if len(layers) > 1:
        order = np.lexsort((-end, start))
        start, end, label = start[order], end[order], label[order]
    doc = text.doc[start]
    first = build.starts_of(text.doc, len(text.doc_ids))[doc]
    return build.Spans(
        doc=doc,
        start=start - first,
        end=end - first,
        entity=np.full(len(doc), -1, np.int64),
        line=text.line[start],
        label=columns.coded(label.astype(np.int32), list(number)),
    )


def _equal(one: build.Spans, two: build.Spans) -> bool:
    """Whether two readings of the same tags, whose labels have the same codes, found the same spans."""
    same = all(np.array_equal(getattr(one, k), getattr(two, k)) for k in ("doc", "start", "end"))
    return same and np.array_equal(one.label.codes, two.label.codes)


def named(records: Sequence[tuple[str, int, str | None]]) -> tuple[list[str], list[Notice]]:
    """The ids of records given as (file, line, id), those without one called by their line: doc_1 in one file.

    By the line, and not counted, so that a record keeps its name when others are left out. Raises FormatError for an
    id that comes twice.
    """
    several = len({file for file, _, _ in records}) > 1
    first: dict[str, int] = {}
    notices = []
    for k, (file, line, given) in enumerate(records):
        name = given
        if name is None:
            name = f"{PurePosixPath(file).stem}_doc_{line}" if several else f"doc_{line}"
            notices.append(Notice(file, line, "no document id", f"the document is called {name}"))
        before = first.setdefault(name, k)
        if before != k:
            what = f"a second document of this id; the first is in {records[before][0]}, line {records[before][1]}"
            raise FormatError(file, line, what, "Give every document an id of its own.", shown=name)
    return list(first), notices


def distinct(spans: build.Spans, text: build.Text) -> tuple[build.Spans, list[Notice]]:
    """The spans without exact repeats (same document, start, end and label), and a notice that counts those."""
    if not len(spans.doc):
        return spans, []
    key = np.stack([spans.doc, spans.start, spans.end, spans.label.codes])
    order = np.lexsort(key[::-1])
    repeat = np.zeros(len(order), bool)
    repeat[order[1:]] = (np.diff(key[:, order], axis=1) == 0).all(axis=0)  # lexsort is stable: the first reading stays
    if not repeat.any():
        return spans, []
    row = int(np.argmax(repeat))
    said = f"{int(repeat.sum())} span(s) of the same words and label as another one; each counts once"
    notice = Notice(text.files[int(spans.doc[row])], int(spans.line[row]), "repeated span", said)
    taken = {k: getattr(spans, k)[~repeat] for k in ("doc", "start", "end", "entity", "line", "label")}
    return replace(spans, **taken), [notice]
