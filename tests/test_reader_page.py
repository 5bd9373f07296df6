"""The Reader as a page: what its address says, stepping through errors, documents, entities and pages."""

import html
import re

import pytest

from tests import apps, marked
from tests.apps import settled

workspace = pytest.importorskip("pages.shared.workspace")

LETTER = """[1 The porter ] met [2 [1 his ] sister ] on [7 Monday ] .
[2 She ] gave [1 him ] [3 a crate ] ."""
LONG = "[1 Ada ] rowed .\n" + "nothing happened here\n" * 160 + "[1 She ] slept in [2 a barn ] ."
GOLD = {"first": LETTER, "second": "[1 a ] b [1 c ]", "same": "[1 a ] b [1 c ] d", "<b>long</b>": LONG, "empty": "no mention"}
A = {
    **GOLD,
    "first": LETTER.replace("[2 She ]", "[1 She ]"),
    "<b>long</b>": LONG.replace("[1 Ada ]", "Ada").replace("[1 She ]", "She"),
}
B = {name: text for name, text in A.items() if name != "second"}


@pytest.fixture(autouse=True)
def sample(tmp_path, monkeypatch):
    monkeypatch.setenv("ASSAY_WORKSPACE", str(tmp_path / "space"))
    monkeypatch.setattr(workspace, "SAMPLE_FILES", tmp_path)
    write(tmp_path, GOLD, A, B)
    return tmp_path


def write(folder, *documents):
    for path in folder.glob("*.conll"):
        path.unlink()
    for name, found in zip(workspace.SAMPLE_NAMES, documents, strict=False):
        (folder / f"{name}.conll").write_bytes(marked.conll(found))


def opened(page="reader", **words):
    return apps.opened(page, **{"project": "sample", **words})


def said(at):
    """The text of the page, without tags and styles."""
    pieces = [re.sub(r"<style>.*?</style>|<[^>]*>", "", element.value, flags=re.S) for element in at.get("html")]
    return html.unescape(" ".join(pieces))


def markup(at):
    return "".join(element.value for element in at.get("html"))


def asked(at, word):
    value = at.query_params.get(word)
    return value[0] if isinstance(value, list) else value


def press(at, key):
    return settled(at.button(key=key).click().run())


def test_it_opens_on_the_first_document_and_its_first_error():
    at = opened()
    assert asked(at, "doc") == "first"
    assert "2 sentences, 7 gold mentions, 2 entities of two and more" in said(at)
    assert "Error 1 of 2 · A puts She in entity 1, gold in 2" in said(at)
    assert ".x1{outline" in markup(at)
    assert "@keyframes to-" not in markup(at)


def test_next_and_previous_go_round_and_stand_in_the_address():
    at = press(opened(doc="first"), "reader_after")
    assert asked(at, "error") == "2"
    assert "Error 2 of 2 · B puts She" in said(at)
    assert ":has(.rd .x2){animation" in markup(at)
    assert asked(press(at, "reader_after"), "error") == "1"
    assert asked(press(at, "reader_before"), "error") == "2"


def test_the_address_chooses_document_and_error():
    at = opened(doc="first", error="2")
    assert "Error 2 of 2" in said(at)


@pytest.mark.parametrize("error", ["0", "3", "-1", "x", "1" * 40, "²", "<script>"])
def test_an_error_that_is_none_is_the_first(error):
    assert "Error 1 of 2" in said(opened(doc="first", error=error))


def test_a_document_that_gold_lacks():
    at = opened(doc="<script>alert(1)</script>", error="1")
    assert "Gold has no document <script>alert(1)</script>; another one is shown." in said(at)
    assert "<script" not in markup(at)
    assert asked(at, "doc") == "first"


def test_choosing_a_document_forgets_the_error():
    at = opened(doc="first", error="2")
    settled(at.selectbox(key="reader_document").select_index(2).run())
    assert asked(at, "doc") == "same"
    assert asked(at, "error") is None
    assert "No errors in this document" in said(at)
    assert at.button(key="reader_after").disabled


def test_scores_of_the_document_are_in_the_box_and_over_the_columns():
    at = opened(doc="same")
    assert at.selectbox(key="reader_document").options[2] == "same · A 100.00 · B 100.00"
    assert "CoNLL 100.00 · 0 errors" in said(at)


def test_a_document_that_a_system_lacks():
    at = opened(doc="second")
    assert "B lacks this document" in said(at)
    assert f"This document is not in {workspace.SAMPLE_NAMES[2]}: all 2 mentions of gold count as missed." in said(at)


def test_a_document_without_mentions():
    assert "0 gold mentions" in said(opened(doc="empty"))


def test_singletons_can_be_dropped():
    at = opened(doc="first", error="2")
    settled(at.toggle(key="reader_singletons").set_value(False).run())
    assert asked(at, "singletons") == "drop"
    assert "5 gold mentions" in said(at)
    assert "singletons:drop" in said(at)


def test_order_by_difference():
    at = opened(order="difference")
    assert at.selectbox(key="reader_document").options[0].startswith("second ")
    assert asked(at, "doc") == "second"


def test_an_entity_lights_up_and_is_gone_to():
    at = opened(doc="first")
    settled(at.selectbox(key="reader_entity").select_index(1).run())
    assert asked(at, "entity") == "2"
    assert ".m.e2{background" in markup(at)
    assert ":has(.rd .f2){animation" in markup(at)
    assert "Entity 2 of 2" in said(at)
    assert asked(press(at, "reader_after"), "entity") is None


def test_errors_cross_pages():
    at = opened(doc="<b>long</b>")
    assert "page 1 of 2" in said(at)
    assert "<b>long" not in markup(at)
    at = press(press(at, "reader_after"), "reader_after")
    assert "Error 3 of 4 · A misses She" in said(at)
    assert "page 2 of 2" in said(at)
    assert "page 1 of 2" in said(press(press(at, "reader_before"), "reader_before"))


def test_turning_pages_marks_the_pages_first_error():
    at = press(opened(doc="<b>long</b>"), "reader_on")
    assert "Sentences 151 to 162 of 162 · page 2 of 2" in said(at)
    assert "Error 3 of 4" in said(at)
    assert "Error 4 of 4" in said(press(at, "reader_after"))
    assert "Sentences 1 to 150" in said(press(at, "reader_back"))


def test_one_system_alone(sample):
    write(sample, GOLD, A)
    at = opened(doc="first")
    assert "Error 1 of 1 · A puts She" in said(at)
    assert not [box for box in at.selectbox if box.key == "reader_order"]


def test_gold_alone(sample):
    write(sample, GOLD)
    assert "No system." in said(opened())


def test_documents_with_another_text_are_left_out(sample):
    write(sample, GOLD, {**A, "first": "another text"}, B)
    at = opened(doc="first", skip="1")
    assert "The document is left out for all systems; another one is shown." in said(at)
    assert asked(at, "doc") == "second"


@pytest.mark.parametrize("page", ["data", "overview", "reader"])
def test_all_documents_left_out(sample, page):
    write(sample, {"first": LETTER}, {"first": "another text"}, {"first": LETTER})
    assert "no document is left to be scored" in said(opened(page, skip="1"))


def test_the_document_read_last_is_read_again():
    at = opened(doc="same")
    at.switch_page("pages/reader.py")
    at.query_params.clear()
    assert asked(settled(at.run()), "doc") == "same"
