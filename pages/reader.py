"""What does it look like in the text? Gold and the picked systems side by side, error by error.

The address says which document, error, entity and page are shown; widgets only change it.
"""

from html import escape

import pandas as pd
import streamlit as st

import metrics as m
from figures import reader, reader_words
from figures.studies import coref
from metrics import reading
from pages.shared import charts, frame, reader_list, reader_parts, state
from pages.shared.reader_place import Place, asked, place, write

state.alone()

QUESTION = "What does it look like in the text?"
SCROLLER = ".stMain"
BY_CONTENT = {
    m.Project: lambda p: (p.gold.digest, tuple(s.digest for s in p.systems), p.names, sorted(p.skipped)),
    m.CoreferenceOptions: repr,
}
LEGEND = (
    '<p class="legend"><span>number and colour: the gold entity that it is aligned with</span>'
    '<span><span class="rd-alone">singleton</span> ○</span><span><b class="rd-bad">3≠2</b> wrong entity</span>'
    '<span><b class="rd-bad">−6</b> missed</span><span><b class="rd-bad">+4</b> extra</span>'
    "<span>hover: the whole entity, in all columns</span></p>"
)
STYLE = (
    "<style>.rd-alone{border-bottom:1px dotted var(--mute)}.rd-bad{color:var(--error);font-weight:600}"
    "[data-testid=stLayoutWrapper]:has(>.st-key-reader-bar){position:sticky;top:0;z-index:9;background:var(--page)}"
    ".st-key-reader-bar{padding:.5rem 0}</style>"
)


@st.cache_resource(max_entries=8, show_spinner="Matching mentions", hash_funcs=BY_CONTENT)
def matched(project: m.Project, options: m.CoreferenceOptions, systems: tuple[int, ...], singletons: str) -> reading.Matched:
    return reading.match_systems(project, options, systems, singletons)


@st.cache_resource(max_entries=32, show_spinner="Reading the document", hash_funcs=BY_CONTENT)
def document(
    project: m.Project, options: m.CoreferenceOptions, systems: tuple[int, ...], singletons: str, number: int
) -> reading.Reading:
    return reading.read_document(project, matched(project, options, systems, singletons), number)


def listed(selection: state.Selection, singletons: str) -> pd.DataFrame:
    """The documents that are scored: number, doc_id, and by system's number its CoNLL in points."""
    f1 = m.per_document(coref.evaluation(selection).counts, "CoNLL")
    f1 = f1[f1["singletons"] == singletons]
    ids = selection.project.gold.documents["doc_id"].tolist()
    numbers = [k for k in range(len(ids)) if k not in selection.project.skipped]
    table = pd.DataFrame({"number": numbers, "doc_id": [ids[k] for k in numbers]})
    for k in selection.picked:
        table[k] = f1["f1"][f1["system"] == selection.project.names[k]].to_numpy()
    if asked("order") == "difference" and selection.b is not None:
        away = (table[selection.b] - table[selection.a]).abs()
        table = table.loc[away.sort_values(ascending=False, kind="stable", na_position="last").index]
    return table.reset_index(drop=True)


def points(value: float) -> str:
    return "n/a" if value != value else f"{value:.2f}"


def heads(selection: state.Selection, row: pd.Series, shown: reading.Reading) -> list[reader_words.Head]:
    """Gold and the picked systems, with CoNLL and errors in this document."""
    found = [reader_words.Head("gold", frame.GOLD_MARK, frame.colour(-1))]
    errors = shown.errors["column"].value_counts()
    for column, k in enumerate(selection.picked, 1):
        where, number = selection.places[k], int(errors.get(column, 0))
        note = f"CoNLL {points(row[k])}" + ("" if shown.missing[column - 1] else f" · {number:,} error{'s' * (number != 1)}")
        mark, name = frame.MARKS[where % len(frame.MARKS)], selection.project.names[k]
        found.append(reader_words.Head(selection.letters[k], mark, frame.colour(where), name, note))
    return found


def choose_document(table: pd.DataFrame, selection: state.Selection) -> pd.Series:
    """The box of documents; without one in the address, the one read last in this session, or the first."""
    found = table.index[table["doc_id"] == (asked("doc") or st.session_state.get("reader_last", ""))]
    st.session_state["reader_document"] = int(found[0]) if len(found) else 0

    def chosen() -> None:
        write(doc=table["doc_id"][st.session_state["reader_document"]], error=None, entity=None, page=None, **reader_list.OFF)

    scores = [" · ".join(f"{selection.letters[k]} {points(row[k])}" for k in selection.picked) for _, row in table.iterrows()]
    labels = [f"{name} · {score}" for name, score in zip(table["doc_id"], scores, strict=True)]
    box = {"label_visibility": "collapsed", "width": 270, "key": "reader_document", "on_change": chosen}
    st.selectbox("Document", table.index, format_func=labels.__getitem__, **box)
    row = table.loc[st.session_state["reader_document"]]
    st.session_state["reader_last"] = row["doc_id"]
    if asked("doc") != row["doc_id"]:
        write(doc=row["doc_id"], **({"error": None, "entity": None, "page": None} if asked("doc") else {}))
    return row


