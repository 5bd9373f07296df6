"""Links between documents that a system misses or makes wrongly: both mentions where they stand."""

from __future__ import annotations

from html import escape
from typing import Any

import numpy as np

from figures.report.examples import spread
from figures.report.parts import paragraph
from figures.studies import topics
from figures.studies.topics import TopicSelection
from metrics.crossdoc_links import MISSING, WRONG

SAID = {
    MISSING: "gold has both in one entity of the topic, the system has not",
    WRONG: "the system has both in one entity of the topic, gold has not",
}
AROUND, LONGEST = 7, 12  # words on either side of a mention, and of a mention itself


def examples(chosen: TopicSelection) -> list[str]:
    """Of each kind and system a few links, spread over the topics."""
    found, html = topics.link_errors(chosen), []
    found = found[found["system"].isin(chosen.picked)]
    if not len(found):
        return [paragraph("There are no wrong or missing links between documents.", "note")]
    words = chosen.project.gold.words
    quote = Quotes(words["form"].to_numpy(object), words["doc_id"].cat.codes.to_numpy(), ~words["is_empty"].to_numpy())
    ids = chosen.project.gold.documents["doc_id"].tolist()
    for kind, what in SAID.items():
        if (found["type"] == kind).any():
            html.append(f"<h3>{escape(kind)} between documents</h3>")
        for number, letter in zip(chosen.picked, chosen.systems.letters, strict=True):
            rows = found[(found["type"] == kind) & (found["system"] == number)]
            if not len(rows):
                continue
            picked = spread(rows)
            html.append(paragraph(f"{escape(letter)}: {len(picked)} of {len(rows):,}; {escape(what)}", "note"))
            html += [_example(row, quote, ids) for row in picked.to_dict("records")]
    return html


class Quotes:
    """Gold's words, from which mentions are quoted as HTML."""

    def __init__(self, forms: np.ndarray, doc: np.ndarray, real: np.ndarray):
        self.forms, self.doc, self.real = forms, doc, real

    def mention(self, doc: int, low: int, high: int) -> str:
        """A mention between the words before and after it."""
        begin, end = np.searchsorted(self.doc, [doc, doc + 1])
        first, last = max(begin, low - AROUND), min(end, high + AROUND)
        own, half = self.forms[low:high].tolist(), LONGEST // 2
        own = own if len(own) <= LONGEST else [*own[:half], "…", *own[-half:]]
        before = ["…"] * int(first > begin) + self._real(first, low)
        after = self._real(high, last) + ["…"] * int(last < end)
        before, own, after = (escape(" ".join(words)) for words in (before, own, after))
        return f"{before} <mark>{own}</mark> {after}"

    def _real(self, start: int, end: int) -> list[str]:
        return self.forms[start:end][self.real[start:end]].tolist()


def _example(row: dict[str, Any], quote: Quotes, ids: list[str]) -> str:
    lines = []
    for prefix in ("earlier_", ""):
        doc = row[f"{prefix}doc"]
        words = quote.mention(doc, row[f"{prefix}low"], row[f"{prefix}high"])
        lines.append(f'{words} <span class="where">{escape(str(ids[doc]))}</span>')
    return f'<p class="example">{"<br>".join(lines)}<br><span class="where">topic {escape(str(row["topic"]))}</span></p>'
