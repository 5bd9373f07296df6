"""The command line: every option, every exit status, every output."""

import csv
import gzip
import io
import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from click.testing import CliRunner

import evaluate
from commands.outputs import noticed
from loaders import InputError
from tests.conllu_text import sentence
from tests.making import conll
from tests.reference import ROOT

WORDS = ["mira", "tolu", "ve", "naru"]
GOLD = conll({f"d{k}": (WORDS, ["(1)", "(2)", "(1)", "(3)"]) for k in range(8)})
GOOD = conll({f"d{k}": (WORDS, ["(1)", "(2)", "(1)", "(3)" if k % 2 else "-"]) for k in range(8)})
POOR = conll({f"d{k}": (WORDS, ["(1)", "(1)", "-", "(3)" if k % 3 else "-"]) for k in range(8)})
NAMES = ["CoNLL", "MUC", "B³", "CEAFe", "CEAFm", "LEA", "BLANC", "MOR", "mentions"]
ROW = """component language dataset system metric group singletons match precision recall f1 score low high p_num p_den r_num
r_den difference reference reference_source within_noise units resamples seed signature""".split()


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, data in {"gold.conll": GOLD, "good.conll": GOOD, "poor.conll": POOR}.items():
        Path(name).write_bytes(data)
    return tmp_path


def run(*arguments, gold="gold.conll", preds=("good.conll",)):
    """The exit status, standard output and standard error, in this process."""
    shown = [part for pred in preds for part in ("--pred", pred)]
    done = CliRunner().invoke(evaluate.main, ["coref", "--gold", gold, *shown, *arguments])
    if isinstance(done.exception, InputError):  # what the script below __main__ prints, with status 1
        return 1, done.stdout, str(done.exception)
    if done.exception and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.exit_code, done.stdout, done.stderr


def rows(*arguments, **options):
    code, out, err = run(*arguments, "--json", "-", **options)
    assert (code, err) == (0, "")
    return json.loads(out)["rows"]


def script(*arguments, **options):
    return subprocess.run([sys.executable, ROOT / "evaluate.py", *arguments], capture_output=True, timeout=120, **options)


def test_the_script_runs_from_any_folder(files):
    done = script("coref", "--gold", "gold.conll", "--pred", "good.conll", "--resamples", "0", cwd=files)
    assert (done.returncode, done.stderr) == (0, b"")
    assert "mentions  good" in done.stdout.decode()


def test_the_script_says_what_cannot_be_read_and_leaves_with_one(files):
    Path("bad.conll").write_bytes(GOOD.replace(b"(1)", b"(1", 1))
    done = script("coref", "--gold", "gold.conll", "--pred", "bad.conll", "--json", "out.json", cwd=files)
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr.decode().startswith("bad.conll, line 2: the bracket of entity 1 is never closed")
    assert done.stderr.count(b"\n") == 1
    assert not Path("out.json").exists()


def test_the_script_leaves_with_two_for_wrong_usage_and_prints_in_any_encoding(files):
    assert script("coref", "--gold", "gold.conll", cwd=files).returncode == 2
    latin = {**os.environ, "PYTHONIOENCODING": "latin-1"}  # knows ³, not the minus sign
    done = script("coref", "--gold", "gold.conll", "--pred", "good.conll", "--pred", "poor.conll", cwd=files, env=latin)
    assert (done.returncode, done.stderr) == (0, b"")
    assert "B³" in done.stdout.decode("latin-1")


def test_the_readable_table(files):
    code, out, _ = run(preds=("good.conll", "poor.conll"))
    assert code == 0
    assert out.splitlines()[0] == "gold: 8 documents, 32 mentions"
    assert "Singletons kept, exact match" in out and "Singletons dropped, exact match" in out
    assert out.splitlines()[-1].startswith("match:exact|singletons:keep,drop|repeats:first|unit:document|units:8|skipped:0")
    assert "[" in out and "−" in out


