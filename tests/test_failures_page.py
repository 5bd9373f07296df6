"""The Failures page: what the address filters, empty lists, what opens it, and the Reader on the way through a list."""

import html
import json
import re

import pytest
from streamlit.testing.v1 import AppTest

from tests import apps, failing, marked
from tests.apps import settled

workspace = pytest.importorskip("pages.shared.workspace")


@pytest.fixture(autouse=True)
def sample(tmp_path, monkeypatch):
    monkeypatch.setenv("ASSAY_WORKSPACE", str(tmp_path / "space"))
    monkeypatch.setattr(workspace, "SAMPLE_FILES", tmp_path)
    write(tmp_path, failing.GOLD, failing.A, failing.B)
    return tmp_path


def write(folder, *texts):
    for path in folder.glob("*.conll"):
        path.unlink()
    for name, text in zip(workspace.SAMPLE_NAMES, texts, strict=False):
        (folder / f"{name}.conll").write_bytes(marked.conll(failing.texts(text)))


def opened(where="failures", **words):
    return apps.opened(where, **words)


def said(at):
    pieces = [re.sub(r"<style>.*?</style>|<[^>]*>", "", element.value, flags=re.S) for element in at.get("html")]
    return html.unescape(" ".join(pieces))


def asked(at, word):
    value = at.query_params.get(word)
    return value[0] if isinstance(value, list) else value


def rows(at):
    return at.dataframe[0].value


def test_it_says_which_mistakes_and_what_mending_brings():
    at = opened()
    assert "42 mistakes of seven types in 7 documents, singletons kept" in said(at)
    assert "A makes 21 mistakes that B avoids, B 14 that A avoids; 7 are the same in both." in said(at)
    for title in (
        "Where they sit",
        "The mistakes",
        "If every error of a group were mended",
        "Errors by type",
        "Mended one after the other",
        "Operations",
        "Link errors",
    ):
        assert title in said(at)
    assert "1 to 20 of 42" in said(at) and len(rows(at)) == 20


def test_the_address_filters_and_counts_follow():
    at = opened(type="divided entity", who="A")
    assert "1 to 7 of 7" in said(at)
    assert set(rows(at)["Error"]) == {"divided entity"} and set(rows(at)["Who"]) == {"A"}
    assert at.selectbox(key="failures-type").value == "divided entity"
    assert "divided entity · 7" in at.selectbox(key="failures-type").options
    assert "both · 0" in at.selectbox(key="failures-who").options


def test_boxes_change_the_address_and_the_first_page_is_shown():
    at = opened()
    settled(at.button(key="failures-after").click().run())
    assert asked(at, "page") == "2" and "21 to 40 of 42" in said(at)
    settled(at.selectbox(key="failures-who").select("both").run())
    assert asked(at, "who") == "both" and asked(at, "page") is None and "1 to 7 of 7" in said(at)
    settled(at.text_input(key="failures-text").set_value("DOG").run())
    assert asked(at, "text") == "DOG" and "1 to 7 of 7" in said(at)
    settled(at.button(key="failures-clear").click().run())
    assert asked(at, "who") is None and asked(at, "text") is None and "1 to 20 of 42" in said(at)


def test_no_match_says_how_many_without_the_last_filter():
    at = opened(type="span error", text="dog")
    assert "No mistake passes all filters." in said(at) and not at.dataframe
    button = at.button(key="failures-without")
    assert button.label == "Without the last filter (text contains): 7 mistakes"
    settled(button.click().run())
    assert asked(at, "text") is None and "1 to 7 of 7" in said(at)


@pytest.mark.parametrize(
    "words", [{"type": failing.EVIL}, {"who": "Z"}, {"text": "(["}, {"page": "99"}, {"by": "x", "heat": "Q"}]
)
def test_words_of_an_address_that_mean_nothing_do_no_harm(words):
    at = opened(**words)
    assert "<script" not in "".join(element.value for element in at.get("html"))
    assert "The mistakes" in said(at)


def test_singletons_dropped():
    at = opened(singletons="drop", who="all-A")
    assert "singletons dropped" in said(at) and "singletons:drop" in said(at)
    assert "monday" not in " ".join(rows(at)["In context"].str.extract(r"▸(.*)◂")[0])


def test_the_heat_map_can_be_laid_out_by_system():
    at = opened(heat="B")
    assert "Mistakes of B, shared ones too." in said(at)


