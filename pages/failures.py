"""Which mistakes, and what would mending them bring?

The address says what is done with singletons, by what the heat map is laid out, and which mistakes are listed.
"""

from html import escape

import streamlit as st

from figures import failure_frames, failure_sentences, group_gains, score_tables
from figures.frames import DIFFERENCE
from figures.studies import errors
from figures.studies.exhibit import NotShownError, View
from figures.studies.verdicts import verdict
from pages.shared import charts, failure_list, failure_state, frame, state
from pages.shared.failure_place import policy, set_filters
from pages.shared.reader_place import asked, write

state.alone()
QUESTION = "Which mistakes, and what would mending them bring?"
POLICIES = score_tables.WITHOUT
EVERY = failure_list.EVERY
MOST_ROWS = 30  # of the table of groups; its files hold all
GROUPED = {"class": "class", "mention type": "mention", "document": "document"}  # the filter of the list, by grouping


def choose_policy() -> None:
    """What is done with singletons."""
    st.session_state["failures-policy"] = policy()

    def changed() -> None:
        chosen = st.session_state["failures-policy"]
        write(singletons=chosen if chosen == "drop" else None, page=None)

    how = {"label_visibility": "collapsed", "on_change": changed, "required": True}
    st.segmented_control("Singletons", list(POLICIES), format_func=POLICIES.get, key="failures-policy", **how)


def clicked(key: str, of: str) -> None:
    """A click on a chart lists what stands there; a click away lifts these filters."""
    points = st.session_state[key]["selection"]["points"]
    about = points[0]["customdata"] if points else None
    st.session_state["failures-jump"] = bool(points)
    if of == "groups":
        known = about[1] if about else None
        set_filters(**{GROUPED[by_group()]: known or None}, who=f"{EVERY}{about[2]}" if known and two else None)
    elif of == "main":
        is_gain = bool(points) and points[0]["curve_number"] >= len(failure_frames.panels(systems))
        who = about and (f"{EVERY}{about[2]}" if is_gain and two else about[2])
        set_filters(type=about and about[1], who=who)
    else:
        group = about[2] if about and about[3] else None
        word = "mention" if by == "mention_type" else "class"
        show = asked("heat")
        set_filters(type=about and about[1], **{word: group}, who=f"{EVERY}{show}" if about and show in systems.letters else None)


def main_figure() -> None:
    """Own and shared errors, and what mending each type brings."""
    charts.legend(systems, *failure_sentences.legend(shown.frame, systems, options.level))
    key = "failures-main"
    charts.exhibit(shown, key, on_select=lambda: clicked(key, "main"), selection_mode="points")
    charts.figure_files(shown)
    frame.note(failure_sentences.main_note(chosen.classes.whole.options.match).html)


def choose_heat() -> tuple[str, str]:
    """By what the heat map is laid out, and whose mistakes it counts."""
    known = failure_frames.layouts(counted)
    shows = {DIFFERENCE: systems.difference} if two else {}
    shows |= {letter: letter for letter in systems.letters}
    by = asked("by") if asked("by") in known else (known or ["mention_type"])[0]
    show = asked("heat") if asked("heat") in shows else next(iter(shows))
    st.session_state["failures-by"], st.session_state["failures-heat"] = by, show

    def changed() -> None:
        by, show = st.session_state["failures-by"], st.session_state["failures-heat"]
        write(by=by if by != (known or [""])[0] else None, heat=show if show != next(iter(shows)) else None)

    how = {"label_visibility": "collapsed", "on_change": changed, "required": True}
    with st.container(horizontal=True, gap="medium", key="failures-heat-choice"):
        if len(known) > 1:
            words = {column: f"by {name}" for column, name in failure_frames.BY.items()}
            st.segmented_control("Groups", known, format_func=words.get, key="failures-by", **how)
        if len(shows) > 1:
            st.segmented_control("Show", list(shows), format_func=shows.get, key="failures-heat", **how)
    return by, show


def heat_map() -> None:
    """Where mistakes sit: groups of mentions by type."""
    cells = errors.heat(chosen, View(by=by, show=heat))
    key = f"failures-cells-{by}-{heat}"
    charts.exhibit(cells, key, on_select=lambda: clicked(key, "heat"), selection_mode="points")
    frame.note(failure_sentences.heat_note(cells.frame, systems).html)
    charts.figure_files(cells)


def by_group() -> str:
    """By what errors are mended in groups."""
    known = list(errors.mended(chosen))
    return asked("gain") if asked("gain") in known else known[0]


def grouped() -> None:
    """What mending the errors of one class, mention type or document would bring: the largest drawn, all in the table."""
    known, of = errors.mended(chosen), by_group()
    st.session_state["failures-gain"] = of

    def changed() -> None:
        value = st.session_state["failures-gain"]
        write(gain=value if value != next(iter(known)) else None)

    how = {"label_visibility": "collapsed", "on_change": changed, "required": True}
    frame.section("If every error of a group were mended")
    st.segmented_control("Groups that are mended", list(known), format_func=known.get, key="failures-gain", **how)
    try:
        gains = errors.by_group(chosen, View(by=of))
    except NotShownError as error:
        frame.note(escape(str(error)))
        return
    key = f"failures-groups-{of}"
    charts.legend(systems, *failure_sentences.interval_legend(gains.frame, options.level))
    charts.exhibit(gains, key, on_select=lambda: clicked(key, "groups"), selection_mode="points")
    rest = group_gains.shown(gains.frame)
    frame.note(f"Click a mark to list its mistakes. {rest}{' The files of the table hold all.' if rest else ''}")
    charts.figure_files(gains)
    charts.table(errors.group_gains_table(chosen, of), f"failures-gain-{of}", MOST_ROWS)


def table(name: str) -> None:
    """One of the tables of errors."""
    charts.table(errors.TABLES[name](chosen), f"failures-{name}")


chosen = failure_state.selected(state.guard(1, QUESTION), policy())
systems, options, two = chosen.systems, chosen.options, chosen.b is not None
title, choice = st.container(), st.container()
with choice:
    choose_policy()
found = errors.mistakes(chosen)
counted = errors.counted(chosen)
shown = errors.by_type(chosen, View())
signature = chosen.signature()

with title:
    frame.heading(
        QUESTION,
        failure_sentences.counted(counted, len(chosen.project.gold.documents) - len(chosen.project.skipped), chosen.policy),
    )
    frame.verdict(verdict("failures", chosen, shown).html)
main_figure()
frame.section("Where they sit")
by, heat = choose_heat()
if len(counted):
    heat_map()
st.html('<h2 id="mistakes">The mistakes</h2>')
if st.session_state.pop("failures-jump", False):
    st.html(frame.jump(".stMain", ".st-key-failures-filters"))
failure_list.show(found, chosen, signature)
table("numbers")
grouped()
table("sequence")
with st.container(key="stack-failures"):
    left, right = st.columns(2, gap="large")
with left:
    table("operations")
with right:
    table("links")
charts.notes(chosen, ties=False)
charts.cautions(errors.measured(chosen).alone)
frame.signature(signature)
