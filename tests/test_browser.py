"""The dashboard in a real browser: uploads, a known number, a click into the Reader, nothing that leaves the machine."""

import re

import pytest

import metrics as m
from loaders import load
from tests.browsing import PATIENCE, go, press, settled
from tests.projects import GOLD, SYS1, poorer

CONLL_OF_SYS1 = "67.05"

pytestmark = pytest.mark.browser


def conll(data: bytes) -> str:
    """CoNLL of a system, singletons kept, as the Overview prints it."""
    options = m.CoreferenceOptions(match="exact", resamples=0)
    project = m.align_systems(load(("gold.conll", GOLD)), [load(("system.conll", data))], ["system"])
    found = m.scores(m.count_systems(project, options, ["keep"]), options, ["CoNLL"])
    return f"{found['f1'].iloc[0]:.2f}"


def uploader(page, role: str):
    """The input for files of a role, by its own name: on a busy machine the page's inputs are not drawn in their order."""
    return page.locator(f"[class*='st-key-upload-{role}-'] input[type=file]")


def upload(page, address: str) -> None:
    """Three files on the Data page."""
    page.goto(f"{address}/data")
    page.get_by_role("heading", name="What am I comparing?").wait_for()
    uploader(page, "gold").set_input_files([{"name": "gold.conll", "mimeType": "text/plain", "buffer": GOLD}])
    page.wait_for_url(re.compile("project=[0-9a-f]{12}"))
    page.get_by_text("gold.conll", exact=True).first.wait_for()
    settled(page)
    named = {"one.conll": SYS1, "two.conll": poorer()}
    systems = [{"name": name, "mimeType": "text/plain", "buffer": data} for name, data in named.items()]
    uploader(page, "system").set_input_files(systems)
    page.get_by_text("hold all 40 documents of gold").wait_for()


def test_uploads_a_known_number_and_the_way_into_the_text(page, server):
    upload(page, server.address)
    go(page, "Overview", "Which is better, and how sure are we")
    row = page.locator("table tr", has_text="CoNLL").first
    row.wait_for()
    assert conll(SYS1) == CONLL_OF_SYS1
    cells = row.locator("td").all_inner_texts()
    assert CONLL_OF_SYS1 in cells and conll(poorer()) in cells
    go(page, "Documents", "Where do A and B differ")
    points = page.locator(".js-plotly-plot").first.locator(".scatterlayer .trace .point")
    points.first.wait_for()
    press(points.last)
    page.get_by_role("heading", name="What does it look like in the text?").wait_for()
    assert "/reader?" in page.url and "doc=synth_" in page.url and "project=" in page.url


def test_a_deep_link_before_any_visit_a_reload_and_a_restart_keep_page_project_and_options(page, server):
    upload(page, server.address)
    project = re.search(r"project=([0-9a-f]{12})", page.url).group(1)
    server.stop()
    lost = "getComputedStyle(document.querySelector('.stMainBlockContainer'), '::before').content"
    page.wait_for_function(f"{lost}.includes('does not answer')")
    page.goto("about:blank")
    server.start()
    page.goto(f"{server.address}/singletons?project={project}&seed=7")
    page.get_by_role("heading", name="How much of the score is singletons?").wait_for()
    page.locator(".stSidebar").get_by_text("seed:7").wait_for()
    page.locator(".stSidebar").get_by_text("A one", exact=True).wait_for()
    page.reload()
    page.get_by_role("heading", name="How much of the score is singletons?").wait_for()
    assert f"project={project}" in page.url and "seed=7" in page.url
    go(page, "Data", "What am I comparing")
    page.get_by_text("hold all 40 documents of gold").wait_for()
    assert f"project={project}" in page.url and "seed=7" in page.url


def test_a_dark_browser_gets_a_dark_page(browser, server):
    context = browser.new_context(color_scheme="dark")
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{server.address}/data")
    page.get_by_role("heading", name="What am I comparing?").wait_for()
    style = "([which, what]) => getComputedStyle(document.querySelector(which))[what]"
    colours = [page.evaluate(style, wanted) for wanted in ([".stApp", "backgroundColor"], ["h1", "color"])]
    context.close()
    assert colours == ["rgb(23, 22, 20)", "rgb(237, 235, 232)"]
