"""CoNLL-U in invented words with typed mentions of one word each, and systems that spoil them."""

from __future__ import annotations

from functools import cache

import numpy as np

import metrics as m
from figures.frames import Systems
from loaders import load
from metrics.options import TypedOptions
from metrics.typed import compared, evaluation
from metrics.typed.project import TypedProject, read_sides

CLASSES = ("PER", "PER", "PER", "LOC", "LOC", "ORG", "RARE")
TAGS = ("PROPN", "NOUN", "PRON")
HOSTILE = "<b>x</b>&$y$"
LENGTH, SENTENCE = 40, 10


def entities(random: np.random.Generator, classes: tuple[str, ...]) -> list[tuple[str, list[int]]]:
    """Entities of one document: class and places of their mentions."""
    places = iter(random.permutation(LENGTH).tolist())
    found = []
    for number, kind in enumerate(classes):
        size = 1 if kind == "RARE" else int(random.integers(2, 5))
        if kind != "RARE" or random.random() < 0.2 or number == 0:
            found.append((kind, sorted(next(places) for _ in range(size))))
    return found


def spoilt(gold: list, random: np.random.Generator, lost: float, split: float) -> list:
    """A system's entities: mentions lost, entities split in two."""
    found = []
    for kind, places in gold:
        kept = [place for place in places if random.random() > lost]
        cut = 1 if len(kept) > 1 and random.random() < split else 0
        found += [(kind, part) for part in (kept[:cut], kept[cut:]) if part]
    return found


def text(documents: list[list[tuple[str, list[int]]]], typed: bool = True, tagged: bool = True) -> bytes:
    """Documents as CoNLL-U. typed : mentions have types; tagged : words have tags."""
    lines = ["# global.Entity = eid-etype-head-other"] if typed else ["# global.Entity = eid-head-other"]
    for number, found in enumerate(documents):
        of = {place: f"e{number}x{k}-{kind}-1-" if typed else f"e{number}x{k}-1-" for k, (kind, places) in enumerate(found)
              for place in places}  # fmt: skip
        lines.append(f"# newdoc id = doc{number}")
        for begin in range(0, LENGTH, SENTENCE):
            lines.append(f"# sent_id = s{number}x{begin}")
            for k in range(SENTENCE):
                place = begin + k
                misc = f"Entity=({of[place]})" if place in of else "_"
                tag = TAGS[place % 3] if tagged else "_"
                lines.append(f"{k + 1}\tw{place}\t_\t{tag}\t_\t_\t{int(k > 0)}\t{'dep' if k else 'root'}\t_\t{misc}")
            lines.append("")
    return ("\n".join(lines) + "\n").encode()


@cache
def texts(n_docs: int = 12, typed: bool = True, tagged: bool = True, classes: tuple[str, ...] = CLASSES) -> tuple[bytes, ...]:
    """Gold, a system that finds most and links badly, and one that finds less and links well."""
    random = np.random.default_rng(3)
    gold = [entities(random, classes) for _ in range(n_docs)]
    first = [spoilt(doc, random, 0.05, 0.7) for doc in gold]
    second = [spoilt(doc, random, 0.4, 0.0) for doc in gold]
    return tuple(text(docs, typed, tagged) for docs in (gold, first, second))


@cache
def compared_by(by: str = "class", n_docs: int = 12, n_systems: int = 2, classes: tuple[str, ...] = CLASSES, draws: int = 200):
    """(TypedProject, Compared, Systems, TypedOptions) of the invented texts."""
    gold, *systems = texts(n_docs, classes=classes)[: 1 + n_systems]
    names = [f"system {k}" for k in range(n_systems)]
    read = [load((f"{name}.conllu", data)) for name, data in zip(names, systems, strict=True)]
    project = m.align_systems(load(("gold.conllu", gold)), read, names)
    options = TypedOptions(resamples=draws)
    typed: TypedProject = read_sides(project, options)
    labels = evaluation.assign_labels(typed, evaluation.read_labelling(project.gold, None), options)
    found = compared.compare(typed, evaluation.group(typed, by, labels), options)
    picked = tuple(range(n_systems))
    return typed, found, Systems(tuple(names), picked, picked), options
