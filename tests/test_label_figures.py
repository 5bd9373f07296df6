"""Figures, tables and sentences of classification: traces, marks, numbers, escaping, files for paper."""

import numpy as np
import pandas as pd
import pytest

from figures import curves, label_captions, label_sentences, label_tables, paper, paper_captions, tables
from figures.frames import Systems
from figures.registry import FIGURES
from loaders.classification import load_items
from metrics.classification import curves as numbers_of
from metrics.classification import tables as frames_of
from metrics.classification.project import align_items
from metrics.classification.registry import CLASSIFY_METRICS
from metrics.classification.scoring import score_items
from metrics.options import LabelOptions
from metrics.ud.breakdown import adjusted
from tests import classifiers as c

OPTIONS = LabelOptions(resamples=100)
EVIL = "<b>evil</b> $x$"
SYSTEMS = Systems(("wharf <i>", "large"), (0, 1), (0, 1))
ONE = Systems(("wharf <i>",), (0,), (0,))


@pytest.fixture(scope="module")
def single():
    gold = load_items(("gold.csv", c.GOLD), role="gold")
    systems = [load_items((name, data), role="predicted") for name, data in (("A.csv", c.A), ("B.csv", c.B))]
    return align_items(gold, systems, SYSTEMS.names)


@pytest.fixture(scope="module")
def multi():
    gold, system = (load_items(("several.jsonl", c.several()), role=role) for role in ("gold", "predicted"))
    return align_items(gold, [system], ONE.names)


def scored(project):
    found = score_items(project, OPTIONS, list(CLASSIFY_METRICS), by_label=True)
    parts = [part if not len(part) else part[part["label"].isna()] for part in (found.scores, found.differences)]
    of = [f if not len(f) else f[f["label"].notna() & (f["metric"] == "micro")] for f in (found.scores, found.differences)]
    labels = [part.assign(group=part["label"]) if len(part) else part for part in of]
    return parts, (labels[0], adjusted(labels[1], OPTIONS.level)), found


def threshold_frame(project, systems, label=None):
    found = [numbers_of.threshold_curve(project, k, 0.5, label) for k in range(len(project.names))]
    return curves.threshold_frame(found, systems).assign(label=label or "all labels")


def reliability_frame(project, systems):
    found = [numbers_of.reliability(project, k) for k in range(len(project.names))]
    return curves.reliability_frame(found, systems).assign(label="all labels")


def test_threshold_curves_have_a_line_and_a_mark_for_each_system_in_three_panels(single):
    frame = threshold_frame(single, SYSTEMS)
    figure = curves.threshold_screen(frame)
    lines = [trace for trace in figure.data if trace.mode == "lines"]
    assert [trace.name for trace in lines] == ["A", "B"] * 3
    assert lines[0].line.dash == "solid" and lines[1].line.dash != "solid" and lines[0].line.color != lines[1].line.color
    f1 = frame[(frame["panel"] == "f1") & (frame["lane"] == 0)]
    assert np.allclose(lines[0].y, f1["value"], equal_nan=True) and f1["threshold"].is_monotonic_increasing
    assert [list(trace.x) for trace in figure.data if trace.name == "chosen"] == [[0.5]] * 6


@pytest.mark.parametrize(("low", "high", "found"), [(0.1, 0.9, (0.0, 1.0)), (-3.0, 4.0, (-3.0, 4.0)), (7.0, 7.0, (6.5, 7.5))])
def test_the_axis_of_thresholds_holds_all_scores(low, high, found):
    assert curves.bounds(pd.DataFrame({"threshold": [low, high]})) == found
    at, written = curves.ticks(*found)
    assert len(at) == len(written) and min(at) >= found[0] - 1e-9 and max(at) <= found[1] + 1e-9


def test_the_reliability_diagram_counts_every_score_once(single):
    frame = reliability_frame(single, SYSTEMS)
    assert frame.groupby("lane")["count"].sum().tolist() == [60, 60]
    figure = curves.reliability_screen(frame)
    bars = [trace for trace in figure.data if trace.type == "bar"]
    assert sum(sum(trace.y) for trace in bars) == 120 and figure.data[0].name == "ideal"
    sizes = curves.mark_sizes(frame)
    assert sizes[frame["count"].argmax()] == curves.LARGEST and sizes.min() >= curves.SMALLEST


def test_scores_outside_0_to_1_have_no_reliability(single):
    empty = numbers_of.reliability(single, 0).iloc[:0]
    assert not len(curves.reliability_frame([empty], ONE))


