"""The command errors: every output, link errors among single ones, policies, what is refused."""

import csv
import io
import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import evaluate
from loaders import InputError
from metrics.errors.types import TYPES
from tests import failing, marked

QUICK = ("--resamples", "100", "--quiet")


@pytest.fixture(autouse=True)
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in {"gold": failing.GOLD, "a": failing.A, "b": failing.B}.items():
        Path(f"{name}.conll").write_bytes(marked.conll(failing.texts(text)))


def run(*arguments, preds=("a.conll", "b.conll")):
    shown = [part for pred in preds for part in ("--pred", pred)]
    done = CliRunner().invoke(evaluate.main, ["errors", "--gold", "gold.conll", *shown, *QUICK, *arguments])
    if done.exception and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done


def rows(*arguments, **options):
    assert run("--json", "out.json", *arguments, **options).exit_code == 0
    return json.loads(Path("out.json").read_text("utf-8"))["rows"]


def single(*arguments, **options):
    assert run("--csv", "out.csv", *arguments, **options).exit_code == 0
    return list(csv.DictReader(io.StringIO(Path("out.csv").read_text("utf-8"))))


def test_json_has_a_row_for_each_type_and_each_step_of_mending():
    found = rows()
    numbers = {(row["system"], row["type"]): row["count"] for row in found if "type" in row}
    assert set(numbers) == {(name, kind) for name in "ab" for kind in TYPES}
    assert numbers["a", "span error"] == failing.DOCUMENTS and numbers["b", "span error"] == 0
    assert numbers["a", "divided entity"] == failing.DOCUMENTS
    assert numbers["b", "conflated entities"] == numbers["b", "extra entity"] == failing.DOCUMENTS
    last = [row for row in found if row.get("mended") == "all"]
    assert [row["score"] for row in last] == [100.0, 100.0]
    assert all(row["sequence"] and row["match"] == "exact" for row in last)


def test_the_second_system_is_compared_with_the_first():
    difference = {row["type"]: row["difference"] for row in rows() if row.get("type") and row["system"] == "b"}
    assert difference["span error"]["against"] == "a"
    assert difference["span error"]["value"] == -failing.DOCUMENTS
    assert all(row["difference"] is None for row in rows(preds=("a.conll",)) if "type" in row)


def test_csv_holds_failures_and_links_in_the_same_columns_without_gaps():
    found = single()
    kinds = {row["type"] for row in found}
    assert {"span error", "missing entity", "missing link", "wrong link"} <= kinds
    assert not {"doc", "error", "gold", "predicted"} & set(found[0])
    whole = ("sentence", "size", "distance", "first", "last")
    assert all(row[name].lstrip("-").isdecimal() for row in found for name in whole)
    assert all("nan" not in (cell or "").lower().split() for row in found for cell in row.values())
    assert {row["size"] for row in found if row["type"].endswith(" link")} == {"1"}


def test_csv_says_who_shares_an_error():
    shared = {(row["system"], row["type"]): row["shared"] for row in single()}
    assert shared["a", "missing entity"] == "b" and shared["b", "missing entity"] == "a"
    assert shared["a", "span error"] == ""


def test_dropped_singletons_leave_no_lone_mention():
    kept, dropped = (single("--singletons", policy, preds=("a.conll",)) for policy in ("keep", "drop"))
    assert [row["text"] for row in kept if row["type"] == "extra mention"] == ["monday"] * failing.DOCUMENTS
    assert not [row for row in dropped if row["text"] == "monday"]
    assert {row["singletons"] for row in rows("--singletons", "drop")} == {"drop"}


def test_markdown_and_latex_hold_the_table_and_the_signature():
    assert run("--markdown", "out.md", "--latex", "out.tex").exit_code == 0
    markdown, latex = Path("out.md").read_text("utf-8"), Path("out.tex").read_text("utf-8")
    assert "| span error | 7 |" in markdown and "singletons:keep" in markdown
    assert r"\begin{tabular}{@{}lrrrrrr@{}}" in latex and "span error & 7 &" in latex and "% errors|match:exact" in latex
    assert r"\caption{Errors by type." in latex and r"singletons:keep\textbar{}" in latex


def test_without_a_file_the_table_is_printed():
    said = run().stdout
    assert "span error" in said and "a: 7 span fixes" in said and "→ all 100.00" in said and "errors|match:exact" in said


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--append", "--json", "out.json"), "--append"),
        (("--singletons", "some"), "some"),
        (("--resamples", "-1"), "resamples"),
    ],
)
def test_what_cannot_be_done_is_refused(arguments, said):
    done = run(*arguments)
    assert done.exit_code == 2 and said in done.stderr and not Path("out.json").exists()


def test_a_file_that_is_no_gold_is_refused_with_its_name():
    Path("gold.conll").write_bytes(b"\x00\xff")
    with pytest.raises(InputError, match=r"gold\.conll"):
        run()
