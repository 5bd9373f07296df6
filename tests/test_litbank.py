import pytest

from loaders import brat, build, litbank
from loaders.errors import FormatError
from loaders.options import ReadOptions
from loaders.sources import Member

TEXT = "Mira Tolun ve ka lumo .\nLa ta naru , bilo .\n"
MIRA = "MENTION\tT1\t0\t0\t0\t1\tMira Tolun\tPER\tPROP"
LA = "MENTION\tT2\t1\t0\t1\t0\tLa\tPER\tPRON"
LUMO = "MENTION\tT3\t0\t3\t0\t4\tka lumo\tFAC\tNOM"
BILO = "MENTION\tT4\t1\t4\t1\t4\tbilo\tPER\tNOM"
COREF = ["COREF\tT1\tMira_Tolun-0", "COREF\tT2\tMira_Tolun-0"]


def files(*lines, text=TEXT, name="a"):
    return [Member(f"{name}.ann", "\n".join(lines).encode()), Member(f"{name}.txt", text.encode())]


def corpus(members):
    return build.corpus(litbank.parse(members, ReadOptions()), name="c", digest="", format="litbank")


def rows(made):
    return made.spans[["start", "end", "entity", "label", "sent", "line"]].to_numpy().tolist()


def error(members):
    with pytest.raises(FormatError) as caught:
        corpus(members)
    return caught.value


def test_words_mentions_entities_and_singletons():
    made = corpus(files(BILO, LA, MIRA, LUMO, *COREF, "COP\tT4\tT2", "APPOS\tT4\tT1"))
    assert made.documents[["doc_id", "file", "n_sentences", "n_words"]].to_numpy().tolist() == [["a", "a.ann", 2, 12]]
    assert made.words["form"].tolist() == TEXT.split()
    assert made.words["sent"].tolist() == [0] * 6 + [1] * 6
    assert made.words["line"].tolist() == [1] * 6 + [2] * 6
    assert rows(made) == [[0, 2, 0, "PER", 0, 3], [3, 5, 1, "FAC", 0, 4], [6, 7, 0, "PER", 1, 2], [10, 11, 2, "PER", 1, 1]]
    assert made.notices == ()


def test_a_name_is_one_entity_in_a_document_only():
    made = corpus([*files(MIRA, LA, *COREF), *files(LUMO, MIRA, *COREF[:1], name="b")])
    assert made.documents["doc_id"].tolist() == ["a", "b"]
    assert made.spans["doc_id"].tolist() == ["a", "a", "b", "b"]
    assert made.spans["entity"].tolist() == [0, 0, 1, 2]


def test_a_mention_over_a_sentence_end_and_nested_ones_longest_first():
    over = "MENTION\tT5\t0\t4\t1\t1\tlumo . La ta\tPER\tNOM"
    inner = "MENTION\tT6\t0\t4\t0\t4\tlumo\tPER\tNOM"
    assert [row[:2] for row in rows(corpus(files(inner, over)))] == [[4, 8], [4, 5]]


def test_empty_annotation_blank_lines_and_blanks_in_the_text():
    made = corpus(files("", text="Mira  ta\u00a0lun\n\n ve\n"))
    assert made.words["form"].tolist() == ["Mira", "ta\u00a0lun", "ve"]
    assert made.words["sent"].tolist() == [0, 0, 2]
    assert made.documents["n_sentences"].tolist() == [3]
    assert len(made.spans) == 0


def test_a_text_that_differs_is_noticed():
    made = corpus(files(MIRA, LA.replace("\tLa\t", "\tLi\t")))
    assert [(n.kind, n.line) for n in made.notices] == [("text differs", 2)]
    assert len(made.spans) == 2


def test_files_without_a_partner():
    with pytest.raises(FormatError, match=r"x/b\.ann: its text, b\.txt, is missing"):
        corpus([*files(MIRA), Member("x/b.ann", b"")])
    with pytest.raises(FormatError, match=r"a\.txt: no \.ann file"):
        corpus(files(MIRA)[1:])
    made = corpus([*files(MIRA), Member("README", b"x")])
    assert [(n.file, n.kind) for n in made.notices] == [("README", "not read")]


def test_equal_names_in_two_folders_keep_the_folders():
    made = corpus([*files(MIRA, name="x/a"), *files(LA, name="y/a")])
    assert made.documents["doc_id"].tolist() == ["x/a", "y/a"]


def test_split_all_pairs_the_files():
    pieces = litbank.split_all([*files(MIRA), *files(LA, name="b"), Member("c.ann", b""), Member("d.txt", b"")])
    assert [[m.name for m in piece] for piece in pieces] == [["a.ann", "a.txt"], ["b.ann", "b.txt"], ["c.ann"]]


BAD = [
    (MIRA.replace("\t1\tMira", "\t9\tMira"), "word 9 is not in sentence 0, which has 6"),
    (MIRA.replace("\t0\t1\tMira", "\t2\t1\tMira"), "sentence 2 is not in the text, which has 2"),
    (MIRA.replace("\t0\t0\t0\t1\t", "\t0\t3\t0\t1\t"), "ends before it begins"),
    (MIRA.replace("\t1\tMira", "\t-1\tMira"), "must be numbers"),
    (MIRA.replace("\t1\tMira", "\t1.0\tMira"), "must be numbers"),
    (MIRA.replace("\t1\tMira", "\t²\tMira"), "must be numbers"),
    ("MENTION\tT1\t0\t0", "4 fields instead of 9"),
    ("MENTION", "1 fields instead of 9"),
    (LA, "T2 stands twice, first in line 1"),
    ("COREF\tT9\tx-1", "no MENTION has the id T9"),
    ("COREF\tT2", "without id and name"),
    ("T7\tPER 0 4\tMira", "neither a MENTION"),
]


@pytest.mark.parametrize(("bad", "what"), BAD)
def test_what_cannot_be_read_is_named_with_its_line(bad, what):
    found = error(files(LA, "", bad))
    assert what in found.what
    assert (found.file, found.line) == ("a.ann", 3)


def test_one_mention_in_two_entities_is_refused():
    found = error(files(LA, "COREF\tT2\tx-1", "COREF\tT2\ty-2"))
    assert (found.line, found.what) == (3, "T2 is in a second entity, after line 2")


def test_looks_like():
    assert litbank.looks_like(files(MIRA))
    assert litbank.looks_like(files("", COREF[0]))
    assert not litbank.looks_like(files("T1\tPER 0 4\tMira"))
    assert not litbank.looks_like([Member("a.txt", b"MENTION\tx\n")])
    assert not brat.looks_like(files(MIRA))
