"""What the page Paper can draw: the studies of everything that the open project holds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from figures.studies.chosen import memory
from figures.studies.errors import FailureSelection
from figures.studies.exhibit import Maker
from figures.studies.registry import STUDIES
from figures.studies.topics import TopicSelection
from pages.shared import bank_state, class_state, failure_state, item_state, span_state, state, topic_state, tree_state

NAMES = {
    "coref": "Coreference", "typed": "Classes", "errors": "Failures", "crossdoc": "Cross-document", "ud": "Parsing",
    "treebanks": "Treebanks", "span": "Spans", "classify": "Classification",
}  # fmt: skip


COREFERENCE = ("coref", "typed", "errors")


def studies(question: str) -> dict[str, Any]:
    """By task, what is chosen of it; the first is what the project is about. Without any, the page says why, and stops."""
    found = state.files()
    about = state.task(found)
    if about == "mentions":
        return _of_mentions(state.guard(1, question)) | _across() | _others()
    if found.is_many:
        return {"treebanks": bank_state.guard(question)} | _trees()
    guards = {"trees": ("ud", tree_state.guard, 1), "spans": ("span", span_state.guard), "items": ("classify", item_state.guard)}
    task, guard, *need = guards[about]
    return {task: guard(*need, question)}


def _across() -> dict[str, Any]:
    """Coreference across documents, where topics are known; of the sample, other files than those of its other pages."""
    whole = state.current(topic_state.files())
    chosen = topic_state.selected(whole) if whole and not state.unfit(whole) else None
    return {"crossdoc": chosen} if isinstance(chosen, TopicSelection) else {}


def _of_mentions(chosen: state.Selection) -> dict[str, Any]:
    classes = class_state.selected(chosen)
    return {"coref": chosen, "typed": classes, "errors": failure_state.selected(chosen, "keep")}


def _others() -> dict[str, Any]:
    """Trees, spans and items beside coreference: the sample has files of all, and CoNLL-U may have trees."""
    spans, items = span_state.files(), item_state.files()
    found = {"span": span_state.selected(spans)} if spans.project is not None and spans.holds_spans else {}
    return _trees() | found | ({"classify": item_state.selected(items)} if items.project is not None else {})


def _trees() -> dict[str, Any]:
    trees = tree_state.files()
    return {"ud": tree_state.selected(trees)} if trees.project is not None else {}


def makers(known: dict[str, Any]) -> dict[str, tuple[str, Maker]]:
    """Every figure of some studies: its task and how it is made."""
    return {name: (task, maker) for task in known for name, maker in STUDIES[task].items()}


def reported(task: str, known: dict[str, Any]) -> dict[str, Any]:
    """What a report shows of a task, apart from this run of the page: it is made when it is asked for."""
    if task not in COREFERENCE:
        return {task: apart(known[task])}
    classes = apart(known["typed"])
    return {"coref": apart(known["coref"]), "typed": classes, "errors": FailureSelection(classes, "keep")}


def apart(chosen: Any) -> Any:
    """The same choice with a memory of its own."""
    if not hasattr(chosen, "seen"):
        return replace(chosen, keep=memory())
    seen = chosen.seen()
    return replace(chosen, keep=memory(), seen=lambda: seen)


def files_of(task: str) -> Any:
    """The files that a task's figures are drawn from."""
    found: dict[str, Callable] = {
        "crossdoc": topic_state.files,
        "ud": tree_state.files,
        "span": span_state.files,
        "classify": item_state.files,
    }
    return found.get(task, state.files)()
