"""A page of the dashboard without a browser: opened, settled, and what its HTML says."""

from functools import cache
from pathlib import Path

from streamlit.testing.v1 import AppTest, app_test, local_script_runner

DASHBOARD = str(Path(__file__).resolve().parents[1] / "dashboard.py")

# A server compiles dashboard.py and its pages once, each AppTest does so anew.
app_test.ScriptCache = local_script_runner.ScriptCache = cache(app_test.ScriptCache)


def opened(name: str, **words: str) -> AppTest:
    """A page by its address's words, with 100 draws where they say nothing else."""
    at = AppTest.from_file(DASHBOARD, default_timeout=120)
    at.switch_page(f"pages/{name}.py")
    at.query_params.update({"draws": "100", **words})
    return settled(at.run())


def settled(at: AppTest) -> AppTest:
    """The page, which has not failed."""
    assert not at.exception, at.exception[0].message
    return at


def markup(at: AppTest) -> str:
    """All HTML of the page and the sidebar, without stylesheets."""
    return "".join(element.value for element in at.get("html") if not element.value.startswith("<style"))
