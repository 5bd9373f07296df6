"""From scores to labels: what a system predicts where it writes no predictions."""

from __future__ import annotations

import numpy as np

from loaders.classification import Sets, sets_of
from loaders.errors import AlignmentError
from metrics.classification.project import LabelProject


def predicted(project: LabelProject, number: int, threshold: float) -> Sets:
    """The labels that a system predicts: those it writes, else those that its scores say.

    Of several labels, each whose score is at least the threshold; of one label alone, the one with the highest score, on
    ties the first by name. Raises AlignmentError where one label is to be chosen and only one is scored.
    """
    written, scores = project.written[number], project.scores[number]
    if written is not None:
        return written
    if project.kind != "single":
        with np.errstate(invalid="ignore"):
            return sets_of(*np.nonzero(scores >= threshold), len(project))
    known = np.flatnonzero(~np.isnan(scores[0]))
    if len(known) < 2:
        items = project.systems[number]
        what, remedy = f"no predictions, and scores of '{project.labels[known[0]]}' alone", "Add a column pred."
        raise AlignmentError(items.file, int(items.lines[0]), what, remedy)
    here = np.flatnonzero(project.at[number] >= 0)
    return sets_of(here, known[scores[here][:, known].argmax(axis=1)], len(project))
