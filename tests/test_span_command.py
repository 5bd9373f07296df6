"""The command line of spans: every option, every refusal, and what files hostile or merely odd come to."""

import csv
import io
import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import evaluate
from loaders import InputError
from tests.making import conll

BOTH = "".join(
    f"mira\tB-PER\t{one}\ntolu\tI-PER\t{two}\nve\tO\tO\nnaru\tB-LOC\t{three}\n\n"
    for one, two, three in [("B-PER", "I-PER", "B-LOC"), ("B-PER", "O", "B-LOC"), ("O", "B-PER", "B-ORG"), ("O", "O", "O")] * 3
)
GOLD = "".join(f"{line.rsplit(chr(9), 1)[0]}\n" if line else "\n" for line in BOTH.splitlines())
PRED = "".join(f"{line.split(chr(9))[0]}\t{line.split(chr(9))[2]}\n" if line else "\n" for line in BOTH.splitlines())
STRAY = GOLD.replace("B-LOC", "I-LOC")
METRICS = ["micro", "macro", "weighted", "strict", "exact", "partial", "type", "token accuracy"]


@pytest.fixture(autouse=True)
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in {"both.tsv": BOTH, "gold.iob2": GOLD, "ours.iob2": PRED, "stray.iob2": STRAY}.items():
        Path(name).write_text(text, encoding="utf-8")


def run(*arguments, command="span"):
    """The exit status, standard output and standard error, in this process."""
    done = CliRunner().invoke(evaluate.main, [command, *arguments])
    if isinstance(done.exception, InputError):
        return 1, done.stdout, str(done.exception)
    if done.exception and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.exit_code, done.stdout, done.stderr


def document(*arguments, gold="gold.iob2", preds=("ours.iob2",)):
    shown = [part for pred in preds for part in ("--pred", pred)]
    code, out, err = run("--gold", gold, *shown, "--resamples", "0", *arguments, "--json", "-")
    assert (code, err) == (0, "")
    return json.loads(out)


def rows(*arguments, **options):
    return document(*arguments, **options)["rows"]


def refused(*arguments, gold="gold.iob2", preds=("ours.iob2",)):
    shown = [part for pred in preds for part in ("--pred", pred)]
    code, out, err = run("--gold", gold, *shown, "--resamples", "0", *arguments)
    assert code in (1, 2) and out == ""
    return err


def write(name, text):
    Path(name).write_text(text, encoding="utf-8")
    return name


def records(name, *documents):
    return write(name, "".join(json.dumps(document) + "\n" for document in documents))


def test_one_file_with_both_columns_is_two_files():
    one, two = rows(gold="both.tsv", preds=()), rows()
    assert [row["metric"] for row in one] == METRICS
    assert [row["f1"] for row in one] == [row["f1"] for row in two]
    micro = one[0]
    assert (micro["p_num"], micro["p_den"], micro["r_num"], micro["r_den"]) == (9, 18, 9, 24)
    assert micro["precision"] == 50 and micro["recall"] == 37.5
    assert micro["reason"] == "no resamples were asked for" and micro["low"] is None


def test_token_accuracy_counts_o_and_is_for_tag_files_alone():
    (row,) = rows("--metrics", "Token Accuracy")
    assert row["f1"] == pytest.approx(100 * (4 + 3 + 1 + 1) / 16)
    record = {"id": "a", "tokens": ["mira", "ve"], "spans": [[0, 1, "A"]]}
    found = rows(gold=records("g.jsonl", record), preds=(records("p.jsonl", record),))
    assert [r["metric"] for r in found] == METRICS[:-1]


def test_several_systems_have_names_and_differences():
    found = rows("--name", "a", "--name", "b", "--metrics", "micro", preds=("ours.iob2", "gold.iob2"))
    assert [row["system"] for row in found] == ["a", "b"]
    assert found[1]["difference"]["against"] == "a"
    assert found[1]["difference"]["value"] == pytest.approx(100 - found[0]["f1"])


def test_intervals_of_sentences_and_of_documents():
    code, out, _ = run("--gold", "both.tsv", "--resamples", "100", "--metrics", "micro,macro", "--json", "-")
    assert code == 0
    for row in json.loads(out)["rows"]:
        assert row["units"] == 12 and row["low"] < row["f1"] < row["high"]
        assert "unit:sentence" in row["signature"]
    found = rows("--unit", "document", "--metrics", "micro")
    assert found[0]["units"] == 1 and "unit:document" in found[0]["signature"]
    code, out, _ = run("--gold", "both.tsv", "--resamples", "100", "--unit", "document", "--json", "-")
    assert {row["low"] for row in json.loads(out)["rows"]} == {None}
    assert json.loads(out)["rows"][0]["reason"] == "only 1 unit"


