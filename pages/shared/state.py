"""What is chosen: project, systems and options. They live in the page's address, so that they survive a reload.

An address says everything: one without words stands for the sample and the defaults. So every link within the dashboard
carries the words of address(), and nothing is written into an address that is right already: going back works.
"""

from __future__ import annotations

import runpy
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace

import streamlit as st

import metrics as m
from figures.studies.coref import Selection
from loaders import FormatError, InputError
from pages.shared import frame, once, options, workspace
from pages.shared.loading import Loaded, Slot, loaded
from pages.shared.options import Choice

PROJECT = "project"
INSIDE = "inside"
NOT_STORED = "not-stored"


def alone() -> None:
    """Run the dashboard around a page that the server has started by itself; does nothing within the dashboard.

    After a server start, a deep link that comes before the first visit runs the page's file without dashboard.py.
    """
    if INSIDE not in st.session_state:
        runpy.run_path(str(workspace.ROOT / "dashboard.py"))
        st.stop()


@contextmanager
def inside() -> Iterator[None]:
    """Marks that a page runs within the dashboard."""
    st.session_state[INSIDE] = True
    try:
        yield
    finally:
        del st.session_state[INSIDE]


def begin() -> None:
    """Take over what the address says, and put it right where it cannot be followed."""
    open_project(st.query_params.get(PROJECT, workspace.SAMPLE), st.query_params)


def _write_address() -> None:
    wanted = address()
    for word in (PROJECT, *options.WORDS):
        if word in wanted and st.query_params.get(word) != wanted[word]:
            st.query_params[word] = wanted[word]
        elif word not in wanted and word in st.query_params:
            del st.query_params[word]


def project_id() -> str:
    """The id of the open project."""
    if "project_id" not in st.session_state:
        begin()
    return st.session_state["project_id"]


def choice() -> Choice:
    """The options as they are chosen."""
    if "choice" not in st.session_state:
        begin()
    return st.session_state["choice"]


def open_project(project: str, words: Mapping[str, str] | None = None) -> None:
    """Open a project with the options that words of an address stand for, else with those last used in it."""
    record = workspace.read(project)
    words = (record.options if record else {}) if words is None else dict(words)
    st.session_state["project_id"] = project if record else workspace.SAMPLE
    st.session_state["choice"] = options.chosen(words)
    refused = {word: words[word] for word in options.refused(words)}
    if record is None:
        refused[PROJECT] = project
    # An address is put right at once, so what was wrong with it is kept until another project is opened.
    if refused or st.session_state.get("opened") != st.session_state["project_id"]:
        st.session_state["refused_words"] = refused
    st.session_state["opened"] = st.session_state["project_id"]
    _write_address()


def refused_words() -> dict[str, str]:
    """What the address said that is no valid value, by word."""
    return st.session_state.get("refused_words", {})


@contextmanager
def storing() -> Iterator[None]:
    """Around what is written into the workspace: where that fails, the next page says so, and what is chosen holds."""
    try:
        yield
    except OSError as error:
        st.session_state[NOT_STORED] = error.strerror or "it cannot be written"


def not_stored() -> str:
    """Why something could not be stored, said once; nothing where all was."""
    return st.session_state.pop(NOT_STORED, "")


def choose(**changes) -> None:
    """Change options, in the session, the address and the stored project."""
    changed = replace(choice(), **changes)
    st.session_state["choice"] = changed
    st.session_state["refused_words"] = {}
    _write_address()
    with storing():
        workspace.change(project_id(), lambda record: replace(record, options=options.written(changed)))


def files() -> Loaded:
    """The open project's files, read and aligned."""
    record = workspace.read(project_id()) or workspace.sample()
    return loaded(record, choice())


def current(found: Loaded | None = None) -> Selection | None:
    """What is chosen; None without gold or without a system that could be read and aligned.

    found : the files that are compared, those of the open project by default.
    """
    found = found or files()
    return _selection(found) if found.project else None


