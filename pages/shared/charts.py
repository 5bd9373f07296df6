"""How pages show what figures finish: charts, tables with their downloads, legends, the files for paper."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial

import pandas as pd
import streamlit as st

import metrics as m
from figures import captions, frames, layout, paper, paper_captions, said, tables
from figures.registry import FIGURES
from metrics import detection, documents
from metrics.options import CoreferenceOptions
from pages.shared import frame, state
from pages.shared.state import Selection

# What makes two projects and their options the same, for caches: never a frame.
BY_CONTENT = {
    m.Project: lambda p: (p.gold.digest, [system.digest for system in p.systems], p.names, sorted(p.skipped)),
    CoreferenceOptions: repr,
}
PAPER = {
    "PDF, column": ("column", "pdf", "application/pdf"),
    "PDF, page": ("text", "pdf", "application/pdf"),
    "SVG": ("text", "svg", "image/svg+xml"),
    "PNG": ("text", "png", "image/png"),
}


def systems(selection: Selection) -> frames.Systems:
    """Who is compared, as figures know it."""
    return frames.Systems(selection.project.names, selection.places, selection.picked)


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


def figure_files(finished: pd.DataFrame, name: str, sheet: paper.Sheet, selection: Selection) -> None:
    """Links that save a figure as it goes into a paper, drawn when it is asked for, and its caption. name : in FIGURES."""
    draw, key = FIGURES[name][1], f"{name}-figure"
    caption = paper_captions.CAPTIONS[name](finished, systems(selection), selection.options)
    texts = {"Caption": ("txt", paper_captions.plain), "Caption, LaTeX": ("tex", paper_captions.tex)}
    stem = re.sub(r"\W+", "-", sheet.title.lower()).strip("-")
    with st.container(horizontal=True, gap="small", key=f"downloads-{key}"):
        for name, (width, kind, mime) in PAPER.items():
            data = partial(paper.render, finished, draw, width=width, kind=kind, sheet=sheet)
            st.download_button(
                f"Figure: {name}", data, f"{stem}-{width}.{kind}", mime, key=f"{key}-{name}", type="tertiary", on_click="ignore"
            )
        for name, (ending, write) in texts.items():
            text, mime = write(caption, sheet.signature), "text/plain"
            st.download_button(
                name, text, f"{stem}-caption.{ending}", mime, key=f"{key}-{name}", type="tertiary", on_click="ignore"
            )


def cautions(rows: pd.DataFrame, unit: str = "document") -> None:
    """What must be said of intervals over few units, once each."""
    words = captions.cautions(rows, unit)
    if words:
        frame.note(words.html)


def notes(selection: Selection, *first: said.Said, ties: bool = True) -> None:
    """What must be known of the page's scores: what is said first, documents that a system lacks, how ties go."""
    missing = {selection.places[k]: selection.project.alignments[k].missing for k in selection.picked}
    address = state.address()
    lacking = captions.missing_documents(missing, lambda name: frame.reader_address(name, address))
    found = said.sentences(*first, lacking, captions.ties(selection.options.match) if ties else said.Said())
    if found:
        frame.note(found.html)


def detected(selection: Selection) -> pd.DataFrame:
    """Scores of mention detection by the size of the mentions' entities, `singletons` naming the part."""
    return _detected(selection.project, selection.options)[0]


def gold_parts(selection: Selection) -> dict[str, int]:
    """Gold's number of mentions in each part of mention detection."""
    return _detected(selection.project, selection.options)[1]


@st.cache_resource(max_entries=16, show_spinner="Counting mentions by the size of their entities", hash_funcs=BY_CONTENT)
def _detected(project: m.Project, options: CoreferenceOptions) -> tuple[pd.DataFrame, dict[str, int]]:
    counts = detection.count_detection(project, options)
    gold = {part: int(counts.values[:, k, 3].sum()) for k, (name, part) in enumerate(counts.inputs) if name == project.names[0]}
    return m.scores(counts, options, ["mentions"]), gold


def compared(selection: Selection, counts: m.Counts, metric: str, policy: str) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The picked two document by document in a metric, and their mean differences by genre; counts : of all systems."""
    return _compared(selection.project, selection.options, (selection.name_a, selection.name_b), (metric, policy), counts)


@st.cache_resource(max_entries=32, show_spinner="Comparing documents", hash_funcs=BY_CONTENT)
def _compared(
    project: m.Project, options: CoreferenceOptions, pair: tuple[str, str], shown: tuple[str, str], _counts: m.Counts
) -> tuple[pd.DataFrame, pd.DataFrame]:
    metric, policy = shown
    found = documents.compare_documents(project, options, _counts, pair, metric=metric, policy=policy)
    return found, documents.mean_differences(found, options)
