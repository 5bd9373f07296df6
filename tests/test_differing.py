"""The diff: equal runs, in order, and where nothing is large as many as there can be."""

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from metrics.differing import _longest, blocks

PIECES = st.lists(st.sampled_from("abcdef"), max_size=14)


def longest(one, other):
    """The length of a longest common subsequence, cell by cell."""
    table = [[0] * (len(other) + 1) for _ in range(len(one) + 1)]
    for i, a in enumerate(one):
        for j, b in enumerate(other):
            table[i + 1][j + 1] = table[i][j] + 1 if a == b else max(table[i][j + 1], table[i + 1][j])
    return table[-1][-1]


@given(PIECES, PIECES)
@settings(max_examples=200)
def test_blocks_are_equal_runs_in_order(one, other):
    at = there = 0
    for i, j, n in blocks(one, other):
        assert i >= at and j >= there and n > 0
        assert one[i : i + n] == other[j : j + n]
        at, there = i + n, j + n


@given(PIECES, PIECES)
@settings(max_examples=200)
def test_the_longest_common_subsequence_is_the_longest(one, other):
    pairs = _longest(one, other)
    assert len(pairs) == longest(one, other)
    assert all(one[i] == other[j] for i, j in pairs)
    assert all(i < k and j < m for (i, j), (k, m) in pairwise(pairs))


@given(PIECES)
def test_what_is_equal_is_found_whole_and_what_is_added_costs_nothing(one):
    assert sum(n for *_, n in blocks(one, one)) == len(one)
    assert sum(n for *_, n in blocks(one, ["x", *one, "y", "z"])) == len(one)


def test_words_that_were_added_at_both_ends_do_not_draw_a_texts_own_away():
    text = "the boat of the pilot sank .".split()
    chatter = "here is the text : the boat of the pilot sank . the boat is done .".split()
    assert sum(n for i, j, n in blocks(text, chatter) if j - i == 5) == len(text)


def test_long_texts_of_few_words_are_quick():
    one, other = ["a", "b"] * 5000, ["b", "a", "c"] * 3333
    assert sum(n for *_, n in blocks(one, other)) >= 6666
