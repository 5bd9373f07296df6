"""The report: one file for every task, closed to the network, in which no name is code."""

import json
import re
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from click.testing import CliRunner

import evaluate
from metrics.spans.errors import KINDS
from tests.across import conll
from tests.projects import GOLD, SYS1, poorer
from tests.test_figure_command import files, sample
from tests.test_paper_page import opened, saved, two  # noqa: F401

EVIL = "</script><script>alert(1)</script><img src=x onerror=alert(2)>$a$"
TASKS = {
    "coref": ("Errors in context", 16),
    "crossdoc": ("missing link between documents", 4),
    "ud": ("Parsing:", 4),
    "span": ("Errors in context", 5),
    "classify": ("Threshold", 5),
}


def report(folder, *args):
    path = folder / "report.html"
    done = CliRunner().invoke(evaluate.main, ["report", *map(str, args), "-o", str(path)])
    return done, path.read_text(encoding="utf-8") if path.exists() else ""


@cache
def sampled(task):
    """The report of a task's sample, made once."""
    with TemporaryDirectory() as folder:
        done, text = report(Path(folder), "--task", task, *sample(task))
    assert done.exit_code == 0, done.output
    return text


def ours(text):
    """The file without Plotly's own script."""
    return re.sub(r"<script>/\*\*.*?</script>", "", text, count=1, flags=re.S)


@pytest.mark.parametrize("task", TASKS)
def test_every_task_has_its_sections(task):
    words, least = TASKS[task]
    text = sampled(task)
    body = ours(text)
    assert words.lower() in body.lower() and body.count("<section ") >= least
    assert body.count('class="plot"') == body.count("data-figure=") > 1
    assert "wharf-base" in body and "resamples:0" in body and len(text) < 6_000_000
    assert "http-equiv" in body and "default-src 'none'" in body
    assert not re.search("Click an? ", body)  # what is said on a page that answers clicks


def test_names_and_words_that_are_code_stay_text(tmp_path):
    gold, one = (data.replace(b"stiribri", b"<script>x()</script>") for data in (GOLD, SYS1))
    given = files(tmp_path, gold=gold, one=one, two=poorer().replace(b"stiribri", b"<script>x()</script>"))
    done, text = report(tmp_path, *given, "--resamples", 0, "--name", EVIL, "--name", "two", "--title", EVIL)
    assert done.exit_code == 0, done.output
    body = ours(text)
    assert "alert(1)" in body and "<script>alert" not in body and "<img" not in body and "<script>x()" not in body
    assert body.count("<script") == body.count("</script>") == body.count("data-figure=") + 1


def test_a_report_is_written_whole_under_its_own_ending(tmp_path):
    done = CliRunner().invoke(evaluate.main, ["report", "--gold", "x", "--pred", "y", "-o", str(tmp_path / "x.pdf")])
    assert done.exit_code == 2 and "a report ends in .html" in done.output
    done, text = report(tmp_path, "--gold", tmp_path / "none", "--pred", tmp_path / "none")
    assert done.exit_code != 0 and not text and not list(tmp_path.iterdir())


def test_the_page_saves_the_same_report(saved, tmp_path):  # noqa: F811
    opened(project=two())
    given = files(tmp_path, gold=GOLD, one=SYS1, two=poorer())
    _, text = report(tmp_path, *given, "--resamples", 0)
    same = saved["Whole report, one HTML file"]().decode()
    assert ours(same).replace(".conll", "") == ours(text).replace(".conll", "")  # the page calls files by their whole names


@pytest.mark.browser
def test_a_browser_without_network_shows_it(browser, tmp_path):
    (tmp_path / "report.html").write_text(sampled("span"), encoding="utf-8")
    said, asked = [], []
    context = browser.new_context(offline=True)
    page = context.new_page()
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    page.goto((tmp_path / "report.html").as_uri())
    page.wait_for_selector(".js-plotly-plot .main-svg")
    drawn = page.locator(".js-plotly-plot").count()
    context.close()
    assert drawn == 3 and said == []
    assert asked == [(tmp_path / "report.html").as_uri()]


@pytest.mark.browser
def test_a_wide_figure_scrolls_in_its_own_box(browser, tmp_path):
    (tmp_path / "report.html").write_text(sampled("coref"), encoding="utf-8")
    page = browser.new_page(viewport={"width": 800, "height": 700})
    page.goto((tmp_path / "report.html").as_uri())
    page.wait_for_selector("#figure-class-documents .main-svg")
    wide = "document.querySelector('#figure-class-documents').parentElement.scrollWidth"
    before = page.evaluate(wide)
    assert page.evaluate("document.documentElement.scrollWidth") == 800 < before
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.evaluate(wide) < before
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.evaluate(wide) == before
    page.close()


def test_errors_of_spans_stand_in_their_sentences_under_their_kinds():
    shown = ours(sampled("span")).partition('<section id="examples">')[2]
    kinds = re.findall("<h3>(.*?)</h3>", shown)
    assert kinds == [kind for kind in KINDS if kind in kinds] and {"type", "missed", "spurious"} <= set(kinds)
    for kind, part in zip(kinds, shown.split("<h3>")[1:], strict=True):
        few, many = map(int, re.search(r"(\d+) of (\d+): ", part).groups())
        assert 0 < few <= many and few == min(many, 8)
        assert part.count('class="doc"') >= 1 and "wharf-base" in part and "wharf-large" in part
        assert {"missed": "missed: gold has", "spurious": "where gold has nothing", "type": ", in gold "}.get(kind, kind) in part


def test_words_of_spans_and_topics_that_are_code_stay_text(tmp_path):
    evil = "<script>x()</script>"
    (tmp_path / "gold.iob2").write_text(f"{evil} B-{evil}\nruns O\n\n" * 3)
    (tmp_path / "a.iob2").write_text(f"{evil} O\nruns B-{evil}\n\n" * 3)
    _, spans = report(
        tmp_path, "--task", "span", "--gold", tmp_path / "gold.iob2", "--pred", tmp_path / "a.iob2", "--resamples", 0
    )
    documents = [(evil, "s", f"{evil}{k}", 2, {"0": [0]}) for k in range(3)]
    (tmp_path / "gold.conll").write_bytes(conll(documents).replace(b"w0", evil.encode()))
    parted = [(*d[:4], {str(k): [0]}) for k, d in enumerate(documents)]
    (tmp_path / "b.conll").write_bytes(conll(parted).replace(b"w0", evil.encode()))
    given = ["--gold", tmp_path / "gold.conll", "--pred", tmp_path / "b.conll", "--resamples", 0]
    _, topics = report(tmp_path, "--task", "crossdoc", *given)
    for text in (spans, topics):
        shown = ours(text)
        assert "&lt;script&gt;x()" in shown.partition('<section id="examples">')[2]
        assert evil not in shown


def test_a_figure_holds_what_stands_beside_it_on_its_page():
    """The heat map of classes by document has its rows' names."""
    figure = re.search(r'data-figure="figure-class-documents">(.*?)</script>', sampled("coref")).group(1)
    axis = json.loads(figure)["layout"]["yaxis"]
    assert "PER" in axis["ticktext"] and axis["showticklabels"]
