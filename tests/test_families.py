"""Families of comparisons, few units and references, by hand."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.families import count_units, enough, holm, within_noise

P = st.floats(0, 1)


def test_units_are_those_with_a_denominator():
    p_den = np.array([[1, 0], [0, 0], [0, 0], [2, 3]])
    r_den = np.array([[1, 0], [0, 0], [4, 0], [0, 1]])
    assert count_units(p_den, r_den).tolist() == [3, 1]
    assert count_units(p_den[:, 1]) == 1


@pytest.mark.parametrize("units, reason", [(0, "only 0 units"), (1, "only 1 unit"), (5, "only 5 units"), (6, None), (30, None)])
def test_under_six_units_there_is_a_reason(units, reason):
    assert enough(units)[0] == reason


@pytest.mark.parametrize("units, cautioned", [(5, False), (6, True), (29, True), (30, False)])
def test_under_thirty_units_there_is_a_caution(units, cautioned):
    caution = enough(units)[1]
    assert (caution is not None) == cautioned
    if cautioned:
        assert caution.startswith(f"only {units} units") and "too narrow" in caution


def test_holm_by_hand():
    # m = 4; sorted .005 .01 .03 .04 times 4 3 2 1 is .02 .03 .06 .04; the last may not fall below .06
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])


def test_holm_leaves_what_is_missing_and_does_not_count_it():
    found = holm([None, 0.02, float("nan"), 0.5])
    assert found[0] is None and np.isnan(found[2])
    assert found[1::2] == pytest.approx([0.04, 0.5])


def test_holm_stops_at_one_and_takes_an_empty_family():
    assert holm([0.6, 0.7]) == [1.0, 1.0]
    assert holm([]) == []


@given(st.lists(P, min_size=1, max_size=12))
def test_holm_as_defined_and_never_below_p(p):
    order, highest, expected = sorted(range(len(p)), key=lambda i: p[i]), 0.0, {}
    for rank, i in enumerate(order):
        highest = max(highest, min(1.0, (len(p) - rank) * p[i]))
        expected[i] = highest
    found = holm(p)
    assert found == [expected[i] for i in range(len(p))]
    assert all(adjusted >= x for adjusted, x in zip(found, p, strict=True))


@given(st.lists(P, min_size=2, max_size=8), st.randoms())
def test_holm_does_not_depend_on_order(p, shuffler):
    order = list(range(len(p)))
    shuffler.shuffle(order)
    found = holm(p)
    assert holm([p[i] for i in order]) == [found[i] for i in order]


@pytest.mark.parametrize(
    "reference, expected",
    [(68.0, True), (72.0, True), (67.9, False), (72.1, False)],
)
def test_a_published_number_inside_our_interval(reference, expected):
    assert within_noise(70.0, 68.0, 72.0, reference) is expected


def test_a_published_number_half_a_point_away():
    assert within_noise(64.4, 64.3, 64.5, 63.9) is True  # 64.4 - 63.9 is above 0.5 in binary
    assert within_noise(70.3, 70.2, 70.4, 69.79) is False
    assert within_noise(70.3, None, None, 70.5) is True
    assert within_noise(70.3, None, None, 71.0) is False


@pytest.mark.parametrize(
    "ref_low, ref_high, expected",
    [(72.0, 75.0, True), (72.1, 75.0, False), (60.0, 68.0, True), (60.0, 67.9, False), (60.0, 80.0, True)],
)
def test_two_intervals_must_overlap(ref_low, ref_high, expected):
    assert within_noise(70.0, 68.0, 72.0, 70.0, ref_low, ref_high) is expected


@pytest.mark.parametrize("score, reference", [(None, 70.0), (70.0, None), (float("nan"), 70.0)])
def test_nothing_is_said_of_what_is_missing(score, reference):
    assert within_noise(score, 68.0, 72.0, reference) is None
