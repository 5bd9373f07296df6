"""Groupings beside class: which group each mention of each side has."""

from __future__ import annotations

import json
import time

import numpy as np
import pytest

from loaders import load
from metrics import align_systems
from metrics.options import TypedOptions
from metrics.typed.counts import MICRO, count_groups
from metrics.typed.coverage import support
from metrics.typed.groupings import GROUPINGS, NoGroupsError
from metrics.typed.project import read_sides
from metrics.typed.rows import with_support
from tests.marked import project
from tests.test_typed_mention_types import conllu
from tests.typed_cases import typed


def told(made, by, number=None):
    """The groups of one side's mentions, by (first word, last word)."""
    groups = GROUPINGS[by](made)
    side, classes = (made.gold, groups.gold) if number is None else (made.systems[number], groups.systems[number])
    words = zip(*(place >> 10 for place in side.place()), strict=True)
    return {(int(a) - 1, int(b) - 1): groups.names[code] for (a, b), code in zip(words, classes.mention, strict=True)}


def test_length():
    made = typed(30, [[[0, 0], [1, 2], [3, 7], [3, 5], [8, 13], [8, 17], [8, 18]]], [])
    assert list(told(made, "length").values()) == [
        "1 word", "2 words", "3–5 words", "3–5 words", "6–10 words", "6–10 words", "11 words and more",
    ]  # fmt: skip


def test_entity_size_is_that_of_each_sides_own_entity():
    made = typed(60, [[[k, k] for k in range(51)], [[52, 52]]], [[[k, k] for k in range(11)], [[11, 11], [12, 12]], [[52, 52]]])
    assert told(made, "entity size")[0, 0] == "51 mentions and more"
    assert told(made, "entity size", 0)[0, 0] == "11–50 mentions"
    assert told(made, "entity size", 0)[11, 11] == "2 mentions"
    assert told(made, "entity size", 0)[52, 52] == "1 mention"


SENTENCES = "[1 a ] b [1 c ]\nd [1 e ]\nf\n[2 g ] [1 h ]\n" + "x\n" * 4 + "[1 i ]\n" + "x\n" * 11 + "[1 j ]"


def test_distance_in_sentences():
    made = read_sides(
        project({"d": SENTENCES}, {"d": "[1 a ] b c\nd e\nf\ng h\n" + "x\n" * 4 + "[1 i ]\n" + "x\n" * 11 + "j"}), TypedOptions()
    )
    assert list(told(made, "distance").values()) == [
        "first mention", "same sentence", "1 sentence", "first mention",
        "2–3 sentences", "4–10 sentences", "11 sentences and more",
    ]  # fmt: skip
    assert list(told(made, "distance", 0).values()) == ["first mention", "4–10 sentences"]


def test_distance_of_a_system_without_sentences_is_in_golds():
    words = ["a", "b", "c", "d"]
    gold = load(("g.jsonl", json.dumps({"doc_key": "d", "sentences": [words[:2], words[2:]], "clusters": []}).encode()))
    flat = load(("s.jsonl", json.dumps({"doc_key": "d", "tokens": words, "clusters": [[[0, 0], [1, 1], [2, 2]]]}).encode()))
    made = read_sides(align_systems(gold, [flat]), TypedOptions())
    assert list(told(made, "distance", 0).values()) == ["first mention", "same sentence", "1 sentence"]


def test_distance_in_words_where_there_are_no_sentences():
    made = typed(300, [[[k, k] for k in (0, 5, 11, 32, 83, 290)]], [])
    assert list(told(made, "distance").values()) == [
        "first mention", "up to 5 words", "6–20 words", "21–50 words", "51–200 words", "201 words and more",
    ]  # fmt: skip


def test_distance_in_words_where_gold_has_none():
    record = {"doc_key": "d", "clusters": [[[0, 0], [7, 8]]]}
    gold = load(("g.jsonl", json.dumps(record).encode()))
    made = read_sides(align_systems(gold, [gold]), TypedOptions())
    assert list(told(made, "distance").values()) == ["first mention", "6–20 words"]


def test_distance_from_empty_nodes():
    gold = conllu(
        """
        1 a NOUN _ 0 Entity=(e-x-1-)
        1.1 _ _ _ _ Entity=(e-x-1-)
        """,
        """
        0.1 _ _ _ _ Entity=(e-x-1-)
        1 b NOUN _ 0 _
        """,
    )
    corpus = load(("g.conllu", gold))
    made = read_sides(align_systems(corpus, [corpus]), TypedOptions())
    codes = GROUPINGS["distance"](made).gold.mention[np.lexsort(made.gold.place()[::-1])]
    assert codes.tolist() == [0, 1, 2]


def test_first_mention():
    made = typed(9, [[[2, 2], [0, 0]], [[4, 5], [4, 4]]], [[[2, 2]], [[4, 5]]])
    assert told(made, "first mention") == {
        (0, 0): "first mention", (2, 2): "later mention", (4, 4): "first mention", (4, 5): "later mention",
    }  # fmt: skip
    assert set(told(made, "first mention", 0).values()) == {"first mention"}


