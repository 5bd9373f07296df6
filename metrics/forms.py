"""The forms of a corpus's words, and where two texts differ otherwise than by an escape."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from loaders.build import starts_of
from loaders.schema import NOTHING, Corpus

# How the Penn Treebank and its users write what a text file cannot hold, or what a keyboard lacks.
ESCAPES = {
    "-LRB-": "(",
    "-RRB-": ")",
    "-LSB-": "[",
    "-RSB-": "]",
    "-LCB-": "{",
    "-RCB-": "}",
    "``": '"',
    "''": '"',
    "\\/": "/",
    "\\*": "*",
}


def forms_of(corpus: Corpus) -> tuple[pa.Array, np.ndarray]:
    """The forms of a corpus's words without its empty nodes, and where each document begins among them."""
    words = corpus.words
    chunks = words["form"].array._pa_array
    forms = chunks.chunk(0) if chunks.num_chunks == 1 else chunks.combine_chunks()
    doc = words["doc_id"].cat.codes.to_numpy()
    is_empty = words["is_empty"].to_numpy()
    if is_empty.any():
        keep = np.flatnonzero(~is_empty)
        forms, doc = forms.take(pa.array(keep)), doc[keep]
    return forms, starts_of(doc, len(corpus.documents))


def wordless(forms: pa.Array) -> bool:
    """Whether a format without words stands behind these forms (the CoNLL scorer's two-column files)."""
    return bool(pc.all(pc.equal(forms, NOTHING)).as_py())


def first_difference(golds: pa.Array, theirs: pa.Array) -> tuple[int | None, int]:
    """The first word that differs otherwise than by an escape (None if none), and how many differ by escapes."""
    n = min(len(golds), len(theirs))
    unequal = np.flatnonzero(pc.not_equal(golds[:n], theirs[:n]).to_numpy(zero_copy_only=False))
    for count, at in enumerate(unequal.tolist()):
        one, other = golds[at].as_py(), theirs[at].as_py()
        if unescaped(one) != unescaped(other):
            return at, count
    return (n if len(golds) != len(theirs) else None), len(unequal)


def unescaped(form: str) -> str:
    """A word as it is meant, without the escapes of the Penn Treebank."""
    for written, meant in ESCAPES.items():
        form = form.replace(written, meant)
    return form
