import json
import os
from collections import Counter, defaultdict
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loaders.errors import FormatError
from loaders.mention_heads import NO_TREE, depths
from loaders.options import ReadOptions
from loaders.sources import read_members
from tests.conllu_text import corpus, line, read, sentence

REFERENCE = Path(os.environ.get("ASSAY_REFERENCE", Path(__file__).parents[2] / "shared/reference"))
needs_reference = pytest.mark.skipif(not REFERENCE.is_dir(), reason=f"no reference data at {REFERENCE}")
COREFUD = "# global.Entity = eid-etype-head-other\n"
GUM = "# global.Entity = GRP-etype-infstat-salience-centering-minspan-link-identity\n"


def words(*misc):
    """A sentence of words w1, w2 ... with the given Entity values, "" for none."""
    return sentence(*((f"w{i}", f"Entity={m}" if m else "_") for i, m in enumerate(misc, 1)))


def spans(found):
    return found.spans[["start", "end", "entity"]].values.tolist()


def heads(found):
    return found.spans["head"].tolist()


def refusal(*texts):
    with pytest.raises(FormatError) as caught:
        read(*texts)
    return caught.value


def test_nested_mentions_by_opening_bracket():
    found = read(COREFUD + words("(e1-person-3-(e2-place-1-)", "", "(e3--1-)e1)"))
    assert spans(found) == [[0, 3, 0], [0, 1, 1], [2, 3, 2]]
    assert found.spans["label"].tolist() == ["person", "place", ""]
    assert heads(found) == [2, 0, 2]
    assert found.spans["line"].tolist() == [2, 2, 4]


def test_crossing_mentions():
    found = read(COREFUD + words("(a-x-1-", "(b-x-1-", "a)", "b)"))
    assert spans(found) == [[0, 3, 0], [1, 4, 1]]


def test_two_open_mentions_of_one_entity_close_innermost_first():
    found = read(COREFUD + words("(a-x-1-", "(a-x-1-", "a)", "a)"))
    assert spans(found) == [[0, 4, 0], [1, 3, 0]]


def test_a_mention_may_close_and_open_on_one_word():
    assert spans(read(COREFUD + words("(a-x-1-", "a)(b-x-1-", "b)"))) == [[0, 2, 0], [1, 3, 1]]


def test_mentions_over_sentence_ends():
    found = read(COREFUD + words("", "(a-x-2-") + words("", "a)"))
    assert spans(found) == [[1, 4, 0]]
    assert heads(found) == [2]
    assert found.spans["sent"].tolist() == [0]


def test_duplicates_are_kept():
    assert spans(read(COREFUD + words("(a-x-1-)(a-x-1-)(b-x-1-)"))) == [[0, 1, 0], [0, 1, 0], [0, 1, 1]]


def test_misc_is_split_at_bars_then_at_the_first_equals_sign():
    misc = "Url=http://u.v/?Entity=(no|NotEntity=(no|Entity=(e=1-x=y-1-o=p a)|SpaceAfter=No"
    found = read(COREFUD + sentence(("o", misc)))
    assert spans(found) == [[0, 1, 0]]
    assert found.spans["label"].tolist() == ["x=y"]


def test_two_entity_attributes_both_count():
    assert spans(read(COREFUD + sentence(("o", "Entity=(a-x-1-)|Bridge=a<b|Entity=(b-x-1-)")))) == [[0, 1, 0], [0, 1, 1]]


@pytest.mark.parametrize("value", ["(a-x-2-some-other-thing", "(a-x-2-", "(a-x-2"])
def test_the_last_field_may_hold_hyphens_or_be_missing(value):
    assert heads(read(COREFUD + words(value, "a)"))) == [1]


@pytest.mark.parametrize("value", ["(a-x-", "(a-x", "(a"])
def test_without_a_head_field_the_highest_word_heads(value):
    found = read(COREFUD + line(1, "o", 2, f"Entity={value}") + line(2, "u", 0, "Entity=a)"))
    assert heads(found) == [1]
    assert not found.notices


def test_fields_are_named_by_their_position():
    found = read("# global.Entity = etype-head-eid\n" + words("(x-2-a", "a)", "(y-1-a)"))
    assert spans(found) == [[0, 2, 0], [2, 3, 0]]
    assert heads(found) == [1, 2]
    assert found.spans["label"].tolist() == ["x", "y"]


def test_an_older_layout_closes_with_the_fields_before_the_id_too():
    found = read("# global.Entity = entity-GRP-infstat\n" + words("(zim-1-new", "zim-1)", "(ora-2-new)", "(zim-1-giv", "1)"))
    assert spans(found) == [[0, 2, 0], [2, 3, 1], [3, 5, 0]]
    assert found.spans["label"].tolist() == ["zim", "ora", "zim"]


