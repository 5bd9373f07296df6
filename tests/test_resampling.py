"""Resampling against its definition, scipy and theory."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from metrics import draws, resampling
from metrics.resampling import interval_entries, p_value, percentile, randomise, resample, swapped_sums, undefined_reason

SEED = 20260101
COUNTS = arrays.arrays(np.float64, st.tuples(st.integers(1, 25), st.integers(1, 4)), elements=st.integers(0, 9))
PAIRS = st.integers(1, 25).flatmap(
    lambda n: st.tuples(*[arrays.arrays(np.float64, (n, 2), elements=st.integers(0, 5)) for _ in range(2)])
)


def ratio(sums):
    """Precision-like: 0/0 is undefined."""
    num, den = np.moveaxis(sums, -1, 0)
    return np.divide(num, den, out=np.full(np.shape(num), np.nan), where=den != 0)


def mean(sums):
    return sums[..., 0] / sums[..., 1]


def with_ones(values):
    return np.stack([values, np.ones_like(values)], axis=-1)


# Bootstrap


@given(COUNTS)
@settings(max_examples=30, deadline=None)
def test_sums_are_those_of_the_units_drawn(counts):
    n = len(counts)
    expected = [counts[draws.unit_draws(n, b * n, n, SEED)].sum(axis=0) for b in range(100)]
    assert resample(counts, resamples=100, seed=SEED).tolist() == np.array(expected).tolist()


@given(COUNTS)
@settings(max_examples=30, deadline=None)
def test_weights_of_one_give_the_sums(counts):
    def ones(n_units, resamples, seed, classes):
        yield 0, np.ones((resamples, n_units))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(draws, "weights", ones)
        assert (resample(counts, resamples=100, seed=SEED) == counts.sum(axis=0)).all()


def test_all_systems_and_metrics_share_the_draws():
    counts = np.random.default_rng(1).integers(0, 9, (40, 3, 2, 4)).astype(float)
    together = resample(counts, resamples=100, seed=SEED)
    assert together.shape == (100, 3, 2, 4)
    assert (together[:, 1, 0] == resample(counts[:, 1, 0], resamples=100, seed=SEED)).all()


def test_equal_units_give_equal_resamples():
    found = resample(np.full((20, 1), 0.5), resamples=100, seed=SEED)
    assert (found == 10).all()


def test_no_units_sum_to_nothing():
    assert (resample(np.zeros((0, 3)), resamples=100, seed=SEED) == np.zeros((100, 3))).all()


def test_seeds_differ_and_repeat():
    counts = np.arange(30.0)[:, None]
    default, zero = (resample(counts, resamples=100, seed=seed) for seed in (SEED, 0))
    assert (default != zero).any()
    assert (zero == resample(counts, resamples=100, seed=0)).all()


def test_more_resamples_begin_with_the_same_ones():
    counts = np.arange(30.0)[:, None]
    assert (resample(counts, resamples=300, seed=SEED)[:100] == resample(counts, resamples=100, seed=SEED)).all()


def test_progress_tells_what_is_done(monkeypatch):
    monkeypatch.setattr(draws, "BATCH_DRAWS", 0)
    monkeypatch.setattr(draws, "BATCH_ROWS", 40)
    told = []
    resample(np.ones((30, 1)), resamples=100, seed=SEED, progress=lambda done, total: told.append((done, total)))
    assert told == [(40, 100), (80, 100), (100, 100)]


def test_under_a_hundred_resamples_are_refused():
    a = np.ones((20, 2))
    for call in (
        lambda: resample(a, resamples=99, seed=SEED),
        lambda: randomise(a, a, ratio, resamples=99, seed=SEED),
        lambda: percentile(np.zeros(99), 0.95),
    ):
        with pytest.raises(ValueError, match="at least 100 resamples"):
            call()


# Units with equal counts


def many_units():
    kinds = np.random.default_rng(2).integers(0, 4, (60, 3)).astype(float)
    return kinds[np.random.default_rng(3).integers(0, 60, 1_200)]


def test_merging_units_does_not_change_sums(monkeypatch):
    counts = many_units()
    classes, rows = resampling._merge([counts])
    assert len(rows) == len(np.unique(counts, axis=0)) and (rows[classes] == counts).all()
    merged = resample(counts, resamples=100, seed=SEED)
    swapped = swapped_sums(counts, counts[::-1], resamples=100, seed=SEED)
    monkeypatch.setattr(resampling, "MANY_UNITS", 10**9)
    assert (merged == resample(counts, resamples=100, seed=SEED)).all()
    plain = swapped_sums(counts, counts[::-1], resamples=100, seed=SEED)
    assert (swapped.sums_a == plain.sums_a).all() and (swapped.sums_b == plain.sums_b).all()


def test_tables_drawn_together_have_the_sums_that_each_has_alone():
    counts = many_units()
    tables = [counts, counts[:, :1] * 2, np.zeros((len(counts), 0)), counts[::-1].reshape(-1, 3, 1)]
    together = resampling.resample_together(tables, resamples=100, seed=SEED)
    for table, sums in zip(tables, together, strict=True):
        assert (sums == resample(table, resamples=100, seed=SEED)).all() and sums.shape == (100, *table.shape[1:])


def test_units_are_not_merged_where_that_does_not_pay():
    counts = np.arange(2_000.0)[:, None]
    classes, rows = resampling._merge([counts])
    assert classes is None and rows is counts


def test_a_collision_of_hashes_merges_nothing(monkeypatch):
    monkeypatch.setattr(resampling, "_hashes", lambda _columns, rows: np.zeros(rows, np.uint64))
    classes, _ = resampling._merge([many_units()])
    assert classes is None


# Percentile intervals


def test_entries_of_a_thousand():
    assert interval_entries(1_000, 0.95) == (25, 974)


@pytest.mark.parametrize("level", [0.8, 0.9, 0.95, 0.99, 0.999, 0.683])
def test_entries_are_exact_for_every_number(level):
    alpha = 1 - Fraction(str(level))
    for number in range(100, 1_500):
        low, high = interval_entries(number, level)
        assert low <= alpha / 2 * number < low + 1
        assert high < (1 - alpha / 2) * number <= high + 1
        assert low + high == number - 1  # as many values are left out below as above


def test_floats_would_be_off_by_one_at_level_0_9():
    assert int((1 - 0.9) / 2 * 1_000) == 49
    assert interval_entries(1_000, 0.9) == (50, 949)


@pytest.mark.parametrize("level", [0, 1, 1.5, -0.1])
def test_a_level_outside_0_to_1_is_refused(level):
    with pytest.raises(ValueError, match="level must lie"):
        percentile(np.zeros(100), level)


def test_ends_are_entries_of_the_sorted_values():
    values = np.random.default_rng(4).permutation(1_000).astype(float)
    assert percentile(values, 0.95) == (25, 974, 1_000)


def test_undefined_resamples_are_left_out_and_counted():
    values = np.arange(1_000.0)
    values[:50] = np.nan  # 950 remain: entries floor(23.75) and ceil(926.25) - 1
    assert percentile(values, 0.95) == (50 + 23, 50 + 926, 950)
    assert undefined_reason(950, 1_000) is None


def test_above_five_per_cent_undefined_there_is_no_interval():
    values = np.arange(1_000.0)
    values[:51] = np.nan
    low, high, used = percentile(values, 0.95)
    assert np.isnan([low, high]).all() and used == 949
    assert undefined_reason(949, 1_000) == "undefined in 51 of 1,000 resamples"


def test_many_scores_at_once_are_each_their_own():
    values = np.random.default_rng(5).normal(size=(400, 2, 3))
    values[:15, 0, 1] = values[:60, 1, 2] = values[:, 0, 2] = np.nan
    together = percentile(values, 0.9)
    for place in np.ndindex(2, 3):
        alone = percentile(values[(slice(None), *place)], 0.9)
        assert np.array_equal(alone, [part[place] for part in together], equal_nan=True)


def test_the_interval_of_a_mean_is_that_of_theory():
    values = np.random.default_rng(6).normal(10, 2, 400)
    low, high, _ = percentile(mean(resample(with_ones(values), resamples=4_000, seed=SEED)), 0.95)
    half = 1.96 * values.std() / 20
    assert [low, high] == pytest.approx([values.mean() - half, values.mean() + half], abs=0.06 * half)


def test_the_interval_is_that_of_scipy():
    from scipy import stats

    rng = np.random.default_rng(7)
    den = rng.integers(5, 30, 60).astype(float)
    num = rng.binomial(den.astype(int), 0.7).astype(float)
    low, high, _ = percentile(ratio(resample(np.stack([num, den], -1), resamples=9_999, seed=SEED)), 0.9)
    theirs = stats.bootstrap(
        (num, den),
        lambda x, y, axis: x.sum(axis) / y.sum(axis),
        paired=True,
        method="percentile",
        confidence_level=0.9,
        rng=np.random.default_rng(8),
    ).confidence_interval
    assert [low, high] == pytest.approx(list(theirs), abs=0.05 * (high - low))


@pytest.mark.parametrize("n, lowest, highest", [(50, 0.925, 0.95), (12, 0.87, 0.92), (5, 0.80, 0.86)])
def test_coverage(n, lowest, highest):
    """Each of 4,000 columns is a sample of its own; few units cover less than the nominal 95 %."""
    samples = np.random.default_rng(9).normal(size=(n, 4_000))
    low, high, _ = percentile(resample(samples, resamples=400, seed=SEED), 0.95)
    assert lowest < np.mean((low <= 0) & (high >= 0)) < highest


# Approximate randomisation


@given(PAIRS)
@settings(max_examples=30, deadline=None)
def test_swapped_sums_are_those_of_the_definition(pair):
    a, b = pair
    found = swapped_sums(a, b, resamples=100, seed=SEED)
    chosen = np.concatenate([rows for _, rows in draws.swaps(len(a), 100, SEED)])[:, :, None] == 1
    assert (found.sums_a == np.where(chosen, b, a).sum(axis=1)).all()
    assert (found.sums_b == np.where(chosen, a, b).sum(axis=1)).all()
    assert (found.observed_a == a.sum(axis=0)).all() and (found.observed_b == b.sum(axis=0)).all()
    assert found.exact == (len(a) <= 13)


@given(PAIRS)
@settings(max_examples=30, deadline=None)
def test_p_is_the_share_of_differences_as_large(pair):
    a, b = pair
    found = randomise(a, b, ratio, resamples=100, seed=SEED)
    chosen = np.concatenate([rows for _, rows in draws.swaps(len(a), 100, SEED)]) == 1
    observed = ratio(a.sum(axis=0)) - ratio(b.sum(axis=0))
    if np.isnan(observed):
        assert np.isnan(found)
        return
    one, two = (np.nan_to_num([ratio(np.where(s[:, None], x, y).sum(axis=0)) for s in chosen]) for x, y in ((b, a), (a, b)))
    as_large = sum(abs(d) >= abs(observed) * (1 - 1e-9) for d in one - two)
    assert found == (as_large / 2 ** len(a) if len(a) <= 13 else (as_large + 1) / 101)
    assert 0 < found <= 1


def test_p_is_never_zero():
    a, b = with_ones(np.full(40, 5.0)), with_ones(np.zeros(40))
    assert randomise(a, b, mean, resamples=1_000, seed=SEED) == 1 / 1_001
    assert randomise(a[:10], b[:10], mean, resamples=1_000, seed=SEED) == 2 / 2**10  # itself and its mirror image


def test_differences_that_are_equal_but_for_rounding_are_equal():
    tenths = np.array([1.0, 2, -3, 10, 7, -7, 4])  # tenths are inexact in binary, whole numbers are not

    def p(values):
        return randomise(values, np.zeros(7), lambda sums: sums, resamples=100, seed=SEED)

    assert p(tenths / 10) == p(tenths)


def test_equal_systems_have_p_one():
    a = np.random.default_rng(10).random((40, 2)) + 0.1
    assert randomise(a, a, ratio, resamples=100, seed=SEED) == 1
    assert randomise(a[:9], a[:9], ratio, resamples=100, seed=SEED) == 1


def test_an_undefined_score_in_a_swap_counts_as_zero():
    a, b = np.array([[1.0, 1.0], [0.0, 0.0]]), np.array([[0.0, 0.0], [1.0, 2.0]])
    # d: 1 - 1/2; swapping unit 0 leaves A 0/0, B 2/3, unit 1 the reverse; both -1/2
    assert randomise(a, b, ratio, resamples=100, seed=SEED) == 1


def test_an_undefined_observed_score_has_no_p():
    a, b = np.zeros((20, 2)), np.ones((20, 2))
    assert np.isnan(randomise(a, b, ratio, resamples=100, seed=SEED))


def test_several_systems_and_scores_share_one_product():
    rng = np.random.default_rng(11)
    a, others = rng.integers(1, 9, (30, 2)), rng.integers(1, 9, (30, 3, 2))

    def both(sums):
        return np.stack([ratio(sums), sums[..., 0]], axis=-1)

    together = p_value(swapped_sums(a[:, None], others, resamples=200, seed=SEED), both)
    assert together.shape == (3, 2)
    for i in range(3):
        alone = [randomise(a, others[:, i], score, resamples=200, seed=SEED) for score in (ratio, lambda sums: sums[..., 0])]
        assert together[i].tolist() == alone


def test_p_is_that_of_scipy_over_all_swaps():
    from scipy import stats

    x, y = np.random.default_rng(12).normal([[0.8], [0]], size=(2, 9))
    theirs = stats.permutation_test(
        (x, y), lambda u, v, axis: u.mean(axis) - v.mean(axis), permutation_type="samples", n_resamples=np.inf
    )
    assert randomise(with_ones(x), with_ones(y), mean, resamples=100, seed=SEED) == pytest.approx(theirs.pvalue, abs=1e-12)


def test_p_is_near_that_of_the_t_test():
    from scipy import stats

    x, y = np.random.default_rng(15).normal([[0.15], [0]], size=(2, 200))
    expected = stats.ttest_rel(x, y).pvalue
    found = randomise(with_ones(x), with_ones(y), mean, resamples=10_000, seed=SEED)
    assert 0.02 < expected < 0.5 and found == pytest.approx(expected, abs=0.015)


def test_p_is_uniform_between_systems_that_do_not_differ():
    """800 pairs of systems in 800 columns: about 5 % have p ≤ 0.05."""
    x, y = np.random.default_rng(14).normal(size=(2, 20, 800))
    p = randomise(x, y, lambda sums: sums, resamples=400, seed=SEED)
    assert 0.03 < np.mean(p <= 0.05) < 0.07
    assert 0.45 < np.mean(p <= 0.5) < 0.55
