"""Span counts equal seqeval's strict mode and conlleval, per label, on every reference file."""

import json

import numpy as np
import pytest

from loaders import ReadOptions, load, readings, tagging
from tests.reference import DATA, golden, reference

NAMES = ["litbank.layer1.IOB2", "litbank.layer1.malformed.IOB2"]
NAMES += [f"synth/{kind}.{s}" for kind in ("clean", "malformed", "malformed-both") for s in ("IOB2", "IOE2", "IOBES", "BILOU")]
TINY = [
    "i_without_b", "i_first", "label_change_in_i", "b_b", "i_after_o_other", "adjacent_same", "hyphen_label", "no_pred",
    "no_gold", "all_o", "bare_b", "end_of_sentence_span", "label_only_in_pred", "label_only_in_gold", "i_label_change_both",
    "b_o_i", "pred_longer_overlap_two", "pred_two_in_one", "wrong_label_exact", "overlap_wrong_label", "overlap_first_then_exact",
]  # fmt: skip


def at(path):
    """A file of the span sets: invented ones are in the repository."""
    return DATA / "span" / path if "synth" in path else reference(f"span/{path}")


def counts(gold, system):
    """Correct, gold and predicted spans by label."""
    sides = [set(zip(c.spans["start"], c.spans["end"], c.spans["label"].astype(str), strict=True)) for c in (gold, system)]
    labels = {label for side in sides for _, _, label in side}
    return {
        label: tuple(sum(one[2] == label for one in spans) for spans in (sides[0] & sides[1], *sides)) for label in sorted(labels)
    }


def expected(found):
    return {label: (c["correct"], c["gold"], c["pred"]) for label, c in sorted(found["labels"].items())}


@pytest.mark.parametrize("name", NAMES)
def test_counts_by_label(name):
    path = at(f"{name}.tsv")
    found = golden(at(f"golden/{name.replace('/', '.')}.tsv.json"))
    gold, system = (load(path, options=ReadOptions(role=role)) for role in ("gold", "predicted"))
    assert gold.scheme == system.scheme == found["scheme"]
    assert (len(gold.words), gold.documents["n_sentences"].sum()) == (found["tokens"], found["sentences"])
    read = [readings(corpus) for corpus in (gold, system)]
    assert counts(read[0]["strict"], read[1]["strict"]) == expected(found["seqeval_strict"])
    lenient = counts(*(one.get("conlleval", one["strict"]) for one in read))
    if found["scheme"] != "BILOU":  # whose letters conlleval does not know
        assert lenient == expected(found["conlleval_py"])
    else:
        same = golden(at(f"golden/{name.replace('/', '.').replace('BILOU', 'IOBES')}.tsv.json"))
        assert lenient == expected(same["conlleval_py"])


@pytest.mark.parametrize("name", TINY)
@pytest.mark.parametrize(("reading", "key"), [("strict", "seqeval_strict"), ("conlleval", "conlleval_py")])
def test_tiny_cases(name, reading, key):
    case = golden(at("golden/synth.tiny.json"))[name]
    text = "".join(f"w\t{g}\t{p}\n" for g, p in zip(case["gold"], case["pred"], strict=True)).encode()
    sides = [
        load(("x.tsv", text), options=ReadOptions(role=role, scheme="IOB2", reading=reading, format="tags"))
        for role in ("gold", "predicted")
    ]
    found = counts(*sides)
    total = tuple(sum(c[k] for c in found.values()) for k in range(3))
    whole = case[key] if key == "seqeval_strict" else case[key]["overall"]
    assert total == tuple(whole[k] for k in ("correct", "gold", "pred"))
    if case[key]["labels"] and key == "seqeval_strict":
        assert found == {label: c for label, c in expected(case[key]).items() if any(c)}


@pytest.mark.parametrize(("name", "key"), [("synth/nested", "synth.nested"), ("litbank.nested", "litbank.nested")])
def test_nested_spans(name, key):
    sides = [load(at(f"{name}.jsonl"), options=ReadOptions(role=role)) for role in ("gold", "predicted")]
    found = golden(at(f"golden/{key}.jsonl.json"))["set_match"]
    frames = [s.spans.assign(key=s.spans["doc_id"].astype(str) + " " + s.spans["label"].astype(str)) for s in sides]
    keys = [set(zip(f["key"], f["extent"], strict=True)) for f in frames]
    assert all(len(k) == len(f) for k, f in zip(keys, frames, strict=True))
    total = (len(keys[0] & keys[1]), len(keys[0]), len(keys[1]))
    assert total == tuple(found["labelled"][k] for k in ("correct", "gold", "pred"))


def test_tags_and_json_lines_of_one_corpus_hold_the_same_spans():
    for role in ("gold", "predicted"):
        options = ReadOptions(role=role)
        tags, records = (load(at(f"synth/clean.IOB2.{end}"), options=options) for end in ("tsv", "jsonl"))
        first = np.concatenate([[0], np.cumsum(records.documents["n_words"])])[records.spans["doc_id"].cat.codes]
        assert tags.spans["start"].tolist() == (records.spans["start"] + first).tolist()
        assert tags.spans["label"].astype(str).tolist() == records.spans["label"].astype(str).tolist()


def test_the_reference_says_nothing_of_lower_case():
    case = json.loads(at("golden/synth.tiny.json").read_text())["lower"]
    assert "error" in case["seqeval_strict"]
    assert not tagging.is_tag(case["gold"][0])
