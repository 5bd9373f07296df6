"""The page of classes, empty and filled: labels from gold, from files, from none; maps, options, tabs, the Data page."""

import html
import re

import pytest

from pages.shared import workspace
from pages.shared.records import LABELS, LABELS_PRED, MAP
from tests import apps
from tests.apps import markup, settled
from tests.projects import project
from tests.typed_texts import HOSTILE, texts

TABS = ("Scores", "Differences", "Documents", "Confusion", "Coverage")
MAPPED = b"PER\tperson\nLOC\tplace\nORG\tplace\n"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("ASSAY_WORKSPACE", str(tmp_path / "space"))


def opened(name="classes", **words):
    return apps.opened(name, **words)


def text(at):
    return html.unescape(re.sub("<[^>]*>", " ", markup(at).replace("<wbr>", "")))


def rows(at):
    found = re.findall(r"<tr[^>]*>(.*?)</tr>", markup(at), re.S)
    cells = [re.findall(r"<td[^>]*>(.*?)</td>", row, re.S) for row in found]
    return [[html.unescape(re.sub("<[^>]*>", "", cell)) for cell in row] for row in cells if row]


def by_key(elements, key):
    return next(element for element in elements if element.key == key)


def typed(n_systems=2, **how):
    gold, *systems = texts(**how)
    named = [(f"{name}.conllu", data) for name, data in zip(("one", "two"), systems[:n_systems], strict=False)]
    return project(*named, gold=gold)


def labels_from(gold: bytes, **changed: str) -> bytes:
    """Gold as a file of labels, some of them others."""
    for old, new in changed.items():
        gold = re.sub(rf"-{old}-".encode(), f"-{new}-".encode(), gold)
    return gold


def test_classes_are_gold_s_types_at_first_sight():
    at = opened(project=typed())
    assert "On what does each system fail?" in text(at) and "classes: gold types" in text(at)
    assert [row[0] for row in rows(at)][:2] == ["micro", "macro"]
    assert {"PER", "LOC", "ORG", "RARE", "none"} <= {row[0] for row in rows(at)}
    assert "typed|labels:gold|tau:0.5|whose:gold-first|pairs:own|match:exact" in text(at)


def test_the_sample_has_its_28_classes():
    at = opened()
    assert len({row[0] for row in rows(at)} - {"micro", "macro", "none"}) == 28


@pytest.mark.parametrize("tab", TABS)
@pytest.mark.parametrize("case", ["class", "mention type", "one system"])
def test_every_tab_shows_every_case(tab, case):
    at = opened(project=typed(1 if case == "one system" else 2), tab=tab, by="class" if case == "one system" else case)
    expected = {
        "Scores": "Typed Mention F1 by",
        "Differences": "Differences by" if case != "one system" else "Typed Mention F1 by",
        "Documents": "lost mentions" if case != "one system" else "Where most is lost",
        "Confusion": "With gold's types as labels this must be so" if case != "mention type" else "Typed Mention F1 by",
        "Coverage": "Coverage of label sets",
    }
    assert expected[tab] in text(at)


def test_without_labels_classes_are_mention_types():
    at = opened(project=typed(typed=False))
    assert "by mention type" in text(at) and {"name", "pronoun"} & {row[0] for row in rows(at)}
    assert "labels:mention type|" in text(at)


def test_with_neither_labels_nor_tags_it_is_said_what_would_be_needed():
    at = opened(project=typed(typed=False, tagged=False))
    assert "No classes." in text(at) and "no file of labelled spans, no types in gold" in text(at)
    assert "tags" in text(at)


def test_a_grouping_that_the_corpus_lacks_gives_its_reason():
    at = opened(project=typed(), by="genre")
    assert "No genres." in text(at) and "genre" in text(at)


def test_a_label_file_is_used_and_survives_in_the_workspace():
    key = typed()
    gold = texts()[0]
    workspace.add(key, LABELS, "tagger.conllu", labels_from(gold, PER="HUMAN"))
    for _ in range(2):  # a second session: as after a restart
        at = opened(project=key)
        assert "classes: tagger" in text(at)
        assert "HUMAN" in {row[0] for row in rows(at)} and "PER" not in {row[0] for row in rows(at)}
    assert re.search(r"typed\|labels:[0-9a-f]{6}\|", text(at))
    at = opened(project=key, labels="gold")
    assert "classes: gold types" in text(at) and "PER" in {row[0] for row in rows(at)}


def test_labels_of_the_systems_mentions_make_confusions():
    key = typed()
    gold = texts()[0]
    workspace.add(key, LABELS, "tagger.conllu", gold)
    workspace.add(key, LABELS_PRED, "theirs.conllu", labels_from(gold, PER="LOC"))
    at = opened(project=key, tab="Confusion")
    assert ["PER", "LOC"] in [row[:2] for row in rows(at)]
    assert re.search(r"typed\|labels:[0-9a-f]{6},[0-9a-f]{6}\|", text(at))


