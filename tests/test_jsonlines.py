import json
import os
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loaders import build, columns, json_records, json_tables, jsonlines
from loaders.errors import FormatError
from loaders.options import ReadOptions
from loaders.sources import Member, read_members

SENTENCES = [["Mira", "ta", "lun"], [], ["ve", "Mira"]]
CLUSTERS = [[[0, 0], [3, 4]], [], [[1, 2]]]
PREDICTED = ReadOptions(role="predicted")


def record(**changes):
    """A record of e2e-coref's kind; None takes a key away."""
    whole = {"doc_key": "d1", "sentences": SENTENCES, "clusters": CLUSTERS} | changes
    return {key: value for key, value in whole.items() if value is not None}


def members(*records):
    lines = [r if isinstance(r, str) else json.dumps(r) for r in records]
    return [Member("f.jsonl", "\n".join(lines).encode())]


def corpus(*records, options=ReadOptions()):  # noqa: B008
    return build.corpus(jsonlines.parse(members(*records), options), name="c", digest="", format="jsonlines")


def clusters(made):
    """Each document's clusters as lists of [start, end), by entity number."""
    found = {doc_id: {} for doc_id in made.documents["doc_id"]}
    for row in made.spans.itertuples():
        found[row.doc_id].setdefault(row.entity, []).append([row.start, row.end])
    return {doc_id: list(entities.values()) for doc_id, entities in found.items()}


def error(*records, options=ReadOptions()):  # noqa: B008
    with pytest.raises(FormatError) as caught:
        corpus(*records, options=options)
    return caught.value


def kinds(made):
    return [notice.kind for notice in made.notices]


def test_words_sentences_and_mentions():
    made = corpus(record(), record(doc_key="d2", clusters=[[[2, 2]]], genre="tale"))
    assert made.documents["doc_id"].tolist() == ["d1", "d2"]
    assert made.documents["genre"].tolist() == ["", "tale"]
    assert made.documents["n_sentences"].tolist() == [3, 3]
    assert made.documents["line"].tolist() == [1, 2]
    assert made.words["form"].tolist() == ["Mira", "ta", "lun", "ve", "Mira"] * 2
    assert made.words["sent"].tolist() == [0, 0, 0, 2, 2] * 2
    assert made.spans[["start", "end", "entity", "sent", "line"]].to_numpy().tolist() == [
        [0, 1, 0, 0, 1],
        [3, 5, 0, 2, 1],
        [1, 3, 2, 0, 1],
        [2, 3, 3, 0, 2],
    ]
    assert (made.spans["head"] == -1).all()
    assert kinds(made) == []


@pytest.mark.parametrize("key", ["doc_key", "doc_id", "id", "document_id"])
def test_document_keys(key):
    assert corpus(record(**{"doc_key": None, key: "x"})).documents["doc_id"].tolist() == ["x"]


def test_a_number_as_id_and_wl_corefs_part():
    made = corpus(record(doc_key=7), record(doc_key=None, document_id="x", part_id=2))
    assert made.documents["doc_id"].tolist() == ["7", "x_2"]


def test_without_id_documents_are_numbered():
    made = corpus(record(), record(doc_key=None))
    assert made.documents["doc_id"].tolist() == ["d1", "doc_2"]
    assert [(n.kind, n.line) for n in made.notices] == [("no document id", 2)]


@pytest.mark.parametrize("mixed", [False, True])
def test_flat_tokens_are_one_sentence(mixed):
    flat = record(doc_key="f", sentences=None, tokens=["a", "b", "c"], clusters=[[[0, 0]]])
    made = corpus(flat, *[record()] * mixed)
    assert made.words["sent"].tolist()[:3] == [0, 0, 0]
    assert made.documents["n_sentences"].tolist()[0] == 1


@pytest.mark.parametrize("mixed", [False, True])
def test_wl_corefs_words_have_sentences_and_exclusive_ends(mixed):
    wl = record(doc_key="w", sentences=None, cased_words=["a", "b", "c", "d"], sent_id=[0, 0, 1, 1], clusters=[[[0, 2], [3, 4]]])
    made = corpus(wl, record(doc_key="e", sentences=None, cased_words=[], sent_id=[], clusters=[]), *[record()] * mixed)
    assert clusters(made)["w"] == [[[0, 2], [3, 4]]]
    assert made.words["sent"].tolist()[:4] == [0, 0, 1, 1]
    assert made.documents["n_sentences"].tolist()[:2] == [2, 0]


