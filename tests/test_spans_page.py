"""The page of spans: scores, errors, text; what the address says; the Data page; what is lacking."""

import html
import re

import pytest
from streamlit.testing.v1 import AppTest

from pages.shared import workspace
from tests import apps, parsers, projects, taggers
from tests.apps import markup, settled

DASHBOARD = str(workspace.ROOT / "dashboard.py")


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("ASSAY_WORKSPACE", str(tmp_path / "space"))


def opened(name="spans", **words):
    return apps.opened(name, **words)


def text(at):
    return html.unescape(re.sub("<[^>]*>", " ", re.sub("<style>.*?</style>", "", markup(at), flags=re.S)))


def rows(at):
    found = re.findall(r"<tr[^>]*>(.*?)</tr>", markup(at), re.S)
    cells = [re.findall(r"<td[^>]*>(.*?)</td>", row, re.S) for row in found]
    return [[html.unescape(re.sub("<[^>]*>", "", cell)) for cell in row] for row in cells if row]


def row(at, first):
    return next(cells for cells in rows(at) if cells[0] == first)


def pair(**more):
    return taggers.project(("a.iob2", taggers.A), ("b.iob2", taggers.B), **more)


def test_the_sample_shows_its_taggers_and_its_mentions():
    at = opened()
    assert "24 documents, 263 sentences · 146 gold spans, 11 labels" in text(at)
    assert "scheme:IOB2" in text(at) and row(at, "token accuracy")
    at = opened(source="mentions")
    assert "1,286 gold mentions, 28 labels" in text(at) and "scheme" not in text(at).replace("detected", "")


def test_two_taggers_are_compared():
    at = opened(project=pair())
    assert "20 documents, 40 sentences · 60 gold spans, 3 labels" in text(at)
    assert re.search(r"A\s+is better than\s+B\s+by\s+28.33 points\s+of micro F1", text(at))
    assert row(at, "micro")[1:4] == ["86.67", "86.67", "86.67"] and row(at, "micro")[5:8] == ["58.33", "58.33", "58.33"]
    assert row(at, "partial")[3] == "93.33" and row(at, "exact")[7] == "66.67"
    assert row(at, "ORG")[1] == "20" and row(at, "ORG")[4] == "100.00" and row(at, "ORG")[8] == "0.00"
    assert [cells[0] for cells in rows(at)][-3:] == ["PER", "LOC", "ORG"]  # 5, 0 and 0 errors of the better one


@pytest.mark.parametrize(("by", "group"), [("length", "2 words"), ("document", "d7"), ("seen", "not seen in training")])
def test_breakdowns_of_every_sort(by, group):
    train = taggers.tagged("B-PER I-PER O O", "O O O")
    at = opened(project=pair(train=train), by=by)
    found = row(at, group)
    assert found[1] == {"length": "20", "document": "3", "seen": "40"}[by]


def test_seen_needs_a_training_file():
    assert "Needs a training file." in text(opened(project=pair(), by="seen"))
    assert "The sample's taggers were not trained" in text(opened(by="seen"))
    assert 'class="refused"' in markup(opened(project=pair(train=b"nothing\n"), by="seen"))


def test_errors_are_own_and_shared():
    at = opened(project=pair(), view="errors")
    assert row(at, "too short")[1:] == ["8", "0", "0", "−8"]
    assert row(at, "missed")[1:] == ["0", "0", "20", "+20"] and row(at, "type")[1:] == ["0", "0", "5", "+5"]
    assert "20 of 53 errors are missed spans" in " ".join(text(at).split())
    same = opened(project=taggers.project(("a.iob2", taggers.A), ("b.iob2", taggers.A)), view="errors")
    assert row(same, "too short")[1:] == ["0", "8", "0", "0"]