def test_by_label():
    groups = {r["group"]["value"]: r for r in rows("--by", "label", "--metrics", "micro") if r["group"]}
    assert list(groups) == ["LOC", "ORG", "PER"]
    assert [groups["LOC"][k] for k in ("p_num", "p_den", "r_den")] == [6, 6, 12]
    assert [groups["ORG"][k] for k in ("p_num", "p_den", "r_den", "f1")] == [0, 3, 0, 0]
    assert groups["ORG"]["recall"] is None


def test_by_length_and_document():
    by = {(r["group"]["by"], r["group"]["value"]): r for r in rows("--by", "length") if r["group"]}
    assert [by["length", "1 word"][k] for k in ("p_num", "p_den", "r_den")] == [6, 15, 12]
    assert [by["length", "2 words"][k] for k in ("p_num", "p_den", "r_den")] == [3, 3, 12]
    assert by["length", "11 words and more"]["f1"] is None
    assert by["length", "11 words and more"]["reason"].startswith("undefined")
    (one,) = [r for r in rows("--by", "document") if r["group"]]
    assert one["group"] == {"by": "document", "value": "gold"} and one["r_den"] == 24


def test_by_seen_needs_training_spans():
    write("train.iob2", "naru\tB-X\nso\tO\n")
    found = {r["group"]["value"]: r for r in rows("--by", "seen", "--train", "train.iob2") if r["group"]}
    assert {name: r["r_den"] for name, r in found.items()} == {"seen in training": 12, "not seen in training": 12}
    assert "--train" in refused("--by", "seen")


def test_both_readings_where_they_differ():
    found = rows("--metrics", "micro", gold="stray.iob2", preds=("ours.iob2",))
    assert [(row["match"], row["r_den"]) for row in found] == [("strict", 12), ("conlleval", 24)]
    assert ["reading:strict|" in found[0]["signature"], "reading:conlleval|" in found[1]["signature"]] == [True, True]
    assert {row["match"] for row in rows()} == {"strict"}


@pytest.mark.parametrize(("reading", "n"), [("strict", 12), ("conlleval", 24)])
def test_one_reading(reading, n):
    found = rows("--metrics", "micro", "--reading", reading, gold="stray.iob2")
    assert [(row["match"], row["r_den"]) for row in found] == [(reading, n)]


def test_a_scheme_stated():
    tags = "mira\tB-PER\ntolu\tE-PER\nve\tS-LOC\n"
    write("iobes.tsv", tags)
    assert document(gold="iobes.tsv", preds=("iobes.tsv",))["alignment"]["gold"]["scheme"] == "IOBES"
    err = refused("--scheme", "IOB2", gold="iobes.tsv", preds=("iobes.tsv",))
    assert "'E-PER' is no tag of IOB2" in err and "line 2" in err


def test_gold_and_prediction_in_one_json_lines_file():
    record = {"id": "a", "tokens": ["mira", "ve", "so"], "gold": [[0, 1, "A"], [0, 3, "B"]], "pred": [[0, 3, "B"]]}
    found = rows(gold=records("both.jsonl", record), preds=())
    assert (found[0]["p_num"], found[0]["p_den"], found[0]["r_den"]) == (1, 1, 2)


def test_formats_may_differ_where_the_tokens_agree():
    tokens = [line.split("\t")[0] for line in GOLD.splitlines() if line]
    spans = [[k, k + 2, "PER"] for k in range(0, 48, 4)]
    found = rows(gold="gold.iob2", preds=(records("p.jsonl", {"id": "x", "tokens": tokens, "spans": spans}),))
    assert (found[0]["p_num"], found[0]["p_den"], found[0]["r_den"]) == (12, 12, 24)
    assert [r["metric"] for r in found] == METRICS[:-1]


def test_a_published_score_and_reference_predictions():
    found = rows("--reference", "micro=43", "--reference-source", "a paper", "--metrics", "micro,macro", "--by", "label")
    assert [(row["reference"], row["within_noise"]) for row in found if not row["group"]][:2] == [(43.0, True), (None, None)]
    assert found[0]["reference_source"] == "a paper"
    found = rows("--ref-pred", "gold.iob2")
    assert [row["reference"] for row in found] == [100.0] * len(METRICS)


@pytest.mark.parametrize("option", ["--csv", "--markdown", "--latex"])
def test_other_outputs(option):
    code, out, _ = run("--gold", "both.tsv", "--resamples", "0", "--by", "label", option, "-")
    assert code == 0 and "macro" in out
    if option == "--csv":
        table = list(csv.DictReader(io.StringIO(out)))
        assert len(table) == len(METRICS) + 3 and table[0]["metric"] == "micro"
    code, out, _ = run("--gold", "both.tsv", "--resamples", "0")
    assert code == 0 and "24 spans" in out


