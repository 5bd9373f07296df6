"""Scores, intervals, differences and rows of small tables, against direct computation."""

from dataclasses import replace

import numpy as np
import pytest

from figures import export
from metrics import CoreferenceOptions, align_systems, count_systems, draws, results, rows
from metrics.families import holm
from metrics.rows import Comparison, Labels
from metrics.signing import coreference_signer
from tests.making import corpus

OPTIONS = CoreferenceOptions(match="exact", resamples=200, seed=7)


def documents(n, step):
    """n documents of two entities, in which a system has lost something in every step-th."""
    full = [[(0, 1), (2, 3), (4, 6)], [(7, 8), (9, 10)]]
    return [[full[0][:2], full[1]] if step and k % step == 0 else full for k in range(n)]


def of(project, options=OPTIONS):
    counts = count_systems(project, options)
    sign = coreference_signer(project, counts, options)
    return Comparison(project.names, counts, options, sign, "singletons", options.match)


def compared(n=8, steps=(2, 3), options=OPTIONS):
    systems = [corpus(documents(n, step), name=f"s{step}") for step in steps]
    project = align_systems(corpus(documents(n, 0), name="gold"), systems, [f"s{step}" for step in steps])
    return of(project, options)


def f1_of(comparison, metric, weights, k):
    counts = comparison.counts
    return float(100 * counts.layout.score(metric, np.tensordot(weights, counts.values, 1)[k]).f1)


def drawn(n, options=OPTIONS):
    return np.concatenate([table for _, table in draws.weights(n, options.resamples, options.seed)])


@pytest.mark.parametrize("metric", ["MUC", "B³", "BLANC", "CoNLL", "mentions"])
def test_intervals_are_those_of_weighted_sums(metric):
    comparison = compared()
    found = results.scores(comparison.counts, OPTIONS, [metric])
    for k in range(4):
        sums = drawn(8) @ comparison.counts.values[:, k]
        values = sorted(100 * comparison.counts.layout.score(metric, sums).f1)
        assert found["f1"][k] == pytest.approx(f1_of(comparison, metric, np.ones(8), k))
        assert (found["low"][k], found["high"][k]) == pytest.approx((values[5], values[194]))
        assert found["used"][k] == 200


def test_differences_are_paired_and_p_counts_every_swap():
    comparison = compared()
    found = results.differences(comparison.counts, OPTIONS, [(0, 1)], ["LEA"]).iloc[0]
    values = sorted(f1_of(comparison, "LEA", w, 1) - f1_of(comparison, "LEA", w, 0) for w in drawn(8))
    assert (found["low"], found["high"]) == pytest.approx((values[5], values[194]))
    table, observed, large = comparison.counts.values, abs(found["value"]), 0
    for swap in range(2**8):
        bits = np.array([swap >> j & 1 for j in range(8)], bool)[:, None]
        a, b = (np.where(bits, table[:, 1 - k], table[:, k]).sum(axis=0) for k in (0, 1))
        first, second = (100 * comparison.counts.layout.score("LEA", x).f1 for x in (a, b))
        large += abs(second - first) >= observed * (1 - 1e-9)
    assert found["p"] == pytest.approx(large / 2**8)
    assert found["differs"] == (found["low"] > 0 or found["high"] < 0)
    assert found["settled"] == (found["differs"] and found["p"] < 0.05)


def test_conll_is_the_mean_of_three_and_has_no_counts():
    found = results.scores(compared().counts, OPTIONS, ["CoNLL", "MUC", "B³", "CEAFe"]).groupby("metric")["f1"].first()
    assert found["CoNLL"] == pytest.approx(np.mean([found["MUC"], found["B³"], found["CEAFe"]]))
    row = rows.rows(compared(), ["CoNLL"])[0]
    assert [row[k] for k in ("precision", "recall", "p_num", "p_den", "r_num", "r_den")] == [None] * 6


def test_all_singletons_against_themselves():
    gold = [[[(0, 1)], [(2, 3)]]] * 3
    project = align_systems(corpus(gold), [corpus(gold)])
    found = rows.rows(of(project), ["CoNLL", "MUC"])
    assert {(row["metric"], row["singletons"]): row["f1"] for row in found} == {
        ("CoNLL", "keep"): pytest.approx(200 / 3), ("CoNLL", "drop"): None, ("MUC", "keep"): None, ("MUC", "drop"): None,
    }  # fmt: skip
    assert all(row["reason"].startswith("undefined") for row in found if row["f1"] is None)


@pytest.mark.parametrize(("n", "reason"), [(1, "only 1 unit"), (5, "only 5 units"), (6, None)])
def test_few_units_have_neither_interval_nor_p(n, reason):
    found = [row for row in rows.rows(compared(n), ["LEA"]) if row["system"] == "s3"]
    for row in found:
        assert row["reason"] == reason
        assert (row["low"] is None, row["difference"]["p"] is None) == (reason is not None,) * 2
        assert row["units"] == row["difference"]["units"] == n
        assert (row["caution"] is None) == (n < 6)


