"""Tag files: what is odd and read, and what is refused, with its line."""

import pytest

from loaders import FormatError, ReadOptions, load, readings
from loaders.sources import Member

GOLD = "# id = a\nMira\tB-PER\nTolun\tI-PER\nruns\tO\n\nKo\tB-LOC\n\n# id = b\nna\tO\n"


def read(text, name="x.iob2", **options):
    data = text if isinstance(text, bytes) else text.encode()
    return load((name, data), options=ReadOptions(format="tags", **options))


def spans(corpus):
    f = corpus.spans
    return list(zip(f["doc_id"].astype(str), f["start"], f["end"], f["label"].astype(str), strict=True))


def error(text, **options):
    with pytest.raises(FormatError) as caught:
        read(text, **options)
    return caught.value


def test_words_sentences_documents_and_spans():
    made = read(GOLD)
    assert made.documents[["doc_id", "n_sentences", "n_words", "line"]].to_numpy().tolist() == [["a", 2, 4, 1], ["b", 1, 1, 8]]
    assert made.words["form"].tolist() == ["Mira", "Tolun", "runs", "Ko", "na"]
    assert made.words["sent"].tolist() == [0, 0, 0, 1, 0]
    assert made.words["position"].tolist() == [0, 1, 2, 3, 0]
    assert made.words["line"].tolist() == [2, 3, 4, 6, 9]
    assert spans(made) == [("a", 0, 2, "PER"), ("a", 3, 4, "LOC")]
    assert made.spans[["sent", "entity", "line"]].to_numpy().tolist() == [[0, -1, 2], [1, -1, 6]]
    assert (made.scheme, made.lenient, made.notices) == ("IOB2", None, ())


@pytest.mark.parametrize(
    "text",
    [
        GOLD.replace("\t", " "),
        GOLD.replace("\t", "   "),
        GOLD.replace("\n", "\r\n"),
        GOLD.replace("\n", "\r"),
        "\ufeff" + GOLD,
        GOLD.rstrip("\n"),
        GOLD.replace("\n\n", "\n\n\n \t\n"),
        GOLD.replace("\t", "\tX\t_\t"),
        GOLD.replace("# id = a", "-DOCSTART- -X- O O\n\n# id = a"),
        GOLD.replace("# id = a", "# id = a\n-DOCSTART- -X- O O\n"),
        GOLD.replace("Tolun", "# a comment\nTolun"),
        GOLD.replace("# id = a", "#doc_id=a").replace("# id = b", "# newdoc id = b"),
        GOLD.replace("# id = a", "# id a\tdomain=en"),
    ],
)
def test_what_makes_no_difference(text):
    made, plain = read(text), read(GOLD)
    assert spans(made) == spans(plain)
    assert made.words["sent"].tolist() == plain.words["sent"].tolist()
    assert made.documents["doc_id"].tolist() == ["a", "b"]


def test_a_file_without_borders_is_one_document_of_its_name():
    made = read("Mira\tB-P\n\nruns\tO\n", name="folder/news.iob2")
    assert made.documents[["doc_id", "n_sentences", "n_words"]].to_numpy().tolist() == [["news", 2, 2]]
    assert made.words["position"].tolist() == [0, 1]


def test_docstart_lines_number_documents():
    made = read("-DOCSTART-\n\nMira\tB-P\n\n-DOCSTART- O\n\nna\tO\nko\tO\n")
    assert made.documents[["doc_id", "n_words"]].to_numpy().tolist() == [["doc_1", 1], ["doc_2", 2]]
    assert read("na\tO\n-DOCSTART-\nko\tO\n").documents["doc_id"].tolist() == ["doc_1", "doc_2"]
    assert read("-DOCSTART- (7 Mira)\nna\tO\n").documents["doc_id"].tolist() == ["7 Mira"]
    assert read("-DOCSTART-\n\n-DOCSTART-\nna\tO\n").documents["n_words"].tolist() == [0, 1]


def test_tokens_that_look_like_comments_and_borders():
    assert read("#\tO\n#mira\tB-P\n-\tO\n").words["form"].tolist() == ["#", "#mira", "-"]
    assert read("na O\n# O\n#mira B-P\n# said O\n# no tag\n").words["form"].tolist() == ["na", "#", "#mira"]
    assert read("I\tO\nO\tB-P\nB-P\tI-P\n").words["form"].tolist() == ["I", "O", "B-P"]
    assert read("two words\tB-P\nna\tO\n").words["form"].tolist() == ["two words", "na"]


