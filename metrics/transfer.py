"""A language model's text brought onto gold's words: its mentions there, and a list of what it changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
import pandas as pd

from loaders import build, schema
from loaders.marked import FORMAT
from loaders.schema import NOTHING, Corpus
from loaders.sources import reread
from metrics.alignment import join_documents
from metrics.rewritten import Fit, Side, changes, fit, normal, side

LONGEST = 12  # words that a list of changes quotes
LOST = "mention left out"  # the kind of a change that is a mention whose words are not all in gold


@dataclass(frozen=True)
class Tokens:
    """A document's words as they are written. first : for each token its first real word, and how many there are.

    rows : of the real words in the corpus's frame. begin : the row of the document's first word, real or not.
    """

    texts: Sequence[str]
    normal: Side
    first: np.ndarray
    rows: np.ndarray
    begin: int

    def quote(self, start: int, end: int) -> str:
        """Some tokens, many of them cut short."""
        shown = " ".join(self.texts[start : min(end, start + LONGEST)])
        return shown if end - start <= LONGEST else f"{shown} …"


def fitted(gold: Corpus, predicted: Corpus) -> Corpus:
    """A corpus of marked text on gold's words, with Corpus.changes; any other corpus as it is.

    Only mentions all of whose words are in gold, one after the other, are kept. A document that is another text than gold's
    keeps its own words, as one that gold does not have.
    """
    if predicted.format != FORMAT or predicted.changes is not None or gold.words.empty:
        return predicted
    ours, theirs = [read_tokens(gold, united=how) for how in (True, False)], read_tokens(predicted, united=False)
    document = _joined(gold, predicted, ours[0], theirs)
    tried = {k: _fit([side[n] for side in ours], theirs[k]) for k, n in enumerate(document.tolist()) if n >= 0}
    fits = {k: found for k, found in tried.items() if found[0].is_same_text}
    numbers = {k: int(document[k]) for k in fits}
    words, doc = _words(gold, predicted, numbers)
    spans, lost = _spans(predicted, fits)
    documents = _documents(gold, predicted, words, doc, numbers)
    text = build.Text(list(documents["doc_id"]), (), (), doc, words["sent"].to_numpy(), words["form"], words["line"].to_numpy())
    frames = build.span_frames(spans, text, words)
    key = reread(predicted.digest, gold.digest)
    listed = _changes(predicted, theirs, fits, lost)
    made = replace(predicted, digest=key, documents=documents, words=words, spans=frames[0], parts=frames[1], changes=listed)
    return schema.check(made)


def _fit(ours: Sequence[Tokens], theirs: Tokens) -> tuple[Fit, Tokens]:
    """A document on gold's tokens, or on its words where those have more of the model's text; del may be written de el."""
    found = [
        (fit(tokens.normal, theirs.normal), tokens) for tokens in ours[: 1 if len(ours[0].texts) == len(ours[1].texts) else 2]
    ]
    return max(found, key=lambda one: one[0].shared)


def read_tokens(corpus: Corpus, *, united: bool) -> list[Tokens]:
    """The words of every document. united : those of a multiword token that do not spell it (de, el of del) are one token."""
    words = corpus.words
    bounds = build.starts_of(words["doc_id"].cat.codes.to_numpy(), len(corpus.documents))
    real = np.flatnonzero(~words["is_empty"].to_numpy())
    cuts = np.searchsorted(real, bounds)
    forms, start = words["form"].tolist(), words["char_start"].to_numpy()
    token = words["token"].astype(object).to_numpy() if united and (words["token"] != NOTHING).any() else None
    known = {form: normal(form) for form in set(forms)}
    found = []
    for k in range(len(corpus.documents)):
        rows = real[cuts[k] : cuts[k + 1]]
        texts, first = [forms[row] for row in rows.tolist()], np.arange(len(rows) + 1)
        if token is not None:
            texts, first = _united(texts, token[rows], start[rows], known)
        found.append(Tokens(texts, side([known[text] for text in texts]), first, rows, int(bounds[k])))
    return found


def _united(forms: list[str], token: np.ndarray, start: np.ndarray, known: dict[str, str]) -> tuple[list[str], np.ndarray]:
    """Words with those of a multiword token that they do not spell made one; `known` takes in the normal form of each."""
    texts: list[str] = []
    first: list[int] = []
    borders = [
        k for k in range(len(forms)) if not (k and token[k] != NOTHING and (token[k], start[k]) == (token[k - 1], start[k - 1]))
    ]
    for k, end in pairwise([*borders, len(forms)]):
        whole = known.setdefault(token[k], normal(token[k]))
        is_spelt = token[k] == NOTHING or "".join(known[form] for form in forms[k:end]) == whole
        texts += forms[k:end] if is_spelt else [token[k]]
        first += range(k, end) if is_spelt else [k]
    return texts, np.array([*first, len(forms)], np.int64)


def _joined(gold: Corpus, predicted: Corpus, ours: Sequence[Tokens], theirs: Sequence[Tokens]) -> np.ndarray:
    """Gold's number of every document, -1 for none: by id as ever, by the same text, and where each side has one alone."""
    document = join_documents(gold, predicted)
    taken = set(document[document >= 0].tolist())
    free: dict[str, list[int]] = {}
    for number, tokens in enumerate(ours):
        if number not in taken:
            free.setdefault(tokens.normal.text, []).append(number)
    for k in np.flatnonzero(document < 0).tolist():
        same = free.get(theirs[k].normal.text, [])
        document[k] = same.pop() if len(same) == 1 else -1
    if len(ours) == len(theirs) == 1:
        document[:] = 0
    return document