def test_the_schema_of_the_json(files):
    code, out, _ = run("--json", "-", preds=("good.conll", "poor.conll"))
    found = json.loads(out)
    assert code == 0
    assert list(found) == ["signature", "alignment", "rows"]
    assert set(ROW) <= found["rows"][0].keys()
    assert len(found["rows"]) == len(NAMES) * 2 * 2
    first = [row for row in found["rows"] if row["system"] == "good"]
    assert all(row["difference"] is None for row in first)
    other = next(row for row in found["rows"] if row["system"] == "poor")
    assert {"against", "value", "low", "high", "p", "p_adjusted", "differs"} <= other["difference"].keys()
    assert other["difference"]["against"] == "good"
    assert found["alignment"]["gold"]["documents"] == 8
    assert all(row["group"] is None and row["seed"] == 20260101 for row in found["rows"])


def test_undefined_numbers_are_null(files):
    Path("none.conll").write_bytes(conll({"a": (["w"], ["-"])}))
    found = rows(gold="none.conll", preds=("none.conll",))
    assert {row["f1"] for row in found} == {None}
    assert all(row["reason"] for row in found)


@pytest.mark.parametrize(
    ("chosen", "expected"),
    [("LEA", ["LEA"]), ("b3,conll", ["B³", "CoNLL"]), ("B³,bcub, B3 ", ["B³"]), ("MENTIONS,ceafE,", ["mentions", "CEAFe"])],
)
def test_a_choice_of_metrics(files, chosen, expected):
    assert list(dict.fromkeys(row["metric"] for row in rows("--metrics", chosen))) == expected


USAGE = {
    ("--metrics", "LEA,F7"): "--metrics: no metric 'F7'; there are CoNLL, MUC, B³",
    ("--metrics", ","): "--metrics: no metric",
    ("--resamples", "50"): "--resamples: 100 to 1,000,000, or 0 for no intervals; not 50.",
    ("--resamples", "-1"): "--resamples",
    ("--resamples", "1000000000000"): "--resamples",
    ("--resamples", "x"): "--resamples",
    ("--level", "nan"): "nan is no finite number",
    ("--level", "1"): "--level",
    ("--seed", "-1"): "--seed",
    ("--seed", str(2**64)): "--seed",
    ("--reference", "CoNLL"): "'CoNLL' is not METRIC=POINTS",
    ("--reference", "CoNLL=x"): "'CoNLL=x' is not METRIC=POINTS",
    ("--reference", "CoNLL=inf"): "'CoNLL=inf' is not METRIC=POINTS",
    ("--reference", "CoNLL=nan"): "'CoNLL=nan' is not METRIC=POINTS",
    ("--reference", "F7=3"): "--reference: no metric 'F7'",
    ("--reference", "=3"): "--reference: no metric",
    ("--match", "head"): "--match head: needs the heads of gold's mentions",
    ("--match", "partial"): "--match partial: needs the heads",
    ("--match", "fuzzy"): "--match",
    ("--by", "colour"): "--by",
    ("--singletons", "some"): "--singletons",
    ("--format", "xml"): "--format",
    ("--reference", "CoNLL=1e9"): "'CoNLL=1e9' is not METRIC=POINTS, from 0 to 100",
    ("--reference", "CoNLL=-5"): "'CoNLL=-5' is not METRIC=POINTS, from 0 to 100",
    ("--level", "inf"): "--level",
    ("--name", "a", "--name", "b"): "--name: 2 names for 1 systems",
    ("--unit", "sentence"): "--unit",
    ("--json", "nowhere/x.json"): "nowhere/x.json cannot be written: No such file or directory",
    ("--json", "."): ". cannot be written: Is a directory",
    ("--csv", "gold.conll", "--append"): "--append: gold.conll is no CSV table with these columns",
    ("--json", "gold.conll", "--append"): "--append: gold.conll is no JSON object with a list of rows",
    ("--markdown", "gold.conll", "--append"): "--append: gold.conll is no Markdown with a results table",
    ("--json", ".", "--append"): ". cannot be written: Is a directory",
    ("--wrong",): "No such option",
}