def test_gum_heads_are_the_highest_words_leftmost_on_ties():
    text = (
        GUM
        + line(1, "a", 3, "Entity=(1-person-new-nnnnn-cf1-1,2-coref-Some_Name(2-place-new-nnnnn-cf2-1-sgl")
        + line(2, "b", 3, "Entity=2)")
        + line(3, "c", 4, "Entity=1)")
        + line(4, "d", 0, "Entity=(1-person-giv:act-nnnnn-cf1-1-ana)")
    )
    found = read(text)
    assert spans(found) == [[0, 3, 0], [0, 2, 1], [3, 4, 0]]
    assert heads(found) == [2, 0, 3]
    assert found.spans["label"].tolist() == ["person", "place", "person"]


def test_without_trees_and_without_head_indices_there_are_no_heads():
    found = read(GUM + line(1, "a", "_", "Entity=(1-x") + line(2, "b", "_", "Entity=1)"))
    assert heads(found) == [-1]


def test_without_trees_an_index_names_the_head():
    assert heads(read(COREFUD + line(1, "a", "_", "Entity=(1-x-2-") + line(2, "b", "_", "Entity=1)"))) == [1]


@pytest.mark.parametrize("index", ["3", "0", "-1", "x", "99999999999", "\u00b2"])
def test_a_head_index_that_names_no_word_is_noticed(index):
    # In the field list "-1" is an empty head with more behind it, which is no index at all.
    found = read(COREFUD + line(1, "a", 2, f"Entity=(e-x-{index}-") + line(2, "b", 0, "Entity=e)"))
    assert heads(found) == [1]
    kinds = [(n.file, n.line, n.kind) for n in found.notices]
    assert kinds == ([] if index == "-1" else [("bimo.conllu", 2, "head out of range")])


def test_head_indices_count_empty_nodes():
    text = (
        COREFUD
        + line(1, "a", 2, "Entity=(e-x-2-(f-x-3-")
        + line("1.1", "nul", "_", "Entity=(z-x-1-)")
        + line(2, "b", 0, "Entity=e)f)")
    )
    found = read(text)
    assert spans(found) == [[0, 3, 0], [0, 3, 1], [1, 2, 2]]
    assert heads(found) == [1, 2, 1]
    assert found.spans["is_zero"].tolist() == [True, False, True]


def test_an_empty_node_heads_only_a_mention_without_words():
    text = GUM + line("0.1", "nul", "_", "Entity=(1-x(2-x)") + line(1, "a", 2) + line(2, "b", 0, "Entity=1)")
    assert heads(read(text)) == [2, 0]


def test_words_on_a_cycle_do_not_hang():
    found = read(GUM + line(1, "a", 2, "Entity=(1-x") + line(2, "b", 1) + line(3, "c", 1) + line(4, "d", 9, "Entity=1)"))
    assert heads(found) == [3]


def test_discontinuous_mentions_are_one_row_with_parts():
    found = read(COREFUD + words("(a[1/2]-x-2-)", "(b-x-1-)", "(a[2/2]-x-2-", "a[2/2])", "(a-x-1-)"))
    assert spans(found) == [[0, 4, 0], [1, 2, 1], [4, 5, 0]]
    assert heads(found) == [2, 1, 4]
    assert found.parts.values.tolist() == [[0, 0, 1], [0, 2, 4]]


def test_the_highest_word_of_a_discontinuous_mention_lies_in_a_part():
    text = COREFUD + line(1, "a", 2, "Entity=(e[1/2]-x--)") + line(2, "b", 0) + line(3, "c", 2, "Entity=(e[2/2]-x--)")
    assert heads(read(text)) == [0]


def test_two_discontinuous_mentions_of_one_entity_nest():
    found = read(COREFUD + words("(a[1/2]-x-1-)", "(a[1/2]-x-1-)", "", "(a[2/2]-x-1-)", "", "(a[2/2]-x-1-)"))
    assert spans(found) == [[0, 6, 0], [1, 4, 0]]


def test_parts_that_touch_are_one():
    found = read(COREFUD + words("(a[1/2]-x-2-)", "(a[2/2]-x-2-)"))
    assert spans(found) == [[0, 2, 0]] and len(found.parts) == 0 and heads(found) == [1]


