"""Give me the figure: any figure of the project as a file for a paper, its caption, its tables, and a report of everything."""

import re
from html import escape

import streamlit as st

from figures import paper, paper_captions, tables
from figures.report.whole import whole
from figures.studies.exhibit import Exhibit, NotShownError, exhibit
from pages.shared import charts, frame, paper_command, paper_state, paper_widgets, state

state.alone()
QUESTION = "Give me the figure"
PIXELS = 152  # of the preview to an inch
MIMES = {"pdf": "application/pdf", "svg": "image/svg+xml", "png": "image/png"}
FORMATS = {"tex": "LaTeX", "md": "Markdown", "csv": "CSV", "json": "JSON"}
TALL = 420  # pixels of a preview of text


def preview(shown: Exhibit) -> None:
    """The file as a picture, on paper that is white in the dark too, over its caption."""
    inches = paper.inches(width)
    try:
        with frame.busy("Drawing"):
            picture = shown.render(width, "png", sheet)
    except ValueError as error:
        frame.empty("It cannot be drawn so.", f"{error}.", sample=False, link=False)
        return
    with st.container(key="paper-sheet"):
        st.image(picture, width=round(inches * PIXELS))
        said, signed = escape(shown.caption(width)), frame.broken(shown.signature)
        st.html(f'<p class="caption"><b>Figure.</b> {said}</p><p class="signature">{signed}</p>')
    fonts = shown.embedded(sheet.style)
    said = f"Preview, enlarged. True width {inches:.2f} in, type {sheet.size:g} pt; fonts are embedded as {fonts}."
    frame.note(escape(said))
    if unwritten := shown.unwritten(sheet.style):
        frame.note(escape(unwritten))


def save(shown: Exhibit) -> None:
    """The file itself."""
    stem = re.sub(r"\W+", "-", shown.title.lower()).strip("-")
    draw = lambda: shown.render(width, kind, sheet)  # noqa: E731
    st.download_button("Download figure", draw, f"{stem}.{kind}", MIMES[kind], key="paper-figure-file", on_click="ignore")


def report() -> None:
    """Everything in one file."""
    frame.section("Report")
    about = "coref" if task in paper_state.COREFERENCE else task
    found = paper_state.reported(task, studies)
    make = lambda: whole(found).encode()  # noqa: E731
    st.download_button("Whole report, one HTML file", make, "report.html", "text/html", key="paper-report", on_click="ignore")
    frame.note(f"{paper_state.NAMES[about]}: scores, figures and tables in one file that needs no network; it takes a moment.")
    st.code(paper_command.report(about, studies[about]), language=None, wrap_lines=True)


def captions(shown: Exhibit) -> None:
    """The caption as text, to be copied."""
    frame.section("Caption")
    write = {"tex": ("LaTeX", paper_captions.tex), "txt": ("plain text", paper_captions.plain)}
    kind = paper_widgets.segments("caption", "Caption as", {ending: words for ending, (words, _) in write.items()})
    st.code(write[kind][1](shown.caption(width), shown.signature), language=None, wrap_lines=True)


def table(made: list[tables.Table]) -> None:
    """The tables that say the same, one at a time."""
    frame.section("Table")
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom", key="paper-table-bar"):
        which = paper_widgets.box("table", "Table", {str(k + 1): one.title for k, one in enumerate(made)})
        texts = tables.texts(made[int(which) - 1])
        kind = paper_widgets.segments("as", "As", {ending: FORMATS[ending] for ending in FORMATS if ending in texts})
    text = texts[kind]
    st.code(text, language=None, height=TALL if text.count("\n") > TALL // 20 else "content")
    frame.downloads(made[int(which) - 1].title, texts, "paper-table")


studies = paper_state.studies(QUESTION)
frame.heading(QUESTION, "Drawn again for paper from the same numbers: exact width, embedded fonts, the same file every time")
makers = paper_state.makers(studies)
with st.container(key="stack-paper"):
    left, right = st.columns([1, 2], gap="large")
with left:
    name = paper_widgets.figure(makers)
    task, maker = makers[name]
    chosen = studies[task]
    view = paper_widgets.view(maker, chosen)
    kind, width, sheet = paper_widgets.file()
try:
    shown = exhibit(maker, chosen, view)
except NotShownError as error:
    with right:
        frame.empty("Nothing to draw.", str(error), sample=False, link=False)
    st.stop()
with left:
    save(shown)
with right:
    preview(shown)
    if task in paper_state.COREFERENCE:
        charts.notes(chosen, ties=task == "coref")
captions(shown)
if made := maker.tables(chosen, view):
    table(made)
frame.section("The same from the command line")
st.code(paper_command.figure(name, task, chosen, (maker, view), (kind, width, sheet)), language=None, wrap_lines=True)
report()
frame.signature(shown.signature)
