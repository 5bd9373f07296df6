"""What does it look like in the text? Gold and the picked systems side by side, error by error."""

from pages.shared import state

state.alone()


from html import escape  # noqa: E402

import pandas as pd  # noqa: E402
import streamlit as st  # noqa: E402
from pages.shared import frame  # noqa: E402

import metrics as m  # noqa: E402
from figures import reader, reader_rows, reader_words  # noqa: E402
from metrics import reading  # noqa: E402

QUESTION = "What does it look like in the text?"
ORDERS = {"gold": "in gold's order", "difference": "by difference"}
POLICY = {True: "keep", False: "drop"}
SCROLLER = ".stMain"
BY_CONTENT = {
    m.Project: lambda p: (p.gold.digest, tuple(s.digest for s in p.systems), p.names, sorted(p.skipped)),
    m.CoreferenceOptions: repr,
}


@st.cache_resource(max_entries=8, show_spinner="Matching mentions", hash_funcs=BY_CONTENT)
def matched(project: m.Project, options: m.CoreferenceOptions, systems: tuple[int, ...], singletons: str) -> reading.Matched:
    return reading.match_systems(project, options, systems, singletons)


@st.cache_resource(max_entries=32, show_spinner=False, hash_funcs=BY_CONTENT)
def document(
    project: m.Project, options: m.CoreferenceOptions, systems: tuple[int, ...], singletons: str, number: int
) -> reading.Reading:
    return reading.read_document(project, matched(project, options, systems, singletons), number)


def asked(word: str, default: str = "") -> str:
    """What the address says."""
    return st.query_params.get(word, default)


def write(**words: str | int | None) -> None:
    """Change the address; None takes a word out."""
    for word, value in words.items():
        if value is None:
            st.query_params.pop(word, None)
        else:
            st.query_params[word] = str(value)


def listed(selection: state.Selection, counts: m.Counts, singletons: str, order: str) -> pd.DataFrame:
    """The documents that are scored: number, doc_id, and CoNLL of each picked system in points."""
    f1 = m.per_document(counts, "CoNLL")
    f1 = f1[f1["singletons"] == singletons]
    ids = selection.project.gold.documents["doc_id"].tolist()
    numbers = [k for k in range(len(ids)) if k not in selection.project.skipped]
    table = pd.DataFrame({"number": numbers, "doc_id": [ids[k] for k in numbers]})
    for k in selection.picked:
        table[k] = f1["f1"][f1["system"] == selection.project.names[k]].to_numpy()
    if order == "difference" and selection.b is not None:
        away = (table[selection.b] - table[selection.a]).abs()
        table = table.loc[away.sort_values(ascending=False, kind="stable", na_position="last").index]
    return table.reset_index(drop=True)


def points(value: float) -> str:
    return "n/a" if value != value else f"{value:.2f}"


def label(selection: state.Selection, row: pd.Series) -> str:
    scores = [f"{selection.letters[k]} {points(row[k])}" for k in selection.picked]
    return " · ".join([row["doc_id"], *scores])


def heads(selection: state.Selection, row: pd.Series, shown: reading.Reading) -> list[reader_words.Head]:
    """Gold and the picked systems, with CoNLL and errors in this document."""
    found = [reader_words.Head("gold", frame.GOLD_MARK, frame.colour(-1))]
    errors = shown.errors["column"].value_counts()
    for column, k in enumerate(selection.picked, 1):
        place, number = selection.places[k], int(errors.get(column, 0))
        note = f"CoNLL {points(row[k])}" + ("" if shown.missing[column - 1] else f" · {number:,} error{'s' * (number != 1)}")
        name = selection.project.names[k]
        found.append(
            reader_words.Head(selection.letters[k], frame.MARKS[place % len(frame.MARKS)], frame.colour(place), name, note)
        )
    return found


