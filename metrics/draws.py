"""Which units each resample draws, and which each randomisation swaps: the same for one seed on every machine.

All numbers come from SplitMix64 (Steele, Lea and Flood 2014): output i, counted from 0, mixes the state
seed + (i + 1) · 0x9E3779B97F4A7C15. Output i is computed directly, so any stretch of the stream can be had by itself.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator

import numpy as np

GAMMA = 0x9E3779B97F4A7C15
MASK = (1 << 64) - 1
LOW_HALF = (1 << 32) - 1
BLOCK = 1 << 13  # outputs mixed at a time, so that all steps of one block stay in the processor's cache
PIECE = 1 << 16  # draws tallied at a time, unless one resample alone has more
BATCH_DRAWS = 1 << 20  # behind a yielded table: large ones cost page faults, and progress is shown between them
BATCH_ROWS = 64  # but at least so many rows, for a product reads all counts once a batch
BATCH_BYTES = 64 << 20  # and at most so large, unless one row alone is larger
EXACT_SWAPS = 10_000  # up to so many, all 2ⁿ swaps are gone through instead of a sample

Batches = Iterator[tuple[int, np.ndarray]]


def outputs(seed: int, start: int, count: int) -> np.ndarray:
    """Outputs start to start + count of SplitMix64, as uint64 of shape (count,).

    Raises ValueError if the seed is not in 0 to 2⁶⁴ - 1.
    """
    seed = check_seed(seed)
    result = np.empty(count, np.uint64)
    steps = np.arange(min(count, BLOCK), dtype=np.uint64) * np.uint64(GAMMA)
    spare = np.empty_like(steps)
    for first in range(0, count, BLOCK):
        block = result[first : first + BLOCK]
        np.add(steps[: len(block)], np.uint64((seed + (start + first + 1) * GAMMA) & MASK), out=block)
        _mix(block, spare[: len(block)])
    return result


def check_seed(seed: int) -> int:
    """The seed as a Python integer; raises ValueError if it is not in 0 to 2⁶⁴ - 1."""
    seed = operator.index(seed)
    if not 0 <= seed <= MASK:
        raise ValueError(f"seed must be a whole number from 0 to 2^64 - 1, not {seed}")
    return seed


def _mix(state: np.ndarray, spare: np.ndarray) -> None:
    """SplitMix64's finaliser, in place."""
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        np.right_shift(state, shift, out=spare)
        np.bitwise_xor(state, spare, out=state)
        np.multiply(state, np.uint64(factor), out=state)
    np.right_shift(state, 31, out=spare)
    np.bitwise_xor(state, spare, out=state)


def unit_draws(n_units: int, first: int, count: int, seed: int) -> np.ndarray:
    """Draws first to first + count as unit numbers, int64 of shape (count,).

    Draw k takes the high half of output k // 2 if k is even, the low half if it is odd, as h; its unit is (n_units · h) >> 32.
    """
    words = outputs(seed, first // 2, (first + count + 1) // 2 - first // 2)
    draws = np.empty(2 * len(words), np.uint64)
    np.right_shift(words, 32, out=draws[0::2])
    np.bitwise_and(words, np.uint64(LOW_HALF), out=draws[1::2])
    np.multiply(draws, np.uint64(n_units), out=draws)
    np.right_shift(draws, 32, out=draws)
    return draws.view(np.int64)[first % 2 :][:count]


def weights(n_units: int, resamples: int, seed: int, classes: np.ndarray | None = None) -> Batches:
    """Batches (first resample, weights): how often each resample draws each unit, float64 of shape (rows, n_units).

    Resample b, position j is draw b · n_units + j, so every row sums to n_units. A batch holds at most 64 MiB.
    classes : (n_units,) intp, the class of each unit; the columns are then classes, and count the draws of their units.
    """
    size = n_units if classes is None else _n_classes(classes)
    small = None if classes is None else classes.astype(np.min_scalar_type(size))  # stays in the cache
    for first, rows in _batches(resamples, n_units, size):
        table = np.empty((rows, size))
        for start, stop in _pieces(rows, n_units):
            drawn = unit_draws(n_units, (first + start) * n_units, (stop - start) * n_units, seed)
            keys = drawn if small is None else small.take(drawn)
            table[start:stop] = _tally(keys.reshape(stop - start, n_units), size)
        yield first, table


def swaps(n_units: int, resamples: int, seed: int, classes: np.ndarray | None = None) -> Batches:
    """Batches (first swap, table): 1 where a swap exchanges the two outputs of a unit, float64 of shape (rows, n_units).

    Swap b exchanges unit j if bit k % 64, from the lowest, of output k // 64 of the stream at seed + 1 is 1, where
    k = b · n_units + j. Where is_exact(n_units) the 2ⁿ different swaps come instead, each once, whatever `resamples` says.
    classes : as in weights(); the columns then count the exchanged units of each class.
    """
    size = n_units if classes is None else _n_classes(classes)
    for first, rows in _batches(swap_count(n_units, resamples), n_units, size):
        table = np.empty((rows, size))
        for start, stop in _pieces(rows, n_units):
            bits = _swap_bits(n_units, first + start, stop - start, seed)
            table[start:stop] = bits if classes is None else _tally(2 * classes + bits, 2 * size)[:, 1::2]
        yield first, table


def is_exact(n_units: int) -> bool:
    """Whether all 2ⁿ swaps of n units are few enough (10,000) to go through them all."""
    return n_units < EXACT_SWAPS.bit_length()


def swap_count(n_units: int, resamples: int) -> int:
    """How many swaps swaps() yields: all 2ⁿ where that is exact, else as many as asked for."""
    return 1 << n_units if is_exact(n_units) else resamples


def _swap_bits(n_units: int, first: int, rows: int, seed: int) -> np.ndarray:
    """0 and 1 of shape (rows, n_units) for swaps first to first + rows."""
    if is_exact(n_units):
        return np.arange(first, first + rows)[:, None] >> np.arange(n_units) & 1
    skipped, count = first * n_units % 64, rows * n_units
    words = outputs((check_seed(seed) + 1) & MASK, first * n_units // 64, (skipped + count + 63) // 64)
    bits = np.unpackbits(words.astype("<u8", copy=False).view(np.uint8), bitorder="little")
    return bits[skipped : skipped + count].reshape(rows, n_units)


def _n_classes(classes: np.ndarray) -> int:
    return int(classes.max(initial=-1)) + 1


def _batches(total: int, n_units: int, size: int) -> Iterator[tuple[int, int]]:
    """(first, rows) of batches that bound both the draws and the table of `size` columns."""
    wanted = max(BATCH_ROWS, BATCH_DRAWS // max(n_units, 1))
    rows = max(1, min(wanted, BATCH_BYTES // (8 * max(size, 1))))
    for first in range(0, total, rows):
        yield first, min(rows, total - first)


def _pieces(rows: int, n_units: int) -> Iterator[tuple[int, int]]:
    """(start, stop) of the rows that are tallied at a time."""
    step = max(1, PIECE // max(n_units, 1))
    for start in range(0, rows, step):
        yield start, min(start + step, rows)


def _tally(keys: np.ndarray, size: int) -> np.ndarray:
    """How often each key 0 to size - 1 stands in each row."""
    rows = len(keys)
    if rows > 1:
        keys = keys + size * np.arange(rows)[:, None]
    return np.bincount(keys.ravel(), minlength=rows * size).reshape(rows, size)