def test_a_zero_that_a_system_writes_elsewhere_stands_where_golds_does():
    rows = ["1 a NOUN _ 0 _ 0:root", "2 b NOUN _ 1 Entity=(e-x-1-) 1:dep", "3 c NOUN _ 1 _ 1:dep"]
    zero = "{}.1 _ _ _ _ Entity=(e-x-1-) 1:nsubj"
    gold = load(("g.conllu", conllu("\n".join([rows[0], zero.format(1), *rows[1:]]))))
    system = load(("s.conllu", conllu("\n".join([*rows, zero.format(3)]))))
    made = read_sides(align_systems(gold, [system]), TypedOptions())
    counts = count_groups(made, GROUPINGS["first mention"](made), TypedOptions())
    found = {group: counts.values[0, k, counts.columns["link"]].tolist() for k, (_, group) in enumerate(counts.inputs)}
    assert found == {"first mention": [0, 0, 0, 0], "later mention": [1, 1, 1, 1], MICRO: [1, 1, 1, 1]}


def test_pairs_are_charged_to_the_later_mention():
    clusters = [[[0, 0], [2, 4], [6, 6]]]
    made = typed(9, clusters, clusters)
    counts = count_groups(made, GROUPINGS["length"](made), TypedOptions())
    assert counts.values[0, counts.inputs.index(("s0", "1 word")), counts.columns["link"]].tolist() == [2, 2, 2, 2]
    assert counts.values[0, counts.inputs.index(("s0", "3–5 words")), counts.columns["link"]].tolist() == [1, 1, 1, 1]


def test_nesting():
    made = typed(20, [[[0, 9], [0, 5], [1, 4], [2, 3], [2, 2], [4, 7], [12, 12]]], [[[2, 2]]])
    assert told(made, "nesting") == {
        (0, 9): "outermost", (0, 5): "depth 1", (1, 4): "depth 2", (2, 3): "depth 3 and more", (2, 2): "depth 3 and more",
        (4, 7): "depth 1",  # crosses [0, 5] and [1, 4]
        (12, 12): "outermost",
    }  # fmt: skip
    assert told(made, "nesting", 0) == {(2, 2): "outermost"}


def test_equal_hulls_do_not_hold_each_other_and_count_once():
    gold = conllu("""
        1 a NOUN _ 0 Entity=(e-x-1-(f[1/2]-x-1-)
        2 b NOUN _ 1 Entity=(g-x-1-)
        3 c NOUN _ 1 Entity=(f[2/2])e)
    """)
    corpus = load(("g.conllu", gold))
    made = read_sides(align_systems(corpus, [corpus]), TypedOptions())
    assert sorted(GROUPINGS["nesting"](made).gold.mention.tolist()) == [0, 0, 1]


def test_nesting_stays_in_its_document():
    made = read_sides(project({"d": "[1 a [2 b ] c ]", "e": "[1 a ] b c"}, {"d": "a b c", "e": "a b c"}), TypedOptions())
    assert GROUPINGS["nesting"](made).gold.mention.tolist() == [0, 1, 0]


def test_thousands_of_nested_mentions_take_no_time():
    made = typed(12_000, [[[k, 11_999] for k in range(6_000)]], [])
    begin = time.process_time()
    assert np.bincount(GROUPINGS["nesting"](made).gold.mention).tolist() == [1, 1, 1, 5_997]
    assert time.process_time() - begin < 0.5


def test_document():
    made = read_sides(project({"micro": "[1 a ]", "e": "[1 a ] b"}, {"e": "[1 a ] [1 b ]", "micro": "a"}), TypedOptions())
    groups = GROUPINGS["document"](made)
    assert groups.names == ("'micro'", "e")
    counts = count_groups(made, groups, TypedOptions())
    columns = counts.columns["mention"]
    total = {group: counts.values[:, k, columns].sum(axis=0).tolist() for k, (_, group) in enumerate(counts.inputs)}
    assert total == {"'micro'": [0, 0, 0, 1], "e": [1, 2, 1, 1], MICRO: [1, 2, 1, 2]}


def test_too_many_documents():
    texts = {f"d{k}": "[1 a ]" for k in range(201)}
    made = read_sides(project(texts, texts), TypedOptions())
    with pytest.raises(NoGroupsError, match="at most 200 documents; this has 201"):
        GROUPINGS["document"](made)


def test_no_genre():
    with pytest.raises(NoGroupsError, match=r"Genres need a genre for each document of gold; gold names none\."):
        GROUPINGS["genre"](typed(2, [], []))


@pytest.mark.parametrize("by", GROUPINGS)
def test_groups_stand_in_the_table_whether_used_or_not(by):
    made = read_sides(project({"d": "[1 a ]"}, {"d": "a"}), TypedOptions())
    try:
        groups = GROUPINGS[by](made)
    except NoGroupsError:
        assert by in ("genre", "mention type")
        return
    assert groups.by == by
    counts = count_groups(made, groups, TypedOptions())
    assert [group for _, group in counts.inputs] == [*groups.names, MICRO]
    assert support(made, groups)["mentions"].sum() == 1
    assert len(with_support(counts, "mention")) == 1
