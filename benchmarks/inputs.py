"""Coreference corpora of invented words, of any size, with two noisy systems: python -m benchmarks.inputs FOLDER.

Every document is made from the seed and its own number alone and is written before the next one is made: time is linear
in the words, memory constant, and a larger corpus begins with the smaller one. Mentions nest but never cross.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import defaultdict
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import product
from pathlib import Path

SYLLABLES = ("ba", "do", "fi", "ku", "le", "mo", "ni", "pa", "ru", "se", "ti", "vo")
VOCABULARY = ["".join(parts) for length in (1, 2, 3) for parts in product(SYLLABLES, repeat=length)]
LENGTHS = (1, 1, 1, 1, 2, 2, 3, 4, 6)  # of mentions in words, about as LitBank has them

Mention = tuple[int, int, int]  # first word, word after the last, entity


@dataclass(frozen=True)
class Document:
    """sentences : lists of words. mentions : by start, an outer one before those in it. lone : those not nested."""

    name: str
    sentences: list[list[str]]
    mentions: list[Mention]
    lone: list[bool]


@dataclass(frozen=True)
class Noise:
    """What a system gets wrong, as shares of the gold mentions."""

    missed: float
    shortened: float
    relinked: float
    invented: float
    singletons: bool


SYSTEMS = {
    "A": Noise(missed=0.04, shortened=0.02, relinked=0.25, invented=0.03, singletons=True),  # finds well, links badly
    "B": Noise(missed=0.15, shortened=0.05, relinked=0.08, invented=0.08, singletons=False),  # the reverse
}


def make_document(number: int, words: int, seed: int) -> Document:
    """Document `number` of a corpus, with at least so many words."""
    rng = random.Random(f"{seed}/{number}")
    sentences, spans, lone, position = [], [], [], 0
    while position < words:
        length = rng.randint(5, 35)
        sentences.append(rng.choices(VOCABULARY, k=length))
        _add_spans(rng, position, position + length, (spans, lone))
        position += length
    return Document(f"bench_{number:06d}", sentences, _linked(rng, spans), lone)


def _add_spans(rng: random.Random, start: int, stop: int, found: tuple[list, list]) -> None:
    """Adds the spans of one sentence, some with a shorter one inside, and whether each stands alone."""
    spans, lone = found
    at = start + rng.randint(0, 8)
    while at < stop:
        end = min(at + rng.choice(LENGTHS), stop)
        nested = end - at > 2 and rng.random() < 0.5
        spans.append((at, end))
        lone.append(not nested)
        if nested:
            spans.append((rng.randint(at + 1, end - 1), end))
            lone.append(False)
        at = end + rng.randint(0, 9)


def _linked(rng: random.Random, spans: list[tuple[int, int]]) -> list[Mention]:
    """Spans with entities: new, or that of any earlier mention, so that a few entities grow large and many stay single."""
    mentions, entities = [], 0
    for start, end in spans:
        entity = rng.choice(mentions)[2] if mentions and rng.random() < 0.6 else entities
        if mentions and mentions[-1][1] >= end and mentions[-1][2] == entity:
            entity = entities  # no entity within itself
        entities = max(entities, entity + 1)
        mentions.append((start, end, entity))
    return mentions


def predict(document: Document, noise: Noise, rng: random.Random) -> list[Mention]:
    """The document's mentions as a system with this noise gives them, by start; no span comes twice."""
    found, entities = [], 1 + max((m[2] for m in document.mentions), default=-1)
    for (start, end, entity), lone in zip(document.mentions, document.lone, strict=True):
        if rng.random() < noise.missed:
            continue
        if lone and end - start > 1 and rng.random() < noise.shortened:
            end -= 1
        if rng.random() < noise.relinked:
            entity = rng.randrange(entities)
        found.append((start, end, entity))
    found = sorted(found + _invented(document, noise.invented, rng, entities), key=lambda m: (m[0], -m[1]))
    return found if noise.singletons else _without_singletons(found)


def _invented(document: Document, share: float, rng: random.Random, entities: int) -> list[Mention]:
    """Mentions of one word where gold has none."""
    taken = {word for start, end, _ in document.mentions for word in range(start, end)}
    words = sum(map(len, document.sentences))
    places = {rng.randrange(words) for _ in range(round(share * len(document.mentions)))}
    return [(place, place + 1, rng.randrange(entities)) for place in sorted(places - taken)]


def _without_singletons(mentions: list[Mention]) -> list[Mention]:
    sizes = defaultdict(int)
    for _, _, entity in mentions:
        sizes[entity] += 1
    return [m for m in mentions if sizes[m[2]] > 1]


