"""Typed scores against cases that were worked by hand."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from metrics.macro import Mean, mean_scores
from metrics.options import TypedOptions
from metrics.typed.assign import majority
from metrics.typed.counts import MICRO, count_groups
from metrics.typed.coverage import GOLD, count_coverage, shared_mentions
from metrics.typed.project import assign_all, class_groups
from metrics.typed.rows import with_support
from tests.reference import DATA, golden
from tests.typed_cases import labelled, typed

CASES = {case["name"]: case for case in golden(DATA / "coref" / "typed_cases.json")["cases"]}
POLICIES = ("gold-first", "own", "strict")


@pytest.fixture(params=CASES)
def case(request):
    return CASES[request.param]


def read(case):
    made = typed(case["tokens"], case["gold"], case["system"])
    gold = made.project.gold
    predicted = labelled(gold, case["labels_pred"]) if "labels_pred" in case else None
    return made, assign_all(made, labelled(gold, case["labels"]), predicted, 0.5)


def in_file_order(made, values):
    """Values of gold's mentions in the order of the clusters in the file."""
    mentions = made.gold.mentions
    number = {(s, e): k for k, (s, e) in enumerate(zip(*(p >> 10 for p in made.gold.place()), strict=True))}
    rows = [number[first + 1, last + 1] for cluster in clusters(made) for first, last in cluster]
    assert sorted(rows) == list(range(len(mentions)))
    return [values[row] for row in rows]


def clusters(made):
    spans = made.project.gold.spans
    found = {}
    for entity, start, end in zip(spans["entity"], spans["start"], spans["end"], strict=True):
        found.setdefault(entity, []).append((start, end - 1))
    return found.values()


def test_labels_of_mentions(case):
    made, found = read(case)
    told = [
        None if code < 0 else f"{found.names[code]} {Fraction(share).limit_denominator(1000)}"
        for code, share in zip(found.gold.label, found.gold.share, strict=True)
    ]
    assert in_file_order(made, told) == case["gold_labels"]


def test_labels_of_entities(case):
    made, found = read(case)
    sides = {"gold_entities": (made.gold, found.gold), "pred_entities": (made.systems[0], found.systems[0])}
    for key, (side, own) in sides.items():
        of_entity = [*found.names, "none"]
        told = [of_entity[code] for code in majority(side.mentions, own)]
        first = {}  # entities in the order of their first mention
        for entity in side.mentions.entity[np.lexsort(side.place()[::-1])]:
            first.setdefault(entity, told[entity])
        assert sorted(first.values()) == sorted(case[key])


def test_coverage(case):
    made, found = read(case)
    counts = count_coverage(made, {"labels": found})
    for side, key in ((GOLD, "gold"), ("s0", "pred")):
        values = counts.values[:, counts.inputs.index((side, "labels"))].sum(axis=0)
        (before, total), (after, _) = values[counts.columns["before"]], values[counts.columns["after"]]
        assert [before, after, total] == case["coverage"][key]


def test_shared_mentions(case):
    made, _ = read(case)
    assert shared_mentions(made)[["shared", "gold", "predicted"]].to_numpy().tolist() == [case["shared"]]


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("kind", ["mention", "link", "link_all"])
def test_counts(case, kind, policy):
    if kind not in case:
        pytest.skip("the case has no pairs of all mentions")
    made, found = read(case)
    options = TypedOptions(policy=policy, link_mentions="all" if kind == "link_all" else "own")
    counts = count_groups(made, class_groups(made, found), options)
    metric = "mention" if kind == "mention" else "link"
    expected = dict(case[kind][policy])
    macro = expected.pop("macro_f1", None)
    for k, (_, name) in enumerate(counts.inputs):
        p_num, p_den, r_num, r_den = counts.values[:, k, counts.columns[metric]].sum(axis=0)
        assert [r_num, r_den, p_num, p_den] == expected.get(name, [0, 0, 0, 0]), name
    assert MICRO in expected
    (row,) = mean_scores(counts, options, Mean(metric, with_support(counts, metric))).to_dict("records")
    assert row["f1"] / 100 == pytest.approx(macro) if macro is not None else np.isnan(row["f1"])
