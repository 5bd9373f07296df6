"""Which document of a system is which document of gold, and whether both hold the same text."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa

from loaders.build import starts_of
from loaders.errors import AlignmentError
from loaders.schema import Corpus
from metrics.forms import first_difference, forms_of, wordless

FULL_ID = re.compile(r"\((.*)\)(?:; part (\S+))?")
PART_ID = re.compile(r"(.*)_(\d+)")


@dataclass(frozen=True)
class Alignment:
    """One system's documents against gold's.

    document : for each document of the system, the number of gold's document, -1 for none.
    missing, extra : ids that only gold, only the system has. renamed : (system's id, gold's id) of joined documents.
    bad : (gold's document number, error) of documents whose texts differ. escaped : words equal but for escapes.
    """

    document: np.ndarray
    missing: tuple[str, ...]
    extra: tuple[str, ...]
    renamed: tuple[tuple[str, str], ...] = ()
    bad: tuple[tuple[int, AlignmentError], ...] = ()
    escaped: int = 0
    notes: tuple[str, ...] = field(default=())


def align(gold: Corpus, predicted: Corpus, *, skip_bad: bool = False) -> Alignment:
    """The documents of a system joined to gold's: by id, by id and part, then by identical tokens.

    Raises AlignmentError, with both places, for a document whose tokens differ from gold's, unless skip_bad is on
    (they are then in `bad`), and where no document at all can be joined.
    """
    document = join_documents(gold, predicted)
    if len(gold.documents) and len(predicted.documents) and (document < 0).all():
        raise _nothing_in_common(gold, predicted)
    bad, escaped = compare_texts(gold, predicted, document)
    if bad and not skip_bad:
        raise bad[0][1]
    gold_ids, ids = gold.documents["doc_id"].tolist(), predicted.documents["doc_id"].tolist()
    found = set(document.tolist())
    return Alignment(
        document=document,
        missing=tuple(name for k, name in enumerate(gold_ids) if k not in found),
        extra=tuple(name for name, k in zip(ids, document.tolist(), strict=True) if k < 0),
        renamed=tuple((n, gold_ids[k]) for n, k in zip(ids, document.tolist(), strict=True) if k >= 0 and n != gold_ids[k]),
        bad=tuple(bad),
        escaped=escaped,
    )


def _nothing_in_common(gold: Corpus, predicted: Corpus) -> AlignmentError:
    first, theirs = gold.documents["doc_id"].iloc[0], predicted.documents["doc_id"].iloc[0]
    what = f"no document is also in gold: the first is '{theirs}' here and '{first}' in {gold.name}"
    remedy = "Give documents the ids that gold has, or the same tokens."
    return AlignmentError(predicted.documents["file"].iloc[0], int(predicted.documents["line"].iloc[0]), what, remedy)


def id_and_part(doc_id: str) -> tuple[str, str]:
    """A document id without its part, and the part: `(x); part 000`, `x`, `x_0` and `x_000` are all ("x", "0")."""
    full = FULL_ID.fullmatch(doc_id)
    name, part = (full.group(1), full.group(2) or "0") if full else (doc_id, "0")
    if not full and (short := PART_ID.fullmatch(doc_id)):
        name, part = short.groups()
    return name, part.lstrip("0") or "0"


def join_documents(gold: Corpus, predicted: Corpus) -> np.ndarray:
    """For each document of a system the number of gold's, -1 for none: three rounds, the surest first."""
    ids, gold_ids = predicted.documents["doc_id"].tolist(), gold.documents["doc_id"].tolist()
    number = {name: k for k, name in enumerate(gold_ids)}
    document = np.array([number.get(name, -1) for name in ids], np.int64)
    if (document >= 0).all():
        return document
    _join(document, [id_and_part(n) for n in gold_ids], [id_and_part(n) for n in ids])
    if (document < 0).any() and len(set(document[document >= 0].tolist())) < len(gold_ids):
        _join(document, _texts(gold), _texts(predicted))
    if gold.scheme and predicted.scheme and len(ids) == len(gold_ids) == 1:
        document[:] = 0  # tag files without ids: documents are named as the files are
    return document


def _join(document: np.ndarray, gold_keys: list, keys: list) -> None:
    """Join what is still free and has a key that one free document on each side has; changes `document` in place."""
    taken = set(document[document >= 0].tolist())
    theirs, ours = defaultdict(list), defaultdict(list)
    for k, key in enumerate(gold_keys):
        if k not in taken:
            ours[key].append(k)
    for k, key in enumerate(keys):
        if document[k] < 0:
            theirs[key].append(k)
    for key, found in theirs.items():
        if key is not None and len(found) == 1 and len(ours.get(key, ())) == 1:
            document[found[0]] = ours[key][0]


def _texts(corpus: Corpus) -> list[tuple[str, ...] | None]:
    forms, bounds = forms_of(corpus)
    texts = [forms[s:e] for s, e in _pairs(bounds)]
    return [None if not len(text) or wordless(text) else tuple(text.to_pylist()) for text in texts]


def _pairs(bounds: np.ndarray) -> list[tuple[int, int]]:
    return list(zip(bounds[:-1].tolist(), bounds[1:].tolist(), strict=True))


def compare_texts(gold: Corpus, predicted: Corpus, document: np.ndarray) -> tuple[list[tuple[int, AlignmentError]], int]:
    """The joined documents whose tokens differ, as (gold's number, error), and how many words differ by escapes alone.

    Documents without any word of their own (predictions that name an id and clusters alone) are taken as they are, if
    their mentions lie within gold's words; where gold names no words at all, so are all.
    """
    forms, bounds = forms_of(predicted)
    gold_forms, gold_bounds = forms_of(gold)
    if (
        np.array_equal(document, np.arange(len(gold.documents)))
        and np.array_equal(bounds, gold_bounds)
        and forms.equals(gold_forms)
    ):
        return [], 0
    bad, escaped = _beyond(gold, predicted, document), 0
    for k, ours in enumerate(document.tolist()):
        theirs = forms[bounds[k] : bounds[k + 1]]
        golds = gold_forms[gold_bounds[ours] : gold_bounds[ours + 1]]
        if ours < 0 or not len(theirs) or not len(gold_forms) or theirs.equals(golds) or wordless(theirs) or wordless(golds):
            continue
        at, equal_but_escaped = first_difference(golds, theirs)
        escaped += equal_but_escaped
        if at is not None:
            words = _word(gold, golds, gold_bounds[ours], at), _word(predicted, theirs, bounds[k], at)
            bad.append((ours, _difference(gold, predicted, (ours, k), at, words)))
    return bad, escaped


def _beyond(gold: Corpus, predicted: Corpus, document: np.ndarray) -> list[tuple[int, AlignmentError]]:
    """Documents without words of their own whose mentions lie outside gold's text."""
    spans = predicted.spans
    theirs = spans["doc_id"].cat.codes.to_numpy()
    n_words = gold.documents["n_words"].to_numpy()
    wordless = (predicted.documents["n_words"].to_numpy() == 0) & (document >= 0) & (len(gold.words) > 0)
    rows = np.flatnonzero(wordless[theirs]) if len(theirs) else theirs
    outside = rows[spans["end"].to_numpy()[rows] > n_words[document[theirs[rows]]]]
    found = {}
    for row in outside.tolist():
        ours = int(document[theirs[row]])
        start, end = int(spans["start"].iloc[row]), int(spans["end"].iloc[row])
        name = gold.documents["doc_id"].iloc[ours]
        what = f"a mention of words {start} to {end - 1} in document '{name}', which has {n_words[ours]}"
        file = predicted.documents["file"].iloc[theirs[row]]
        remedy = "Count tokens as gold does, from 0; check that both come from one version of the text."
        found.setdefault(ours, AlignmentError(file, int(spans["line"].iloc[row]), what, remedy))
    return list(found.items())


def unreadable(gold: Corpus, predicted: Corpus, alignment: Alignment) -> dict[int, Exception]:
    """Gold's documents that stood in the system's file and could not be read there, and why.

    A piece whose id is not known may be any document that the system lacks: all of those are then taken for it.
    """
    ids = gold.documents["doc_id"].tolist()
    number = {name: k for k, name in enumerate(ids)}
    loose = {id_and_part(name): k for k, name in enumerate(ids)}
    missing = {number[name] for name in alignment.missing}
    found: dict[int, Exception] = {}
    for name, error in predicted.skipped:
        ours = number.get(name, loose.get(id_and_part(name)))
        if name and ours in missing:
            found.setdefault(ours, error)
    unknown = next((error for name, error in predicted.skipped if not name), None)
    return found if unknown is None else dict.fromkeys(missing, unknown) | found


def _difference(gold: Corpus, predicted: Corpus, documents: tuple[int, int], at: int, words: tuple) -> AlignmentError:
    """The error that names the first word in which a document differs, in both files. words : form and line of both."""
    ours, theirs = words
    name = gold.documents["doc_id"].iloc[documents[0]]
    gold_file = gold.documents["file"].iloc[documents[0]]
    place = f"{gold_file}, line {ours[1]}" if ours else gold_file
    number = f"word {at + 1}"
    if gold.scheme and theirs:  # tag files count tokens by sentences
        number += f" ({_in_sentence(predicted, documents[1], at)})"
    if ours and theirs:
        what = f"{number} of document '{name}' is '{theirs[0][:40]}', gold has '{ours[0][:40]}' ({place})"
    elif ours:
        what = f"document '{name}' ends after {at} words, gold goes on with '{ours[0][:40]}' ({place})"
    else:
        what = f"document '{name}' goes on after word {at} with '{theirs[0][:40]}', where gold ends ({place})"
    line = theirs[1] if theirs else int(predicted.documents["line"].iloc[documents[1]])
    remedy = "Gold and system must be the same tokens; check that both come from one version of the text."
    return AlignmentError(predicted.documents["file"].iloc[documents[1]], line, what, remedy)


def _in_sentence(corpus: Corpus, document: int, at: int) -> str:
    words = corpus.words.iloc[starts_of(corpus.words["doc_id"].cat.codes.to_numpy(), len(corpus.documents))[document] + at]
    return f"token {int(words['word'])} of sentence {int(words['sent']) + 1}"


def _word(corpus: Corpus, forms: pa.Array, begin: int, at: int) -> tuple[str, int] | None:
    """Form and line of a document's word; begin : where the document begins among the corpus's words without empty nodes."""
    if at >= len(forms):
        return None
    is_empty = corpus.words["is_empty"].to_numpy()
    row = np.flatnonzero(~is_empty)[begin + at] if is_empty.any() else begin + at
    return forms[at].as_py(), int(corpus.words["line"].to_numpy()[row])