def test_entities_keep_their_code_in_every_document():
    document = "# newdoc id = {}\n" + COREFUD + words("(a-x-1-)", "(b-x-1-)")
    found = read(document.format("p") + document.format("q"), document.format("r") + "# newdoc id = s\n" + words("(c-x-1-)"))
    assert found.spans["doc_id"].tolist() == ["p", "p", "q", "q", "r", "r", "s"]
    assert found.spans["entity"].tolist() == [0, 1, 0, 1, 0, 1, 2]
    assert found.spans["start"].tolist() == [0, 1, 0, 1, 0, 1, 0]


def test_a_declaration_holds_in_later_documents_of_its_file():
    text = "# newdoc id = p\n# global.Entity = etype-eid\n" + words("(x-a)") + "# newdoc id = q\n" + words("(x-a)")
    found = read(text + "# newdoc id = r\n# global.Entity = eid-etype\n" + words("(a-x)"))
    assert found.spans["entity"].tolist() == [0, 0, 0]
    assert not found.notices


def test_without_a_declaration_corefud_is_assumed_and_noticed_once_a_file():
    found = read("# newdoc id = p\n" + words("(a-x-1-)") + "# newdoc id = q\n" + words("(a-x-1-)"), COREFUD + words("(a-x-1-)"))
    assert found.spans["label"].tolist() == ["x", "x", "x"]
    assert [(n.file, n.kind) for n in found.notices] == [("a.conllu", "no declaration")]


def test_an_unknown_field_is_noticed():
    found = read(
        "# newdoc id = p\n# global.Entity = eid-zimu-etype\n" + words("(a-o-x)") + "# newdoc id = q\n" + words("(a-o-x)")
    )
    assert [(n.line, n.kind) for n in found.notices] == [(2, "unknown field")]
    assert found.spans["label"].tolist() == ["x", "x"]


@pytest.mark.parametrize(
    ("text", "at", "what"),
    [
        (COREFUD + words("", "(abc-x-1-"), 3, "entity abc is opened but never closed"),
        (COREFUD + words("(p-x-1-", "(q-x-1-", "q)"), 2, "entity p is opened but never closed"),
        (COREFUD + words("(p-x-1-)", "p)"), 3, "entity p is closed but not open"),
        (COREFUD + words("p)", "(p-x-1-)"), 2, "entity p is closed but not open"),
        (COREFUD + words("(p[1/2]-x-1-)", ""), 2, "entity p lacks part 2/2"),
        (COREFUD + words("(p[2/2]-x-1-)", ""), 2, "part 2/2 of entity p without the part before it"),
        (COREFUD + words("(p[0/2]-x-1-)", ""), 2, "part 0/2 of entity p"),
        (COREFUD + words("(p[3/2]-x-1-)", ""), 2, "part 3/2 of entity p"),
        (COREFUD + words("(p[1/2]-x-1-", "p)"), 3, "entity p is closed but not open"),
        (COREFUD + words("p"), 2, "no sequence of brackets"),
        (COREFUD + words("()"), 2, "no sequence of brackets"),
        (COREFUD + words("(p-x-1-))"), 2, "no sequence of brackets"),
        (COREFUD + words("_"), 2, "no sequence of brackets"),
        (COREFUD + words("(-x-1-)"), 2, "without a name"),
        ("# global.Entity = etype-head\n" + words("(x-1)"), 1, "no field eid or GRP"),
        (
            COREFUD + line("1-2", "ab", "_", "Entity=(a-x-1-)") + line(1, "a") + line(2, "b"),
            2,
            "on the line of a multiword token",
        ),
        ("# newdoc id = p\n" + COREFUD + words("(a-x-1-") + "# newdoc id = q\n" + words("a)"), 3, "entity a is opened"),
    ],
)
def test_refusals_name_line_and_entity(text, at, what):
    error = refusal(text)
    assert error.line == at
    assert what in error.what


def test_an_error_in_a_later_file_is_named_with_its_own_line():
    error = refusal(COREFUD + words("(a-x-1-)"), COREFUD + "# bim\n" + words("(a-x-1-"))
    assert (error.file, error.line) == ("b.conllu", 3)


def test_long_names_are_cut_in_messages():
    assert len(str(refusal(COREFUD + words(f"({'a' * 10_000}-x-1-")))) < 400


def test_trees_alone_are_read_where_brackets_are_torn():
    text = COREFUD + words("(a-x-1-", "b)")
    found = read(text, options=ReadOptions(entities=False))
    assert (len(found.words), len(found.spans)) == (2, 0)


def test_an_empty_entity_is_no_mention():
    assert len(read(COREFUD + sentence(("a", "Entity="))).spans) == 0