@pytest.mark.parametrize(
    ("key", "written", "read"),
    [
        ("predicted_clusters", [[[1, 2]]], [[[1, 3]]]),
        ("clusters_token_offsets", [[[1, 2]]], [[[1, 3]]]),
        ("coreference_chains", [[[1, 1]]], [[[1, 2]]]),
        ("span_clusters", [[[1, 2]]], [[[1, 2]]]),
        ("word_clusters", [[1, 4], [0]], [[[1, 2], [4, 5]], [[0, 1]]]),
        ("word_clusters", [[[1, 2]]], [[[1, 2]]]),
        ("mention_clusters", [[[0, 1, 3], [2, 0, 2]]], [[[1, 3], [3, 5]]]),
    ],
)
@pytest.mark.parametrize("mixed", [False, True])
def test_keys_of_clusters(key, written, read, mixed):
    made = corpus(record(doc_key="k", clusters=None, **{key: written}), *[record()] * mixed)
    assert clusters(made)["k"] == read
    assert kinds(made) == []


def test_roles_read_their_own_clusters():
    both = record(clusters=[[[0, 0]]], predicted_clusters=[[[1, 1]]])
    assert clusters(corpus(both))["d1"] == [[[0, 1]]]
    made = corpus(both, options=PREDICTED)
    assert clusters(made)["d1"] == [[[1, 2]]]
    assert kinds(made) == []


@pytest.mark.parametrize("absent", [{"predicted_clusters": None}, {}])
def test_gold_never_stands_in_for_a_missing_prediction(absent):
    both = record(clusters=[[[0, 0]]], predicted_clusters=[[[1, 1]]])
    lacking = json.dumps({"doc_key": "d2", "sentences": SENTENCES, "clusters": [[[0, 0]]]} | absent)
    made = corpus(both, lacking, options=PREDICTED)
    assert clusters(made) == {"d1": [[[1, 2]]], "d2": []}
    assert kinds(made) == ([] if absent else ["no prediction"])


def test_null_predictions_everywhere_are_none():
    made = corpus('{"id": "x", "tokens": ["a"], "clusters": [[[0, 0]]], "predicted_clusters": null}', options=PREDICTED)
    assert clusters(made) == {"x": []}


def test_a_prediction_that_copies_gold_is_flagged():
    gold = [[[0, 0], [3, 4]], [[1, 2]]]
    copy = record(clusters=gold, predicted_clusters=[[[1, 2]], [[3, 4], [0, 0]]])
    assert kinds(corpus(copy, options=PREDICTED)) == ["copy of gold"]
    assert kinds(corpus(copy)) == []
    other = record(doc_key="d2", clusters=gold, predicted_clusters=[[[1, 2], [3, 4], [0, 0]]])
    assert kinds(corpus(copy, other, options=PREDICTED)) == []


@pytest.mark.parametrize(
    ("written", "read", "notices"),
    [
        ([[[0, 0], [1, 2]]], [[[0, 1], [1, 3]]], []),
        ([[[0, 2], [3, 5]]], [[[0, 2], [3, 5]]], []),
        ([[[0, 2], [3, 4]]], [[[0, 3], [3, 5]]], ["ends"]),
        ([], [], []),
    ],
)
def test_ends_are_decided_from_the_file(written, read, notices):
    made = corpus(record(clusters=written))
    assert clusters(made)["d1"] == read
    assert kinds(made) == notices


def test_ends_are_decided_over_all_members_together():
    two = [*members(record(clusters=[[[0, 2]]])), *members(record(doc_key="d2", clusters=[[[3, 5]]]))]
    made = build.corpus(jsonlines.parse(two, ReadOptions()), name="c", digest="", format="jsonlines")
    assert clusters(made) == {"d1": [[[0, 2]]], "d2": [[[3, 5]]]}
    assert made.spans["entity"].tolist() == [0, 1]
    assert made.documents["line"].tolist() == [1, 1]


