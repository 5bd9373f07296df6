"""All figures by name: how each finished frame is drawn on the screen and on paper."""

from __future__ import annotations

from figures import (
    breakdown,
    confusion,
    curves,
    documents,
    dumbbell,
    forest,
    paper_breakdown,
    paper_confusion,
    paper_curves,
    paper_documents,
    paper_dumbbell,
    paper_forest,
    paper_shared_errors,
    paper_spans,
    paper_treebanks,
    shared_errors,
    span_groups,
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
    "span-groups": (span_groups.screen, paper_spans.draw),
    "span-errors": (shared_errors.screen, paper_shared_errors.draw),
    "span-confusion": (confusion.screen, paper_confusion.draw),
    "label-groups": (span_groups.screen, paper_spans.draw),
    "label-confusion": (confusion.screen, paper_confusion.draw),
    "label-thresholds": (curves.threshold_screen, paper_curves.thresholds),
    "label-reliability": (curves.reliability_screen, paper_curves.reliability),
    "treebanks": (treebanks.screen, paper_treebanks.draw),
}
