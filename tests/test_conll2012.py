"""CoNLL-2012: one literal for each oddity of real files, one for each refusal with its line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loaders import FormatError, ReadOptions, load
from loaders.brackets import read_cell
from tests.making import conll, read

TWO_WORDS = "a 0 0 mira (1)\na 0 1 tolu -\n"
FULL = (
    "#begin document (a); part 000\n"
    "a\t0\t0\tMira\tNNP\t*\t-\t-\t-\t-\t(PERSON*\t*\t(1\n"
    "a\t0\t1\tTolu\tNNP\t*\t-\t-\t-\t-\t*)\t*\t1)\n"
    "a\t0\t2\tve\t-\t*\t-\t-\t-\t-\t(GPE)\t*\t-\n"
    "\n#end document\n"
)


def begin(line, body=TWO_WORDS):
    return read(f"{line}\n{body}\n#end document\n".encode())


def cells(*cells):
    """The corpus of one document whose words carry these coreference cells."""
    return read(conll({"a": (["w"] * len(cells), list(cells))}))


def spans(corpus):
    found = corpus.spans[corpus.spans["entity"] >= 0]
    return found[["start", "end", "entity"]].to_numpy().tolist()


def ids(corpus):
    return corpus.documents["doc_id"].tolist()


def refusal(text, **options):
    with pytest.raises(FormatError) as caught:
        read(text if isinstance(text, bytes) else text.encode(), options=ReadOptions("conll2012", **options))
    return caught.value


BEGINS = {
    "#begin document (x); part 000": "x",
    "# begin document (x); part 000": "x",
    "#begin document (x)": "x",
    "#begin document x": "x",
    "#begin document (x); part 012": "x_012",
    "#begin document (x); part one": "x_one",
    "#begin document (bo mi lu); part 000": "bo mi lu",
    "#begin document (nw/bo/mi_0001); part 000": "nw/bo/mi_0001",
    "#begin document (bo (mi) lu); part 002": "bo (mi) lu_002",
    "#begin document ((bo)); part 000": "(bo)",
    "#begin document": "file",
    "#begin document (); part 000": "file",
}


@pytest.mark.parametrize("line", BEGINS)
def test_begin_lines(line):
    assert ids(begin(line)) == [BEGINS[line]]


def test_parts_are_documents_of_their_own():
    text = "".join(f"#begin document (x); part 00{k}\n{TWO_WORDS}\n#end document\n" for k in (0, 1))
    made = read(text.encode())
    assert ids(made) == ["x", "x_001"]
    assert spans(made) == [[0, 1, 0], [0, 1, 0]]
    assert made.documents["line"].tolist() == [1, 6]


@pytest.mark.parametrize("gap", ["\t", " ", "    ", "\t\t"])
def test_columns_by_tabs_or_runs_of_blanks(gap):
    made = begin("#begin document (a)", TWO_WORDS.replace(" ", gap))
    assert made.words["form"].tolist() == ["mira", "tolu"]
    assert spans(made) == [[0, 1, 0]]


def test_a_word_may_hold_a_blank_where_tabs_separate():
    made = begin("#begin document (a)", "a\t0\t0\tmira tolu\t(1)\n")
    assert made.words["form"].tolist() == ["mira tolu"]


@pytest.mark.parametrize("word", ["(3)", "(7", "7)", "-", "_", "|", "*", "#", "(1)|(2)"])
def test_words_are_never_read_as_annotation(word):
    made = begin("#begin document (a)", f"a 0 0 {word} -\na 0 1 tolu (1)\n")
    assert made.words["form"].tolist() == [word, "tolu"]
    assert spans(made) == [[1, 2, 0]]


@pytest.mark.parametrize("nothing", ["-", "_"])
def test_both_signs_of_no_coreference(nothing):
    assert spans(cells(nothing, "(4)")) == [[1, 2, 0]]


@pytest.mark.parametrize("cell", ["(3|(5)|3)", "(3|3)|(5)", "(5)|(3|3)", "(5)(33)", "(3(5)3)"])
def test_brackets_in_any_order_with_or_without_bars(cell):
    assert sorted(s[:2] for s in spans(cells("-", cell))) == [[1, 2], [1, 2]]


def test_closing_before_opening_on_one_word():
    assert spans(cells("(3", "3)|(5", "5)")) == [[0, 2, 0], [1, 3, 1]]
    assert spans(cells("(3", "(5|3)", "5)")) == [[0, 2, 0], [1, 3, 1]]


def test_mentions_of_one_entity_close_innermost_first():
    assert spans(cells("(3", "(3", "3)", "3)")) == [[0, 4, 0], [1, 3, 0]]


def test_crossing_mentions_and_names_that_are_no_numbers():
    assert spans(cells("(bo-1", "(mi", "bo-1)", "mi)")) == [[0, 3, 0], [1, 4, 1]]


def test_names_are_the_same_entity_only_as_they_are_written():
    assert [s[2] for s in spans(cells("(1)", "(01)", "(1)"))] == [0, 1, 0]


def test_mentions_may_reach_over_sentence_ends():
    made = begin("#begin document (a)", "a 0 0 mira (1\n\na 0 0 tolu 1)\n")
    assert spans(made) == [[0, 2, 0]]
    assert made.words["sent"].tolist() == [0, 1]
    assert made.spans["line"].tolist() == [2]


def test_two_columns_have_no_words():
    made = begin("#begin document (a)", "a (1)\na -\n")
    assert made.words["form"].tolist() == ["_", "_"]
    assert spans(made) == [[0, 1, 0]]


@pytest.mark.parametrize("row", ["mira (1)", "a mira (1)", "a 0 mira (1)", "a 0 0 mira (1)", "a 0 0 mira NN (1)"])
def test_the_word_in_files_of_few_columns(row):
    made = begin("#begin document (a)", row + "\n")
    assert made.words["form"].tolist() == ["_" if row.count(" ") == 1 else "mira"]
    assert spans(made) == [[0, 1, 0]]


def test_part_of_speech_and_named_entities():
    made = read(FULL.encode())
    assert made.words["xpos"].tolist() == ["NNP", "NNP", "_"]
    names = made.spans[made.spans["entity"] < 0]
    assert names[["start", "end", "label"]].to_numpy().tolist() == [[0, 2, "PERSON"], [2, 3, "GPE"]]
    assert spans(made) == [[0, 2, 0]]


CATTAN = (
    "#begin document lumo\n"
    "t1\tt1_s\td1\t0\t0\tmira\tTrue\t(7)\n"
    "t1\tt1_s\td1\t3\t0\ttolu\tFalse\t-\n"
    "t1\tt1_s\td2\t0\t0\tnaru\tTrue\t(7)\n"
    "#end document\n"
)


def test_cross_document_files():
    made = read(CATTAN.encode())
    assert made.documents[["doc_id", "topic", "subtopic", "n_sentences"]].to_numpy().tolist() == [
        ["d1", "t1", "t1_s", 2],
        ["d2", "t1", "t1_s", 1],
    ]
    assert made.words["form"].tolist() == ["mira", "tolu", "naru"]
    assert made.spans["entity"].tolist() == [0, 0]
    assert made.spans["doc_id"].tolist() == ["d1", "d2"]


def test_cross_document_lines_that_do_not_stand_together():
    found = refusal(CATTAN.replace("#end", "t1\tt1_s\td1\t4\t0\tbilo\tTrue\t-\n#end"))
    assert (found.line, found.what) == (5, "document 'd1' begins a second time")


@pytest.mark.parametrize(
    "change",
    [
        lambda t: t.replace("\n", "\r\n"),
        lambda t: t.replace("\n", "\r"),
        lambda t: "\ufeff" + t,
        lambda t: t.rstrip("\n"),
        lambda t: t.replace("\n\n", "\n\n\n \n"),
        lambda t: "\n\n" + t,
        lambda t: t.replace("#begin document (b)", "\ufeff#begin document (b)"),
    ],
)
def test_line_ends_byte_order_marks_and_blank_lines(change):
    text = conll({"a": (["mira", "tolu"], ["(1", "1)"]), "b": (["naru"], ["(1)"])}).decode()
    made = read(change(text).encode())
    assert ids(made) == ["a", "b"]
    assert made.words["form"].tolist() == ["mira", "tolu", "naru"]
    assert spans(made) == [[0, 2, 0], [0, 1, 0]]


def test_empty_documents_and_no_mention():
    made = read(b"#begin document (a)\n#end document\n#begin document (b)\nb 0 0 w -\n#end document\n")
    assert made.documents[["doc_id", "n_words"]].to_numpy().tolist() == [["a", 0], ["b", 1]]
    assert len(made.spans) == 0


def test_a_missing_end_line_is_noticed():
    made = read(b"#begin document (a)\na 0 0 w -\n")
    assert [(n.line, n.kind) for n in made.notices] == [(2, "no end")]
    assert not read(conll({"a": (["w"], ["-"])})).notices


def test_repeats_are_kept_for_the_report():
    assert spans(cells("(1)|(2)|(1)")) == [[0, 1, 0], [0, 1, 1], [0, 1, 0]]


REFUSED = {
    "words before the first '#begin document'": ("a 0 0 w -\n#begin document (a)\n", 1),
    "words after '#end document'": ("#begin document (a)\na 0 0 w -\n#end document\n\nb 0 0 w -\n", 5),
    "blanks before the # that begins or ends": ("#begin document (a)\na 0 0 w -\n\n #begin document (b)\n", 4),
    "one column": ("#begin document (a)\nw\n", 2),
    "4 columns instead of 5": ("#begin document (a)\na 0 0 w -\na 0 1 w\n", 3),
    "'7' is no coreference": ("#begin document (a)\na 0 0 w 7\n", 2),
    "'()' is no coreference": ("#begin document (a)\na 0 0 w ()\n", 2),
    "'((3)' is no coreference": ("#begin document (a)\na 0 0 w ((3)\n", 2),
    "the bracket of entity 3 closes and never opened": ("#begin document (a)\na 0 0 w -\na 0 1 w 3)\n", 3),
    "the bracket of entity 3 is never closed": ("#begin document (a)\na 0 0 w (3\na 0 1 w (4\n", 2),
    "document 'a' is here a second time": ("#begin document (a)\na 0 0 w -\n#begin document (a)\na 0 0 w -\n", 3),
    "no '#begin document' line": ("# hello\n", None),
    "a NUL byte": ("#begin document (a)\na 0 0 \0 -\n", 2),
    "byte 0xe9 is no UTF-8": (b"#begin document (a)\na 0 0 \xe9 -\n", 2),
}


@pytest.mark.parametrize("what", REFUSED)
def test_refused_with_its_line(what):
    text, line = REFUSED[what]
    found = refusal(text)
    assert what in found.what
    assert (found.file, found.line) == ("file.conll", line)
    assert found.remedy


def test_a_bracket_does_not_close_in_another_document():
    found = refusal("#begin document (a)\na 0 0 w (1\n#end document\n#begin document (b)\nb 0 0 w 1)\n#end document\n")
    assert found.line == 2


def test_what_cannot_be_read_is_skipped_and_listed():
    text = conll({"a": (["w"], ["(1)"]), "b": (["w"], ["(1"]), "c": (["w"], ["(2)"]), "d": (["w"], ["x"])})
    made = read(text, options=ReadOptions(skip_bad=True))
    assert ids(made) == ["a", "c"]
    assert [(name, error.line) for name, error in made.skipped] == [("b", 6), ("d", 14)]


def test_of_two_documents_with_one_id_the_first_is_kept():
    made = read(conll({"a": (["w"], ["(1)"])}) * 2 + conll({"b": (["v"], ["-"])}), options=ReadOptions(skip_bad=True))
    assert ids(made) == ["a", "b"]
    assert [(name, error.line) for name, error in made.skipped] == [("a", 5)]


def test_nothing_readable_is_an_error_even_when_skipping():
    found = refusal("#begin document (a)\na 0 0 w 7\n", skip_bad=True)
    assert found.line == 2


LONG_CELLS = {
    "a" * 300_000: None,
    "(" * 300_000: None,
    "(1" * 100_000: 100_000,
    "1)" * 100_000: 100_000,
    "|" * 300_000: None,
    "(1)" * 99_999 + "x": None,
}


@pytest.mark.parametrize(("cell", "brackets"), LONG_CELLS.items(), ids=[cell[:2] for cell in LONG_CELLS])
def test_long_cells_take_linear_time(cell, brackets):
    found = read_cell(cell)  # a search for brackets from every letter took hours
    assert (found if found is None else len(found)) == brackets


def test_twenty_thousand_open_brackets():
    n = 20_000
    text = conll({"a": (["w"] * 2 * n, [f"({k}" for k in range(n)] + [f"{n - 1 - k})" for k in range(n)])})
    made = read(text)
    assert len(made.spans) == n
    assert (made.spans["start"] + made.spans["end"] == 2 * n).all()


def test_several_files_are_one_corpus(tmp_path):
    (tmp_path / "b.conll").write_bytes(conll({"b": (["v"], ["(1)"])}))
    (tmp_path / "a.conll").write_bytes(conll({"a": (["w"], ["(1)"])}))
    made = load(tmp_path)
    assert ids(made) == ["a", "b"]
    assert made.documents["file"].tolist() == ["a.conll", "b.conll"]


RANGES = st.tuples(st.integers(0, 7), st.integers(1, 4)).map(lambda r: (r[0], r[0] + r[1]))


@given(st.lists(RANGES, unique=True, max_size=8))
def test_any_ranges_are_read_back(ranges):
    found = [[] for _ in range(12)]
    for k, (start, end) in enumerate(ranges):
        found[start].append(f"({k}" if end - start > 1 else f"({k})")
        if end - start > 1:
            found[end - 1].append(f"{k})")
    made = cells(*("|".join(cell) or "-" for cell in found))
    assert sorted(zip(made.spans["start"], made.spans["end"], strict=True)) == sorted(ranges)
