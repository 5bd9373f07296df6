import os
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loaders import conllu
from loaders.errors import FormatError
from loaders.options import ReadOptions
from loaders.sources import Member, read_members
from tests.conllu_text import corpus, line, read, sentence

REFERENCE = Path(os.environ.get("ASSAY_REFERENCE", Path(__file__).parents[2] / "shared/reference"))
needs_reference = pytest.mark.skipif(not REFERENCE.is_dir(), reason=f"no reference data at {REFERENCE}")
ONE = sentence("zarni", "ipolu")


def forms(found):
    return found.words["form"].tolist()


def refusal(*texts):
    with pytest.raises(FormatError) as caught:
        read(*texts)
    return caught.value


def test_every_column_is_kept():
    found = read("# sent_id = s-1\n1\tZarni\tzarno\tNOUN\tNN\tCase=Nom\t0\troot\t0:root\tA=b=c|SpaceAfter=No\n")
    row = found.words.iloc[0]
    assert row[["form", "lemma", "upos", "xpos", "feats"]].tolist() == ["Zarni", "zarno", "NOUN", "NN", "Case=Nom"]
    assert row[["head", "deprel", "deps", "misc"]].tolist() == [0, "root", "0:root", "A=b=c|SpaceAfter=No"]
    assert row[["doc_id", "sent_id", "sent", "word", "minor", "line"]].tolist() == ["bimo", "s-1", 0, 1, 0, 2]
    assert row[["char_start", "char_end", "token", "is_empty"]].tolist() == [0, 5, "_", False]


@pytest.mark.parametrize("empty", ["", "\n", "\n\n\n", "# a\n# b\n", "#\n\n# c = d\n"])
def test_no_words_are_an_empty_corpus(empty):
    found = read(empty)
    assert (len(found.documents), len(found.words), len(found.spans)) == (0, 0, 0)


def test_no_members_are_an_empty_corpus():
    assert len(corpus([]).documents) == 0


@pytest.mark.parametrize(
    ("name", "text"),
    {
        "no last newline": ONE.rstrip("\n"),
        "one last newline": ONE.rstrip("\n") + "\n",
        "byte order mark": "\ufeff" + ONE,
        "CRLF": ONE.replace("\n", "\r\n"),
        "CR": ONE.replace("\n", "\r"),
        "leading blank lines": "\n\n" + ONE,
        "a blank line of spaces": ONE.rstrip("\n") + "\n  \n",
        "comments without =": "# bim\n#\n#bom\tbam\n" + ONE,
        "comment inside": line(1, "zarni") + "# bim\tbom\n" + line(2, "ipolu", 1),
        "block of comments alone": "# bim = bom\n\n" + ONE,
        "comments at the end": ONE + "# bim",
    }.items(),
)
def test_oddities_that_are_read(name, text):
    found = read(text)
    assert forms(found) == ["zarni", "ipolu"], name
    assert found.words["head"].tolist() == [0, 1]
    assert found.documents[["doc_id", "n_sentences", "n_words"]].values.tolist() == [["bimo", 1, 2]]


def test_doubled_blank_lines_make_no_sentence():
    found = read(ONE + "\n\n" + ONE)
    assert found.words["sent"].tolist() == [0, 0, 1, 1]
    assert found.words["line"].tolist() == [1, 2, 6, 7]


@pytest.mark.parametrize("form", ["a\u2028b", "a\u0085b", "a b", "_", "#", "a\u200bb", "a\vb", "a\x1cb"])
def test_forms_are_kept_whole(form):
    assert forms(read(sentence(form, "ipolu"))) == [form, "ipolu"]


def test_characters_count_without_zs_blanks():
    found = read(sentence("a\u00a0b c", "d\u200b", "\U0001f600"))
    assert found.words["char_start"].tolist() == [0, 3, 5]
    assert found.words["char_end"].tolist() == [3, 5, 6]


