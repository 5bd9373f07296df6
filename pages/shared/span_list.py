"""Single errors of the page of spans as a table, and as files that hold all that were found."""

from __future__ import annotations

from functools import partial
from urllib.parse import urlencode

import numpy as np
import pandas as pd
import streamlit as st

from figures import score_tables, span_tables, tables
from figures.frames import Systems
from figures.studies import spans
from metrics.spans import reading
from pages.shared import frame, span_place, state
from pages.shared.reader_place import asked
from pages.shared.span_state import SpanSelection

MOST_WORDS = 40  # of a span in a file
MIME = {"csv": "text/csv", "tex": "application/x-tex", "md": "text/markdown"}


def quote(error: pd.Series, text: reading.SpanText, prefix: str, most: int = 12) -> str:
    """The words of an error's predicted or gold span; prefix : "" or "gold_"."""
    if not error[f"{'gold' if prefix else 'predicted'}_label"]:
        return ""
    return reading.quoted(text, int(error["doc"]), int(error[f"{prefix}first"]), int(error[f"{prefix}last"]), most)


def listing(found: pd.DataFrame, rows: np.ndarray, chosen: SpanSelection, systems: Systems) -> None:
    """The errors of the page as a table; its files hold all that were found."""
    here = found[found["text_row"].isin(rows)]
    if not len(here):
        return
    table = as_table(here, chosen, systems, 12)
    frame.section(table.title)
    st.html(tables.html(table))
    frame.note(f"Those above; the files hold all {len(found):,} that were found.")
    with st.container(horizontal=True, gap="small", key="downloads-spans-list"):
        for ending, name in (("csv", "CSV"), ("tex", "LaTeX"), ("md", "Markdown")):
            data = partial(written, found, chosen, systems, ending)
            st.download_button(
                name, data, f"span-errors.{ending}", MIME[ending], key=f"spans-list-{ending}", type="tertiary", on_click="ignore"
            )


def written(found: pd.DataFrame, chosen: SpanSelection, systems: Systems, ending: str) -> bytes:
    """The errors as a file."""
    table = score_tables.signed(as_table(found, chosen, systems, MOST_WORDS), chosen.signature("errors"))
    return tables.WRITERS[ending](table).encode()


def as_table(rows: pd.DataFrame, chosen: SpanSelection, systems: Systems, most: int) -> tables.Table:
    """Errors with their words, each a link to its place."""
    text = spans.text(chosen)
    ids = chosen.project.gold.documents["doc_id"].tolist()
    records = rows.to_dict("records")
    words = {
        "gold": [quote(r, text, "gold_", most) for r in records],
        "predicted": [quote(r, text, "", most) for r in records],
    }
    kept = {word: asked(word) for word in (*span_place.WORDS, "by", "source") if asked(word)}
    href = [f"spans?{urlencode({**state.address(), **kept, 'view': 'text', 'error': r['number']})}" for r in records]
    return span_tables.errors_table(rows.assign(**words, href=href, document=[ids[d] for d in rows["doc"]]), systems)
