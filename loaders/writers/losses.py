"""What a format cannot hold of a corpus, in words and numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection

import numpy as np

from loaders.schema import NOTHING, Corpus
from loaders.writers.mentions import Settled, has


def _number(n: int, one: str, many: str) -> str:
    return f"{n:,} {one if n == 1 else many}" if n else ""


def _empty(corpus: Corpus) -> str:
    nodes = _number(int(corpus.words["is_empty"].sum()), "empty node", "empty nodes")
    zeros = int((corpus.spans["is_zero"] & (corpus.spans["entity"] >= 0)).sum())
    return nodes and f"{nodes}, and with them the heads of {_number(zeros, 'mention', 'mentions')}" if zeros else nodes


def _parts(corpus: Corpus) -> str:
    said = _number(corpus.parts["span_id"].nunique(), "discontinuous mention is", "discontinuous mentions are")
    return said and f"{said} written from the first to the last word"


def _heads(corpus: Corpus) -> str:
    return "the heads of mentions" if ((corpus.spans["head"] >= 0) & (corpus.spans["entity"] >= 0)).any() else ""


def _labels(corpus: Corpus) -> str:
    labels = corpus.spans["label"][corpus.spans["entity"] >= 0]
    return "the types of mentions" if has(labels.unique().tolist()) else ""


def _spans(corpus: Corpus) -> str:
    said = _number(int((corpus.spans["entity"] < 0).sum()), "labelled span", "labelled spans")
    return said and f"{said} outside coreference"


def _column(name: str, what: str) -> Callable[[Corpus], str]:
    return lambda corpus: what if has(corpus.words[name].cat.categories.tolist()) else ""


def _tags(corpus: Corpus) -> str:
    names = {"lemma": "lemmas", "upos": "UPOS", "feats": "features", "misc": "MISC"}
    return ", ".join(said for name, said in names.items() if has(corpus.words[name].cat.categories.tolist()))


def _genres(corpus: Corpus) -> str:
    said = [f"{name}s" for name in ("genre", "topic", "subtopic") if has(corpus.documents[name].tolist())]
    return ", ".join(said)


def _empty_sentences(corpus: Corpus) -> str:
    codes = corpus.words["doc_id"].cat.codes.to_numpy().astype(np.int64)
    filled = len(np.unique(codes << 32 | corpus.words["sent"].to_numpy()))
    return _number(int(corpus.documents["n_sentences"].sum()) - filled, "sentence without words", "sentences without words")


def _trees(corpus: Corpus) -> str:
    return "trees" if (corpus.words["head"] >= 0).any() else ""


def _tokens(corpus: Corpus) -> str:
    return "multiword tokens (their words are written)" if (corpus.words["token"] != NOTHING).any() else ""


# What a corpus may hold, by the words that a Writer has in `holds`.
LAYERS: dict[str, Callable[[Corpus], str]] = {
    "empty": _empty,
    "parts": _parts,
    "heads": _heads,
    "labels": _labels,
    "spans": _spans,
    "xpos": _column("xpos", "parts of speech (XPOS)"),
    "tags": _tags,
    "trees": _trees,
    "tokens": _tokens,
    "genres": _genres,
    "sent_id": _column("sent_id", "sentence ids"),
    "empty sentences": _empty_sentences,
}
NAMED = ("conll2012", "conllu", "litbank", "brat", "marked")  # formats in which entities have names
LEFT_OUT = {
    "zeros": ("mention of empty nodes alone", "mentions of empty nodes alone", ""),
    "repeats": (
        "mention of words that are one already",
        "mentions of words that are one already",
        ": the first counts, as in scores",
    ),
    "crossing": ("mention", "mentions", " whose brackets would be paired with those of another"),
}


def _types(settled: Settled, holds: Collection[str], signs: re.Pattern) -> str:
    """How many types are written otherwise."""
    kept = (one for mentions in settled.mentions for one in mentions if ("spans" if one.entity < 0 else "labels") in holds)
    said = _number(sum(bool(signs.search(label)) for label in {one.label for one in kept}), "type", "types")
    return said and f"{said} with signs that brackets cannot hold, each written as _"


def losses(settled: Settled, holds: Collection[str], signs: re.Pattern) -> list[str]:
    """What a format that holds some layers cannot hold of a corpus, a line each. signs : those that types cannot have in it."""
    corpus = settled.corpus
    found = [_number(settled.left_out.get(why, 0), *words[:2]) for why, words in LEFT_OUT.items()]
    found = [said and said + words[2] for said, words in zip(found, LEFT_OUT.values(), strict=True)]
    found += [lost(corpus) for layer, lost in LAYERS.items() if layer not in holds]
    found.append(_types(settled, holds, signs))
    changed = _number(settled.changed, "word or id", "words or ids")
    found += [changed and f"{changed} with tabs, line ends or no character, which are written otherwise"]
    if corpus.format in NAMED and (corpus.spans["entity"] >= 0).any():
        found.append("the names of entities, which are numbers now")
    if corpus.format == "conll2012":
        found.append("columns that are not read: parse bits, lemmas, frames, senses, speakers")
    return [said for said in found if said]