def test_words_of_a_multiword_token_share_its_characters():
    text = line(1, "ab") + line("2-3", "cdu", "_") + line(2, "c") + line("2.1", "nul", "_") + line(3, "dele") + line(4, "e")
    words = read(text).words
    assert words["form"].tolist() == ["ab", "c", "nul", "dele", "e"]
    assert words["token"].tolist() == ["_", "cdu", "_", "cdu", "_"]
    assert words["char_start"].tolist() == [0, 2, 5, 2, 5]
    assert words["char_end"].tolist() == [2, 5, 5, 5, 6]
    assert words["is_empty"].tolist() == [False, False, True, False, False]
    assert words["word"].tolist() == [1, 2, 2, 3, 4]
    assert words["minor"].tolist() == [0, 0, 1, 0, 0]
    assert words["position"].tolist() == [0, 1, 2, 3, 4]


def test_a_range_backwards_is_a_token_without_words():
    found = read(line("2-1", "ab", "_") + line(1, "cd") + "\n" + line("9-1", "e", "_") + line(1, "f"))
    assert forms(found) == ["cd", "f"]
    assert found.words["char_start"].tolist() == [2, 5]
    wordless = found.wordless
    assert wordless[["sent", "char_start", "char_end", "form", "line"]].values.tolist() == [[0, 0, 2, "ab", 1], [1, 4, 5, "e", 4]]


def test_characters_start_anew_in_each_document():
    found = read("# newdoc id = a\n" + ONE + ONE + "# newdoc id = b\n" + ONE)
    assert found.words["char_start"].tolist() == [0, 5, 10, 15, 0, 5]
    assert found.words["position"].tolist() == [0, 1, 2, 3, 0, 1]


def test_an_empty_node_before_the_first_word():
    words = read(line("0.1", "nul", "_") + line(1, "ab") + line("1.1", "nul", "5.1") + line("1.2", "_", "1")).words
    assert words["head"].tolist() == [-1, 0, -1, 1]
    assert words["word"].tolist() == [0, 1, 1, 1]


@pytest.mark.parametrize(
    ("text", "at", "what"),
    [
        (line(1, "a") + "2\tb\tX\tX\t_\t1\tobj\t_\t_\n", 2, "9 columns instead of 10"),
        (line(1, "a") + line(2, "b", 1).replace("\n", "\t_\n"), 2, "11 columns instead of 10"),
        (line(1, "a") + line(2, "b", 1).replace("\n", "\t_\n") + "3\tc\tX\tX\t_\t1\tobj\t_\t_\n", 2, "11 columns"),
        ("# a\tb\n" + line(1, "a") + "2\tb\n", 3, "2 columns instead of 10"),
        ("# sent_id = s\n1 a a X X _ 0 root _ _\n", 2, "1 column instead of 10"),
        ("\n " + line(1, "a"), 2, "no word id"),
        (line("", "a"), 1, "a line without an id"),
        (line(1, "a") + line(3, "b", 1), 2, "word id 3 instead of 2"),
        (line(0, "a"), 1, "word id 0 instead of 1"),
        (ONE.rstrip("\n") + "\n" + ONE, 3, "word id 1 instead of 3"),
        (line("x", "a"), 1, "no word id"),
        (line("1-x", "a") + line(1, "b"), 1, "no word id"),
        (line("\u0661", "a"), 1, "no word id"),
        (line("9" * 5000, "a"), 1, "no word id"),
        (line("-1", "a"), 1, "no word id"),
        (line("2-3", "ab", "_") + line(1, "a") + line(2, "b") + line(3, "c"), 1, "a range from 2 before word 1"),
        (line("1-3", "ab", "_") + line(1, "a") + line(2, "b") + "\n" + line(1, "c"), 1, "a range to 3 beyond"),
        (line("1-2", "ab", "_"), 1, "a range to 2 beyond"),
        (line("1-2", "ab", "_") + line(1, "a") + line("2-3", "b", "_") + line(2, "b") + line(3, "c"), 3, "inside another"),
        (line("1-2", "ab", "_") + line(1, "a") + line("3-2", "b", "_") + line(2, "b"), 3, "inside another"),
        (line("1.1", "nul", "_") + line(1, "a"), 1, "an empty node of word 1 after word 0"),
        (line(1, "a") + line("1.2", "nul", "_") + line("1.2", "nul", "_"), 3, "out of order"),
        (line(1, "a") + line("1.0", "nul", "_"), 2, "decimal outside"),
        (line(1, "a") + line("1.1024", "nul", "_"), 2, "decimal outside"),
        (line(1, "a") + line(2, "b", "-1"), 2, "HEAD is no number"),
        (line(1, "a") + line(2, "b", "1.1"), 2, "HEAD is no number"),
        (line(1, "a") + line(2, "b", ""), 2, "HEAD is no number"),
        (line(1, "a") + line(2, "b", "\u00b2"), 2, "HEAD is no number"),
        (line(1, "a") + line(2, "b", "_"), 2, "HEAD is no number"),
        (line(1, ""), 1, "an empty FORM"),
        (line(1, "a") + line(2, " \u00a0"), 2, "an empty FORM"),
        ("# newdoc id = a\n" + ONE + "# newdoc id = a\n" + ONE, 5, "the first is in line 1"),
        (line(1, "a") + "# newdoc id = b\n" + line(2, "b", 1), 2, "a document begins inside a sentence"),
        (line(1, "a\0b"), 1, "NUL"),
        ((ONE + "# ").encode() + b"\xff\n", 4, "0xff"),
    ],
)
def test_refusals_name_the_line(text, at, what):
    error = refusal(text)
    assert (error.file, error.line) == ("bimo.conllu", at)
    assert what in str(error)