def choose_document(table: pd.DataFrame, selection: state.Selection) -> pd.Series:
    """The box of documents; the address has the last word, then what the session read last."""
    wanted = asked("doc") or st.session_state.get("reader_last", "")
    found = table.index[table["doc_id"] == wanted]
    st.session_state["reader_document"] = int(found[0]) if len(found) else 0

    def chosen() -> None:
        write(doc=table["doc_id"][st.session_state["reader_document"]], error=None, entity=None, page=None)

    labels = [label(selection, row) for _, row in table.iterrows()]
    st.selectbox(
        "Document", table.index, format_func=labels.__getitem__, key="reader_document", on_change=chosen,
        label_visibility="collapsed", width=270,
    )  # fmt: skip
    row = table.loc[st.session_state["reader_document"]]
    st.session_state["reader_last"] = row["doc_id"]
    if not asked("doc"):
        write(doc=row["doc_id"])
    elif asked("doc") != row["doc_id"]:
        write(doc=row["doc_id"], error=None, entity=None, page=None)
    return row


def choose_order() -> str:
    st.session_state["reader_order"] = asked("order") if asked("order") in ORDERS else "gold"

    def chosen() -> None:
        order = st.session_state["reader_order"]
        write(order=order if order != "gold" else None)

    st.selectbox(
        "Order of documents", list(ORDERS), format_func=ORDERS.get, key="reader_order", on_change=chosen,
        label_visibility="collapsed", width=150,
    )  # fmt: skip
    return st.session_state["reader_order"]


def choose_singletons() -> str:
    st.session_state["reader_singletons"] = asked("singletons") != "drop"

    def chosen() -> None:
        write(singletons=None if st.session_state["reader_singletons"] else "drop", error=None, entity=None)

    st.toggle("Singletons", key="reader_singletons", on_change=chosen, help="Kept or dropped on both sides, as in the scores.")
    return POLICY[st.session_state["reader_singletons"]]


def number_in(word: str, most: int) -> int:
    """A number from 1 to `most` in the address, else 0."""
    text = asked(word)
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 9 and 1 <= int(text) <= most else 0


def step_errors(current: int, number: int) -> None:
    """The buttons to the error before and after; also the keys P and N."""

    def go(to: int) -> None:
        write(error=to, entity=None, page=None)

    before = number if current <= 1 else current - 1
    after = 1 if current >= number else current + 1
    off = number == 0
    st.button("‹ Previous error", key="reader_before", on_click=go, args=(before,), disabled=off, shortcut="P")
    st.button("Next error ›", key="reader_after", on_click=go, args=(after,), disabled=off, shortcut="N")


def choose_entity(shown: reading.Reading, current: int) -> None:
    """A box that lights up one entity and goes to its first mention."""
    entities = shown.entities
    st.session_state["reader_entity"] = current or None
    names = dict(zip(entities["entity"], entities["text"], strict=True))

    def chosen() -> None:
        write(entity=st.session_state["reader_entity"], error=None, page=None)

    st.selectbox(
        "Entity", list(names), format_func=lambda k: f"{k}  {names[k][:60]}", key="reader_entity", on_change=chosen,
        placeholder="Light up an entity", label_visibility="collapsed", width=200, index=None,
    )  # fmt: skip


def explained(shown: reading.Reading, number: int, entity: int, over: list[reader_words.Head]) -> str:
    """What the current error is, or how many there are, as HTML."""
    errors = shown.errors
    lacking = " and ".join(over[k].letter for k, gone in enumerate(shown.missing, 1) if gone)
    if not len(errors):
        return f"{escape(lacking)} lacks this document" if lacking else "No errors in this document"
    if entity and not number:
        return f"Entity {entity} of {len(shown.entities):,} · {len(errors):,} error{'s' * (len(errors) != 1)}"
    mention = errors.iloc[max(number, 1) - 1]
    return f"<b>Error {max(number, 1):,} of {len(errors):,}</b> · {reader_words.sentence(mention, over[mention['column']])}"


