"""Documents of a system joined to gold's: ids of every pair of spellings, equal texts, other texts, skipping."""

import json

import numpy as np
import pytest

from loaders import AlignmentError, ReadOptions
from metrics import CoreferenceOptions, align_systems, count_systems
from metrics.alignment import align, id_and_part
from metrics.report import alignment_report, count_crossing
from tests import making
from tests.making import conll, read

SPELLINGS = ["(x); part 000", "x", "x_0", "x_000"]
EXACT = CoreferenceOptions(match="exact", resamples=0)


def jsonl(*records):
    return read("".join(json.dumps(r) + "\n" for r in records).encode(), name="p.jsonl")


def named(*ids, words=None):
    """A corpus of one-word documents; their words differ unless given."""
    words = words or [f"w{k}" for k in range(len(ids))]
    return jsonl(*({"doc_key": i, "sentences": [[w]], "clusters": [[[0, 0]]]} for i, w in zip(ids, words, strict=True)))


def other_text(gold, predicted, **options):
    with pytest.raises(AlignmentError) as caught:
        align(gold, predicted, **options)
    return caught.value


@pytest.mark.parametrize("one", SPELLINGS)
@pytest.mark.parametrize("other", SPELLINGS)
def test_spellings_of_one_id(one, other):
    words = ["same", "same"]  # so that only the ids can tell
    found = align(named(one, "y", words=words), named("y", other, words=words))
    assert found.document.tolist() == [1, 0]
    assert found.renamed == (() if one == other else ((other, one),))
    assert found.missing == found.extra == ()


@pytest.mark.parametrize(
    ("doc_id", "expected"),
    [
        ("(x); part 000", ("x", "0")), ("(x); part 012", ("x", "12")), ("(x)", ("x", "0")), ("x_12", ("x", "12")),
        ("x_y", ("x_y", "0")), ("x_1_000", ("x_1", "0")), ("_", ("_", "0")), ("", ("", "0")), ("(a (b)); part 1", ("a (b)", "1")),
    ],
)  # fmt: skip
def test_ids_and_parts(doc_id, expected):
    assert id_and_part(doc_id) == expected


def test_an_id_that_two_documents_may_be_joins_neither():
    found = align(named("x_0", "y", words=["v", "w"]), named("x", "x_000", "y", words=["v", "v", "w"]))
    assert found.document.tolist() == [-1, -1, 1]
    assert found.missing == ("x_0",)
    assert found.extra == ("x", "x_000")


def test_exact_ids_come_before_looser_ones():
    found = align(named("x", "x_0", words=["v", "v"]), named("x_0", "x", words=["v", "v"]))
    assert found.document.tolist() == [1, 0]


def test_identical_tokens_join_what_ids_do_not():
    found = align(named("a", "b", words=["mira", "tolu"]), named("1", "2", words=["tolu", "mira"]))
    assert found.document.tolist() == [1, 0]
    assert found.renamed == (("1", "b"), ("2", "a"))


def test_equal_texts_twice_join_nothing():
    found = align(named("a", "b", "c", words=["v", "v", "w"]), named("c", "1", words=["w", "v"]))
    assert found.document.tolist() == [2, -1]


def test_files_without_words_are_not_joined_by_their_lengths():
    gold = read(b"#begin document (a)\na (1)\na -\n#end document\n")
    predicted = read(b"#begin document (b)\nb (1)\nb -\n#end document\n")
    assert "no document is also in gold" in other_text(gold, predicted).what


def test_missing_extra_and_reordered_documents_and_their_price():
    gold, predicted = named("a", "b", "c"), named("q", "c", "a", words=["w9", "w2", "w0"])
    project = align_systems(gold, [predicted])
    found = project.alignments[0]
    assert (found.document.tolist(), found.missing, found.extra) == ([-1, 2, 0], ("b",), ("q",))
    table = count_systems(project, EXACT, ["keep"])
    assert table.units == ("a", "b", "c")
    assert table.values[:, 0, table.columns["mentions"]].tolist() == [[1, 1, 1, 1], [0, 0, 0, 1], [1, 1, 1, 1]]


