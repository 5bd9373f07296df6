"""Parsing in a real browser: from a cell of the confusion matrix to its sentences and their trees."""

import re

import pytest

from tests import banks, parsers
from tests.browsing import press, settled
from tests.projects import project

pytestmark = pytest.mark.browser
WIDE = "document.querySelector('.trees .scroll').scrollWidth"


def test_a_click_on_a_confusion_leads_to_a_tree(page, server, monkeypatch):
    monkeypatch.setenv("ASSAY_WORKSPACE", str(server.workspace))
    key = project(("one.conllu", parsers.A), ("two.conllu", parsers.B), gold=parsers.GOLD)
    page.goto(f"{server.address}/parsing?project={key}&draws=100")
    page.get_by_role("heading", name="What is taken for what").wait_for()
    cells = page.locator(".js-plotly-plot:has(.heatmaplayer image)").locator(".scatterlayer .textpoint", has_text="−20")
    press(cells.first)
    page.get_by_role("heading", name="What do the trees look like?").wait_for()
    assert "/trees?" in page.url and "gold=obj" in page.url and "predicted=nmod" in page.url and key in page.url
    page.get_by_text("Parsing · 20 of 40 sentences").wait_for()
    picture = page.locator(".trees img")
    picture.wait_for()
    assert picture.evaluate("image => image.complete && image.naturalWidth > 100")
    press(page.get_by_role("button", name=re.compile("Next")))
    page.get_by_text("2 of 20 sentences").wait_for()
    page.wait_for_url(re.compile("sentence=s1(&|$)"))
    page.reload()
    page.get_by_text("2 of 20 sentences").wait_for()


def test_a_row_of_the_list_opens_its_sentence_and_long_ones_scroll(page, server, monkeypatch):
    monkeypatch.setenv("ASSAY_WORKSPACE", str(server.workspace))
    lines = [parsers.word(k, f"wo{k}", "NOUN", k - 1, "dep" if k > 1 else "root") for k in range(1, 201)]
    long = (parsers.plain("short") + parsers.sentence("long", *lines)).encode()
    key = project(("one.conllu", long), gold=long)
    page.goto(f"{server.address}/trees?project={key}&draws=0&sentence=long")
    page.locator(".trees img").wait_for()
    assert page.evaluate(WIDE) > 3000
    assert page.evaluate("document.querySelector('.stMain').scrollWidth <= document.querySelector('.stMain').clientWidth")
    press(page.get_by_role("button", name=re.compile("Previous")))
    page.wait_for_url(re.compile("sentence=short"))


def test_a_click_on_a_treebank_opens_its_parsing(page, server, monkeypatch):
    monkeypatch.setenv("ASSAY_WORKSPACE", str(server.workspace))
    key = banks.bank_project(banks.A, banks.B)
    page.goto(f"{server.address}/treebanks?project={key}&draws=100")
    page.get_by_role("heading", name="LAS by treebank").wait_for()
    settled(page)
    points = page.locator(".js-plotly-plot .scatterlayer .point")
    points.first.wait_for(state="attached")
    below = max(range(points.count()), key=lambda k: points.nth(k).bounding_box()["y"])
    press(points.nth(below))
    page.get_by_role("heading", name="Which parser is better, and where?").wait_for()
    page.wait_for_url(re.compile(f"treebank={banks.NAMES[-1]}"))  # the last row: A's best
    press(page.get_by_role("link", name="Trees"))
    page.get_by_role("heading", name="What do the trees look like?").wait_for()
    page.reload()
    page.locator(".trees img").wait_for()
    assert f"treebank={banks.NAMES[-1]}" in page.url
    press(page.get_by_text("Columns", exact=True))
    page.locator(".columns td.differs").first.wait_for()


def test_a_tall_picture_scrolls_within_its_box(page, server, monkeypatch):
    monkeypatch.setenv("ASSAY_WORKSPACE", str(server.workspace))
    order = sorted(range(1, 121), key=lambda k: k * 37 % 121)  # each word hangs on the one before it in a mixed order
    head = dict(zip(order, [0, *order], strict=False))
    lines = [parsers.word(k, f"wo{k}", "NOUN", head[k], "dep" if head[k] else "root") for k in range(1, 121)]
    crossing = parsers.sentence("crossing", *lines).encode()
    key = project(("one.conllu", crossing), gold=crossing)
    page.goto(f"{server.address}/trees?project={key}&draws=0")
    page.locator(".trees.tall img").wait_for()
    box = page.locator(".trees.tall .scroll").bounding_box()
    assert box["height"] < 800 < page.locator(".trees.tall img").bounding_box()["height"]
    assert page.locator(".trees.tall .who b").first.is_visible()