@pytest.mark.parametrize(
    ("words", "n"),
    [
        ({}, 53),
        ({"show": "a-wrong"}, 8),
        ({"show": "b-wrong"}, 45),
        ({"show": "both"}, 0),
        ({"show": "of-b", "kind": "type"}, 5),
        ({"label": "ORG"}, 20),
        ({"gold": "LOC", "predicted": "PER"}, 5),
        ({"gold": "∅", "predicted": "LOC"}, 20),
        ({"document": "d19"}, 2),
        ({"by": "document", "group": "d19"}, 2),
        ({"by": "length", "group": "2 words"}, 8),
        ({"by": "length", "group": "11 words and more"}, 0),
        ({"by": "nothing", "group": "2 words"}, 53),
        ({"find": "MI BO"}, 13),
        ({"find": "d3"}, 4),
        ({"show": "nonsense", "kind": "x", "label": "y", "gold": "z", "document": "w", "error": "x"}, 53),
    ],
)
def test_filters_lead_to_single_errors(words, n):
    at = opened(project=pair(), view="text", **words)
    assert (f"of {n} " in text(at)) == (n > 0) and ("No such error." in text(at)) == (n == 0)


def test_next_and_previous_walk_through_what_was_found():
    at = opened(project=pair(), view="text", show="a-wrong")
    assert "Error 1 of 8" in text(at) and "too short: PER" in text(at)
    settled(next(b for b in at.button if b.key == "spans-after").click().run())
    assert "Error 2 of 8" in text(at) and at.query_params["error"] in ("2", ["2"])
    settled(next(b for b in at.button if b.key == "spans-before").click().run())
    settled(next(b for b in at.button if b.key == "spans-before").click().run())
    assert "Error 8 of 8" in text(at)


def test_the_text_marks_every_kind_of_error():
    at = opened(project=pair(), view="text")
    chips = set(re.findall(r'<bdi class="k">(.*?)</bdi>', markup(at)))
    assert chips == {"PER too short", "PER≠LOC", "+LOC", "−ORG"}
    assert "page 1 of 3" in text(at) and "page 2 of 3" in text(opened(project=pair(), view="text", page="2"))
    assert "1 to 12 of 40" in text(opened(project=pair(), view="text", show="all"))


def test_nested_spans_lie_one_in_the_other():
    key = taggers.project(("one.jsonl", taggers.NESTED), gold=taggers.NESTED, name="one.jsonl")
    at = opened(project=key, view="text")
    assert "Error 1 of 20" in text(at) and re.search(r'class="m g l1".*?class="m g l0"', markup(at), re.S)
    assert "−PER" in markup(at) and "A  scores  66.67 points" in text(opened(project=key))


def test_one_file_holds_gold_and_prediction():
    at = opened("data", project=taggers.project())
    at.file_uploader[0].set_value([("both.iob2", taggers.both(), "text/plain")])
    settled(at.run())
    assert {"gold", "A"} <= {cells[0].split()[-1] for cells in rows(at) if cells[0].split()}
    key = at.query_params["project"]
    assert "86.67 points" in text(opened(project=key[0] if isinstance(key, list) else key))


def test_malformed_tags_have_two_readings():
    key = taggers.project(("a.iob2", taggers.MALFORMED))
    strict, lenient = opened(project=key), opened(project=key, reading="conlleval")
    assert "Scores, strict reading of tags" in text(strict) and "reading:strict|" in text(strict).replace(" ", "")
    assert "80.00 points" in text(strict) and "micro F1 is 100.00 for" in text(strict)
    assert "100.00 points" in text(lenient) and "reading:conlleval|" in text(lenient).replace(" ", "")
    assert "micro F1 is 80.00 for" in text(lenient)
    data = opened("data", project=key)
    assert "Some tags are malformed" in text(data) and row(data, "● A")[-1] == "60"
    assert "Read otherwise" not in text(opened("data", project=pair()))


def test_typed_mentions_of_coreference_open_here():
    gold = (workspace.SAMPLE_FILES / "gold.conllu").read_bytes()
    key = projects.project(("a.conllu", (workspace.SAMPLE_FILES / "wharf-base.conllu").read_bytes()), gold=gold)
    at = opened(project=key)
    assert "1,286 gold mentions, 28 labels" in text(at) and row(at, "PER")
    at = opened(project=projects.project(("a.conll", projects.SYS1)))
    assert "without labels" in text(at)


