"""Maps between label sets: the shipped tables are whole, and each mistake in a user's has its line."""

import pytest

from loaders import FormatError
from loaders.maps import FOLDER, read_map, relabel, shipped, unmapped

CNER = set(
    """ANIMAL ARTIFACT ASSET BIOLOGY CELESTIAL CULTURE DATETIME DISCIPLINE DISEASE EVENT FEELING FOOD GROUP LANGUAGE LAW LOC
    MEASURE MEDIA MONEY ORG PART PER PLANT PROPERTY PSYCH RELATION STRUCT SUBSTANCE SUPER""".split()
)
NER4 = {"PER", "ORG", "LOC", "MISC"}
SOURCES = {
    "cner-ner4": CNER,
    "gum-cner": set("abstract animal event object organization person place plant quantity substance time".split()),
    "litbank-cner": set("PER FAC LOC GPE VEH ORG".split()),
    "ontonotes-cner": set(
        """PERSON NORP FAC ORG GPE LOC PRODUCT EVENT WORK_OF_ART LAW LANGUAGE DATE TIME PERCENT MONEY QUANTITY ORDINAL
        CARDINAL""".split()
    ),
}


def refused(text: str | bytes) -> FormatError:
    with pytest.raises(FormatError) as caught:
        read_map(("m.tsv", text if isinstance(text, bytes) else text.encode()))
    return caught.value


def test_every_shipped_map_is_known_here():
    assert shipped() == sorted(SOURCES)


@pytest.mark.parametrize("name", sorted(SOURCES))
def test_a_shipped_map_names_its_whole_label_set(name):
    assert read_map(name).keys() == SOURCES[name]


@pytest.mark.parametrize("name", sorted(SOURCES))
def test_every_line_of_a_shipped_map_has_one_sentence_of_reason(name):
    rows = (FOLDER / f"{name}.tsv").read_text(encoding="utf-8").splitlines()
    lines = [row.split("\t") for row in rows if not row.startswith("#")][1:]
    assert {len(line) for line in lines} == {3}
    assert all(reason[0].isupper() and reason.endswith(".") and "." not in reason[:-1] for _, _, reason in lines)


def test_the_targets_are_those_of_the_named_set():
    assert set(read_map("cner-ner4").values()) == NER4
    assert set(read_map("gum-cner").values()) - CNER == {"ABSTRACT"}
    assert set(read_map("litbank-cner").values()) <= CNER
    assert set(read_map("ontonotes-cner").values()) <= CNER


def test_a_file_may_have_comments_a_header_reasons_and_any_line_ends():
    text = "\ufeff# mine\r\nFrom\tTo\r\n\r\n harbour \tLOC\tNear water.\r\nmira\tPER\r\nmira\tPER"
    assert read_map(("m.tsv", text.encode())) == {"harbour": "LOC", "mira": "PER"}


def test_a_file_of_a_shipped_name_is_the_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "gum-cner").write_text("a\tB\n")
    assert read_map("gum-cner") == {"a": "B"}


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ("a\tB\n# c\na\tC\n", 3, "'a' becomes 'C' here and 'B' on line 1"),
        ("a\tB\nc\n", 2, "1 column, not from, to (and a reason)"),
        ("a\tB\tr\ts\n", 1, "4 columns, not from, to (and a reason)"),
        ("from\tto\n\tB\n", 2, "the column 'from' is empty"),
        ("a\t \tr\n", 1, "the column 'to' is empty"),
        ("# nothing\n\nfrom\tto\n", None, "a map without a line"),
        (b"a\tB\nb\t\xff\n", 2, "not UTF-8"),
    ],
)
def test_mistakes_are_refused_with_their_line(text, line, what):
    error = refused(text)
    assert (error.file, error.line, error.what) == ("m.tsv", line, what)
    assert error.remedy


def test_an_unknown_name_is_refused_with_the_names():
    with pytest.raises(FormatError, match=r"no such file and no such map\. Name a file, or one of cner-ner4, gum-cner"):
        read_map("gum-ner")
    with pytest.raises(FormatError, match="No such file"):
        read_map("nowhere/map.tsv")


def test_labels_without_a_line_keep_their_name_and_are_listed():
    labels = {"a": "X", "b": "X"}
    assert relabel(["b", "", "c", "a"], labels) == ["X", "", "c", "X"]
    assert unmapped(["d", "b", "", "c", "c"], labels) == ["c", "d"]


def test_a_default_takes_the_rest():
    labels = read_map(("m.tsv", b"a\tX\n*\tMISC\n"))
    assert relabel(["a", "b", ""], labels) == ["X", "MISC", ""]
    assert unmapped(["a", "b"], labels) == ["b"]
