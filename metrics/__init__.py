"""Alignment, counts, formulas, resampling: everything between frames and figures."""

from metrics.coreference import METRICS
from metrics.counting import Counts, Project, align_systems, count_baselines, count_systems, default_match
from metrics.options import CoreferenceOptions, signature
from metrics.results import differences, per_document, resampled, score, scores

__all__ = [
    "METRICS", "CoreferenceOptions", "Counts", "Project", "align_systems", "count_baselines", "count_systems", "default_match",
    "differences", "per_document", "resampled", "score", "scores", "signature",
]  # fmt: skip
