"""The pages of trees, empty and filled: verdict, tables, confusions, sentences; what the address says; the Data page."""

import base64
import html
import re

import pytest
from streamlit.testing.v1 import AppTest

from pages.shared import workspace
from tests import parsers
from tests.apps import markup, opened, settled
from tests.projects import GOLD as MENTIONS
from tests.projects import SYS1, project

DASHBOARD = str(workspace.ROOT / "dashboard.py")


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("ASSAY_WORKSPACE", str(tmp_path / "space"))


def text(at):
    return html.unescape(re.sub("<[^>]*>", " ", markup(at)))


def trees(*systems, gold=parsers.GOLD):
    return project(*((f"{chr(65 + k)}.conllu", data) for k, data in enumerate(systems)), gold=gold)


def pictures(at):
    return [base64.b64decode(found).decode() for found in re.findall(r'svg\+xml;base64,([^"]+)"', markup(at))]


def test_two_parsers_are_compared():
    at = opened("parsing", project=trees(parsers.A, parsers.B))
    assert "Parsing · 40 sentences, 160 words" in text(at)
    assert re.search(r"B\s+is better than\s+A\s+by\s+9.38 points\s+of LAS", text(at))  # 20 and 5 of 160 words
    for metric in ("LAS", "UAS", "CLAS", "MLAS", "BLEX", "UPOS", "XPOS", "UFeats", "AllTags", "Lemmas", "Words", "Tokens"):
        assert f">{metric}</span>" in markup(at)
    kinds = {row[0]: row for row in rows(markup(at)) if row and row[0] in ("both wrong", "wrong relation")}
    assert kinds["both wrong"][1] == "20" and kinds["wrong relation"][4] == "5"
    confusions = {(row[0], row[1]): row for row in rows(markup(at)) if len(row) == 6}
    assert confusions["obj", "nmod"][2:5] == ["20", "0", "−20"]
    assert confusions["obj", "obl"][2:5] == ["0", "5", "+5"]


def rows(text_of):
    found = re.findall(r"<tr[^>]*>(.*?)</tr>", text_of, re.S)
    cells = [re.findall(r"<td[^>]*>(.*?)</td>", row, re.S) for row in found]
    return [[html.unescape(re.sub("<[^>]*>", "", cell)) for cell in row] for row in cells if row]


@pytest.mark.parametrize("by", ["feature", "length", "projective", "document"])
def test_breakdowns_of_every_sort_are_drawn(by):
    at = opened("parsing", project=trees(parsers.A, parsers.B))
    settled(next(box for box in at.selectbox if box.key == "parsing-by").set_value(by).run())
    shown = {row[0] for row in rows(markup(at))}
    assert {"feature": "Number", "length": "1–5", "projective": "projective", "document": "d9"}[by] in shown


@pytest.mark.parametrize("unit", ["sentence", "document"])
def test_one_parser_has_a_score_and_no_difference(unit):
    at = opened("parsing", project=trees(parsers.A), unit=unit)
    assert re.search(r"A\s+scores\s+87.50 points\s+of LAS", text(at)) and "B − A" not in text(at)


def test_equal_parsers_show_no_difference():
    at = opened("parsing", project=trees(parsers.A, parsers.A))
    assert "No difference can be shown: B − A is" in text(at)


def test_an_option_that_the_data_do_not_allow_is_refused():
    one = parsers.treebank(n=8).replace("# newdoc", "# no").encode()
    at = opened("parsing", project=trees(one, one, gold=one), unit="document")
    assert "there is nothing to resample by document" in text(at)


@pytest.mark.parametrize("name", ["parsing", "trees"])
def test_pages_of_trees_say_what_is_lacking(name):
    assert "No trees." in text(opened(name, project=project(("one.conll", SYS1))))
    assert "No gold." in text(opened(name, project=project(("A.conllu", parsers.A), gold=None)))
    cyclic = parsers.GOLD.replace(b"\t0\troot", b"\t3\troot", 1)
    at = opened(name, project=trees(parsers.A, gold=cyclic))
    assert 'class="refused"' in markup(at) and "gold.conll" in text(at)
    at = opened(name, project=trees(parsers.A, parsers.B.replace(b"blo", b"ble", 1)))
    assert 'class="refused"' not in markup(at) and "B.conllu" not in text(at).partition("Compare")[0]


@pytest.mark.parametrize("name", ["overview", "singletons", "reader"])
def test_pages_of_coreference_point_to_the_trees(name):
    at = opened(name, project=trees(parsers.A, parsers.B))
    assert "No mentions." in text(at) and "Parsing" in text(at)


def test_the_bare_address_of_a_project_of_trees_opens_parsing():
    at = AppTest.from_file(DASHBOARD, default_timeout=90)
    at.query_params.update({"project": trees(parsers.A), "draws": "100"})
    assert "Which parser is better, and where?" in text(settled(at.run()))


def test_the_data_page_takes_trees():
    at = opened("data", project=trees(parsers.A, parsers.B))
    assert "Parsing · 10 documents · 40 sentences · 160 words" in text(at)
    assert "A  and  B  have the text of gold, character for character." in text(at)
    assert "Mentions" not in text(at) and "160 (100.0 %)" in text(at)
    differing = opened("data", project=trees(parsers.A, parsers.B.replace(b"blo", b"ble", 1)))
    assert "the text differs from gold's" in text(differing)