def test_the_first_wrong_id_is_named():
    error = refusal(line(1, "a") + line(3, "b") + "\n" + line("x", "c"))
    assert error.line == 2


def test_a_column_error_in_a_later_file_is_named_with_its_own_line():
    error = refusal(ONE, "# bim\n" + line(1, "a") + "2\tb\n")
    assert (error.file, error.line) == ("b.conllu", 3)


def test_heads_may_be_missing_throughout_a_file():
    found = read(line(1, "a", "_") + line(2, "b", "_"), sentence("c", "d"))
    assert found.words["head"].tolist() == [-1, -1, 0, 1]


def test_a_huge_head_is_kept_beyond_every_sentence():
    found = read(line(1, "a", "9" * 5000) + line(2, "b", "0" * 20 + "1"))
    assert found.words["head"].tolist() == [2**31 - 1, 1]


def test_documents_are_named_by_newdoc():
    found = read("# newdoc id = a = b\n" + ONE + "#newdoc id=c\n" + ONE + "# newdoc\n# newdoc id =\n" + ONE)
    assert found.documents["doc_id"].tolist() == ["a = b", "c", "doc_1", "doc_2"]
    assert found.documents["n_words"].tolist() == [2, 2, 0, 2]
    assert found.documents["line"].tolist() == [1, 5, 9, 10]


def test_text_before_the_first_newdoc_is_a_document_of_the_file():
    found = read(ONE + "# newdoc id = c\n" + ONE)
    assert found.documents["doc_id"].tolist() == ["bimo", "c"]


def test_a_document_without_sentences_is_kept():
    found = read("# newdoc id = a\n\n# newdoc id = b\n" + ONE)
    assert found.documents[["doc_id", "n_sentences"]].values.tolist() == [["a", 0], ["b", 1]]


def test_comments_that_only_begin_like_newdoc_are_none():
    assert read("# newdocument id = a\n# newpar id = b\n" + ONE).documents["doc_id"].tolist() == ["bimo"]


def test_files_without_newdoc_are_documents_and_do_not_run_together():
    found = read(ONE.rstrip("\n"), ONE)
    assert found.documents[["doc_id", "file", "line"]].values.tolist() == [["a", "a.conllu", 1], ["b", "b.conllu", 1]]
    assert found.words["line"].tolist() == [1, 2, 1, 2]
    assert found.words["sent"].tolist() == [0, 0, 0, 0]


def test_an_empty_file_among_others_is_no_document():
    assert read(ONE, "", ONE).documents["doc_id"].tolist() == ["a", "c"]


def test_files_of_one_name_in_two_folders_keep_the_folder():
    found = corpus([Member("u/x.conllu", ONE.encode()), Member("v/x.conllu", ONE.encode())])
    assert found.documents["doc_id"].tolist() == ["u/x", "v/x"]


