"""Hostile files end in a message with file, line, sentence and remedy, or are read where they are legal."""

import json
import os
import re

import pytest

from loaders import conllu_checks
from tests.test_treebanks import run


def token(id, form, head, deprel="dep", deps="_"):
    return f"{id}\t{form}\t{form}\tX\t_\t_\t{head}\t{deprel}\t{deps}\t_\n"


GOOD = "".join(
    f"# sent_id = s{n}\n{token(1, f'mi{n}', 0, 'root')}{token(2, f'bo{n}', 1)}{token(3, f'ta{n}', 2)}\n" for n in range(5)
)
WORD = token(2, "bo2", 1)  # of sentence s2, on line 13
RANGE = "{}\tmibo\t_\t_\t_\t_\t_\t_\t_\t_\n"
NODE = "{}\t_\t_\t_\t_\t_\t_\t_\t_\t_\n"


def but(new, old=WORD):
    assert GOOD.count(old) == 1
    return GOOD.replace(old, new)


def score(tmp_path, gold, system, *arguments):
    for name, text in (("gold", gold), ("a", system)):
        (tmp_path / f"{name}.conllu").write_bytes(text if isinstance(text, bytes) else text.encode())
    files = ["--gold", tmp_path / "gold.conllu", "--pred", tmp_path / "a.conllu", "--resamples", 0, "--json", "-"]
    return run(*files, *arguments)


# What a system's file holds, the line of its error, what is said (of sentence s2 unless the file has none), and how it ends.
REFUSED = {
    "binary": (b"\x7fELF\x02\x01\0\0" + os.urandom(5000), 1, "a NUL byte", "Text must be UTF-8"),
    "UTF-16": (GOOD.encode("utf-16"), 1, "a NUL byte", "Text must be UTF-8"),
    "a NUL": (but(WORD.replace("bo2", "b\0")), 13, "a NUL byte (sentence s2)", "Text must be UTF-8"),
    "Latin-1": (but(WORD.replace("bo2", "bé2")).encode("latin-1"), 13, "byte 0xe9 is no UTF-8 (sentence s2)", "convert"),
    "a surrogate": (GOOD.encode().replace(b"bo2", b"\xed\xa0\x80"), 13, "byte 0xed is no UTF-8 (sentence s2)", "convert"),
    "one long line": (b"a" * 10_000_000, 1, "1 column instead of 10", "Columns are separated by tabs."),
    "tabs alone": (b"\t" * 1_000_000, 1, "1000001 columns instead of 10", "Columns are separated by tabs."),
    "a long word": (token(1, "a" * 10_000_000, 0), 1, "the text differs from gold's after the beginning: here 'aaaa", "version"),
    "a cycle": (but(token(2, "bo2", 3)), 13, "a cycle: the word is its own ancestor (sentence s2)", "end at a root."),
    "its own head": (but(token(2, "bo2", 2)), 13, "a cycle: the word is its own ancestor (sentence s2)", "end at a root."),
    "no root": (but(token(1, "mi2", 2), token(1, "mi2", 0, "root")), 12, "a sentence without a root (sentence s2)", "HEAD 0."),
    "two roots": (but(token(2, "bo2", 0)), 13, "a second root in the sentence (sentence s2)", "One word"),
    "a head beyond": (but(token(2, "bo2", 4)), 13, "a HEAD that is no word of the sentence (sentence s2)", "a word's"),
    "a huge head": (but(token(2, "bo2", "9" * 5000)), 13, "a HEAD that is no word of the sentence (sentence s2)", "a word's"),
    "no heads": (re.sub(r"\t\d\t(root|dep)\t", "\t_\t_\t", GOOD), 2, "a sentence without heads (sentence s0)", "0 for the root."),
    "a negative head": (but(token(2, "bo2", -1)), 13, "HEAD is no number (sentence s2)", "or 0 for the root."),
    "ranges that overlap": (
        but(RANGE.format("1-2") + token(1, "mi2", 0, "root") + RANGE.format("2-3"), token(1, "mi2", 0, "root")),
        14, "a range inside another one (sentence s2)", "Ranges may not overlap.",
    ),
    "a range backward": (but(RANGE.format("2-1") + WORD), 14, "the text differs from gold's after 'mi2'", "one version"),
    "a range late": (but(WORD + RANGE.format("1-2")), 14, "a range from 1 before word 3 (sentence s2)", "right before"),
    "an empty node early": (but(NODE.format("2.1") + WORD), 13, "an empty node of word 2 after word 1 (sentence s2)", "behind"),
    "an empty node 1.0": (but(NODE.format("1.0") + WORD), 13, "an empty node's decimal outside 1 to 1023 (sentence s2)", "1."),
    "empty nodes turned": (
        but(NODE.format("1.2") + NODE.format("1.1") + WORD), 14, "an empty node out of order (sentence s2)", "numbered upwards.",
    ),
    "an empty node 1.": (but(NODE.format("1.") + WORD), 13, "no word id (sentence s2)", "empty nodes (7.1)."),
    "a huge id": (but(WORD.replace("2\tbo2", "99999999999\tbo2")), 13, "no word id (sentence s2)", "empty nodes (7.1)."),
    "an edge without a colon": (but(token(2, "bo2", 1, deps="1")), 13, "an enhanced edge without a head", "joined"),
    "an edge beyond": (but(token(2, "bo2", 1, deps="77:dep")), 13, "an enhanced edge without a head", "joined"),
    "an edge beyond int64": (but(token(2, "bo2", 1, deps=f"{2**64}:dep")), 13, "an enhanced edge without a head", "joined"),
    "an edge beyond int": (but(token(2, "bo2", 1, deps="9" * 5000 + ":dep")), 13, "an enhanced edge without a head", "joined"),
    "edges that end in a bar": (but(token(2, "bo2", 1, deps="1:dep|")), 13, "an enhanced edge without a head", "joined"),
    "other text": (
        but(token(2, "ba2", 1)), 13,
        "the text differs from gold's after 'mi2' (line 12; gold.conllu, line 12): here 'ba2 ta2 mi3 bo3 ta3', "
        "in gold 'bo2 ta2 mi3 bo3 ta3' (sentence s2)", "one version",
    ),
    "text that goes on": (GOOD + token(1, "zu", 0), 26, "here 'zu', in gold 'the end of the file'", "one version"),
    "a document inside": (but("# newdoc id = d\n" + WORD), 13, "a document begins inside a sentence (sentence s2)", "blank line"),
    "blank lines": ("\n \n\n", None, "here 'the end of the file', in gold 'mi0 bo0 ta0 mi1 bo1'", "one version"),
    "nothing": ("", None, "here 'the end of the file', in gold 'mi0 bo0 ta0 mi1 bo1'", "one version"),
    "comments alone": ("# a\n\n# b\n", None, "here 'the end of the file', in gold 'mi0 bo0 ta0 mi1 bo1'", "one version"),
}  # fmt: skip