def test_stated_ends_win():
    assert clusters(corpus(record(clusters=[[[0, 2]]]), options=ReadOptions(ends="exclusive")))["d1"] == [[[0, 2]]]
    assert clusters(corpus(record(clusters=None, span_clusters=[[[0, 2]]]), options=ReadOptions(ends="inclusive")))["d1"] == [
        [[0, 3]]
    ]
    assert clusters(corpus(record(clusters=None, word_clusters=[[2]]), options=ReadOptions(ends="inclusive")))["d1"] == [[[2, 3]]]


def test_both_signs_are_read_as_inclusive_and_name_the_mention_outside():
    found = error(record(clusters=[[[0, 0], [3, 5]]]))
    assert "outside its document of 5 words, its end read as inclusive" in found.what
    assert "--ends" in found.remedy


def test_settle_keeps_pieces_alike():
    whole = members(record(clusters=[[[0, 2]]]), "{broken", record(doc_key="d2", clusters=[[[3, 5]]]))
    options, notices = jsonlines.settle(whole, ReadOptions())
    assert (options.ends, notices) == ("exclusive", [])
    options, notices = jsonlines.settle(members(record(clusters=[[[0, 2]]])), ReadOptions())
    assert (options.ends, [n.kind for n in notices]) == ("inclusive", ["ends"])
    assert jsonlines.settle(members(record(clusters=None, span_clusters=[[[0, 2]]])), ReadOptions()) == (ReadOptions(), [])


def test_predictions_without_tokens_keep_their_positions():
    made = corpus({"id": "a", "clusters": [[[0, 0], [7, 9]]]}, record(), options=PREDICTED)
    assert made.documents["n_words"].tolist() == [0, 5]
    assert made.spans[["start", "end", "sent"]].to_numpy().tolist()[:2] == [[0, 1, -1], [7, 10, -1]]
    assert made.spans["sent"].tolist()[2:] == [0, 2, 0]
    alone = corpus({"id": "a", "clusters": [[[7, 7]]]})
    assert alone.spans[["start", "end", "sent"]].to_numpy().tolist() == [[7, 8, -1]]


def test_empty_lines_documents_and_clusters_are_legal():
    made = corpus(
        "", record(clusters=[]), "  ", record(doc_key="e", sentences=[], clusters=[]), record(doc_key="n", clusters=[[]]), ""
    )
    assert made.documents["doc_id"].tolist() == ["d1", "e", "n"]
    assert made.documents["line"].tolist() == [2, 4, 5]
    assert len(made.spans) == 0


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_and_byte_order_mark(end):
    text = "\ufeff" + json.dumps(record(sentences=[["Zoë\u2028", "\u0085ta"]], clusters=[]), ensure_ascii=False) + end
    made = build.corpus(jsonlines.parse([Member("f", text.encode())], ReadOptions()), name="c", digest="", format="jsonlines")
    assert made.words["form"].tolist() == ["Zoë\u2028", "\u0085ta"]


@pytest.mark.parametrize("indent", [None, 1])
def test_a_json_list_of_records(indent):
    text = json.dumps([record(), record(doc_key="d2")], indent=indent)
    whole = [Member("f.json", text.encode())]
    made = build.corpus(jsonlines.parse(whole, ReadOptions()), name="c", digest="", format="jsonlines")
    assert clusters(made) == {"d1": [[[0, 1], [3, 5]], [[1, 3]]], "d2": [[[0, 1], [3, 5]], [[1, 3]]]}
    first = [1 if indent is None else number for number, line in enumerate(text.split("\n"), 1) if indent is None or line == " {"]
    assert made.documents["line"].tolist() == (first * 2)[:2]
    assert [piece.line for (piece,) in jsonlines.split_all(whole)] == (first * 2)[:2]


def test_one_record_over_several_lines():
    text = json.dumps(record(), indent=2)
    made = build.corpus(
        jsonlines.parse([Member("f.json", text.encode())], ReadOptions()), name="c", digest="", format="jsonlines"
    )
    assert made.documents["doc_id"].tolist() == ["d1"]


def test_a_line_of_ten_megabytes():
    words = ["lunelo"] * 1_000_000
    made = corpus(record(sentences=[words], clusters=[[[0, 0], [999_999, 999_999]]]), record(doc_key="d2"))
    assert made.documents["n_words"].tolist() == [1_000_000, 5]
    assert made.spans["end"].tolist()[:2] == [1, 1_000_000]