def step_errors(at: Place, number: int) -> None:
    """The buttons to the error before and after, round the ends; also the keys P and N."""

    def go(to: int) -> None:
        write(error=to, entity=None, page=None)

    before = (at.error - 1 if at.error else at.before) or number
    # Without an error in the address, the page's first one is marked, so that the next is the second.
    after = at.before + 1 if at.entity else at.current + 1
    off = {"disabled": number == 0, "on_click": go}
    st.button("‹ Previous error", key="reader_before", args=(before,), shortcut="P", **off)
    st.button("Next error ›", key="reader_after", args=(after if after <= number else 1,), shortcut="N", **off)


def explained(shown: reading.Reading, at: Place, over: list[reader_words.Head]) -> str:
    """What the current error is, or how many there are, as HTML."""
    errors = shown.errors
    number = f"{len(errors):,} error{'s' * (len(errors) != 1)}"
    lacking = " and ".join(over[k].letter for k, gone in enumerate(shown.missing, 1) if gone)
    if not len(errors):
        return f"{escape(lacking)} lacks this document" if lacking else "No errors in this document"
    if at.entity:
        return f"Entity {at.entity} of {len(shown.entities):,} · {number}"
    if at.current > len(errors):
        return f"{number}, none from here on"
    mention = errors.iloc[at.current - 1]
    return f"<b>Error {at.current:,} of {len(errors):,}</b> · {reader_words.sentence(mention, over[mention['column']])}"


def mark(shown: reading.Reading, at: Place) -> None:
    """The current error or entity, by a small stylesheet; only what the address names is brought into view."""
    if at.mention >= 0 and not at.error:
        st.html(reader.spotlight(mention=at.mention, scroller=SCROLLER))
    elif at.entity:
        st.html(reader.spotlight(entity=at.entity, scroller=SCROLLER))
    elif at.current <= len(shown.errors):
        st.html(reader.spotlight(error=at.current, scroller=SCROLLER if at.error else None))


def refused(selection: state.Selection, table: pd.DataFrame) -> None:
    """A document that the address names and that cannot be shown."""
    name = asked("doc")
    if not name or (table["doc_id"] == name).any():
        return
    ids = selection.project.gold.documents["doc_id"].tolist()
    if name in ids:
        frame.refused(
            selection.project.skipped[ids.index(name)], "The document is left out for all systems; another one is shown."
        )
    else:
        frame.note(f"Gold has no document <b>{escape(name[:80])}</b>; another one is shown.")


def show(selection: state.Selection) -> None:
    singletons = "drop" if asked("singletons") == "drop" else "keep"
    table = listed(selection, singletons)
    listing = reader_list.listed(selection, singletons)
    if listing and not asked("doc"):
        write(doc=listing.mistake.document)
    top, said = st.container(), st.container()
    with st.container(horizontal=True, vertical_alignment="center", key="reader-bar"):
        with said:
            refused(selection, table)
        row = choose_document(table, selection)
        shown = document(selection.project, selection.options, selection.picked, singletons, int(row["number"]))
        shown = reader_list.with_names(selection, singletons, shown, int(row["number"]))
        mention = reader_list.place_of(listing, shown)
        at, over = place(shown, mention), heads(selection, row, shown)
        if listing:
            reader_list.steps(listing)
        else:
            step_errors(at, len(shown.errors))
        is_listed = listing and listing.mistake.document == row["doc_id"] and not at.entity and (mention >= 0 or not at.error)
        about = reader_list.explained(listing, shown, mention, over) if is_listed else explained(shown, at, over)
        st.html(f'<p class="counted">{about}</p>')
    with top:
        frame.heading(QUESTION, f"Coreference · {row['doc_id']} · {reader_words.counted(shown)}")
    with st.container(horizontal=True, vertical_alignment="center", key="reader-more"):
        reader_parts.choose_singletons()
        if selection.b is not None:
            reader_parts.choose_order()
        reader_parts.choose_entity(shown, at.entity)
        if listing:
            reader_list.leave()
    reader_parts.overview(shown, at, over, [selection.places[k] for k in selection.picked])
    st.html(STYLE)
    st.html(LEGEND)
    reader_parts.turn_pages(at)
    mark(shown, at)
    st.html(reader.text(shown, over, at.pages[at.page]))
    charts.notes(selection, ties=False)
    frame.signature(f"{row['doc_id']}|{selection.signature(singletons=singletons)}")


show(state.guard(1, QUESTION))