def test_nothing_in_common_names_both_first_ids():
    error = other_text(named("a", words=["v"]), named("b", words=["w"]))
    assert error.what == "no document is also in gold: the first is 'b' here and 'a' in p"
    assert (error.file, error.line) == ("p.jsonl", 1)


def test_other_text_names_the_word_and_both_lines():
    gold = read(conll({"a": (["mira", "tolu", "ve"], ["-"] * 3)}))
    error = other_text(gold, read(conll({"a": (["mira", "tola", "ve"], ["-"] * 3)}), name="s.conll"))
    assert (error.file, error.line) == ("s.conll", 3)
    assert error.what == "word 2 of document 'a' is 'tola', gold has 'tolu' (file.conll, line 3)"


def test_text_that_ends_early_or_goes_on():
    gold = read(conll({"a": (["mira", "tolu"], ["-"] * 2)}))
    short = other_text(gold, read(conll({"a": (["mira"], ["-"])})))
    assert (short.line, short.what) == (1, "document 'a' ends after 1 words, gold goes on with 'tolu' (file.conll, line 3)")
    long = other_text(gold, read(conll({"a": (["mira", "tolu", "ve"], ["-"] * 3)})))
    assert (long.line, long.what) == (4, "document 'a' goes on after word 2 with 've', where gold ends (file.conll)")


def test_a_gold_document_without_words_is_another_text():
    gold = read(conll({"a": ([], []), "b": (["w"], ["(1)"])}))
    assert "goes on after word 0" in other_text(gold, read(conll({"a": (["v"], ["(1)"]), "b": (["w"], ["(1)"])}))).what


ESCAPED = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}", "``": '"', "''": '"', "\\/": "/"}


@pytest.mark.parametrize("written", ESCAPED)
def test_escapes_are_the_same_word(written):
    found = align(named("a", words=[f"x{ESCAPED[written]}"]), named("a", words=[f"x{written}"]))
    assert (found.bad, found.escaped) == ((), 1)
    assert align(named("a", words=[f"x{written}"]), named("a", words=[f"x{ESCAPED[written]}"])).escaped == 1


def test_predictions_without_words_are_joined_by_id():
    gold = read(conll({"a": (["v", "w"], ["(1", "1)"]), "b": (["x"], ["(1)"])}))
    predicted = jsonl({"doc_key": "b", "clusters": [[[0, 0]]]}, {"doc_key": "a", "clusters": [[[0, 1]]]})
    table = count_systems(align_systems(gold, [predicted]), EXACT, ["keep"])
    assert table.values[:, 0, table.columns["mentions"]].tolist() == [[1, 1, 1, 1], [1, 1, 1, 1]]


def test_a_mention_outside_golds_words():
    gold = read(conll({"a": (["v", "w"], ["(1", "1)"])}))
    predicted = jsonl({"doc_key": "z", "clusters": [[[0, 90]]]}, {"doc_key": "a", "clusters": [[[0, 0], [1, 2]]]})
    error = other_text(gold, predicted)
    assert (error.file, error.line) == ("p.jsonl", 2)
    assert error.what == "a mention of words 1 to 2 in document 'a', which has 2"
    assert align(gold, jsonl({"doc_key": "a", "clusters": [[[0, 0], [1, 1]]]})).bad == ()


def test_gold_without_words_too():
    gold = jsonl({"doc_key": "a", "clusters": [[[0, 1], [4, 4]]]}, {"doc_key": "b", "clusters": []})
    for order in (1, -1):
        records = [{"doc_key": "a", "clusters": [[[4, 4], [0, 1]]]}, {"doc_key": "b", "clusters": [[[7, 7]]]}]
        table = count_systems(align_systems(gold, [jsonl(*records[::order])]), EXACT, ["keep"])
        assert table.values[:, 0, table.columns["mentions"]].tolist() == [[2, 2, 2, 2], [0, 1, 0, 0]]


