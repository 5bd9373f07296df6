"""The page of classification, empty and filled: verdict, tables, filters of items; the Data page; what the address says."""

import html
import re
from urllib.parse import quote

import pytest
from streamlit.testing.v1 import AppTest

from pages.shared import item_view, workspace
from tests import apps
from tests import classifiers as c
from tests.apps import markup, settled
from tests.projects import GOLD as MENTIONS
from tests.projects import SYS1
from tests.projects import project as mentions

DASHBOARD = str(workspace.ROOT / "dashboard.py")
EVIL = "<img src=x onerror=alert(1)>$x$&lt;"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("ASSAY_WORKSPACE", str(tmp_path / "space"))


def opened(name="classification", **words):
    return apps.opened(name, **words)


def text(at):
    return re.sub(r"\s+", " ", html.unescape(re.sub("<[^>]*>", " ", markup(at))))


def rows(at):
    found = re.findall(r"<tr[^>]*>(.*?)</tr>", markup(at), re.S)
    cells = [re.findall(r"<td[^>]*>(.*?)</td>", row, re.S) for row in found]
    return [[html.unescape(re.sub("<[^>]*>", "", cell)).strip() for cell in row] for row in cells if row]


def row(at, first):
    return next(cells for cells in rows(at) if cells[0] == first)


def ids(at):
    return [cells[0] for cells in rows(at) if re.fullmatch(r"i\d+", cells[0])]


def said(at, word):
    value = at.query_params[word]
    return value[0] if isinstance(value, list) else value


def by_key(elements, key):
    return next(element for element in elements if element.key == key)


def test_two_classifiers_are_compared():
    at = opened(project=c.project(c.A, c.B))
    assert "Classification · 60 items in 6 documents, one label each · 3 labels in gold" in text(at)
    assert re.search(r"B is better than A by 40.00 points of accuracy", text(at))  # 30 and 6 of 60 are wrong
    accuracy, auc = row(at, "Accuracy"), row(at, "AUC")
    assert accuracy[1:4] == ["", "", "50.00"] and accuracy[7] == "90.00" and accuracy[9] == "+40.00" and auc[3] != "n/a"
    for label in c.LABELS:
        assert row(at, label)[1] == "20"
    assert "classify|task:single|labels:3|unit:item|units:60|skipped:0|resamples:100" in text(at).replace("| ", "|")


def test_the_sample_has_classifiers():
    at = opened()
    assert "204 items in 21 documents" in text(at) and row(at, "thanks")[1] == "22"


@pytest.mark.parametrize("view", ["scores", "confusion", "thresholds", "items"])
def test_equal_classifiers_show_no_difference_in_every_view(view):
    assert "No difference can be shown: B − A is" in text(opened(project=c.project(c.A, c.A), view=view))


@pytest.mark.parametrize("view", ["scores", "confusion", "thresholds", "items"])
def test_one_classifier_has_a_score_and_no_difference_in_every_view(view):
    at = opened(project=c.project(c.A), view=view)
    assert re.search(r"A scores 50.00 points of accuracy .* and 50.00 of macro F1", text(at)) and "B − A" not in text(at)


def test_several_labels_go_by_the_threshold_in_the_address():
    here = c.project(c.several(), gold=c.several(), ending="jsonl")
    at = opened(project=here)
    assert "any number of labels each" in text(at) and "threshold:0.5" in text(at)
    assert "AUC leaves out fen (every item of gold has it); gri (no item of gold has it)." in text(at)
    assert "macro is over 2 labels" not in text(at) and row(at, "blo")[2:5] == ["60.00"] * 3  # .5, .7, .9 of five; and .6, .8
    lower = opened(project=here, threshold="0.4")
    assert "macro is over 3 labels, 1 of them in predictions alone (gri), whose F1 is 0." in text(lower)
    assert "threshold:0.4" in text(lower) and row(lower, "gri")[1] == "0"


def test_one_file_holds_gold_and_predictions():
    from pages.shared import uploads

    at = opened("data", project=c.project(gold=None))
    by_key(at.file_uploader, "upload-gold-0").set_value([("both.jsonl", c.several(), "text/plain")])
    at = settled(at.run())
    assert "Classification · 60 items · 2 gold labels" in text(at) and "A has every item of gold." in text(at)
    assert row(at, "fen")[-1] == "every item of gold has it; no AUC" and row(at, "gri")[-1].startswith("only scored")
    assert not uploads._has_prediction("gold.csv", c.GOLD)


def test_the_data_page_names_what_is_missing_extra_and_odd():
    cut = c.A.replace(b"\ni7,", b"\nx7,").replace(b"\ni8,", b"\nx8,")
    at = opened("data", project=c.project(cut, c.B.replace(b",gri,", b",bru,")))
    assert "A lacks 2 items of gold." in text(at)
    assert ["A", "missing", "i7"] == re.findall(r"\w+", " ".join(next(r for r in rows(at) if "missing" in r)))[:3]
    assert sum("extra" in cells and cells[2] in ("x7", "x8") for cells in rows(at)) == 2
    assert row(at, "bru")[1] == "0" and "only predicted" in row(at, "bru")[-1]
    assert "2 items of gold are missing from A and count as given no label." in text(opened(project=c.project(cut)))