def test_one_id_in_two_files_is_refused_with_both_lines():
    error = refusal("# newdoc id = d\n" + ONE, "# bim\n\n# newdoc id = d\n" + ONE)
    assert (error.file, error.line) == ("b.conllu", 3)
    assert "a.conllu, line 1" in error.what


def test_genre_topic_and_subtopic():
    text = (
        "# meta::genre = zimu\n# newdoc id = a\n# topic = t = 1\n"
        + ONE
        + "# newdoc id = b\n# genre = ora\n# subtopic = u\n"
        + ONE
    )
    frame = read(text + "# genre = later\n").documents
    assert frame[["genre", "topic", "subtopic"]].values.tolist() == [["zimu", "t = 1", ""], ["ora", "", "u"]]


def test_metadata_does_not_reach_back_into_another_file():
    frame = read(ONE, "# genre = zimu\n\n# newdoc id = d\n" + ONE).documents
    assert frame["genre"].tolist() == ["", ""]


def test_sentence_ids():
    text = "# sent_id = s1\n" + ONE + ONE + "# sent_id = old\n\n#sent_id=s3\n" + line(1, "a") + "# bim\n" + line(2, "b", 1)
    assert read(text).words["sent_id"].tolist() == ["s1", "s1", "", "", "s3", "s3"]
    assert read(ONE + "# sent_id = x", ONE).words["sent_id"].tolist() == [""] * 4


def test_looks_like():
    def looks(data):
        return conllu.looks_like([Member("x", data if isinstance(data, bytes) else data.encode())])

    assert looks(ONE) and looks("\ufeff\r\n# bim\r\n" + ONE) and looks("# sent_id = s\n1 a a\n")
    assert looks(line("1-2", "ab")) and looks(line("0.1", "ab")) and looks("1\ta\ta\tX\tX\t_\t0\troot\t_\n")
    assert not looks("") and not looks("zarni\tB-PER\n") and not looks('{"id": 1}\n') and not looks(b"\xff\xfe\0\0")
    assert not looks("#begin document (a); part 000\na\t0\t1\tzarni\t-\n")
    assert not looks("1\tzarni\tO\n")


PIECES = {
    "named": "# newdoc id = a\n# global.Entity = eid-etype-head\n"
    + sentence(("o", "Entity=(e-x-1)"))
    + "\n# newdoc id = b\n"
    + ONE,
    "unnamed": "# bim\n\n# newdoc\n" + ONE + "# genre = g\n# newdoc\n" + sentence(("o", "Entity=(e-x-1)")),
    "before the first": "# global.Entity = GRP-etype\n"
    + ONE
    + "# newdoc\n# newdoc id = q\n"
    + sentence("o", ("u", "Entity=(5-y)")),
    "one": ONE,
    "a byte order mark": "\ufeff# newdoc id = a\r\n1" + ONE[1:].replace("\n", "\r\n") + "# newdoc id = b\n" + ONE,
}


@pytest.mark.parametrize("name", PIECES)
def test_pieces_read_as_the_whole_does(name):
    member = Member("bimo.conllu", PIECES[name].encode(), 11)
    whole, pieces = corpus([member]), conllu.split(member)
    assert len(pieces) == len(whole.documents)
    joined = corpus(pieces)
    alone = [corpus([piece]).documents for piece in pieces]
    pd.testing.assert_frame_equal(pd.concat(alone, ignore_index=True), whole.documents)
    for layer in ("documents", "words", "spans"):
        pd.testing.assert_frame_equal(getattr(joined, layer), getattr(whole, layer), check_categorical=False)


def test_a_bad_piece_does_not_spoil_the_others():
    member = Member("x.conllu", ("# newdoc id = a\n" + ONE + "# newdoc id = b\n1\tbad\n").encode() + b"# \xff\n")
    good, bad = conllu.split(member)
    assert corpus([good]).documents["doc_id"].tolist() == ["a"]
    with pytest.raises(FormatError) as caught:
        corpus([bad])
    assert caught.value.line == 7


def test_split_of_nothing():
    assert [piece.data for piece in conllu.split(Member("x", b""))] == [b""]


