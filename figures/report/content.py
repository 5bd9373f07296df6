"""What a report says: settings and alignment, then every figure of the task with its verdict and tables, then errors in place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from html import escape
from typing import Any

from figures.report import examples, span_examples, topic_examples
from figures.report.parts import Section, figure, grid, legend, paragraph, table
from figures.studies import labels, spans
from figures.studies.exhibit import NotShownError, View, exhibit, settled
from figures.studies.registry import STUDIES
from figures.studies.verdicts import verdict
from metrics.report import alignment_report
from metrics.spans.report import span_report
from metrics.ud.project import tree_report

TITLES = {
    "coref": "Coreference", "typed": "By class", "errors": "Errors", "crossdoc": "Across documents", "ud": "Parsing",
    "treebanks": "Treebanks", "span": "Labelled spans", "classify": "Classification",
}  # fmt: skip
REPORTS = {
    "coref": lambda chosen: alignment_report(chosen.project),
    "crossdoc": lambda chosen: alignment_report(chosen.project),
    "ud": lambda chosen: tree_report(chosen.project),
    "span": lambda chosen: span_report(spans.sides(chosen)),
    "classify": lambda chosen: labels.evaluation(chosen).report,
}
# Tasks whose errors are shown in the text; of trees and items the tables of confusions have an example each.
EXAMPLES = {"errors": examples.examples, "crossdoc": topic_examples.examples, "span": span_examples.examples}
KEYS = ("file", "format", "documents", "sentences", "words", "mentions", "entities", "singletons", "spans", "items")
LISTED = 12  # names of documents that one side lacks


def sections(studies: dict[str, Any]) -> list[Section]:
    """All sections. studies : by task, what is chosen of it; the first is what the report is about."""
    task, chosen = next(iter(studies.items()))
    found = [Section("settings", "Settings and alignment", (*settings(chosen), *alignment(task, chosen)), {})]
    for name in studies:
        found += _shown(name, studies[name])
    for name in [name for name in studies if name in EXAMPLES]:
        found.append(Section("examples", "Errors in context", tuple(EXAMPLES[name](studies[name])), {}))
    return found


def settings(chosen: Any) -> list[str]:
    """The options, one a row."""
    said = {True: "yes", False: "no"}
    values = {one.name.replace("_", " "): getattr(chosen.options, one.name) for one in fields(chosen.options)}
    rows = [(escape(name), escape(said[value] if isinstance(value, bool) else str(value))) for name, value in values.items()]
    return [legend(chosen.systems), grid(("Option", "Value"), rows, (0, 1))]


def alignment(task: str, chosen: Any) -> list[str]:
    """What each file holds, what is missing, extra or skipped."""
    if task not in REPORTS:
        return []
    report = REPORTS[task](chosen)
    keys = [key for key in KEYS if key in report["gold"]]
    sides = [("gold", report["gold"]), *((system["system"], system) for system in report["systems"])]
    rows = [[escape(name), *(_cell(side.get(key)) for key in keys)] for name, side in sides]
    text = tuple(k for k, key in enumerate(("", *keys)) if key in ("", "file", "format"))
    return ["<h3>Alignment</h3>", grid(("", *map(str.capitalize, keys)), rows, text), *_odd(report)]


def _cell(value: Any) -> str:
    return f"{value:,}" if isinstance(value, int) else escape(str(value if value is not None else ""))


def _odd(report: dict[str, Any]) -> list[str]:
    """Which documents a system lacks or adds, and what is skipped."""
    found = []
    for system in report["systems"]:
        for kind in ("missing", "extra"):
            names = system.get(kind) or []
            if names:
                found.append(paragraph(f"{escape(system['system'])}, {kind}: {_named(names)}.", "note"))
    skipped = [f"{next(iter(item.values()))}: {item['reason']}" for item in report["skipped"]]
    return found + ([paragraph(f"Skipped for all: {_named(skipped)}.", "note")] if skipped else [])


def _named(names: Sequence[str]) -> str:
    return escape(", ".join(map(str, names[:LISTED]))) + (f" and {len(names) - LISTED:,} more" if len(names) > LISTED else "")


def _shown(task: str, chosen: Any) -> list[Section]:
    """One section a figure, with its verdict and tables; what cannot be drawn, and why, stands in one at the end."""
    found, lacking = [], {}
    for name, maker in STUDIES[task].items():
        try:
            found.append(_of_figure(task, name, chosen))
        except NotShownError as error:
            lacking.setdefault(str(error), []).append(maker.words)
    notes = [paragraph(f"<b>{escape(', '.join(names))}</b>: {escape(why)}", "note") for why, names in lacking.items()]
    return found + [Section(f"{task}-not-drawn", f"{TITLES[task]}: not drawn", tuple(notes), {})] * bool(notes)


def _of_figure(task: str, name: str, chosen: Any) -> Section:
    """A figure's section. Raises NotShownError where there is nothing to be drawn."""
    maker, place = STUDIES[task][name], f"figure-{name}"
    view, shown = settled(maker, chosen, View()), exhibit(maker, chosen, View())
    html, data = figure(shown, place)
    said = paragraph(verdict(name, chosen, shown, view).html, "verdict")
    parts = [said, legend(chosen.systems), html, *map(table, maker.tables(chosen, view))]
    return Section(name, f"{TITLES[task]}: {maker.words}", tuple(parts), {place: data})
