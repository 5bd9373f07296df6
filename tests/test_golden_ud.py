"""The shared task's own numbers: whole files, blocks of sentences, corner cases."""

import csv
from functools import cache

import numpy as np
import pytest

from loaders import InputError, ReadOptions, load
from metrics.options import TreeOptions
from metrics.ud.project import align_trees, count_trees
from tests.reference import DATA, golden, reference

REAL = ["ewt.A", "ewt.B", "gum.A", "gum.B"]
INVENTED = ["synth.A", "synth.B", "synth.SENTS", "synth.TAGS", "synth.gold", "synthE.A", "synthE.B", "synthLCS.A", "synthLCS.B"]
TREES = ReadOptions(format="conllu", entities=False)
# Files that the scripts refuse for their layout, or by their recursion, and that are read here.
READ = {
    "blank_line_with_spaces", "bom_before_token", "bom_gold", "comment_inside_sentence", "deep_chain_1300_leftward",
    "double_blank_line", "leading_blank_line", "no_final_newline", "one_final_newline", "only_newline",
}  # fmt: skip


@cache
def counted(gold, system):
    project = align_trees(load(gold, options=TREES), [load(system, options=TREES)], ["system"])
    return count_trees(project, TreeOptions())


def totals(gold, system):
    table = counted(gold, system)
    total = table.values[:, 0].sum(axis=0)
    return {name: total[where].tolist() for name, where in table.columns.items()}


def expected(score):
    return [score[k] or 0 for k in ("correct", "system", "gold", "aligned")]


def check(scores, found):
    """All counts equal; EULAS may be lower, where the script counts two edges to one head with one label doubly."""
    assert set(scores) == set(found)
    for name, score in scores.items():
        wanted = expected(score)
        if name == "EULAS" and found[name] != wanted:
            assert found[name][1:] == wanted[1:]
            assert 0 < wanted[0] - found[name][0] <= 3
        else:
            assert found[name] == wanted, name


@pytest.mark.parametrize("name", REAL)
def test_real_treebanks(name):
    folder = reference("ud")
    scores = golden(folder / "golden" / f"{name}.json")["scores"]["udeval"]
    check(scores, totals(folder / f"{name.split('.')[0]}.gold.conllu", folder / f"{name}.conllu"))


@pytest.mark.parametrize("name", INVENTED)
def test_invented_treebanks(name):
    folder = DATA / "ud"
    scores = golden(folder / "golden" / f"{name}.json")["scores"]["udeval"]
    check(scores, totals(folder / f"{name.split('.')[0]}.gold.conllu", folder / f"{name}.conllu"))


@pytest.mark.parametrize("name", ["ewt.A", "ewt.B"])
def test_blocks_of_sentences(name):
    folder = reference("ud")
    table = counted(folder / "ewt.gold.conllu", folder / f"{name}.conllu")
    with open(folder / "golden" / f"{name}.blocks.tsv", encoding="utf-8") as file:
        blocks = list(csv.DictReader(file, delimiter="\t"))
    first = 0
    for block in blocks:
        last = first + int(block["gold_sentences"])
        total = table.values[first:last, 0].sum(axis=0)
        for metric, where in table.columns.items():
            if f"{metric}.correct" in block and metric != "EULAS":
                wanted = [float(block[f"{metric}.{k}"] or 0) for k in ("correct", "system", "gold", "aligned")]
                assert total[where].tolist() == wanted, (metric, block["block"])
        first = last
    assert first == len(table.units)


CORNERS = golden(DATA / "ud/golden/corner.json")


@pytest.mark.parametrize("name", CORNERS)
def test_corner_cases(name):
    gold, system = (DATA / "ud/corner" / f"{name}.{side}.conllu" for side in ("gold", "sys"))
    wanted = CORNERS[name]["udeval"]
    if "error" in wanted and name not in READ:
        with pytest.raises(InputError):
            totals(gold, system)
        return
    found = totals(gold, system)
    if "error" not in wanted:
        check(wanted, found)
    elif found:
        assert all(found[m][0] == found[m][1] == found[m][2] for m in ("Tokens", "Words", "LAS")), found


def test_the_interval_of_ewt():
    from metrics.options import CoreferenceOptions
    from metrics.results import scores

    table = counted(reference("ud/ewt.gold.conllu"), reference("ud/ewt.A.conllu"))
    found = scores(table, CoreferenceOptions(), ["LAS"]).iloc[0]
    assert found["low"] == pytest.approx(88.31854063560881, abs=1e-11)
    assert found["high"] == pytest.approx(89.30992990431079, abs=1e-11)
    assert found["accuracy"] == pytest.approx(100 * np.divide(*table.values[:, 0].sum(axis=0)[table.columns["LAS"]][[0, 3]]))
