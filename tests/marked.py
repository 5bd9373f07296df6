"""Invented documents for tests, written as words with brackets: "[1 The old pilot ] saw [2 [1 his ] boat ]"."""

from __future__ import annotations

import metrics as m
from loaders import load


def conll(documents: dict[str, str]) -> bytes:
    """CoNLL-2012 of documents whose sentences are lines; `[n` opens a mention of entity n, `]` closes the last, `]n` n's."""
    lines = []
    for name, text in documents.items():
        lines += [f"#begin document ({name}); part 000", *_document(name, text), "#end document"]
    return ("\n".join(lines) + "\n").encode()


def _document(name: str, text: str) -> list[str]:
    lines: list[str] = []
    stack: list[str] = []
    for sentence in text.strip().splitlines():
        words: list[list] = []
        opened: list[str] = []
        for item in sentence.split():
            if item[0] == "[" and len(item) > 1:
                opened.append(item[1:])
            elif item[0] == "]":
                entity = item[1:] or stack[-1]
                stack.reverse()
                stack.remove(entity)
                stack.reverse()
                words[-1][2].append(entity)
            else:
                stack += opened
                words.append([item, opened, []])
                opened = []
        lines += [f"{name} 0 {k} {form} - - - - - - * {_cell(begins, ends)}" for k, (form, begins, ends) in enumerate(words)] + [
            ""
        ]
    return lines


def _cell(begins: list[str], ends: list[str]) -> str:
    parts = []
    ends = list(ends)
    for entity in begins:
        if entity in ends and begins.count(entity) == 1:
            ends.remove(entity)
            parts.append(f"({entity})")
        else:
            parts.append(f"({entity}")
    return "|".join(parts + [f"{entity})" for entity in ends]) or "-"


def project(gold: dict[str, str], *systems: dict[str, str]) -> m.Project:
    """Gold and systems, aligned; systems are named A, B, ..."""
    corpora = [load((f"{name}.conll", conll(text))) for name, text in zip("gABCD", [gold, *systems], strict=False)]
    return m.align_systems(corpora[0], corpora[1:], list("ABCD"[: len(systems)]))
