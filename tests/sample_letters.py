"""The lines of numbers about the letters in the sample data's README, each computed anew."""

from functools import cache

from loaders.classification import load_items
from metrics.classification.project import align_items
from metrics.classification.scoring import score_items
from metrics.options import LabelOptions
from tests.sample_scores import SAMPLE, SYSTEMS, difference, table_row

METRICS = ("accuracy", "micro", "macro", "AUC")


@cache
def compared():
    """The project of the letters and its scores, by label too."""
    gold = load_items(SAMPLE / "classify/gold.csv", role="gold")
    systems = [load_items(SAMPLE / f"classify/{name}.csv", role="predicted") for name in SYSTEMS]
    project = align_items(gold, systems, SYSTEMS)
    return project, score_items(project, LabelOptions(), METRICS, by_label=True)


def score_rows() -> list[str]:
    """metric, A, B, B - A."""
    found = compared()[1]
    return [_row(metric, found.scores, found.differences, metric, None) for metric in METRICS]


def label_rows() -> list[str]:
    """label, letters, F1 of A and B, B - A."""
    project, found = compared()
    number = {label: (project.truth.codes == k).sum() for k, label in enumerate(project.labels)}
    return [_row(label, found.scores, found.differences, "micro", label, number[label]) for label in project.labels]


def _row(name, scores, differences, metric, label, *cells) -> str:
    at = [
        frame[(frame["metric"] == metric) & (frame["label"].isna() if label is None else frame["label"] == label)]
        for frame in (scores, differences)
    ]
    return table_row(name, *cells, *(f"{value:.2f}" for value in at[0]["f1"]), difference(at[1].iloc[0]))
