"""Marked text of language models: what a mark is, what a document is, what is passed over."""

import io
import json
import zipfile

import pytest

from loaders import FormatError, ReadOptions, detect, load
from loaders.marks import read_marks
from loaders.sources import Member


def read(text, name="ours.txt", **options):
    return load((name, text if isinstance(text, bytes) else text.encode()), options=ReadOptions(**options))


def mentions(text):
    """The words, and the mentions as (words, name), by opening mark."""
    found = read_marks(text)
    return " ".join(found.forms), [(" ".join(found.forms[start:end]), name) for start, end, name, _ in found.mentions]


@pytest.mark.parametrize(
    ("text", "words", "marked"),
    [
        ("[Miru](#1) tolu [ve](#1)", "Miru tolu ve", [("Miru", "1"), ("ve", "1")]),
        ("[Miru]_1 tolu [ve]_{e2}.", "Miru tolu ve .", [("Miru", "1"), ("ve", "e2")]),
        ('<m id="1">Miru</m> <M ID=2>tolu</M>', "Miru tolu", [("Miru", "1"), ("tolu", "2")]),
        ("<mention type='x' id='a b'>Miru</mention>", "Miru", None),
        ("[the [boat](#2) of [[her](#1) crew](#3)](#4)", "the boat of her crew",
         [("the boat of her crew", "4"), ("boat", "2"), ("her crew", "3"), ("her", "1")]),
        ('<m id="1">the <m id="2">boat</m></m>', "the boat", [("the boat", "1"), ("boat", "2")]),
        ('[the <m id="2">boat](#1) sank</m>', "the boat sank", [("the boat", "1"), ("boat sank", "2")]),  # crossing
        ("[Miru](#1)'s boat", "Miru ' s boat", [("Miru", "1")]),
        ("un[sold](#1)", "un sold", [("sold", "1")]),
        ("[[Miru](#1)](#2)", "Miru", [("Miru", "1"), ("Miru", "2")]),
        ("[sic] [miru](http://tolu.ve) [x](y)", "[ sic ] [ miru ] ( http : / / tolu . ve ) [ x ] ( y )", []),
        ("[[sic] miru](#1)", "[ sic ] miru", [("[ sic ] miru", "1")]),
        (r"\[sic\] [miru](#1)", "[ sic ] miru", [("miru", "1")]),
        ('<m id="1">a &amp; b</m>', "a & b", [("a & b", "1")]),
        ("[a &amp; b](#1)", "a & amp ; b", [("a & amp ; b", "1")]),  # no elements, no entities of HTML
        ("``miru'' -- tolu...", "`` miru '' -- tolu ...", []),
        ("[miru\ntolu](#1)", "miru tolu", [("miru tolu", "1")]),
    ],
)  # fmt: skip
def test_marks(text, words, marked):
    found = mentions(text)
    if marked is None:  # an id with a blank ends at it
        assert (found[0], found[1][0][1]) == (words, "a")
    else:
        assert found == (words, marked)


@pytest.mark.parametrize(
    ("text", "words", "odd"),
    [
        ("miru](#1) tolu", "miru tolu", "](#1) closes what was never opened"),
        ("miru</m> tolu", "miru tolu", "</m> closes what was never opened"),
        ('<m id="1">miru tolu', "miru tolu", '<m id="1"> is never closed'),
        ("[](#1) miru", "miru", "a mention of 1 without words"),
        ('<m id="1"></m>miru', "miru", "a mention of 1 without words"),
    ],
)
def test_marks_that_do_not_fit_are_passed_over_and_listed(text, words, odd):
    corpus = read("tolu\n" + text, format="marked")
    assert corpus.words["form"].tolist() == ["tolu", *words.split()]
    assert corpus.spans.empty
    assert [(n.line, n.kind, n.text) for n in corpus.notices] == [(2, "mark", f"{odd}; it is passed over")]


def test_a_bracket_that_is_never_closed_is_text():
    corpus = read("[miru [tolu](#1)")
    assert (corpus.words["form"].tolist(), corpus.notices) == (["[", "miru", "tolu"], ())
    assert corpus.spans[["start", "end"]].values.tolist() == [[2, 3]]


def test_lines_are_sentences_and_words_and_mentions_know_theirs():
    corpus = read("\r\n[Miru](#1) tolu\r\n\r\n```text\r\nve [naru](#1)\r\n```\r\n")
    assert corpus.words[["form", "sent", "line"]].values.tolist() == [
        ["Miru", 0, 2],
        ["tolu", 0, 2],
        ["ve", 1, 5],
        ["naru", 1, 5],
    ]
    assert corpus.spans[["sent", "start", "end", "entity", "line"]].values.tolist() == [[0, 0, 1, 0, 2], [1, 3, 4, 0, 5]]


def test_a_name_is_an_entity_of_its_document():
    corpus = read("=== a ===\n[miru](#1) [ve](#1)\n=== b ===\n[tolu](#1)\n")
    assert corpus.documents[["doc_id", "line"]].values.tolist() == [["a", 1], ["b", 3]]
    assert corpus.spans[["doc_id", "entity", "line"]].values.tolist() == [["a", 0, 2], ["a", 0, 2], ["b", 1, 4]]


