"""The parts of the page of classes: documents, confusion, coverage, and what must be said of labels."""

from __future__ import annotations

from dataclasses import replace
from html import escape

import streamlit as st

from figures import class_captions, class_documents, class_tables, score_tables
from figures.class_frames import shown_note
from figures.frames import DIFFERENCE
from figures.said import Said, plain, sentences
from figures.studies import classes, typed
from figures.studies.exhibit import Exhibit, View, shows
from figures.studies.typed import GOLD_TYPES
from loaders import InputError
from metrics.typed.compared import Compared
from metrics.typed.coverage import GOLD, shared_mentions
from metrics.typed.groupings import CLASS
from metrics.typed.labels import NONE
from pages.shared import charts, failure_place, frame, mark_failures, state
from pages.shared.class_failures import LISTED, open_failures
from pages.shared.class_state import ClassSelection

MOST_LISTED = 120  # rows of a table on the page


def by_gold_types(chosen: ClassSelection) -> bool:
    """Whether the labels are gold's own types."""
    return chosen.labels is not None and chosen.labels.word == GOLD_TYPES


def counted(chosen: ClassSelection, by: str, found: Compared, names: list[str]) -> str:
    """The grey line: which labels, and how many mentions they reach; of other groupings, how many groups."""
    if by != CLASS:
        return class_captions.grouped(by, len(names), int(found.support["mentions"].sum()))
    rows = typed.covered(chosen)
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


def documents(chosen: ClassSelection, view: View) -> None:
    """The heat map of groups by document; a click reads the first error there."""
    systems, by = chosen.systems, view.by
    words = class_documents.choices(systems)
    show = st.segmented_control("Show", list(words), format_func=words.get, default=next(iter(words)), key="classes-show",
                                label_visibility="collapsed", required=True) or next(iter(words))  # fmt: skip
    shown = classes.documents(chosen, replace(view, show=show))
    if not len(shown.frame):
        frame.note("No document has a mention.")
        return
    charts.legend(systems, *class_captions.heat_legend(shown.frame, systems))
    if cell := _heat(shown, f"classes-heat-{by}-{show}"):
        open_failures(chosen, by, cell[1], cell[2])
    frame.note(class_captions.heat_note(shown.frame).html)
    charts.figure_files(shown)
    address = state.address()
    links = shown.frame.assign(doc_id_href=[frame.reader_address(name, address) for name in shown.frame["doc_id"]])
    charts.table(score_tables.signed(class_tables.documents_table(links, systems), shown.signature), "classes-documents")


def _heat(shown: Exhibit, key: str) -> list | None:
    """The heat map, which scrolls sideways beside the names of its rows; returns what the clicked cell knows."""
    finished = shown.frame
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
            return charts.clicked(class_documents.screen(finished), key)


def confusion(chosen: ClassSelection, by: str) -> None:
    """Gold's class against the system's of the mentions that both have."""
    systems = chosen.systems
    if not typed.confusions(chosen)["wrong"].any():
        frame.note(class_captions.no_confusion(by_gold_types(chosen)).html)
        return
    words = {letter: letter for letter in systems.letters} | shows(chosen)
    show = st.segmented_control("Show", list(words), format_func=words.get, default=systems.letters[0], key="classes-confusion",
                                label_visibility="collapsed", required=True) or systems.letters[0]  # fmt: skip
    shown = classes.confusions(chosen, View(show=show))
    if cell := charts.clicked(shown, f"classes-confusion-{show}"):
        gold, _, named, *_ = cell
        if named:
            open_failures(chosen, by, gold)
    frame.note(class_captions.confusion_note(systems, show == DIFFERENCE).html)
    charts.figure_files(shown)
    charts.table(classes.confusion_table(chosen), "classes-confusions", 15)


def coverage(chosen: ClassSelection, view: View) -> None:
    """How many mentions each label set reaches, and on what the scores rest."""
    systems = chosen.systems
    if len(typed.covered(chosen)):
        shown = classes.covered(chosen, view)
        charts.legend(systems, *class_captions.coverage_legend(shown.frame, chosen.options))
        if mark := charts.clicked(shown, "classes-coverage"):
            _, name, series = mark
            _unlabelled(chosen, name, series)
        frame.note("Click a mark for the failures at mentions without a label of that set.")
        charts.figure_files(shown)
        charts.table(classes.coverage_table(chosen, view.by), "classes-covered")
    else:
        frame.note("There are no labels: neither a file nor types in gold.")
    frame.note(class_captions.shared(shared_mentions(typed.sides(chosen)), systems).html)
    charts.table(classes.support_table(chosen, view), "classes-support", MOST_LISTED)
    if chosen.labels:
        _noise(chosen)


def _unlabelled(chosen: ClassSelection, name: str, series: str) -> None:
    """Open the failures at mentions that a label set does not reach, of one system or, for gold's mark, of all."""
    word = next((one.word for one in chosen.sets if one.name == name), "")
    whose = {} if series == GOLD else mark_failures.whose(chosen.systems, series)
    failure_place.open_failures(**({"labels": word} if word else {}), **{"class": NONE}, **whose)


def _noise(chosen: ClassSelection) -> None:
    """What wrong labels would do to the scores, if it is asked for."""
    shares = {0.0: "labels as they are", 0.05: "5 % wrong", 0.1: "10 % wrong", 0.2: "20 % wrong"}
    frame.section("If labels were wrong")
    probability = st.segmented_control("Labels", list(shares), format_func=shares.get, default=0.0, key="classes-noise",
                                       label_visibility="collapsed", required=True)  # fmt: skip
    if not probability:
        frame.note("A tagger is right about nine times in ten: choose a share, and labels are replaced at random 20 times.")
        return
    table = class_tables.noise_table(typed.noise(chosen, probability), chosen.systems, shares[probability])
    charts.table(score_tables.signed(table, f"{chosen.signature(CLASS)}|noise:{probability}"), "classes-noised", MOST_LISTED)
