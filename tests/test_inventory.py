"""The numbers of a corpus against brute force."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from loaders import load
from metrics.inventory import count_crossing, count_nested, inventory

RANGES = st.lists(st.tuples(st.integers(0, 12), st.integers(1, 8)), max_size=25).map(
    lambda pairs: sorted({(s, s + n) for s, n in pairs}, key=lambda r: (r[0], -r[1]))
)


def arrays(ranges):
    table = np.array(ranges, np.int64).reshape(-1, 2)
    return table[:, 0], table[:, 1]


@given(RANGES)
def test_nested_and_crossing_are_what_brute_force_counts(ranges):
    nested = sum(any(o != r and o[0] <= r[0] and r[1] <= o[1] for o in ranges) for r in ranges)
    crossing = sum(a[0] < b[0] < a[1] < b[1] for a in ranges for b in ranges)
    assert count_nested(*arrays(ranges)) == nested
    assert count_crossing(*arrays(ranges)) == crossing


def conll(*rows):
    lines = [f"d\t0\t{k}\tw{k}\t-\t-\t-\t-\t-\t-\t*\t{bracket}" for k, bracket in enumerate(rows)]
    return ("x.conll", "\n".join(["#begin document (d); part 000", *lines, "", "#end document", ""]).encode())


def test_every_number_of_a_small_corpus():
    found = inventory(load(conll("(0|(1", "(2)", "1)", "0)|(3", "3)", "-")))
    assert (found.documents, found.sentences, found.words) == (1, 1, 6)
    assert (found.mentions, found.entities, found.singletons, found.repeats) == (4, 4, 4, 0)
    assert (found.nested, found.crossing) == (2, 1)


def test_a_corpus_without_mentions_holds_none():
    found = inventory(load(conll("-", "-")))
    assert (found.mentions, found.entities, found.singletons, found.nested, found.crossing) == (0, 0, 0, 0, 0)
