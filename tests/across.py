"""Projects across documents: Cattan's columns written out, and everything that is compared of them."""

from __future__ import annotations

from functools import cache

import metrics as m
from figures import levels
from figures.frames import Systems
from loaders import load
from metrics.crossdoc import groups_of
from metrics.crossdoc_compared import compare_across


def conll(documents) -> bytes:
    """Cattan's columns. documents : (topic, subtopic, document, words, entities of single words as lists of numbers by name)."""
    lines = ["#begin document (all); part 000"]
    for topic, subtopic, name, n, entities in documents:
        for word in range(n):
            cell = "|".join(f"({entity})" for entity, words in entities.items() if word in words) or "-"
            lines.append("\t".join([topic, subtopic, name, "0", str(word), f"w{word}", "True", cell]))
        lines.append("")
    return "\n".join([*lines, "#end document", ""]).encode()


def conllu(documents) -> bytes:
    """The same documents as CoNLL-U that says no topic."""
    lines = ["# global.Entity = eid-etype-head-other"]
    for _, _, name, n, entities in documents:
        lines.append(f"# newdoc id = {name}")
        for word in range(n):
            cell = "".join(f"(e{entity}--1-)" for entity, words in entities.items() if word in words)
            lines.append("\t".join([str(word + 1), f"w{word}", *["_"] * 7, f"Entity={cell}" if cell else "_"]))
        lines.append("")
    return "\n".join([*lines, ""]).encode()


def gold(n_topics: int = 7) -> list:
    """Topics of two subtopics of two documents; entity 0 runs through the topic, 1 through a subtopic, 2 is alone."""
    return [
        (f"t{t}", f"s{s}", f"t{t}s{s}d{d}", 4, {f"{t}0": [0], f"{t}{s}1": [1], f"{t}{s}{d}2": [2]})
        for t in range(n_topics)
        for s in "ab"
        for d in "xy"
    ]


def apart(documents) -> list:
    """A system that links nothing across subtopics, and in the first topic nothing across documents."""
    return [
        (t, s, name, n, {f"{s if t != 't0' else name}{e}": words for e, words in entities.items()})
        for t, s, name, n, entities in documents
    ]


def merged(documents) -> list:
    """A system that takes what runs through one subtopic for the same in both."""
    same = lambda e: e[0] + "1" if len(e) == 3 else e  # noqa: E731
    return [(t, s, name, n, {same(e): words for e, words in entities.items()}) for t, s, name, n, entities in documents]


@cache
def compared(n_topics: int = 7, n_systems: int = 2, names: tuple[str, ...] = (), resamples: int = 100):
    """(project, groups, Across, Systems) of gold and systems that err across subtopics."""
    documents = gold(n_topics)
    made = [apart(documents), merged(documents), documents, documents][:n_systems]
    key, systems = load(("gold.conll", conll(documents))), [load(("s.conll", conll(one))) for one in made]
    project = m.align_systems(key, systems, names or [f"system {k + 1}" for k in range(n_systems)])
    picked = tuple(range(min(n_systems, 2)))
    groups = groups_of(key)
    options = m.CoreferenceOptions(match="exact", resamples=resamples)
    found = compare_across(project, groups, options, tuple(project.names[k] for k in picked))
    return project, groups, found, Systems(project.names, tuple(range(n_systems)), picked)


def framed(policy: str = "drop", **how):
    """level_frame() of compared()."""
    _, _, found, systems = compared(**how)
    parts = [levels.of_policy(getattr(found, name), policy) for name in ("scores", "baselines", "drops", "differences")]
    return levels.level_frame(*parts, systems), systems