def is_legal(ids):
    """The rules for ids of one sentence, line by line."""
    total, seen, until, minor = sum(k == "w" for k, _, _ in ids), 0, 0, 0
    for kind, a, b in ids:
        if kind == "e":
            if a != seen or b <= minor:
                return False
            minor = b
            continue
        if kind == "w":
            if a != seen + 1:
                return False
            seen, minor = a, 0
            continue
        if until > seen or (b >= a and (a != seen + 1 or b > total)):
            return False
        until = max(until, b) if b >= a else until
    return True


def plausible(draw):
    """Ids that are mostly in order."""
    ids, seen, minor = [], 0, 0
    for kind in draw(st.lists(st.sampled_from("wwwre"), min_size=1, max_size=8)):
        slip = draw(st.sampled_from([0] * 12 + [1, -1]))
        if kind == "w":
            seen, minor = seen + 1, 0
            ids.append(("w", max(seen + slip, 0), 0))
        elif kind == "r":
            ids.append(("r", max(seen + 1 + slip, 0), max(seen + draw(st.integers(0, 3)), 0)))
        else:
            minor += 1
            ids.append(("e", max(seen + slip, 0), max(minor + draw(st.sampled_from([0, 0, 0, 1, -1])), 1)))
            minor = ids[-1][2]
    return ids


@settings(max_examples=400, deadline=None)
@given(st.composite(plausible)())
def test_ids_are_checked_as_line_by_line(ids):
    written = {"w": "{a}", "r": "{a}-{b}", "e": "{a}.{b}"}
    text = ONE + "".join(line(written[kind].format(a=a, b=b), "o", "0") for kind, a, b in ids)
    if is_legal(ids):
        assert len(read(text).words) == 2 + sum(kind != "r" for kind, _, _ in ids)
    else:
        assert refusal(text).line >= 4


@settings(max_examples=300, deadline=None)
@given(
    st.lists(
        st.sampled_from(["\n", "\t", "#", "1", "2", "-", ".", " ", "a", ONE, "# newdoc", " id = ", "Entity=(e)", "\r"]),
        max_size=30,
    )
)
def test_any_text_is_read_or_refused(pieces):
    member = Member("x.conllu", "".join(pieces).encode())
    try:
        found = corpus([member])
    except FormatError as error:
        assert error.line is not None and error.remedy
    else:
        assert found.documents["n_words"].sum() == len(found.words)


def by_hand(path):
    """FORM, HEAD, FEATS and MISC of all words, and the number of sentences, read line by line."""
    rows, sentences, before = [], 0, ""
    for text in path.read_bytes().decode("utf-8-sig").split("\n"):
        cells = text.split("\t")
        if text and text[0] != "#":
            sentences += not before
            if "-" not in cells[0]:
                rows.append([cells[1], cells[6] if "." not in cells[0] else "", cells[5], cells[9]])
        before = text if text[:1] != "#" else before
    return rows, sentences


@needs_reference
@pytest.mark.parametrize("name", ["ewt.gold", "ewt.A", "gum.gold", "gum.B", "synth.gold", "synthE.gold", "synthLCS.B"])
def test_reference_treebanks_read_as_by_hand(name):
    path = REFERENCE / "ud" / f"{name}.conllu"
    found = corpus(read_members(path), ReadOptions(entities=False))
    words = found.words
    heads = np.where(words["is_empty"], "", words["head"].astype(str))
    rows, sentences = by_hand(path)
    assert [list(r) for r in zip(words["form"], heads, words["feats"], words["misc"], strict=True)] == rows
    assert found.documents["n_sentences"].sum() == sentences


@needs_reference
def test_reference_corners_are_read_or_refused_as_the_page_says():
    refused = {
        "nine_columns", "spaces_not_tabs", "word_ids_skip", "head_negative", "head_underscore", "head_underscore_in_mwt",
        "mwt_bad_range", "mwt_without_words_end", "empty_form", "tab_like_form_only_spaces",
    }  # fmt: skip
    found = set()
    for path in sorted((REFERENCE / "ud/corner").glob("*.sys.conllu")):
        try:
            corpus(read_members(path))
        except FormatError:
            found.add(path.name.removesuffix(".sys.conllu"))
    assert found == refused
