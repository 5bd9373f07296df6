"""A corpus's trees as arrays over one line of characters: tokens, words and sentences are spans of the text.

Zeman et al. (2018), section 5: words and sentences are compared by the characters that they cover, blanks left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from loaders.build import BLANKS, may_hold_blanks
from loaders.errors import FormatError
from loaders.schema import NOTHING, Corpus, Unread
from metrics.ud.edges import ROOT, Edges, read_edges


@dataclass(frozen=True)
class Spans:
    """Character ranges, in order, with the number of the sentence that each one begins in."""

    start: np.ndarray
    end: np.ndarray
    sentence: np.ndarray

    def __len__(self) -> int:
        return len(self.start)


@dataclass(frozen=True, eq=False)
class Side:
    """Gold's or a system's words without its empty nodes.

    words : their ranges; the words of a multiword token share its range. row : their rows in corpus.words.
    tokens : ranges of tokens. token : of each word. multiword : whether a word stands in a multiword token.
    head : row among these words, ROOT for a root, -2 where HEAD names no word of the sentence. edges : of DEPS.
    n_sentences, n_characters : of the whole corpus.
    """

    corpus: Corpus
    words: Spans
    row: np.ndarray
    tokens: Spans
    token: np.ndarray
    multiword: np.ndarray
    head: np.ndarray
    edges: Edges
    n_sentences: int
    n_characters: int

    @cached_property
    def sentences(self) -> Spans:
        """Ranges of the sentences, from their first token to their last; empty for those without tokens."""
        start, end = np.zeros(self.n_sentences, np.int64), np.zeros(self.n_sentences, np.int64)
        start[self.tokens.sentence[::-1]] = self.tokens.start[::-1]
        end[self.tokens.sentence] = self.tokens.end
        has = np.bincount(self.tokens.sentence, minlength=self.n_sentences) > 0
        number = np.flatnonzero(has)
        return Spans(start[has], end[has], number)

    @cached_property
    def unread(self) -> dict[int, Unread]:
        """The sentences that could not be read, by number."""
        lone = self.corpus.wordless
        base = _bases(self.corpus)[1]
        number = lone["sent"].to_numpy() + base[lone["doc_id"].cat.codes.to_numpy()]
        return {int(number[u.row]): u for u in self.corpus.unread}

    @cached_property
    def sentence_at(self) -> np.ndarray:
        """The sentence that holds each character, and one more entry."""
        sentences = self.sentences
        if not len(sentences):
            return np.zeros(self.n_characters + 1, np.int64)
        begun = np.zeros(self.n_characters + 1, np.int32)
        begun[sentences.start] = 1
        return sentences.sentence[np.maximum(np.cumsum(begun) - 1, 0)]

    def names(self, column: str) -> tuple[np.ndarray, list[str]]:
        """The codes and categories of a categorical column of the words."""
        values = self.corpus.words[column].cat
        return values.codes.to_numpy()[self.row], values.categories.tolist()

    def cell(self, column: str, row: int) -> Any:
        """One word's value in a column of corpus.words."""
        return self._cells[column][self.row[row]]

    def written(self, column: str) -> np.ndarray:
        """The words' values in a column of numbers of corpus.words."""
        return self.corpus.words[column].to_numpy()[self.row]

    @cached_property
    def _cells(self) -> dict[str, Any]:
        """The columns as arrays: taking one out of the frame for each cell costs more than reading it."""
        return {name: column.array for name, column in self.corpus.words.items()}

    @cached_property
    def _files(self) -> list[str]:
        return self.corpus.documents["file"].tolist()

    def error(self, row: int, what: str, remedy: str, *, shown: str) -> FormatError:
        """The error of a word, with its file, line and sentence."""
        name = self.cell("sent_id", row)
        file = self._files[self._cells["doc_id"].codes[self.row[row]]]
        return FormatError(file, int(self.cell("line", row)), what + (f" (sentence {name})" if name else ""), remedy, shown=shown)

    @cached_property
    def forms(self) -> pa.Array:
        """The words' forms."""
        chunks = self.corpus.words["form"].array._pa_array
        forms = chunks.chunk(0) if chunks.num_chunks == 1 else chunks.combine_chunks()
        return forms if len(self.row) == len(forms) else forms.take(pa.array(self.row))

    def text(self) -> bytes:
        """All tokens' forms in order, without blanks (Unicode category Zs), as UTF-8."""
        forms = self.forms
        first = np.flatnonzero(np.diff(self.token, prepend=-1))
        if self.multiword.any():
            codes, names = self.names("token")
            surface = pa.array(names, pa.large_string()).take(pa.array(codes.astype(np.int32)))
            forms = pc.if_else(pa.array(self.multiword), surface, forms)
        forms = forms.take(pa.array(first)) if len(first) < len(forms) else forms
        return _joined(self._with_wordless(forms, first))

    def _with_wordless(self, forms: pa.Array, first: np.ndarray) -> pa.Array:
        lone = self.corpus.wordless
        if lone.empty:
            return forms
        lines = np.concatenate([self.corpus.words["line"].to_numpy()[self.row[first]], lone["line"].to_numpy()])
        doc = np.concatenate(
            [
                self.corpus.words["doc_id"].cat.codes.to_numpy()[self.row[first]],
                lone["doc_id"].cat.codes.to_numpy(),
            ]
        )
        together = pa.concat_arrays([forms, pa.array(lone["form"].tolist(), pa.large_string())])
        return together.take(pa.array(np.lexsort((lines, doc))))