def as_jsonl(document: Document, mentions: list[Mention]) -> str:
    """One line: doc_key, sentences, clusters of [first, last] words."""
    clusters = defaultdict(list)
    for start, end, entity in mentions:
        clusters[entity].append([start, end - 1])
    record = {"doc_key": document.name, "sentences": document.sentences, "clusters": list(clusters.values())}
    return json.dumps(record, separators=(",", ":")) + "\n"


def as_conll(document: Document, mentions: list[Mention]) -> str:
    """A CoNLL-2012 document whose columns 5 to 11 are empty."""
    marks = _marks(mentions)
    lines, position = [f"#begin document ({document.name}); part 000\n"], 0
    for sentence in document.sentences:
        for number, word in enumerate(sentence):
            lines.append(f"{document.name}\t0\t{number}\t{word}\t-\t-\t-\t-\t-\t-\t*\t{'|'.join(marks.get(position, '-'))}\n")
            position += 1
        lines.append("\n")
    return "".join([*lines, "#end document\n"])


def _marks(mentions: list[Mention]) -> dict[int, list[str]]:
    """The brackets at each word; mentions by start, outer first."""
    opened, closed = defaultdict(list), defaultdict(list)
    for start, end, entity in mentions:
        if end - start == 1:
            opened[start].append(f"({entity})")
        else:
            opened[start].append(f"({entity}")
            closed[end - 1].insert(0, f"{entity})")
    return {word: opened.get(word, []) + closed.get(word, []) for word in opened.keys() | closed.keys()}


FORMATS = {"jsonl": as_jsonl, "conll": as_conll}


def write_corpus(folder: Path, *, documents: int, words: int = 2_000, form: str = "jsonl", seed: int = 20260101) -> None:
    """Writes gold, A and B with the format's suffix into a folder, which is made if need be."""
    folder.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        files = {name: stack.enter_context(open(folder / f"{name}.{form}", "w", encoding="utf-8")) for name in ("gold", *SYSTEMS)}
        for number in range(documents):
            document = make_document(number, words, seed)
            files["gold"].write(FORMATS[form](document, document.mentions))
            for name, noise in SYSTEMS.items():
                predicted = predict(document, noise, random.Random(f"{seed}/{number}/{name}"))
                files[name].write(FORMATS[form](document, predicted))


def conllu_file(scale: int, folder: Path, name: str = "gold") -> Path:
    """A CoNLL-U file of 25,000 words at scale 1: sample trees again and again, each time with other document ids."""
    return _repeated(folder / f"x{scale}" / f"{name}.conllu", f"sample_data/ud/{name}.conllu", "# newdoc id = ", 6 * scale)


def tag_file(scale: int, folder: Path, name: str = "gold") -> Path:
    """A tag file of 48,000 tokens at scale 1: the sample again and again, each time with other document ids."""
    return _repeated(folder / f"x{scale}" / f"{name}.iob2", f"sample_data/spans/{name}.iob2", "# id = ", round(11.25 * scale))


def both_columns(scale: int, folder: Path) -> Path:
    """tag_file() with gold's and a system's tags in one file, by tabs."""
    path = folder / f"x{scale}" / "both.tsv"
    if not path.exists():
        texts = [tag_file(scale, folder, name).read_text(encoding="utf-8") for name in ("gold", "wharf-base")]
        rows = zip(*(text.splitlines() for text in texts), strict=True)
        lines = ("\t".join([*one.split(), other.split()[-1]]) if one and one[0] != "#" else one for one, other in rows)
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def _repeated(path: Path, sample: str, mark: str, times: int) -> Path:
    """A file that holds a sample so many times, the ids behind a mark made distinct."""
    if not path.exists():
        text = (Path(__file__).resolve().parent.parent / sample).read_text(encoding="utf-8")
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("w", encoding="utf-8") as file:
            for k in range(times):
                file.write(text.replace(mark, f"{mark}{k}_"))
    return path


def main() -> None:
    parser = argparse.ArgumentParser(description="Write an invented corpus and two noisy systems.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--documents", type=int, default=100)
    parser.add_argument("--words", type=int, default=2_000, help="of each document (default 2000)")
    parser.add_argument("--form", choices=FORMATS, default="jsonl")
    parser.add_argument("--seed", type=int, default=20260101)
    options = parser.parse_args()
    write_corpus(options.folder, documents=options.documents, words=options.words, form=options.form, seed=options.seed)


if __name__ == "__main__":
    main()
