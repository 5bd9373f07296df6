"""Finished frames as tables: for the page, LaTeX, Markdown and CSV. One table, four ways to write it down.

A column reads its own key of the frame, and beside it, where they are there: key_low and key_high (intervals), key_bold
(settled), key_why (why there is no number), key_tip (an explanation), key_href (a link).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape
from itertools import groupby

import pandas as pd

from figures import latex, numbers
from figures.said import Said, plain

WRITE = {
    "points": numbers.points,
    "score": lambda value: numbers.points(value, 3),
    "signed": numbers.signed,
    "p": numbers.p_value,
    "sign": str,
    "change": lambda value: "" if numbers.missing(value) else numbers.change(value),
    "count": lambda value: "" if numbers.missing(value) else numbers.count(value),
}
INTERVALS = {
    "interval": numbers.points,
    "signed interval": numbers.signed,
    "whole interval": numbers.change,
}


@dataclass(frozen=True)
class Column:
    """A column: which key it shows, under which head, and how: text, or a name in WRITE or INTERVALS.

    group : the key of the head above it. wide : hidden on narrow pages.
    """

    key: str
    head: str
    kind: str = "points"
    group: str = ""
    wide: bool = False


@dataclass(frozen=True)
class Table:
    """A finished table. groups : the heads over columns by key; rules : the rows after which a thin line stands."""

    title: str
    frame: pd.DataFrame
    columns: tuple[Column, ...]
    groups: Mapping[str, Said] = field(default_factory=dict)
    rules: tuple[int, ...] = ()
    note: str = ""
    signature: str = ""


def written(value, column: Column, row: Mapping) -> str:
    """A cell's plain text; "n/a" for an undefined number, nothing where key_why says that there is none to expect."""
    if column.kind == "text":
        return value.text if isinstance(value, Said) else str(value)
    if column.kind in INTERVALS:
        return numbers.interval(row[f"{column.key}_low"], row[f"{column.key}_high"], INTERVALS[column.kind])
    if numbers.missing(value) and f"{column.key}_why" in row and not isinstance(row[f"{column.key}_why"], str):
        return ""
    return WRITE[column.kind](value)


def _is_bold(row: Mapping, column: Column) -> bool:
    return column.kind not in INTERVALS and row.get(f"{column.key}_bold") is True


def html(table: Table) -> str:
    """The table as escaped HTML for the dashboard's stylesheet."""
    columns = table.columns
    cols = "".join('<col class="w">' if c.wide else "<col>" for c in columns)
    heads = "".join(f"<th{_class(c)}>{_italic(c.head)}</th>" for c in columns)
    body = "".join(_row_html(row, n, table) for n, row in enumerate(table.frame.to_dict("records")))
    wide = " wide" if len(columns) >= 10 else ""
    return (
        f'<table class="t{wide}"><colgroup>{cols}</colgroup><thead>{_groups_html(table)}<tr>{heads}</tr></thead>'
        f"<tbody>{body}</tbody></table>"
    )


def _italic(head: str) -> str:
    return f"<i>{head}</i>" if head == "p" else escape(head)


def _spans(table: Table) -> list[tuple[str, int]]:
    """Runs of columns under one head: (group, number of columns)."""
    return [(group, len(list(run))) for group, run in groupby(table.columns, key=lambda column: column.group)]


def _groups_html(table: Table) -> str:
    if not table.groups:
        return ""
    cells = [
        f'<th class="group" colspan="{n}">{table.groups[group].html}</th>' if group else f'<th colspan="{n}"></th>'
        for group, n in _spans(table)
    ]
    return f'<tr class="groups">{"".join(cells)}</tr>'


def _row_html(row: dict, number: int, table: Table) -> str:
    cells = "".join(f"<td{_class(column)}>{_cell_html(row, column)}</td>" for column in table.columns)
    return f'<tr class="rule">{cells}</tr>' if number in table.rules else f"<tr>{cells}</tr>"


def _class(column: Column) -> str:
    """Marks text (l), intervals (m), and what narrow pages hide (w)."""
    names = ["l"] * (column.kind == "text") + ["m"] * (column.kind in INTERVALS) + ["w"] * column.wide
    return f' class="{" ".join(names)}"' if names else ""


def _cell_html(row: dict, column: Column) -> str:
    value = row.get(column.key)
    text = written(value, column, row)
    shown = value.html if isinstance(value, Said) else escape(text)
    why = row.get(f"{column.key}_why")
    if isinstance(why, str) and (text == numbers.NOT_DEFINED or (column.kind in INTERVALS and not text)):
        return tip(numbers.NOT_DEFINED, why)
    if isinstance(row.get(f"{column.key}_tip"), str):
        shown = tip(text, row[f"{column.key}_tip"])
    if isinstance(row.get(f"{column.key}_href"), str):
        shown = f'<a href="{escape(row[f"{column.key}_href"])}" target="_self">{shown}</a>'
    return f"<b>{shown}</b>" if _is_bold(row, column) else shown