def _words(gold: Corpus, predicted: Corpus, numbers: dict[int, int]) -> tuple[pd.DataFrame, np.ndarray]:
    """Gold's words of the documents that are fitted, their own of all others; and the document of each.

    numbers : gold's of each document that is fitted.
    """
    bounds, own = (build.starts_of(c.words["doc_id"].cat.codes.to_numpy(), len(c.documents)) for c in (gold, predicted))
    ranges = []
    for k in range(len(predicted.documents)):
        at, shift = (numbers[k], 0) if k in numbers else (k, len(gold.words))
        begin, end = (bounds if k in numbers else own)[at : at + 2]
        ranges.append(np.arange(begin, end) + shift)
    rows = np.concatenate([np.zeros(0, np.int64), *ranges])
    doc = np.repeat(np.arange(len(ranges), dtype=np.int32), [len(r) for r in ranges])
    both = {name: _below(gold.words[name], predicted.words[name]).take(rows) for name in schema.WORDS if name != "doc_id"}
    frame = {"doc_id": pd.Categorical.from_codes(doc, predicted.words["doc_id"].cat.categories), **both}
    return pd.DataFrame(frame)[list(schema.WORDS)], doc


def _below(one: pd.Series, other: pd.Series) -> pd.api.extensions.ExtensionArray | np.ndarray:
    """Two columns, one below the other, of the same type as they are."""
    if isinstance(one.dtype, pd.CategoricalDtype):
        return pd.api.types.union_categoricals([one, other])
    return pd.concat([one, other], ignore_index=True).array


def _documents(gold: Corpus, predicted: Corpus, words: pd.DataFrame, doc: np.ndarray, numbers: dict[int, int]) -> pd.DataFrame:
    """The predicted documents, with gold's sentences and genres where they have its words."""
    documents = predicted.documents.copy()
    rows, theirs = list(numbers), list(numbers.values())
    for name in ("topic", "subtopic", "genre", "n_sentences"):
        column = documents[name].to_numpy(copy=True)
        column[rows] = gold.documents[name].to_numpy()[theirs]
        documents[name] = pd.Series(column, dtype=documents[name].dtype)
    real = doc[~words["is_empty"].to_numpy()]
    documents["n_words"] = np.bincount(real, minlength=len(documents)).astype(np.int32)
    return documents


def _spans(predicted: Corpus, fits: dict[int, tuple[Fit, Tokens]]) -> tuple[build.Spans, list[int]]:
    """The mentions on the words that their documents now have, and the rows of those that are left out."""
    spans = predicted.spans
    columns = [spans[name].to_numpy().astype(np.int64) for name in ("start", "end", "entity", "line")]
    rows, lost = [], []
    for row, (k, start, end, entity, line) in enumerate(zip(spans["doc_id"].cat.codes.tolist(), *columns, strict=True)):
        if k in fits:
            found, tokens = fits[k]
            place = found.place(start, end)
            if place is None:
                lost.append(row)
                continue
            low, high = tokens.first[place[0]], tokens.first[place[1]] - 1
            start, end = tokens.rows[low] - tokens.begin, tokens.rows[high] - tokens.begin + 1
        rows.append((k, start, end, entity, line))
    return build.Spans(*np.array(rows, np.int64).reshape(-1, 5).T), lost


def _changes(
    predicted: Corpus, theirs: Sequence[Tokens], fits: dict[int, tuple[Fit, Tokens]], lost: Sequence[int]
) -> pd.DataFrame:
    """What the model changed, document by document, then the mentions that are left out, as schema.CHANGES."""
    ids, lines = predicted.documents["doc_id"].tolist(), predicted.words["line"].to_numpy()
    begun = predicted.documents["line"].to_numpy()
    rows = []
    for k, (found, tokens) in fits.items():
        own = theirs[k]
        for change in changes(found):
            said = tokens.quote(change.start, change.end), own.quote(change.other_start, change.other_end)
            at = min(change.other_start, len(own.rows) - 1)
            line = lines[own.rows[at]] if len(own.rows) else begun[k]
            rows.append((ids[k], int(tokens.first[change.start]) + 1, change.kind, *said, line))
    for row in lost:
        span = predicted.spans.iloc[row]
        own = theirs[int(predicted.spans["doc_id"].cat.codes.iloc[row])]
        rows.append((span["doc_id"], 0, LOST, "", own.quote(span["start"], span["end"]), span["line"]))
    table = pd.DataFrame(rows, columns=list(schema.CHANGES))
    return table.astype(schema.CHANGES)
