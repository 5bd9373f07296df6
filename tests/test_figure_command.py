"""The command `figure`: every name draws a file, the page's own bytes, and says what is wrong before it reads anything."""

import pytest
import streamlit as st
from click.testing import CliRunner
from streamlit.testing.v1 import AppTest

import evaluate
from commands.figure import SHARED, names
from figures.registry import FIGURES
from figures.studies.registry import STUDIES
from pages.shared import workspace
from tests.projects import GOLD, SYS1, poorer, project

SAMPLES = workspace.ROOT / "sample_data"
FOLDERS = {
    "coref": "coref/{}.conllu",
    "typed": "coref/{}.conllu",
    "errors": "coref/{}.conllu",
    "crossdoc": "crossdoc/{}.conllu",
    "ud": "ud/{}.conllu",
} | {
    "span": "spans/{}.iob2",
    "classify": "classify/{}.csv",
}
# One figure of every task, drawn from the sample.
DRAWN = [("overview", "coref"), ("classes", "typed"), ("errors", "errors"), ("groups", "ud"), ("spans", "span")]
DRAWN += [("confusion", "classify"), ("overview", "crossdoc"), ("topics", "crossdoc")]


def figure(*args):
    return CliRunner().invoke(evaluate.main, ["figure", *map(str, args)])


def sample(task):
    gold, a, b = (SAMPLES / FOLDERS[task].format(name) for name in ("gold", "wharf-base", "wharf-large"))
    return ["--gold", gold, "--pred", a, "--pred", b, "--resamples", "0"]


def files(folder, **contents):
    for name, data in contents.items():
        (folder / f"{name}.conll").write_bytes(data)
    return [word for name in contents for word in ("--gold" if name == "gold" else "--pred", folder / f"{name}.conll")]


def test_every_figure_has_a_name_and_every_name_a_figure():
    made = {name: task for task, makers in STUDIES.items() for name in makers}
    assert set(made) == set(FIGURES)
    assert all(STUDIES[task][own] for shared in SHARED.values() for task, own in shared.items())
    done = figure("--help")
    assert done.exit_code == 0
    assert all(name in done.output for name in names())


@pytest.mark.parametrize(("name", "task"), DRAWN)
def test_a_figure_is_drawn_with_its_caption(name, task, tmp_path):
    done = figure(name, "--task", task, *sample(task), "-o", tmp_path / "x.svg")
    assert done.exit_code == 0, done.output
    assert "Signature: " in done.output and "resamples:0" in done.output
    assert (tmp_path / "x.svg").read_bytes().startswith(b"<?xml")


def test_the_bytes_are_those_of_the_page_and_the_same_again(tmp_path, monkeypatch):
    monkeypatch.setenv("ASSAY_WORKSPACE", str(tmp_path / "space"))
    saved = {}
    monkeypatch.setattr(st, "download_button", lambda name, data, *_, **__: saved.setdefault(name, data))
    at = AppTest.from_file(str(workspace.ROOT / "dashboard.py"), default_timeout=60)
    at.switch_page("pages/overview.py")
    at.query_params.update({"draws": "100", "project": project(("one.conll", SYS1), ("two.conll", poorer()))})
    assert not at.run().exception
    given = files(tmp_path, gold=GOLD, one=SYS1, two=poorer())
    for path in (tmp_path / "a.pdf", tmp_path / "b.pdf"):
        done = figure("overview", *given, "--resamples", 100, "-o", path, "--caption", tmp_path / "a.txt")
        assert done.exit_code == 0 and done.output == ""
        assert path.read_bytes() == saved["Figure: PDF, column"]()
    wide = figure("overview", *given, "--resamples", 100, "-o", tmp_path / "c.pdf", "--width", "text")
    assert saved["Caption"] == f"{(tmp_path / 'a.txt').read_text()}\n{wide.output}"
    assert (tmp_path / "c.pdf").read_bytes() == saved["Figure: PDF, page"]()


def test_a_caption_says_what_is_drawn_at_its_width(tmp_path):
    given = files(tmp_path, gold=GOLD, one=SYS1, two=poorer())
    said = {}
    for width in ("column", "text"):
        done = figure("overview", *given, "--resamples", 100, "-o", tmp_path / "x.pdf", "--width", width)
        said[width] = done.output
    assert "singletons kept and dropped" in said["text"] and "hollow" in said["text"] and "intervals: 100" in said["text"]
    assert "singletons kept. " in said["column"] and "dropped" not in said["column"].partition("Signature")[0]


def test_a_caption_claims_no_interval_that_is_not_there(tmp_path):
    one = GOLD[: GOLD.index(b"#end document") + len(b"#end document\n")]
    given = files(tmp_path, gold=one, one=one)
    done = figure("overview", *given, "--resamples", 100, "-o", tmp_path / "x.pdf")
    assert done.exit_code == 0 and "interval" not in done.output


