"""Trees: the fast scorer is the textbook's, and keeps to what a scorer must."""

import numpy as np
import pytest
from hypothesis import given, settings

from loaders import ReadOptions, load
from metrics.options import TreeOptions
from metrics.ud.project import align_trees, count_trees
from tests import brute_ud
from tests.reference import DATA
from tests.trees import pairs

SYMMETRIC = [m for m in brute_ud.METRICS if m not in ("Lemmas", "BLEX")]  # whose gold may be blank, and then accepts anything


def corpus(text, name="mira"):
    return load((f"{name}.conllu", text.encode()), options=ReadOptions(format="conllu", entities=False))


def counts(gold, system):
    table = count_trees(align_trees(corpus(gold), [corpus(system)], ["A"]), TreeOptions(resamples=0))
    total = table.values[:, 0].sum(axis=0)
    return {name: total[where].astype(int).tolist() for name, where in table.columns.items()}


@settings(max_examples=60, deadline=None)
@given(pairs())
def test_fast_is_brute(files):
    gold, system = files
    assert counts(gold, system) == brute_ud.score(brute_ud.read(gold), brute_ud.read(system))


@pytest.mark.parametrize("name", ["synth.A", "synth.SENTS", "synthE.B", "synthLCS.B"])
def test_fast_is_brute_on_the_invented_treebanks(name):
    gold, system = ((DATA / "ud" / f"{file}.conllu").read_text("utf-8") for file in (f"{name.split('.')[0]}.gold", name))
    assert counts(gold, system) == brute_ud.score(brute_ud.read(gold), brute_ud.read(system))


@settings(max_examples=20, deadline=None)
@given(pairs())
def test_a_treebank_against_itself_is_right(files):
    for correct, system, gold, aligned in counts(files[0], files[0]).values():
        assert correct == system == gold
        assert aligned in (0, gold)


@settings(max_examples=20, deadline=None)
@given(pairs())
def test_swapping_the_sides_swaps_tokens_and_sentences(files):
    one, other = counts(*files), counts(*reversed(files))
    for name in ("Tokens", "Sentences"):
        assert one[name] == [other[name][k] for k in (0, 2, 1, 3)]


@settings(max_examples=20, deadline=None)
@given(pairs(multiword=False))
def test_swapping_the_sides_swaps_precision_and_recall_without_multiword_tokens(files):
    one, other = counts(*files), counts(*reversed(files))
    for name in SYMMETRIC:
        assert one[name][:3] == [other[name][k] for k in (0, 2, 1)]


@settings(max_examples=20, deadline=None)
@given(pairs(), pairs(multiword=False))
def test_counts_add_up_over_files(first, second):
    """Where the second file begins with a multiword token, a side that lags at the first one's end may lag into it."""
    together = counts(first[0] + second[0], first[1] + second[1])
    one, other = counts(*first), counts(*second)
    for name, found in together.items():
        assert found == np.add(one[name], other[name]).tolist(), name


def line(id, form, head="_"):
    return "\t".join([str(id), form, "_", "X", "p", "_", str(head), "root" if head == 0 else "obj", "_", "_"]) + "\n"


@pytest.mark.parametrize(
    ("gold", "system"),
    [
        (line(1, "a", 0) + "\n" + line("2-1", "bc"), line(1, "abc", 0)),
        (line(1, "a", 0) + line("2-1", "bc"), line(1, "abc", 0)),
        (
            line("1-2", "x") + line(1, "p", 0) + line(2, "q", 1) + line("2-1", "ab"),
            line("2-1", "xa") + line("1-2", "b") + line(1, "p", 0) + line(2, "q", 1),
        ),
    ],
)
def test_words_beside_tokens_without_words_are_no_pairs(gold, system):
    """Alone between common ends, but of other spans: nothing is aligned."""
    found = counts(gold + "\n", system + "\n")
    assert found["Words"][0] == 0
    assert found == brute_ud.score(brute_ud.read(gold + "\n"), brute_ud.read(system + "\n"))