def test_labels_with_odd_characters():
    made = read("a\tB-work-of-art\nb\tI-work-of-art\nc\tB-é|x/y\nd\tB-x y\ne\tB-\U0001f600\n")
    assert [label for *_, label in spans(made)] == ["work-of-art", "é|x/y", "x y", "\U0001f600"]


def test_bare_tags_are_one_unnamed_label():
    assert spans(read("a\tB\nb\tI\nc\tO\nd\tB\n")) == [("x", 0, 2, "_"), ("x", 3, 4, "_")]


def test_no_spans_at_all():
    made = read("a\tO\n\nb\tO\n")
    assert (len(made.spans), len(made.words), made.scheme) == (0, 2, "IOB2")


def test_both_readings_of_malformed_tags():
    text = "a\tI-P\nb\tB-Q\nc\tI-R\n"
    made = read(text)
    assert spans(made) == [("x", 1, 2, "Q")]
    both = readings(made)
    assert [spans(c) for c in both.values()] == [[("x", 1, 2, "Q")], [("x", 0, 1, "P"), ("x", 1, 2, "Q"), ("x", 2, 3, "R")]]
    assert list(both) == ["strict", "conlleval"]
    assert both["conlleval"].words is both["strict"].words
    assert len({c.digest for c in both.values()}) == 2
    assert list(readings(read(GOLD))) == ["strict"]
    stated = read(text, reading="conlleval")
    assert spans(stated) == spans(both["conlleval"])
    assert list(readings(stated)) == ["strict"]


def test_a_scheme_that_is_stated():
    assert spans(read("a\tI-P\nb\tO\n")) == [("x", 0, 1, "P")]
    assert spans(read("a\tI-P\nb\tO\n", scheme="IOB2")) == []
    assert read("a\tI-P\nb\tO\n", scheme="IOB2").digest != read("a\tI-P\nb\tO\n").digest


BOTH = "a\tB-P\tO\nb\tI-P\tB-Q\n"


def test_gold_and_predicted_in_one_file():
    assert spans(read(BOTH)) == [("x", 0, 2, "P")]
    system = read(BOTH, role="predicted")
    assert spans(system) == [("x", 1, 2, "Q")]
    assert [(n.kind, n.line) for n in system.notices] == [("tag columns", 1)]
    assert spans(read(BOTH.replace("\t", "\tX\t", 1).replace("b\t", "b\tY\t"), role="predicted")) == [("x", 1, 2, "Q")]


def test_the_scheme_is_that_of_gold_in_one_file():
    text = "a\tB-P\tI-P\nb\tO\tI-P\n"
    assert read(text, role="predicted").scheme == "IOB2"
    assert spans(read(text, role="predicted")) == []
    assert read("a\tI-P\n").scheme == "IOB1"


CONLL2003 = "Mira NNP B-NP B-PER\nruns VBZ B-VP O\n"


def test_chunks_are_no_gold():
    for role in ("gold", "predicted"):
        assert spans(read(CONLL2003, role=role)) == [("x", 0, 1, "PER")]
    both = "Mira NNP B-NP B-PER O\nruns VBZ B-VP O B-LOC\n"
    assert spans(read(both)) == [("x", 0, 1, "PER")]
    assert spans(read(both, role="predicted")) == [("x", 1, 2, "LOC")]
    assert spans(read("Mira NNP B-NP\nruns VBZ B-VP\n")) == [("x", 0, 1, "NP"), ("x", 1, 2, "VP")]


LAYERS = "the\tB-FAC\tO\tO\nold\tI-FAC\tO\tO\ntown\tI-FAC\tB-GPE\tB-GPE\nna\tO\tO\tO\n"


def test_layers_are_nested_spans_and_repeats_count_once():
    made = read(LAYERS)
    assert spans(made) == [("x", 0, 3, "FAC"), ("x", 2, 3, "GPE")]
    assert [n.kind for n in made.notices] == ["tag columns", "repeated span"]
    assert spans(read(LAYERS, layer=2)) == [("x", 2, 3, "GPE")]
    assert spans(read(LAYERS, layer=1)) == [("x", 0, 3, "FAC")]
    assert spans(read(BOTH, layer="all")) == [("x", 0, 2, "P"), ("x", 1, 2, "Q")]
    assert read(LAYERS, layer=2).digest != read(LAYERS).digest


