"""Classes in a real browser: a click on a class opens its failures."""

import re

import pytest

from tests.browsing import press, settled
from tests.projects import project
from tests.typed_texts import texts

pytestmark = pytest.mark.browser


def test_a_click_on_a_class_opens_its_failures_and_the_tab_survives_a_reload(page, server, monkeypatch):
    monkeypatch.setenv("ASSAY_WORKSPACE", str(server.workspace))
    gold, first, second = texts()
    key = project(("one.conllu", first), ("two.conllu", second), gold=gold)
    page.goto(f"{server.address}/classes?project={key}&draws=100")
    bars = page.locator(".js-plotly-plot .barlayer .point path")
    bars.first.wait_for()
    settled(page)
    box = bars.last.bounding_box()  # the whole row of the last class may be clicked, whatever its number
    first_row = bars.nth(bars.count() // 2).bounding_box()
    assert first_row["width"] == pytest.approx(box["width"], abs=2)
    page.mouse.click(first_row["x"] + first_row["width"] * 0.9, first_row["y"] + first_row["height"] / 2)
    page.get_by_role("heading", name="Which mistakes, and what would mending them bring?").wait_for()
    page.wait_for_url(re.compile("failures?.*class=[A-Z]+"))
    assert key in page.url
    page.goto(f"{server.address}/classes?project={key}&draws=100")
    press(page.get_by_role("tab", name="Coverage"))
    page.wait_for_url(re.compile("tab=Coverage"))
    page.reload()
    page.get_by_role("heading", name="Coverage of label sets").wait_for()
