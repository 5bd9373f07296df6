"""A report from what is chosen of its tasks."""

from __future__ import annotations

from html import escape
from typing import Any

from figures.report.content import TITLES, sections
from figures.report.document import document
from figures.report.parts import paragraph


def whole(studies: dict[str, Any], title: str | None = None) -> str:
    """The report as HTML. studies : by task, what is chosen of it; the first is what it is about."""
    task, chosen = next(iter(studies.items()))
    names = [f"{letter} {name}" for letter, name in zip(chosen.systems.letters, chosen.systems.pair, strict=True)]
    lead = paragraph(f"Assay · {escape(TITLES[task])} · {escape(' against '.join(names))}", "counted")
    return document(title or f"{TITLES[task]}: {' and '.join(chosen.systems.pair)}", lead, sections(studies))