def test_choices_change_the_frame_and_the_sheet_the_file(tmp_path):
    given = files(tmp_path, gold=GOLD, one=SYS1, two=poorer())
    how = ["--metric", "LEA", "--singletons", "drop", "--width", "text", "--style", "plain", "--grey", "--height", "4"]
    done = figure("documents", *given, "--resamples", 0, *how, "-o", tmp_path / "x.pdf", "--caption", tmp_path / "x.tex")
    assert done.exit_code == 0, done.output
    said = (tmp_path / "x.tex").read_text()
    assert "\\caption{LEA F1 of each of 40 documents" in said and "LEA|match:exact|singletons:drop" in said
    assert b"/MediaBox [ 0 0 496.8 288 ]" in (tmp_path / "x.pdf").read_bytes()


WRONG = {
    "no such figure": (["nothing"], "no figure 'nothing'; there are"),
    "a task that has none": (["overview", "--task", "span"], "--task: overview is a figure of coref, ud, crossdoc; not of span"),
    "an ending": (["overview", "-o", "x.jpg"], "ends in .pdf, .svg, .png"),
    "a width": (["overview", "-o", "x.pdf", "--width", "99"], "width must be column"),
    "type": (["overview", "-o", "x.pdf", "--font-size", "1"], "size must be 5 to 24 points"),
    "a legend": (["overview", "-o", "x.pdf", "--legend", "over there"], "is not one of 'above'"),
    "another task's choice": (["overview", "-o", "x.pdf", "--by", "relation"], "No such option '--by'"),
}


@pytest.mark.parametrize("args", WRONG.values(), ids=WRONG)
def test_wrong_usage_is_said_before_anything_is_read(args, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = figure(*args[0], "--gold", "none", "--pred", "none")
    assert done.exit_code == 2
    assert args[1] in " ".join(done.output.split())
    assert not list(tmp_path.iterdir())


NOTHING = {
    "one system": (["documents", "--pair", "A"], "Two systems are needed"),
    "a value": (["documents", "--metric", "LAS"], "metric is one of CoNLL, MUC"),
    "a letter": (["overview", "--pair", "A,C"], "--pair: one or two of A, B"),
    "genres": (["documents-genres"], "of one genre"),
    "labels": (["coverage"], "There are no labels"),
}


@pytest.mark.parametrize("args", NOTHING.values(), ids=NOTHING)
def test_where_nothing_can_be_drawn_no_file_is_written(args, tmp_path):
    given = files(tmp_path, gold=GOLD, one=SYS1, two=poorer())
    done = figure(*args[0], *given, "--resamples", 0, "-o", tmp_path / "x.pdf")
    assert done.exit_code == 2, done.output
    assert args[1] in " ".join(done.output.split())
    assert not (tmp_path / "x.pdf").exists()


WITHOUT_MENTIONS = {
    "documents": ([], "CoNLL F1 is undefined in every document"),
    "documents-sorted": ([], "CoNLL F1 is undefined in every document"),
    "diagnosis": (["--by", "length"], "No group costs anything: gold has no mentions"),
}


@pytest.mark.parametrize("name", WITHOUT_MENTIONS)
def test_files_without_a_mention_are_said_to_have_no_score_and_what_may_have_one(name, tmp_path):
    bare = b"#begin document (x)\nx 0 0 ma -\n\n#end document\n"
    given = files(tmp_path, gold=bare, one=bare, two=bare)
    how, why = WITHOUT_MENTIONS[name]
    done = figure(name, *how, *given, "--resamples", 0, "-o", tmp_path / "x.pdf")
    said = " ".join(done.output.split())
    assert done.exit_code == 2 and why in said and "other files" in said
    assert not (tmp_path / "x.pdf").exists()


def test_a_confusion_of_gold_types_says_what_would_show_one(tmp_path):
    done = figure("class-confusion", *sample("typed"), "-o", tmp_path / "x.pdf")
    said = " ".join(done.output.split())
    assert done.exit_code == 2 and "No class is taken for another: " in said and "--labels-pred" in said


def test_folders_of_treebanks_are_another_figure(tmp_path):
    for name, file in (("g", "gold"), ("a", "wharf-base"), ("b", "wharf-large")):
        (tmp_path / name).mkdir()
        for bank in ("aa_x", "bb_y"):
            (tmp_path / name / f"{bank}-ud-test.conllu").write_bytes((SAMPLES / "ud" / f"{file}.conllu").read_bytes())
    given = ["--gold", tmp_path / "g", "--pred", tmp_path / "a", "--pred", tmp_path / "b", "--resamples", 0]
    done = figure("parsing", *given, "-o", tmp_path / "x.svg")
    assert done.exit_code == 2 and "figure treebanks" in done.output
    done = figure("differences", "--task", "treebanks", *given, "-o", tmp_path / "x.svg")
    assert done.exit_code == 0 and "LAS F1 of A a and B b in 2 treebanks" in done.output


def test_a_file_that_cannot_be_read_is_said_as_everywhere(tmp_path):
    (tmp_path / "gold.conll").write_bytes(b"\x00\xff" * 99)
    done = figure("overview", "--gold", tmp_path / "gold.conll", "--pred", tmp_path / "gold.conll", "-o", tmp_path / "x.pdf")
    assert done.exit_code == 1 and not (tmp_path / "x.pdf").exists()