def test_what_stands_before_the_first_heading_is_a_document_if_it_has_words():
    assert read("\n\n=== a ===\n[miru](#1)").documents["doc_id"].tolist() == ["a"]
    assert read("Here it is:\n=== a ===\n[miru](#1)").documents["doc_id"].tolist() == ["ours", "a"]


@pytest.mark.parametrize("text", ['{"id": "a", "text": "[Miru](#1)"}\n{"doc_key": "b", "text": "tolu"}\n',
                                  '[{"id": "a", "output": "<m id=\\"1\\">Miru</m>"}, {"id": "b", "text": "tolu"}]'])  # fmt: skip
def test_records(text):
    corpus = read(text)
    assert (corpus.format, corpus.documents["doc_id"].tolist()) == ("marked", ["a", "b"])
    assert (corpus.words["form"].tolist(), len(corpus.spans)) == (["Miru", "tolu"], 1)


def test_records_without_ids_are_numbered_and_said_so():
    corpus = read('{"text": "[miru](#1)"}\n{"id": null, "text": "tolu"}')
    assert corpus.documents["doc_id"].tolist() == ["doc_1", "doc_2"]
    assert [(n.line, n.kind) for n in corpus.notices] == [(1, "no document id"), (2, "no document id")]


def test_a_zip_holds_one_document_a_file_and_empty_ones_count(tmp_path):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as file:
        for name, text in {"out/a.txt": "", "out/b.txt": "[miru](#1)", "out/c.md": "tolu"}.items():
            file.writestr(name, text)
    corpus = read(packed.getvalue(), "ours.zip")
    assert corpus.documents[["doc_id", "n_words"]].values.tolist() == [["a", 0], ["b", 1], ["c", 1]]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"id": "a", "text": "[m](#1)"}\n{"id": "b"}', "ours.txt, line 2: a record without a text"),
        ('{"id": "a", "text": "[m](#1)"}\n[1]', "ours.txt, line 2: a record that is no JSON object"),
        ('{"id": "a", "text": "[m](#1)"}\n{"id": "b", "text": 3}', "ours.txt, line 2: a record without a text"),
        ('{"id": "a", "text": "[m](#1) \\ud800"}', "ours.txt, line 1: half a surrogate pair"),
        ('{"id": "a", "text": "[m](#1)"}\n{"id": "b", "text": "', "ours.txt, line 2: the file ends in the middle of a record"),
        ('{"id": "a", "text": "[m](#1)"}\n{"id": "a", "text": "x"}', "ours.txt, line 2: a second document of this id"),
        ("=== a ===\n[m](#1)\n=== a ===\n", "ours.txt, line 3: a second document of this id; the first is in ours.txt, line 1"),
        (b"[m](#1)\n\xff", "ours.txt, line 2: byte 0xff is no UTF-8"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_refused_with_its_line(text, message):
    with pytest.raises(FormatError) as error:
        read(text)
    assert str(error.value).startswith(message)


@pytest.mark.parametrize(
    ("text", "good", "skipped"),
    [
        ('{"id": "a", "text": "[m](#1)"}\n{"id": "b", "text": 3}\n{"id": "c", "text": "x"}', ["a", "c"], ["b"]),
        (b"=== a ===\n[m](#1)\n=== b ===\n\xff\n=== c ===\nx", ["a", "c"], ["b"]),
        ("=== a ===\n[m](#1)\n=== a ===\nx\n=== c ===\ny", ["a", "c"], ["a"]),
    ],
)
def test_bad_documents_are_skipped_where_that_is_asked_for(text, good, skipped):
    corpus = read(text, skip_bad=True)
    assert corpus.documents["doc_id"].tolist() == good
    assert [name for name, _ in corpus.skipped] == skipped


@pytest.mark.parametrize(
    "text",
    [
        "miru tolu",
        "[miru] tolu",
        "see [miru](http://x)",
        "<b id='1'>miru</b>",
        '{"text": "miru"}',
        '{"id": "[m](#1)"}',
        "# miru\n=== a ===",
    ],
)
def test_text_without_marks_is_no_marked_text_unless_it_is_said_to_be(text):
    with pytest.raises(FormatError):
        detect([Member("x.txt", text.encode())])


def test_text_without_marks_can_be_stated():
    assert len(read("miru tolu", format="marked").words) == 2


def test_marks_nested_by_the_thousand_and_long_lines_are_read():
    n = 20_000
    corpus = read("[" * n + "miru" + "](#1)" * n)
    assert len(corpus.spans) == n
    assert read("[miru](#1) " + "[<m " * n + "=== a " * n).words["form"].tolist()[:2] == ["miru", "["]


def test_composed_and_decomposed_letters_are_one_word():
    assert read("[Mírù](#1)").words["form"].tolist() == ["M\u00edr\u00f9"]


def test_json_of_other_formats_is_not_taken():
    for value in ({"doc_key": "a", "sentences": [["x](#1)"]], "clusters": []}, {"id": "a", "text": "[x](#1)", "spans": []}):
        assert detect([Member("x", json.dumps(value).encode())]) != "marked"
