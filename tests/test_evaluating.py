"""evaluate() and score(): the command line's numbers, in Python."""

import json
import math
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import evaluate as script
from loaders import AlignmentError, load
from loaders.classification import load_items
from metrics import evaluate, score
from metrics.evaluating import TASKS
from tests.conllu_text import sentence
from tests.making import conll, read
from tests.reference import ROOT
from tests.sample_scores import SAMPLE

WORDS = ["mira", "tolu", "ve", "naru"]
GOLD = read(conll({f"d{k}": (WORDS, ["(1)", "(2)", "(1)", "(2)"]) for k in range(7)}), "gold.conll")
POOR = read(conll({f"d{k}": (WORDS, ["(1)", "(1)", "-", "-"]) for k in range(7)}), "poor.conll")
FILES = {
    "coref": ("coref", "conllu"),
    "ud": ("ud", "conllu"),
    "span": ("spans", "iob2"),
    "classify": ("classify", "csv"),
    "typed": ("coref", "conllu"),
    "crossdoc": ("coref", "conllu"),
}
# One choice a task, as Python has it and as the command line has it.
CHOICES = {
    "coref": ({"match": "exact", "by": "genre", "metrics": "conll"}, "--match exact --by genre --metrics conll"),
    "ud": ({"subtypes": True, "by": "upos", "metrics": ["LAS", "uas"]}, "--subtypes --by upos --metrics LAS,uas"),
    "span": ({"by": "label", "unit": "document"}, "--by label --unit document"),
    "classify": ({"by": "label", "metrics": ["micro", "AUC"]}, "--by label --metrics micro,AUC"),
    "typed": ({"by": "entity size", "policy": "own"}, ["--by", "entity size", "--policy", "own"]),
    "crossdoc": ({"scope": "topic", "baselines": False, "metrics": "LEA"}, "--scope topic --no-baselines --metrics LEA"),
}


def paths(task):
    folder, ending = FILES[task]
    return [str(SAMPLE / folder / f"{name}.{ending}") for name in ("gold", "wharf-base", "wharf-large")]


def command(task, *arguments):
    gold, one, two = paths(task)
    given = [task, "--gold", gold, "--pred", one, "--pred", two, "--json", "-", "--quiet", "--resamples", "100", *arguments]
    return json.loads(CliRunner().invoke(script.main, given, catch_exceptions=False).stdout)


@pytest.mark.parametrize("task", TASKS)
def test_every_task_has_the_command_lines_rows_report_and_signature(task):
    gold, one, two = paths(task)
    options, arguments = CHOICES[task]
    found = evaluate(gold, {"wharf-base": one, "wharf-large": two}, task=task, resamples=100, **options)
    wanted = command(task, *(arguments if isinstance(arguments, list) else arguments.split()))
    assert found.signature == wanted["signature"]
    assert json.loads(json.dumps(found.alignment)) == wanted["alignment"]
    assert json.loads(json.dumps(found.rows)) == wanted["rows"]


def test_options_that_are_files_may_be_paths(tmp_path):
    gold, one, two = paths("coref")
    spans, tree = str(SAMPLE / "spans" / "gold.jsonl"), str(SAMPLE / "ud" / "gold.conllu")
    topics = tmp_path / "topics.tsv"
    topics.write_text("".join(f"{name}\t{name[:4]}\n" for name in load(gold).documents["doc_id"]))
    for task, options, arguments in (
        ("coref", {"reference": one, "metrics": "LEA"}, ["--ref-pred", one, "--metrics", "LEA"]),
        ("ud", {"train": tree, "by": "seen", "metrics": "LAS"}, ["--train", tree, "--by", "seen", "--metrics", "LAS"]),
        ("span", {"train": spans, "by": "seen", "metrics": "micro"}, ["--train", spans, "--by", "seen", "--metrics", "micro"]),
        ("typed", {"mapping": "cner-ner4", "metrics": "link"}, ["--map", "cner-ner4", "--metrics", "link"]),
        ("crossdoc", {"topics": str(topics), "metrics": "MUC"}, ["--topics", str(topics), "--metrics", "MUC"]),
    ):
        gold, one, two = paths(task)
        found = evaluate(gold, {"wharf-base": one, "wharf-large": two}, task=task, resamples=100, **options)
        assert json.loads(json.dumps(found.rows)) == command(task, *arguments)["rows"]