def test_one_system_and_no_mistakes(sample):
    write(sample, failing.GOLD, failing.A)
    at = opened()
    assert "A makes 28 mistakes." in said(at) and "Who" not in rows(at)
    write(sample, failing.GOLD, failing.GOLD, failing.GOLD)
    at = opened()
    assert "A and B make no mistake." in said(at) and "No mistakes." in said(at)


def test_hostile_words_are_shown_and_not_followed(sample):
    write(sample, *(text.replace("porter", failing.EVIL.replace(" ", "")) for text in (failing.GOLD, failing.A, failing.B)))
    for page in ("failures", "reader"):
        at = opened(page, **({"mistake": "1"} if page == "reader" else {}))
        assert "<script" not in "".join(element.value for element in at.get("html"))


def test_the_reader_goes_through_the_list():
    at = opened("reader", type="divided entity", who="A", mistake="2")
    assert asked(at, "doc") == "d1"
    assert "Mistake 2 of 7 · divided entity · names 2 mentions · him · A alone" in said(at)
    outlined = re.search(r"<style>\.rd \.(y\d+)\{outline", "".join(element.value for element in at.get("html")))
    assert outlined and f'class="m e1 {outlined[1]} t1 l0"' in "".join(element.value for element in at.get("html"))
    settled(at.button(key="reader_after").click().run())
    assert asked(at, "mistake") == "3" and asked(at, "doc") == "d2" and "Mistake 3 of 7" in said(at)
    settled(at.button(key="reader_before").click().run())
    settled(at.button(key="reader_before").click().run())
    settled(at.button(key="reader_before").click().run())
    assert asked(at, "mistake") == "7"
    settled(at.button(key="reader_leave").click().run())
    assert asked(at, "mistake") is None and asked(at, "type") is None
    assert "Error 1 of" in said(at)


def test_the_reader_names_the_type_at_every_error():
    at = opened("reader", doc="d0")
    assert "· missing entity" in "".join(element.value for element in at.get("html"))
    assert "span error" in said(at) or "span error" in "".join(element.value for element in at.get("html"))


def column(at, name):
    return rows(at)[name].tolist()


def test_the_whole_list_is_put_in_order_not_its_page():
    at = opened()
    assert column(at, "Sentence") != sorted(column(at, "Sentence"))
    settled(at.selectbox(key="failures-sort").select("length").run())
    found = column(at, "Entity")
    assert asked(at, "sort") == "length" and found == sorted(found, reverse=True)
    assert found[:8] == [4] * 7 + [3]  # crate and lamp, which B puts into one entity in each of seven documents
    at = opened(sort="type", page="3")
    assert column(at, "Error") == ["missing entity"] * 2
    assert "Entity" in rows(opened(sort="nonsense")) and "1 to 20 of 42" in said(opened(sort="nonsense"))


def test_the_reader_keeps_the_order_of_the_list():
    at = opened("reader", sort="type", mistake="42")
    assert "Mistake 42 of 42 · missing entity" in said(at)
    settled(at.button(key="reader_leave").click().run())
    assert asked(at, "sort") is None


def test_genres_are_a_filter_where_there_are_several(sample):
    assert not [box for box in opened().selectbox if box.key == "failures-genre"]
    at = apps.opened("failures", genre="of nowhere")
    assert "No mistake passes all filters." in said(at)


@pytest.mark.parametrize("mistake", ["0", "99", "x", "-1"])
def test_a_mistake_that_is_none_is_the_first(mistake):
    assert "Mistake 1 of 7" in said(opened("reader", type="span error", mistake=mistake))


def test_a_list_without_mistakes_leaves_the_reader_as_it_is():
    assert "Error 1 of" in said(opened("reader", type="nothing", mistake="1"))


def test_other_pages_open_it_filtered():
    def script():
        import streamlit as st

        from pages.shared import failure_place, state

        state.begin()
        st.text(failure_place.failures_address(type="span error", **{"class": "a&b"}))

    at = settled(AppTest.from_function(script).run())
    assert at.text[0].value == "failures?type=span+error&class=a%26b"


def test_what_is_saved_is_what_is_filtered():
    from pages.shared import failure_list

    found = failing.found()
    rows_ = found[found["type"] == "span error"][list(failure_list.SAVED)]
    assert json.loads(json.dumps(rows_.to_dict("records")))[0]["text"] == "his sister"