def test_a_unit_is_one_with_something_to_count():
    gold = [*documents(7, 0), [[(0, 1)]], []]
    project = align_systems(corpus(gold), [corpus(gold)])
    found = rows.rows(of(project), ["MUC", "mentions"])
    assert [row["units"] for row in found] == [7, 7, 8, 7]


def test_rows_hold_labels_policies_and_signatures():
    labels = Labels("parser", "bo", "lumo", {"LEA": 90.0}, "a paper")
    found = rows.rows(replace(compared(), labels=labels), ["LEA", "MUC"])
    assert [(row["metric"], row["singletons"], row["system"]) for row in found][:4] == [
        ("LEA", "keep", "s2"), ("LEA", "keep", "s3"), ("LEA", "drop", "s2"), ("LEA", "drop", "s3"),
    ]  # fmt: skip
    assert {(row["component"], row["language"], row["dataset"]) for row in found} == {("parser", "bo", "lumo")}
    assert [row["reference"] for row in found] == [90.0, 90.0, None, None, None, None, None, None]
    assert [row["reference_source"] for row in found][1:3] == ["a paper", None]
    first = found[0]["signature"].split("|")
    assert first[:3] == ["LEA", "match:exact", "singletons:keep"]
    assert {"repeats:first", "unit:document", "units:8", "skipped:0", "resamples:200", "seed:7"} <= set(first)
    assert len({row["signature"] for row in found}) == len(found)


def test_within_noise_of_a_number_and_of_a_system():
    comparison = compared()
    own = rows.rows(comparison, ["LEA"])[0]
    for reference, expected in (
        (own["low"], True),
        (own["high"], True),
        (own["high"] + 0.01, own["high"] + 0.01 - own["f1"] <= 0.5),
    ):
        row = rows.rows(replace(comparison, labels=Labels(reference={"LEA": reference})), ["LEA"])[0]
        assert row["within_noise"] is expected
    given = results.scores(comparison.counts.take([1, 3]), OPTIONS)
    row = rows.rows(replace(comparison, reference_scores=given), ["LEA"])[0]
    other = given[(given["metric"] == "LEA") & (given["singletons"] == "keep")].iloc[0]
    assert row["reference"] == other["f1"]
    assert row["within_noise"] == (row["low"] <= other["high"] and other["low"] <= row["high"])


def test_groups_small_and_large_are_scored_alike():
    comparison = compared(14)
    genre = ["letter"] * 3 + ["news"] * 9 + ["letter"] * 1 + ["guide"]
    found = rows.group_rows(comparison, ["LEA", "BLANC"], "genre", genre)
    assert [row["group"]["value"] for row in found] == ["letter"] * 8 + ["news"] * 8 + ["guide"] * 8
    table = comparison.counts
    for row in found:
        inside = np.array([g == row["group"]["value"] for g in genre])
        k = table.inputs.index((row["system"], row["singletons"]))
        assert row["f1"] == pytest.approx(f1_of(comparison, row["metric"], inside.astype(float), k))
        assert row["units"] == inside.sum()
        assert (row["low"] is None) == (inside.sum() < 6)
        assert (row["difference"] is None) == (row["system"] == "s2")
        if row["difference"]:
            assert row["difference"]["against"] == "s2"
            first = f1_of(comparison, row["metric"], inside.astype(float), k - 1)
            assert row["difference"]["value"] == pytest.approx(row["f1"] - first)


def test_documents_as_groups():
    comparison = compared(8)
    found = rows.group_rows(comparison, ["mentions"], "document", comparison.counts.units)
    assert len(found) == 8 * 4
    by_document = results.per_document(comparison.counts, "mentions")
    for row in found:
        here = by_document[(by_document["doc_id"] == row["group"]["value"]) & (by_document["system"] == row["system"])]
        assert row["f1"] == here[here["singletons"] == row["singletons"]]["f1"].item()
        assert row["reason"] == "only 1 unit"


def test_groups_with_an_interval_are_a_family():
    comparison = compared(24)
    found = rows.group_rows(comparison, ["LEA"], "genre", ["letter"] * 10 + ["news"] * 10 + ["guide"] * 4)
    for policy in ("keep", "drop"):
        family = [row["difference"] for row in found if row["difference"] and row["singletons"] == policy]
        with_interval = [d for d in family if d["low"] is not None]
        assert len(with_interval) == 2
        assert [d["p_adjusted"] for d in with_interval] == pytest.approx(holm([d["p"] for d in with_interval]))
        assert [d["p_adjusted"] for d in family if d["low"] is None] == [None]


def test_rows_correct_nothing_for_families():
    comparison = compared(8, (2, 3, 4))
    found = [row["difference"] for row in rows.rows(comparison, ["LEA"]) if row["difference"]]
    assert all(difference["p_adjusted"] is None for difference in found)
    assert holm([difference["p"] for difference in found]) != [difference["p"] for difference in found]


def test_no_row_holds_nan_and_text_shows_na():
    project = align_systems(corpus([[]], name="gold"), [corpus([[]], name="s")])
    found = rows.rows(of(project), ["LEA"])
    assert "NaN" not in export.to_json({"signature": "", "rows": found})
    assert "n/a" in export.to_text(found, "t")