NAN = '{"id": "a", "tokens": ["b"], "clusters": [[[0, NaN]]]}'
BAD = [
    (record(clusters=[[[0, 0]], [[2, 5]]]), "outside its document of 5 words", "[2, 5] in cluster 2 of d1"),
    (record(clusters=[[[-1, 0], [0, 0]]]), "negative position", "[-1, 0]"),
    (record(clusters=[[[0, 0], [3, 2]]]), "ends before it begins", "[3, 2]"),
    (record(clusters=None, span_clusters=[[[2, 2]]]), "no word", "[2, 2]"),
    (record(clusters=[[[0, 1.0]]]), "no whole number", "[0, 1.0]"),
    (record(clusters=[[[0, True]]]), "no whole number", "[0, true]"),
    (record(clusters=[[[0, "1"]]]), "no whole number", '[0, "1"]'),
    (record(clusters=[[[0, None]]]), "no whole number", "[0, null]"),
    (record(clusters=[[[0, 10**30]]]), "outside any document", "[0, 1000"),
    (record(clusters=[[[0, 1, 2]]]), "not [start, end]", "[0, 1, 2]"),
    (record(clusters=[[0, 1]]), "not [start, end]", "0"),
    (record(clusters=[3]), "no list of mentions", "3"),
    (record(clusters=[None]), "no list of mentions", "null"),
    (record(clusters={"a": 1}), "no list of clusters", "{"),
    (record(clusters=None, mention_clusters=[[[0, 1]]]), "not [sentence, start, end]", "[0, 1]"),
    (record(clusters=None, mention_clusters=[[[3, 0, 1]]]), "sentence that is not there", "[3, 0, 1]"),
    (record(clusters=None, mention_clusters=[[[0, 2, 4]]]), "outside its sentence of 3 words", "[0, 2, 4]"),
    (record(clusters=None, mention_clusters=[[[1, 0, 1]]]), "outside its sentence of 0 words", "[1, 0, 1]"),
    (record(clusters=None), "no clusters", "doc_key, sentences"),
    ({"foo": 1}, "no clusters", "foo"),
    ({"clusters": []}, "neither a document id nor tokens", "clusters"),
    (record(doc_key=["x"]), "neither a string nor a number", '["x"]'),
    (record(doc_key=True), "neither a string nor a number", "true"),
    (record(sentences="a b"), "no list", "a b"),
    (record(sentences=["a b"]), "no list of tokens", "a b"),
    (record(sentences=[["a", 3]]), "no string", "3"),
    (record(sentences=[["a", None]]), "no string", "null"),
    (record(sentences=[["\ud800"]]), "surrogate", ""),
    (record(doc_key="\ud800"), "surrogate", ""),
    (record(sentences=None, tokens=["a"], sent_id=[0, 1]), "sent_id", "[0, 1]"),
    (record(doc_key="first"), "second document of this id; the first is in line 1", "first"),
    ('["a", 1]', "no JSON object", '["a", 1]'),
    ('{"id": "a" "b"}', "broken JSON: expecting ',' delimiter, column 12", '{"id"'),
    (NAN, "broken JSON: NaN is no JSON", '{"id"'),
    ('{"id": "a", "id": "b", "tokens": [], "clusters": []}', "the key 'id' stands twice", '{"id"'),
    ('{"id": "a"} {"id": "b"}', "broken JSON: extra data", '{"id"'),
    ('{"id": "a", "clusters": [[[0, ' + "1" * 5000 + "]]]}", "broken JSON: Exceeds the limit", '{"id"'),
    ('{"id": "a", "clusters": ' + "[" * 200_000 + "]" * 200_000 + "}", "nested too deep", '{"id"'),
]


@pytest.mark.parametrize(("bad", "what", "shown"), BAD)
def test_what_cannot_be_read_is_named_with_its_line(bad, what, shown):
    found = error(record(doc_key="first", clusters=[[[0, 0]]]), "", bad)
    assert what in found.what
    assert found.excerpt.startswith(shown)
    assert (found.file, found.line) == ("f.jsonl", 3)


def test_a_truncated_file():
    found = error(record(), json.dumps(record(doc_key="d2"))[:40])
    assert (found.line, found.what) == (2, "the file ends in the middle of a record")
    found = error(json.dumps([record(), record(doc_key="d2")], indent=1)[:-2])
    assert "ends in the middle" in found.what


def test_a_file_without_records():
    assert error("", "").what == "no record in the file"
    assert error("[]").what == "no record in the file"


