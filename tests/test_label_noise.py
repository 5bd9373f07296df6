"""Label noise: its first draws by hand, its share against the binomial distribution, its slow twin."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from metrics.label_noise import expected_change, noisy
from tests.test_draws import splitmix

SEED = 20260101
CODES = st.lists(st.integers(-1, 4), max_size=40).map(lambda codes: np.array(codes, np.int32))
CHANCES = st.sampled_from([0.0, 0.1, 0.25, 0.9, 1.0])


def slow(codes: list[int], probability: float, seed: int) -> list[int]:
    labelled = [code for code in codes if code >= 0]
    found, i = [], 0
    for code in codes:
        if code >= 0:
            high, low = divmod(splitmix(seed, i), 2**32)
            i += 1
            code = labelled[len(labelled) * low >> 32] if high < probability * 2**32 else code
        found.append(code)
    return found


def test_the_first_draws():
    # The stream begins f2acd20e|c0fad03a 2c482c33|d2ab04c6 c0fa83c1|251e50b4: shares .948 .173 .754, spans 7 8 1 of ten.
    codes = np.arange(10)
    assert noisy(codes, 0.1, SEED)[:3].tolist() == [0, 1, 2]
    assert noisy(codes, 0.5, SEED)[:3].tolist() == [0, 8, 2]
    assert noisy(codes, 0.8, SEED)[:3].tolist() == [0, 8, 1]
    assert noisy(codes, 0.95, SEED)[:3].tolist() == [7, 8, 1]


@given(CODES, CHANCES, st.integers(0, 2**64 - 1))
def test_it_is_the_plain_reading_of_its_definition(codes, probability, seed):
    before = codes.copy()
    found = noisy(codes, probability, seed)
    assert found.tolist() == slow(codes.tolist(), probability, seed)
    assert (found.dtype, codes.tolist()) == (codes.dtype, before.tolist())


@pytest.mark.parametrize("probability", [0.01, 0.1, 0.5, 1.0])
def test_the_share_that_changes_is_the_expected_one(probability):
    n = 200_000
    codes = np.repeat([0, 1, 2, 3], [n // 2, n // 4, n // 5, n // 20])
    share = expected_change(codes, probability)
    assert share == pytest.approx(probability * (1 - (0.25 + 0.0625 + 0.04 + 0.0025)))
    changed = int((noisy(codes, probability, SEED) != codes).sum())
    low, high = stats.binom.interval(0.9999, n, share)  # the draws of different spans are independent
    assert low <= changed <= high


def test_replaced_labels_follow_the_distribution_of_labels():
    codes = np.repeat([0, 1, 2], [70_000, 20_000, 10_000])
    counts = np.bincount(noisy(codes, 1.0, SEED))
    assert stats.chisquare(counts, [70_000, 20_000, 10_000]).pvalue > 1e-4


def test_no_noise_changes_nothing_and_one_label_stays():
    codes = np.array([2, 0, -1, 1])
    assert noisy(codes, 0.0, SEED).tolist() == codes.tolist()
    assert noisy(np.array([3, -1, 3]), 1.0, SEED).tolist() == [3, -1, 3]
    assert noisy(np.array([-1, -1]), 1.0, SEED).tolist() == [-1, -1]
    assert expected_change(np.array([-1]), 1.0) == 0.0


@pytest.mark.parametrize("probability", [-0.1, 1.1, float("nan")])
def test_a_probability_outside_0_to_1_is_refused(probability):
    with pytest.raises(ValueError, match="probability must be"):
        noisy(np.array([0]), probability, SEED)
