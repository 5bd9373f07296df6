"""The options of `ud`: documents as units, a reference's predictions, tables for papers and spreadsheets."""

import csv
import io
import json
import re

import pytest

from tests import parsers
from tests.test_treebanks import run

# Of 40 sentences of four words, A has one wrong head and relation in 20, B a wrong relation and tag in 5.
LAS = {"a": 100 * 140 / 160, "b": 100 * 155 / 160}


@pytest.fixture
def files(tmp_path):
    for name, data in (("gold", parsers.GOLD), ("a", parsers.A), ("b", parsers.B)):
        (tmp_path / f"{name}.conllu").write_bytes(data)
    return tmp_path


def scored(files, *arguments, preds=("a", "b")):
    sides = ["--gold", files / "gold.conllu", *(x for name in preds for x in ("--pred", files / f"{name}.conllu"))]
    code, out = run(*sides, "--metrics", "LAS", "--resamples", 200, *arguments)
    assert code == 0, out
    return out


def rows(files, *arguments, **how):
    return json.loads(scored(files, "--json", "-", *arguments, **how))["rows"]


def test_documents_are_units_on_request(files):
    (sentence, _), (document, other) = rows(files), rows(files, "--unit", "document")
    assert (sentence["units"], document["units"]) == (40, 10)
    assert sentence["score"] == document["score"] == pytest.approx(LAS["a"])
    assert "|unit:document|units:10|" in document["signature"] and "|unit:sentence|units:40|" in sentence["signature"]
    # A's errors fill five documents and leave five free: whole documents vary more than their sentences do.
    assert document["high"] - document["low"] > sentence["high"] - sentence["low"]
    assert other["difference"]["value"] == pytest.approx(LAS["b"] - LAS["a"])


def test_one_document_alone_is_no_set_of_units(files):
    (files / "gold.conllu").write_bytes(b"\n".join(x for x in parsers.GOLD.split(b"\n") if not x.startswith(b"# newdoc")))
    code, said = run("--gold", files / "gold.conllu", "--pred", files / "a.conllu", "--unit", "document")
    assert code == 1 and said.startswith("gold.conllu: one document alone") and "# newdoc id" in said


def test_the_references_predictions_are_scored_with_an_interval(files):
    (row,) = rows(files, "--ref-pred", files / "b.conllu", "--reference-source", "the second parser", preds=("a",))
    assert row["reference"] == pytest.approx(LAS["b"]) and row["reference_source"] == "the second parser"
    assert row["within_noise"] is False  # 87.5 and 96.9: the intervals lie apart
    (same,) = rows(files, "--ref-pred", files / "a.conllu", preds=("a",))
    assert same["reference"] == same["score"] and same["within_noise"] is True


def test_a_published_reference_is_within_noise_near_the_score(files):
    (near,), (far,) = (rows(files, "--reference", f"las={value}", preds=("a",)) for value in (87.9, 20))
    assert (near["reference"], near["within_noise"], far["within_noise"]) == (87.9, True, False)


def test_markdown_has_the_columns_of_a_results_table(files):
    table = scored(files, "--markdown", "-", "--component", "parser", "--language", "xx", "--reference", "LAS=90")
    lines = [line for line in table.splitlines() if line.startswith("|")]
    assert lines[0] == "| Component | Language | Metric | Score | 95% CI | Reference | Within noise |"
    cells = [cell.strip() for cell in lines[2].strip("|").split("|")]
    assert cells[:4] == ["parser", "xx", "LAS", "87.50"] and cells[5] == "90.00"
    assert "|unit:sentence|units:40|skipped:0|" in table


def test_csv_has_a_row_a_system_at_full_precision(files):
    found = list(csv.DictReader(io.StringIO(scored(files, "--csv", "-", "--by", "relation"))))
    whole = {row["system"]: float(row["score"]) for row in found if not row["group"]}
    assert {name: pytest.approx(value) for name, value in LAS.items()} == whole


def test_latex_is_a_table(files):
    table = scored(files, "--latex", "-")
    assert r"\begin{tabular}" in table and r"\end{tabular}" in table and re.search(r"\nLAS & 87\.50 & \S+96\S+\.88", table)


def test_all_outputs_are_written_at_once(files):
    names = {"--json": "o.json", "--csv": "o.csv", "--markdown": "o.md", "--latex": "o.tex"}
    scored(files, *(part for option, name in names.items() for part in (option, files / name)))
    assert all((files / name).read_text("utf-8").strip() for name in names.values())