@pytest.mark.parametrize("arguments", USAGE, ids=" ".join)
def test_wrong_usage(files, arguments):
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert USAGE[arguments] in " ".join(err.split()).replace("│", "")
    assert sorted(os.listdir()) == ["gold.conll", "good.conll", "poor.conll"]  # nothing half-written
    assert Path("gold.conll").read_bytes() == GOLD


@pytest.mark.parametrize("name", ["", " ", "\u00a0\t", "\u200b"])
def test_a_name_that_cannot_be_seen_is_refused(files, name):
    code, _, err = run("--name", name, "--name", "b", preds=("good.conll", "poor.conll"))
    assert code == 2 and "--name: a name is empty" in err


def test_two_systems_of_one_given_name(files):
    code, _, err = run("--name", "a", "--name", "a", preds=("good.conll", "poor.conll"))
    assert code == 2 and "two systems have the same name" in err


INPUT = {
    "nowhere.conll": (None, "nowhere.conll: No such file or directory. Check the path and its permissions."),
    "empty.conll": (b"", "empty.conll: the file is empty. Choose a file"),
    "binary.conll": (bytes(range(256)), "binary.conll, line 1: none of the known formats"),
    "cut.conll.gz": (gzip.compress(GOOD)[:-9], "cut.conll.gz: a damaged gzip file"),
    "other.conll": (GOOD.replace(b"tolu", b"tola", 1), "other.conll, line 3: word 2 of document 'd0' is 'tola', gold has 'tolu'"),
    "short.conll": (GOOD.replace(b"d0\t0\t3\tnaru\t-\n", b""), "document 'd0' ends after 3 words, gold goes on with 'naru'"),
    "strange.conll": (conll({"q": (["bo"], ["-"])}), "strange.conll, line 1: no document is also in gold"),
}


@pytest.mark.parametrize("name", INPUT)
def test_input_that_cannot_be_read_or_aligned(files, name):
    data, message = INPUT[name]
    if data is not None:
        Path(name).write_bytes(data)
    code, out, err = run("--json", "out.json", preds=(name,))
    assert (code, out) == (1, "")
    assert message in err
    assert not Path("out.json").exists()


def test_skip_bad_goes_on_lists_and_signs(files):
    Path("other.conll").write_bytes(GOOD.replace(b"tolu", b"tola", 1))
    assert run(preds=("other.conll",))[0] == 1
    code, out, _ = run("--skip-bad", "--json", "-", preds=("other.conll", "poor.conll"))
    found = json.loads(out)
    assert code == 0
    assert [item["document"] for item in found["alignment"]["skipped"]] == ["d0"]
    assert all("|units:7|skipped:1|" in row["signature"] for row in found["rows"])
    assert "skipped for all: d0" in run("--skip-bad", preds=("other.conll",))[1]


def test_nothing_left_after_skipping(files):
    Path("one.conll").write_bytes(conll({"a": (["w"], ["-"])}))
    Path("two.conll").write_bytes(conll({"a": (["v"], ["-"])}))
    code, _, err = run("--skip-bad", gold="one.conll", preds=("two.conll",))
    assert code == 1 and "no document is left to be scored" in err


def test_csv_markdown_and_latex(files):
    given = (
        "--component",
        "co|ref",
        "--language",
        "x_y",
        "--dataset",
        "d",
        "--reference",
        "CoNLL=70.5",
        "--reference-source",
        "P",
    )
    code, out, err = run(*given, "--csv", "t.csv", "--markdown", "t.md", "--latex", "t.tex")
    assert (code, out, err) == (0, "", "")
    table = list(csv.DictReader(io.StringIO(Path("t.csv").read_text(encoding="utf-8"))))
    assert len(table) == 18
    assert {row["component"] for row in table} == {"co|ref"}
    assert [row["reference"] for row in table if row["metric"] == "CoNLL"] == ["70.5", ""]
    markdown = Path("t.md").read_text(encoding="utf-8").splitlines()
    assert markdown[0].startswith("<!-- match:exact|singletons:keep,drop|") and markdown[1] == ""
    assert markdown[2] == "| Component | Language | Metric | Score | 95% CI | Reference | Within noise |"
    assert markdown[4].startswith("| co\\|ref | x\\_y | CoNLL | ") and len(markdown) == 22
    latex = Path("t.tex").read_text(encoding="utf-8")
    assert (
        r"\begin{tabular}{@{}lrr@{}}" in latex
        and r"Scores, co\textbar{}ref, x\_y," in latex
        and "\nCoNLL & " in latex
        and "% match:exact|" in latex
    )