@pytest.mark.parametrize("how", REFUSED)
def test_what_is_refused_names_its_place_and_a_remedy(tmp_path, how):
    text, line, what, remedy = REFUSED[how]
    code, said = score(tmp_path, GOOD, text)
    assert (code, said.startswith(f"a.conllu, line {line}: " if line else "a: ")) == (1, True), said
    assert what in said and remedy in said and said.endswith((".", "?"))
    assert len(said) < 1000 and said.isprintable()


# What is legal, and scored in full.
READ = {
    "CR alone": GOOD.replace("\n", "\r"),
    "mixed newlines": GOOD.replace("\n", "\r\n", 7).replace("s3\n", "s3\r"),
    "a mark before a line": but("\ufeff" + WORD),
    "blank lines too many": "\n\n" + GOOD.replace("\n\n", "\n \n\n"),
    "comments inside": but("# so\n#\n" + WORD),
    "no last newline": GOOD.rstrip("\n"),
    "an empty node": but(WORD + NODE.format("2.1")),
}


@pytest.mark.parametrize("how", READ)
def test_what_is_legal_is_read(tmp_path, how):
    code, said = score(tmp_path, GOOD, READ[how], "--metrics", "LAS,Sentences")
    assert code == 0, said
    assert [row["score"] for row in json.loads(said)["rows"]] == [100, 100]


def test_mixed_newlines_are_said(tmp_path):
    report = json.loads(score(tmp_path, GOOD, READ["mixed newlines"])[1])["alignment"]
    assert report["gold"]["notices"] == []
    (notice,) = report["systems"][0]["notices"]
    assert notice["text"] == "lines end in several ways (7 in CRLF, 1 in CR, 17 in LF); all end a line"


@pytest.mark.parametrize("text", ["", "\n \n", "# a\n\n"])
def test_two_empty_corpora_have_no_scores(tmp_path, text):
    code, said = score(tmp_path, text, text)
    assert code == 0 and {row["score"] for row in json.loads(said)["rows"]} == {None}


def chain(n):
    return "# sent_id = deep\n" + "".join(token(k, "a", k - 1) for k in range(1, n + 1)) + "\n"


def test_a_tree_200000_deep_is_read(tmp_path):
    code, said = score(tmp_path, chain(200_000), chain(200_000), "--metrics", "LAS", "--by", "depth")
    assert code == 0 and json.loads(said)["rows"][0]["r_den"] == 200_000


def test_a_sentence_of_more_words_than_any_has_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(conllu_checks, "MOST_WORDS", 4)
    text = GOOD + chain(5)
    message = "a.conllu, line 27: a sentence of more than 4 lines (sentence deep)"
    code, said = score(tmp_path, text, text.replace("\tX\t", "\tY\t"))
    assert code == 1 and said.startswith(message.replace("a.conllu", "gold.conllu"))
    code, said = score(tmp_path, text, text, "--skip-bad", "--metrics", "LAS")
    assert code == 0 and json.loads(said)["rows"][0]["r_den"] == 15


def test_skipping_every_sentence_is_refused(tmp_path):
    code, said = score(tmp_path, GOOD, GOOD.replace("\t_\n", "\n"), "--skip-bad")
    assert code == 1 and said.startswith("a.conllu, line 2: 9 columns instead of 10 (sentence s0)")
    code, said = score(tmp_path, GOOD, GOOD.replace("\t1\tdep", "\t9\tdep"), "--skip-bad")
    assert code == 1 and "no sentence is left to be scored" in said


def test_a_folder_of_mixed_formats_names_the_file(tmp_path):
    for side in ("gold", "a"):
        (tmp_path / side).mkdir()
        (tmp_path / side / "one.conllu").write_text(GOOD)
        (tmp_path / side / "two.conll").write_text("#begin document (d); part 000\nd 0 0 mi (0)\n\n#end document\n")
    sides = ["--gold", tmp_path / "gold", "--pred", tmp_path / "a", "--metrics", "LAS", "--resamples", 0, "--json", "-"]
    code, said = run(*sides)
    assert code == 1 and said.startswith("gold/two.conll, line 2: 1 column instead of 10")
    code, said = run(*sides, "--skip-bad")
    assert code == 0 and [item["treebank"] for item in json.loads(said)["alignment"]["skipped"]] == ["two"]
