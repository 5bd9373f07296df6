"""The Cross-document page: filled, empty, with one topic, with tables of topics good and bad, and what the address says."""

import html
import re

import pytest
from streamlit.testing.v1 import AppTest

from pages.shared import workspace
from tests import apps
from tests.across import apart, conll, conllu, gold, merged
from tests.apps import markup, settled

EVIL = "<script>alert(1)</script>"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("ASSAY_WORKSPACE", str(tmp_path / "space"))


def project(documents, *, table: bytes | None = None, write=conll) -> str:
    record = workspace.create("invented")
    for role, name, rows in (
        ("gold", "gold", documents),
        ("system", "one", apart(documents)),
        ("system", "two", merged(documents)),
    ):
        workspace.add(record.id, role, f"{name}.{write.__name__}", write(rows))
    if table is not None:
        workspace.add(record.id, "topics", "topics.tsv", table)
    return record.id


def opened(page="crossdoc", **words):
    return apps.opened(page, **words)


def said(at: AppTest) -> str:
    return html.unescape(re.sub(r"<[^>]*>", "", markup(at)))


def asked(at: AppTest, word: str) -> str | None:
    value = at.query_params.get(word)
    return value[0] if isinstance(value, list) else value


def test_the_sample_shows_both_levels_and_leads_into_the_reader():
    at = opened()
    assert "32 documents in 16 subtopics of 8 topics" in said(at)
    assert "From subtopics to topics A loses" in said(at)
    for title in (
        "By subtopic and by topic",
        "Scores by topic",
        "Finding mentions",
        "What simple rules would score",
        "Topic by topic",
    ):
        assert title in said(at)
    assert "same head lemma" in said(at) and "Only 8 topics" in said(at)
    assert "reader?project=sample-topics&amp;draws=100&amp;doc=skua_1" in markup(at)
    assert "crossdoc|scope:subtopic,topic|match:head|singletons:drop" in said(at)


def test_choices_change_the_address_and_what_is_shown():
    at = opened(at="subtopic", singletons="keep", each="subtopic", metric="LEA", topic="floods")
    for words in ("Scores by subtopic", "singletons kept", "LEA by subtopic, head match, singletons kept", "Documents of floods"):
        assert words in said(at)
    at.selectbox(key="crossdoc-topic").select("strikes")
    settled(at.run())
    assert asked(at, "topic") == "strikes" and "packers_1" in said(at)
    at.selectbox(key="crossdoc-metric").select("CoNLL")
    settled(at.run())
    assert asked(at, "metric") is None


@pytest.mark.parametrize("words", [{"at": EVIL}, {"metric": "mention"}, {"topic": EVIL}, {"each": "both"}])
def test_words_that_mean_nothing_do_no_harm(words):
    at = opened(**words)
    assert "<script" not in markup(at) and "Scores by topic" in said(at)


def test_without_topics_it_says_what_is_needed():
    at = opened(project=project(gold(2), write=conllu))
    assert "No topics." in said(at) and "gale_1" in said(at) and "Scores by topic" not in said(at)
    assert at.get("file_uploader")[0].label.startswith("Topics: a table")


def test_one_topic_has_no_interval_and_says_why():
    at = opened(project=project(gold(1)))
    assert "only 1 topic" in said(at) and "No interval: only 1 topic." in said(at)
    assert "n/a" in said(at) and "nan" not in said(at).lower().split()


def test_a_table_of_topics_is_added_used_signed_and_removed():
    documents = gold(6)
    at = opened(project=project(documents, write=conllu))
    table = "".join(f"{d[2]}\ttopic {d[2][1]}\t{d[2][2:4]}\n" for d in documents).encode()
    at.get("file_uploader")[0].set_value([("topics.tsv", table, "text/plain")])
    settled(at.run())
    assert "24 documents in 12 subtopics of 6 topics" in said(at) and "topic 3" in said(at) and "topics:" in said(at)
    settled(at.button(key="topics-remove").click().run())
    assert "No topics." in said(at)


@pytest.mark.parametrize(
    ("table", "words"),
    [
        (b"\x00\xff\xfe", "topics.tsv, line 1: the text is not UTF-8"),
        (b"d0\tt\nd0\tu\n", "topics.tsv, line 2: a second line for this document"),
        (b"only\tone\n", "is not in the table of topics"),
        (b"", "no document in the table"),
        (f"{EVIL}\n".encode(), "topics.tsv, line 1: 1 column instead of two or three"),
    ],
)
def test_a_table_that_cannot_be_used_is_refused_and_can_be_removed(table, words):
    at = opened(project=project(gold(2), table=table))
    assert words in said(at) and "<script" not in markup(at)
    settled(at.button(key="topics-remove").click().run())
    assert "in 4 subtopics of 2 topics" in said(at)


def test_hostile_names_of_topics_and_documents_are_shown_and_not_followed():
    documents = [(f"{EVIL}{t}", "<b>&", f"{EVIL}{name}", *rest) for t, _, name, *rest in gold(2)]
    at = opened(project=project(documents))
    assert "<script" not in markup(at) and EVIL in said(at)


def test_the_data_page_takes_a_table_too_and_the_sample_stays_as_it_is():
    at = opened("data")
    assert "Topics of documents" in said(at)
    uploader = next(one for one in at.get("file_uploader") if one.key.startswith("upload-topics"))
    uploader.set_value([("topics.tsv", (workspace.TOPIC_FILES / "topics.tsv").read_bytes(), "text/plain")])
    settled(at.run())
    record = workspace.read(asked(at, "project"))
    assert record.title == "Sample across documents with topics" and record.single("topics").file == "topics.tsv"
    assert workspace.sample(workspace.SAMPLE_TOPICS).single("topics") is None


def test_one_system_alone():
    record = workspace.create("alone")
    workspace.add(record.id, "gold", "gold.conll", conll(gold(6)))
    workspace.add(record.id, "system", "one.conll", conll(merged(gold(6))))
    at = opened(project=record.id)
    assert "A scores" in said(at) and "Topic by topic" not in said(at) and "Documents of t0" in said(at)


def test_the_sample_is_a_project_that_other_pages_show():
    at = opened("reader", project="sample-topics", doc="skua_2")
    assert asked(at, "project") == "sample-topics" and "Bruna" in said(at)


@pytest.mark.parametrize("word", ["at", "metric", "singletons", "topic"])
def test_an_address_that_names_no_such_choice_is_said(word):
    assert f"{word}=zz, which cannot be followed" in said(opened(**{word: "zz"}))
