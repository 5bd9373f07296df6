"""How pages show what figures finish: charts, tables with their downloads, legends, the files for paper."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from html import escape

import pandas as pd
import streamlit as st

from figures import captions, frames, layout, paper_captions, said, tables
from figures.studies.chosen import Chosen
from figures.studies.exhibit import Exhibit
from pages.shared import frame, state

PAPER = {
    "PDF, column": ("column", "pdf", "application/pdf"),
    "PDF, page": ("text", "pdf", "application/pdf"),
    "SVG": ("text", "svg", "image/svg+xml"),
    "PNG": ("text", "png", "image/png"),
}


def systems(selection: Chosen) -> frames.Systems:
    """Who is compared, as figures know it."""
    return selection.systems


def chart(figure, key: str, **options):
    """A Plotly figure that keeps its place; options : of st.plotly_chart. Returns what was selected."""
    return st.plotly_chart(figure, key=key, theme="streamlit", width="stretch", config=layout.CONFIG, **options)


def table(finished: tables.Table, key: str, most: int | None = None) -> None:
    """A table under its title, with its note and the links that save it. most : rows to show; files hold all."""
    frame.section(finished.title)
    st.html(tables.html(replace(finished, frame=finished.frame.head(most)) if most else finished))
    if finished.note:
        frame.note(said.plain(finished.note).html)
    frame.downloads(finished.title, tables.texts(finished), key)


def legend(shown: frames.Systems, *extra: str, everyone: bool = False) -> None:
    """Marks, letters and names of the picked systems, or of all that a chart holds; extra : further entries, plain text."""
    numbers = shown.shown if everyone else shown.picked
    entries = [said.system(shown.places[k], shown.names[k], 60).html for k in numbers]
    entries += [said.plain(words).html for words in extra if words]
    st.html(f'<p class="legend">{"".join(f"<span>{entry}</span>" for entry in entries)}</p>')


def exhibit(shown: Exhibit, key: str, **options):
    """A figure on the screen; options : of st.plotly_chart. Returns what was selected."""
    return chart(shown.screen(), key, **options)


def clicked(shown, key: str) -> list | None:
    """An exhibit or Plotly figure; returns what the clicked mark knows, None where none is clicked or it knows nothing."""
    figure = shown.screen() if isinstance(shown, Exhibit) else shown
    points = chart(figure, key, on_select="rerun", selection_mode="points")["selection"]["points"]
    known = points[0].get("customdata") if points else None
    return known if isinstance(known, list) else None


def figure_files(shown: Exhibit) -> None:
    """Links that save a figure as it goes into a paper, drawn when it is asked for, and its caption."""
    key = f"{shown.figure}-figure"
    written = dict.fromkeys(shown.caption(width) for width in ("column", "text"))  # one, where a column shows all
    texts = {"Caption": ("txt", paper_captions.plain), "Caption, LaTeX": ("tex", paper_captions.tex)}
    stem = re.sub(r"\W+", "-", shown.title.lower()).strip("-")
    with st.container(horizontal=True, gap="small", key=f"downloads-{key}"):
        for name, (width, kind, mime) in PAPER.items():
            data = partial(shown.render, width, kind)
            st.download_button(
                f"Figure: {name}", data, f"{stem}-{width}.{kind}", mime, key=f"{key}-{name}", type="tertiary", on_click="ignore"
            )
        for name, (ending, write) in texts.items():
            text, mime = "\n".join(write(caption, shown.signature) for caption in written), "text/plain"
            st.download_button(
                name, text, f"{stem}-caption.{ending}", mime, key=f"{key}-{name}", type="tertiary", on_click="ignore"
            )
    if unwritten := shown.unwritten():
        frame.note(escape(unwritten))


def cautions(rows: pd.DataFrame, unit: str = "document") -> None:
    """What must be said of intervals over few units, once each."""
    words = captions.cautions(rows, unit)
    if words:
        frame.note(words.html)


def notes(selection: Chosen, *first: said.Said, ties: bool = True) -> None:
    """What must be known of the page's scores: what is said first, documents that a system lacks, how ties go."""
    missing = {selection.places[k]: selection.project.alignments[k].missing for k in selection.picked}
    address = state.address()
    lacking = captions.missing_documents(missing, lambda name: frame.reader_address(name, address))
    found = said.sentences(*first, lacking, captions.ties(selection.options.match) if ties else said.Said())
    if found:
        frame.note(found.html)
