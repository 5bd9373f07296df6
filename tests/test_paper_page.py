"""The page Paper: every figure of a project, what is chosen of it in the address, and the command line that does the same."""

import shlex

import pytest
import streamlit as st
from click.testing import CliRunner
from streamlit.testing.v1 import AppTest

import evaluate
from figures.studies.registry import STUDIES
from pages.shared import workspace
from tests.projects import GOLD, SYS1, poorer, project

DASHBOARD = str(workspace.ROOT / "dashboard.py")


@pytest.fixture(autouse=True)
def saved(tmp_path, monkeypatch):
    monkeypatch.setenv("ASSAY_WORKSPACE", str(tmp_path / "space"))
    files = {}
    monkeypatch.setattr(st, "download_button", lambda name, data, *_, **__: files.update({name: data}))
    return files


def opened(**words):
    at = AppTest.from_file(DASHBOARD, default_timeout=60)
    at.switch_page("pages/paper.py")
    at.query_params.update({"draws": "0", **words})
    assert not at.run().exception, at.exception[0].message
    return at


def markup(at):
    return "".join(element.value for element in at.get("html"))


def by_key(elements, key):
    return next(element for element in elements if element.key == key)


def two():
    return project(("one.conll", SYS1), ("two.conll", poorer()))


def said(at, word):
    value = at.query_params[word]
    return value[0] if isinstance(value, list) else value


def line(at):
    return next(block.value for block in at.code if block.value.startswith("python evaluate.py"))


def test_the_sample_has_the_figures_of_every_task():
    at = opened()
    shown = by_key(at.selectbox, "paper-figure").options
    assert len(shown) == sum(len(makers) for task, makers in STUDIES.items() if task != "treebanks")
    assert len({words.partition(":")[0] for words in shown}) == 7


@pytest.mark.parametrize(
    "words",
    [
        {"figure": "overview"},
        {"figure": "documents", "metric": "LEA", "singletons": "drop", "style": "plain", "grey": "yes", "kind": "svg"},
        {"figure": "failures", "singletons": "drop", "width": "own", "inches": "5", "size": "9"},
    ],
)
def test_the_command_line_makes_the_file_of_the_page(words, saved, tmp_path, monkeypatch):
    at = opened(project=two(), **words)
    assert {word: said(at, word) for word in words} == words
    for name, data in (("gold", GOLD), ("one", SYS1), ("two", poorer())):
        (tmp_path / f"{name}.conll").write_bytes(data)
    monkeypatch.chdir(tmp_path)
    _, _, *args = shlex.split(line(at))
    done = CliRunner().invoke(evaluate.main, args)
    assert done.exit_code == 0, done.output
    assert (tmp_path / args[args.index("-o") + 1]).read_bytes() == saved["Download figure"]()


def test_what_is_chosen_stands_in_the_address():
    at = opened(project=two())
    by_key(at.selectbox, "paper-figure").select("singletons").run()
    by_key(at.selectbox, "paper-legend").select("none").run()
    by_key(at.number_input, "paper-height").set_value(3.0).run()
    assert not at.exception
    assert [said(at, word) for word in ("figure", "legend", "height")] == ["singletons", "none", "3"]
    assert "--legend none" in line(at) and line(at).endswith("--height 3 --legend none")


def test_a_height_that_is_too_small_says_which_is_enough():
    assert "words would overlap at 0.8 inches" in markup(opened(project=two(), figure="overview", height="0.8"))


def test_nonsense_in_the_address_is_as_nothing():
    at = opened(project=two(), figure="<b>", width="x", height="nan", size="1e9", legend="x", table="99", kind="exe")
    assert line(at).endswith("-o overview.pdf")


def test_what_cannot_be_drawn_says_why():
    at = opened(project=project(("one.conll", SYS1)), figure="documents")
    assert "Two systems are needed; there is one." in markup(at)


def test_tables_stand_below_in_every_format(saved):
    at = opened(project=two(), figure="singletons", table="2")
    made = by_key(at.selectbox, "paper-table").options
    assert any("Finding mentions" in title for title in made)
    assert any(block.value.count("Finding mentions, apart from linking them") for block in at.code)
    assert {"LaTeX", "Markdown", "CSV"} <= set(saved)


def test_names_that_are_code_are_text(saved):
    evil = "<img src=x onerror=alert(1)>$&%_.conll"
    at = opened(project=project((evil, SYS1), ("two.conll", poorer())))
    assert "<img src=x" not in markup(at)
    assert saved["Download figure"]().startswith(b"%PDF")
    assert shlex.split(line(at))  # quoted for a shell


def test_other_projects_have_their_own_figures():
    record = workspace.create("items")
    for role, name in (("gold", "gold"), ("system", "wharf-base"), ("system", "wharf-large")):
        data = (workspace.ROOT / "sample_data" / "classify" / f"{name}.csv").read_bytes()
        workspace.add(record.id, role, f"{name}.csv", data)
    at = opened(project=record.id)
    assert len(by_key(at.selectbox, "paper-figure").options) == len(STUDIES["classify"])
    assert line(at).startswith("python evaluate.py figure label-groups --gold gold.csv")


@pytest.mark.parametrize("word", ["figure", "kind", "style"])
def test_an_address_that_names_no_such_figure_or_file_is_said(word):
    assert f"{word}=nope</code>, which cannot be followed" in markup(opened(project=two(), **{word: "nope"}))
    assert "cannot be followed" not in markup(opened(project=two(), metric="nope"))  # of another figure