def test_several_outputs_at_once_and_standard_output(files):
    code, out, _ = run("--markdown", "-", "--json", "t.json", "--metrics", "LEA", "--singletons", "keep")
    assert code == 0
    assert out.splitlines()[2].startswith("| Component |") and out.count("\n") == 5
    assert len(json.loads(Path("t.json").read_text(encoding="utf-8"))["rows"]) == 1


def test_append_adds_rows_to_each_kind(files):
    for pred in ("good.conll", "poor.conll"):
        outputs = ("--json", "t.json", "--csv", "t.csv", "--markdown", "t.md", "--append", "--metrics", "LEA")
        assert run(*outputs, preds=(pred,)) == (0, "", "")
    found = json.loads(Path("t.json").read_text(encoding="utf-8"))["rows"]
    assert [row["system"] for row in found] == ["good", "good", "poor", "poor"]
    table = list(csv.DictReader(io.StringIO(Path("t.csv").read_text(encoding="utf-8"))))
    assert [row["system"] for row in table] == ["good", "good", "poor", "poor"]
    assert len(Path("t.md").read_text(encoding="utf-8").splitlines()) == 8
    assert run("--csv", "t.csv", "--metrics", "LEA")[0] == 0
    assert len(Path("t.csv").read_text(encoding="utf-8").splitlines()) == 3  # replaced, not added to


def test_a_link_is_written_through_and_a_pipe_into(files):
    Path("real.json").write_text("old")
    Path("link.json").symlink_to("real.json")
    assert run("--json", "link.json")[0] == 0
    assert Path("link.json").is_symlink() and "rows" in json.loads(Path("real.json").read_text(encoding="utf-8"))
    os.mkfifo("pipe")
    read = []
    reader = threading.Thread(target=lambda: read.append(Path("pipe").read_text(encoding="utf-8")))
    reader.start()
    assert run("--json", "pipe")[0] == 0
    reader.join(30)
    assert json.loads(read[0])["rows"] and Path("pipe").is_fifo()


def test_names_take_the_parent_folder_and_then_letters(files):
    for folder in ("a", "b"):
        Path(folder).mkdir()
        Path(folder, "output.conll").write_bytes(GOOD)
    found = rows("--metrics", "LEA", "--singletons", "keep", preds=("a/output.conll", "b/output.conll"))
    assert [row["system"] for row in found] == ["a/output", "b/output"]
    found = rows("--metrics", "LEA", "--singletons", "keep", preds=("a/output.conll",) * 2)
    assert [row["system"] for row in found] == ["a/output A", "a/output B"]
    found = rows("--metrics", "LEA", "--singletons", "keep", "--name", "x", "--name", "y", preds=("a/output.conll",) * 2)
    assert [row["system"] for row in found] == ["x", "y"]


def test_names_that_would_break_a_table(files):
    code, out, _ = run("--name", "a\r\nb|<i>\x1b[31m", "--markdown", "-", "--metrics", "LEA")
    assert code == 0
    assert [line.count("|") - line.count("\\|") for line in out.splitlines()[2:]] == [8] * 4
    assert "\x1b" not in out and "\x1b" not in run("--name", "a\x1b[31m")[1]


def test_resamples_seed_and_level(files):
    without = rows("--resamples", "0", preds=("good.conll", "poor.conll"))
    assert all(row["low"] is None and row["reason"] == "no resamples were asked for" for row in without)
    assert all(row["difference"] is None or row["difference"]["p"] is None for row in without)
    wide, narrow = (rows("--level", level, "--metrics", "mentions")[0] for level in ("0.99", "0.5"))
    assert wide["low"] <= narrow["low"] <= narrow["high"] <= wide["high"]
    assert "|level:0.5|" in narrow["signature"]
    assert rows("--seed", "0", "--metrics", "mentions")[0]["seed"] == 0
    assert rows("--seed", str(2**64 - 1), "--metrics", "mentions")[0]["low"] is not None


