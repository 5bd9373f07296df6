"""Errors and mending against a twin that writes entities out as sets; and what must hold of any output."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

from metrics import results
from metrics.errors.failures import analyse, failures
from metrics.errors.grouped import count_by_group, document_gains, group_gains
from metrics.errors.mending import MENDING, ORDER, count_mended, every, output_of
from metrics.errors.summary import count_errors
from metrics.errors.text import is_pronoun
from metrics.errors.types import OPERATIONS, TYPES, errors, operations
from metrics.options import TypedOptions
from tests import brute_errors
from tests.typed_random import projects, typed

POLICIES = ("keep", "drop")
QUIET = TypedOptions(resamples=0)
checked = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def entities(output, doc, name):
    """The entities of one document as sets of names of mentions."""
    found = {}
    for k in np.flatnonzero(output.doc == doc):
        found.setdefault(output.entity[k], set()).add(name(output, k))
    return list(found.values())


def sides(analysis, number, doc):
    """Gold's and the system's entities of a document, mentions named by their place in the text, and the pronouns.

    A span error has gold's name: the twin takes spans as fixed.
    """
    one = analysis.compared[number]
    rank = [{int(m): k for k, m in enumerate(order)} for order in one.order]
    n = len(one.gold.mentions)
    place = {}  # of gold's mentions and the system's on one line of the text

    def standing(side, m, whose):
        first, last = side.place()
        return int(first[m]), int(last[m]), whose, int(m)

    def name(m):
        return standing(one.gold, one.match[m], 0) if one.match[m] >= 0 else standing(one.side, m, 1)

    gold = {}
    for m in np.flatnonzero(one.gold.mentions.doc == doc):
        gold.setdefault(one.gold.mentions.entity[m], set()).add(standing(one.gold, m, 0))
    predicted = {}
    for m in np.flatnonzero(one.side.mentions.doc == doc):
        predicted.setdefault(one.side.mentions.entity[m], set()).add(name(m))
    ours, theirs = is_pronoun(analysis.codes[0]), is_pronoun(analysis.codes[number + 1])
    pronouns = {standing(one.gold, m, 0) for m in np.flatnonzero(ours)}
    pronouns |= {standing(one.side, m, 1) for m in np.flatnonzero(theirs) if one.match[m] < 0}
    assert n == len(rank[0]) and not place
    return list(gold.values()), list(predicted.values()), pronouns, name, standing


@checked
@given(projects())
@pytest.mark.parametrize("policy", POLICIES)
def test_errors_and_operations(policy, docs):
    analysis = analyse(typed(docs), policy)
    for number, one in enumerate(analysis.compared):
        found = errors(one)
        for doc in range(len(docs)):
            gold, predicted, pronouns, *_ = sides(analysis, number, doc)
            counted, listed, steps = brute_errors.errors(gold, predicted, pronouns)
            here = found[(found["doc"] == doc) & (found["type"] != 0)]
            assert Counter(TYPES[k] for k in here.loc[here["counted"], "type"]) == counted
            assert Counter(TYPES[k] for k in here["type"]) == listed
            told = dict(zip(OPERATIONS, operations(one)[doc], strict=True))
            assert {name: told[name] for name in steps} == steps


@checked
@given(projects())
@pytest.mark.parametrize("policy", POLICIES)
def test_mending_moves_what_the_errors_name(policy, docs):
    analysis = analyse(typed(docs), policy)
    for number, one in enumerate(analysis.compared):
        start = MENDING["span error"](output_of(one), one, every(one))
        for doc in range(len(docs)):
            gold, predicted, pronouns, name, standing = sides(analysis, number, doc)

            def named(output, k, one=one, name=name, standing=standing):
                return name(output.own[k]) if output.own[k] >= 0 else standing(one.gold, output.gold[k], 0)

            for kind in TYPES[1:]:
                mended = entities(MENDING[kind](start, one, every(one)), doc, named)
                expected = brute_errors.mend(kind, gold, predicted, pronouns, predicted)
                assert sorted(map(sorted, mended)) == sorted(map(sorted, expected)), kind


@checked
@given(projects())
@pytest.mark.parametrize("policy", POLICIES)
def test_everything_mended_is_gold(policy, docs):
    analysis = analyse(typed(docs), policy)
    _, sequence = count_mended(analysis.typed, analysis.compared, policy)
    scores = results.scores(sequence, QUIET, ["MUC", "B³", "CEAFe"])
    last = scores[scores["singletons"] == ORDER[-1]]
    assert (last["f1"].isna() | (last["f1"] > 100 - 1e-9)).all()


def test_mending_one_group_that_holds_all_errors_makes_gold_and_empty_ones_are_left_out():
    docs = [
        {"n": 4, "sents": [0] * 4, "tags": ["NN"] * 4, "heads": None, "genre": "", "labels": [], "id": f"d{k}"} for k in range(7)
    ]
    for doc in docs:
        doc["sides"] = [
            [[frozenset([0]), frozenset([1])], [frozenset([2])]],
            [[frozenset([0]), frozenset([2])], [frozenset([3])]],
        ]
    analysis = analyse(typed(docs), "keep")
    one, other = ([np.full(len(code), k) for code in analysis.codes] for k in (0, 1))
    names = ("none", "other")  # "none" is a name like any other
    before = results.scores(count_mended(analysis.typed, analysis.compared, "keep")[0], QUIET, ["CoNLL"])["f1"].iloc[0]
    whole = (analysis.typed.gold, *analysis.typed.systems)
    split = [(side.mentions.doc == 0).astype(int) for side in whole]  # the first document is of the other
    found = group_gains(count_by_group(analysis, names, split), TypedOptions(resamples=100))
    assert found["group"].tolist() == ["none", "other"] and 0 < found["gain"].iloc[0] < 100 - before
    for codes, name in ((one, "none"), (other, "other")):
        found = group_gains(count_by_group(analysis, names, codes), TypedOptions(resamples=100))
        assert found["group"].tolist() == [name] and found["gain"].tolist() == pytest.approx([100 - before])
        assert found[["low", "high"]].to_numpy() == pytest.approx(100 - before)  # all documents are alike


@checked
@given(projects())
@pytest.mark.parametrize("policy", POLICIES)
def test_a_documents_gain_is_that_of_mending_its_errors_alone(policy, docs):
    analysis = analyse(typed(docs), policy)
    found = document_gains(analysis).set_index(["system", "group"])["gain"]
    codes = [analysis.typed.gold.mentions.doc, *(side.mentions.doc for side in analysis.typed.systems)]
    names = analysis.typed.project.gold.documents["doc_id"].tolist()
    by_hand = group_gains(count_by_group(analysis, names, codes), QUIET).set_index(["system", "group"])["gain"]
    kept = by_hand.reindex(found.index)  # a document without any mention is no group, and brings nothing
    assert kept.fillna(0).to_numpy() == pytest.approx(found.fillna(0).to_numpy(), abs=1e-9)


@checked
@given(projects())
def test_gold_itself_has_no_errors(docs):
    made = typed([doc | {"sides": [doc["sides"][0]] * 2} for doc in docs])
    analysis = analyse(made, "keep")
    assert not count_errors(analysis).any()
    assert failures(analysis).empty


@checked
@given(projects())
def test_every_failure_is_in_one_row_and_shared_both_ways(docs):
    analysis = analyse(typed(docs), "keep")
    table = failures(analysis)
    assert len(table) == sum(len(errors(one)) for one in analysis.compared)
    by_error = table.groupby("error")["system"].agg(set)
    for row in table.itertuples():
        assert set(row.shared) == by_error[row.error] - {row.system}


def test_a_project_twice_has_twice_the_errors():
    docs = [{"n": 4, "sents": [0] * 4, "tags": ["NN"] * 4, "heads": None, "genre": "", "labels": [], "id": "d0"}]
    docs[0]["sides"] = [
        [[frozenset([0]), frozenset([1])], [frozenset([2])]],
        [[frozenset([0]), frozenset([2])], [frozenset([3])]],
    ]
    once = count_errors(analyse(typed(docs), "keep"))
    twice = count_errors(analyse(typed([docs[0], docs[0] | {"id": "d1"}]), "keep"))
    assert np.array_equal(twice, np.concatenate([once, once]))
    assert dict(zip(TYPES, once[0, 0], strict=True)) == {
        "span error": 0,
        "conflated entities": 1,  # w2 leaves w0's entity
        "extra mention": 1,  # w3
        "extra entity": 0,
        "divided entity": 0,
        "missing mention": 1,  # w1
        "missing entity": 0,
    }
