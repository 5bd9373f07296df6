"""The pieces of a report as finished, escaped HTML."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import Any

from figures import layout, said, tables
from figures.frames import Systems
from figures.studies.exhibit import Exhibit

MOST_ROWS = 60  # of a table


@dataclass(frozen=True)
class Section:
    """A section of the report. parts : finished HTML, one beneath the other; figures : Plotly's JSON by the id of its place."""

    anchor: str
    title: str
    parts: tuple[str, ...]
    figures: dict[str, str]


def paragraph(html: str, kind: str) -> str:
    """A paragraph of finished HTML; kind : its class."""
    return f'<p class="{kind}">{html}</p>' if html else ""


def signature(text: str) -> str:
    """A signature, which may break after every bar."""
    return paragraph(escape(text).replace("|", "|<wbr>"), "signature")


def legend(systems: Systems) -> str:
    """Who is compared, with marks and colours."""
    entries = [said.system(systems.places[k], systems.names[k], 60).html for k in range(len(systems.names))]
    return paragraph("".join(f"<span>{entry}</span>" for entry in entries), "legend")


def table(finished: tables.Table, most: int = MOST_ROWS) -> str:
    """A table under its title, its first rows where it is long, with its note."""
    n, shown = len(finished.frame), replace(finished, frame=finished.frame.head(most))
    rest = f"The first {most} of {n:,} rows. " if n > most else ""
    note = paragraph(escape(rest) + said.plain(finished.note).html, "note")
    return f'<div class="table"><h4>{escape(finished.title)}</h4><div class="wide">{tables.html(shown)}</div>{note}</div>'


def grid(head: Sequence[str], rows: Iterable[Sequence[str]], left: Sequence[int] = (0,)) -> str:
    """A short table of escaped cells. left : columns of text."""
    place = ['class="l"' if k in left else "" for k in range(len(head))]
    heads = "".join(f"<th {p}>{cell}</th>" for p, cell in zip(place, head, strict=True))
    body = "".join("<tr>" + "".join(f"<td {p}>{cell}</td>" for p, cell in zip(place, row, strict=True)) + "</tr>" for row in rows)
    return f'<div class="wide"><table class="t"><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table></div>'


def figure(shown: Exhibit, place: str) -> tuple[str, str]:
    """The place of a figure with its caption, and the figure as JSON."""
    drawn = shown.screen()
    drawn.update_layout(template="none", autosize=True, paper_bgcolor="rgba(0,0,0,0)", plot_bgcolor="rgba(0,0,0,0)")
    caption, height = escape(shown.caption()), int(drawn.layout.height or 400)
    plot = f'<div class="wide"><div class="plot" id="{place}" style="height:{height}px"></div></div>'
    html = f"<figure>{plot}<figcaption>{caption}</figcaption>"
    return f"{html}{signature(shown.signature)}</figure>", as_json(drawn)


def as_json(drawn: Any) -> str:
    """A Plotly figure as JSON that can stand within a script element: no < that would end it, and nothing that needs WebGL."""
    found = json.loads(drawn.to_json())
    for trace in found["data"]:
        trace["type"] = {"scattergl": "scatter"}.get(trace.get("type"), trace.get("type"))
    found["config"] = layout.CONFIG | {"responsive": True}
    text = json.dumps(found, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