def test_policies_and_groups(files):
    assert {row["singletons"] for row in rows("--singletons", "drop")} == {"drop"}
    found = rows("--by", "document", "--metrics", "mentions", "--singletons", "keep")
    assert [row["group"] and row["group"]["value"] for row in found] == [None, *(f"d{k}" for k in range(8))]
    assert [row["f1"] for row in found[1:3]] == [pytest.approx(100 * 6 / 7), 100]
    assert all(row["reason"] == "only 1 unit" for row in found[1:])
    code, _, err = run("--by", "genre", "--metrics", "mentions")
    assert code == 2 and "gold names none" in err


def test_a_reference_system_is_scored_with_its_interval(files):
    found = rows("--ref-pred", "poor.conll", "--metrics", "mentions", "--singletons", "keep")[0]
    poor = rows("--metrics", "mentions", "--singletons", "keep", preds=("poor.conll",))[0]
    assert found["reference"] == poor["f1"]
    assert found["within_noise"] == (found["low"] <= poor["high"] and poor["low"] <= found["high"])


def test_what_the_reference_system_lacks_is_skipped_for_all(files):
    Path("other.conll").write_bytes(POOR.replace(b"tolu", b"tola", 1))
    found = rows("--ref-pred", "other.conll", "--skip-bad", "--metrics", "mentions")[0]
    assert "|units:7|skipped:1|" in found["signature"]


def test_match_modes_of_gold_with_heads(files):
    entity = "# global.Entity = eid-etype-head-other\n# newdoc id = a\n"
    Path("gold.conllu").write_text(entity + sentence(("mira", "Entity=(e1-x-1-"), ("tolu", "Entity=e1)")))
    Path("sys.conllu").write_text(entity + sentence(("mira", "Entity=(e1-x-1-)"), "tolu"))
    options = ("--metrics", "mentions", "--singletons", "keep")
    found = {
        mode: rows(*options, *mode, gold="gold.conllu", preds=("sys.conllu",))[0]
        for mode in [(), ("--match", "exact"), ("--match", "partial")]
    }
    assert [row["match"] for row in found.values()] == ["head", "exact", "partial"]
    assert [row["f1"] for row in found.values()] == [100, 0, 100]
    assert "|zeros:linear|" in rows(*options, "--zero-match", "linear", gold="gold.conllu", preds=("sys.conllu",))[0]["signature"]


def test_formats_and_ends_may_be_stated(files):
    record = {"doc_key": "a", "sentences": [["u", "v", "w"]], "clusters": [[[0, 1], [1, 2]]]}
    Path("a.jsonl").write_text(json.dumps(record) + "\n")
    assert rows("--ends", "exclusive", gold="a.jsonl", preds=("a.jsonl",))
    assert run("--format", "conllu", gold="a.jsonl", preds=("a.jsonl",))[0] == 1
    assert run("--gold-format", "jsonl")[0] == 1
    assert run("--gold-format", "conll2012", "--format", "conll2012")[0] == 0


def test_help_says_everything():
    done = CliRunner().invoke(evaluate.main, ["coref", "--help"])
    assert done.exit_code == 0
    for option in ("--gold", "--pred", "--match", "--skip-bad", "--append", "--ref-pred", "--resamples"):
        assert option in done.stdout
    assert "python evaluate.py coref --gold" in done.stdout


NOTICES = [
    {"file": "a", "line": 3, "kind": "x", "text": "first"},
    {"file": "a", "line": 4, "kind": "x", "text": "second"},
    {"file": "b", "line": None, "kind": "y", "text": "other"},
]


def test_what_was_odd_in_a_file_stands_above_the_table():
    report = {"gold": {"notices": [], "n_notices": 0}, "systems": [{"notices": NOTICES, "n_notices": 60}]}
    assert noticed(report) == ["a, line 3: first", "b: other", "and 58 more of the kind, which --json - lists"]
    assert noticed({}) == []
