"""--skip-bad of trees: a sentence that cannot be read is left out for all, and every other one keeps its numbers."""

import json
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loaders import FormatError, ReadOptions, load
from loaders.errors import AlignmentError
from metrics.options import TreeOptions
from metrics.ud.project import align_trees, count_trees, tree_report
from tests.test_treebanks import run
from tests.trees import pairs

OPTIONS = TreeOptions(resamples=0)
FORMS = ("mira", "bolu", "sate", "kino", "velu")


def sentence(number, head=1, relation="obj", text=True, sent_id=True):
    """Five words of which the third may be wrong; words differ from sentence to sentence."""
    forms = [f"{form}{number}" for form in FORMS]
    lines = [f"# sent_id = s{number}"] * sent_id + [f"# text = {' '.join(forms)}"] * text
    for k, form in enumerate(forms, 1):
        at, deprel = (0, "root") if k == 1 else (head, relation) if k == 3 else (1, "obj")
        lines.append("\t".join([str(k), form, form, "X", "_", "_", str(at), deprel, "_", "_"]))
    return "\n".join(lines) + "\n\n"


def bank(n=8, wrong=(), **how):
    return [sentence(k, *((2, "nmod") if k in wrong else ()), **how) for k in range(n)]


def read(text, name="gold", skip=True):
    data = text if isinstance(text, bytes) else text.encode()
    return load((f"{name}.conllu", data), options=ReadOptions(format="conllu", entities=False, skip_bad=skip))


def project(gold, *systems):
    names = [chr(65 + k) for k in range(len(systems))]
    return align_trees(
        read("".join(gold)), [read("".join(s), n) for s, n in zip(systems, names, strict=True)], names, skip_bad=True
    )


def totals(found):
    table = count_trees(found, OPTIONS)
    return table.units, table.values


# What can be torn in the third word's line, and what is said of it.
TEARS = {
    "nine columns": (("\t_\t_\n", "\t_\n"), "9 columns instead of 10"),
    "blanks for tabs": (("\t", " "), "1 column instead of 10"),
    "no columns": (("3\tsate{n}\tsate{n}\tX\t_\t_\t1\tobj\t_\t_", "???"), "1 column instead of 10"),
    "a word id": (("3\t", "4\t"), "word id 4 instead of 3"),
    "no id": (("3\t", "x\t"), "no word id"),
    "an empty id": (("3\t", "\t"), "a line without an id"),
    "HEAD": (("\t1\tobj", "\tone\tobj"), "HEAD is no number"),
    "HEAD missing": (("\t1\tobj", "\t_\tobj"), "HEAD is no number"),
    "a range beyond": (("3\t", "3-9\tsate{n}\t_\t_\t_\t_\t_\t_\t_\t_\n3\t"), "a range to 9 beyond its sentence's last word"),
    "a range from elsewhere": (("3\t", "1-4\tx\t_\t_\t_\t_\t_\t_\t_\t_\n3\t"), "a range from 1 before word 3"),
    "an empty node": (("3\t", "7.1\t_\t_\t_\t_\t_\t_\t_\t_\t_\n3\t"), "an empty node of word 7 after word 2"),
    "an empty form": (("3\tsate{n}", "3\t"), "an empty FORM"),
    "a document inside": (("3\t", "# newdoc id = d\n3\t"), "a document begins inside a sentence"),
    "a head out of range": (("\t1\tobj", "\t12\tobj"), "a HEAD that is no word of the sentence"),
    "a NUL": (("sate{n}\tX", "sa\0te\tX"), "a NUL byte"),
}


def torn(text, how, number):
    """A sentence's text with its third word's line torn."""
    (old, new), what = TEARS[how]
    old, new = old.replace("{n}", str(number)), new.replace("{n}", str(number))
    lines = text.split("\n")
    at = next(k for k, line in enumerate(lines) if line.startswith("3\t"))
    changed = (lines[at] + "\n").replace(old, new).rstrip("\n") if old != "\t" else lines[at].replace(old, new)
    assert changed != lines[at]
    return "\n".join([*lines[:at], changed, *lines[at + 1 :]]), what


