"""The draws against their definition in plain Python, and the words that metrics are pinned to."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from metrics import draws

SEED = 20260101
SEEDS = st.integers(0, 2**64 - 1)


def splitmix(seed: int, index: int) -> int:
    mask = 2**64 - 1
    z = (seed + (index + 1) * 0x9E3779B97F4A7C15) & mask
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & mask
    z = (z ^ z >> 27) * 0x94D049BB133111EB & mask
    return z ^ z >> 31


def slow_draw(n_units: int, k: int, seed: int) -> int:
    word = splitmix(seed, k // 2)
    half = word >> 32 if k % 2 == 0 else word & 0xFFFFFFFF
    return n_units * half >> 32


def table(batches) -> np.ndarray:
    return np.concatenate([rows for _, rows in batches])


def slow_weights(n_units: int, resamples: int, seed: int) -> list[list[int]]:
    rows = [[slow_draw(n_units, b * n_units + j, seed) for j in range(n_units)] for b in range(resamples)]
    return [[row.count(unit) for unit in range(n_units)] for row in rows]


def slow_swaps(n_units: int, resamples: int, seed: int) -> list[list[int]]:
    def bit(k):
        return splitmix((seed + 1) % 2**64, k // 64) >> k % 64 & 1

    return [[bit(b * n_units + j) for j in range(n_units)] for b in range(resamples)]


def test_the_default_seed_begins_with_these_words():
    assert [f"{w:016x}" for w in draws.outputs(SEED, 0, 4)] == [
        "f2acd20ec0fad03a",
        "2c482c33d2ab04c6",
        "c0fa83c1251e50b4",
        f"{splitmix(SEED, 3):016x}",
    ]


def test_seed_zero_is_a_seed():
    assert f"{draws.outputs(0, 0, 1)[0]:016x}" == "e220a8397b1dcdaf"
    assert (table(draws.weights(10, 100, 0)) != table(draws.weights(10, 100, SEED))).any()


def test_first_ten_draws_of_ten():
    assert draws.unit_draws(10, 0, 10, SEED).tolist() == [9, 7, 1, 8, 7, 1, 7, 1, 5, 3]
    assert table(draws.weights(10, 100, SEED))[0].tolist() == [0, 3, 0, 1, 0, 1, 0, 3, 1, 1]


def test_first_ten_swap_bits():
    assert table(draws.swaps(20, 100, SEED))[0, :10].tolist() == [0, 0, 0, 0, 1, 1, 0, 0, 1, 1]


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_a_seed_outside_64_bits_is_refused(seed):
    with pytest.raises(ValueError, match="seed must be"):
        draws.outputs(seed, 0, 1)
    with pytest.raises(ValueError, match="seed must be"):
        list(draws.swaps(20, 100, seed))


@given(SEEDS, st.integers(0, 2**40), st.integers(0, 50))
@settings(max_examples=50, deadline=None)
def test_outputs_are_those_of_the_plain_generator(seed, start, count):
    assert draws.outputs(seed, start, count).tolist() == [splitmix(seed, start + i) for i in range(count)]


def test_outputs_join_across_blocks():
    n = 2 * draws.BLOCK + 3
    found = draws.outputs(SEED, 5, n)
    assert found[[0, draws.BLOCK - 1, draws.BLOCK, n - 1]].tolist() == [
        splitmix(SEED, 5 + i) for i in (0, draws.BLOCK - 1, draws.BLOCK, n - 1)
    ]


@given(SEEDS, st.integers(1, 2**32 - 1), st.integers(0, 9), st.integers(0, 9))
@settings(max_examples=50, deadline=None)
def test_draws_are_those_of_the_plain_generator(seed, n_units, first, count):
    assert draws.unit_draws(n_units, first, count, seed).tolist() == [slow_draw(n_units, first + i, seed) for i in range(count)]


@given(SEEDS, st.integers(1, 30), st.integers(1, 12))
@settings(max_examples=50, deadline=None)
def test_weights_are_those_of_the_plain_generator(seed, n_units, resamples):
    found = table(draws.weights(n_units, resamples, seed))
    assert found.tolist() == slow_weights(n_units, resamples, seed)
    assert (found.sum(axis=1) == n_units).all()


@given(SEEDS, st.integers(14, 70), st.integers(1, 12))
@settings(max_examples=50, deadline=None)
def test_swaps_are_those_of_the_plain_generator(seed, n_units, resamples):
    assert table(draws.swaps(n_units, resamples, seed)).tolist() == slow_swaps(n_units, resamples, seed)


def test_the_stream_of_swaps_wraps_around_at_the_last_seed():
    assert table(draws.swaps(20, 100, 2**64 - 1)).tolist() == slow_swaps(20, 100, 2**64 - 1)


@pytest.mark.parametrize("n_units", [0, 1, 5, 13])
def test_few_units_are_swapped_in_all_ways(n_units):
    found = table(draws.swaps(n_units, 100, SEED))
    assert sorted(map(tuple, found.tolist())) == sorted(product((0, 1), repeat=n_units))


def test_from_fourteen_units_on_swaps_are_sampled():
    assert (draws.is_exact(13), draws.is_exact(14)) == (True, False)
    assert len(table(draws.swaps(14, 150, SEED))) == draws.swap_count(14, 150) == 150


@given(st.integers(1, 40), st.integers(1, 30), st.integers(1, 300), st.integers(1, 100))
@settings(max_examples=50, deadline=None)
def test_batches_do_not_change_anything(n_units, resamples, batch_draws, piece):
    whole = table(draws.weights(n_units, resamples, SEED)), table(draws.swaps(n_units, resamples, SEED))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(draws, "BATCH_DRAWS", batch_draws)
        patch.setattr(draws, "BATCH_ROWS", 1)
        patch.setattr(draws, "PIECE", piece)
        batches = list(draws.weights(n_units, resamples, SEED))
        assert [first for first, _ in batches] == list(range(0, resamples, len(batches[0][1])))
        assert (table(batches) == whole[0]).all()
        assert (table(draws.swaps(n_units, resamples, SEED)) == whole[1]).all()


def test_batches_stay_within_their_bytes(monkeypatch):
    monkeypatch.setattr(draws, "BATCH_BYTES", 8 * 50 * 7)
    assert [len(rows) for _, rows in draws.weights(50, 16, SEED)] == [7, 7, 2]


@given(st.data(), st.integers(1, 40))
@settings(max_examples=50, deadline=None)
def test_classes_add_up_the_weights_of_their_units(data, n_units):
    drawn = data.draw(st.lists(st.integers(0, 5), min_size=n_units, max_size=n_units))
    classes = np.unique(drawn, return_inverse=True)[1]
    members = (classes[:, None] == np.arange(classes.max() + 1)).astype(float)
    for table_of in (draws.weights, draws.swaps):
        plain, merged = table(table_of(n_units, 20, SEED)), table(table_of(n_units, 20, SEED, classes))
        assert (merged == plain @ members).all()


def test_no_units_give_empty_rows():
    assert table(draws.weights(0, 100, SEED)).shape == (100, 0)


def test_units_are_drawn_evenly():
    total = table(draws.weights(50, 2_000, SEED)).sum(axis=0)  # each is binomial: mean 2,000, deviation 44
    assert abs(total - 2_000).max() < 4 * 44
    assert abs(table(draws.swaps(50, 2_000, SEED)).mean() - 0.5) < 4 * 0.5 / 100_000**0.5
