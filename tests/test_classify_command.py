"""python evaluate.py classify: options, exit statuses, outputs."""

import csv
import io
import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import evaluate
from loaders import InputError
from tests.reference import ROOT

SAMPLE = ROOT / "sample_data" / "classify"
GOLD = "id,gold,document\n" + "".join(f"i{k},{'xyz'[k % 3]},d{k // 4}\n" for k in range(40))
GOOD = "id,pred\n" + "".join(f"i{k},{'xyz'[k % 3] if k % 5 else 'x'}\n" for k in range(40))
POOR = "id,pred\n" + "".join(f"i{k},{'xyz'[k % 3] if k % 2 else 'y'}\n" for k in range(40))
BINARY = "id,gold,score\n" + "".join(f"i{k},{k % 2},0.{k}\n" for k in range(10, 30))
ROW = """component language dataset system metric group singletons match precision recall f1 score low high p_num p_den r_num
r_den difference reference reference_source within_noise units resamples seed signature""".split()


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in {"gold": GOLD, "good": GOOD, "poor": POOR, "binary": BINARY}.items():
        Path(f"{name}.csv").write_text(text)
    return tmp_path


def run(*arguments, gold="gold.csv", preds=("good.csv",)):
    """The exit status, standard output and standard error, in this process."""
    shown = [part for pred in preds for part in ("--pred", pred)]
    done = CliRunner().invoke(evaluate.main, ["classify", "--gold", gold, *shown, *arguments])
    if isinstance(done.exception, InputError):
        return 1, done.stdout, str(done.exception)
    if done.exception and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.exit_code, done.stdout, done.stderr


def document(*arguments, **options):
    code, out, err = run(*arguments, "--json", "-", **options)
    assert (code, err) == (0, "")
    return json.loads(out)


def rows(*arguments, **options):
    return document(*arguments, **options)["rows"]


def test_the_readable_table(files):
    code, out, _ = run("--by", "label", preds=("good.csv", "poor.csv"))
    assert code == 0
    lines = out.splitlines()
    assert lines[0] == "gold: 40 items, one label each; 3 labels"
    assert "metric      system" in out and "score" in out and "label  system" in out
    assert lines[-1].startswith("classify|task:single|labels:3|unit:item|units:40|skipped:0|resamples:1000|seed:20260101|gold:")
    assert "AUC" not in out


def test_the_schema_of_the_json(files):
    found = document(preds=("good.csv", "poor.csv"))
    assert list(found) == ["signature", "alignment", "rows"]
    assert set(ROW) <= found["rows"][0].keys()
    assert [(row["metric"], row["system"]) for row in found["rows"]] == [
        (metric, system) for metric in ("accuracy", "micro", "macro", "macro-gold") for system in ("good", "poor")
    ]
    assert all(row["group"] is None and row["singletons"] is None for row in found["rows"])
    accuracy = found["rows"][1]
    assert (accuracy["f1"], accuracy["precision"]) == (None, None)
    assert accuracy["score"] == accuracy["accuracy"] == 100 * accuracy["r_num"] / accuracy["r_den"]
    assert accuracy["difference"]["against"] == "good"
    assert accuracy["difference"]["settled"] is True
    assert found["alignment"]["labels"] == ["x", "y", "z"]


def test_rows_of_labels_are_corrected_together(files):
    found = [row for row in rows("--by", "label", preds=("good.csv", "poor.csv")) if row["group"]]
    assert [(row["group"], row["system"]) for row in found] == [
        ({"by": "label", "value": label}, system) for label in "xyz" for system in ("good", "poor")
    ]
    assert {row["metric"] for row in found} == {"micro"}
    adjusted = [row["difference"] for row in found if row["difference"]]
    assert all(d["p_adjusted"] >= d["p"] for d in adjusted)
    assert any(d["p_adjusted"] > d["p"] for d in adjusted)


