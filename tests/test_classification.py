"""Classification's metrics against loops over pairs, and what must hold whatever the data."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loaders.errors import AlignmentError
from metrics import draws, results
from metrics.classification.counts import count_items, kinds_of, set_numbers
from metrics.classification.curves import calibration_error, reliability, threshold_curve
from metrics.classification.decisions import predicted
from metrics.classification.ranking import auc, rank
from metrics.classification.registry import CLASSIFY_METRICS
from metrics.classification.scoring import score_items
from metrics.classification.tables import NO_LABEL, confusion, item_table, label_report
from metrics.counting import Counts
from metrics.options import LabelOptions
from tests import brute_labels as brute
from tests.labelled import items, project

ALL = tuple(CLASSIFY_METRICS)
NONE = LabelOptions(resamples=0)
FEW = LabelOptions(resamples=100, seed=3)
LABELS = "wxyz"
SETS = st.sets(st.sampled_from(LABELS))
PAIRS = st.lists(st.tuples(SETS, SETS, SETS), min_size=1, max_size=12).filter(lambda found: any(a | b for a, b, _ in found))


def records(column, key="pred"):
    return [{"id": str(k), key: sorted(one) if isinstance(one, set) else one} for k, one in enumerate(column)]


def of(gold, *systems):
    return project(records(gold, "gold"), *(records(s) for s in systems))


def by_row(found):
    return {(row["metric"], row["label"], row["system"]): row for row in found.scores.to_dict("records")}


def same(points, expected):
    return (points != points) if expected is None else points / 100 == pytest.approx(expected)


@settings(max_examples=30)
@given(PAIRS)
def test_counts_are_those_of_loops_over_items(triples):
    gold, a, b = ([t[k] for t in triples] for k in range(3))
    rows = by_row(score_items(of(gold, a, b), NONE, ALL, by_label=True))
    labels = sorted(set().union(*gold, *a, *b))
    for name, side in (("s0", a), ("s1", b)):
        assert same(rows["accuracy", None, name]["f1"], brute.accuracy(gold, side))
        for label in labels:
            row = rows["micro", label, name]
            assert (row["p_num"], row["p_den"], row["r_den"]) == brute.counts(gold, side, label)
            assert same(row["f1"], brute.f1(*brute.counts(gold, side, label)))
        assert same(rows["macro", None, name]["f1"], brute.macro(gold, side, labels))
        in_gold = sorted(set().union(*gold))
        assert same(rows["macro-gold", None, name]["f1"], brute.macro(gold, side, in_gold))


@settings(max_examples=30)
@given(PAIRS, st.randoms())
def test_the_order_of_items_and_the_names_of_labels_change_nothing(triples, random):
    gold, a = [t[0] for t in triples], [t[1] for t in triples]
    other = dict(zip(LABELS, random.sample(LABELS, 4), strict=True))
    turned = records(gold, "gold"), records([{other[x] for x in s} for s in a])
    turned[0][:] = [r | {"gold": sorted(other[x] for x in r["gold"])} for r in turned[0]]
    for side in turned:
        random.shuffle(side)
    first = score_items(of(gold, a), NONE, ("accuracy", "micro", "macro")).scores["f1"]
    assert np.allclose(first, score_items(project(*turned), NONE, ("accuracy", "micro", "macro")).scores["f1"], equal_nan=True)


@settings(max_examples=30)
@given(PAIRS)
def test_gold_against_itself_is_perfect_and_sides_can_be_swapped(triples):
    gold, a = [t[0] | {"w"} for t in triples], [t[1] for t in triples]
    rows = by_row(score_items(of(gold, gold), NONE, ALL))
    assert {rows[m, None, "s0"]["f1"] for m in ("accuracy", "micro", "macro", "macro-gold")} == {100.0}
    one, other = (by_row(score_items(of(*sides), NONE, ("micro",)))["micro", None, "s0"] for sides in ((gold, a), (a, gold)))
    assert np.isclose(one["precision"], other["recall"], equal_nan=True)
    assert np.isclose(one["f1"], other["f1"], equal_nan=True)


@settings(max_examples=30)
@given(PAIRS)
def test_counts_of_kinds_are_those_of_items(triples):
    found = count_items(of(*([t[k] for t in triples] for k in range(3))), FEW)
    for counts in (found.whole, found.labels):
        plain = Counts(counts.units, counts.inputs, counts.layout, counts.per_unit)
        assert np.array_equal(counts.total(), plain.total())
        assert np.array_equal(results.units(counts, "micro"), results.units(plain, "micro"))
        assert np.allclose(results.resampled(counts, FEW), results.resampled(plain, FEW))
        pairs = [(0, 1)] if len(counts.inputs) > 1 else []
        ours, theirs = (results.differences(c, FEW, pairs) for c in (counts, plain))
        assert not pairs or np.array_equal(ours["p"], theirs["p"], equal_nan=True)
        mask = np.arange(len(counts.units)) % 2 == 0
        assert np.array_equal(counts.masked(mask).values, plain.masked(mask).values)


@settings(max_examples=30)
@given(PAIRS)
def test_equal_sets_have_equal_numbers(triples):
    columns = [[t[k] for t in triples] for k in range(2)]
    made = of(*columns)
    numbers = set_numbers((made.truth, made.written[0]))
    flat = [(frozenset(s), n) for column, row in zip(columns, numbers, strict=True) for s, n in zip(column, row, strict=True)]
    assert len({s for s, _ in flat}) == len({n for _, n in flat}) == len(set(flat))
    kinds, first = kinds_of((made.truth, made.written[0]))
    assert [tuple(map(frozenset, (c[k] for c in columns))) for k in first[kinds]] == [
        tuple(map(frozenset, pair)) for pair in zip(*columns, strict=True)
    ]


SCORED = st.lists(st.tuples(st.integers(0, 3), st.booleans(), st.integers(0, 3)), min_size=1, max_size=14)


@given(SCORED)
def test_auc_is_the_share_of_pairs_under_any_weights(items):
    scores, positive, weights = (np.array(column) for column in zip(*items, strict=True))
    found = auc(rank(scores.astype(float), positive), np.stack([weights, np.ones(len(weights))]).astype(float))
    for value, w in zip(found, (weights, None), strict=True):
        expected = brute.auc(scores, positive, w)
        assert np.isnan(value) if expected is None else value == pytest.approx(expected)


@given(SCORED)
def test_auc_turns_over_with_the_scores_and_ignores_their_scale(items):
    scores, positive, _ = (np.array(column) for column in zip(*items, strict=True))
    one = np.ones((1, len(scores)))
    found, turned, scaled = (auc(rank(f, positive), one)[0] for f in (scores, -scores, np.exp(3.0 * scores)))
    assert np.isclose(found + turned, 1) or np.isnan(found)
    assert np.array_equal(found, scaled, equal_nan=True)


def binary(n=20, seed=1, noise=(0.6, 1.4), scale=(1, 1)):
    random = np.random.default_rng(seed)
    truth = random.integers(0, 2, n)
    gold = [{"id": str(k), "gold": int(t), "document": f"d{k % 7}"} for k, t in enumerate(truth)]
    made = [np.round(truth + random.normal(0, s, n), 1) for s in noise]
    return project(
        gold, *([{"id": str(k), "score": f * float(x)} for k, x in enumerate(s)] for s, f in zip(made, scale, strict=True))
    )


@pytest.mark.parametrize("unit", ["item", "document"])
def test_intervals_of_auc_are_those_of_weighted_pairs(unit):
    made, options = binary(), replace(FEW, unit=unit)
    found = score_items(made, options, ("AUC",))
    of_item = made.unit_of(unit)
    weights = np.concatenate([w for _, w in draws.weights(int(of_item.max()) + 1, 100, 3)])[:, of_item]
    truth = np.zeros(20, bool)
    truth[made.truth.items] = True
    drawn = 100 * np.array([[brute.auc(s[:, 0], truth, w) for s in made.scores] for w in weights])
    for k, row in enumerate(found.scores.to_dict("records")):
        values = np.sort(drawn[:, k])
        assert (row["low"], row["high"]) == pytest.approx((values[2], values[97]))
        assert row["units"] == (20 if unit == "item" else 7)
    apart = np.sort(drawn[:, 1] - drawn[:, 0])
    difference = found.differences.iloc[0]
    assert (difference["low"], difference["high"]) == pytest.approx((apart[2], apart[97]))


def test_p_of_auc_counts_the_swaps_of_ranks():
    from scipy.stats import rankdata

    made = binary(n=9)
    truth = np.zeros(9, bool)
    truth[made.truth.items] = True
    ranks = np.stack([rankdata(s[:, 0]) for s in made.scores])
    observed = brute.auc(ranks[1], truth) - brute.auc(ranks[0], truth)
    as_large = 0
    for swap in range(2**9):
        bits = swap >> np.arange(9) & 1
        a, b = np.where(bits, ranks[1], ranks[0]), np.where(bits, ranks[0], ranks[1])
        as_large += abs(brute.auc(b, truth) - brute.auc(a, truth)) >= abs(observed) * (1 - 1e-9)
    assert score_items(made, FEW, ("AUC",)).differences["p"][0] == as_large / 2**9


def test_a_system_of_another_scale_has_the_same_auc_interval_and_p():
    plain, scaled = (score_items(binary(scale=s), FEW, ("AUC",)) for s in ((1, 1), (1, 100)))
    columns = ["value", "low", "high", "p"]
    assert np.allclose(plain.differences[columns].astype(float), scaled.differences[columns].astype(float))


def test_a_system_against_itself_does_not_differ():
    made = binary(noise=(0.6, 0.6))
    twice = replace(made, scores=(made.scores[0],) * 2)
    found = score_items(twice, FEW, ALL, by_label=True).differences
    assert set(found["value"]) == {0.0}
    assert set(found["p"]) == {1.0}
    assert not found["differs"].any()


def test_the_mean_auc_is_over_labels_that_both_have_and_lack_items():
    scores = [
        {"w": 0.9, "x": 0.2, "y": 0.5, "z": 0.1},
        {"w": 0.9, "x": 0.6, "y": 0.5, "z": 0},
        {"w": 0.1, "x": 0.4, "y": 0.1, "z": 0},
    ]
    gold = records([{"w", "x"}, {"w"}, {"w", "x", "u"}], "gold")
    made = project(gold, [{"id": str(k), "scores": s} for k, s in enumerate(scores)], records([{"w"}, {"w"}, {"x"}]))
    found = score_items(made, NONE, ("AUC",), by_label=True)
    assert found.ranked.labels == ("x",)
    assert dict(found.ranked.skipped) == {
        "u": "no scores",
        "w": "every item of gold has it",
        "y": "no item of gold has it",
        "z": "no item of gold has it",
    }
    rows = by_row(found)
    assert rows["AUC", None, "s0"]["f1"] == rows["AUC", "x", "s0"]["f1"] == 0.0
    assert rows["AUC", None, "s1"]["reason"] == "no scores"


def test_a_threshold_is_reached_by_equal_scores():
    gold = records([{"x"}, set(), {"x", "y"}], "gold")
    scores = [{"x": 0.5, "y": 0.49}, {"x": 0.2, "y": 0.5}, {"x": 0.7, "y": 0.1}]
    made = project(gold, [{"id": str(k), "scores": s} for k, s in enumerate(scores)])
    assert [made.labels[c] for c in predicted(made, 0, 0.5).codes] == ["x", "y", "x"]
    assert len(predicted(made, 0, 0.71).codes) == 0


def test_of_one_label_the_highest_score_is_taken_and_ties_go_to_the_first_name():
    gold = [{"id": "0", "gold": "x"}, {"id": "1", "gold": "w"}, {"id": "2", "gold": "y"}]
    made = project(gold, [{"id": "0", "scores": {"y": 0.5, "x": 0.5}}, {"id": "1", "scores": {"y": 0.6, "x": -1}}])
    side = predicted(made, 0, 0.5)
    assert [[made.labels[c] for c in side.of(k)] for k in range(3)] == [["x"], ["y"], []]  # the last is missing


def test_scores_of_one_label_alone_choose_none():
    made = project([{"id": "0", "gold": "x"}, {"id": "1", "gold": "y"}], [{"id": "0", "scores": {"x": 0.5}}])
    with pytest.raises(AlignmentError, match=r"s0\.jsonl, line 1: no predictions, and scores of 'x' alone"):
        score_items(made, NONE, ALL)


def test_written_predictions_stand_whatever_the_scores_say():
    made = project(
        [{"id": "0", "gold": 1}, {"id": "1", "gold": 0}],
        [{"id": "0", "score": 0.1, "pred": 1}, {"id": "1", "score": 0.9, "pred": 0}],
    )
    rows = by_row(score_items(made, NONE, ("accuracy", "AUC")))
    assert (rows["accuracy", None, "s0"]["f1"], rows["AUC", None, "s0"]["f1"]) == (100.0, 0.0)


def test_a_missing_item_counts_as_wrong_and_scores_below_all():
    gold = [{"id": str(k), "gold": int(k < 2)} for k in range(4)]
    made = project(gold, [{"id": str(k), "score": -5.0 - k} for k in (1, 2, 3)])
    rows = by_row(score_items(made, NONE, ("accuracy", "AUC")))
    assert rows["accuracy", None, "s0"]["f1"] == 50.0
    assert rows["AUC", None, "s0"]["f1"] == 50.0
    assert made.missing(0).tolist() == ["0"]


def test_truth_values_of_binary_data_may_be_written_in_words():
    made = project([{"id": "0", "gold": True}, {"id": "1", "gold": "FALSE"}], [{"id": "0", "score": 1}, {"id": "1", "score": 0}])
    assert by_row(score_items(made, NONE, ("accuracy",)))["accuracy", None, "s0"]["f1"] == 100.0


def test_labels_may_be_stated_to_be_several():
    gold = records(["x", "y"], "gold")
    single, multi = (project(gold, [{"id": "0", "scores": {"x": 1, "y": 1}}], multi=m) for m in (None, True))
    assert (single.kind, multi.kind) == ("single", "multi")
    assert len(predicted(multi, 0, 0.5).codes) == 2


def test_counts_of_documents_are_the_sums_of_their_items():
    made = binary()
    items_, documents = (count_items(made, replace(NONE, unit=unit)).whole for unit in ("item", "document"))
    assert documents.units == tuple(f"d{k}" for k in range(7))
    for k in range(7):
        assert np.array_equal(documents.values[k], items_.per_unit[np.arange(20) % 7 == k].sum(axis=0))


def test_documents_must_be_named_to_be_resampled():
    made = of([{"x"}], [{"x"}])
    with pytest.raises(AlignmentError, match="no column 'document'"):
        score_items(made, replace(NONE, unit="document"), ALL)


def test_too_many_counts_are_refused(monkeypatch):
    monkeypatch.setattr("metrics.classification.counts.MOST_CELLS", 11)
    with pytest.raises(AlignmentError, match="2 different items × 2 labels × 1 systems are too many to count at once"):
        count_items(of([{"x"}, {"y"}, {"x"}], [{"x"}, {"y"}, {"x"}]), NONE)


def test_items_without_any_label_are_refused_but_negatives_are_not():
    with pytest.raises(AlignmentError, match="no item has a label, in gold or in any system"):
        count_items(of([set()], [set()]), NONE)
    made = project([{"id": "0", "gold": 0}], [{"id": "0", "score": 0}])
    rows = by_row(score_items(made, NONE, ("accuracy", "micro")))
    assert rows["accuracy", None, "s0"]["f1"] == 100.0
    assert np.isnan(rows["micro", None, "s0"]["f1"])


def test_confusion_of_single_labels_holds_every_item():
    made = project([{"id": k, "gold": g} for k, g in zip("abcd", "xxyy", strict=True)], [{"id": k, "pred": "x"} for k in "abc"])
    frame = confusion(made, count_items(made, NONE).decided)
    cells = frame.set_index(["gold", "predicted"])
    assert cells["count_0"].to_dict() == {("x", "x"): 2, ("y", "x"): 1, ("y", NO_LABEL): 1}
    assert cells["item_0"].to_dict() == {("x", "x"): 0, ("y", "x"): 2, ("y", NO_LABEL): 3}
    assert frame["wrong"].tolist() == [True, True, False]


@settings(max_examples=30)
@given(PAIRS)
def test_confusion_of_several_labels_adds_up_to_the_counts(triples):
    gold, a = [t[0] for t in triples], [t[1] for t in triples]
    made = of(gold, a)
    frame = confusion(made, count_items(made, NONE).decided)
    for label in set().union(*gold, *a):
        correct, of_system, of_gold = brute.counts(gold, a, label)
        at = frame["gold"] == label, frame["predicted"] == label
        assert frame.loc[at[0] & at[1], "count_0"].sum() == correct
        assert (frame.loc[at[0], "count_0"].sum(), frame.loc[at[1], "count_0"].sum()) == (of_gold, of_system)


def test_items_are_listed_one_by_one():
    made = of([{"x", "y"}, set()], [{"x", "y"}, {"x"}])
    frame = item_table(made, count_items(made, NONE).decided)
    assert frame["gold"].tolist() == ["x | y", ""]
    assert frame["right_0"].tolist() == [True, False]
    assert list(frame) == ["id", "gold", "predicted_0", "right_0", "missing_0"]
    assert list(item_table(binary(), count_items(binary(), NONE).decided).filter(like="score")) == ["score_0", "score_1"]


def test_the_report_names_labels_and_what_is_missing():
    made = project(records([{"x"}, {"y"}], "gold"), [{"id": "0", "pred": ["z"]}, {"id": "9", "pred": []}])
    found = score_items(made, NONE, ALL)
    report = label_report(made, found.counts, found.ranked)
    assert (report["labels"], report["labels_in_gold"]) == (["x", "y", "z"], ["x", "y"])
    assert (report["systems"][0]["missing"], report["systems"][0]["extra"]) == (["1"], ["9"])
    assert {item["reason"] for item in report["auc_skipped"]} == {"no scores"}


@settings(max_examples=30)
@given(SCORED)
def test_the_threshold_curve_is_the_scores_at_every_threshold(triples):
    gold = [{"id": str(k), "gold": int(t[1])} for k, t in enumerate(triples)]
    made = project(gold, [{"id": str(k), "score": t[0] / 4} for k, t in enumerate(triples)])
    curve = threshold_curve(made, 0, 0.3)
    assert curve["threshold"].tolist() == sorted({0.3} | {t[0] / 4 for t in triples})
    assert curve["threshold"][curve["chosen"]].tolist() == [0.3]
    for row in curve.to_dict("records"):
        found = by_row(score_items(made, replace(NONE, threshold=row["threshold"]), ("micro",)))["micro", None, "s0"]
        for side in ("precision", "recall", "f1"):
            assert np.isclose(row[side], found[side], equal_nan=True)


def test_a_long_threshold_curve_is_thinned_and_keeps_its_ends():
    scores = np.arange(2000) / 2000
    made = project(
        [{"id": str(k), "gold": k % 2} for k in range(2000)], [{"id": str(k), "score": s} for k, s in enumerate(scores)]
    )
    curve = threshold_curve(made, 0, 2.0)
    assert len(curve) == 501
    assert curve["threshold"].iloc[[0, 499, 500]].tolist() == [0.0, scores[-1], 2.0]
    assert curve["predicted"].iloc[[0, 500]].tolist() == [2000, 0]


def test_reliability_bins_scores_and_sums_their_gaps():
    scores, truth = [0.0, 0.05, 0.1, 0.95, 1.0], [0, 1, 0, 1, 1]
    made = project(
        [{"id": str(k), "gold": t} for k, t in enumerate(truth)], [{"id": str(k), "score": s} for k, s in enumerate(scores)]
    )
    bins = reliability(made, 0)
    assert bins["count"].tolist() == [2, 1, 0, 0, 0, 0, 0, 0, 0, 2]
    assert bins["score"].dropna().tolist() == pytest.approx([0.025, 0.1, 0.975])
    assert bins["share"].dropna().tolist() == [0.5, 0.0, 1.0]
    assert calibration_error(bins) == pytest.approx(100 * (2 * 0.475 + 0.1 + 2 * 0.025) / 5)


def test_a_score_at_a_border_is_of_the_bin_that_begins_there():
    items = [{"id": str(k), "gold": k % 2} for k in range(11)]
    made = project(items, [{"id": str(k), "score": float(f"{k / 10:.1f}")} for k in range(11)])
    bins = reliability(made, 0)
    assert bins["count"].tolist() == [1] * 9 + [2] and bins["low"].tolist() == [k / 10 for k in range(10)]


def test_reliability_of_single_labels_is_of_the_highest_score():
    gold = [{"id": "0", "gold": "x"}, {"id": "1", "gold": "y"}]
    made = project(gold, [{"id": str(k), "scores": {"x": 0.8, "y": 0.15}} for k in range(2)])
    bins = reliability(made, 0)
    assert bins[bins["count"] > 0][["count", "score", "share"]].to_numpy().tolist() == [[2, 0.8, 0.5]]
    assert reliability(made, 0, "y")["count"].tolist()[1] == 2


@pytest.mark.parametrize("score", [-0.1, 1.1])
def test_scores_that_are_no_probabilities_have_no_reliability(score):
    made = project([{"id": "0", "gold": 1}], [{"id": "0", "score": score}])
    assert reliability(made, 0).empty
    assert np.isnan(calibration_error(reliability(made, 0)))


def test_systems_without_scores_have_no_curves():
    made = of([{"x"}], [{"x"}])
    assert threshold_curve(made, 0, 0.5).empty and reliability(made, 0).empty
    single = project([{"id": "0", "gold": "x"}], [{"id": "0", "pred": "x"}])
    assert reliability(single, 0).empty


def test_a_file_with_both_sides_is_compared_with_itself():
    found = items("id,gold,pred\na,x,x\nb,x,y\n")
    from metrics.classification.project import align_items

    rows = by_row(score_items(align_items(found, [found], ["one"]), NONE, ("accuracy",)))
    assert rows["accuracy", None, "one"]["f1"] == 50.0