def without(gold, *systems, leave):
    """The counts of intact files without some sentences."""
    found = project(gold, *systems)
    return totals(found.without(dict.fromkeys(leave)))


def three(text):
    """Gold and two systems, with or without their text in comments."""
    return bank(text=text), bank(wrong=[1, 5], text=text), bank(wrong=[5, 6], text=text)


@cache
def three_without(text):
    """The counts of all but the sentence that the next test tears."""
    return without(*three(text), leave=[4])


@pytest.mark.parametrize("side", ["gold", "system", "both"])
@pytest.mark.parametrize("text", [True, False])
@pytest.mark.parametrize("how", TEARS)
def test_every_other_sentence_keeps_its_counts(how, text, side):
    gold, one, two = three(text)
    units, values = three_without(text)
    for files in {"gold": [gold], "system": [one], "both": [gold, one]}[side]:
        files[4], what = torn(files[4], how, 4)
    found = project(gold, one, two)
    after, counted = totals(found)
    assert after == units
    np.testing.assert_array_equal(counted, values)
    (skipped,) = tree_report(found)["skipped"]
    name = "gold" if side != "system" else "A"
    assert skipped["sentence"] == "s4" and skipped["reason"].startswith(f"{name}.conllu, line ")
    assert what in skipped["reason"] and "(sentence s4" in skipped["reason"]
    line = int(skipped["reason"].split("line ")[1].split(":")[0])
    first = sum(s.count("\n") for s in bank(4, text=text)) + 1
    assert first < line < first + 12


@settings(max_examples=25, deadline=None)
@given(pairs(multiword=False), st.integers(0, 1), st.randoms(use_true_random=False))
def test_tearing_a_sentence_leaves_it_out_and_no_more(files, side, random):
    """Whatever the other side's sentences are: as if the sentences that it touches had been skipped from intact files."""
    files = [[s + "\n\n" for s in text.rstrip("\n").split("\n\n")] for text in files]
    whole = project(*files)
    k = random.randrange(len(files[side]))
    files[side][k] = files[side][k].replace("\t_\n", "\n", 1) if len(files[side]) > 1 else files[side][k]
    found = project(*files)
    units, values = totals(whole.without(found.skipped))
    assert totals(found)[0] == units and (len(found.skipped) >= 1) == (len(files[side]) > 1)
    np.testing.assert_array_equal(totals(found)[1], values)


def test_bytes_that_are_no_text_are_in_one_sentence():
    gold, system = bank(), "".join(bank(wrong=[1])).encode().replace(b"sate3\tX", b"sa\xff\tX")
    found = align_trees(read("".join(gold)), [read(system, "A")], ["A"], skip_bad=True)
    assert list(found.skipped) == [3]
    assert "byte 0xff is no UTF-8 (sentence s3)" in str(found.skipped[3])


@pytest.mark.parametrize("places", [(0,), (7,), (0, 1), (3, 4), (6, 7), (0, 3, 7)])
@pytest.mark.parametrize("side", [0, 1])
def test_lost_forms_are_found_by_the_sentence_id(places, side):
    """A sentence whose forms are gone has what the other side's sentence of its id has."""
    files = bank(text=False), bank(wrong=[2], text=False)
    units, values = without(*files, leave=places)
    for k in places:
        files[side][k] = f"# sent_id = s{k}\n1\n2\n\n"
    after, counted = totals(project(*files))
    assert after == units
    np.testing.assert_array_equal(counted, values)


@pytest.mark.parametrize("places", [(0,), (7,), (1, 3)])
@pytest.mark.parametrize("side", [0, 1])
def test_without_an_id_they_are_found_by_the_text_that_follows(places, side):
    files = bank(text=False, sent_id=False), bank(wrong=[2], text=False, sent_id=False)
    _, values = without(*files, leave=places)
    for k in places:
        files[side][k] = "1\tbad\n\n"
    np.testing.assert_array_equal(totals(project(*files))[1], values)


def test_where_the_forms_lie_the_text_is_asked():
    gold, system = bank(), bank(wrong=[2])
    system[3] = system[3].replace("3\tsate3", "3 other")
    assert list(project(gold, system).skipped) == [3]


