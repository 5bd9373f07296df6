"""The parts of the page of classes: documents, confusion, coverage, and what must be said of labels."""

from __future__ import annotations

from html import escape

import streamlit as st

from figures import class_captions, class_documents, class_tables, paper, score_tables
from figures import confusion as matrix
from figures import coverage as dots
from figures.class_frames import MOST_ROWS, shown_note
from figures.registry import FIGURES
from figures.said import Said, plain, sentences
from loaders import InputError
from metrics.typed.compared import Compared, by_document
from metrics.typed.coverage import GOLD, shared_mentions
from metrics.typed.groupings import CLASS
from pages.shared import charts, class_state, frame, state
from pages.shared.class_failures import LISTED, open_failures
from pages.shared.class_state import ClassSelection
from pages.shared.options import GOLD_TYPES

MOST_LISTED = 120  # rows of a table on the page


def by_gold_types(chosen: ClassSelection) -> bool:
    """Whether the labels are gold's own types."""
    return chosen.labels is not None and chosen.labels.word == GOLD_TYPES


def counted(chosen: ClassSelection, by: str, found: Compared, names: list[str]) -> str:
    """The grey line: which labels, and how many mentions they reach; of other groupings, how many groups."""
    if by != CLASS:
        return class_captions.grouped(by, len(names), int(found.support["mentions"].sum()))
    rows = class_state.covered(chosen)
    name = rows["group"].iloc[-1] if isinstance(chosen.mapping, tuple) else chosen.labels.name
    of = rows[(rows["system"] == GOLD) & (rows["group"] == name)].set_index("metric")["f1"]
    return class_captions.counted(name, of["before"], of["after"])


def refusals(chosen: ClassSelection) -> None:
    """Label files and maps that cannot be used; others are used instead."""
    instead = f"Classes are those of {chosen.labels.name}." if chosen.labels else ""
    for one in chosen.sets:
        if one.error:
            frame.refused(one.error, instead)
    if isinstance(chosen.mapping, InputError):
        frame.refused(chosen.mapping, "Labels stay as they are.")
    if group := st.session_state.pop("classes-no-error", None):
        frame.note(f"The Reader finds no error of <b>{escape(group)}</b> under its match mode.")


def click_note(by: str, names: list[str]) -> Said:
    """How the dot plot is used."""
    what = "class" if by == CLASS else "row"
    where = "see its failures" if by in LISTED else "read its first error in place"
    return sentences(plain(f"Click a {what}'s mark or bar to {where}."), plain(shown_note(names)))


def documents(chosen: ClassSelection, by: str, found: Compared, names: list[str]) -> None:
    """The heat map of groups by document; a click reads the first error there."""
    systems = charts.systems(chosen)
    words = class_documents.choices(systems)
    show = st.segmented_control("Show", list(words), format_func=words.get, default=next(iter(words)), key="classes-show",
                                label_visibility="collapsed", required=True) or next(iter(words))  # fmt: skip
    cells = by_document(found.counts, chosen.project.names)
    finished = class_documents.heat_frame(cells, systems, names[:MOST_ROWS], show)
    if not len(finished):
        frame.note("No document has a mention.")
        return
    charts.legend(systems, *class_captions.heat_legend(finished, systems))
    event = _heat(finished, f"classes-heat-{by}-{show}")
    for point in event["selection"]["points"][:1]:
        open_failures(chosen, by, point["customdata"][1], point["customdata"][2])
    frame.note(class_captions.heat_note(finished).html)
    signature = f"{chosen.signature(by)}|documents:{show}"
    charts.figure_files(finished, "class-documents", paper.Sheet(title=f"{by} by document", signature=signature), chosen)
    address = state.address()
    links = finished.assign(doc_id_href=[frame.reader_address(name, address) for name in finished["doc_id"]])
    charts.table(score_tables.signed(class_tables.documents_table(links, systems), signature), "classes-documents")


