"""The dashboard: the list of pages and the frame around them. Start it with `streamlit run dashboard.py`."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

HERE = Path(__file__).resolve().parent
STYLE = HERE / "pages" / "shared" / "style.css"
# Section, title, file.
PAGES = [
    ("Compare", "Data", "data"),
    ("Compare", "Overview", "overview"),
    ("Coreference", "Singletons", "singletons"),
    ("Coreference", "Classes", "classes"),
    ("Coreference", "Documents", "documents"),
    ("Coreference", "Failures", "failures"),
    ("Coreference", "Reader", "reader"),
    ("Coreference", "Cross-document", "crossdoc"),
    ("Coreference", "Diagnosis", "diagnosis"),
    ("Parsing", "Parsing", "parsing"),
    ("Parsing", "Treebanks", "treebanks"),
    ("Parsing", "Trees", "trees"),
    ("Spans and labels", "Spans", "spans"),
    ("Classification", "Classification", "classification"),
    ("Paper", "Paper", "paper"),
]


def run() -> None:
    """One run of the dashboard: frame, sidebar, page."""
    st.set_page_config(page_title="Assay", layout="wide", initial_sidebar_state="auto")
    st.html(STYLE)
    # After a start these take a second or two to load; the style shows meanwhile that something is coming.
    from pages.shared import frame, sidebar, state

    pages = [(section, st.Page(HERE / "pages" / f"{name}.py", title=title, url_path=name)) for section, title, name in PAGES]
    home = st.Page(_home, title="Assay", default=True, visibility="hidden")
    page = st.navigation([home, *(page for _, page in pages)], position="hidden")
    state.begin()
    if page is home:
        page.run()
    frame.place_busy()
    sidebar.show(pages, next(((section, shown.title) for section, shown in pages if shown is page), ("", "")))
    frame.address_note(state.refused_words())
    frame.not_stored(state.not_stored())
    with state.inside():
        page.run()


def _home() -> None:
    """The bare address opens the Overview, or the page of trees, spans or labels where there are these alone."""
    from pages.shared import state

    page = {"trees": "parsing", "spans": "spans", "items": "classification"}.get(state.task(state.files()), "overview")
    st.switch_page(f"pages/{page}.py", query_params=state.address())


run()