def test_the_frames_hold_what_the_rows_hold():
    found = evaluate(
        GOLD, {"right": GOLD, "poor": POOR}, task="coref", metrics="MUC", singletons="keep", by="document", resamples=100
    )
    assert found.scores[["system", "by", "group", "score"]].fillna("").values.tolist()[:3] == [
        ["right", "", "", 100.0],
        ["poor", "", "", 0.0],
        ["right", "document", "d0", 100.0],
    ]
    assert len(found.scores) == len(found.rows) == 16
    assert found.scores["low"].isna().sum() == 14  # a document alone has no interval
    whole = found.differences.iloc[0]
    assert (whole["system"], whole["against"], whole["value"], whole["differs"]) == ("poor", "right", -100.0, True)
    assert "singletons:keep" in found.signature and found.alignment["gold"]["documents"] == 7


def test_one_system_has_no_differences_and_columns_all_the_same():
    found = evaluate(GOLD, {"poor": POOR}, task="coref", resamples=0)
    assert found.differences.empty
    assert {"system", "metric", "value", "low", "high", "p"} <= set(found.differences.columns)
    assert str(found.differences["value"].dtype) == "float64"


def test_an_evaluation_shows_itself_and_escapes_names():
    found = evaluate(GOLD, {"<b>": POOR}, task="coref", metrics="mentions", resamples=0)
    assert repr(found).splitlines()[0].split() == ["system", "metric", "singletons", "match", "precision", "recall", "score"]
    assert found.signature in repr(found)
    assert "<b>" not in found._repr_html_() and "&lt;b&gt;" in found._repr_html_()


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: evaluate(GOLD, {"a": POOR}, task="chess"), "task: 'chess' is none; there are coref, ud"),
        (lambda: evaluate(GOLD, {"a": POOR}, task="coref", metrics="LAS"), "metrics: 'LAS' is none of coref's; there are CoNLL"),
        (lambda: evaluate(GOLD, {"a": POOR}, task="coref", metrics=[]), "metrics: '' is none of coref's"),
        (lambda: evaluate(GOLD, {"a": POOR}, task="coref", seeds=1), "options: 'seeds' is none of coref's; there are by"),
        (lambda: evaluate(GOLD, {"a": POOR}, task="coref", match="fuzzy"), "match: 'fuzzy' is none; there are exact, head"),
        (lambda: evaluate(GOLD, {"a": POOR}, task="coref", level=math.nan), "level: nan is no finite number"),
        (lambda: evaluate(GOLD, {"a": POOR}, task="coref", resamples=150.5), "resamples: 150.5 is no whole number"),
        (lambda: evaluate(GOLD, {"a": POOR}, task="typed", threshold=math.nan), "threshold: nan is no finite number"),
        (lambda: evaluate(GOLD, {"a": POOR}, task="typed", threshold=1), "threshold: 1 is no share of words"),
        (lambda: evaluate(GOLD, {"a": POOR, None: POOR}, task="coref"), "systems: None is no name"),
        (lambda: evaluate(GOLD, {"": POOR}, task="coref"), "systems: '' is no name"),
        (lambda: score(GOLD, POOR, None), "metric: None is no name"),
        (lambda: evaluate(GOLD, {"a": POOR}, task="coref", match="head"), "match head: needs the heads"),
        (lambda: evaluate(GOLD, {"a": POOR}, task="coref", singletons="lose"), "singletons: 'lose' is none; there are keep"),
        (lambda: evaluate(GOLD, {"a": POOR}, task="coref", by="genre"), "by genre: gold names none"),
        (lambda: evaluate(GOLD, {"a": POOR}, task="coref", by="colour"), "by: 'colour' is none; there are None, document"),
        (lambda: evaluate(GOLD, {"a": POOR}, task="coref", resamples=3), "resamples: 100 to 1,000,000, or 0"),
        (lambda: evaluate(GOLD, {"a": POOR}, task="coref", level=2), "level: 2 is no level"),
        (lambda: evaluate(GOLD, [POOR], task="coref"), "systems: a mapping"),
        (lambda: evaluate(GOLD, {}, task="coref"), "systems: a mapping"),
        (lambda: evaluate(GOLD, {"a": 7}, task="coref"), "a int is neither a path"),
        (lambda: evaluate(GOLD, {"a": POOR}, task="classify"), "a Corpus is neither a path nor what is read from one (Items)"),
        (lambda: score(GOLD, POOR, "F7"), "metric: 'F7' is none; there are coref: CoNLL, MUC"),
        (lambda: score(GOLD, POOR, "micro"), "metric: 'micro' is one of span and of classify; say which with task='span'"),
        (lambda: score(GOLD, POOR, "CoNLL", by="document"), "options: 'by' is none of coref's"),
    ],
)
def test_wrong_arguments_are_refused_with_what_there_is(call, said):
    with pytest.raises(ValueError) as error:
        call()
    assert said in str(error.value)