def _heat(finished, key: str):
    """The heat map, which scrolls sideways beside the names of its rows."""
    rows = finished.drop_duplicates("y").sort_values("y")
    cell, above = class_documents.CELL, class_documents.top(finished)
    places = [f"top:{above + cell * y}px;height:{cell}px" for y in rows["y"]]
    named = zip(places, rows["group"], strict=True)
    wide = 14 + int(7 * max(map(len, rows["group"])))
    names = "".join(f'<div style="{place}">{escape(group)}</div>' for place, group in named)
    width = class_documents.width(finished)
    height = above + cell * (int(rows["y"].max()) + 1) + 4
    st.html(f"<style>.st-key-classes-heat-inner{{min-width:{width}px}}</style>")
    with st.container(horizontal=True, gap=None, wrap=False, key="classes-heat"):
        st.html(f'<div class="heat-names" style="height:{height}px">{names}</div>', width=min(wide, 190))
        with (
            st.container(key="classes-heat-scroll"),
            st.container(key="classes-heat-inner", width=width),
        ):
            screen, _ = FIGURES["class-documents"]
            return charts.chart(screen(finished), key, on_select="rerun", selection_mode="points")


def confusion(chosen: ClassSelection, by: str) -> None:
    """Gold's class against the system's of the mentions that both have."""
    systems = charts.systems(chosen)
    cells = class_state.confusions(chosen)
    if not cells["wrong"].any():
        frame.note(class_captions.no_confusion(by_gold_types(chosen)).html)
        return
    shows = {letter: letter for letter in systems.letters}
    shows |= {matrix.DIFFERENCE: systems.difference} if chosen.b is not None else {}
    show = st.segmented_control("Show", list(shows), format_func=shows.get, default=systems.letters[0], key="classes-confusion",
                                label_visibility="collapsed", required=True) or systems.letters[0]  # fmt: skip
    finished = matrix.confusion_frame(cells, systems, show)
    screen, _ = FIGURES["class-confusion"]
    event = charts.chart(screen(finished), f"classes-confusion-{show}", on_select="rerun", selection_mode="points")
    for point in event["selection"]["points"][:1]:
        if point["customdata"][2]:
            open_failures(chosen, by, point["customdata"][0])
    frame.note(class_captions.confusion_note(systems, show == matrix.DIFFERENCE).html)
    signature = f"{chosen.signature(by)}|confusion"
    charts.figure_files(finished, "class-confusion", paper.Sheet(title="Confusion of classes", signature=signature), chosen)
    charts.table(score_tables.signed(class_tables.confusion_table(cells, systems), signature), "classes-confusions", 15)


def coverage(chosen: ClassSelection, by: str, found: Compared, names: list[str]) -> None:
    """How many mentions each label set reaches, and on what the scores rest."""
    systems = charts.systems(chosen)
    rows = class_state.covered(chosen)
    signature = chosen.signature(by)
    if len(rows):
        finished = dots.coverage_frame(rows, systems)
        charts.legend(systems, *class_captions.coverage_legend(finished, chosen.options))
        screen, _ = FIGURES["coverage"]
        charts.chart(screen(finished), "classes-coverage")
        charts.figure_files(finished, "coverage", paper.Sheet(title="Coverage of label sets", signature=signature), chosen)
        charts.table(
            score_tables.signed(class_tables.coverage_table(rows, systems, chosen.options), signature), "classes-covered"
        )
    else:
        frame.note("There are no labels: neither a file nor types in gold.")
    frame.note(class_captions.shared(shared_mentions(class_state.sides(chosen)), systems).html)
    charts.table(score_tables.signed(class_tables.support_table(found, by, names), signature), "classes-support", MOST_LISTED)
    if chosen.labels:
        _noise(chosen)


def _noise(chosen: ClassSelection) -> None:
    """What wrong labels would do to the scores, if it is asked for."""
    shares = {0.0: "labels as they are", 0.05: "5 % wrong", 0.1: "10 % wrong", 0.2: "20 % wrong"}
    frame.section("If labels were wrong")
    probability = st.segmented_control("Labels", list(shares), format_func=shares.get, default=0.0, key="classes-noise",
                                       label_visibility="collapsed", required=True)  # fmt: skip
    if not probability:
        frame.note("A tagger is right about nine times in ten: choose a share, and labels are replaced at random 20 times.")
        return
    table = class_tables.noise_table(class_state.noise(chosen, probability), charts.systems(chosen), shares[probability])
    charts.table(score_tables.signed(table, f"{chosen.signature(CLASS)}|noise:{probability}"), "classes-noised", MOST_LISTED)
