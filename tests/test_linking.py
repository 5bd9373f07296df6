"""Linking over the mentions that gold and both systems share."""

import numpy as np
import pytest

import metrics as m
from metrics import CoreferenceOptions
from metrics.linking import count_linking
from tests.evaluated import evaluated
from tests.making import corpus

EXACT = CoreferenceOptions("exact", resamples=0)


def counted(gold, first, second):
    project = m.align_systems(corpus([gold]), [corpus([first]), corpus([second])], ["a", "b"])
    counts = count_linking(project, EXACT, ("a", "b"))
    return {name: counts.values[0, :, columns].tolist() for name, columns in counts.columns.items()}


def test_missed_mentions_take_nothing_from_linking():
    gold = [[(0, 1), (4, 5), (8, 9)], [(12, 13), (16, 17)]]
    found = counted(gold, gold, [[(0, 1), (4, 5)], [(12, 13), (16, 17)], [(20, 21)]])
    assert found["LEA"] == [[4, 4, 4, 4]] * 2  # (8, 9) and (20, 21) are not shared
    assert found["MUC"] == [[2, 2, 2, 2]] * 2


def test_wrong_links_of_shared_mentions_are_counted():
    gold = [[(0, 1), (4, 5)], [(8, 9), (12, 13)]]
    found = counted(gold, [[(0, 1), (4, 5)], [(8, 9), (12, 13)]], [[(0, 1), (4, 5), (8, 9)], [(12, 13)]])
    assert found["LEA"] == [[4, 4, 4, 4], [1, 4, 2, 4]]  # 3 · 1/3 of the system's, 2 · 1 of gold's
    assert found["MUC"] == [[2, 2, 2, 2], [1, 2, 1, 2]]


def test_systems_without_a_common_mention_have_no_score():
    found = counted([[(0, 1), (4, 5)]], [[(0, 1)]], [[(4, 5)]])
    assert found["LEA"] == [[0, 0, 0, 0]] * 2


def test_against_dictionaries():
    """The twin: entities as sets, in the order of nothing."""
    found = evaluated(n_docs=12)
    options = CoreferenceOptions("exact", resamples=0)
    counts = count_linking(found.project, options, found.systems.pair)
    sides = [sets(found.project.gold), *(sets(s) for s in found.project.systems)]
    for k, unit in enumerate(counts.units):
        gold, first, second = (side[unit] for side in sides)
        shared = set().union(*gold) & set().union(*first) & set().union(*second)
        for number, side in enumerate((first, second)):
            ours, theirs = ([e & shared for e in entities if e & shared] for entities in (gold, side))
            p_num, p_den, r_num, r_den = counts.values[k, number, counts.columns["LEA"]]
            assert (p_den, r_den) == (len(shared), len(shared))
            assert r_num == pytest.approx(lea(ours, theirs))
            assert p_num == pytest.approx(lea(theirs, ours))


def sets(made):
    spans = made.spans
    return {
        doc: [set(zip(e["start"], e["end"], strict=True)) for _, e in rows.groupby("entity")]
        for doc, rows in spans.groupby("doc_id", observed=False)
    }


def lea(ours, theirs):
    total = 0.0
    for entity in ours:
        if len(entity) == 1:
            total += any(other == entity for other in theirs)
        else:
            pairs = sum(len(entity & other) * (len(entity & other) - 1) / 2 for other in theirs)
            total += len(entity) * pairs / (len(entity) * (len(entity) - 1) / 2)
    return total


def test_equal_systems_do_not_differ_and_skipped_documents_are_left_out():
    gold = corpus([[[(0, 1), (4, 5)]], [[(8, 9), (2, 3)]]])
    project = m.align_systems(gold, [gold, gold], ["a", "b"])
    project = m.Project(project.gold, project.systems, project.names, project.alignments, {0: ValueError("odd")})
    counts = count_linking(project, EXACT, ("a", "b"))
    assert counts.units == ("d1",)
    found = m.differences(counts, EXACT, [(0, 1)])
    np.testing.assert_array_equal(found["value"], [0.0, 0.0])