def test_what_cannot_be_aligned_is_refused_as_on_the_command_line():
    with pytest.raises(AlignmentError):
        score(GOLD, read(conll({"d0": (WORDS[:3], ["-"] * 3)}), "short.conll"), "CoNLL")


@pytest.mark.parametrize("metric", ["CoNLL", "b3", "CEAFm", "CEAFe", "MOR", "BLANC", "mentions"])
@pytest.mark.parametrize("policy", ["keep", "drop"])
def test_a_score_is_evaluates_of_coreference(metric, policy):
    gold, _, large = map(load, paths("coref"))
    whole = evaluate(gold, {"a": large}, task="coref", metrics=metric, singletons=policy, resamples=0)
    assert score(gold, large, metric, singletons=policy) == whole.scores["score"].item()


@pytest.mark.parametrize(
    ("task", "metric", "options"),
    [
        ("ud", "las", {}),
        ("ud", "LAS", {"subtypes": True}),
        ("ud", "BLEX", {}),
        ("span", "strict", {}),
        ("span", "macro", {"task": "span"}),
        ("classify", "accuracy", {}),
        ("classify", "macro", {"task": "classify"}),
        ("crossdoc", "LEA", {"task": "crossdoc", "scope": "topic", "singletons": "drop", "baselines": False}),
    ],
)
def test_a_score_is_evaluates_of_every_task(task, metric, options):
    gold, _, large = paths(task)
    given = {name: value for name, value in options.items() if name != "task"}
    whole = evaluate(gold, {"a": large}, task=task, metrics=metric, resamples=0, **given)
    assert score(gold, large, metric, **options) == whole.scores["score"].item()


def test_a_typed_score_is_that_of_all_groups_together():
    gold, _, large = paths("typed")
    frame = evaluate(gold, {"a": large}, task="typed", metrics="link", resamples=0).scores
    assert score(gold, large, "link") == frame.loc[frame["group"] == "micro", "score"].item()


def test_a_score_that_is_undefined_is_nan():
    empty = read(conll({"d0": (WORDS, ["-"] * 4)}), "empty.conll")
    assert math.isnan(score(empty, empty, "CoNLL"))


def test_scores_take_what_was_read_and_what_was_not(tmp_path):
    text = sentence("miru", "ta").encode()
    (tmp_path / "a.conllu").write_bytes(text)
    gold = load(("gold.conllu", text))
    assert score(gold, str(tmp_path / "a.conllu"), "LAS") == score(gold, tmp_path / "a.conllu", "LAS") == 100.0
    items = load_items(("x.csv", b"id,gold,pred\n1,a,a\n2,b,a\n"))
    assert score(items, items, "accuracy") == 50.0


def test_a_parsers_torn_brackets_do_not_matter_to_its_trees(tmp_path):
    torn = sentence(("miru", "Entity=(e1-person-1-"), "ta")
    (tmp_path / "a.conllu").write_text(torn)
    assert score(str(tmp_path / "a.conllu"), str(tmp_path / "a.conllu"), "UAS") == 100.0


def test_importing_loads_no_task_and_no_scipy():
    code = (
        "import sys, metrics; print([m for m in sys.modules if m.startswith(('metrics.tasks', 'metrics.ud', 'scipy', 'plotly'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.stdout == "[]\n"


def test_the_readmes_example_runs():
    root = Path(__file__).resolve().parents[1]
    code = re.search(r"```python\n(.*?)```", (root / "README.md").read_text(encoding="utf-8"), re.DOTALL)[1]
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True)
    assert done.returncode == 0 and "CoNLL" in done.stdout, done.stderr
