"""Assigned and propagated labels against checked ones, and typed scores under noise."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from click.testing import CliRunner

from evaluate import main
from loaders.errors import AlignmentError
from metrics.options import TypedOptions
from metrics.typed.checking import CHECK_COLUMNS, NOISE_COLUMNS, check_labels, labelled_twice, noise_effect
from metrics.typed.project import assign_all
from tests import typed_random
from tests.reference import ROOT
from tests.typed_cases import labelled, typed

SAMPLE = ROOT / "sample_data" / "coref"
GOLD = [[[0, 0], [2, 2], [4, 4]], [[6, 7], [9, 9]], [[11, 11]]]
SPANS = [[0, 0, "PER"], [2, 2, "ORG"], [6, 7, "LOC"], [11, 11, "FOOD"]]


def checked(gold, spans, checks):
    made = typed(12, gold, [])
    found = assign_all(made, labelled(made.project.gold, spans), None, 0.5)
    frame = check_labels(made, found, labelled(made.project.gold, checks))
    assert list(frame) == list(CHECK_COLUMNS)
    return {(row["level"], row["labels"], row["class"]): row for row in frame.to_dict("records")}


def counts(row):
    return row["right"], row["labelled"], row["checked"]


def test_counts_by_hand():
    # 4 is a pronoun of the first entity, which is ORG (a tie of one PER and one ORG goes to the name); 9 one of the second.
    found = checked(GOLD, SPANS, [[0, 0, "PER"], [2, 2, "PER"], [4, 4, "PER"], [6, 7, "LOC"], [9, 9, "LOC"], [11, 11, "PLANT"]])
    assert counts(found["mention", "assigned", None]) == (2, 4, 6)
    assert counts(found["mention", "assigned", "PER"]) == (1, 1, 3)
    assert counts(found["mention", "assigned", "ORG"]) == (0, 1, 0)
    assert counts(found["mention", "assigned", "PLANT"]) == (0, 0, 1)
    assert counts(found["mention", "propagated", None]) == (3, 6, 6)
    assert counts(found["mention", "propagated", "ORG"]) == (0, 2, 0)
    assert counts(found["mention", "propagated", "LOC"]) == (2, 2, 2)
    assert counts(found["entity", "propagated", None]) == (1, 3, 3)
    assert counts(found["entity", "propagated", "PER"]) == (0, 0, 1)


def test_scores_are_points_and_undefined_where_nothing_counts():
    found = checked(GOLD, SPANS, [[0, 0, "PER"], [2, 2, "PER"], [4, 4, "PER"]])
    row = found["mention", "assigned", "PER"]
    assert (row["precision"], row["recall"], row["f1"]) == pytest.approx((100, 100 / 3, 50))
    assert np.isnan([found["mention", "assigned", "FOOD"][name] for name in ("precision", "recall", "f1")]).all()


def test_only_spans_of_the_very_same_words_check_a_mention():
    found = checked(GOLD, SPANS, [[6, 8, "LOC"], [6, 6, "LOC"], [10, 11, "FOOD"], [0, 0, "PER"]])
    assert counts(found["mention", "assigned", None]) == (1, 1, 1)


def test_a_long_span_beside_its_mention_by_one_word_is_another():
    made = typed(3000, [[[0, 2998]]], [])
    labels = labelled(made.project.gold, [[0, 2998, "A"]])
    frame = check_labels(made, assign_all(made, labels, None, 0.5), labelled(made.project.gold, [[0, 2999, "A"]]))
    assert frame["checked"].sum() == 0


def test_of_several_checked_labels_the_first_by_name_counts_and_is_noticed():
    checks = [[0, 0, "PER"], [0, 0, "ORG"], [2, 2, "PER"], [2, 2, "PER"]]
    found = checked(GOLD, SPANS, checks)
    assert counts(found["mention", "assigned", "PER"]) == (0, 1, 1)
    made = typed(12, GOLD, [])
    assert labelled_twice(labelled(made.project.gold, checks)) == 1


def test_checked_labels_like_the_assigned_ones_are_perfect():
    found = checked(GOLD, SPANS, SPANS)
    assert {row["f1"] for row in found.values() if row["checked"]} == {100}


def test_skipped_documents_are_not_checked():
    word = frozenset([0])
    doc = {"n": 1, "sents": [0], "tags": ["_"], "heads": None, "genre": "", "sides": [[[word]], []], "labels": [(word, "PER")]}
    docs = [doc | {"id": name} for name in "ab"]
    made = typed_random.typed(docs)
    made = replace(made, project=replace(made.project, skipped={0: AlignmentError("s", None, "it differs", "Mend it.")}))
    labels = typed_random.labels_of(docs, made.project.gold)
    frame = check_labels(made, assign_all(made, labels, None, 0.5), labels)
    assert set(frame["checked"]) == {1}


def noise(probability, draws=20, spans=SPANS):
    made = typed(12, GOLD, [[[0, 0], [2, 2]], [[4, 4], [6, 7], [9, 9]]])
    return noise_effect(made, labelled(made.project.gold, spans), TypedOptions(), probability, draws)


def test_without_noise_nothing_moves():
    frame = noise(0.0, draws=3)
    assert list(frame) == list(NOISE_COLUMNS)
    assert set(frame["metric"]) == {"mention", "link"}
    assert set(frame["group"]) == {"FOOD", "LOC", "ORG", "PER", "none", "micro", "macro"}
    for column in ("mean", "lowest", "highest"):
        np.testing.assert_allclose(frame[column], frame["score"])


def test_noise_moves_classes_and_not_the_sum():
    frame = noise(1.0).set_index(["metric", "group"])
    assert frame.loc[("mention", "micro"), ["lowest", "highest"]].tolist() == [frame.loc[("mention", "micro"), "score"]] * 2
    moved = frame.loc[("mention", "PER")]
    assert moved["lowest"] < moved["score"] or moved["highest"] > moved["score"]
    assert (frame["lowest"].dropna() <= frame["mean"].dropna() + 1e-9).all()
    assert (frame["mean"].dropna() <= frame["highest"].dropna() + 1e-9).all()


def test_draws_in_which_a_class_is_gone_are_left_out():
    frame = noise(1.0).set_index(["metric", "group"])
    assert 0 < frame.loc[("mention", "FOOD"), "draws"] < 20
    assert frame.loc[("mention", "micro"), "draws"] == 20
    assert frame.loc[("mention", "macro"), "draws"] == 20


def test_no_draws_and_no_labels():
    assert noise(0.5, draws=0)[["mean", "lowest", "highest"]].isna().all(axis=None)
    assert set(noise(0.5, draws=2, spans=[])["group"]) == {"none", "micro", "macro"}


def test_noise_on_the_command_line():
    sample = ["typed", "--gold", str(SAMPLE / "gold.conllu"), "--pred", str(SAMPLE / "wharf-base.conllu")]
    done = CliRunner().invoke(main, [*sample, "--label-noise", "0.5", "--resamples", "0", "--json", "-"], catch_exceptions=False)
    rows = json.loads(done.output)["alignment"]["label_noise"]
    macro = next(row for row in rows if row["group"] == "macro" and row["metric"] == "link")
    assert macro["draws"] == 20 and macro["lowest"] < macro["mean"] < macro["highest"]
    micro = next(row for row in rows if row["group"] == "micro" and row["metric"] == "mention")
    assert micro["lowest"] == micro["highest"] == micro["score"]  # a label says nothing of whether a mention is found


def test_labels_that_lie_over_all_mentions_end_in_a_message(tmp_path):
    n = 5000
    nest = [[k, 2 * n - 1 - k] for k in range(n)]
    gold = {"doc_key": "d", "sentences": [["w"] * (2 * n)], "clusters": [[span] for span in nest]}
    labels = {"id": "d", "tokens": ["w"] * (2 * n), "spans": [[first, last + 1, "X"] for first, last in nest]}
    for name, record in (("gold", gold), ("labels", labels)):
        (tmp_path / f"{name}.jsonl").write_text(json.dumps(record), encoding="utf-8")
    files = [str(tmp_path / "gold.jsonl")] * 2
    done = CliRunner().invoke(main, ["typed", "--gold", files[0], "--pred", files[1], "--labels", str(tmp_path / "labels.jsonl")])
    assert isinstance(done.exception, AlignmentError) and "in more than 10,000,000 pairs" in str(done.exception)