def tip(words: str, explanation: str) -> str:
    """Words that explain themselves on hover and on focus."""
    return f'<span class="tip" tabindex="0" data-tip="{escape(explanation)}">{escape(words)}</span>'


def markdown(table: Table) -> str:
    """The table in Markdown; groups stand before each head, since Markdown has one row of heads."""
    columns = table.columns
    lines = [[_markdown(name) for name in flat_heads(table)], [":--" if c.kind == "text" else "--:" for c in columns]]
    for row in table.frame.to_dict("records"):
        cells = [(_markdown(written(row.get(c.key), c, row)), _is_bold(row, c)) for c in columns]
        lines.append([f"**{text}**" if is_bold else text for text, is_bold in cells])
    rows = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    below = [_markdown(table.note)] * bool(table.note) + [f"`{table.signature}`"] * bool(table.signature)
    return "\n\n".join([f"**{_markdown(table.title)}**", rows, *below]) + "\n"


def flat_heads(table: Table) -> list[str]:
    """Each column's head with its group before it."""
    return [f"{table.groups[c.group].text.strip()} {c.head}".strip() if c.group else c.head for c in table.columns]


def _markdown(text: str) -> str:
    for sign in "\\`*_|$[]<>~":
        text = text.replace(sign, f"\\{sign}")
    return " ".join(text.split(" ")).replace("\n", " ").replace("\r", " ")


def csv(table: Table) -> str:
    """The table as comma-separated values at full precision; intervals are two columns, an undefined number is empty."""
    data = {}
    for column, head in zip(table.columns, flat_heads(table), strict=True):
        head = head.replace(numbers.NBSP, " ")
        if column.kind in INTERVALS:
            data[f"{head} low"], data[f"{head} high"] = table.frame[f"{column.key}_low"], table.frame[f"{column.key}_high"]
        elif column.kind == "text":
            data[head] = [plain(value).text for value in table.frame[column.key]]
        else:
            data[head] = table.frame[column.key]
    return pd.DataFrame(data).to_csv(index=False)


def tex(table: Table) -> str:
    """The table in LaTeX with booktabs: caption, signature as a comment, every name escaped."""
    columns = table.columns
    floating = "table*" if len(columns) > 7 else "table"
    body = [_row_tex(row, n, table) for n, row in enumerate(table.frame.to_dict("records"))]
    lines = [
        r"% needs \usepackage{booktabs}",
        f"% {latex.comment(table.signature)}",
        rf"\begin{{{floating}}}[t]",
        r"\centering\small",
        rf"\begin{{tabular}}{{@{{}}{''.join('l' if c.kind == 'text' else 'r' for c in columns)}@{{}}}}",
        r"\toprule",
        *_groups_tex(table),
        " & ".join(_head_tex(c.head) for c in columns) + r" \\",
        r"\midrule",
        *body,
        r"\bottomrule",
        r"\end{tabular}",
        rf"\caption{{{latex.escaped(' '.join(part for part in (f'{table.title}.', table.note) if part))}}}",
        rf"\end{{{floating}}}",
    ]
    return "\n".join(lines) + "\n"


def _head_tex(head: str) -> str:
    return r"$p$" if head == "p" else latex.escaped(head)


def _groups_tex(table: Table) -> list[str]:
    if not table.groups:
        return []
    cells, rules, at = [], [], 1
    for group, n in _spans(table):
        cells.append(
            rf"\multicolumn{{{n}}}{{c}}{{{latex.escaped(table.groups[group].text.strip())}}}" if group else " & " * (n - 1)
        )
        rules += [rf"\cmidrule(lr){{{at}-{at + n - 1}}}"] if group else []
        at += n
    return [" & ".join(cells) + r" \\", "".join(rules)]


def _row_tex(row: dict, number: int, table: Table) -> str:
    cells = [(latex.escaped(written(row.get(c.key), c, row)), _is_bold(row, c)) for c in table.columns]
    line = " & ".join(rf"\textbf{{{text}}}" if is_bold else text for text, is_bold in cells) + r" \\"
    return line + ("\n" + r"\addlinespace" if number in table.rules else "")


WRITERS = {"csv": csv, "tex": tex, "md": markdown}


def texts(table: Table) -> dict[str, str]:
    """The table in every kind of file that can be saved, by file ending."""
    return {ending: write(table) for ending, write in WRITERS.items()}
