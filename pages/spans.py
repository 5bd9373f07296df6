"""Which labelled spans does each system find? Scores, errors by kind, and the text, of which the address says which is shown."""

from collections.abc import Callable
from html import escape

import streamlit as st

from figures import captions, numbers, span_captions, span_frames
from figures.frames import DIFFERENCE
from figures.studies import spans
from figures.studies.exhibit import NotShownError, View, shows
from figures.studies.verdicts import verdict
from metrics.spans.sides import UNNAMED
from pages.shared import charts, frame, marks, span_place, span_state, span_training, span_view, state, workspace
from pages.shared.loading import SPANS
from pages.shared.reader_place import asked, write
from pages.shared.span_loading import MENTIONS

state.alone()
QUESTION = "Which labelled spans does each system find?"
VIEWS = {"scores": "Scores", "errors": "Errors", "text": "Text"}
SOURCES = {"": "names, tagged", MENTIONS: "mentions, nested"}
CLICKS = ("only-a", "both", "only-b")  # what a bar of each panel shows


def chosen_of(key: str, word: str, options: dict[str, str], title: str, default: int = 0) -> str:
    """A segmented control whose choice stands in the address. default : which option stands for nothing said."""
    names = list(options)
    st.session_state[key] = asked(word) if asked(word) in names else names[default]

    def take() -> None:
        value = st.session_state[key]
        write(**{word: value if value and value != names[default] else None, "error": None, "page": None})

    shown = {"format_func": options.get, "key": key, "label_visibility": "collapsed", "required": True}
    return st.segmented_control(title, names, on_change=take, **shown) or names[default]  # fmt: skip


def picked(title: str, word: str, options: dict[str, str], width: int) -> str:
    """A box whose choice stands in the address; the first is the default."""
    key, names = f"spans-{word}", list(options)
    st.session_state[key] = asked(word) if asked(word) in names else names[0]

    def take() -> None:
        value = st.session_state[key]
        write(**{word: value if value != names[0] else None})

    return st.selectbox(title, names, format_func=options.get, key=key, on_change=take, width=width)


def open_text(**words: str) -> None:
    """Show the text with some filters and no others."""
    write(**{**dict.fromkeys(span_place.WORDS), "error": None, "page": None, "view": "text", **words})


def clickable(figure, key: str, take: Callable[[list], None]) -> None:
    """A chart, of whose clicked mark `take` gets what it stands for, before the page is drawn again.

    After a click it has another key: what the browser remembers of the clicked one would open it once more on the way back.
    """
    turn = st.session_state.setdefault(f"{key}-turn", 0)
    shown = f"{key}-{turn}"

    def clicked() -> None:
        for point in st.session_state[shown]["selection"]["points"][:1]:
            st.session_state[f"{key}-turn"] = turn + 1
            take(point["customdata"])

    charts.chart(figure, shown, on_select=clicked, selection_mode="points")


def counted() -> str:
    """What was counted: Spans · 24 documents, 263 sentences · 146 gold spans of 11 labels."""
    gold, kept = sides.project.gold, len(sides.project.gold.documents) - len(sides.project.skipped)
    labels = sum(name != UNNAMED for name in sides.labels)
    said = [numbers.plural(kept, "document"), numbers.plural(int(gold.documents["n_sentences"].sum()), "sentence")]
    held = numbers.plural(len(sides.gold), "gold span" if gold.format in SPANS else "gold mention")
    return f"Spans · {', '.join(said)} · {held}" + (f", {numbers.plural(labels, 'label')}" if labels else ", without labels")


def head() -> str:
    """Question, verdict, and which view is shown."""
    frame.heading(QUESTION, counted())
    frame.verdict(verdict("span-groups", chosen).html)
    with st.container(horizontal=True, gap="medium", vertical_alignment="center", key="spans-head"):
        view = chosen_of("spans-view", "view", VIEWS, "View")
        if state.project_id() == workspace.SAMPLE:
            chosen_of("spans-source", "source", SOURCES, "Spans of the sample")
    return view


def lacking() -> None:
    """Documents that a system lacks; the Reader shows those of coreference."""
    missing = {chosen.places[k]: chosen.project.alignments[k].missing for k in chosen.picked}
    address = state.address()
    link = None if sides.project.gold.format in SPANS else lambda name: frame.reader_address(name, address)
    if words := captions.missing_documents(missing, link):
        frame.note(words.html)


