"""One document side by side: alignment of entities, states of mentions, numbers, zeros, documents that are missing."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import metrics as m
from loaders import load
from metrics import reading
from metrics.ceaf import best_alignment
from metrics.matching import match_exact
from metrics.mentions import read_mentions
from metrics.overlap import overlap
from tests import brute, making, marked

EXACT = m.CoreferenceOptions(match="exact")

GOLD = """[1 The porter ] met [2 Ada Quill ] on [7 Monday ] .
[2 She ] gave [1 him ] [3 a crate ] .
[2 Quill ] left [3 it ] with [4 a nurse ] ."""
ONE = """[1 The porter ] met [2 Ada Quill ] on [7 Monday ] .
[1 She ] gave [1 him ] a crate .
[2 Quill ] left [5 it ] with [5 a nurse ] ."""


def read(gold, *systems, singletons="keep", number=0, options=EXACT):
    project = marked.project(*({"d": text} if isinstance(text, str) else text for text in (gold, *systems)))
    matched = reading.match_systems(project, options, range(len(systems)), singletons)
    return reading.read_document(project, matched, number)


def rows(found, column):
    table = found.mentions[found.mentions["column"] == column].sort_values(["start", "end"])
    return list(zip(table["text"], table["state"], table["entity"], table["gold_entity"], strict=True))


def test_states_and_numbers():
    found = read(GOLD, ONE)
    # "it" and "a nurse" are one entity of A; it is aligned with one of gold's two, the crate (2·1/4) or the nurse (2·1/3)
    assert rows(found, 0) == [
        ("The porter", "gold", 1, 1),
        ("Ada Quill", "gold", 2, 2),
        ("Monday", "gold", 0, 0),
        ("She", "gold", 2, 2),
        ("him", "gold", 1, 1),
        ("a crate", "gold", 3, 3),
        ("Quill", "gold", 2, 2),
        ("it", "gold", 3, 3),
        ("a nurse", "gold", 4, 4),
    ]
    assert rows(found, 1) == [
        ("The porter", "right", 1, 1),
        ("Ada Quill", "right", 2, 2),
        ("Monday", "right", 0, 0),
        ("She", "wrong", 1, 2),
        ("him", "right", 1, 1),
        ("a crate", "missed", 0, 3),
        ("Quill", "right", 2, 2),
        ("it", "wrong", 4, 3),
        ("a nurse", "right", 4, 4),
    ]


def test_errors_are_numbered_in_reading_order():
    two = ONE.replace("[2 Ada Quill ]", "[2 Ada [9 Quill ] ]")
    found = read(GOLD, ONE, two)
    assert list(zip(found.errors["text"], found.errors["column"], strict=True)) == [
        ("Quill", 2), ("She", 1), ("She", 2), ("a crate", 1), ("a crate", 2), ("it", 1), ("it", 2),
    ]  # fmt: skip
    assert found.errors["error"].tolist() == list(range(1, 8))


def test_unaligned_entities_are_numbered_after_golds():
    found = read("[1 a ] b [1 c ] d e f", "[1 a ] [8 b ] [1 c ] d [8 e ] f", "[1 a ] b [1 c ] [4 d ] e [4 f ]")
    assert rows(found, 1)[1] == ("b", "extra", 2, -1)
    assert rows(found, 2)[2] == ("d", "extra", 3, -1)
    assert found.entities[["size_0", "size_1", "size_2"]].to_numpy().tolist() == [[2, 2, 2], [0, 2, 0], [0, 0, 2]]
    assert found.entities["text"].tolist() == ["a", "b", "d"]


def test_dropped_singletons_are_in_no_column():
    found = read(GOLD, ONE, singletons="drop")
    assert "Monday" not in found.mentions["text"].tolist()
    assert ("a nurse", "extra", 4, -1) in rows(found, 1) or ("a nurse", "extra", 3, -1) in rows(found, 1)


def test_sizes_and_shared_mentions():
    table = read(GOLD, ONE).entities
    assert table["size_0"].tolist() == [2, 3, 2, 1]
    assert table["size_1"].tolist() == [3, 2, 0, 2]
    assert table["shared_1"].tolist() == [2, 2, 0, 1]


def test_a_document_that_a_system_lacks():
    found = read({"d": GOLD, "e": "[1 x ] [1 y ]"}, {"e": "[1 x ] [1 y ]"}, {"d": ONE, "e": "x y"})
    assert found.missing == (True, False)
    assert set(found.mentions["column"]) == {0, 2}
    assert "right" in found.mentions["state"].tolist()


def test_a_document_under_another_id():
    found = read({"d": GOLD, "e": "[1 x ] y [1 z ]"}, {"other": GOLD, "e": "[1 x ] y [1 z ]"})
    assert found.missing == (False,)
    assert set(found.mentions["state"]) == {"gold", "right"}


def test_documents_without_mentions_or_matches():
    assert len(read("a b c", "a b c").mentions) == 0
    assert rows(read("a b c", "[1 a ] b [1 c ]"), 1) == [("a", "extra", 1, -1), ("c", "extra", 1, -1)]
    assert rows(read("[1 a ] b c", "a b c"), 1) == [("a", "missed", 0, 0)]
    assert rows(read("[1 a ] b c", "a [1 b ] c"), 1) == [("a", "missed", 0, 0), ("b", "extra", 0, -1)]


def test_pieces_cover_each_mentions_words():
    found = read("[1 a [2 b ]1 c ]2 [1 d\ne ]1", "a b c [1 d\ne ]1")
    forms = found.words["form"].to_numpy()
    for mention, text in enumerate(found.mentions["text"]):
        runs = found.pieces[found.pieces["mention"] == mention]
        assert " ".join(" ".join(forms[s:e]) for s, e in zip(runs["start"], runs["end"], strict=True)) == text


HEAD = """# newdoc id = d
# global.Entity = eid-etype-head-minspan-other
# sent_id = s1
1\ta\t_\tDET\t_\t_\t2\tdet\t_\t{0}
2\tpilot\t_\tNOUN\t_\t_\t0\troot\t_\t{1}
3\twaited\t_\tVERB\t_\t_\t2\tdep\t_\t{2}

