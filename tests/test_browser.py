"""The dashboard in a real browser: uploads, a known number, a click into the Reader, nothing that leaves the machine."""

import os
import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

import metrics as m
from loaders import load
from tests.projects import GOLD, SYS1, poorer

ROOT = Path(__file__).resolve().parents[1]
CHROMIUM = os.environ.get("ASSAY_CHROMIUM", "/usr/bin/chromium")
PATIENCE = 60_000  # milliseconds
# A deep link asks for these beside the page's own address; Streamlit finds them one folder up.
EXPECTED = ("_stcore/health", "host-config")
DOWN = ("Client Error in reaching server endpoint", "Streamlit server is not responding")  # while a server starts anew
CONLL_OF_SYS1 = "67.05"

pytestmark = pytest.mark.browser


def lacking(why: str) -> None:
    """Skip, and say so; where CI is set, fail."""
    if os.environ.get("CI") == "true":
        pytest.fail(why)
    pytest.skip(why)


@pytest.fixture(scope="module")
def browser():
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        lacking("playwright is not installed (requirements-dev.txt)")
    if not Path(CHROMIUM).exists():
        lacking(f"no chromium at {CHROMIUM} (name another with ASSAY_CHROMIUM)")
    with sync_playwright() as play:
        found = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


class Server:
    """The dashboard on a port of its own, with a workspace of its own; it can be started again."""

    def __init__(self, workspace: Path):
        self.port, self.workspace, self.process = free_port(), workspace, None
        self.address = f"http://127.0.0.1:{self.port}"
        self.starts = 0

    def start(self) -> None:
        self.starts += 1
        command = [sys.executable, "-m", "streamlit", "run", "dashboard.py", "--server.port", str(self.port)]
        environment = os.environ | {"ASSAY_WORKSPACE": str(self.workspace)}
        log = (self.workspace.parent / "server.log").open("ab")
        self.process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=log)
        log.close()
        until = time.monotonic() + PATIENCE / 1000
        while not self.answers():
            assert self.process.poll() is None and time.monotonic() < until, "the server does not start"
            time.sleep(0.2)

    def answers(self) -> bool:
        try:
            return urllib.request.urlopen(f"{self.address}/_stcore/health", timeout=5).status == 200
        except (urllib.error.URLError, OSError):
            return False

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=30)


@pytest.fixture(scope="module")
def server(tmp_path_factory, browser):
    found = Server(tmp_path_factory.mktemp("server") / "space")
    found.start()
    yield found
    found.stop()


@pytest.fixture
def page(browser, server):
    """A page whose requests and console errors are watched."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    found, server.starts = context.new_page(), 1
    found.set_default_timeout(PATIENCE)
    elsewhere, errors = [], []
    inside = (server.address, server.address.replace("http", "ws", 1), "data:", "blob:")
    found.on("request", lambda request: None if request.url.startswith(inside) else elsewhere.append(request.url))
    found.on("console", lambda said: errors.append((said.text, said.location.get("url", ""))) if said.type == "error" else None)
    found.on("pageerror", lambda error: errors.append((str(error), "")))
    yield found
    context.close()
    assert elsewhere == []
    said = [error for error in errors if not error[1].endswith(EXPECTED)]
    assert [error for error in said if not (server.starts > 1 and error[0].startswith(DOWN))] == []


def conll(data: bytes) -> str:
    """CoNLL of a system, singletons kept, as the Overview prints it."""
    options = m.CoreferenceOptions(match="exact", resamples=0)
    project = m.align_systems(load(("gold.conll", GOLD)), [load(("system.conll", data))], ["system"])
    found = m.scores(m.count_systems(project, options, ["keep"]), options, ["CoNLL"])
    return f"{found['f1'].iloc[0]:.2f}"


def upload(page, address: str) -> None:
    """Three files on the Data page."""
    page.goto(f"{address}/data")
    page.get_by_role("heading", name="What am I comparing?").wait_for()
    inputs = page.locator("input[type=file]")
    inputs.nth(0).set_input_files([{"name": "gold.conll", "mimeType": "text/plain", "buffer": GOLD}])
    page.wait_for_url(re.compile("project=[0-9a-f]{12}"))
    page.get_by_text("gold.conll", exact=True).first.wait_for()
    settled(page)
    named = {"one.conll": SYS1, "two.conll": poorer()}
    systems = [{"name": name, "mimeType": "text/plain", "buffer": data} for name, data in named.items()]
    page.locator("input[type=file]").nth(1).set_input_files(systems)
    page.get_by_text("hold all 40 documents of gold").wait_for()


def settled(page) -> None:
    """Wait until the server has nothing more to say."""
    page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for()


def press(found) -> None:
    """Click its middle once the page is drawn: a click before the browser has taken over a new value is lost."""
    settled(found.page)
    found.scroll_into_view_if_needed()
    box = found.bounding_box()
    found.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def go(page, title: str, question: str) -> None:
    press(page.locator(".st-key-nav").get_by_role("link", name=title, exact=True))
    page.get_by_role("heading", name=re.compile(question)).wait_for()


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