ANSWERS = {
    "A right, B wrong": ({"show": "b-wrong"}, {"i30", "i31", "i32", "i33"}),
    "both wrong": ({"show": "both-wrong"}, {"i28", "i29"}),
    "a cell of B": ({"gold": "blo", "predicted": "fen", "by": "B"}, {"i30", "i33"}),
    "text": ({"find": "ZUP  7 mip"}, {"i7"}),
    "id": ({"find": "i59"}, {"i59"}),
    "scores of A": ({"bin": "8", "by": "A"}, {f"i{k}" for k in range(40, 60)}),
    "scores of a label": ({"bin": "8", "by": "A", "label": "blo"}, {f"i{k}" for k in range(42, 60, 3)}),
    "two filters": ({"show": "b-wrong", "gold": "gri"}, {"i32"}),
}


@pytest.mark.parametrize("case", ANSWERS)
def test_items_are_filtered(case):
    words, found = ANSWERS[case]
    assert set(ids(opened(project=c.project(c.A, c.B), view="items", **words))) == found


def test_items_are_paged_and_their_files_hold_all():
    at = opened(project=c.project(c.A, c.B), view="items", show="right", page="2")
    assert "Items 26 to 26 of 26" in text(at) and ids(at) == ["i59"]
    settled(by_key(at.button, "items-back").click().run())
    assert len(ids(at)) == item_view.PAGE and said(at, "page") == "1"


def test_no_item_answers_and_a_way_back():
    at = opened(project=c.project(c.A, c.B), view="items", find="nowhere", show="right")
    assert "None of 60 items answers these 2 filters together." in text(at)
    settled(by_key(at.button, "items-all").click().run())
    assert "Items 1 to 25 of 60" in text(at)


def test_a_threshold_is_typed_and_stands_in_the_address():
    at = opened(project=c.project(c.several(), gold=c.several(), ending="jsonl"), view="thresholds")
    settled(by_key(at.text_input, "page-threshold").set_value("0,7").run())
    assert said(at, "threshold") == "0.7" and "threshold:0.7" in text(at)
    settled(by_key(at.text_input, "page-threshold").set_value("nan").run())
    assert said(at, "threshold") == "0.7"


@pytest.mark.parametrize("view", ["scores", "confusion", "thresholds", "items"])
def test_names_are_escaped_everywhere(view):
    gold = c.GOLD.replace(b",blo,", f",{EVIL},".encode()).replace(b"zup", EVIL.encode()).replace(b"\ni", b"\n<i>i")
    system = c.A.replace(b"blo", EVIL.encode()).replace(b"\ni", b"\n<i>i")
    at = opened(project=c.project(system, c.B.replace(b"\ni", b"\n<i>i"), gold=gold), view=view)
    assert "<img" not in markup(at)
    assert "<i>i" not in markup(at)
    if view in ("scores", "items"):
        assert html.escape(EVIL) in markup(at)


def test_a_link_to_confusions_keeps_the_label():
    gold, system = (data.replace(b"blo", EVIL.encode()) for data in (c.GOLD, c.A))
    at = opened(project=c.project(system, gold=gold), view="confusion")
    assert f"gold={quote(EVIL, safe='')}".replace("%20", "+") in markup(at)


EMPTY = {
    "nothing": (lambda: c.project(gold=None), "No gold."),
    "gold alone": (c.project, "No system."),
    "mentions": (lambda: mentions(("a.conll", SYS1), gold=MENTIONS), "No labels."),
    "a bad file": (lambda: c.project(b"id,pred\ni1,blo\ni1,blo\n"), "the id 'i1' stands in line 2 already"),
    "no such items": (lambda: c.project(b"id,pred\nq1,blo\n"), "no item of gold is there"),
}


@pytest.mark.parametrize("case", EMPTY)
def test_the_page_says_what_is_lacking(case):
    make, words = EMPTY[case]
    assert words in text(opened(project=make()))


def test_a_bad_system_leaves_the_others_alone():
    here = c.project(b"id,pred\nq1,blo\n", c.B)
    assert "B scores 90.00 points of accuracy" in text(opened(project=here))
    assert "no item of gold is there" in text(opened("data", project=here))


def test_resampling_documents_needs_documents():
    gold = c.GOLD.replace(b"document", b"remark")
    assert "no column 'document'" in text(opened(project=c.project(c.A, gold=gold), unit="document"))
    assert "unit:document| units:6|" in text(opened(project=c.project(c.A, c.B), unit="document"))


def test_pages_of_coreference_point_to_the_classifiers():
    assert "holds labelled items" in text(opened("overview", project=c.project(c.A)))
    at = AppTest.from_file(DASHBOARD, default_timeout=90)
    at.query_params.update({"project": c.project(c.A), "draws": "100"})
    assert "Which items does each classifier get right?" in text(settled(at.run()))