def scores() -> None:
    """Scores over all labels, and by label or any other group."""
    charts.table(spans.scores_table(chosen), "spans-scores")
    malformed()
    charts.cautions(found.scores[found.scores["metric"] == span_frames.MICRO])
    frame.section("Where they differ" if chosen.b is not None else "Where it fails")
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom", key="spans-by-bar"):
        by = picked("By", "by", spans.BY, 180)
        orders = spans.orders(chosen)
        fixed = by in span_frames.IN_ORDER
        order = picked("Order", "order", orders if not fixed else {"": "as they are"}, 150)
    if by == spans.SEEN and chosen.seen() is None:
        span_training.lacking()
    else:
        plot(by, "" if fixed else order)


def malformed() -> None:
    """How malformed tags are read, and what the other reading says."""
    if words := span_captions.reading_note(reading, scheme, span_state.other_reading(chosen), systems):
        frame.note(words.html)


def plot(by: str, order: str) -> None:
    """The dot plot of groups, and their table."""
    view = View(by=by, order=order)
    try:
        shown, names = spans.by_group(chosen, view), spans.names(chosen, view)
    except NotShownError as error:
        frame.note(escape(str(error)))
        return
    charts.legend(systems, *span_captions.legend(shown.frame, options, chosen.b is not None))

    def take(data: list) -> None:
        _, name, is_total, series, value = data
        word = by if by in ("label", "document") else "group"
        show = marks.behind(systems, series, value, own=("of-a", "of-b"), alone=("only-a", "only-b"))
        open_text(**({} if is_total else {word: name}), **({"show": show} if show else {}))

    clickable(shown.screen(), f"spans-groups-{by}-{order}", take)
    frame.note(span_captions.groups_note(systems, by, options).html)
    charts.figure_files(shown)
    if words := span_frames.shown_note(names):
        frame.note(words)
    charts.table(spans.groups_table(chosen, view), "spans-groups", span_frames.MOST_ROWS)


def errors() -> None:
    """Errors by kind, own and shared, and what is taken for what."""
    shown = spans.by_kind(chosen, View())
    frame.note(verdict("span-errors", chosen, shown).html)
    if not len(shown.frame):
        return
    charts.legend(systems, *(["grey: the same error in both"] if chosen.b is not None else []))

    def take(data: list) -> None:
        _, kind, panel = data
        open_text(kind=kind, **({"show": CLICKS[panel]} if chosen.b is not None else {}))

    clickable(shown.screen(), "spans-errors", take)
    frame.note("Click a bar for its errors.")
    charts.figure_files(shown)
    charts.table(spans.kinds_table(chosen), "spans-kinds")
    frame.section("What is taken for what")
    labels()


def labels() -> None:
    """Gold's labels by predicted ones."""
    words = {letter: letter for letter in systems.letters} | shows(chosen)
    one = len(words) == 1
    show = systems.letters[0] if one else chosen_of("spans-matrix", "matrix", words, "Show", default=len(words) - 1)
    try:
        shown = spans.confusions(chosen, View(show=show))
    except NotShownError as error:
        frame.note(escape(str(error)))
        return

    def take(data: list) -> None:
        gold, predicted, named, _ = data
        if named:
            who = dict(zip(systems.letters, ("of-a", "of-b"), strict=False)).get(show) if chosen.b is not None else None
            open_text(gold=gold or span_place.NOTHING, predicted=predicted, **({"show": who} if who else {}))

    clickable(shown.screen(), f"spans-confusion-{show}", take)
    frame.note(span_captions.confusion_note(systems, show == DIFFERENCE).html)
    charts.figure_files(shown)


chosen = span_state.guard(QUESTION)
options, systems = chosen.options, chosen.systems
sides, found = spans.sides(chosen), spans.evaluation(chosen)
reading, scheme = chosen.reading, chosen.project.gold.scheme
view = head()
lacking()
if view == "text":
    span_view.show(chosen, systems)
else:
    {"scores": scores, "errors": errors}[view]()
frame.signature(chosen.signature(span_frames.MICRO))
