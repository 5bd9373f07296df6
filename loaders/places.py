"""Places of words that two corpora of one text share whatever their empty nodes, and join keys of spans made of them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

import numpy as np
import pandas as pd

from loaders import schema


def places(words: pd.DataFrame) -> np.ndarray:
    """Where each word stands in its document, the same in every corpus whatever its empty nodes; int64, ascending.

    1024 times the number of real words up to it, its own included, plus the decimal of an empty node; the empty
    nodes before a sentence's first word (0.1, ...) come 512 after those that follow the sentence before.
    """
    minor = words["minor"].to_numpy().astype(np.int64)
    real = (minor == 0).astype(np.int64)
    doc = words["doc_id"].cat.codes.to_numpy()
    through = np.cumsum(real)
    begins = np.flatnonzero(np.diff(doc, prepend=-1))
    before = (through - real)[begins][np.cumsum(np.diff(doc, prepend=-1) != 0) - 1] if len(doc) else through
    leading = (minor > 0) & (words["word"].to_numpy() == 0)
    return ((through - before) << 10) + np.where(leading, 512, 0) + minor


def irregular_extents(frame: dict, parts: Mapping, at: np.ndarray, first_word: np.ndarray, is_empty: np.ndarray) -> np.ndarray:
    """Join keys that two corpora with different empty nodes share.

    A run of real words is named by their numbers among the real words; anything else, by a negative hash of the
    places of its words, so that equal sets of words get equal keys without a table that both sides would need.
    """
    begin = first_word + frame["start"]
    finish = first_word + frame["end"]
    empties_before = np.concatenate([[0], np.cumsum(is_empty)])
    shift = empties_before[begin] - empties_before[first_word]
    keys = schema.extents(frame["start"] - shift, frame["end"] - shift)
    odd = empties_before[finish] > empties_before[begin]
    for row in np.union1d(np.flatnonzero(odd), np.fromiter(parts, np.int64, len(parts))).tolist():
        pieces = parts.get(row) or [(int(frame["start"][row]), int(frame["end"][row]))]
        rows = np.concatenate([np.arange(s, e) for s, e in pieces]) + first_word[row]
        between = rows[-1] + 1 - rows[0] - (empties_before[rows[-1] + 1] - empties_before[rows[0]])  # real words of the hull
        if not is_empty[rows].any() and between == len(rows):
            number = rows - empties_before[rows] - (first_word[row] - empties_before[first_word[row]])
            keys[row] = schema.extents(number[:1], number[-1:] + 1)[0]
        else:
            keys[row] = _hashed(at[rows])
    return keys


def _hashed(at: np.ndarray) -> int:
    code = hashlib.blake2b(at.astype("<i8").tobytes(), digest_size=8).digest()
    return -1 - (int.from_bytes(code, "little") >> 2)
