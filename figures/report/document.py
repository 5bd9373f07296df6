"""The whole report: one file, whose policy lets it fetch nothing and run no script but its own two."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from html import escape
from pathlib import Path

from plotly.offline import get_plotlyjs

from figures.report.parts import Section

HERE = Path(__file__).resolve().parent
POLICY = (
    "default-src 'none'; script-src {scripts}; style-src 'unsafe-inline'; img-src data: blob:; font-src 'none'; "
    "connect-src 'none'; form-action 'none'; base-uri 'none'; frame-src 'none'; object-src 'none'"
)


def document(title: str, lead: str, sections: Sequence[Section]) -> str:
    """The report as HTML. title : plain text. lead : finished HTML above the table of contents."""
    scripts = [get_plotlyjs().replace("</script", "<\\/script"), (HERE / "report.js").read_text(encoding="utf-8")]
    policy = POLICY.format(scripts=" ".join(_hashed(script) for script in scripts))
    data = "".join(
        f'<script type="application/json" data-figure="{place}">{text}</script>'
        for section in sections
        for place, text in section.figures.items()
    )
    contents = "".join(f'<li><a href="#{section.anchor}">{escape(section.title)}</a></li>' for section in sections)
    body = "".join(_section(section) for section in sections)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark">'
        f"<title>{escape(title)}</title><style>{(HERE / 'report.css').read_text(encoding='utf-8')}</style></head><body><main>"
        f"<h1>{escape(title)}</h1>{lead}<nav><ol>{contents}</ol></nav>{body}</main>{data}"
        + "".join(f"<script>{script}</script>" for script in scripts)
        + "</body></html>\n"
    )


def _section(section: Section) -> str:
    return f'<section id="{section.anchor}"><h2>{escape(section.title)}</h2>{"".join(section.parts)}</section>'


def _hashed(script: str) -> str:
    """A script as a policy names it; a browser reads \\r\\n as \\n."""
    digest = hashlib.sha256(script.replace("\r\n", "\n").encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"
