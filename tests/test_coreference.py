"""Coreference counts: worked examples of the papers, brute force, and what must hold for any corpus."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from metrics import (
    METRICS,
    CoreferenceOptions,
    align_systems,
    count_baselines,
    count_systems,
    formulas,
    score,
)
from tests import brute
from tests.making import corpus

EXACT = CoreferenceOptions(match="exact", resamples=0)


def counted(gold, predicted, policies=("keep", "drop")):
    """Counts of documents given as lists of clusters; the first input keeps singletons."""
    project = align_systems(corpus(gold, name="gold"), [corpus(predicted, name="system")])
    return count_systems(project, EXACT, policies)


def entities(text):
    """{abc}{de} as clusters of one-token mentions."""
    return [[(ord(c) - 48, ord(c) - 47) for c in part] for part in text.strip("{}").split("}{")] if text else []


def scores(gold, predicted):
    table = counted([[*map(list, entities(gold))]], [[*map(list, entities(predicted))]], ["keep"])
    total = table.values[:, 0].sum(axis=0)
    return {m: score(m, total, table.columns) for m in METRICS}


def made(gold, predicted):
    return counted([entities_wide(gold)], [entities_wide(predicted)], ["keep"])


def entities_wide(text):
    return entities(text)


EXAMPLES = [
    ("{abcd}", "{ab}{cd}", {"MUC": (2 / 2, 2 / 3)}),
    ("{abc}", "{ac}", {"MUC": (1, 1 / 2)}),
    ("{bcdeghj}", "{abc}{def}{ghi}", {"MUC": (3 / 6, 3 / 6)}),
    ("{abc}{defg}", "{ab}{cd}{fgh}", {"MUC": (2 / 4, 2 / 5)}),
    (
        "{abc}{defg}",
        "{ab}{cd}{fghi}",
        {
            "MUC": (0.40, 0.40, 0.40),
            "B³": (0.5, 0.4167, 0.4545),
            "CEAFm": (0.5, 0.5714, 0.5333),
            "CEAFe": (0.4333, 0.65, 0.52),
            "BLANC": (0.3250, 0.4444, 0.3676),
            "LEA": (0.3333, 0.2381, 0.2778),
            "mentions": (6 / 8, 6 / 7),
        },
    ),
]
LUO = "{12345}{67}{89ABC}"
LUO_EXAMPLES = [
    ("{12345}{6789ABC}", {"MUC": 0.9474, "B³": 0.8649, "CEAFm": 0.8333, "CEAFe": 0.7333}),
    ("{1234589ABC}{67}", {"MUC": 0.9474, "B³": 0.7368, "CEAFm": 0.5833, "CEAFe": 0.6667}),
    ("{123456789ABC}", {"MUC": 0.9000, "B³": 0.5455, "CEAFm": 0.4167, "CEAFe": 0.2941}),
    ("{1}{2}{3}{4}{5}{6}{7}{8}{9}{A}{B}{C}", {"B³": 0.4000, "CEAFm": 0.2500, "CEAFe": 0.1778}),
]


@pytest.mark.parametrize(("gold", "predicted", "expected"), EXAMPLES)
def test_worked_examples(gold, predicted, expected):
    found = scores(gold, predicted)
    for metric, values in expected.items():
        assert [float(x) for x in found[metric]][: len(values)] == pytest.approx(values, abs=5e-5), metric


@pytest.mark.parametrize(("predicted", "expected"), LUO_EXAMPLES)
def test_the_examples_of_luo_2005(predicted, expected):
    found = scores(LUO, predicted)
    assert {m: float(found[m].f1) for m in expected} == pytest.approx(expected, abs=5e-5)


def test_singletons_alone_have_no_muc_links():
    table = counted([entities(LUO)], [entities("{1}{2}{3}{4}{5}{6}{7}{8}{9}{A}{B}{C}")], ["keep"])
    assert table.values[0, 0, table.columns["MUC"]].tolist() == [0, 0, 0, 9]
    found = score("MUC", table.values[0, 0], table.columns)
    assert np.isnan(found.precision)
    assert (found.recall, found.f1) == (0, 0)


def test_mention_detection_over_all_mentions():
    table = counted([[[(0, 1), (1, 2)], [(2, 3)], [(3, 4)], [(4, 5)]]], [[[(0, 1), (1, 2)], [(2, 3)], [(7, 8)]]])
    assert [100 * float(x) for x in score("mentions", table.values[0, 0], table.columns)] == pytest.approx([75, 60, 66.6666667])


def test_all_singletons_against_themselves():
    table = counted([entities("{1}{2}{3}")], [entities("{1}{2}{3}")])
    assert 100 * float(score("CoNLL", table.values[0, 0], table.columns).f1) == pytest.approx(66.6666667)
    assert np.isnan(score("CoNLL", table.values[0, 1], table.columns).f1)


ranges = st.tuples(st.integers(0, 9), st.integers(1, 3)).map(lambda p: (p[0], p[0] + p[1]))


@st.composite
def partitions(draw, most=6):
    """Clusters of distinct ranges."""
    found = draw(st.lists(ranges, unique=True, max_size=most))
    where = [draw(st.integers(0, 3)) for _ in found]
    return [[m for m, k in zip(found, where, strict=True) if k == c] for c in sorted(set(where))]


documents = st.lists(st.tuples(partitions(), partitions()), min_size=1, max_size=3)


def brute_counts(gold, predicted, drop):
    keep = [[set(c) for c in side if len(c) > drop] for side in (gold, predicted)]
    return brute.counts(*keep)


@given(documents)
def test_counts_are_those_of_the_textbook(pairs):
    table = counted([g for g, _ in pairs], [p for _, p in pairs])
    for n, (gold, predicted) in enumerate(pairs):
        for k, drop in enumerate((0, 1)):
            expected = brute_counts(gold, predicted, drop)
            for metric, where in table.columns.items():
                assert table.values[n, k, where].tolist() == pytest.approx(expected[metric]), metric


@given(st.lists(partitions(most=8), min_size=1, max_size=3))
def test_identity_scores_one(side):
    table = counted(side, side)
    for k in range(2):
        total = table.values[:, k].sum(axis=0)
        for metric in table.columns:
            found = [float(x) for x in score(metric, total, table.columns) if not np.isnan(x)]
            assert found == pytest.approx([1.0] * len(found))


@given(documents)
def test_exchanging_the_sides_exchanges_precision_and_recall(pairs):
    table = counted([g for g, _ in pairs], [p for _, p in pairs])
    swapped = counted([p for _, p in pairs], [g for g, _ in pairs])
    for metric in table.columns:
        if metric != "BLANC":
            there, back = (t.values[..., t.columns[metric]] for t in (table, swapped))
            np.testing.assert_allclose(there[..., [2, 3, 0, 1]], back, atol=1e-9)


@given(documents, st.randoms(use_true_random=False))
def test_order_and_numbers_of_entities_change_nothing(pairs, random):
    before = counted([g for g, _ in pairs], [p for _, p in pairs])
    mixed = []
    for gold, predicted in pairs:
        sides = []
        for side in (gold, predicted):
            clusters = [random.sample(c, len(c)) for c in side]
            random.shuffle(clusters)
            sides.append(clusters)
        mixed.append(sides)
    after = counted([g for g, _ in mixed], [p for _, p in mixed])
    np.testing.assert_allclose(before.values, after.values, atol=1e-9)


@given(documents, documents)
def test_counts_of_two_corpora_together_are_their_sum(one, other):
    together = counted([g for g, _ in one + other], [p for _, p in one + other]).values
    apart = [counted([g for g, _ in side], [p for _, p in side]).values for side in (one, other)]
    np.testing.assert_allclose(together, np.concatenate(apart), atol=1e-9)


@given(documents)
def test_the_order_of_documents_changes_nothing(pairs):
    gold, predicted = [g for g, _ in pairs], [p for _, p in pairs]
    ids = [f"d{k}" for k in range(len(pairs))]
    project = align_systems(corpus(gold, name="gold", ids=ids), [corpus(predicted[::-1], name="system", ids=ids[::-1])])
    np.testing.assert_allclose(count_systems(project, EXACT).values, counted(gold, predicted).values, atol=1e-9)


@given(st.lists(partitions(most=8), min_size=1, max_size=3))
def test_baselines(side):
    project = align_systems(corpus(side, name="gold"), [corpus(side, name="system")])
    table = count_baselines(project)
    total = table.values.sum(axis=0)
    at = {name: total[k] for k, name in enumerate(table.inputs)}
    assert at["all singletons", "keep"][table.columns["MUC"]][[0, 2]].tolist() == [0, 0]
    assert at["all singletons", "drop"][table.columns["mentions"]][:2].tolist() == [0, 0]
    muc = at["one entity", "keep"][table.columns["MUC"]]
    assert muc[2] == muc[3]


@settings(max_examples=20)
@given(st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7), st.integers(1, 5)), min_size=1, max_size=30))
def test_ceaf_of_large_components_is_the_solvers(cells):
    from scipy.optimize import linear_sum_assignment

    from metrics.ceaf import best_alignment
    from metrics.overlap import Overlap

    matrix = np.zeros((8, 8))
    for left, right, n in cells:
        matrix[left, right] = n
    left, right = np.nonzero(matrix)
    sizes, doc = matrix.sum(axis=1).astype(int) + 1, np.zeros(8, int)
    table = Overlap(sizes, doc, left, matrix[left, right].astype(int), right, matrix.sum(axis=0).astype(int) + 1, doc, 1)
    (found,) = best_alignment(table, table.n)
    assert found[0] == matrix[linear_sum_assignment(matrix, maximize=True)].sum()


def test_blanc_leaves_out_what_gold_has_none_of():
    only_links = np.array([1, 2, 1, 1, 0, 3, 0, 0], float)
    assert [float(x) for x in formulas.blanc(only_links)] == pytest.approx([0.5, 1, 2 / 3])
    neither = np.array([0, 2, 0, 0, 0, 3, 0, 0], float)
    assert np.isnan(formulas.blanc(neither)).all()
