"""Scores of spans equal conlleval, seqeval in both modes, and nervaluate as far as it counts the same thing."""

from math import isnan

import pytest

from tests import scored_spans as ours
from tests.reference import DATA, golden, reference

SCHEMES = ("IOB2", "IOE2", "IOBES", "BILOU")
SETS = [f"synth/{kind}.{scheme}" for kind in ("clean", "malformed", "malformed-both") for scheme in SCHEMES]
NAMES = ["litbank.layer1.IOB2", "litbank.layer1.malformed.IOB2", *SETS]
NESTED = ["synth/clean.IOB2", "synth/nested", "litbank.nested"]
TINY = sorted(golden(DATA / "span/golden/synth.tiny.json").keys() - {"lower"})  # a lower-case tag is none here
POINT = 0.005 + 1e-9  # half of the last of two digits


def at(path):
    return DATA / "span" / path if "synth" in path else reference(f"span/{path}")


def corpora(name):
    """Gold, prediction and what the scorers say; the scheme is the file's own."""
    path = f"{name}.tsv"
    gold, predicted = ours.both(at(path))
    return gold, predicted, golden(at(f"golden/{path.replace('/', '.')}.json"))


def tiny(name):
    case = golden(DATA / "span/golden/synth.tiny.json")[name]
    text = "".join(f"w\t{g}\t{p}\n" for g, p in zip(case["gold"], case["pred"], strict=True)).encode()
    return *ours.both(("x.tsv", text), scheme="IOB2", format="tags"), case


def triple(entry):
    """Precision, recall and F1 with 0 for 0/0, which conlleval.py calls 1, and a mean over no label is nan."""
    known = bool(entry.get("pred", 1)), bool(entry.get("gold", 1))
    parts = zip(("precision", "recall", "f1"), (*known, any(known)), strict=True)
    return tuple(entry[k] if some and not isnan(entry[k]) else 0.0 for k, some in parts)


def counted(entry):
    return tuple(entry[k] for k in ("correct", "gold", "pred"))


def check_labels(sides, labels):
    """Counts and scores of every label; ours has those of the other reading too, with nothing to count."""
    found, shown = ours.counts(sides), ours.label_scores(sides)
    assert {name: c for name, c in found.items() if any(c) and name != ours.MICRO} == {
        name: counted(entry) for name, entry in labels.items() if any(counted(entry))
    }
    for name, entry in labels.items():
        assert shown.get(name, (0, 0, 0)) == pytest.approx(triple(entry), abs=1e-12)


def check_seqeval(sides, entry):
    assert ours.counts(sides)[ours.MICRO] == counted(entry)
    check_labels(sides, entry["labels"])
    found = ours.scores(sides)
    for mean in ("micro", "macro", "weighted"):
        assert found[mean] == pytest.approx(triple(entry[mean]), abs=1e-12), mean
    if "token_accuracy" in entry:
        assert found["token accuracy"] == pytest.approx([entry["token_accuracy"]] * 3, abs=1e-12)


def check_conlleval(sides, entry):
    assert ours.counts(sides)[ours.MICRO] == counted(entry["overall"])
    check_labels(sides, entry["labels"])
    found = ours.scores(sides)
    assert found["micro"] == pytest.approx(triple(entry["overall"]), abs=1e-12)
    assert found["token accuracy"][2] == pytest.approx(entry["token_accuracy"], abs=1e-12)


def check_perl(sides, entry):
    assert ours.counts(sides)[ours.MICRO] == counted(entry)
    found, labels = ours.scores(sides), ours.label_scores(sides)
    assert [100 * part for part in found["micro"]] == pytest.approx(triple(entry), abs=POINT)
    assert 100 * found["token accuracy"][2] == pytest.approx(entry["accuracy"], abs=POINT)
    for name, shown in entry["labels"].items():
        assert [100 * part for part in labels.get(name, (0, 0, 0))] == pytest.approx(triple(shown), abs=POINT)
        assert ours.counts(sides).get(name, (0, 0, 0))[2] == shown["pred"]


@pytest.mark.parametrize("name", NAMES)
def test_strict_is_seqeval_strict(name):
    gold, predicted, expected = corpora(name)
    check_seqeval(ours.sides_of(gold, predicted), expected["seqeval_strict"])


