"""Formats are told from content, whatever a file is called."""

import gzip

import pytest

from loaders import FORMATS, FormatError, ReadOptions, detect, load
from loaders.sources import Member
from tests.conllu_text import sentence

CONLL = "#begin document (a); part 000\na\t0\t0\tmira\t(1)\n\n#end document\n"
CONLLU = "# newdoc id = a\n" + sentence("mira", "tolu")
SAMPLES = {
    "conll2012": [
        CONLL,
        CONLL.replace("#begin", "# begin"),
        "\n\n# invented words\n" + CONLL,
        "#begin document a\na (1)\n",
        "#begin document t\nt\ts\td1\t0\t0\tmira\tTrue\t(7)\n#end document\n",
    ],
    "conllu": [
        CONLLU,
        sentence("mira", "tolu"),
        "# global.Entity = eid-etype-head-other\n# newdoc id = a\n",
        "# sent_id = 1\n" + sentence("mira"),
        "1-2\tmiratolu\t_\t_\t_\t_\t_\t_\t_\t_\n" + sentence("mira", "tolu"),
        "1\tmira\t_\tX\t_\t_\t0\tdep\t_\n",
    ],
    "jsonl": [
        '{"doc_key": "a", "sentences": [["mira"]], "clusters": []}\n',
        '{"id": "a", "predicted_clusters": [[[0, 0]]]}',
        '[{"doc_id": "a", "tokens": ["mira"], "coreference_chains": []}]',
        '{"doc_key": "a", "sentences": [["mira"]], "ner": [[[0, 0, "PER"]]], "clusters": []}',
        '\n{\n "doc_key": "a",\n "cased_words": ["mira"],\n "span_clusters": []}\n',
    ],
    "spans-jsonl": [
        '{"id": "a", "tokens": ["mira"], "spans": []}\n',
        '{"id": "a", "tokens": ["clusters", ":"], "entities": [[0, 1, "X"]]}',
        '{"id": "a", "text": "\\"clusters\\": []", "gold": [{"start": 0, "end": 1, "label": "X"}], "pred": []}',
        '{"doc_key": "a", "sentences": [["mira"]], "ner": [[[0, 0, "PER"]]]}',
        '[{"id": "a", "tokens": ["mira"], "spans": []}]',
    ],
    "cner": [
        '{"sentence_id": "1.2", "tokens": ["mira"], "predictions": ["B-PER"]}\n',
        "sentence_id\ttokens\tpredictions\n1.2\t['mira']\t['O']\n",
    ],
    "tags": [
        "mira\tB-PER\ntolu\tI-PER\n\n",
        "# id = a\nmira B-PER B-PER\n",
        "# newdoc id = a\n# sent_id = 1\nmira\tO\n",
        "-DOCSTART- -X- -X- O\n\nmira NN B-NP O\n",
        "1\tO\n2\tB-PER\n",
        "mira\tB-FAC\tO\tO\tO\n",
        "clusters\tO\n",
        "mira O\ntolu X-PER\n",
    ],
    "marked": [
        "[mira](#1) tolu\n",
        "Here it is:\n\n=== a ===\n[mira]_1 [tolu](#e2)\n",
        'mira <m id="1">tolu</m>\n',
        '{"id": "a", "text": "mira"}\n{"id": "b", "text": "<m id=\\"1\\">tolu</m>"}\n',
        '[{"doc_key": "a", "output": "[mira](#1)"}]\n',
    ],
}
NAMES = ["x.conll", "x.conllu", "x.jsonl", "x.json", "x.txt", "x.ann", "x", "x.v4_auto_conll"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("format", "text"), [(format, text) for format, texts in SAMPLES.items() for text in texts])
def test_every_format_under_every_name(format, text, name):
    for data in (text.encode(), b"\xef\xbb\xbf" + text.encode(), text.replace("\n", "\r\n").encode()):
        assert detect([Member(name, data)]) == format


@pytest.mark.parametrize(
    ("format", "annotation"),
    [
        ("litbank", "MENTION\tT1\t0\t0\t0\t0\tmira\tPER\tPROP\n"),
        ("litbank", "COREF\tT1\tMira-1\n"),
        ("brat", "T1\tPER 0 4\tmira\n"),
        ("brat", ""),
    ],
)
def test_standoff_files(format, annotation):
    assert detect([Member("a.ann", annotation.encode()), Member("a.txt", b"mira tolu\n")]) == format


@pytest.mark.parametrize("data", [b"", b"\n \n\t\n", b"\r\n"])
def test_empty(data):
    with pytest.raises(FormatError, match=r"x\.conll: the file is empty\. Choose a file with at least one document\."):
        load(("x.conll", data))
    with pytest.raises(FormatError, match="the file is empty"):
        load(("x.conll.gz", gzip.compress(data)))


@pytest.mark.parametrize(
    "data",
    [
        bytes(range(256)) * 8,
        b"\x89PNG\r\n\x1a\n\0\0",
        CONLL.encode("utf-16"),
        CONLLU.encode("utf-32"),
        b"hello\n",
        b"a,b\n1,2\n",
        b"<x/>",
        b"{}",
        b"[1, 2]",
        b"null",
    ],
)
def test_unknown_content_names_the_formats(data):
    with pytest.raises(FormatError) as caught:
        load(("x.conll", data))
    assert (caught.value.file, caught.value.line) == ("x.conll", 1)
    assert "none of the known formats" in str(caught.value)
    assert all(format.shown in str(caught.value) for format in FORMATS.values())
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("format", [name for name in FORMATS if name != "marked"])  # which any text is, if it is said to be
def test_a_stated_format_is_taken_and_refuses_what_is_none(format):
    with pytest.raises(FormatError):
        load(("x", b"mira tolu naru"), options=ReadOptions(format))


def test_a_format_that_is_none():
    with pytest.raises(FormatError, match="'xml' is no format"):
        load(("x", CONLL.encode()), options=ReadOptions("xml"))
