"""Corpora become files again: CoNLL-2012, JSON lines and CoNLL-U, with a list of what each cannot hold."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from types import ModuleType

from loaders.errors import FormatError
from loaders.schema import Corpus
from loaders.writers import conll2012, conllu, jsonl
from loaders.writers.losses import losses
from loaders.writers.mentions import Settled, settle

__all__ = ["WRITERS", "Writer", "format_of", "written"]


@dataclass(frozen=True)
class Writer:
    """A format's module, the name under which it is shown, the ending of its files, and the layers that it holds.

    A module has write(settled), the text of a whole file, and SIGNS, which types cannot have in it. holds : words of
    losses.LAYERS.
    """

    module: ModuleType
    shown: str
    ending: str
    holds: tuple[str, ...]


WRITERS = {
    "conll2012": Writer(conll2012, "CoNLL-2012", "conll", ("xpos", "spans")),
    "jsonl": Writer(jsonl, "JSON lines", "jsonl", ("genres", "empty sentences")),
    "conllu": Writer(
        conllu, "CoNLL-U", "conllu", ("empty", "parts", "heads", "labels", "xpos", "trees", "tags", "tokens", "genres", "sent_id")
    ),
}


def format_of(path: str) -> str | None:
    """The format that a file's ending names, None where it names none: x.jsonl, x.conllu, x.conll, x.v4_gold_conll."""
    lowered = path.lower().removesuffix(".gz")
    return next((name for name, writer in WRITERS.items() if lowered.endswith(writer.ending)), None)


def written(corpus: Corpus, format: str) -> tuple[str, list[str]]:
    """A corpus as a file of a format, and what is lost in it, a line each.

    Raises FormatError for documents that have mentions and no words, which JSON lines alone can hold, and for two documents
    that would have one id.
    """
    writer = WRITERS[format]
    settled = settle(corpus, empty="empty" in writer.holds)
    _check(settled, format)
    return writer.module.write(settled), losses(settled, writer.holds, writer.module.SIGNS)


def _check(settled: Settled, format: str) -> None:
    if format == "jsonl":
        return
    file = settled.corpus.name
    twice = next((name for name, n in Counter(settled.names).items() if n > 1), None)
    if twice is not None:
        raise FormatError(file, None, "two documents whose ids differ in blanks alone", "Rename one of them.", shown=twice)
    for name, rows, mentions in zip(settled.names, settled.rows, settled.mentions, strict=True):
        if mentions and not len(rows):
            what = f"document '{name}' has mentions and no words of its own"
            raise FormatError(file, None, what, "Write it as JSON lines, or give a file with the words.")