"""


def test_mentions_matched_by_head_name_golds_words():
    gold = load(("g.conllu", HEAD.format("Entity=(e1-x-2-2-", "Entity=e1)", "_").encode()))
    system = load(("s.conllu", HEAD.format("_", "Entity=(e1-x-1-1-)", "_").encode()))
    project = m.align_systems(gold, [system], ["A"])
    found = reading.read_document(project, reading.match_systems(project, m.CoreferenceOptions(match="head"), [0]), 0)
    assert rows(found, 1) == [("pilot", "right", 0, 0)]
    assert found.mentions["gold_text"].tolist() == ["", "a pilot"]


ZERO = """# newdoc id = d
# global.Entity = eid-etype-head-minspan-other
# sent_id = s1
1\tEla\t_\tPROPN\t_\t_\t2\tnsubj\t_\tEntity=(e1-x-1-1-)
2\tcanta\t_\tVERB\t_\t_\t0\troot\t_\tSpaceAfter=No
{0}3\tbem\t_\tADV\t_\t_\t2\tadvmod\t_\t_

"""
NODE = "2.1\t{0}\t_\tPRON\t_\t_\t_\t_\t2:{1}\t{2}\n"


def zeros(gold, system):
    corpora = [load((name, ZERO.format(node).encode())) for name, node in (("g.conllu", gold), ("s.conllu", system))]
    project = m.align_systems(corpora[0], corpora[1:], ["A"])
    return reading.read_document(project, reading.match_systems(project, m.CoreferenceOptions(match="head"), [0]), 0)


def test_a_missed_zero_is_shown_though_the_system_has_no_such_node():
    found = zeros(NODE.format("_", "nsubj", "Entity=(e1-x-1-1-)"), "")
    assert found.words["form"].tolist() == ["Ela", "canta", "∅", "bem"]
    assert found.words["shown_0"].tolist() == [True] * 4
    assert found.words["shown_1"].tolist() == [True] * 4
    assert rows(found, 1) == [("Ela", "right", 1, 1), ("∅", "missed", 0, 1)]


def test_an_empty_node_is_shown_in_the_columns_that_have_it():
    found = zeros("", NODE.format("ela", "nsubj", "_"))
    assert found.words["form"].tolist() == ["Ela", "canta", "ela", "bem"]
    assert found.words["shown_0"].tolist() == [True, True, False, True]
    assert found.words["shown_1"].tolist() == [True, True, True, True]
    assert found.words["sent"].tolist() == [0, 0, 0, 0]


def test_spaces_are_those_of_gold():
    assert zeros("", "").words["space"].tolist() == [True, False, True]


@pytest.mark.parametrize(
    ("text", "shown"),
    [("a , b .", "a, b."), ("( a ) b", "(a) b"), ("it 's a", "it's a"), ("do n't", "don't"), ("a - b", "a - b")],
)
def test_punctuation_clings_where_spaces_are_not_given(text, shown):
    words = read(text, text).words
    assert "".join(f + " " * s for f, s in zip(words["form"], words["space"], strict=True)).strip() == shown


clusters = st.lists(st.lists(st.integers(0, 11), min_size=1, max_size=4), max_size=5)


def disjoint(found):
    """Clusters of one-word ranges, each word in one cluster."""
    seen, made = set(), []
    for cluster in found:
        fresh = [k for k in dict.fromkeys(cluster) if k not in seen]
        seen.update(fresh)
        made += [[(k, k + 1) for k in fresh]] if fresh else []
    return made


@given(clusters, clusters)
def test_alignment_is_the_best_one_to_one(one, other):
    gold, predicted = (read_mentions(making.corpus([disjoint(c)]))[0] for c in (one, other))
    match = match_exact(gold, predicted)
    aligned = reading.aligned_entities(gold, predicted, match)
    taken = aligned[aligned >= 0]
    assert len(set(taken.tolist())) == len(taken)
    sides = [[set(s.extent[s.entity == k].tolist()) for k in range(len(s.sizes()))] for s in (gold, predicted)]
    similarity = lambda a, b: 2 * len(a & b) / (len(a) + len(b))  # noqa: E731
    total = sum(similarity(sides[0][a], sides[1][k]) for k, a in enumerate(aligned.tolist()) if a >= 0)
    assert total == pytest.approx(brute.best_sum(*sides, similarity))
    table = overlap(gold, predicted, match)
    phi4 = 2 * table.n / (table.size[table.cell] + table.other_size[table.other_cell])
    assert total == pytest.approx(float(np.sum(best_alignment(table, phi4)[0])))
    assert all(sides[0][a] & sides[1][k] for k, a in enumerate(aligned.tolist()) if a >= 0)


def test_every_document_of_the_sample_reads():
    names = ("gold", "wharf-base", "wharf-large")
    gold, *systems = (load(f"sample_data/coref/{name}.conllu") for name in names)
    project = m.align_systems(gold, systems, names[1:])
    options = m.CoreferenceOptions(match="head")
    for policy in ("keep", "drop"):
        matched = reading.match_systems(project, options, (0, 1), policy)
        counts = m.count_systems(project, options, (policy,))
        where = counts.columns["mentions"]
        for number in range(len(gold.documents)):
            found = reading.read_document(project, matched, number).mentions
            for column in (1, 2):
                states = found["state"][found["column"] == column].value_counts()
                shared, predicted, _, in_gold = counts.values[number, column - 1, where]
                assert states.get("right", 0) + states.get("wrong", 0) == shared
                assert states.get("extra", 0) == predicted - shared
                assert states.get("missed", 0) == in_gold - shared