def test_many_open_brackets_on_one_word():
    n = 20_000
    found = read(COREFUD + words("(a-x-1-" * n, "a)" * n))
    assert len(found.spans) == n


mention_lists = st.lists(st.tuples(st.integers(0, 7), st.integers(1, 8), st.sampled_from("abc")), max_size=8)


def written(mentions, size):
    """CorefUD brackets for mentions (start, length, entity) that do not cross one of their own entity; and those kept."""
    kept = []
    for start, length, entity in mentions:
        end = min(start + length, size)
        if not any(e == entity and (s < start < t < end or start < s < end < t) for s, t, e in kept):
            kept.append((start, end, entity))
    value = [""] * size
    kept.sort(key=lambda m: (m[0], -m[1]))
    for _, end, entity in (m for m in kept if m[1] > m[0] + 1):
        value[end - 1] += f"{entity})"  # before what opens: (b-x-1-a) would be one mention of b
    for start, end, entity in kept:
        value[start] += f"({entity}-x-1-" + (")" if end == start + 1 else "")
    return value, kept


@settings(max_examples=60, deadline=None)
@given(mention_lists)
def test_what_was_written_is_read(mentions):
    value, kept = written(mentions, 8)
    found = read(COREFUD + words(*value))
    names = [found.spans["entity"].tolist().index(e) for e in found.spans["entity"]]
    expected = [[m[2] for m in kept].index(m[2]) for m in kept]
    assert found.spans[["start", "end"]].values.tolist() == [[s, e] for s, e, _ in kept]
    assert names == expected


def steps_to_root(parent, node):
    seen = set()
    while parent[node] not in (node, -1):
        if node in seen:
            return None
        seen.add(node)
        node = parent[node]
    return len(seen)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(-1, 9), min_size=10, max_size=10))
def test_depths_are_steps_to_the_root(parent):
    found = depths(np.array(parent)).tolist()
    for node, depth in enumerate(found):
        steps = steps_to_root(parent, node)
        if parent[node] == -1:
            assert depth == NO_TREE
        elif steps is None:
            assert depth == NO_TREE - 1
        else:
            assert depth == steps


def test_a_deep_chain_has_its_depth():
    assert depths(np.maximum(np.arange(5000) - 1, 0)).tolist() == list(range(5000))


def real_clusters(found):
    """Entities per document as sets of (start, end) in real words, spans of empty nodes alone left out."""
    clusters = defaultdict(lambda: defaultdict(set))
    for doc, frame in found.words.groupby("doc_id", observed=True):
        before = np.concatenate([[0], np.cumsum(~frame["is_empty"].to_numpy())])
        for row in found.spans[found.spans["doc_id"] == doc].itertuples():
            start, end = int(before[row.start]), int(before[row.end])
            if start < end:
                clusters[doc][row.entity].add((start, end))
    return {doc: Counter(map(frozenset, entities.values())) for doc, entities in clusters.items() if entities}


@needs_reference
@pytest.mark.parametrize("name", ["gum_test/gold", "gum_test/sysB", "ontogum_test/sysA", "synth/gold", "synth/sys1"])
def test_reference_entities_equal_their_json_lines(name):
    path = REFERENCE / "coref" / f"{name}.conllu"
    records = [json.loads(text) for text in path.with_suffix(".jsonl").read_text("utf-8").splitlines()]
    expected = {
        r["doc_key"]: Counter(frozenset((s, e + 1) for s, e in c) for c in r["clusters"]) for r in records if r["clusters"]
    }
    found = corpus(read_members(path))
    assert real_clusters(found) == expected
    assert set(found.documents["doc_id"]) == {r["doc_key"] for r in records}


@needs_reference
def test_heads_found_in_gum_trees_are_the_heads_written_in_corefud():
    gum = corpus(read_members(REFERENCE / "ud/gum.gold.conllu")).spans
    written_heads = corpus(read_members(REFERENCE / "coref/gum_test/gold.conllu")).spans
    assert gum[["start", "end"]].values.tolist() == written_heads[["start", "end"]].values.tolist()
    differ = (gum["head"].to_numpy() != written_heads["head"].to_numpy()).nonzero()[0]
    assert gum["doc_id"].iloc[differ].tolist() == ["GUM_interview_hill"]  # an index on an empty node, the README says


@needs_reference
def test_torn_brackets_of_parser_output_are_refused_and_its_trees_read():
    members = read_members(REFERENCE / "ud/gum.A.conllu")
    with pytest.raises(FormatError):
        corpus(members)
    assert len(corpus(members, ReadOptions(entities=False)).words) > 20_000
