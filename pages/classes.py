"""On what does each system fail? Scores by class or any other group of mentions.

The address says how mentions are grouped, how rows are sorted and which tab is open.
"""

import streamlit as st

from figures import class_captions, class_frames, class_tables, said
from figures.studies import classes, typed
from figures.studies.exhibit import View
from figures.studies.verdicts import verdict
from metrics.typed.coverage import shared_mentions
from metrics.typed.groupings import CLASS, NoGroupsError
from pages.shared import charts, class_parts, class_state, class_widgets, frame, state, workspace
from pages.shared.class_failures import open_mark

state.alone()
QUESTION = "On what does each system fail?"
chosen = class_state.selected(state.guard(1, QUESTION))
systems = chosen.systems
options = chosen.options
two = chosen.b is not None


def scores() -> None:
    """The dot plot, and the table of one of the two metrics or of costs."""
    order_words = f"sorted {named_orders.get(order, '')}" if order else ""
    charts.legend(systems, *class_captions.legend(dots.frame, options, order_words, two))
    if mark := charts.clicked(dots, f"classes-scores-{by}-{order}"):
        open_mark(chosen, by, mark)
    frame.note(class_parts.click_note(by, names).html)
    charts.figure_files(dots)
    shown = st.segmented_control("Table", list(class_tables.NAMES), format_func=class_tables.NAMES.get, default="mention",
                                 key="classes-table", label_visibility="collapsed", required=True)  # fmt: skip
    charts.table(classes.scores_table(chosen, view, shown or "mention"), f"classes-{shown}", class_parts.MOST_LISTED)
    frame.note(said.sentences(class_captions.shared(shared_mentions(typed.sides(chosen)), systems), rests).html)


def differences() -> None:
    """B − A in every group."""
    charts.legend(systems, *class_captions.difference_legend(apart.frame, options))
    if mark := charts.clicked(apart, f"classes-differences-{by}-{order}"):
        open_mark(chosen, by, mark)
    charts.figure_files(apart)
    charts.table(classes.differences_table(chosen, view), "classes-apart", class_parts.MOST_LISTED)
    frame.note(rests.html)


title, choice = st.container(), st.container()
with choice:
    by, order = class_widgets.choose(chosen)
named_orders = class_frames.ORDERS | ({"difference": f"by {systems.difference}"} if two else {})
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
found = typed.numbers(chosen, by)
view = View(by=by, order=order)
names = classes.names(chosen, view)
dots = classes.scores(chosen, view)
apart = classes.differences(chosen, view) if two else None
rests = class_captions.rests_on(by, options, class_parts.by_gold_types(chosen), two)

with title:
    frame.heading(QUESTION, class_parts.counted(chosen, by, found, names))
    frame.verdict(verdict("classes", chosen, dots, view).html)
class_parts.refusals(chosen)
PARTS = {
    "Scores": scores,
    "Differences": differences if two else None,
    "Documents": lambda: class_parts.documents(chosen, view),
    "Confusion": lambda: class_parts.confusion(chosen, by),
    "Coverage": lambda: class_parts.coverage(chosen, view),
}
parts = {name: show for name, show in PARTS.items() if show and (by == CLASS or name != "Confusion")}
for tab, show in zip(class_widgets.tabs(list(parts)), parts.values(), strict=True):
    if tab.open:
        with tab:
            show()
charts.notes(chosen, ties=False)
charts.cautions(found.scores[(found.scores["group"] == "micro") & (found.scores["metric"] == "mention")])
frame.signature(dots.signature)