def _joined(forms: pa.Array) -> bytes:
    together = _bytes_of(forms)
    return _bytes_of(pc.replace_substring_regex(forms, BLANKS, "")) if may_hold_blanks(together) else together


def _bytes_of(forms: pa.Array) -> bytes:
    """All strings one behind the other."""
    if not len(forms) or forms.buffers()[2] is None:
        return b""
    offsets = np.frombuffer(forms.buffers()[1], np.int64)[forms.offset : forms.offset + len(forms) + 1]
    return bytes(memoryview(forms.buffers()[2])[offsets[0] : offsets[-1]])


def read_side(corpus: Corpus) -> Side:
    """The side that a corpus is."""
    words = corpus.words
    row = np.flatnonzero(~words["is_empty"].to_numpy())
    doc = words["doc_id"].cat.codes.to_numpy()[row].astype(np.int64)
    char_base, sentence_base = _bases(corpus)
    start, end = (words[c].to_numpy()[row] + char_base[doc] for c in ("char_start", "char_end"))
    sentence = words["sent"].to_numpy()[row] + sentence_base[doc]
    names = words["token"].cat.categories
    outside = names.get_indexer([NOTHING])[0]
    multiword = words["token"].cat.codes.to_numpy()[row] != outside
    new = np.ones(len(row), bool)
    new[1:] = ~(multiword[1:] & multiword[:-1] & (start[1:] == start[:-1]) & (end[1:] == end[:-1]))
    first = np.flatnonzero(new)
    tokens = Spans(start[first], end[first], sentence[first])
    spans = Spans(start, end, sentence)
    head = _heads(words["head"].to_numpy()[row], words["word"].to_numpy()[row], sentence)
    deps = words["deps"].cat
    edges = read_edges((deps.codes.to_numpy()[row], deps.categories.tolist()), words["word"].to_numpy()[row], sentence)
    return Side(
        corpus=corpus,
        words=spans,
        row=row,
        tokens=_all_tokens(corpus, tokens, (char_base, sentence_base)),
        token=np.cumsum(new) - 1,
        multiword=multiword,
        head=head,
        edges=edges,
        n_sentences=int(sentence_base[-1]),
        n_characters=int(char_base[-1]),
    )


def _bases(corpus: Corpus) -> tuple[np.ndarray, np.ndarray]:
    """Where each document begins among the characters and among the sentences; one more entry for the end."""
    n = len(corpus.documents)
    length = np.zeros(n, np.int64)
    for frame in (corpus.words, corpus.wordless):
        doc, end = frame["doc_id"].cat.codes.to_numpy(), frame["char_end"].to_numpy()
        last = np.flatnonzero(np.diff(doc, append=n))  # ends ascend within a document
        length[doc[last]] = np.maximum(length[doc[last]], end[last])
    sentences = corpus.documents["n_sentences"].to_numpy().astype(np.int64)
    return tuple(np.concatenate([[0], np.cumsum(sizes)]) for sizes in (length, sentences))


def _all_tokens(corpus: Corpus, tokens: Spans, bases: tuple[np.ndarray, np.ndarray]) -> Spans:
    """The tokens with those that have no words, in order."""
    lone = corpus.wordless
    if lone.empty:
        return tokens
    doc = lone["doc_id"].cat.codes.to_numpy()
    start = np.concatenate([tokens.start, lone["char_start"].to_numpy() + bases[0][doc]])
    end = np.concatenate([tokens.end, lone["char_end"].to_numpy() + bases[0][doc]])
    sentence = np.concatenate([tokens.sentence, lone["sent"].to_numpy() + bases[1][doc]])
    order = np.lexsort((end, start))
    return Spans(start[order], end[order], sentence[order])


def _heads(head: np.ndarray, word: np.ndarray, sentence: np.ndarray) -> np.ndarray:
    """HEAD as a row: words are numbered 1 to n in their sentence, so the head stands (head − word) rows further."""
    at = np.arange(len(head)) + head.astype(np.int64) - word
    inside = (head > 0) & (at >= 0) & (at < len(head))
    inside &= sentence[np.where(inside, at, 0)] == sentence
    return np.where(head == 0, ROOT, np.where(inside, at, -2))
