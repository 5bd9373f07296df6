"""Finished frames as tables: for the page, LaTeX, Markdown, CSV and JSON. One table, five ways to write it down.

A column reads its own key of the frame, and beside it, where they are there: key_low and key_high (intervals), key_bold
(settled), key_why (why there is no number), key_tip (an explanation), key_href (a link).
"""

from __future__ import annotations

import json as json_text
from html import escape

import pandas as pd

from figures import numbers
from figures.said import Said, cut, plain
from figures.table import INTERVALS, Column, Table, flat_heads, is_bold, spans, written
from figures.table_tex import tex

__all__ = ["WRITERS", "Column", "Table", "csv", "html", "json", "markdown", "tex", "texts", "written"]


LONGEST = 40  # characters of a name that a page shows whole


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


def _groups_html(table: Table) -> str:
    if not table.groups:
        return ""
    cells = [
        f'<th class="group" colspan="{n}">{table.groups[group].html}</th>' if group else f'<th colspan="{n}"></th>'
        for group, n in spans(table)
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
    shown = value.html if isinstance(value, Said) else cut(text).html if len(text) > LONGEST else escape(text)
    why = row.get(f"{column.key}_why")
    if isinstance(why, str) and (text == numbers.NOT_DEFINED or (column.kind in INTERVALS and not text)):
        return tip(numbers.NOT_DEFINED, why)
    if isinstance(row.get(f"{column.key}_tip"), str):
        shown = tip(text, row[f"{column.key}_tip"])
    if isinstance(row.get(f"{column.key}_href"), str):
        shown = f'<a href="{escape(row[f"{column.key}_href"])}" target="_self">{shown}</a>'
    return f"<b>{shown}</b>" if is_bold(row, column) else shown


def tip(words: str, explanation: str) -> str:
    """Words that explain themselves on hover and on focus."""
    return f'<span class="tip" tabindex="0" data-tip="{escape(explanation)}">{escape(words)}</span>'


def markdown(table: Table) -> str:
    """The table in Markdown; groups stand before each head, since Markdown has one row of heads."""
    columns = table.columns
    lines = [[_markdown(name) for name in flat_heads(table)], [":--" if c.kind == "text" else "--:" for c in columns]]
    for row in table.frame.to_dict("records"):
        cells = [(_markdown(written(row.get(c.key), c, row)), is_bold(row, c)) for c in columns]
        lines.append([f"**{text}**" if is_bold else text for text, is_bold in cells])
    rows = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    below = [_markdown(table.note)] * bool(table.note) + [f"`{table.signature}`"] * bool(table.signature)
    return "\n\n".join([f"**{_markdown(table.title)}**", rows, *below]) + "\n"


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


def json(table: Table) -> str:
    """The table as JSON, a row a line: numbers at full precision, intervals as [low, high], null for what is undefined."""
    heads = [head.replace(numbers.NBSP, " ") for head in flat_heads(table)]
    rows = [
        json_text.dumps(dict(zip(heads, _values(row, table), strict=True)), ensure_ascii=False, allow_nan=False)
        for row in table.frame.to_dict("records")
    ]
    said = {"title": table.title, "note": table.note, "signature": table.signature}
    opening = json_text.dumps(said, ensure_ascii=False, indent=1)[:-2]
    listed = ",\n  ".join(rows)
    return f'{opening},\n "rows": [\n  {listed}\n ]\n}}\n'


def _values(row: dict, table: Table) -> list:
    """A row's values as JSON has them; a column with an interval beside it has a head of its own for each."""
    return [_value(row, column) for column in table.columns]


def _value(row: dict, column: Column):
    if column.kind in INTERVALS:
        ends = [row[f"{column.key}_{end}"] for end in ("low", "high")]
        return None if any(map(numbers.missing, ends)) else [float(end) for end in ends]
    value = row[column.key]
    if column.kind in ("text", "sign"):
        return plain(value).text if column.kind == "text" else str(value)
    return None if numbers.missing(value) else int(value) if column.kind in ("count", "change") else float(value)


WRITERS = {"csv": csv, "tex": tex, "md": markdown, "json": json}


def texts(table: Table) -> dict[str, str]:
    """The table in every kind of file that can be saved, by file ending."""
    return {ending: write(table) for ending, write in WRITERS.items()}
