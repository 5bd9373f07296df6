"""A real browser before the real dashboard, for the tests that need one: fixtures (see conftest.py) and how to click."""

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

ROOT = Path(__file__).resolve().parents[1]
CHROMIUM = os.environ.get("ASSAY_CHROMIUM", "/usr/bin/chromium")
PATIENCE = 60_000  # milliseconds
# A deep link asks for these beside the page's own address; Streamlit finds them one folder up.
EXPECTED = ("_stcore/health", "host-config")
DOWN = ("Client Error in reaching server endpoint", "Streamlit server is not responding")  # while a server starts anew


def lacking(why: str) -> None:
    """Skip, and say so; where CI is set, fail."""
    if os.environ.get("CI") == "true":
        pytest.fail(why)
    pytest.skip(why)


def player():
    """What starts browsers, if there is one to start."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        lacking("playwright is not installed (requirements-dev.txt)")
    if not Path(CHROMIUM).exists():
        lacking(f"no chromium at {CHROMIUM} (name another with ASSAY_CHROMIUM)")
    return sync_playwright()


@pytest.fixture(scope="module")
def browser():
    with player() as play:
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


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """One server for all browser tests of a process: its first pages take seconds, while everything is imported."""
    player()
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
