"""Document by document, and mention detection by entity size."""

import itertools

import numpy as np
import pandas as pd
import pytest

import metrics as m
from metrics import CoreferenceOptions
from metrics.detection import count_detection, gold_size, only_singletons
from metrics.documents import SHARED_OUT, chance, chance_band, compare_documents, mean_differences
from metrics.mentions import drop_singletons, read_mentions
from tests.evaluated import evaluated
from tests.making import corpus


@pytest.mark.parametrize("policy", ["keep", "drop"])
@pytest.mark.parametrize("metric", ["CoNLL", "LEA", "mentions"])
def test_documents_have_the_scores_that_counts_give(policy, metric):
    found = evaluated()
    frame = compare_documents(found.project, found.options, found.counts, found.systems.pair, policy=policy, metric=metric)
    expected = m.per_document(found.counts, metric).query("singletons == @policy")
    for column, name in zip("ab", found.systems.pair, strict=True):
        np.testing.assert_allclose(frame[column], expected[expected["system"] == name]["f1"])
    np.testing.assert_allclose(frame["difference"], frame["b"] - frame["a"])


def shares_of(found, number: int, metric: str = "CoNLL") -> np.ndarray:
    from metrics import matching
    from metrics.documents import entity_shares
    from metrics.overlap import overlap

    gold, _ = read_mentions(found.project.gold)
    side, _ = read_mentions(found.project.systems[number], found.project.alignments[number].document, gold.n_docs)
    table = overlap(gold, side, matching.matcher(found.project, found.options)(number).match(gold, side))
    return table.doc, entity_shares(table, metric)


@pytest.mark.parametrize("metric", SHARED_OUT)
def test_shares_of_entities_sum_to_the_score(metric):
    found = evaluated(n_docs=30)
    frame = compare_documents(found.project, found.options, found.counts, found.systems.pair, metric=metric)
    for number, column in enumerate("ab"):
        doc, shares = shares_of(found, number, metric)
        np.testing.assert_allclose(100 * np.bincount(doc, shares, 30), frame[column], atol=1e-9)


def test_chance_is_the_scatter_over_all_swaps_of_entities():
    found = evaluated(n_docs=3)
    deviation = chance(found.project, found.options, found.systems.pair)
    (doc, first), (_, second) = (shares_of(found, k) for k in (0, 1))
    for number in range(3):
        change = 100 * (second - first)[doc == number]
        swaps = [np.dot(signs, change) for signs in itertools.product((-1, 1), repeat=len(change))]
        assert deviation[number] == pytest.approx(np.std(swaps))


def test_without_a_band_every_difference_stands_outside():
    found = evaluated(n_docs=12)
    frame = compare_documents(found.project, found.options, found.counts, found.systems.pair, metric="LEA")
    assert np.isnan(chance_band(frame))
    assert frame["outside"].tolist() == (frame["difference"] != 0).tolist()


def test_equal_systems_have_no_band():
    made = corpus([[[(0, 1), (4, 5)], [(8, 9)]]] * 3)
    project = m.align_systems(made, [made, made], ["a", "b"])
    options = CoreferenceOptions("exact", resamples=0)
    frame = compare_documents(project, options, m.count_systems(project, options), ("a", "b"))
    assert chance_band(frame) == 0
    assert frame["difference"].tolist() == [0.0] * 3
    assert not frame["outside"].any()


def test_undefined_documents_are_marked_and_in_no_mean():
    found = evaluated(n_docs=20, empty=5)
    frame = compare_documents(found.project, found.options, found.counts, found.systems.pair)
    assert frame["undefined"].tolist() == [True] * 5 + [False] * 15
    means = mean_differences(frame.assign(genre="x"), found.options)
    assert means["documents"].item() == 15
    assert means["value"].item() == pytest.approx(frame["difference"].mean())


def test_skipped_documents_are_left_out_everywhere():
    gold = corpus([[[(0, 1), (4, 5)]], [[(8, 9)], [(2, 3), (6, 7)]]])
    project = m.align_systems(gold, [gold, gold], ["a", "b"])
    project = m.Project(project.gold, project.systems, project.names, project.alignments, {0: ValueError("odd")})
    options = CoreferenceOptions("exact", resamples=0)
    counts = m.count_systems(project, options)
    assert compare_documents(project, options, counts, ("a", "b"))["doc_id"].tolist() == ["d1"]
    assert count_detection(project, options).units == ("d1",)
    size = gold_size(counts)
    assert (size.documents, size.mentions, size.entities, size.singletons) == (1, 3, 2, 1)


def means_of(genres, differences, **options):
    frame = pd.DataFrame({"genre": genres, "difference": differences})
    frame["undefined"] = frame["difference"].isna()
    return mean_differences(frame, CoreferenceOptions("exact", **{"resamples": 400, **options}))


def test_means_of_groups_with_intervals_where_documents_suffice():
    random = np.random.default_rng(3)
    values = np.concatenate([random.normal(5, 1, 40), random.normal(-1, 1, 4)])
    means = means_of(["log"] * 40 + ["letter"] * 4, values)
    assert means["group"].tolist() == ["log", "letter"]
    first, second = means.iloc[0], means.iloc[1]
    assert first["low"] < first["value"] < first["high"]
    assert first["high"] - first["low"] == pytest.approx(2 * 1.96 * values[:40].std() / np.sqrt(40), rel=0.25)
    assert second["reason"] == "only 4 units" and np.isnan(second["low"])


def test_means_without_resamples_or_documents():
    assert means_of(["x"] * 8, [1.0] * 8, resamples=0)["reason"].item() == "no resamples were asked for"
    assert means_of([], []).empty
    assert means_of(["x"], [np.nan]).empty


def test_detection_counts_each_part_by_its_own_entities():
    gold = corpus([[[(0, 1), (4, 5)], [(8, 9)], [(12, 13)]]])
    predicted = corpus([[[(0, 1), (8, 9)], [(4, 5)], [(12, 13)]]])
    project = m.align_systems(gold, [predicted], ["a"])
    counts = count_detection(project, CoreferenceOptions("exact"))
    found = dict(zip(counts.inputs, counts.values[0].tolist(), strict=True))
    assert found == {
        ("a", "all"): [4.0, 4.0, 4.0, 4.0],
        ("a", "two and more"): [1.0, 2.0, 1.0, 2.0],  # only the first word is in a large entity on both sides
        ("a", "singletons"): [1.0, 2.0, 1.0, 2.0],
    }


def test_detection_agrees_with_the_mentions_of_each_policy():
    found = evaluated()
    counts = count_detection(found.project, found.options)
    where = found.counts.columns["mentions"]
    for part, policy in (("all", "keep"), ("two and more", "drop")):
        for name in found.systems.names:
            ours = counts.values[:, counts.inputs.index((name, part))]
            np.testing.assert_array_equal(ours, found.counts.values[:, found.counts.inputs.index((name, policy)), where])


def test_singletons_and_the_rest_are_all_mentions():
    mentions, _ = read_mentions(evaluated().project.gold)
    assert len(only_singletons(mentions)) + len(drop_singletons(mentions)) == len(mentions)


def test_gold_size_is_that_of_gold():
    found = evaluated()
    mentions, _ = read_mentions(found.project.gold)
    size = gold_size(found.counts)
    assert (size.mentions, size.entities) == (len(mentions), len(mentions.sizes()))
    assert size.singletons == (mentions.sizes() == 1).sum()
