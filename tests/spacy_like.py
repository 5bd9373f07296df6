"""Stand-ins for spaCy's documents, written short, with what loaders.from_docs() looks at and nothing else."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any


class Morph:
    """As spaCy's: its features are had by str()."""

    def __init__(self, text: str):
        self.text = text

    def __str__(self) -> str:
        return self.text


@dataclass(eq=False)
class Token:
    i: int
    text: str
    idx: int
    dep_: str
    head: Any = None
    lemma_: str = ""
    pos_: str = ""
    tag_: str = ""
    morph: Morph = field(default_factory=lambda: Morph(""))
    whitespace_: str = " "


def span(start: int, end: int, label: str = ""):
    return SimpleNamespace(start=start, end=end, label_=label)


class Doc(list):
    """A document of tokens. items : "form/head/relation", heads from 0; the form alone where there are no trees."""

    def __init__(self, items: list[str], *, ends: tuple[int, ...] | None = None, ents=(), spans=None, clusters=None):
        at, heads = 0, []
        for i, item in enumerate(items):
            form, head, relation = [*item.split("/"), str(i), ""][:3] if "/" in item else (item, str(i), "")
            self.append(Token(i, form, at, relation))
            heads.append(int(head))
            at += len(form) + 1
        for token, head in zip(self, heads, strict=True):
            token.head = self[head]
        self._ends, self.ents, self.spans = ends, ents, spans or {}
        if clusters is not None:
            self._ = SimpleNamespace(coref_clusters=clusters)

    @property
    def sents(self):
        if self._ends is None:
            raise ValueError("[E030] Sentence boundaries unset.")
        return iter([span(start, end) for start, end in zip((0, *self._ends), self._ends, strict=False)])