def choose_page(all_rows: list[reader_rows.Row], ranges: list[tuple[int, int]], word: int | None) -> int:
    """The page that holds a word, or the one in the address; with buttons where there are several."""
    most = len(ranges)
    page = number_in("page", most)
    if not page:
        page = 1 + (reader_rows.page_of(word, all_rows, ranges) if word is not None else 0)
    if most > 1:
        first, last = ranges[page - 1]
        said = [row.sentence for row in all_rows[first:last] if row.sentence]
        with st.container(horizontal=True, vertical_alignment="center", key="reader-pages"):
            st.button("‹ Before", key="reader_back", on_click=write, kwargs={"page": page - 1, "error": None}, disabled=page == 1)
            st.button("After ›", key="reader_on", on_click=write, kwargs={"page": page + 1, "error": None}, disabled=page == most)
            place = f"Sentences {said[0]:,} to {said[-1]:,} of {all_rows[-1].sentence or said[-1]:,}" if said else f"Page {page}"
            st.html(f'<p class="counted">{place} · page {page} of {most}</p>')
    return page - 1


LEGEND = (
    '<p class="legend"><span>number and colour: the gold entity that it is aligned with</span>'
    '<span><span class="one">singleton</span> ○</span><span><b class="bad">3≠2</b> wrong entity</span>'
    '<span><b class="bad">−6</b> missed</span><span><b class="bad">+4</b> extra</span>'
    "<span>hover: the whole entity, in all columns</span></p>"
)
STYLE = (
    "<style>.one{border-bottom:1px dotted var(--mute)}.bad{color:var(--error);font-weight:600}"
    "[data-testid=stLayoutWrapper]:has(>.st-key-reader-bar){position:sticky;top:0;z-index:9;background:var(--page)}"
    ".st-key-reader-bar{padding:.5rem 0}</style>"
)


def show() -> None:
    selection = state.guard(1)
    singletons = "drop" if asked("singletons") == "drop" else "keep"
    counts = state.evaluation(selection).counts
    table = listed(selection, counts, singletons, asked("order"))
    if not len(table):
        frame.heading(QUESTION)
        frame.empty("No document left.", "All documents of gold are skipped, since a system has another text.")
        return
    top = st.empty()
    with st.container(horizontal=True, vertical_alignment="center", key="reader-bar"):
        row = choose_document(table, selection)
        shown = document(selection.project, selection.options, selection.picked, singletons, int(row["number"]))
        over = heads(selection, row, shown)
        number, entity = number_in("error", len(shown.errors)), number_in("entity", len(shown.entities))
        step_errors(number, len(shown.errors))
        st.html(f'<p class="counted">{explained(shown, number, entity, over)}</p>')
    with top:
        frame.heading(QUESTION, f"Coreference · {row['doc_id']} · {reader_words.counted(shown)}")
    with st.container(horizontal=True, vertical_alignment="center", key="reader-more"):
        choose_singletons()
        choose_order()
        choose_entity(shown, entity)
    st.html(STYLE)
    st.html(LEGEND)
    draw(shown, over, number, entity)
    frame.signature(f"{row['doc_id']}|{selection.signature(None, singletons=singletons)}")


def draw(shown: reading.Reading, over: list[reader_words.Head], number: int, entity: int) -> None:
    """The grid, with the current error or entity marked by a small stylesheet of its own."""
    word = None
    if number:
        word = int(shown.errors["start"].iloc[number - 1])
    elif entity:
        word = reader.first_word(shown, entity)
    all_rows = reader_rows.rows(shown)
    ranges = reader_rows.pages(all_rows)
    page = choose_page(all_rows, ranges, word)
    if entity and not number:
        st.html(reader.spotlight(entity=entity, scroller=SCROLLER))
    elif len(shown.errors):
        st.html(reader.spotlight(error=max(number, 1), scroller=SCROLLER if number else None))
    st.html(reader.text(shown, over, ranges[page]))


show()
