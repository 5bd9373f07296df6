"""All figures by name: how each finished frame is drawn on the screen and on paper."""

from __future__ import annotations

from figures import (
    breakdown,
    class_documents,
    classes,
    confusion,
    coverage,
    diagnosis,
    documents,
    dumbbell,
    failures,
    forest,
    paper_breakdown,
    paper_classes,
    paper_confusion,
    paper_diagnosis,
    paper_documents,
    paper_dumbbell,
    paper_failures,
    paper_forest,
    paper_heat,
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
    "classes": (classes.screen, paper_classes.draw),
    "class-differences": (classes.differences, paper_classes.differences),
    "class-documents": (class_documents.screen, paper_heat.draw),
    "class-confusion": (confusion.screen, paper_confusion.draw),
    "coverage": (coverage.screen, paper_heat.draw_coverage),
    "diagnosis": (diagnosis.screen, paper_diagnosis.draw),
    "span-groups": (span_groups.screen, paper_spans.draw),
    "span-errors": (shared_errors.screen, paper_shared_errors.draw),
    "span-confusion": (confusion.screen, paper_confusion.draw),
    "failures": (failures.screen, paper_failures.draw),
    "failure-heat": (failures.heat, paper_failures.heat),
    "treebanks": (treebanks.screen, paper_treebanks.draw),
}
