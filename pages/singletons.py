"""How much of the score is singletons?"""

from figures import captions
from figures.studies import coref, coreference
from figures.studies.exhibit import View
from figures.studies.verdicts import verdict
from metrics.detection import gold_size
from pages.shared import charts, frame, mark_failures, state

state.alone()
QUESTION = "How much of the score is singletons?"
chosen = state.guard(1, QUESTION)
found = coref.evaluation(chosen)
systems = chosen.systems
shown = coreference.singletons(chosen, View())

frame.heading(QUESTION, captions.singletons_line(gold_size(found.counts)))
frame.verdict(verdict("singletons", chosen, shown).html)
charts.legend(systems, *captions.dumbbell_legend(shown.frame, chosen.options.level), everyone=True)
if mark := charts.clicked(shown, "singletons-dumbbell"):
    _, series, which = mark
    mark_failures.open_mark(systems, series, singletons="drop" if which == "dropped" else "")
frame.note(mark_failures.NOTE_ONE)
charts.figure_files(shown)

for name, make in coreference.SINGLETONS_TABLES.items():
    if len(systems.picked) == 2 or name not in coreference.OF_TWO:
        charts.table(make(chosen), f"singletons-{name}")
charts.notes(chosen, captions.remarks(found.scores, systems))
frame.signature(shown.signature)
