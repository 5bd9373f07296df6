"""On what does each system fail? Scores by class or any other group of mentions.

The address says how mentions are grouped, how rows are sorted and which tab is open.
"""

import streamlit as st

from figures import class_captions, class_frames, class_sentences, class_tables, paper, said, score_tables
from figures.registry import FIGURES
from metrics.typed.coverage import shared_mentions
from metrics.typed.groupings import CLASS, NoGroupsError
from pages.shared import charts, class_parts, class_state, class_widgets, frame, state, workspace
from pages.shared.class_failures import open_failures

state.alone()
QUESTION = "On what does each system fail?"
chosen = class_state.selected(state.guard(1, QUESTION))
systems = charts.systems(chosen)
options = chosen.options
two = chosen.b is not None


def scores() -> None:
    """The dot plot, and the table of one of the two metrics or of costs."""
    order_words = f"sorted {named_orders.get(order, '')}" if order else ""
    charts.legend(systems, *class_captions.legend(finished, options, order_words, two))
    screen, _ = FIGURES["classes"]
    event = charts.chart(screen(finished), f"classes-scores-{by}-{order}", on_select="rerun", selection_mode="points")
    for point in event["selection"]["points"][:1]:
        open_failures(chosen, by, point["customdata"][1])
    frame.note(class_parts.click_note(by, names).html)
    charts.figure_files(finished, "classes", paper.Sheet(title=f"Scores by {by}", signature=signature), chosen)
    shown = st.segmented_control("Table", list(class_tables.NAMES), format_func=class_tables.NAMES.get, default="mention",
                                 key="classes-table", label_visibility="collapsed", required=True)  # fmt: skip
    table = class_tables.costs_table(found, systems, options, names, by) if shown == "cost" else class_tables.scores_table(
        found, systems, options, names, (shown or "mention", by)
    )  # fmt: skip
    charts.table(score_tables.signed(table, chosen.signature(by, shown)), f"classes-{shown}", class_parts.MOST_LISTED)
    frame.note(said.sentences(class_captions.shared(shared_mentions(class_state.sides(chosen)), systems), rests).html)


def differences() -> None:
    """B − A in every group."""
    charts.legend(systems, *class_captions.difference_legend(apart, options))
    screen, _ = FIGURES["class-differences"]
    event = charts.chart(screen(apart), f"classes-differences-{by}-{order}", on_select="rerun", selection_mode="points")
    for point in event["selection"]["points"][:1]:
        open_failures(chosen, by, point["customdata"][1])
    signature = chosen.signature(by, differences=True)
    charts.figure_files(apart, "class-differences", paper.Sheet(title=f"Differences by {by}", signature=signature), chosen)
    table = class_tables.differences_table(found, systems, options, names, by)
    charts.table(score_tables.signed(table, signature), "classes-apart", class_parts.MOST_LISTED)
    frame.note(rests.html)


title, choice = st.container(), st.container()
with choice:
    by, order = class_widgets.choose(chosen)
named_orders = class_frames.ORDERS | ({"difference": f"by {systems.difference}"} if two else {})
try:
    groups = class_state.groups(chosen, by)
except NoGroupsError as error:
    with title:
        frame.heading(QUESTION)
    class_parts.refusals(chosen)
    why = class_state.lacking(chosen, by, error)
    why = f"{why[:1].upper()}{why[1:]}"
    frame.empty(f"No {class_captions.many(by)}.", why, sample=state.project_id() != workspace.SAMPLE)
    charts.notes(chosen, ties=False)
    st.stop()
found = class_state.numbers(chosen, by)
names = class_frames.ordered(found, systems, order)
finished = class_frames.class_frame(found, systems, names)
apart = class_frames.difference_frame(found, systems, names) if two else finished.iloc[:0]
signature = chosen.signature(by)
rests = class_captions.rests_on(by, options, class_parts.by_gold_types(chosen), two)

with title:
    frame.heading(QUESTION, class_parts.counted(chosen, by, found, names))
    frame.verdict(class_sentences.classes(finished, apart, systems).html)
class_parts.refusals(chosen)
PARTS = {
    "Scores": scores,
    "Differences": differences if two else None,
    "Documents": lambda: class_parts.documents(chosen, by, found, names),
    "Confusion": lambda: class_parts.confusion(chosen, by),
    "Coverage": lambda: class_parts.coverage(chosen, by, found, names),
}
parts = {name: show for name, show in PARTS.items() if show and (by == CLASS or name != "Confusion")}
for tab, show in zip(class_widgets.tabs(list(parts)), parts.values(), strict=True):
    if tab.open:
        with tab:
            show()
charts.notes(chosen, ties=False)
charts.cautions(found.scores[(found.scores["group"] == "micro") & (found.scores["metric"] == "mention")])
frame.signature(signature)