def test_one_file_holds_both_sides(files):
    found = rows(gold="binary.csv", preds=())
    assert {row["system"] for row in found} == {"binary"}
    assert [row["metric"] for row in found] == ["accuracy", "micro", "macro", "macro-gold", "AUC"]
    auc = found[-1]
    assert (auc["f1"], auc["p_num"], auc["units"]) == (None, None, 20)
    assert auc["low"] < auc["score"] < auc["high"]
    assert "|task:binary|labels:1|threshold:0.5|" in auc["signature"]


def test_the_threshold_moves_predictions_and_not_the_auc(files):
    low, high = ({r["metric"]: r for r in rows("--threshold", t, gold="binary.csv", preds=())} for t in ("0.1", "0.25"))
    assert low["micro"]["p_den"] == 20 and high["micro"]["p_den"] == 5
    assert low["AUC"]["score"] == high["AUC"]["score"]
    assert "threshold:0.25" in high["micro"]["signature"]


def test_several_labels_may_be_stated(files):
    assert "|task:multi|" in document("--multi")["signature"]
    Path("list.csv").write_text(GOLD.replace(",x,", ",x|y,", 1))
    assert "|task:multi|" in document(gold="list.csv")["signature"]
    assert document("--single", gold="list.csv")["alignment"]["labels"] == ["x", "x|y", "y", "z"]


def test_documents_can_be_resampled(files):
    found = rows("--unit", "document", preds=("good.csv", "poor.csv"))
    assert {row["units"] for row in found} == {10}
    assert "unit:document|units:10" in found[0]["signature"]
    items = rows(preds=("good.csv", "poor.csv"))
    assert [row["score"] for row in found] == [row["score"] for row in items]
    assert [row["low"] for row in found] != [row["low"] for row in items]


def test_auc_that_is_asked_for_and_cannot_be_says_why(files):
    (row,) = rows("--metrics", "auc")
    assert (row["score"], row["reason"]) == (None, "no scores")
    Path("ones.csv").write_text("id,gold,score\na,1,0.5\nb,1,0.25\n")
    (row,) = rows("--metrics", "AUC", gold="ones.csv", preds=())
    assert (row["score"], row["reason"]) == (None, "no label that some items have and some do not")


def test_undefined_numbers_are_null(files):
    Path("zeros.csv").write_text("id,gold,score\na,0,0.25\nb,0,0.25\n")
    found = {row["metric"]: row for row in rows(gold="zeros.csv", preds=())}
    assert found["accuracy"]["score"] == 100.0
    assert (found["micro"]["score"], found["micro"]["reason"]) == (None, "undefined: neither side has anything to count")
    assert found["micro"]["low"] is None


def test_a_published_reference_and_one_from_predictions(files):
    found = {row["metric"]: row for row in rows("--reference", "accuracy=93.5,macro=50", "--reference-source", "a paper")}
    assert (found["accuracy"]["reference"], found["accuracy"]["within_noise"]) == (93.5, True)
    assert (found["macro"]["reference"], found["macro"]["within_noise"]) == (50.0, False)
    assert (found["micro"]["reference"], found["micro"]["reference_source"]) == (None, None)
    given = {row["metric"]: row for row in rows("--ref-pred", "poor.csv")}
    alone = {row["metric"]: row for row in rows(preds=("poor.csv",))}
    assert given.keys() == alone.keys()
    assert {m: row["reference"] for m, row in given.items()} == {m: row["score"] for m, row in alone.items()}
    assert {row["system"] for row in given.values()} == {"good"}


def test_missing_and_extra_items_are_named(files):
    Path("part.csv").write_text("id,pred\ni1,y\nnew,x\n")
    code, out, _ = run(preds=("part.csv",))
    assert code == 0
    assert "part: 39 items missing, 1 items extra (i0, i2, i3, …)" in out
    system = document(preds=("part.csv",))["alignment"]["systems"][0]
    assert (system["n_missing"], system["extra"]) == (39, ["new"])
    assert {row["metric"]: row for row in rows(preds=("part.csv",))}["accuracy"]["score"] == 2.5


