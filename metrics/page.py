"""The words of one document as several corpora have them, and where the mentions of each stand among them.

Real words are the same for all; each corpus has empty nodes of its own. Places (loaders.places.places) bring them on one line.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from loaders.places import places
from loaders.schema import NOTHING, Corpus

ZERO = "∅"  # an empty node without a form
LONGEST = 12  # words of a mention that are quoted
NO_SPACE = "SpaceAfter=No"
OPENING = r"[(\[{«“‘¿¡]|-L[RSC]B-|``"
CLOSING = r"[.,)\]]"
CLINGING = r"[.,;:!?%…)\]}»”’]+|-R[RSC]B-|['’]\w{1,2}|n['’]t|''"


@dataclass(frozen=True)
class Page:
    """words : as in metrics.reading.Reading. runs : for each column, its mentions' runs as an array of rows (mention's
    number, start, end), in order.
    """

    words: pd.DataFrame
    runs: tuple[np.ndarray, ...]

    def order(self, column: int) -> np.ndarray:
        """A key for each mention of a column: earlier starts first, then longer mentions."""
        start, end = self._hull(column)
        return start * (len(self.words) + 1) + len(self.words) - end

    def _hull(self, column: int) -> tuple[np.ndarray, np.ndarray]:
        mention, start, end = self.runs[column].T
        first = np.flatnonzero(np.diff(mention, prepend=-1))
        return start[first], np.maximum.reduceat(end, first) if len(first) else end

    def hulls(self, mentions: pd.DataFrame) -> tuple[np.ndarray, np.ndarray]:
        """First word and end of each mention, by its source and number."""
        start, end = np.zeros(len(mentions), np.int64), np.zeros(len(mentions), np.int64)
        for column in range(len(self.runs)):
            here = (mentions["source"] == column).to_numpy()
            number = mentions["number"].to_numpy()[here]
            firsts, ends = self._hull(column)
            start[here], end[here] = firsts[number], ends[number]
        return start, end

    def pieces_of(self, mentions: pd.DataFrame) -> pd.DataFrame:
        """The runs of each mention: mention (row of `mentions`), start, end."""
        found = []
        for column, runs in enumerate(self.runs):
            rows = np.flatnonzero(mentions["source"] == column)
            bounds = np.searchsorted(runs[:, 0], [mentions["number"].to_numpy()[rows], mentions["number"].to_numpy()[rows] + 1])
            count = bounds[1] - bounds[0]
            at = np.arange(count.sum()) - np.repeat(np.cumsum(count) - count, count) + np.repeat(bounds[0], count)
            found.append(np.column_stack([np.repeat(rows, count), runs[at, 1:]]))
        table = np.concatenate(found)
        return pd.DataFrame(table[np.argsort(table[:, 0], kind="stable")], columns=["mention", "start", "end"])

    def texts(self, mentions: pd.DataFrame) -> list[str]:
        """The words of each mention, long ones cut, with " … " where it is interrupted."""
        forms, spaces = self.words["form"].tolist(), self.words["space"].tolist()
        shown = [self.words[f"shown_{k}"].to_numpy() for k in range(len(self.runs))]
        said = [[_said(forms, spaces, shown[k], piece) for piece in runs[:, 1:].tolist()] for k, runs in enumerate(self.runs)]
        by_mention = [_joined(runs[:, 0], parts) for runs, parts in zip(self.runs, said, strict=True)]
        return [by_mention[source][number] for source, number in zip(mentions["source"], mentions["number"], strict=True)]

    def with_missed(self, mentions: pd.DataFrame) -> pd.DataFrame:
        """The words, where a column also shows the empty nodes of a mention that it misses and could not show otherwise."""
        words = self.words.copy()
        is_empty = words["is_empty"].to_numpy()
        for row in mentions[mentions["state"] == "missed"].itertuples():
            if is_empty[row.start] and is_empty[row.start : row.end].all():
                words.loc[words.index[row.start : row.end], f"shown_{row.column}"] = True
        return words


def _said(forms: list[str], spaces: list[bool], shown: np.ndarray, piece: list[int]) -> str:
    rows = [k for k in range(piece[0], min(piece[1], piece[0] + LONGEST)) if shown[k]]
    text = "".join(forms[k] + (" " if spaces[k] else "") for k in rows).strip()
    return text if piece[1] - piece[0] <= LONGEST else f"{text} …"


def _joined(mention: np.ndarray, parts: list[str]) -> list[str]:
    texts: list[list[str]] = [[] for _ in range(int(mention[-1]) + 1 if len(mention) else 0)]
    for k, part in zip(mention.tolist(), parts, strict=True):
        texts[k].append(part)
    return [" … ".join(found) for found in texts]


def read_page(corpora: Sequence[Corpus], documents: Sequence[int], spans: Sequence[np.ndarray]) -> Page:
    """The page of one document.

    documents : its number in each corpus, -1 for none. spans : for each corpus, the rows of its mentions in spans.
    """
    texts = [_text(corpus, number) for corpus, number in zip(corpora, documents, strict=True)]
    located = [_places(corpus, text, rows) for corpus, text, rows in zip(corpora, texts, spans, strict=True)]
    last = max((int(runs[:, 2].max()) >> 10 for runs in located if len(runs)), default=0)
    words = _words(texts, last)
    at = words["place"].to_numpy()
    runs = [
        np.column_stack([r[:, 0], np.searchsorted(at, r[:, 1]), np.searchsorted(at, r[:, 2]) + 1]).astype(np.int64)
        for r in located
    ]
    return Page(words, tuple(runs))


def _text(corpus: Corpus, number: int) -> pd.DataFrame:
    """A corpus's words of a document: place, form, space, sent, is_empty; no rows where it lacks the document."""
    low, high = np.searchsorted(corpus.words["doc_id"].cat.codes.to_numpy(), [number, number + 1]) if number >= 0 else (0, 0)
    words = corpus.words.iloc[low:high]
    frame = pd.DataFrame({"place": places(words) if len(words) else np.zeros(0, np.int64)})
    is_empty = words["is_empty"].to_numpy()
    form = words["form"].astype(object).to_numpy()
    frame["form"] = np.where(is_empty & (form == NOTHING), ZERO, form)
    frame["space"] = _spaces(words)
    frame["sent"] = words["sent"].to_numpy()
    frame["is_empty"] = is_empty
    return frame


