"""Folders of treebanks: pairing, seeds, macro means, wins, and their figure."""

import hashlib
import json
import shutil

import numpy as np
import pytest
from click.testing import CliRunner
from scipy import stats

import evaluate
from figures import paper, paper_treebanks, treebanks
from figures.result_tables import to_latex as export_latex
from loaders import FormatError, InputError
from loaders.treebanks import paired
from loaders.treebanks import treebanks as read_set
from metrics.corpora import seed_of, wilcoxon
from tests.reference import ROOT

BANKS = ("mira", "tolu", "naru", "beko", "sado", "velu", "kina")
SAMPLE = ("gold", "wharf-base", "wharf-large")


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    """Seven treebanks in gold, A and B: documents of the sample trees, dealt out."""
    root = tmp_path_factory.mktemp("sets")
    for file, folder in zip(SAMPLE, ("gold", "A", "B"), strict=True):
        text = (ROOT / "sample_data" / "ud" / f"{file}.conllu").read_text("utf-8")
        documents = ["# newdoc" + document for document in text.split("# newdoc")[1:]]
        (root / folder).mkdir()
        for k, bank in enumerate(BANKS):
            (root / folder / f"xx_{bank}-ud-test.conllu").write_text("".join(documents[k::7]), "utf-8")
    (root / "gold" / "README.md").write_text("mira tolu\n")
    shutil.copy(root / "gold" / "xx_mira-ud-test.conllu", root / "gold" / "xx_alone-ud-test.conllu")
    return root


def run(*arguments):
    done = CliRunner().invoke(evaluate.main, ["ud", *map(str, arguments)])
    if isinstance(done.exception, InputError):
        return 1, str(done.exception)
    if done.exception and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.exit_code, done.output


def scored(folders, *arguments):
    sides = ["--gold", folders / "gold", "--pred", folders / "A", "--pred", folders / "B"]
    code, out = run(*sides, "--metrics", "LAS,UPOS", "--resamples", 200, "--json", "-", *arguments)
    assert code == 0, out
    return json.loads(out)


@pytest.fixture(scope="module")
def document(folders):
    return scored(folders, "--reference", "LAS=80")


def test_each_treebank_has_the_rows_of_its_file_with_its_seed(folders, document):
    bank = "xx_naru-ud-test"
    files = [folders / side / f"{bank}.conllu" for side in ("gold", "A", "B")]
    seed = int(hashlib.sha256(f"20260101|{bank}".encode()).hexdigest()[:12], 16)
    assert seed == seed_of(20260101, bank)
    arguments = ["--gold", files[0], "--pred", files[1], "--pred", files[2], "--name", "A", "--name", "B"]
    alone = json.loads(run(*arguments, "--metrics", "LAS,UPOS", "--resamples", 200, "--seed", seed, "--json", "-")[1])
    rows = [row for row in document["rows"] if row["dataset"] == bank]
    assert all(row["group"] == {"by": "treebank", "value": bank} for row in rows)
    for row, other in zip(rows, alone["rows"], strict=True):
        for key in ("score", "low", "high", "units", "seed", "signature"):
            assert row[key] == other[key], key


def test_the_macro_mean_is_the_mean(document):
    macro = {(r["metric"], r["system"]): r for r in document["rows"] if r["group"]["value"] == "macro"}
    for (metric, system), row in macro.items():
        scores = [r["score"] for r in document["rows"] if (r["metric"], r["system"]) == (metric, system) and r["dataset"]]
        assert len(scores) == 7
        assert row["score"] == pytest.approx(np.mean(scores), abs=1e-9)
        assert row["low"] < row["score"] < row["high"]
    difference = macro["LAS", "B"]["difference"]
    values = [r["difference"]["value"] for r in document["rows"] if r["metric"] == "LAS" and r["dataset"] and r["difference"]]
    assert difference["value"] == pytest.approx(np.mean(values), abs=1e-9)
    assert difference["p"] == pytest.approx(stats.wilcoxon(values).pvalue)
    assert (difference["wins"], difference["losses"], difference["ties"]) == tuple(
        sum(test(v) for v in values) for test in (lambda v: v > 1e-9, lambda v: v < -1e-9, lambda v: abs(v) <= 1e-9)
    )
    assert macro["LAS", "A"]["reference"] == 80
    assert "treebanks:7" in macro["LAS", "A"]["signature"]


def test_latex_has_the_treebanks_of_a_metric_in_one_table(document):
    tex = export_latex(document["rows"], document["signature"])
    assert tex.count(r"\begin{table}") == 2
    lines = [line.partition(" & ")[0] for line in tex.partition(r"\midrule")[2].partition(r"\bottomrule")[0].split("\n")]
    assert [line for line in lines if line] == [*(f"xx\\_{bank}-ud-test" for bank in sorted(BANKS)), "macro"]


def test_holm_runs_over_the_treebanks(document):
    found = [r["difference"] for r in document["rows"] if r["metric"] == "UPOS" and r["dataset"] and r["difference"]]
    assert all(d["p_adjusted"] >= d["p"] for d in found)
    assert min(d["p_adjusted"] for d in found) == pytest.approx(7 * min(d["p"] for d in found))


