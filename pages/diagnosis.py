"""What data should I add? Groups ranked by what they cost, a recipe for new data, and whether new data helped.

The address says how mentions are grouped, which system is to be helped, and what its recipe is to hold.
"""

import streamlit as st

from figures import (
    class_captions,
    diagnosis,
    diagnosis_captions,
    diagnosis_sentences,
    diagnosis_tables,
    paper,
    score_tables,
)
from figures.registry import FIGURES
from metrics.typed.groupings import CLASS, NoGroupsError
from metrics.typed.losses import form_losses, read_losses
from metrics.typed.recipe import RecipeOptions, weak_groups
from pages.shared import charts, class_parts, class_state, class_widgets, diagnosis_parts, diagnosis_widgets, frame, state

state.alone()
MOST = 15  # rows of a table on the page
MOST_FORMS = 6  # groups whose forms are listed
QUESTION = "What data should I add?"
chosen = class_state.selected(state.guard(1, QUESTION))
systems = charts.systems(chosen)
options = chosen.options
two = chosen.b is not None


def figures() -> None:
    """What groups cost, and who loses them."""
    finished = diagnosis.cost_frame(found.diagnosis, systems)
    if not len(finished):
        return
    charts.legend(systems, *diagnosis_captions.legend(finished, options.level))
    with st.container(key="stack-diagnosis"):
        left, right = st.columns([1.2, 1], gap="medium") if two else (st.container(), None)
    with left:
        charts.chart(FIGURES["diagnosis"][0](finished), "diagnosis-costs")
    if two:
        with right:
            lost = diagnosis.losses_frame(found.shared, finished, systems, what)
            charts.chart(diagnosis.losses_screen(lost, systems), f"diagnosis-losses-{what}")
    charts.figure_files(finished, "diagnosis", paper.Sheet(title=f"Costs by {by}", signature=signature), chosen)
    charts.notes(chosen, diagnosis_captions.note(found.diagnosis, finished, options.link_mentions), ties=False)


def forms() -> None:
    """In which form the costliest groups are lost."""
    names = weak_groups(found.diagnosis, RecipeOptions(name, MOST_FORMS))
    if found.forms is None or by == found.forms.by or not names:
        return
    number = found.typed.names.index(name)
    table = form_losses(found.typed, found.groups, found.forms, read_losses(found.typed, options, number))
    shown = diagnosis_tables.forms_table(table, names, systems.letters[systems.names.index(name)], by)
    charts.table(score_tables.signed(shown, signature), "diagnosis-forms")


title = st.container()
with st.container(horizontal=True, gap="small", vertical_alignment="center", key="diagnosis-choice"):
    by = diagnosis_widgets.grouping(chosen)
    name = diagnosis_widgets.system(systems)
    what = diagnosis_widgets.losses() if two else ""
    class_widgets.options(chosen)
try:
    groups = class_state.groups(chosen, by)
except NoGroupsError as error:
    with title:
        frame.heading(QUESTION)
    class_parts.refusals(chosen)
    frame.empty(
        f"No {class_captions.many(by)}.", f"{str(error)[:1].upper()}{str(error)[1:]}", sample=state.project_id() != "sample"
    )
    st.stop()
found = diagnosis_parts.findings(chosen, by)
signature = chosen.signature(by)

with title:
    labels = chosen.labels.name if by == CLASS and chosen.labels else ""
    frame.heading(QUESTION, diagnosis_captions.counted(found, labels))
    frame.verdict(diagnosis_sentences.verdict(found.diagnosis, found.shared, systems, (name, by, options.level)).html)
class_parts.refusals(chosen)
figures()
table = diagnosis_tables.costs_table(found.diagnosis, systems, (by, options.level))
charts.table(score_tables.signed(table, signature), "diagnosis-table", MOST)
forms()
recipe = diagnosis_parts.recipe(chosen, found, by, name)
if two:
    diagnosis_parts.loop(chosen, class_state.numbers(chosen, by), by, recipe)
charts.cautions(found.diagnosis[found.diagnosis["group"].isin([group["group"] for group in recipe["groups"]])])
frame.signature(signature)