def _spaces(words: pd.DataFrame) -> np.ndarray:
    """Whether a blank follows each word: as SpaceAfter says, or, where the document never says, not around punctuation.

    SpaceAfter of a multiword token is not in the frames, so that no blank is ever set before a full stop or comma.
    """
    apart = ~words["misc"].astype(str).str.contains(NO_SPACE, regex=False).to_numpy(bool)
    form = words["form"].astype(str)
    closing = CLOSING
    if apart.all():
        apart &= ~form.str.fullmatch(OPENING).to_numpy(bool)
        closing = f"{CLOSING}|{CLINGING}"
    apart[:-1] &= ~form.str.fullmatch(closing).to_numpy(bool)[1:]
    return apart


def _places(corpus: Corpus, text: pd.DataFrame, rows: np.ndarray) -> np.ndarray:
    """The runs of some spans of a document: number (0, 1, ...), first place, last place.

    Where the corpus has no words of its own, positions count real words.
    """
    table = corpus.spans.iloc[rows]
    runs = np.column_stack([np.arange(len(rows)), table["start"].to_numpy(), table["end"].to_numpy()]).astype(np.int64)
    parts = corpus.parts[corpus.parts["span_id"].isin(rows)]
    if len(parts):
        number = pd.Series(np.arange(len(rows)), index=rows)
        split = number[parts["span_id"]].to_numpy()
        whole = runs[~np.isin(runs[:, 0], split)]
        pieces = np.column_stack([split, parts["start"].to_numpy(), parts["end"].to_numpy()])
        runs = np.concatenate([whole, pieces])
        runs = runs[np.lexsort((runs[:, 1], runs[:, 0]))]
    if len(text):
        at = text["place"].to_numpy()
        return np.column_stack([runs[:, 0], at[runs[:, 1]], at[runs[:, 2] - 1]])
    return np.column_stack([runs[:, 0], (runs[:, 1] + 1) << 10, runs[:, 2] << 10])


def _words(texts: Sequence[pd.DataFrame], last: int) -> pd.DataFrame:
    """All texts on one line. last : the number of the last real word that a mention needs."""
    base = _best_text(texts, last)
    sents = base["sent"].to_numpy()
    empties = [text[text["is_empty"]] for text in texts]
    frame = pd.concat([base, *empties], ignore_index=True)
    # An empty node without a form in one corpus may have one in another.
    frame = frame.assign(bare=frame["form"] == ZERO).sort_values(["place", "bare"], kind="stable").drop_duplicates("place")
    frame = frame.drop(columns="bare").reset_index(drop=True)
    place, is_empty = frame["place"].to_numpy(), frame["is_empty"].to_numpy().astype(bool)
    before = (place >> 10) - np.where((place & 1023 >= 512) & is_empty, 0, 1)
    if len(sents):
        frame["sent"] = np.where(is_empty, sents[np.clip(before, 0, len(sents) - 1)], frame["sent"])
    for column, own in enumerate(empties):
        frame[f"shown_{column}"] = ~is_empty | np.isin(place, own["place"].to_numpy())
    return frame


def _best_text(texts: Sequence[pd.DataFrame], last: int) -> pd.DataFrame:
    """The real words of the first text that has any with a form, filled up with "_" to the last that is needed."""
    real = [text[~text["is_empty"].astype(bool)] for text in texts]
    base = next((text for text in real if (text["form"] != NOTHING).any()), max(real, key=len))
    lacking = np.arange(len(base), max(last, len(base)))
    if not len(lacking):
        return base
    sent = int(base["sent"].iloc[-1]) if len(base) else 0
    more = pd.DataFrame({"place": (lacking + 1) << 10, "form": NOTHING, "space": True, "sent": sent, "is_empty": False})
    return pd.concat([base, more], ignore_index=True) if len(base) else more
