"""Alignment, counts, formulas, resampling: everything between frames and figures."""

from metrics.coreference import METRICS
from metrics.counting import Counts, Project, align_systems, count_baselines, count_systems, default_match
from metrics.evaluating import Evaluation, evaluate, score
from metrics.options import CoreferenceOptions, signature
from metrics.results import differences, per_document, resampled, scores

__all__ = [
    "METRICS", "CoreferenceOptions", "Counts", "Evaluation", "Project", "align_systems", "count_baselines", "count_systems",
    "default_match", "differences", "evaluate", "per_document", "resampled", "score", "scores", "signature",
]  # fmt: skip
