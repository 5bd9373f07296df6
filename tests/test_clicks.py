"""A click on a mark of any chart opens what stands behind it: the page that lists single errors, filtered."""

import json

import pytest

from figures.frames import Systems
from pages.shared import marks
from pages.shared.mark_failures import whose
from pages.shared.workspace import SAMPLE_TOPICS
from tests import apps
from tests.apps import markup, settled
from tests.projects import SYS1, poorer, project

TWO, ONE = Systems(("x", "y", "z"), (0, 1, 2), (0, 1)), Systems(("x",), (0,), (0,))


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("ASSAY_WORKSPACE", str(tmp_path / "space"))


def known(at, key):
    """What the marks of a chart know, and the chart's own key."""
    chart = next(chart for chart in at.get("plotly_chart") if f"-{key}" in chart.proto.id)
    found = [mark for trace in json.loads(chart.proto.spec)["data"] for mark in trace.get("customdata", [])]
    return found, chart.proto.id.split("-", 2)[2]


def clicked(at, key, mark):
    """The page that opens when a mark is clicked."""
    point = {"customdata": mark, "point_index": 0, "curve_number": 0, "x": 0, "y": 0}
    at.session_state[key] = {"selection": {"points": [point], "point_indices": [0], "box": [], "lasso": []}}
    return settled(at.run())


def address(at):
    found = {word: value[0] if isinstance(value, list) else value for word, value in at.query_params.items()}
    return {word: value for word, value in found.items() if word != "draws"}


# By chart: the page and its address, what is clicked (the words that the mark knows), and the words of the address that opens.
CHARTS = {
    "overview-forest": ("overview", {}, ("LEA", "A", "drop"), "failures", {"who": "all-A", "singletons": "drop"}),
    "singletons-dumbbell": ("singletons", {}, ("A", "dropped"), "failures", {"who": "all-A", "singletons": "drop"}),
    "documents-sorted": ("documents", {}, ("guide_03",), "failures", {"document": "guide_03", "who": "B"}),
    "documents-genres": ("documents", {"singletons": "drop"}, ("letter",), "failures",
                         {"genre": "letter", "who": "A", "singletons": "drop"}),
    "classes-coverage": ("classes", {"tab": "Coverage"}, ("gold types", "B"), "failures",
                         {"class": "none", "who": "all-B", "labels": "gold"}),
    "classes-scores": ("classes", {}, ("PER", "A"), "failures", {"class": "PER", "who": "all-A"}),
    "classes-differences": ("classes", {"tab": "Differences"}, ("micro", "B − A"), "failures", {"who": "B"}),
    "diagnosis-costs": ("diagnosis", {}, ("PER", "B"), "failures", {"class": "PER", "who": "all-B"}),
    "crossdoc-levels": ("crossdoc", {}, ("B",), "failures", {"who": "all-B", "singletons": "drop", "project": SAMPLE_TOPICS}),
    "parsing-forest": ("parsing", {}, ("UPOS", "A", ""), "trees", {"show": "of-a", "metric": "UPOS"}),
    "parsing-groups": ("parsing", {}, ("obj", "A", ""), "trees", {"show": "of-a", "by": "relation", "group": "obj"}),
    "labels-groups": ("classification", {}, ("berth", "B"), "classification", {"view": "items", "gold": "berth", "show": "of-b"}),
    "labels-reliability": ("classification", {"view": "thresholds"}, ("B",), "classification",
                           {"view": "items", "bin": "3", "by": "B"}),
}  # fmt: skip
TITLES = {
    "failures": "Which mistakes, and what would mending them bring?",
    "trees": "What do the trees look like?",
    "classification": "Which items does each classifier get right?",
}


@pytest.mark.parametrize("chart", CHARTS)
def test_a_click_on_a_mark_opens_what_is_behind_it(chart):
    page, words, said, to, asked = CHARTS[chart]
    at = apps.opened(page, **words)
    found, key = known(at, chart)
    mark = next(one for one in found if tuple(word for word in one[1:] if isinstance(word, str)) == said)
    at = clicked(at, key, mark)
    assert TITLES[to] in markup(at) and address(at) == asked


def test_a_genre_is_a_filter_of_the_list():
    at = apps.opened("failures", genre="letter")
    found = at.dataframe[0].value["Document"]
    assert len(found) == 20 and found.str.startswith("letter").all()
    assert any(option.startswith("guide · ") for option in at.selectbox(key="failures-genre").options)


@pytest.mark.parametrize("mark", ["a baseline", ["3 documents", "", 1.0]])
def test_what_has_no_errors_of_its_own_opens_nothing(mark):
    at = clicked(apps.opened("documents"), "documents-sorted", mark)
    assert TITLES["failures"] not in markup(at)


def test_tokens_have_no_list_of_errors():
    at = clicked(apps.opened("parsing"), "parsing-forest", ["", "Tokens", "A", "", 100.0])
    assert TITLES["trees"] not in markup(at)


@pytest.mark.parametrize(
    ("mark", "word"),
    [(("A",), "a"), (("B",), "b"), (("B − A", 2.5), "only a"), (("B − A", -2.5), "only b"), (("B − A", 0.0), ""), (("",), "")],
)
def test_a_difference_stands_for_what_the_worse_has_wrong_alone(mark, word):
    said = {"own": ("a", "b"), "alone": ("only a", "only b")}
    series, value = (*mark, None)[:2]
    assert marks.behind(TWO, series, value, **said) == word
    assert marks.behind(ONE, "A", None, **said) == ""


def test_a_system_that_is_not_compared_takes_the_place_of_b():
    assert whose(TWO, "C") == {"b": "C", "who": "all-C"} and whose(TWO, "B") == {"who": "all-B"} and whose(ONE, "A") == {}
    key = project(("one.conll", SYS1), ("two.conll", poorer()), ("three.conll", poorer()))
    at = clicked(apps.opened("overview", project=key), "overview-forest", ["", "LEA", "C", "keep", 50.0])
    assert address(at) == {"project": key, "b": "C", "who": "all-C"}
    assert at.selectbox(key="failures-who").options[-1].startswith("all of C")