@pytest.mark.parametrize("name", ["label-thresholds", "label-reliability"])
@pytest.mark.parametrize("width", ["column", "text"])
def test_curves_are_drawn_on_paper_and_captioned(single, name, width):
    frame = (threshold_frame if name == "label-thresholds" else reliability_frame)(single, SYSTEMS)
    draw = FIGURES[name][1]
    data = paper.render(frame, draw, width=width, kind="pdf")
    assert data.startswith(b"%PDF") and data == paper.render(frame, draw, width=width, kind="pdf")
    caption = paper_captions.CAPTIONS[name](frame, SYSTEMS, OPTIONS)
    assert "all labels" in caption and "wharf <i>" in caption
    assert "Diamonds: B large" in caption or "diamonds: B large" in caption


def test_the_verdict_names_the_winner_and_by_how_much(single):
    whole, labels, _ = scored(single)
    said = label_sentences.classifiers(whole, labels, "single", SYSTEMS, OPTIONS).text
    assert said.startswith("B is better than A by 40.00 points of accuracy (95\u00a0% interval ")
    assert "of macro F1 it is " in said


def test_the_verdict_names_labels_that_are_settled_where_the_whole_is_not(single):
    (scores, differences), labels, _ = scored(single)
    unsettled = differences.assign(settled=False)
    found = labels[1].assign(settled=[True, True, False], value=[5.0, -3.0, 1.0], group=["a", EVIL, "c"])
    said = label_sentences.classifiers((scores, unsettled), (labels[0], found), "single", SYSTEMS, OPTIONS)
    assert said.text.endswith(f"Yet A is better on {EVIL}, B on a.")
    assert "<b>evil" not in said.html and "&lt;b&gt;evil" in said.html


def test_the_verdict_on_several_labels_is_of_micro_f1(multi):
    whole, labels, _ = scored(multi)
    said = label_sentences.classifiers(whole, labels, "multi", ONE, OPTIONS).text
    assert said.startswith("A scores ") and "points of micro F1 (95\u00a0% interval" in said


def test_without_draws_the_verdict_says_that_there_is_no_interval(single):
    plain = LabelOptions(resamples=0)
    found = score_items(single, plain, ["accuracy", "micro", "macro"])
    said = label_sentences.classifiers(
        (found.scores, found.differences), (pd.DataFrame(), pd.DataFrame()), "single", SYSTEMS, plain
    )
    assert "without an interval" in said.text


def test_the_scores_table_has_no_sides_for_accuracy_and_auc(single):
    whole, _, _ = scored(single)
    table = label_tables.scores_table(*whole, SYSTEMS, OPTIONS, "single")
    text = tables.markdown(table)
    assert table.frame["metric"].tolist() == ["Accuracy", "micro", "macro", "macro, gold's labels", "AUC"]
    assert "| Accuracy |  |  | 50.00 |" in text and "n/a" not in text


def test_the_items_table_is_escaped_and_whole_in_files(single):
    found = score_items(single, OPTIONS, ["accuracy"])
    rows = frames_of.item_table(single, found.counts.decided).assign(text=EVIL + "x" * 300, gold=EVIL)
    table = label_tables.items_table(rows.head(2), SYSTEMS)
    assert "<b>evil" not in tables.html(table) and "x" * 200 not in tables.html(table).replace("x" * 300, "")
    assert "x" * 300 in tables.csv(label_tables.items_table(rows.head(2), SYSTEMS, None))
    assert f"{label_tables.WRONG} fen" in tables.csv(table)


def test_a_missing_item_is_called_missing():
    assert label_tables._predicted("", False, True).text == label_tables.MISSING
    assert label_tables._predicted("", False, False).text == f"{label_tables.WRONG} —"


def test_the_note_says_where_f1_is_highest_and_who_writes_predictions(single, multi):
    said = label_captions.threshold_note(threshold_frame(multi, ONE), "multi", [False], ONE).text
    assert said.startswith("A reaches an F1 of ") and "no threshold decides" not in said and "writes" not in said
    said = label_captions.threshold_note(threshold_frame(single, SYSTEMS), "binary", [True, True], SYSTEMS).text
    assert "A and B write their own predictions" in said


def test_labels_left_out_are_named_by_reason():
    said = label_captions.degenerate((("a", "no scores"), ("b", "every item of gold has it"), ("c", "no scores"))).text
    assert said == "AUC leaves out a, c (no scores); b (every item of gold has it)."
    assert not label_captions.degenerate(())


def test_bins_that_one_system_has_alone_are_empty_for_the_other():
    frame = pd.DataFrame(
        {"lane": [0, 1], "low": [0.0, 0.1], "high": [0.1, 0.2], "count": [3, 4], "score": [0.05, 0.15], "share": [0.0, 0.5]}
    )
    assert "| 0.0 to 0.1 | 3 | 5.00 | 0.00 |  |  |  |" in tables.markdown(label_tables.bins_table(frame, SYSTEMS))