def test_bytes_that_are_no_text():
    with pytest.raises(FormatError, match=r"f\.jsonl, line 2: byte 0xff is no UTF-8"):
        jsonlines.parse([Member("f.jsonl", b'{"id": "a", "tokens": [], "clusters": []}\n{"\xff')], ReadOptions())


def test_pieces_are_documents_with_their_lines():
    whole = [Member("f.jsonl", b'{"id": "\xff"}\n\n' + members(record(doc_key="d2"))[0].data, line=10)]
    first, second = (piece for (piece,) in jsonlines.split_all(whole))
    assert (first.line, first.data) == (10, b'{"id": "\xff"}')
    assert second.line == 12
    assert jsonlines.parse([second], ReadOptions()).text.lines.tolist() == [12]


def test_looks_like():
    assert jsonlines.looks_like(members("", record()))
    assert jsonlines.looks_like([Member("f", json.dumps([record()], indent=1).encode())])
    assert not jsonlines.looks_like(members({"id": "a", "tokens": ["b"], "spans": []}))
    assert not jsonlines.looks_like([Member("f", b'1\tclusters\t"clusters"\n')])
    assert not jsonlines.looks_like([Member("f", b"")])


WORD = st.text(st.characters(exclude_categories=["Cs"]), max_size=4)


@st.composite
def documents(draw):
    made = []
    for number in range(draw(st.integers(1, 4))):
        sentences = draw(st.lists(st.lists(WORD, max_size=4), max_size=4))
        n = sum(map(len, sentences))
        pairs = st.tuples(st.integers(0, max(n - 1, 0)), st.integers(0, max(n - 1, 0))).map(sorted)
        spans = draw(st.lists(st.lists(pairs, max_size=3), max_size=3)) if n else []
        made.append({"doc_key": f"d{number}", "sentences": sentences, "clusters": spans})
    return made


@given(documents(), st.booleans())
@settings(max_examples=60, deadline=None)
def test_both_ways_of_reading_agree_with_the_records(records, ascii_only):
    text = "\n".join(json.dumps(r, ensure_ascii=ascii_only) for r in records)
    data = columns.plain_text(Member("f", text.encode()))
    fast, slow = json_tables.read("f", data, 1, ReadOptions()), json_records.read("f", data, 1, ReadOptions())
    assert fast is not None
    assert fast.form.equals(slow.form)
    assert (fast.ids, fast.extra) == (slow.ids, slow.extra)
    for name in ("lines", "sentence_lengths", "n_sentences", "tokenless", "ends", "n_clusters"):
        assert np.array_equal(getattr(fast, name), getattr(slow, name)), name
    for name in ("doc", "cluster", "sentence", "start", "end"):
        assert np.array_equal(getattr(fast.clusters, name), getattr(slow.clusters, name)), name
    parsed = jsonlines.parse([Member("f", text.encode())], ReadOptions(ends="inclusive"))
    made = build.corpus(parsed, name="c", digest="", format="jsonlines")
    assert made.words["form"].tolist() == [w for r in records for s in r["sentences"] for w in s]
    assert made.spans[["start", "end"]].to_numpy().tolist() == [[a, b + 1] for r in records for c in r["clusters"] for a, b in c]


REFERENCE = Path(os.environ.get("ASSAY_REFERENCE", Path(__file__).parents[2] / "shared" / "reference")) / "coref"


@pytest.mark.skipif(not REFERENCE.is_dir(), reason="the folder of reference data is not here")
@pytest.mark.parametrize("name", ["synth", "gum_test", "ontogum_test", "litbank"])
def test_reference_corpora(name):
    path = REFERENCE / name / "gold.jsonl"
    made = build.corpus(jsonlines.parse(read_members(path), ReadOptions()), name="c", digest="", format="jsonlines")
    records = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    assert made.documents["doc_id"].tolist() == [r["doc_key"] for r in records]
    wanted = [(r["doc_key"], a, b + 1) for r in records for cluster in r["clusters"] for a, b in cluster]
    assert list(zip(made.spans["doc_id"], made.spans["start"], made.spans["end"], strict=True)) == wanted
    assert made.spans["entity"].nunique() == sum(map(len, (r["clusters"] for r in records)))
    assert len(made.words) == sum(len(s) for r in records for s in r["sentences"])
