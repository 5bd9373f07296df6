"""The page of spans in a real browser: from a row, a bar and a cell to the errors behind them."""

import re

import pytest

from tests import taggers
from tests.browsing import press

pytestmark = pytest.mark.browser


@pytest.fixture
def address(server, monkeypatch):
    monkeypatch.setenv("ASSAY_WORKSPACE", str(server.workspace))
    key = taggers.project(("a.iob2", taggers.A), ("b.iob2", taggers.B))
    return f"{server.address}/spans?project={key}&draws=100"


def test_a_row_leads_to_the_errors_of_its_label(page, address):
    page.goto(address)
    page.get_by_role("heading", name="F1 by label").wait_for()
    press(page.locator(".js-plotly-plot .bars .point path").last)  # the whole row of ORG
    page.get_by_text("Error 1 of 20").wait_for()
    assert "view=text" in page.url and "label=ORG" in page.url
    press(page.get_by_role("button", name=re.compile("Next")))
    page.get_by_text("Error 2 of 20").wait_for()
    page.reload()
    page.get_by_text("Error 2 of 20").wait_for()


def test_a_bar_and_a_cell_lead_to_their_errors(page, address):
    page.goto(f"{address}&view=errors")
    page.get_by_role("heading", name="What is taken for what").wait_for()
    bars = page.locator(".js-plotly-plot:not(:has(.heatmaplayer image)) .bars .point path")
    press(bars.nth(8))  # the first kind, only B's
    page.get_by_text("Error 1 of 20").wait_for()
    assert "kind=missed" in page.url and "show=only-b" in page.url
    press(page.get_by_text("Errors", exact=True))
    page.get_by_role("heading", name="What is taken for what").wait_for()
    press(page.locator(".js-plotly-plot:has(.heatmaplayer image) .scatterlayer .textpoint", has_text="+5").first)
    page.get_by_text("Error 1 of 5").wait_for()
    assert "gold=LOC" in page.url and "predicted=PER" in page.url and "kind=" not in page.url