def test_the_data_page_takes_spans():
    at = opened("data", project=pair())
    assert "Spans · 20 documents · 40 sentences · 140 words · 60 gold spans" in text(at)
    assert "A  and  B  have the text of gold, word for word." in text(at) and row(at, "● A")[3:5] == ["tag file", "IOB2"]
    lacks = taggers.B.replace(b"# id = d0\n", b"# id = other\n").replace(b"ze", b"zu", 1)
    at = opened("data", project=taggers.project(("b.iob2", lacks)))
    assert "A  lacks 1 document of gold." in text(at) and {"missing", "extra"} <= {
        cells[1] for cells in rows(at) if len(cells) > 1
    }
    assert opened(project=taggers.project(("b.iob2", lacks)))


def test_a_file_that_differs_is_refused_and_the_others_stay():
    key = taggers.project(("a.iob2", taggers.A), ("b.iob2", taggers.B.replace(b"ze", b"zu", 1)))
    at = opened("data", project=key)
    assert 'class="refused"' in markup(at) and "b.iob2" in text(at)
    assert "A  scores  86.67 points" in text(opened(project=key))
    assert "1 document is left out" in text(opened("data", project=key, skip="1"))
    assert "19 documents" in text(opened(project=key, skip="1"))


@pytest.mark.parametrize(
    ("key", "said"),
    [
        (lambda: taggers.project(gold=None), "No gold."),
        (lambda: taggers.project(), "No system."),
        (lambda: taggers.project(("a.iob2", b"broken\n")), "broken"),
        (lambda: projects.project(("a.conllu", parsers.A), gold=parsers.GOLD), "No spans."),
    ],
)
def test_what_is_lacking_is_said(key, said):
    assert said in text(opened(project=key()))


def test_pages_of_coreference_point_here():
    at = opened("overview", project=pair())
    assert "No mentions." in text(at) and "holds labelled spans" in text(at)
    at = AppTest.from_file(DASHBOARD, default_timeout=90)
    at.query_params.update({"project": pair(), "draws": "100"})
    assert "Which labelled spans does each system find?" in text(settled(at.run()))


def test_no_spans_at_all_have_no_score():
    none = taggers.tagged("O O O O", "O O O")
    one = taggers.tagged("B-PER O O O", "O O O")
    assert "No spans." in text(opened(project=taggers.project(("a.iob2", none), gold=none)))
    at = opened(project=taggers.project(("a.iob2", one), gold=none))
    assert "0.00 points" in text(at) and row(at, "PER")[1] == "0"
    assert "There is no error" in text(opened(project=taggers.project(("a.iob2", one), gold=one), view="errors"))
    assert "No error." in text(opened(project=taggers.project(("a.iob2", one), gold=one), view="text"))


def test_one_label_alone_is_taken_for_no_other():
    gold, one = (data.replace(b"LOC", b"PER").replace(b"ORG", b"PER") for data in (taggers.GOLD, taggers.A))
    said = text(opened(project=taggers.project(("a.iob2", one), gold=gold), view="errors"))
    assert "one label alone" in said and "Cells count" not in said


@pytest.mark.parametrize("words", [{}, {"view": "errors"}, {"view": "text"}, {"view": "text", "label": taggers.HOSTILE}])
def test_markup_in_words_and_labels_is_shown_and_not_followed(words):
    files = [taggers.hostile(data) for data in (taggers.A, taggers.B, taggers.GOLD)]
    key = taggers.project(("a<b>.iob2", files[0]), ("b.iob2", files[1]), gold=files[2])
    for name in ("spans", "data"):
        at = opened(name, project=key, **words)
        assert "<script" not in markup(at) and "<b>PER" not in markup(at)
    assert "&lt;b&gt;PER" in markup(opened(project=key, **words)) or words.get("view") == "errors"