def _selection(found: Loaded) -> Selection:
    chosen = choice()
    places = tuple(slot.place for slot in found.usable)
    a, b = picked(places, chosen.a, chosen.b)
    match = chosen.match or m.default_match(found.project.gold)
    return Selection(found.project, chosen.coreference(match), a, b, found.record.title, places, keep=once.kept)


def picked(places: tuple[int, ...], a: int, b: int) -> tuple[int, int | None]:
    """The numbers of the two systems to compare: those at the wished places where there are such, else the first others."""
    first = places.index(a) if a in places else next((k for k, place in enumerate(places) if place != b), 0)
    others = [k for k in range(len(places)) if k != first]
    if not others:
        return first, None
    return first, places.index(b) if b in places and b != places[first] else others[0]


def task(found: Loaded) -> str:
    """What a project compares: mentions, trees, spans or labels."""
    if found.has_items:
        return "items"
    return "mentions" if found.has_mentions else "spans" if found.has_spans else "trees"


def guard(need: int = 1, question: str = "", found: Loaded | None = None) -> Selection:
    """What is chosen, once there are gold and `need` systems; else the question and the empty state, and the page stops.

    found : the files that are compared, those of the open project by default.
    """
    found = found or files()
    chosen = _selection(found) if found.project is not None and len(found.usable) >= need else None
    why = unfit(chosen) if chosen else None
    if chosen and not why:
        return chosen
    if question:
        frame.heading(question)
    slots = ([found.gold] if found.gold else []) + list(found.systems)
    failed = [slot for slot in slots if slot.error]
    if not found.has_mentions:
        holds = {"spans": "labelled spans", "items": "labelled items"}.get(task(found), "trees")
        frame.empty("No mentions.", f"This page compares coreference; {found.record.title} holds {holds}.", others=_others(found))
    elif why or found.error:
        frame.refused(why or found.error)
    elif failed:
        for slot in failed:
            frame.refused(slot.error, waiting(slot), frame.owner(slot.place, slot.letter))
    else:
        frame.empty(*lacking(found, need), sample=found.record.id not in workspace.SAMPLES)
    st.stop()


def _others(found: Loaded) -> dict[str, str]:
    """Where a project without mentions is compared."""
    if found.has_items:
        return {"Compare the classifiers": "classification"}
    if found.has_spans:
        return {"See the spans": "spans"}
    return {"Compare the parsers": "parsing"} | ({"Treebank by treebank": "treebanks"} if found.is_many else {})


def unfit(chosen: Selection) -> InputError | None:
    """Why the options do not go with the data."""
    gold, match = chosen.project.gold, chosen.options.match
    if match == "exact" or m.default_match(gold) != "exact" or not len(gold.spans):
        return None
    what = f"{match} match needs the heads of gold's mentions, and there are none"
    return FormatError(gold.name, None, what, "Choose exact match, or gold as CoNLL-U with heads or trees.")


def waiting(slot: Slot) -> str:
    """What is said beside a file that is refused."""
    who = "gold" if slot.place < 0 else slot.letter
    return f"Pages that need {who} wait for it."


def lacking(found: Loaded, need: int) -> tuple[str, str]:
    """What a project needs before `need` systems can be compared, and why."""
    has = ["gold"] if found.gold else []
    has += [slot.letter for slot in found.systems]
    what = f"{found.record.title} has {' and '.join(has)} only." if has else f"{found.record.title} has no files yet."
    if not found.gold:
        return "No gold.", f"This page compares systems with gold. {what}"
    if not found.systems:
        return "No system.", f"This page compares systems with gold. {what}"
    return "No second system.", f"This page compares {'two' if need == 2 else need} systems. {what}"


def open_reader(doc_id: str, error: str | None = None) -> None:
    """Go to the Reader with a document chosen, and one of its errors if named; the address carries both."""
    words = {"doc": doc_id, **({"error": error} if error else {})}
    st.switch_page("pages/reader.py", query_params={**address(), **words})


def address() -> dict[str, str]:
    """The words of the address that name project and options, for links; none for the sample with the defaults."""
    project = {PROJECT: project_id()} if project_id() != workspace.SAMPLE else {}
    return {**project, **options.written(choice())}
