"""Results rows as files: JSON, CSV, Markdown, LaTeX, and the table that a terminal shows."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Sequence
from typing import Any

from figures.numbers import interval, p_value, points, signed
from metrics.results import NO_RESAMPLES
from metrics.rows import CORPORA

CONTROL = re.compile("[\\0-\\x1f\\x7f-\\x9f\u2028\u2029]+")  # breaks lines and moves cursors; names may hold anything
NESTED = ("group", "difference", "by_run")


def to_json(document: dict[str, Any]) -> str:
    """The whole result as JSON, one row a line, so that a difference between two files can be read."""
    rows = ",\n  ".join(json.dumps(row, ensure_ascii=False, allow_nan=False) for row in document["rows"])
    head = {key: value for key, value in document.items() if key != "rows"}
    opening = json.dumps(head, ensure_ascii=False, indent=1, allow_nan=False)[:-2].rstrip()
    return f'{opening},\n "rows": [\n  {rows}\n ]\n}}\n'


def flat(row: dict[str, Any]) -> dict[str, Any]:
    """A row without nesting: group becomes group_by and group, a difference its parts."""
    group, difference = row["group"] or {}, row["difference"] or {}
    plain = {key: value for key, value in row.items() if key not in NESTED}
    names = ("against", "value", "low", "high", "p", "p_adjusted", "differs")
    return {
        **plain,
        "group_by": group.get("by"),
        "group": group.get("value"),
        **{f"difference_{name}": difference.get(name) for name in names},
    }


def to_csv(rows: Sequence[dict[str, Any]]) -> str:
    """The rows as CSV with a header line; an undefined number is an empty cell."""
    table = [flat(row) for row in rows]
    out = io.StringIO()
    writer = csv.DictWriter(out, fieldnames=list(table[0]) if table else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows(table)
    return out.getvalue()


def _result(row: dict[str, Any]) -> tuple[str, ...]:
    """A row's cells in the results table: component, language, metric, score, interval, reference, within noise."""
    group = f" ({row['group']['by']}: {row['group']['value']}{_within(row)})" if row["group"] else ""
    policy = {"keep": "", "drop": ", singletons dropped"}.get(row["singletons"], "")
    within = {True: "yes", False: "no", None: ""}[row["within_noise"]]
    return (
        row["component"] or row["system"],
        row["language"] or "",
        row["metric"] + policy + group,
        points(row["score"]),
        interval(row["low"], row["high"]),
        points(row["reference"]) if row["reference"] is not None else "",
        within,
    )


HEAD = ("Component", "Language", "Metric", "Score", "95% CI", "Reference", "Within noise")
HEAD_LINE = "| " + " | ".join(HEAD) + " |"


def _within(row: dict[str, Any]) -> str:
    """Of which corpus a row's group is, where there are several."""
    return f" in {row['dataset']}" if row["dataset"] and row["group"]["by"] not in CORPORA else ""


def to_markdown(rows: Sequence[dict[str, Any]], note: str = "") -> str:
    """The results table in Markdown: | Component | Language | Metric | Score | 95% CI | Reference | Within noise |."""
    lines = [f"<!-- {note.replace('--', '- -')} -->", ""] if note else []
    lines += [HEAD_LINE, "|---|---|---|--:|--:|--:|---|"]
    lines += ["| " + " | ".join(markdown(cell) for cell in _result(row)) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def markdown(text: str) -> str:
    """A cell of a Markdown table: signs escaped, no line breaks."""
    for sign in "\\|*_`<>$":
        text = text.replace(sign, "\\" + sign)
    return CONTROL.sub(" ", text)


def to_text(rows: Sequence[dict[str, Any]], title: str) -> str:
    """A table for a terminal: a block for each policy, one line a metric and system; of groups, a block for each metric."""
    lines = [CONTROL.sub(" ", line) for line in title.split("\n")]
    blocks: dict[tuple, list[dict]] = {}
    for row in rows:
        by = row["group"] and (row["group"]["by"], row["metric"])
        blocks.setdefault((row["singletons"], row["match"], row.get("scope"), by), []).append(row)
    for (policy, _, _, by), block in blocks.items():
        head = (by[0] if by else "metric", *_head(block))
        table = [(f"{row['group']['value']}{_within(row)}" if by else row["metric"], *_cells(row)) for row in block]
        lines += ["", _block_head(block[0], policy, by and by[1])]
        lines += aligned(_without_empty([head, *table]))
    cautions = dict.fromkeys(row["caution"] for row in rows if row["caution"])
    lines += ["", *(f"Caution: {caution}." for caution in cautions)] if cautions else []
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _block_head(row: dict[str, Any], policy: str | None, metric: str | None) -> str:
    said = [metric] if metric else []
    said += [{"keep": "singletons kept", "drop": "singletons dropped"}[policy]] if policy else []
    said += [f"{row['scope']} level"] if "scope" in row else []
    said += [f"{row['match']} match"] if row["match"] else []
    head = ", ".join(said) or "all"
    return head[0].upper() + head[1:]


def _without_empty(table: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """A table without the columns that hold nothing below their heads."""
    kept = [k for k in range(len(table[0])) if any(line[k] for line in table[1:])]
    return [tuple(line[k] for k in kept) for line in table]


_HEAD = ("system", "P", "R", "F1", "interval", "accuracy", "difference", "interval", "p", "")


def _head(block: list[dict[str, Any]]) -> tuple[str, ...]:
    """The heads of a block; F1's column holds other scores too where some row has one."""
    return tuple("score" if name == "F1" and any(map(_is_no_f1, block)) else name for name in _HEAD)


def _is_no_f1(row: dict[str, Any]) -> bool:
    return row["f1"] is None and row["score"] is not None


def _cells(row: dict[str, Any]) -> tuple[str, ...]:
    difference = row["difference"]
    cells = (
        row["system"],
        *(points(row[k]) for k in ("precision", "recall", "score")),
        interval(row["low"], row["high"]),
        points(row["accuracy"]) if row["accuracy"] is not None else "",
    )
    if row["metric"] == "CoNLL" or _is_no_f1(row):
        cells = (cells[0], "", "", *cells[3:5], "")
    if difference is None:
        return (*cells, "", "", "", _remark(row))
    shown = (signed(difference["value"]), interval(difference["low"], difference["high"], signed), p_value(difference["p"]))
    return (*cells, *shown, _remark(row))


def _remark(row: dict[str, Any]) -> str:
    difference = row["difference"]
    if row["reason"] or difference is None or difference["p"] is None:
        return "" if row["reason"] in (None, NO_RESAMPLES) else row["reason"]
    return "interval and p disagree" if difference["differs"] and not difference["settled"] else ""


def aligned(table: list[tuple[str, ...]]) -> list[str]:
    """The lines of a table: names and remarks flush left, numbers flush right."""
    table = [tuple(CONTROL.sub(" ", cell) for cell in line) for line in table]
    left = {0, 1, *(k for k, head in enumerate(table[0]) if not head)}
    widths = [max(len(line[k]) for line in table) for k in range(len(table[0]))]
    return [
        "  ".join(cell.ljust(w) if k in left else cell.rjust(w) for k, (cell, w) in enumerate(zip(line, widths, strict=True)))
        for line in table
    ]