ODD = ["100%", "a_b", "R&D", "<b>", "$x$", "a\nb", "日本", "micro", "macro"]


@pytest.mark.parametrize("label", ODD)
def test_odd_labels(label):
    """Also those that are called as a mean is: a label never replaces it."""
    record = {"id": "a", "tokens": ["mira", "ve"], "gold": [[0, 1, label]], "pred": [[0, 1, label], [1, 2, "Z"]]}
    path = records("odd.jsonl", record)
    found = rows("--by", "label", gold=path, preds=())
    assert {r["group"]["value"]: r["f1"] for r in found if r["group"]} == {label: 100.0, "Z": 0.0}
    assert [r["f1"] for r in found if not r["group"]][:2] == pytest.approx([200 / 3, 50])
    for option in ("--csv", "--markdown", "--latex"):
        code, out, _ = run("--gold", path, "--resamples", "0", "--by", "label", option, "-")
        assert code == 0 and out
    if option == "--latex" and label == "100%":
        assert "100\\%" in out
    assert run("--gold", path, "--resamples", "0", "--by", "label")[0] == 0


def test_a_label_only_in_the_prediction_counts_in_the_macro():
    write("p.iob2", GOLD.replace("ve\tO", "ve\tB-NEW"))
    found = {r["metric"]: r["f1"] for r in rows(preds=("p.iob2",))}
    assert found["macro"] == pytest.approx(200 / 3) and found["weighted"] == 100


def test_no_spans_at_all():
    write("none.iob2", "mira\tO\nve\tO\n")
    found = rows("--by", "label", gold="none.iob2", preds=("none.iob2",))
    assert {r["f1"] for r in found if r["metric"] != "token accuracy"} == {None}
    assert all(r["reason"].startswith("undefined") for r in found if r["f1"] is None)
    assert found[-1]["metric"] == "token accuracy" and found[-1]["f1"] == 100
    code, out, _ = run("--gold", "none.iob2", "--pred", "none.iob2")
    assert code == 0 and "n/a" in out


