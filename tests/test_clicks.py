"""A click on a mark of any chart opens what stands behind it: the page that lists single failures, filtered."""

import json

import pytest

from pages.shared.workspace import SAMPLE_TOPICS
from tests import apps
from tests.apps import markup, settled

FAILURES = "Which mistakes, and what would mending them bring?"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("ASSAY_WORKSPACE", str(tmp_path / "space"))


def clicked(page, key, known, **words):
    """The page that opens when a mark is clicked. known : what it knows, its hover text first."""
    at = apps.opened(page, **words)
    point = {"customdata": known, "point_index": 0, "curve_number": 0, "x": 0, "y": 0}
    at.session_state[key] = {"selection": {"points": [point], "point_indices": [0], "box": [], "lasso": []}}
    return settled(at.run())


def marks(at, key):
    """What the marks of a chart know."""
    chart = next(chart for chart in at.get("plotly_chart") if chart.proto.id.endswith(key))
    known = [mark for trace in json.loads(chart.proto.spec)["data"] for mark in trace.get("customdata", [])]
    return [mark for mark in known if isinstance(mark, list)]


def address(at):
    found = {word: value[0] if isinstance(value, list) else value for word, value in at.query_params.items()}
    return {word: value for word, value in found.items() if word != "draws"}


TOPICS = {"project": SAMPLE_TOPICS, "singletons": "drop"}  # as the page of topics shows scores at first
OPENED = {
    "a system": ("overview", "overview-forest", ("", "LEA", "A", "keep", 50.0), {"who": "all-A"}),
    "its score without singletons": (
        "overview", "overview-forest", ("", "LEA", "B", "drop", 50.0), {"who": "all-B", "singletons": "drop"},
    ),
    "a gain of B": ("overview", "overview-forest", ("", "LEA", "B − A", "keep", 2.5), {"who": "A"}),
    "a loss of B": ("overview", "overview-forest", ("", "LEA", "B − A", "keep", -2.5), {"who": "B"}),
    "no difference": ("overview", "overview-forest", ("", "LEA", "B − A", "keep", 0.0), {}),
    "singletons dropped": ("singletons", "singletons-dumbbell", ("", "A", "dropped"), {"who": "all-A", "singletons": "drop"}),
    "singletons kept": ("singletons", "singletons-dumbbell", ("", "B", "kept"), {"who": "all-B"}),
    "a document": ("documents", "documents-sorted", ("", "letter_01", -1.5), {"document": "letter_01", "who": "B"}),
    "a genre": ("documents", "documents-genres", ("", "letter", 1.5), {"genre": "letter", "who": "A"}),
    "what has no label": ("classes", "classes-coverage", ("", "gold types", "A"), {"class": "none", "labels": "gold", "who": "all-A"}),
    "gold without a label": ("classes", "classes-coverage", ("", "gold types", "gold"), {"class": "none", "labels": "gold"}),
    "a level of topics": ("crossdoc", "crossdoc-levels", ("", "A", 60.0), {**TOPICS, "who": "all-A"}),
    "what topics lose": ("crossdoc", "crossdoc-levels", ("", "B, topic − subtopic", -6.0), {**TOPICS, "who": "all-B"}),
}  # fmt: skip
TABS = {"classes": {"tab": "Coverage"}}


@pytest.mark.parametrize("case", OPENED)
def test_a_mark_opens_its_failures(case):
    page, key, mark, words = OPENED[case]
    at = clicked(page, key, list(mark), **TABS.get(page, {}))
    assert FAILURES in markup(at) and address(at) == words


@pytest.mark.parametrize(("page", "key"), dict.fromkeys((page, key) for page, key, _, _ in OPENED.values()))
def test_marks_know_what_a_click_asks_of_them(page, key):
    drawn = marks(apps.opened(page, **TABS.get(page, {})), key)
    said = lambda mark: [word for word in mark[1:] if isinstance(word, str)]  # noqa: E731
    for _, _, wanted, _ in (case for case in OPENED.values() if case[:2] == (page, key)):
        assert any(len(mark) == len(wanted) and said(mark) == said(wanted) for mark in drawn)


def test_a_system_that_is_not_compared_takes_the_place_of_b():
    from tests.projects import SYS1, poorer, project

    key = project(("one.conll", SYS1), ("two.conll", poorer()), ("three.conll", poorer()))
    at = clicked("overview", "overview-forest", ["", "LEA", "C", "keep", 50.0], project=key)
    assert address(at) == {"project": key, "b": "C", "who": "all-C"}
    assert at.selectbox(key="failures-who").options[-1].startswith("all of C")


@pytest.mark.parametrize(
    ("page", "key", "known"),
    [("overview", "overview-forest", "a baseline"), ("documents", "documents-sorted", ["3 documents", "", 1.0])],
)
def test_what_has_no_failures_of_its_own_opens_nothing(page, key, known):
    assert FAILURES not in markup(clicked(page, key, known))
