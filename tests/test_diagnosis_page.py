"""The page Diagnosis: the sample, gold without tags, one system, a saved recipe, and what the address says."""

import html
import json
import re

import pytest

from pages.shared import workspace
from tests import apps
from tests.apps import markup, settled
from tests.projects import project

SAMPLE = workspace.ROOT / "sample_data" / "coref"
NAMES = ("gold", "wharf-base", "wharf-large")
GOLD, BASE, LARGE = ((SAMPLE / f"{name}.conllu").read_bytes() for name in NAMES)
EVIL = b"<script>alert(1)</script>"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("ASSAY_WORKSPACE", str(tmp_path / "space"))


def opened(**words):
    return apps.opened("diagnosis", **words)


def text(at):
    return re.sub(r"\s+", " ", html.unescape(re.sub("<[^>]*>", " ", markup(at))))


def without_tags(data: bytes) -> bytes:
    """The same words and types without parts of speech and trees, as brat's files have them."""
    lines = []
    for line in data.decode().split("\n"):
        cells = line.split("\t")
        lines.append("\t".join([*cells[:2], *["_"] * 7, cells[9]]) if len(cells) == 10 else line)
    return "\n".join(lines).encode()


def test_the_sample_is_diagnosed():
    at = opened()
    assert "What data should I add?" in text(at) and "by class (gold types) · 28 classes" in text(at)
    assert re.search(r"A perfect PER would bring B 7\.81 points of Link F1 \(95 % interval", text(at))
    assert "both lose 74 , A alone 178, B alone 34" in text(at)
    assert "24 new documents for PER , ARTIFACT and GROUP" in text(at)
    (code,) = at.code
    assert code.value.startswith("Write 24 new documents") and "nan" not in text(at).lower().split()


def test_the_address_says_for_whom_and_for_what():
    at = opened(**{"for": "A"}, by="mention type", weak="1", target="5", annotate="all", lost="link")
    assert "A perfect nominal would bring A" in text(at)
    assert "every nominal" in at.code[0].value
    assert opened(by="nonsense", weak="99", part="nowhere").code[0].value.startswith("Write 24 new documents")


def test_where_it_fails_shows_forms_and_contexts():
    at = opened(part="Where it fails")
    assert "In which form B loses them" in text(at) and "lost mention · pronoun" in text(at) and "letter_04" in text(at)


def test_costs_of_all_classes_are_listed():
    assert "What each class costs" in text(opened(part="Costs"))


def test_before_and_after_follow_the_recipe_or_a_saved_one():
    at = opened(part="Before and after", draws="1000")
    assert "Of the three classes asked for" in text(at)
    saved = {"recipe": 1, "system": "old", "by": "class", "groups": [{"group": "DATETIME"}, {"group": "<b>gone</b>"}]}
    at.file_uploader[0].set_value([("r.json", json.dumps(saved).encode(), "application/json")])
    settled(at.run())
    assert "DATETIME mentions (−33.81)" in text(at) and "Not in these data: <b>gone</b>." in html.unescape(markup(at))
    assert "<b>gone</b>" not in markup(at)
    at.file_uploader[0].set_value([("r.json", b"{}", "application/json")])
    settled(at.run())
    assert "JSON, but no recipe" in text(at) and "three classes" in text(at)
    at.file_uploader[0].set_value([("r.json", json.dumps(saved | {"by": "genre"}).encode(), "application/json")])
    settled(at.run())
    assert "This recipe is by genre, the page by class" in text(at)


def test_types_without_tags_have_no_forms():
    files = [(f"{name}.conllu", without_tags(data)) for name, data in zip(NAMES, (GOLD, BASE, LARGE), strict=True)]
    at = opened(project=project(*files[1:], gold=files[0][1]), part="Where it fails")
    assert "A perfect PER would bring B" in text(at) and "In which form" not in text(at) and "lost mention" in text(at)
    at = opened(project=project(*files[1:], gold=files[0][1]), by="mention type")
    assert "No mention types." in text(at)


def test_one_system_has_costs_and_a_recipe_and_no_comparison():
    at = opened(project=project(("only.conllu", BASE), gold=GOLD))
    assert "A perfect PER would bring A" in text(at) and "both lose" not in text(at)
    assert [tab.label for tab in at.tabs] == ["Recipe", "Where it fails", "Costs"]


def test_a_perfect_system_needs_no_data():
    at = opened(project=project(("perfect.conllu", GOLD), gold=GOLD))
    assert "A loses nothing of any class that gold has." in text(at) and "There is nothing to ask for" in text(at)
    opened(project=project(("perfect.conllu", GOLD), ("again.conllu", GOLD), gold=GOLD), part="Before and after")


def test_nothing_of_the_data_becomes_html():
    gold, base, large = (d.replace(b"\tnobody\t", b"\t" + EVIL + b"\t").replace(b"letter_04", EVIL) for d in (GOLD, BASE, LARGE))
    at = opened(project=project((f"{EVIL.decode()}.conllu", base), ("b.conllu", large), gold=gold), part="Where it fails")
    assert "<script" not in markup(at) and "<script>alert(1)</script>" in html.unescape(markup(at))