def test_labels_of_another_text_are_refused_and_others_used():
    key = typed()
    workspace.add(key, LABELS, "other.conllu", texts()[0].replace(b"\tw7\t", b"\tnothing\t", 1))
    at = opened(project=key)
    assert 'class="refused"' in markup(at) and "nothing" in text(at) and "Classes are those of gold types." in text(at)


def test_maps_of_a_file_and_shipped_ones_stand_in_address_and_signature():
    key = typed()
    workspace.add(key, MAP, "mine.tsv", MAPPED)
    at = opened(project=key, map="file")
    assert {"person", "place"} <= {row[0] for row in rows(at)} and "ORG" not in {row[0] for row in rows(at)}
    assert re.search(r"labels:gold\|map:[0-9a-f]{6}\|", text(at))
    assert "|map:cner-ner4|" in text(opened(project=key, map="cner-ner4"))
    workspace.add(key, MAP, "mine.tsv", b"one column\n")
    at = opened(project=key, map="file")
    assert 'class="refused"' in markup(at) and "PER" in {row[0] for row in rows(at)}


def test_coverage_shows_all_label_sets_side_by_side():
    key = typed()
    gold = texts()[0]
    workspace.add(key, LABELS, "few.conllu", labels_from(gold, LOC="none", ORG="none"))
    workspace.add(key, MAP, "mine.tsv", b"PER\tnone\n")
    at = opened(project=key, tab="Coverage", map="file")
    sets = [row[0] for row in rows(at) if len(row) == 7 and row[0]]
    digits = workspace.read(key).single(MAP).digest[:6]
    assert sets == ["few", "gold types", f"few, {digits}"]
    shares = {row[0]: float(row[3]) for row in rows(at) if len(row) == 7 and row[0]}
    assert 0 < shares[f"few, {digits}"] < shares["few"] < shares["gold types"] == 100


def test_options_of_typed_scoring_stand_in_the_address():
    key = typed()
    at = opened(project=key, tau="0.75", whose="strict", pairs="all")
    assert "tau:0.75|whose:strict|pairs:all" in text(at)
    assert "right only where both sides give it the same" in text(at)
    box = by_key(at.selectbox, "classes-policy")
    at = settled(box.set_value("own").run())
    assert "whose:own" in text(at) and workspace.read(key).options["whose"] == "own"
    at = opened(project=key, tau="2", whose="mine")
    assert "cannot be followed" in text(at) and "tau:0.5|whose:gold-first" in text(at)


def test_differences_are_signed_as_of_common_mentions():
    at = opened(project=typed(), tab="Differences")
    assert "Holm" in text(at) and "mentions that gold and both systems share" in text(at)


def test_grouping_and_order_stand_in_the_address():
    at = opened(project=typed(), by="length", sort="support")
    assert "by length" in text(at) and "1 word" in {row[0] for row in rows(at)}
    at = opened(project=typed(), by="nonsense", sort="nonsense", tab="nonsense")
    assert "by class" in text(at) and "sorted by cost" in text(at)


def test_html_in_classes_is_shown_and_not_followed():
    for tab in TABS:
        at = opened(project=typed(classes=(HOSTILE, "LOC", "LOC")), tab=tab)
        assert "<b>x</b>" not in markup(at)


def test_the_data_page_takes_labels_and_lists_them():
    key = typed()
    at = opened("data", project=key)
    uploader = next(one for one in at.get("file_uploader") if "labels" in one.key and "pred" not in one.key)
    at = settled(uploader.set_value([("tagger.conllu", labels_from(texts()[0], PER="HUMAN"), "text/plain")]).run())
    assert [entry.role for entry in workspace.read(key).labels] == [LABELS]
    row = next(row for row in rows(at) if row[0] == "labels")
    assert row[1] == "tagger.conllu" and row[4] == "4"
    at = settled(next(one for one in at.button if one.label == "Remove tagger.conllu").click().run())
    assert workspace.read(key).labels == ()


def test_labels_added_to_the_sample_open_a_copy_of_it():
    at = opened("data")
    uploader = next(one for one in at.get("file_uploader") if "labels" in one.key and "pred" not in one.key)
    gold = (workspace.SAMPLE_FILES / "gold.conllu").read_bytes()
    at = settled(uploader.set_value([("tagger.conllu", gold, "text/plain")]).run())
    found = at.query_params["project"]
    record = workspace.read(found[0] if isinstance(found, list) else found)
    assert [entry.role for entry in record.files] == ["gold", "system", "system", LABELS]


def test_labels_may_be_made_wrong():
    at = opened(project=typed(), tab="Coverage")
    assert "A tagger is right about nine times in ten" in text(at)
    at.session_state["classes-noise"] = 0.2
    at = settled(at.run())
    assert "Scores with 20 % wrong" in text(at)
    noised = [row for row in rows(at) if row and row[0] == "Typed Mention F1, micro"]
    assert len(noised) == 2 and all(row[2] == row[3] for row in noised)  # a label says nothing of whether a mention is found
