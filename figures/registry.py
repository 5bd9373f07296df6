"""All figures by name: how each finished frame is drawn on the screen and on paper."""

from __future__ import annotations

from figures import (
    breakdown,
    confusion,
    documents,
    dumbbell,
    failures,
    forest,
    paper_breakdown,
    paper_confusion,
    paper_documents,
    paper_dumbbell,
    paper_failures,
    paper_forest,
    paper_treebanks,
    treebanks,
)

# name -> (frame -> Plotly figure, (frame, sheet) -> matplotlib figure)
FIGURES = {
    "overview": (forest.screen, paper_forest.draw),
    "singletons": (dumbbell.screen, paper_dumbbell.draw),
    "documents": (documents.scatter, paper_documents.draw),
    "parsing": (forest.screen, paper_forest.draw),
    "breakdown": (breakdown.screen, paper_breakdown.draw),
    "confusion": (confusion.screen, paper_confusion.draw),
    "failures": (failures.screen, paper_failures.draw),
    "failure-heat": (failures.heat, paper_failures.heat),
    "treebanks": (treebanks.screen, paper_treebanks.draw),
}
