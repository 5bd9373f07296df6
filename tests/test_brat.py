import json
import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loaders import brat, build
from loaders.errors import FormatError
from loaders.options import ReadOptions
from loaders.sources import Member, read_members

TEXT = "Mira Tolun ve ka lumo .\nLa ta naru , bilo .\n"
MIRA, LUMO, LA, BILO = "T1\tPER 0 10\tMira Tolun", "T2\tFAC 14 21\tka lumo", "T3\tPER 24 26\tLa", "T4\tPER 37 41\tbilo"
FOUR = (MIRA, LUMO, LA, BILO)


def files(*lines, text=TEXT, name="a"):
    return [Member(f"{name}.ann", "\n".join(lines).encode()), Member(f"{name}.txt", text.encode())]


def corpus(members):
    return build.corpus(brat.parse(members, ReadOptions()), name="c", digest="", format="brat")


def rows(made, *columns):
    return made.spans[["start", "end", *columns]].to_numpy().tolist()


def entities(made):
    return made.spans["entity"].tolist()


def test_words_and_singletons():
    made = corpus(files(BILO, *FOUR[:3]))
    assert made.documents[["doc_id", "file", "n_sentences", "n_words"]].to_numpy().tolist() == [["a", "a.ann", 2, 12]]
    assert made.words["form"].tolist() == TEXT.split()
    assert made.words["sent"].tolist() == [0] * 6 + [1] * 6
    assert made.words["line"].tolist() == [1] * 6 + [2] * 6
    assert rows(made, "label", "line") == [[0, 2, "PER", 2], [3, 5, "FAC", 3], [6, 7, "PER", 4], [10, 11, "PER", 1]]
    assert entities(made) == [0, 1, 2, 3]
    assert made.notices == ()


def test_relations_and_equivalences_are_connected():
    lines = [
        "R1\tCoreference Arg1:T1 Arg2:T3",
        "*\tEquiv T4 T3",
        "R2\tPart-of Arg1:T1 Arg2:T2",
        "#1\tAnnotatorNotes T1\tx",
        "A1\tNeg T1",
    ]
    assert entities(corpus(files(*FOUR, *lines))) == [0, 1, 0, 0]
    assert entities(corpus(files(*lines, *FOUR))) == [0, 1, 0, 0]
    assert entities(corpus(files(*FOUR, "R1\tisCoRefOf Arg1:T1 Arg2:T2"))) == [0, 0, 1, 2]


def test_an_event_stands_for_its_trigger():
    assert entities(corpus(files(*FOUR, "E1\tPER:T3 Agent:T1", "R1\tCoref Arg1:E1 Arg2:T4"))) == [0, 1, 2, 2]


def test_discontinuous_parts_and_parts_that_touch():
    made = corpus(files("T1\tPER 0 4;27 29\tMira ta", "T2\tPER 11 13;14 21\tve ka lumo", text=TEXT))
    assert rows(made) == [[0, 8], [2, 5]]
    assert made.parts.to_numpy().tolist() == [[0, 0, 1], [0, 7, 8]]


def test_a_word_is_cut_where_an_annotation_ends_inside():
    made = corpus(files("T1\tPER 0 4\tMira", text="Mira's lun\n"))
    assert made.words["form"].tolist() == ["Mira", "'s", "lun"]
    assert rows(made) == [[0, 1]]
    assert made.words["char_end"].tolist() == [4, 6, 9]
    assert [(n.file, n.line, n.kind) for n in made.notices] == [("a.txt", 1, "word cut")]


def test_blanks_at_the_edges_belong_to_no_word():
    made = corpus(files("T1\tPER 4 11\tTolun", text=TEXT))
    assert rows(made) == [[1, 2]]
    assert made.notices == ()


def test_offsets_are_code_points():
    made = corpus(files("T1\tPER 2 5\tMír", text="𝒳 Mír ta"))
    assert rows(made) == [[1, 2]]


@pytest.mark.parametrize(
    ("text", "start", "notices"),
    [
        ("ta lun\r\nMira ve\r\n", 8, []),
        ("ta lun\r\nMira ve\r\n", 7, ["offsets"]),
        ("\ufeffta lun\nMira ve\n", 8, []),
        ("\ufeffta lun\nMira ve\n", 7, ["offsets"]),
        ("\ufeffta lun\r\nMira ve", 7, ["offsets"]),
        ("\ufeffta lun\r\nMira ve", 9, []),
    ],
)
def test_carriage_returns_and_byte_order_mark(text, start, notices):
    made = corpus(files(f"T1\tPER {start} {start + 4}\tMira", text=text))
    assert made.words["form"].tolist() == ["ta", "lun", "Mira", "ve"]
    assert made.words["sent"].tolist() == [0, 0, 1, 1]
    assert made.documents["n_sentences"].tolist() == [2]
    assert rows(made) == [[2, 3]]
    assert [n.kind for n in made.notices] == notices


def test_litbanks_twin_lines():
    twins = ["T1\tPROP_PER 0 10\tMira Tolun", "T2\tPRON_PER 24 26\tLa", "T3\tNOM_FAC 14 21\tka lumo", "T4\tNOM_PER 37 41\tbilo"]
    names = ["T5\tMira-0 0 10\tMira Tolun", "T6\tMira-0 24 26\tLa", "T7\tka_lumo-1 14 21\tka lumo"]
    made = corpus(files(*twins, *names, "R1\tcop Arg1:T4 Arg2:T2"))
    assert rows(made, "label", "line") == [[0, 2, "PER", 1], [3, 5, "FAC", 3], [6, 7, "PER", 2], [10, 11, "PER", 4]]
    assert entities(made) == [0, 1, 0, 2]