def test_a_place_that_cannot_be_told_is_refused():
    same = [sentence(7, text=False, sent_id=False)] * 8  # what follows stands at many places
    system = [*same]
    system[2] = "1\tbad\n\n"
    with pytest.raises(AlignmentError) as caught:
        project(same, system)
    assert str(caught.value).startswith("A.conllu, line 13: 2 columns instead of 10; the sentence is to be left out, but what ")
    assert "what it covers in gold cannot be told" in str(caught.value) and "# sent_id" in str(caught.value)


def test_a_real_difference_of_the_text_is_still_said():
    gold, system = bank(), bank()
    system[2] = system[2].replace("\t_\t_\n", "\t_\n")
    system[5] = system[5].replace("5\tvelu5", "5\tvelo")
    with pytest.raises(AlignmentError, match="the text differs from gold's after 'kino5'"):
        project(gold, system)


def test_a_systems_sentence_takes_all_of_golds_that_it_touches():
    gold = bank()
    two = "\n".join(line for line in (gold[3] + gold[4]).split("\n") if line and not line.startswith("#"))
    system = [*gold[:3], two.replace("\t_\t_\n", "\t_\n") + "\n\n", *gold[5:]]
    assert list(project(gold, system).skipped) == [3, 4]


def test_documents_go_on_after_a_torn_sentence():
    gold = bank()
    gold[4] = "# newdoc id = d2\n" + gold[4]
    system = [*gold]
    units = count_trees(project(gold, system), TreeOptions(resamples=0, unit="document")).units
    system[4] = torn(system[4], "nine columns", 4)[0]
    found = project(gold, system)
    assert count_trees(found, TreeOptions(resamples=0, unit="document")).units == units
    assert tree_report(found)["systems"][0]["documents"] == 2


def test_a_file_of_which_nothing_is_left_is_refused():
    with pytest.raises(FormatError, match=r"line 1: 2 columns instead of 10"):
        read("1\tmira\n\n1\tbolu\n")
    with pytest.raises(FormatError, match=r"NUL byte|no UTF-8"):
        read("".join(bank()).encode("utf-16"))


def test_coreference_goes_on_without_documents():
    text = "# newdoc id = a\n" + "".join(bank(2)) + "# newdoc id = b\n" + "".join(bank(2)).replace("3\tsate1", "3 sate1")
    found = load(("x.conllu", text.encode()), options=ReadOptions(skip_bad=True))
    assert [name for name, _ in found.skipped] == ["b"] and not found.unread


def test_the_command_line_lists_and_signs_what_it_skips(tmp_path):
    gold, system = bank(), bank(wrong=[1])
    gold[2], system[5] = torn(gold[2], "nine columns", 2)[0], torn(system[5], "HEAD", 5)[0]
    for name, text in (("gold", gold), ("a", system)):
        (tmp_path / f"{name}.conllu").write_text("".join(text))
    sides = ["--gold", tmp_path / "gold.conllu", "--pred", tmp_path / "a.conllu", "--resamples", 0, "--metrics", "LAS"]
    assert run(*sides) == (
        1,
        'gold.conllu, line 21: 9 columns instead of 10 (sentence s2) ("3  sate2  sate2  X  _  _  1  obj  _"). '
        "Columns are separated by tabs.",
    )
    code, out = run(*sides, "--skip-bad", "--json", "-")
    document = json.loads(out)
    assert code == 0 and "|skipped:2|" in document["signature"]
    assert [(s["sentence"], s["reason"].split(":")[0]) for s in document["alignment"]["skipped"]] == [
        ("s2", "gold.conllu, line 21"),
        ("s5", "a.conllu, line 45"),
    ]
    assert document["rows"][0]["p_den"] == document["rows"][0]["r_den"] == 30
    reference = run(*sides, "--skip-bad", "--json", "-", "--ref-pred", tmp_path / "a.conllu")[1]
    assert json.loads(reference)["rows"][0]["reference"] == document["rows"][0]["score"]
