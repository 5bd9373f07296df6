"""Tables of topics: what they may look like, and what is said of those that cannot be read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loaders import FormatError
from loaders.topics import read_topics


def read(text):
    return dict(read_topics(("topics.tsv", text if isinstance(text, bytes) else text.encode())).of)


def test_tabs_or_commas_with_or_without_a_header():
    want = {"a": ("t", "1"), "b": ("t", "")}
    assert read("a\tt\t1\nb\tt\n") == want
    assert read("doc_id,topic,subtopic\na,t,1\nb,t,\n") == want
    assert read("\ufeffDocument\ttopic\tsubtopic\r\n# rest\r\n\r\na\tt\t1\rb\tt\t") == want


def test_commas_are_part_of_an_id_where_there_are_tabs():
    assert read("a,1\tt\n") == {"a,1": ("t", "")}


def test_ids_may_hold_signs_at_which_python_parts_lines():
    assert read("a\u2028b\tt\nc\u0085d\tt\n") == {"a\u2028b": ("t", ""), "c\u0085d": ("t", "")}


def test_a_document_called_like_a_header_is_read_after_the_first_line():
    assert read("a\tt\ndoc\tt\n") == {"a": ("t", ""), "doc": ("t", "")}


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ("a\tt\nb\n", 2, "1 column instead"),
        ("a\tt\t1\tx\n", 1, "4 columns instead"),
        ("a\t\n", 1, "topic is empty"),
        ("\tt\n", 1, "document is empty"),
        ("a\tt\n\na\tu\n", 3, "a second line"),
        ("# nothing\n", None, "no document"),
        ("", None, "no document"),
        ("doc_id\ttopic\n", None, "no document"),
        (b"a\tt\nb\xff\tt\n", 2, "not UTF-8"),
        (b"PK\x03\x04\x00\xff\xff", 1, "not UTF-8"),
        ("a" * 100_000, 1, "1 column instead"),
        ("\x00\x01", 1, "1 column instead"),
    ],
)
def test_tables_that_cannot_be_read(text, line, what):
    with pytest.raises(FormatError) as caught:
        read(text)
    assert (caught.value.file, caught.value.line) == ("topics.tsv", line) and what in caught.value.what
    assert len(str(caught.value)) < 300 and str(caught.value).isprintable()


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(FormatError, match="No such file"):
        read_topics(tmp_path / "gone.tsv")


NAME = st.text(st.characters(exclude_characters="\t\r\n,#", exclude_categories=["Cs", "Cc", "Zs"]), min_size=1).filter(str.strip)
WORD = NAME.map(str.strip).filter(lambda name: name.lower() not in ("document", "doc_id", "doc", "id"))


@given(st.dictionaries(WORD, st.tuples(WORD, WORD | st.just("")), min_size=1))
def test_what_is_written_is_read(table):
    text = "".join(f"{name}\t{topic}\t{part}\n" for name, (topic, part) in table.items())
    assert read(text.lstrip("\ufeff")) == {k.lstrip("\ufeff") if n == 0 else k: v for n, (k, v) in enumerate(table.items())}


@given(st.binary(max_size=60))
def test_any_bytes_are_read_or_refused(data):
    try:
        assert all(topic for topic, _ in read(data).values())
    except FormatError as error:
        assert error.remedy