def test_litbanks_repeats_and_names_alone():
    made = corpus(files("T1\tPROP_PER 0 4\tMira", "T2\tPROP_PER 0 4\tMira", "T3\tMira-0 0 4\tMira", "T4\tMira-0 24 26\tLa"))
    assert rows(made, "label", "entity") == [[0, 1, "PER", 0], [0, 1, "PER", 1], [6, 7, "", 0]]


def test_labels_that_only_look_like_names_are_labels():
    made = corpus(files("T1\tcovid-19 0 10\tMira Tolun", "T2\tPER 24 26\tLa"))
    assert rows(made, "label", "entity") == [[0, 2, "covid-19", 0], [6, 7, "PER", 1]]


def test_an_empty_document():
    made = corpus([*files("", text=""), *files(MIRA, name="b")])
    assert made.documents["n_words"].tolist() == [0, 12]
    assert made.documents["n_sentences"].tolist() == [0, 2]
    assert made.spans["doc_id"].tolist() == ["b"]


BAD = [
    ("T9\tPER 40 99\tbilo", "outside the text of 44 characters"),
    ("T9\tPER 0 4\tLa", "the text there is 'Mira'"),
    ("T9\tPER 4 4\t", "ends before it begins"),
    ("T9\tPER 6 4\tx", "ends before it begins"),
    ("T9\tPER 4 5\t ", "covers no word"),
    ("T9\tPER -1 4\tMira", "no label with start and end"),
    ("T9\tPER 0 ²\tMira", "no label with start and end"),
    ("T9\tPER 0\tMira", "no label with start and end"),
    ("T9", "no label with start and end"),
    (LA, "T3 stands twice, first in line 1"),
    ("R1\tCoreference Arg1:T3 Arg2:T8", "no text-bound annotation has the id T8"),
    ("*\tEquiv T3", "fewer than two"),
    ("Mira", "no line of brat's"),
]


@pytest.mark.parametrize(("bad", "what"), BAD)
def test_what_cannot_be_read_is_named_with_its_line(bad, what):
    with pytest.raises(FormatError) as caught:
        corpus(files(LA, "", bad))
    assert what in caught.value.what
    assert (caught.value.file, caught.value.line) == ("a.ann", 3)


def test_a_missing_text_is_named():
    with pytest.raises(FormatError, match=r"a\.ann: its text, a\.txt, is missing"):
        corpus(files(MIRA)[:1])


def test_bytes_that_are_no_text():
    with pytest.raises(FormatError, match=r"a\.txt, line 2: byte 0xff"):
        corpus([Member("a.ann", MIRA.encode()), Member("a.txt", b"x\n\xff")])


def test_looks_like():
    assert brat.looks_like(files(MIRA))
    assert brat.looks_like(files("T1\tPER 0 4;6 8\tx"))
    assert brat.looks_like(files(""))
    assert not brat.looks_like(files("MENTION\tT1\t0\t0\t0\t1\tMira\tPER\tPROP"))
    assert not brat.looks_like([Member("a.txt", MIRA.encode())])


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(1, 12)), max_size=8), st.text("ab \n\u00e9", min_size=43, max_size=60))
@settings(max_examples=80, deadline=None)
def test_words_and_mentions_hold_the_characters_of_text_and_ranges(ranges, text):
    kept = [(s, s + n) for s, n in ranges if text[s : s + n].strip(" \n")]
    made = corpus(files(*[f"T{i}\tPER {s} {e}" for i, (s, e) in enumerate(kept)], text=text))
    forms = made.words["form"].tolist()
    assert "".join(forms) == "".join(text.split())
    found = sorted("".join(forms[s:e]) for s, e in rows(made))
    assert found == sorted("".join(text[s:e].split()) for s, e in kept)


REFERENCE = Path(os.environ.get("ASSAY_REFERENCE", Path(__file__).parents[2] / "shared" / "reference")) / "coref" / "litbank"


@pytest.mark.skipif(not REFERENCE.is_dir(), reason="the folder of reference data is not here")
def test_litbank_as_brat_is_litbank_as_json_lines():
    made = corpus(read_members(REFERENCE / "brat"))
    records = [json.loads(line) for line in (REFERENCE / "gold.jsonl").read_text("utf-8").splitlines()]
    assert sorted(made.documents["doc_id"]) == sorted(r["doc_key"] for r in records)
    spans = made.spans.groupby("doc_id", observed=True)
    n_words = dict(zip(made.documents["doc_id"], made.documents["n_words"], strict=True))
    differing = 0
    for record in records:
        found = spans.get_group(record["doc_key"]).drop_duplicates("extent")
        clusters = {frozenset(zip(c["start"], c["end"], strict=True)) for _, c in found.groupby("entity")}
        differing += clusters != {frozenset((a, b + 1) for a, b in cluster) for cluster in record["clusters"]}
        assert n_words[record["doc_key"]] == sum(map(len, record["sentences"]))
        assert len(found) == sum(map(len, record["clusters"]))
    assert differing <= 1  # one document's links were revised between the releases
