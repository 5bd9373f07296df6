"""What the Failures page works on: the chosen pair under a policy of singletons."""

from __future__ import annotations

from figures.studies.coref import Selection
from figures.studies.errors import FailureSelection
from pages.shared import class_state


def selected(whole: Selection, policy: str) -> FailureSelection:
    """What is chosen, under a policy of singletons."""
    return FailureSelection(class_state.selected(whole), policy)
