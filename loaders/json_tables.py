"""JSON lines whose records all have one shape, through Arrow's parser straight to flat arrays.

Whatever is odd (mixed shapes, nulls, a wrong type, broken JSON) gives None, and json_records reads the file again with
the care that names the record.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.json as pj

from loaders import columns, json_layout
from loaders.json_layout import EXTRA, IDS, SENTENCE_OF_TOKEN, TOKENS, Clusters, Records
from loaders.options import ReadOptions

BLOCK = 1 << 20  # bytes parsed at once: small blocks stay in the processor's cache
OPEN, CLOSE = b"{}"

TEXT, NUMBERS = pa.string(), pa.list_(pa.int64())
TYPES = {
    **dict.fromkeys((*IDS, *EXTRA), TEXT),
    "sentences": pa.list_(pa.list_(TEXT)),
    "tokens": pa.list_(TEXT),
    "cased_words": pa.list_(TEXT),
    SENTENCE_OF_TOKEN: NUMBERS,
    json_layout.PART: pa.int64(),
    **{key: pa.list_(pa.list_(NUMBERS)) for key in json_layout.ENDS},
    "word_clusters": pa.list_(NUMBERS),
}


@dataclass(frozen=True)
class Nested:
    """A list column: where each list begins and ends among the values of the next level, n+1 offsets."""

    offsets: np.ndarray
    values: pa.Array


def read(file: str, data: bytes, first_line: int, options: ReadOptions) -> Records | None:
    """The records of a file, None where that takes the slow way."""
    lines = columns.split_lines(data)
    full = np.flatnonzero(lines.end > lines.start)
    if not len(full) or not _one_object_a_line(lines, full):
        return None
    found = _columns(data, int((lines.end - lines.start).max()), len(full))
    if found is None or (options.role == "predicted" and _null_predictions(data, found)):
        return None
    return _records(file, found, (full + first_line).astype(np.int32), options)


def _null_predictions(data: bytes, found: dict[str, pa.Array]) -> bool:
    """Whether gold clusters would be read although a prediction may stand beside them, as null."""
    others = [f'"{key}"'.encode() for key in json_layout.ENDS if key not in found]
    return json_layout.read_key(found, ReadOptions(role="predicted")) == json_layout.GOLD and any(key in data for key in others)


def _one_object_a_line(lines: columns.Lines, full: np.ndarray) -> bool:
    opens = lines.buffer[lines.start[full]] == OPEN
    return bool(opens.all() and (lines.buffer[lines.end[full] - 1] == CLOSE).all())


def _columns(data: bytes, longest: int, n: int) -> dict[str, pa.Array] | None:
    """The columns that every record fills; None if one is filled by some records only, or the JSON is no good."""
    try:
        table = pj.read_json(
            pa.BufferReader(data),
            pj.ReadOptions(use_threads=False, block_size=max(BLOCK, longest + 2)),
            pj.ParseOptions(explicit_schema=pa.schema(TYPES), unexpected_field_behavior="ignore"),
        )
    except pa.ArrowInvalid:
        return None
    partly = [name for name in table.column_names if name not in EXTRA and 0 < table[name].null_count < n]
    if table.num_rows != n or partly:
        return None
    filled = {name: table[name] for name in table.column_names if table[name].null_count < n}
    del table  # so that each column's blocks are freed as soon as they are joined
    whole = {name: _whole(filled.pop(name)) for name in list(filled)}
    pa.default_memory_pool().release_unused()
    return whole


def _whole(column: pa.ChunkedArray) -> pa.Array:
    return column.chunk(0) if column.num_chunks == 1 else column.combine_chunks()


def _records(file: str, found: dict[str, pa.Array], lines: np.ndarray, options: ReadOptions) -> Records | None:
    name = next((key for key in IDS if key in found), None)
    tokens = next((key for key in TOKENS if key in found), None)
    key = json_layout.read_key(found, options)
    if name is None or tokens is None or key is None or (name == "document_id" and json_layout.PART in found):
        return None
    beside = key != json_layout.GOLD and json_layout.GOLD in found and options.role == "predicted"
    text, clusters = _text(found, tokens), _clusters(found[key], key)
    gold = _clusters(found[json_layout.GOLD], json_layout.GOLD) if beside else None
    if text is None or clusters is None or (beside and gold is None):
        return None
    n = len(lines)
    return Records(
        files=[file] * n,
        ids=found[name].to_pylist(),
        lines=lines,
        extra={key: _strings(found.get(key), n) for key in EXTRA},
        form=text[0],
        sentence_lengths=text[1],
        n_sentences=text[2],
        tokenless=np.zeros(n, bool),
        ends=np.full(n, _ends(key, tokens), np.int8),
        n_clusters=np.diff(_nested(found[key]).offsets),
        clusters=clusters,
        gold=gold,
    )


def _ends(key: str, tokens: str) -> int:
    return json_layout.FIXED if key == "word_clusters" else json_layout.written_ends(key, tokens)


def _strings(column: pa.Array | None, n: int) -> list[str]:
    return [""] * n if column is None else [value or "" for value in column.to_pylist()]


def _nested(array: pa.Array) -> Nested | None:
    """One level of a list column; None if a list in it is null."""
    if array.null_count:
        return None
    if not len(array):
        return Nested(np.zeros(1, np.int32), array.flatten())
    offsets = np.frombuffer(array.buffers()[1], np.int32, len(array) + 1, array.offset * 4)
    return Nested(offsets - offsets[0] if offsets[0] else offsets, array.flatten())


def _text(found: dict[str, pa.Array], key: str) -> tuple[pa.StringArray, np.ndarray, np.ndarray] | None:
    """Words, the length of each sentence and the number of sentences of each record."""
    outer = _nested(found[key])
    if key == "sentences":
        inner = _nested(outer.values)
        if inner is None or inner.values.null_count:
            return None
        return inner.values, np.diff(inner.offsets), np.diff(outer.offsets)
    if outer.values.null_count:
        return None
    begins = _sentence_begins(found.get(SENTENCE_OF_TOKEN), outer.offsets)
    if begins is None:
        return None
    bounds = np.append(np.flatnonzero(begins), len(begins))
    return outer.values, np.diff(bounds), np.diff(np.searchsorted(bounds[:-1], outer.offsets))


def _sentence_begins(numbers: pa.Array | None, offsets: np.ndarray) -> np.ndarray | None:
    """For each token of flat token lists, whether a sentence begins there; None if the numbers do not fit the tokens."""
    begins = np.zeros(offsets[-1], bool)
    begins[offsets[:-1][np.diff(offsets) > 0]] = True
    if numbers is None:
        return begins
    level = _nested(numbers)
    if level.values.null_count or not np.array_equal(level.offsets, offsets):
        return None
    change = np.diff(_integers(level.values)) != 0
    begins[1:] |= change
    return begins


def _integers(array: pa.Array) -> np.ndarray:
    return np.frombuffer(array.buffers()[1], np.int64, len(array), array.offset * 8) if len(array) else np.zeros(0, np.int64)


def _clusters(column: pa.Array, key: str) -> Clusters | None:
    """A column of clusters as rows; None if a mention has not the numbers that its key asks for."""
    outer = _nested(column)
    inner = _nested(outer.values)
    if inner is None:
        return None
    cluster = np.repeat(np.arange(len(inner.offsets) - 1), np.diff(inner.offsets))
    doc = np.repeat(np.arange(len(outer.offsets) - 1), np.diff(outer.offsets))[cluster]
    numbers = _mentions(inner.values, key)
    return None if numbers is None else Clusters(doc, cluster, *numbers)


def _mentions(array: pa.Array, key: str) -> tuple[np.ndarray, np.ndarray, np.ndarray] | None:
    """Sentence, start and end of each mention."""
    if array.null_count:
        return None
    if key == "word_clusters":
        word = _integers(array)
        return np.full(len(word), -1), word, word + 1
    width = 3 if key == "mention_clusters" else 2
    level = _nested(array)
    if level.values.null_count or not (np.diff(level.offsets) == width).all():
        return None
    table = _integers(level.values).reshape(-1, width)
    sentence = table[:, 0] if width == 3 else np.full(len(table), -1)
    return sentence, table[:, -2], table[:, -1]