@pytest.mark.parametrize("name", [n for n in NAMES if "BILOU" not in n])  # whose prefixes those do not know
def test_conlleval_is_conlleval_and_seqeval_default(name):
    gold, predicted, expected = corpora(name)
    sides = ours.sides_of(gold, predicted, reading="conlleval")
    check_conlleval(sides, expected["conlleval_py"])
    check_seqeval(sides, expected["seqeval_default"])
    if "IOBES" not in name:
        check_perl(sides, expected["conlleval_perl"])


@pytest.mark.parametrize("kind", ["clean", "malformed", "malformed-both"])
def test_bilou_is_iobes_in_other_letters(kind):
    gold, predicted, expected = corpora(f"synth/{kind}.BILOU")
    same = golden(at(f"golden/synth.{kind}.IOBES.tsv.json"))
    sides = ours.sides_of(gold, predicted, reading="conlleval")
    check_conlleval(sides, same["conlleval_py"])
    assert ours.scores(sides)["token accuracy"][2] == pytest.approx(expected["seqeval_default"]["token_accuracy"], abs=1e-12)


@pytest.mark.parametrize("name", [n for n in NAMES if n.endswith("IOB2")])
def test_nervaluate_on_tag_files(name):
    """strict's and exact's correct everywhere; partial, missed and spurious where no tag is malformed."""
    gold, predicted, expected = corpora(name)
    kinds = ours.kinds(ours.sides_of(gold, predicted, reading="conlleval"))
    theirs = expected["nervaluate_list"]["1.2.1"]["overall"]
    assert kinds["strict"] == theirs["strict"]["correct"]
    assert kinds["strict"] + kinds["span"] == theirs["exact"]["correct"]
    if "malformed" not in name:
        partial = kinds["label"] + kinds["overlap"]
        assert (partial, kinds["missed"], kinds["spurious"]) == tuple(
            theirs["partial"][k] for k in ("partial", "missed", "spurious")
        )


@pytest.mark.parametrize("name", NESTED)
def test_spans_of_json_lines(name):
    gold, predicted = ours.both(at(f"{name}.jsonl"))
    expected = golden(at(f"golden/{name.replace('/', '.')}.jsonl.json"))["set_match"]
    sides = ours.sides_of(gold, predicted)
    assert ours.counts(sides)[ours.MICRO] == counted(expected["labelled"])
    check_labels(sides, expected["labels"])
    found = ours.scores(sides)
    assert found["micro"] == pytest.approx(triple(expected["labelled"]), abs=1e-12)
    assert found["macro"] == pytest.approx(triple(expected["macro"]), abs=1e-12)
    assert "token accuracy" not in found


def test_tags_and_json_lines_of_one_corpus_have_the_same_scores():
    tags, records = (ours.sides_of(*ours.both(at(f"synth/clean.IOB2.{end}"))) for end in ("tsv", "jsonl"))
    assert ours.kinds(tags) == ours.kinds(records)
    assert ours.label_scores(tags) == ours.label_scores(records)


@pytest.mark.parametrize("name", TINY)
def test_tiny_strict(name):
    gold, predicted, case = tiny(name)
    check_seqeval(ours.sides_of(gold, predicted), case["seqeval_strict"])


@pytest.mark.parametrize("name", [n for n in TINY if n != "bare_b"])  # seqeval and conlleval name the label otherwise
def test_tiny_conlleval(name):
    gold, predicted, case = tiny(name)
    sides = ours.sides_of(gold, predicted, reading="conlleval")
    check_seqeval(sides, case["seqeval_default"])
    check_conlleval(sides, case["conlleval_py"])
    check_perl(sides, case["conlleval_perl"])


@pytest.mark.parametrize("name", [n for n in TINY if n != "bare_b"])
def test_tiny_nervaluate(name):
    gold, predicted, case = tiny(name)
    theirs = case["nervaluate"]["1.2.1"].get("overall")
    kinds = ours.kinds(ours.sides_of(gold, predicted, reading="conlleval"))
    assert kinds["strict"] == theirs["strict"]["correct"]
    assert kinds["strict"] + kinds["span"] == theirs["exact"]["correct"]