def test_bad_items_are_skipped_for_all_and_signed(files):
    Path("bad.csv").write_text(GOOD.replace("i4,y", "i4"))
    code, _, message = run(preds=("bad.csv",))
    assert (code, message.startswith("bad.csv, line 6: 1 cells where the header has 2")) == (1, True)
    found = document("--skip-bad", preds=("bad.csv", "poor.csv"))
    assert "units:39|skipped:1" in found["signature"]
    assert [item["item"] for item in found["alignment"]["skipped"]] == ["i4"]
    assert {row["r_den"] for row in found["rows"] if row["metric"] == "accuracy"} == {39}


USAGE = {
    ("--threshold", "nan"): "nan is no finite number",
    ("--threshold", "x"): "--threshold",
    ("--metrics", "F7"): "--metrics: no metric 'F7'; there are accuracy, micro, macro, macro-gold, AUC.",
    ("--by", "document"): "--by",
    ("--unit", "sentence"): "--unit",
    ("--resamples", "5"): "--resamples",
    ("--name", "a", "--name", "b"): "--name: 2 names for 1 systems",
    ("--format", "conllu"): "--format",
}


@pytest.mark.parametrize("arguments", list(USAGE), ids=" ".join)
def test_wrong_usage_leaves_with_two(files, arguments):
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert USAGE[arguments] in err


@pytest.mark.parametrize(
    ("gold", "preds", "message"),
    [
        ("nowhere.csv", ("good.csv",), "nowhere.csv: No such file"),
        ("good.csv", ("good.csv",), "good.csv, line 1: no column of gold labels"),
        ("gold.csv", (), "gold.csv, line 1: neither a column of predictions nor scores"),
        ("gold.csv", ("binary.csv",), 'gold.csv, line 2: a label that is neither 0 nor 1 ("x")'),
    ],
)
def test_input_that_cannot_be_read_or_joined_leaves_with_one(files, gold, preds, message):
    code, out, err = run(gold=gold, preds=preds)
    assert (code, out) == (1, "")
    assert err.startswith(message)


def test_documents_that_are_not_there_leave_with_one(files):
    code, _, err = run("--unit", "document", gold="binary.csv", preds=())
    assert (code, err.startswith("binary.csv: no column 'document'")) == (1, True)


def test_every_output(files):
    code, out, _ = run(
        "--csv", "s.csv", "--markdown", "s.md", "--latex", "s.tex", "--json", "s.json", preds=("good.csv", "poor.csv")
    )
    assert (code, out) == (0, "")
    table = list(csv.DictReader(io.StringIO(Path("s.csv").read_text())))
    assert [row["metric"] for row in table[::2]] == ["accuracy", "micro", "macro", "macro-gold"]
    assert "| good |  | accuracy | 87.50 |" in Path("s.md").read_text()
    assert r"\bottomrule" in Path("s.tex").read_text()


def test_labels_with_odd_characters_pass_through_every_output(files):
    odd = '<b>|&%$_\u202e"\u65e5'
    Path("odd.csv").write_text('id,gold,pred\na,"{0}","{0}"\nb,x,"{0}"\n'.format(odd.replace('"', '""')), encoding="utf-8")
    found = rows("--by", "label", "--single", gold="odd.csv", preds=())
    assert {row["group"]["value"] for row in found if row["group"]} == {odd, "x"}
    for output in ("--csv", "--markdown", "--latex"):
        assert run("--by", "label", "--single", output, "-", gold="odd.csv", preds=())[0] == 0
    code, out, _ = run("--by", "label", "--single", gold="odd.csv", preds=())
    assert code == 0 and "\u65e5" in out


def test_the_sample_systems_are_near_in_accuracy_and_differ_by_label():
    found = rows(
        "--by", "label", gold=str(SAMPLE / "gold.csv"), preds=[str(SAMPLE / f"wharf-{n}.csv") for n in ("base", "large")]
    )
    at = {(row["metric"], row["group"] and row["group"]["value"]): row for row in found if row["difference"]}
    assert abs(at["accuracy", None]["difference"]["value"]) < 2
    settled = {label: at["micro", label]["difference"] for label in ("berth", "cargo", "complaint", "thanks")}
    assert all(d["settled"] for d in settled.values())
    assert [d["value"] > 0 for d in settled.values()] == [False, False, True, True]
