"""What data should I add? Groups ranked by what they cost, a recipe for new data, and whether new data helped.

The address says how mentions are grouped, which system is to be helped, and what its recipe is to hold.
"""

from html import escape

import streamlit as st

from figures import (
    class_captions,
    diagnosis_captions,
)
from figures.studies import classes, typed
from figures.studies.exhibit import Exhibit, NotShownError, View
from figures.studies.verdicts import verdict
from metrics.typed.groupings import CLASS, NoGroupsError
from pages.shared import (
    charts,
    class_parts,
    class_state,
    class_widgets,
    diagnosis_parts,
    diagnosis_widgets,
    frame,
    state,
    workspace,
)
from pages.shared.class_failures import open_mark

state.alone()
MOST = 30  # rows of a table on the page
QUESTION = "What data should I add?"
chosen = class_state.selected(state.guard(1, QUESTION))
systems = chosen.systems
options = chosen.options
two = chosen.b is not None


def opened(shown: Exhibit, key: str) -> None:
    """A chart of groups; a click on a mark opens the group's failures."""
    if mark := charts.clicked(shown, key):
        open_mark(chosen, by, mark)


def figures() -> None:
    """What groups cost, and who loses them."""
    try:
        shown = classes.costs(chosen, View(by=by))
    except NotShownError as error:
        frame.note(escape(str(error)))
        return
    finished = shown.frame
    charts.legend(systems, *diagnosis_captions.legend(finished, options.level))
    with st.container(key="stack-diagnosis"):
        left, right = st.columns([1.2, 1], gap="medium") if two else (st.container(), None)
    with left:
        opened(shown, "diagnosis-costs")
    if two:
        with right:
            losses = classes.losses(chosen, View(by=by, metric=what))
            opened(losses, f"diagnosis-losses-{what}")
            charts.figure_files(losses)
    frame.note("Click a mark for the failures of its group.")
    charts.figure_files(shown)
    charts.notes(chosen, diagnosis_captions.note(found.diagnosis, finished, by, options.link_mentions), ties=False)


def costs() -> None:
    """What every group costs."""
    charts.table(classes.costs_table(chosen, by), "diagnosis-table", MOST)


title = st.container()
with st.container(horizontal=True, gap="small", vertical_alignment="center", key="diagnosis-choice"):
    by = diagnosis_widgets.grouping(chosen)
    name = diagnosis_widgets.system(systems)
    what = diagnosis_widgets.losses() if two else ""
    class_widgets.options(chosen)
try:
    groups = typed.groups(chosen, by)
except NoGroupsError as error:
    with title:
        frame.heading(QUESTION)
    class_parts.refusals(chosen)
    why = typed.lacking(chosen, by, error)
    why = f"{why[:1].upper()}{why[1:]}"
    frame.empty(f"No {class_captions.many(by)}.", why, sample=state.project_id() != workspace.SAMPLE)
    charts.notes(chosen, ties=False)
    st.stop()
found = typed.findings(chosen, by)
signature = chosen.signature(by)

with title:
    labels = chosen.labels.name if by == CLASS and chosen.labels else ""
    frame.heading(QUESTION, diagnosis_captions.counted(found, labels))
    letters = dict(zip(systems.pair, systems.letters, strict=True))
    frame.verdict(verdict("diagnosis", chosen, view=View(by=by, show=letters[name])).html)
class_parts.refusals(chosen)
figures()
wanted = diagnosis_widgets.recipe(name)
recipe = diagnosis_parts.made_recipe(chosen, found, by, wanted)
PARTS = {
    "Recipe": lambda: diagnosis_parts.recipe(chosen, recipe),
    "Where it fails": lambda: diagnosis_parts.failing(chosen, found, by, recipe),
    "Costs": costs,
    "Before and after": (lambda: diagnosis_parts.loop(chosen, typed.numbers(chosen, by), by, recipe)) if two else None,
}
parts = {part: show for part, show in PARTS.items() if show}
for tab, show in zip(diagnosis_widgets.parts(list(parts)), parts.values(), strict=True):
    if tab.open:
        with tab:
            show()
charts.cautions(diagnosis_captions.fewest(found.diagnosis, recipe))
frame.signature(signature)
