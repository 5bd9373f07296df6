"""CNER's own output, as JSON lines and as a TSV of Python lists."""

import json

import pytest

from loaders import FormatError, ReadOptions, detect, load, readings
from loaders.sources import Member

RECORDS = [
    {"sentence_id": "12.0", "tokens": ["Mira", "Tolun", "'s", "boat"], "predictions": ["B-PER", "I-PER", "O", "B-ARTIFACT"]},
    {"sentence_id": "12.7", "tokens": ["Ko"], "predictions": ["O"]},
]
JSONL = "".join(json.dumps(r) + "\n" for r in RECORDS)
HEADER = "sentence_id\ttokens\tpos\tc_vs_ne\tpredictions\n"
TSV = HEADER + (
    "12.0\t\"['Mira', 'Tolun', \"\"'s\"\", 'boat']\"\t['X']\t['O']\t['B-PER', 'I-PER', 'O', 'B-ARTIFACT']\n"
    "12.7\t['Ko']\t['X']\t['O']\t['O']\n"
)


def read(text, name="x", **options):
    return load((name, text.encode()), options=ReadOptions(format="cner", **options))


def spans(corpus):
    f = corpus.spans
    return list(zip(f["doc_id"].astype(str), f["start"], f["end"], f["label"].astype(str), strict=True))


def error(text, **options):
    with pytest.raises(FormatError) as caught:
        read(text, **options)
    return caught.value


@pytest.mark.parametrize("text", [JSONL, TSV, TSV.replace("\n", "\r\n"), "\ufeff" + TSV, "\ufeff" + JSONL, json.dumps(RECORDS)])
def test_both_files_hold_the_same(text):
    assert detect([Member("x", text.encode())]) == "cner"
    made = read(text)
    assert spans(made) == [("12.0", 0, 2, "PER"), ("12.0", 3, 4, "ARTIFACT")]
    assert made.words["form"].tolist() == ["Mira", "Tolun", "'s", "boat", "Ko"]
    assert made.documents["doc_id"].tolist() == ["12.0", "12.7"]
    assert made.scheme == "IOB2"


def test_lines():
    assert read(JSONL).words["line"].tolist() == [1, 1, 1, 1, 2]
    assert read(TSV).words["line"].tolist() == [2, 2, 2, 2, 3]


def test_tags_without_prefixes_are_labels():
    text = json.dumps({"sentence_id": "1", "tokens": list("abcd"), "predictions": ["PER", "PER", "LOC", "O"]})
    made = read(text)
    assert spans(made) == [("1", 0, 2, "PER"), ("1", 2, 3, "LOC")]
    assert list(readings(made)) == ["strict"]


def test_the_role_says_whose_tags():
    text = json.dumps({"sentence_id": "1", "tokens": ["a"], "cner_tags": ["B-PER"], "predictions": ["B-LOC"]})
    assert spans(read(text)) == [("1", 0, 1, "PER")]
    assert spans(read(text, role="predicted")) == [("1", 0, 1, "LOC")]


def test_both_readings_and_sentences_end_spans():
    records = [
        {"sentence_id": k, "tokens": ["a", "b"], "predictions": tags} for k, tags in enumerate([["O", "B-P"], ["I-P", "O"]])
    ]
    both = readings(read("\n".join(map(json.dumps, records))))
    assert {name: spans(c) for name, c in both.items()} == {
        "strict": [("0", 1, 2, "P")],
        "conlleval": [("0", 1, 2, "P"), ("1", 0, 1, "P")],
    }


@pytest.mark.parametrize(
    ("cell", "tokens"),
    [
        ("[]", []),
        ("[ 'a' , 'b', ]", ["a", "b"]),
        (r"['a\'b', 'c\\d', '\t', '\x41\u00e9\U0001f600']", ["a'b", "c\\d", "\t", "Aé\U0001f600"]),
        ("\"['\"\"', ']', ',']\"", ['"', "]", ","]),
    ],
)
def test_python_lists(cell, tokens):
    tags = str(["O"] * len(tokens))
    assert read(HEADER + f"1\t{cell}\t\t\t{tags}\n").words["form"].tolist() == tokens


@pytest.mark.parametrize(
    "cell",
    [
        "['a'", "'a'", "['a' 'b']", "['a', 1]", "['a', ['b']]", "[f'a']", "[__import__('os').getcwd()]", "['a']+['b']",
        "['a',,'b']", "['a" + " " * 200_000, "[" + "'a' ," * 50_000 + "x", "[" * 100_000, r"['\ud800']", "('a',)",
    ],
)  # fmt: skip
def test_what_is_no_list_of_strings(cell):
    found = error(TSV + f"2\t{cell}\t\t\t['O']\n")
    assert (found.line, found.what) == (4, "tokens is no list of strings")


@pytest.mark.parametrize(
    ("record", "what"),
    [
        ({"sentence_id": "1", "tokens": ["a"], "predictions": []}, "0 tags under predictions for 1 tokens"),
        ({"sentence_id": "1", "tokens": ["a"]}, "no tags in the record"),
        ({"sentence_id": "1", "predictions": ["O"]}, "no tokens in the record"),
        ({"sentence_id": "1", "tokens": ["a"], "predictions": [7]}, "predictions is no list of strings"),
        ({"sentence_id": [1], "tokens": ["a"], "predictions": ["O"]}, "an id that is neither a string nor a number"),
        ({"sentence_id": "1", "tokens": ["a"], "predictions": ["X-PER"]}, "'X-PER' is no tag of IOB2"),
        ({"sentence_id": "12.0", "tokens": ["a"], "predictions": ["O"]}, "a second document of this id"),
        (7, "a record that is no JSON object"),
    ],
)
def test_what_is_refused(record, what):
    found = error(JSONL + json.dumps(record) + "\n")
    assert (found.file, found.line) == ("x", 3)
    assert what in str(found)


def test_rows_and_headers_that_are_refused():
    assert (found := error(TSV + "1\t['a']\n")).line == 4
    assert found.what == "2 cells instead of 5"
    assert error("a\tb\n").what == "no header that names tokens and predictions"


@pytest.mark.parametrize("text", [JSONL + '{"sentence_id": "9", "tokens": ["a"]}\n', TSV + "9\t['a']\t\t\tx\n"])
def test_bad_sentences_are_left_out_and_listed(text):
    made = read(text + "\n", skip_bad=True)
    assert spans(made) == spans(read(JSONL))
    assert [name for name, _ in made.skipped] == ["9"]
    assert made.skipped[0][1].line == text.count("\n")
