"""Which files are labelled items, and which items a question picks."""

import numpy as np
import pytest

from loaders.classification import load_items
from loaders.classification_kind import holds_both_sides, holds_items
from metrics.classification.matching import confidence, having, in_cell
from metrics.classification.project import align_items
from metrics.classification.tables import confusion

ITEMS = {
    "csv": b"id,gold\n1,x\n",
    "capitals and a mark": b"\xef\xbb\xbfID,Label\n1,x\n",
    "tsv": b"id\tpred\n1\tx\n",
    "semicolons": b"id;pred\n1;x\n",
    "scores": b"id,score:x,score:y\n1,.2,.8\n",
    "quoted": b'"id","gold"\n1,x\n',
    "json lines": b'{"id": "1", "gold": ["x"]}\n',
    "json": b'[{"id": 1, "label": "x"}]',
}
OTHERS = {
    "nothing": b"",
    "tags": b"zup\tO\nmip\tB-PER\n",
    "a word that is a name of ours": b"label\tO\nmip\tB-PER\n",
    "spans": b'{"id": "1", "tokens": ["a"], "spans": []}\n',
    "spans with labels": b'{"id": "1", "tokens": ["a"], "labels": ["O"]}\n',
    "coreference": b'{"doc_key": "1", "clusters": [], "label": "x"}\n',
    "no object": b"[1, 2]\n",
    "deep": b'{"gold":' * 5000,
    "conllu": b"1\tzup\tzup\tNOUN\t_\t_\t0\troot\t_\t_\n",
    "ids alone": b"id,remark\n1,x\n",
    "bytes": b"\x00\xff\xfe" * 40,
}


@pytest.mark.parametrize("case", ITEMS)
def test_labelled_items_are_recognised(case):
    assert holds_items((f"{case}.txt", ITEMS[case]))


@pytest.mark.parametrize("case", OTHERS)
def test_other_files_are_not_taken_for_labelled_items(case):
    assert not holds_items((f"{case}.txt", OTHERS[case])) and not holds_both_sides((f"{case}.txt", OTHERS[case]))


def test_a_file_holds_both_sides_where_gold_and_predictions_can_be_read():
    assert holds_both_sides(("a.csv", b"id,gold,pred\n1,x,y\n")) and holds_both_sides(("a.csv", b"id,gold,score:x\n1,x,1\n"))
    assert not holds_both_sides(("a.csv", ITEMS["csv"])) and not holds_both_sides(("a.csv", ITEMS["tsv"]))


def both(data: bytes):
    items = load_items(("a.csv", data))
    project = align_items(items, [items], ["a"])
    return project, project.written[0]


SINGLE = b"id,gold,pred\n1,x,x\n2,x,y\n3,y,\n4,y,y\n"
MULTI = b"id,gold,pred\n1,x|y,x\n2,,y\n3,x,x|y\n4,,\n"


@pytest.mark.parametrize(
    ("data", "gold", "predicted", "found"),
    [
        (SINGLE, "x", None, "1 2"),
        (SINGLE, "x", "y", "2"),
        (SINGLE, "y", "", "3"),
        (SINGLE, None, "", "3"),
        (SINGLE, "nowhere", None, ""),
        (MULTI, "y", "", "1"),
        (MULTI, "", "y", "2 3"),
        (MULTI, "", None, "2 4"),
        (MULTI, "", "", "4"),
        (MULTI, None, "y", "2 3"),
    ],
)
def test_items_of_a_cell_are_those_that_it_counts(data, gold, predicted, found):
    project, side = both(data)
    assert " ".join(project.ids[in_cell(project, side, gold, predicted)]) == found


@pytest.mark.parametrize("data", [SINGLE, MULTI])
def test_every_cell_of_the_confusion_has_as_many_items_as_it_counts(data):
    project, side = both(data)
    cells = confusion(project, [side])
    for cell in cells.itertuples():
        assert in_cell(project, side, cell.gold, cell.predicted).sum() == cell.count_0
        assert in_cell(project, side, cell.gold, cell.predicted)[cell.item_0]
    assert having(project, project.truth, "x").sum() == 2


def test_a_label_called_no_label_is_no_missing_one():
    project, side = both(b"id,gold,pred\n1,no label,x\n2,x,\n")
    cells = confusion(project, [side])
    assert set(zip(cells["gold"], cells["predicted"], strict=True)) == {("no label", "x"), ("x", "")}


def test_confidence_is_the_score_of_what_is_predicted():
    project, side = both(b"id,gold,pred,score:x,score:y\n1,x,y,.25,.75\n2,y,x,.5,.4\n")
    assert confidence(project, 0, [side]).tolist() == [0.75, 0.5]
    project, side = both(MULTI)
    assert confidence(project, 0, [side]) is None
    items = load_items(("a.csv", b"id,gold\n1,x\n2,y\n"), role="gold")
    part = load_items(("b.csv", b"id,pred,score:x,score:y\n1,x,.9,.1\n"), role="predicted")
    project = align_items(items, [part], ["a"])
    assert np.isnan(confidence(project, 0, [project.written[0]])).tolist() == [False, True]