TWO = {"a": (["v"], ["(1)"]), "b": (["w"], ["(1)"])}


def test_what_one_system_has_to_skip_is_skipped_for_all():
    gold, good, bad = (read(conll(d)) for d in (TWO, TWO, {**TWO, "b": (["X"], ["(1)"])}))
    project = align_systems(gold, [good, bad], ["good", "bad"], skip_bad=True)
    assert list(project.skipped) == [1]
    table = count_systems(project, EXACT)
    assert table.units == ("a",)
    assert (table.values[:, :, table.columns["mentions"]] == 1)[:, :2].all()
    assert alignment_report(project)["skipped"][0]["document"] == "b"
    with pytest.raises(AlignmentError, match="word 1 of document 'b' is 'X'"):
        align_systems(gold, [good, bad])


def test_what_gold_has_to_skip_is_no_unit_and_is_counted():
    gold = read(conll({**TWO, "b": (["w"], ["(1"])}), options=ReadOptions(skip_bad=True))
    project = align_systems(gold, [read(conll(TWO))], skip_bad=True)
    assert count_systems(project, EXACT).units == ("a",)
    assert project.n_skipped == 1
    assert project.alignments[0].extra == ("b",)


def test_a_document_that_a_system_could_not_be_read_in_costs_no_recall():
    system = read(conll({**TWO, "b": (["w"], ["(1"])}), options=ReadOptions(skip_bad=True))
    project = align_systems(read(conll(TWO)), [system], skip_bad=True)
    assert list(project.skipped) == [1]


def test_a_piece_of_unknown_id_may_be_any_missing_document():
    text = '{"doc_key": "a", "sentences": [["v"]], "clusters": [[[0, 0]]]}\n{"sentences": 7}\n'
    system = read(text.encode(), name="p.jsonl", options=ReadOptions(skip_bad=True))
    project = align_systems(read(conll({**TWO, "c": (["x"], ["-"])})), [system], skip_bad=True)
    assert sorted(project.skipped) == [1, 2]


def test_nothing_left_is_an_error():
    bad = read(conll({"a": (["X"], ["-"]), "b": (["Y"], ["-"])}))
    with pytest.raises(AlignmentError, match="no document is left to be scored"):
        align_systems(read(conll(TWO)), [bad], skip_bad=True)


def test_many_bad_documents_take_linear_time():
    n = 3000
    gold = conll({f"d{k}": (["w"], ["(1)"]) for k in range(n)})
    bad = read(gold.replace(b"\tw\t", b"\tv\t").replace(b"\tv\t", b"\tw\t", 1))
    assert len(align_systems(read(gold), [bad], skip_bad=True).skipped) == n - 1


RANGES = [(0, 3), (1, 4), (1, 3), (2, 6), (5, 7), (5, 6), (6, 9), (0, 9)]


def test_crossing_mentions_are_counted_as_defined():
    drawn = np.random.default_rng(3)
    for _ in range(30):
        documents = [[[RANGES[k]] for k in drawn.choice(len(RANGES), 5, replace=False)] for _ in range(2)]
        made = making.corpus(documents)
        expected = sum(any(a < c < b < d for [(a, b)] in document) for document in documents for [(c, d)] in document)
        assert count_crossing(made, np.arange(len(made.spans))) == expected


def test_names_are_unique_whatever_they_are():
    from metrics.counting import unique_names

    assert unique_names(["output", "output"], ["x", "y"]) == ("x/output", "y/output")
    assert unique_names(["output", "output"], ["x", "x"]) == ("x/output A", "x/output B")
    assert unique_names(["a", "a", "a A"]) == ("a B", "a C", "a A")
    assert len(set(unique_names(["a"] * 60))) == 60
