"""How much of the score is singletons?"""

from figures import captions, frames, paper, score_tables, sentences
from figures.registry import FIGURES
from metrics.detection import gold_size
from pages.shared import charts, frame, state

state.alone()
QUESTION = "How much of the score is singletons?"
chosen = state.guard(1, QUESTION)
found = state.evaluation(chosen)
systems = charts.systems(chosen)
options = chosen.options
signature = chosen.signature("CoNLL", "keep,drop")

finished = frames.dumbbell_frame(found.scores, found.baselines, found.differences, systems)
frame.heading(QUESTION, captions.singletons_line(gold_size(found.counts)))
frame.verdict(sentences.singletons(finished, found.differences, systems).html)
charts.legend(systems, *captions.dumbbell_legend(finished, options.level), everyone=True)
screen, _ = FIGURES["singletons"]
charts.chart(screen(finished), "singletons-dumbbell")
charts.figure_files(finished, "singletons", paper.Sheet(title="Singletons kept and dropped", signature=signature), chosen)

if len(systems.picked) == 2:
    charts.table(
        score_tables.signed(score_tables.order_table(found.differences, systems, options), signature), "singletons-order"
    )
detection = score_tables.detection_table(charts.detected(chosen), charts.gold_parts(chosen), systems, options)
charts.table(score_tables.signed(detection, chosen.signature("mentions")), "singletons-mentions")
if len(systems.picked) == 2:
    linking = score_tables.linking_table(found.linking_scores, found.linking, systems, options)
    charts.table(score_tables.signed(linking, chosen.signature()), "singletons-linking")
baselines = score_tables.baselines_table(found.scores, found.baselines, systems, options)
charts.table(score_tables.signed(baselines, signature), "singletons-baselines")
charts.notes(chosen, captions.remarks(found.scores, systems))
frame.signature(signature)