def test_files_of_a_folder(tmp_path):
    (tmp_path / "a.iob2").write_text("Mira\tB-P\n")
    (tmp_path / "b.iob2").write_text("na\tO\n\nKo\tB-P\n")
    made = load(tmp_path)
    assert made.format == "tags"
    assert spans(made) == [("a", 0, 1, "P"), ("b", 1, 2, "P")]


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ("a\tB-P\nb\tX-P\n", 2, "'X-P' in column 2 is no tag"),
        ("a\tB-P\nc\tO\nd\tO\nb\tper\n", 4, "'per' in column 2 is no tag"),
        ("a\tb-PER\nb\ti-PER\n", 1, "'b-PER' in column 2 is no tag"),
        ("a\tB-P\nb\tB-\n", 2, "'B-' in column 2 is no tag"),
        ("a\tB-P\nb\t\n", 2, "'' in column 2 is no tag"),
        ("a\tO\tO\nb\tO\tO\nc\tX\tO\n", 3, "'X' in column 2 is no tag"),
        ("a\tO\nb\tO\tO\n", 2, "3 columns instead of 2"),
        ("a\tO\tO\nb\tO\n", 2, "2 columns instead of 3"),
        ("a\tO\nb O\n", 2, "1 column instead of 2"),
        ("a O\n\nb X O\n", 3, "3 columns instead of 2"),
        ("a\tO\n\tO\n", 2, "a line without a token"),
        ("a\nb\n", 1, "one column"),
        ("a\tU-P\nb\tS-P\n", 1, "L or U beside E or S"),
        ("# id = a\nx\tO\n# id = a\ny\tO\n", 3, "a second document of this id; the first is in x.iob2, line 1"),
        ("a\tO\nb\t\0\n", 2, "a NUL byte"),
        (b"a\tO\nb\xff\tO\n", 2, "byte 0xff is no UTF-8"),
    ],
)
def test_what_is_refused(text, line, what):
    found = error(text)
    assert (found.file, found.line) == ("x.iob2", line)
    assert what in str(found)


def test_a_tag_that_the_scheme_does_not_have():
    found = error("a\tB-P\nb\tE-P\n", scheme="IOB2")
    assert (found.line, found.what) == (2, "'E-P' is no tag of IOB2, as which the tags are read")


@pytest.mark.parametrize("layer", [0, 3, -1])
def test_a_layer_that_is_not_there(layer):
    assert "the file has 2 tag columns" in str(error(BOTH, layer=layer))


@pytest.mark.parametrize("text", ["\n", "# only\n# comments\n"])
def test_no_token(text):
    for skip in (False, True):
        assert "no token in the file" in str(error(text, skip_bad=skip))


def test_bad_documents_are_left_out_and_listed():
    text = "-DOCSTART-\na\tI-P\n\n-DOCSTART-\nb\tX\n\n-DOCSTART-\nc\tB-P\nd\tI-P\n\n# id = z\ne\n"
    made = read(text, skip_bad=True)
    assert made.documents[["doc_id", "line"]].to_numpy().tolist() == [["doc_1", 1], ["doc_3", 7]]
    assert [(name, e.line) for name, e in made.skipped] == [("doc_2", 5), ("z", 12)]
    assert made.scheme == "IOB2"
    assert spans(made) == [("doc_3", 0, 2, "P")]
    assert made.words["line"].tolist() == [2, 8, 9]
    headless = read("a\tO\n\n# id = z\ne\tX\n", skip_bad=True)
    assert headless.documents[["doc_id", "line", "n_words"]].to_numpy().tolist() == [["doc_1", 1, 1]]


def test_documents_of_other_columns_are_never_read_as_something_else():
    found = error("# id = a\nx\tO\tO\n\n# id = b\ny\tO\n\n# id = c\nz\tX\tX\n", skip_bad=True)
    assert (found.line, found.what) == (5, "2 columns instead of 3")


def test_detection_asks_for_tags():
    from loaders import tagfile

    assert tagfile.looks_like([Member("x", GOLD.encode())])
    for text in ("mira tolu naru\n", "O\nB-P\n", "", "# id = a\n", "naru\tX\n"):
        assert not tagfile.looks_like([Member("x", text.encode())])