def test_a_file_of_mentions_and_trees_has_both():
    gold = parsers.GOLD.replace(b"\t_\n2\tbo", b"\tEntity=(e1-x-1-)\n2\tbo", 1)
    gold = b"# global.Entity = eid-etype-head-other\n" + gold
    at = opened("data", project=trees(gold, gold=gold))
    assert "1 gold mention in 1 entity" in text(at) and "160 (100.0 %)" in text(at)


def test_mentions_alone_have_no_trees_on_the_data_page():
    at = opened("data", project=project(("one.conll", SYS1), gold=MENTIONS))
    assert "Trees" not in re.findall("<h2>(.*?)</h2>", markup(at))


def test_a_bad_sentence_is_skipped_on_request():
    broken = parsers.B.replace(b"\t0\troot", b"\t3\troot", 1)
    key = trees(parsers.A, broken)
    assert "a cycle" in text(opened("data", project=key)) or "without a root" in text(opened("data", project=key))
    at = opened("data", project=key, skip="1")
    assert "1 sentence is left out" in text(at) and "s0" in text(at)
    assert "39 sentences" in text(opened("parsing", project=key, skip="1"))


def test_sentences_are_found_by_what_is_wrong():
    key = trees(parsers.A, parsers.B)
    assert "40 of 40 sentences" in text(opened("trees", project=key))
    for words, n in (
        ({"show": "a-wrong"}, 15),
        ({"show": "b-wrong"}, 0),
        ({"show": "both-wrong"}, 5),
        ({"show": "any-wrong", "relation": "obj"}, 20),
        ({"show": "any-wrong", "relation": "punct"}, 0),
        ({"by": "relation", "gold": "obj", "predicted": "obl"}, 5),
        ({"by": "relation", "gold": "obj", "predicted": "obl", "who": "A"}, 0),
        ({"by": "feature:Number", "gold": "Sing", "predicted": "none"}, 5),
        ({"show": "of-a"}, 20),
        ({"show": "of-b"}, 5),
        ({"show": "of-a", "metric": "UPOS"}, 0),
        ({"show": "b-wrong", "metric": "UPOS"}, 5),
        ({"show": "any-wrong", "metric": "Words"}, 0),
        ({"show": "of-b", "metric": "feature:Number"}, 5),
        ({"show": "of-a", "metric": "feature:Number"}, 0),
        ({"show": "of-a", "by": "relation", "group": "obj"}, 20),
        ({"show": "of-a", "by": "upos", "group": "VERB"}, 0),
        ({"by": "document", "group": "d3"}, 4),
        ({"by": "relation", "group": "nothing"}, 0),
        ({"by": "nothing", "group": "d3", "metric": "nothing"}, 40),
        ({"length": "11-20"}, 0),
        ({"find": "S39"}, 1),
        ({"find": "MI BO"}, 40),
        ({"show": "nonsense", "by": "nonsense", "length": "7"}, 40),
    ):
        at = opened("trees", project=key, **words)
        assert f"{n} of 40 sentences" in text(at), words
        assert ("No such sentence." in text(at)) == (n == 0)


def test_next_and_previous_walk_through_what_was_found():
    at = opened("trees", project=trees(parsers.A, parsers.B), show="both-wrong")
    assert "1 of 5 sentences" in text(at)
    settled(next(b for b in at.button if b.key == "trees-after").click().run())
    assert "2 of 5 sentences" in text(at) and at.query_params["sentence"] in ("s16", ["s16"])
    settled(next(b for b in at.button if b.key == "trees-before").click().run())
    assert at.query_params["sentence"] in ("s15", ["s15"])


def test_a_sentence_is_one_picture_of_three_trees():
    at = opened("trees", project=trees(parsers.A, parsers.B), sentence="s15")
    (picture,) = pictures(at)
    assert [picture.count(f'data-who="{who}"') for who in ("gold", "A", "B")] == [1, 1, 1]


def test_enhanced_edges_come_on_demand():
    at = opened("trees", project=trees(parsers.RICH_A.encode(), gold=parsers.RICH.encode()))
    (basic,) = pictures(at)
    assert "obl:da" not in basic and "∅ viene" in basic and ">dal<" in basic
    (enhanced,) = pictures(opened("trees", project=trees(parsers.RICH_A.encode(), gold=parsers.RICH.encode()), edges="enhanced"))
    assert "obl:da" in enhanced


@pytest.mark.parametrize("name", ["parsing", "trees", "data"])
def test_html_in_words_and_relations_is_shown_and_not_followed(name):
    at = opened(name, project=trees(parsers.HOSTILE_A, parsers.HOSTILE, gold=parsers.HOSTILE), by="relation", gold="<b>obj</b>",
                predicted="<i>nmod</i>")  # fmt: skip
    assert "<script" not in markup(at) and "<b>obj" not in markup(at) and "<i>nmod" not in markup(at)
    for picture in pictures(at):
        assert "<script" not in picture and "&lt;script&gt;" in picture