REFUSED = {
    "an unknown tag": ("mira\tB-PER\nve\tX-PER\nso\tO\n", "line 2", "'X-PER'"),
    "a ragged line": ("mira\tB-PER\nve\tO\tO\n", "line 2", "3 columns instead of 2"),
    "nothing": ("", "", "empty"),
    "blank lines": ("\n\n \n", "", "empty"),
    "a tag of another scheme": ("mira\tB-PER\nve\tL-PER\nso\tS-X\n", "line 2", "two schemes"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused(name):
    text, line, words = REFUSED[name]
    err = refused(gold=write("bad.tsv", text), preds=("ours.iob2",))
    assert line in err and words in err and "bad.tsv" in err


def test_other_tokens_are_named_with_both_lines():
    err = refused(preds=(write("p.iob2", PRED.replace("tolu", "tulu", 1)),))
    assert "'tulu'" in err and "'tolu'" in err and "p.iob2, line 2" in err and "gold.iob2, line 2" in err


def test_too_few_tokens_are_named():
    err = refused(preds=(write("p.iob2", "\n".join(PRED.splitlines()[:-2]) + "\n"),))
    assert "ends after 47 words" in err and "'naru'" in err


def test_other_sentences_are_named_by_sentence_and_token():
    text = PRED.replace("ve\tO\n", "ve\tO\n\n", 1)
    err = refused(preds=(write("p.iob2", text),))
    assert "'naru' is token 1 of sentence 2" in err and "token 4 of sentence 1 (line 4)" in err and "line 5" in err


def test_skip_bad_leaves_documents_out_for_all():
    gold = "".join(f"# id = d{k}\n{GOLD}" for k in range(3))
    bad = gold.replace("# id = d1\nmira", "# id = d1\nmura").replace("# id = d2\nmira\tB-PER", "# id = d2\nmira\tB-PER\n")
    found = document("--skip-bad", gold=write("g.iob2", gold), preds=(write("p.iob2", bad),))
    assert [item["document"] for item in found["alignment"]["skipped"]] == ["d1", "d2"]
    assert found["rows"][0]["r_den"] == 24 and "skipped:2" in found["signature"]


@pytest.mark.parametrize("options", [("--resamples", "5"), ("--by", "genre"), ("--metrics", "MUC"), ("--reading", "loose")])
def test_wrong_usage(options):
    code, _, err = run("--gold", "both.tsv", *options)
    assert code == 2 and options[0] in err


# Spans of a coreference corpus.


def test_mentions_of_a_coreference_corpus_open_as_spans():
    """Without types, its mentions are spans of one unnamed label."""
    words = ["mira", "tolu", "ve", "naru"]
    gold = conll({"a": (words, ["(1)", "(2)", "(1)", "(3)"])})
    other = conll({"a": (words, ["(1)", "-", "(1)", "(3"]), "b": (words, ["-"] * 4)}).replace(b"\t(3", b"\t(3)")
    Path("g.conll").write_bytes(gold)
    Path("p.conll").write_bytes(other)
    found = rows("--by", "label", gold="g.conll", preds=("p.conll",))
    assert (found[0]["p_num"], found[0]["p_den"], found[0]["r_den"]) == (3, 3, 4)


ENTITIES = """# global.Entity = eid-etype-head-other
# newdoc id = a
# sent_id = 1
1\tmira\tmira\tNOUN\t_\t_\t0\troot\t_\tEntity=(e1-person-1-)
2\tve\tve\tNOUN\t_\t_\t1\tdep\t_\tEntity=(e2-place-1-
3\ttolu\ttolu\tNOUN\t_\t_\t1\tdep\t_\tEntity=(e1-person-1-)e2)

"""


def test_entity_types_of_a_coreference_corpus_are_labels():
    write("g.conllu", ENTITIES)
    write("p.conllu", ENTITIES.replace("e2-place", "e2-person").replace("(e1-person-1-)e2)", "e2)"))
    found = rows("--by", "label", gold="g.conllu", preds=("p.conllu",))
    assert (found[0]["p_num"], found[0]["p_den"], found[0]["r_den"]) == (1, 2, 3)
    assert {r["group"]["value"] for r in found if r["group"]} == {"person", "place"}
    exact = next(r for r in found if r["metric"] == "exact")
    assert exact["f1"] == pytest.approx(100 * 2 * 2 / 5)


def test_names_beside_mentions_are_compared_with_a_tagger_and_mentions_with_mentions():
    line = "a\t0\t{}\t{}\tN\t*\t-\t-\t-\t-\t{}\t{}\n"
    cells = [("mira", "(PER)", "(1)"), ("ve", "*", "(2)"), ("tolu", "(LOC)", "(1)")]
    text = "".join(line.format(k, *cell) for k, cell in enumerate(cells))
    write("g.conll", f"#begin document (a); part 000\n{text}\n#end document\n")
    record = {"id": "a", "tokens": ["mira", "ve", "tolu"]}
    found = rows("--by", "label", gold="g.conll", preds=(records("p.jsonl", record | {"spans": [[0, 1, "PER"]]}),))
    assert (found[0]["p_num"], found[0]["p_den"], found[0]["r_den"]) == (1, 1, 2)
    found = rows("--by", "label", gold="g.conll", preds=(records("p.jsonl", record | {"clusters": [[[0, 0], [2, 2]]]}),))
    assert (found[0]["p_num"], found[0]["p_den"], found[0]["r_den"]) == (2, 2, 3)
    assert {r["group"]["value"] for r in found if r["group"]} == {"_"}


# Hostile files.


def nest(n):
    return {"id": "a", "tokens": ["w"] * n, "gold": [[0, k + 1, "A"] for k in range(n)], "pred": [[k, n, "A"] for k in range(n)]}


def test_a_thousand_spans_over_each_other():
    code, out, err = run("--gold", records("nest.jsonl", nest(1_000)), "--resamples", "0", "--json", "-")
    assert code == 0, err
    assert json.loads(out)["rows"][0]["p_num"] == 1  # the whole of it


def test_twenty_thousand_spans_over_each_other_in_one_sentence():
    n = 20_000
    spans = [[k, k + 3, "A"] for k in range(n - 3)]
    pred = [[k, k + 4, "A"] for k in range(n - 4)]
    path = records("long.jsonl", {"id": "a", "tokens": ["w"] * n, "gold": spans, "pred": pred})
    code, out, err = run("--gold", path, "--resamples", "0", "--json", "-")
    assert code == 0, err
    strict = next(row for row in json.loads(out)["rows"] if row["metric"] == "type")
    assert strict["f1"] > 99


# The other commands say where to go.


def test_coref_on_a_span_file_names_span():
    code, _, err = run("--gold", "gold.iob2", "--pred", "ours.iob2", command="coref")
    assert code == 1 and "no coreference" in err and "evaluate.py span" in err


def test_span_on_a_file_without_spans_of_any_kind_names_the_command():
    write(
        "trees.conllu",
        ENTITIES.replace("Entity=(e1-person-1-)e2)", "_")
        .replace("Entity=(e1-person-1-)", "_")
        .replace("Entity=(e2-place-1-", "_"),
    )
    err = refused(gold="trees.conllu", preds=("trees.conllu",))
    assert "no labelled spans" in err and "evaluate.py ud" in err