def test_groups_are_those_of_each_treebank_by_itself(folders):
    found = [row for row in scored(folders, "--by", "upos")["rows"] if row["group"]["by"] == "upos"]
    bank = "xx_naru-ud-test"
    files = [folders / side / f"{bank}.conllu" for side in ("gold", "A", "B")]
    arguments = ["--gold", files[0], "--pred", files[1], "--pred", files[2], "--name", "A", "--name", "B", "--by", "upos"]
    seed = seed_of(20260101, bank)
    alone = json.loads(run(*arguments, "--metrics", "LAS,UPOS", "--resamples", 200, "--seed", seed, "--json", "-")[1])["rows"]
    kept = ("system", "metric", "group", "f1", "low", "high", "difference")
    of_bank = [{key: row[key] for key in kept} for row in found if row["dataset"] == bank]
    assert of_bank == [{key: row[key] for key in kept} for row in alone if row["group"]] and len(of_bank) > 20
    assert {row["dataset"] for row in found} == {f"xx_{name}-ud-test" for name in BANKS}
    shown = run("--gold", folders / "gold", "--pred", folders / "A", "--by", "upos", "--metrics", "LAS", "--resamples", 0)[1]
    assert f"\nNOUN in {bank}  " in shown


def test_training_files_are_those_of_the_treebank_or_one_for_all(folders, tmp_path):
    for bank in BANKS:
        shutil.copy(folders / "gold" / f"xx_{bank}-ud-test.conllu", tmp_path / f"xx_{bank}-ud-train.conllu")
    sides = ["--gold", folders / "gold", "--pred", folders / "A", "--metrics", "LAS", "--resamples", 0, "--by", "seen"]

    def unseen(train):
        code, out = run(*sides, "--train", train, "--json", "-")
        assert code == 0, out
        rows = json.loads(out)["rows"]
        return sum(row["r_den"] for row in rows if row["group"] == {"by": "seen", "value": "unseen lemma"})

    assert unseen(tmp_path) == 0
    assert unseen(tmp_path / "xx_mira-ud-train.conllu") > 0
    (tmp_path / "xx_mira-ud-train.conllu").unlink()
    assert run(*sides, "--train", tmp_path) == (
        1, f"{tmp_path}: no training file for xx_mira-ud-test. Call it xx_mira-ud-train.conllu.",
    )  # fmt: skip


def test_what_has_no_partner_is_listed(document):
    assert document["alignment"]["unpaired"] == {"gold": ["xx_alone-ud-test"]}


def test_a_folder_against_a_file_is_wrong_usage(folders):
    code, out = run("--gold", folders / "gold", "--pred", folders / "A" / "xx_naru-ud-test.conllu")
    assert code == 2
    assert "is one file" in out


def test_no_common_name_and_two_of_one_name_are_refused(tmp_path):
    with pytest.raises(FormatError, match="no treebank stands in all folders; gold has a, A has b"):
        paired({"gold": ["a"], "A": ["b"]})
    for folder in ("x", "y"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a.conllu").write_text("")
    with pytest.raises(FormatError, match=r"two treebanks are called a: x/a\.conllu and y/a\.conllu"):
        read_set(tmp_path)


def test_a_bad_treebank_names_its_folder_and_is_left_out_on_request(folders, tmp_path):
    shutil.copytree(folders / "A", tmp_path / "A")
    bad = tmp_path / "A" / "xx_beko-ud-test.conllu"
    bad.write_text("1\tmira\n")
    sides = ["--gold", folders / "gold", "--pred", tmp_path / "A", "--metrics", "LAS", "--resamples", 0]
    code, out = run(*sides)
    assert (code, out.split(":")[0]) == (1, "A/xx_beko-ud-test.conllu, line 1")
    code, out = run(*sides, "--skip-bad", "--json", "-")
    assert [item["treebank"] for item in json.loads(out)["alignment"]["skipped"]] == ["xx_beko-ud-test"]


def test_wilcoxon_of_few_and_of_none():
    assert np.isnan(wilcoxon(np.ones(5)))
    assert wilcoxon(np.zeros(6)) == 1.0
    assert wilcoxon(np.arange(1.0, 7.0)) == pytest.approx(2 / 64)


def test_the_figure_shows_every_treebank_and_the_mean_first(document):
    frame = treebanks.treebanks_frame(document["rows"], "LAS")
    assert frame["metric"].iloc[0] == treebanks.MEAN
    assert sorted(frame["metric"][1:]) == sorted(f"xx_{bank}-ud-test" for bank in BANKS)
    assert frame["value"][1:].is_monotonic_decreasing
    figure = treebanks.screen(frame)
    assert sorted(x for trace in figure.data for x in trace.x) == sorted(frame["value"])
    assert figure.layout.xaxis.title.text == "LAS: B − A (points)"
    clicked = [name for trace in figure.data for _, name in trace.customdata]
    assert sorted(clicked) == ["", *sorted(f"xx_{bank}-ud-test" for bank in BANKS)]
    assert paper.render(frame, paper_treebanks.draw, kind="pdf").startswith(b"%PDF")
