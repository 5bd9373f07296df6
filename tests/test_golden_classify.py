"""Classification against scikit-learn 1.9.1: counts exactly, ratios to 1e-9."""

import pytest

from loaders.classification import load_items
from metrics.classification.project import align_items
from metrics.classification.registry import CLASSIFY_METRICS
from metrics.classification.scoring import score_items
from metrics.classification.tables import confusion
from metrics.options import LabelOptions
from tests.reference import golden, reference

BINARY = (
    "all-same-score",
    "distinct",
    "one-each-tied",
    "only-negatives",
    "only-positives",
    "perfect",
    "reversed",
    "ties-1-decimal",
)
SIDES = ("precision", "recall", "f1")


def evaluated(name):
    """Expected numbers, the project, its scores and their rows by metric and label."""
    items = load_items(reference(f"classify/{name}.jsonl"))
    project = align_items(items, [items], ["system"])
    found = score_items(project, LabelOptions(resamples=0), tuple(CLASSIFY_METRICS), by_label=True)
    rows = {(row["metric"], row["label"]): row for row in found.scores.to_dict("records")}
    return golden(reference(f"classify/golden/{name}.json")), project, found, rows


def assert_sides(row, expected):
    """Precision, recall and F1; what is undefined here is 0 there."""
    for side in SIDES:
        value = 0.0 if row[side] != row[side] else row[side] / 100
        assert value == pytest.approx(expected[side], abs=1e-9), side


def assert_auc(row, value):
    assert (row["f1"] != row["f1"]) if value is None else row["f1"] / 100 == pytest.approx(value, abs=1e-9)


@pytest.mark.parametrize("name", ["single", "multi"])
def test_labels_micro_and_macro(name):
    expected, _, _, rows = evaluated(name)
    for label, numbers in expected["labels"].items():
        row = rows["micro", label]
        assert (row["p_num"], row["p_den"]) == (numbers["correct"], numbers["pred"])
        assert (row["r_num"], row["r_den"]) == (numbers["correct"], numbers.get("support", numbers.get("gold")))
        assert_sides(row, numbers)
    assert {label for metric, label in rows if metric == "micro" and label} == set(expected["labels"])
    union = "_over_union" if name == "single" else ""
    assert_sides(rows["micro", None], expected[f"micro{union}"])
    assert_sides(rows["macro", None], expected[f"macro{union}"])
    accuracy = expected["accuracy" if name == "single" else "subset_accuracy"]
    assert rows["accuracy", None]["accuracy"] / 100 == pytest.approx(accuracy, abs=1e-9)
    assert rows["accuracy", None]["r_den"] == expected["n"]


def test_macro_over_gold_labels_and_the_confusion_matrix():
    expected, project, found, rows = evaluated("single")
    assert_sides(rows["macro-gold", None], expected["macro_over_gold_labels"])
    cells = confusion(project, found.counts.decided).set_index(["gold", "predicted"])["count_0"].to_dict()
    names = expected["confusion_labels"]
    assert [[cells.get((g, p), 0) for p in names] for g in names] == expected["confusion"]
    assert sum(cells.values()) == expected["n"]


def test_roc_auc_of_several_labels():
    expected, _, found, rows = evaluated("multi")
    defined = expected["roc_auc_macro_defined_labels"]
    assert set(found.ranked.labels) == set(defined["labels"])
    assert_auc(rows["AUC", None], defined["value"])
    for label in defined["labels"]:
        assert_auc(rows["AUC", label], expected["labels"][label]["roc_auc"]["value"])
    assert dict(found.ranked.skipped) == {"never-gold": "no item of gold has it", "always-gold": "every item of gold has it"}


@pytest.mark.parametrize("name", BINARY)
def test_binary_data_with_one_score(name):
    expected, project, _, rows = evaluated(f"binary.{name}")
    numbers, row = expected["at_0.5_inclusive"], rows["micro", None]
    assert project.kind == "binary"
    assert (row["p_num"], row["p_den"], row["r_den"]) == (
        numbers["tp"],
        numbers["tp"] + numbers["fp"],
        numbers["tp"] + numbers["fn"],
    )
    assert_sides(row, numbers)
    assert rows["accuracy", None]["r_num"] == numbers["tp"] + numbers["tn"]
    assert rows["accuracy", None]["accuracy"] / 100 == pytest.approx(numbers["accuracy"], abs=1e-9)
    assert_auc(rows["AUC", None], expected["roc_auc"]["value"])
