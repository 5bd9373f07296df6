"""How right assigned labels are, against checked ones."""

from __future__ import annotations

import pandas as pd

from metrics.typed.labels import LabelSpans
from metrics.typed.project import Labelled, TypedProject


def check_labels(typed: TypedProject, labelled: Labelled, checked: LabelSpans) -> pd.DataFrame:
    """Precision, recall and F1 of gold's labels against checked ones."""
    raise NotImplementedError
