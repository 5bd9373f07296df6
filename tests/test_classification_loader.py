"""Labelled items from CSV, TSV and JSON lines: every layout, every refusal with its line."""

import gzip
import io
import zipfile

import pytest

from loaders.classification import Sets, load_items, sets_of
from loaders.errors import AlignmentError, FormatError
from metrics.classification.project import align_items
from tests.labelled import items


def gold_of(found):
    return [found.names(found.gold.of(k)) for k in range(len(found))]


def predicted_of(found):
    return [found.names(found.predicted.of(k)) for k in range(len(found))]


@pytest.mark.parametrize(
    "text",
    [
        "id,gold,pred\na,x,y\nb,y,y\n",
        "id\tgold\tpred\na\tx\ty\nb\ty\ty",
        "ID;Label;Prediction\na;x;y\nb;y;y\n",
        'pred,text,true,id\ny,"a, b\nc",x,a\ny,,y,b\n',
        "id,gold,pred\r\na,x,y\r\n\r\nb,y,y\r\n",
        "id,gold,pred\ra,x,y\rb,y,y\r",
        "\ufeffid, gold , pred\na, x ,y\nb,y,y\n",
        '"id","gold","pred"\n"a","x","y"\n"b","y","y"\n',
        '{"id": "a", "gold": "x", "pred": "y"}\n{"id": "b", "gold": "y", "pred": "y"}\n',
        '[{"id": "a", "gold": "x", "pred": "y"},\n {"id": "b", "gold": "y", "pred": "y", "more": null}]',
        '\ufeff{"id": "a", "label": "x", "Predicted": "y"}\r\n\r\n{"id": "b", "label": "y", "Predicted": "y"}',
    ],
)
def test_one_content_in_every_layout(text):
    found = items(text)
    assert found.ids.tolist() == ["a", "b"]
    assert (gold_of(found), predicted_of(found)) == ([["x"], ["y"]], [["y"], ["y"]])
    assert not found.listed and not found.numbered and found.scores is None


def test_files_may_be_packed():
    plain = b"id,gold,pred\na,x,y\n"
    zipped = io.BytesIO()
    with zipfile.ZipFile(zipped, "w") as archive:
        archive.writestr("deep/in.csv", plain)
    for name, data in (("x.csv.gz", gzip.compress(plain)), ("x.zip", zipped.getvalue())):
        assert load_items((name, data)).ids.tolist() == ["a"]


def test_items_without_ids_are_numbered():
    found = items("gold,pred\nx,y\ny,y\n")
    assert found.numbered
    assert found.ids.tolist() == ["1", "2"]


@pytest.mark.parametrize(
    "text",
    [
        "id,gold,pred\na,y|x|x,x\nb,,y\n",
        '{"id": "a", "gold": ["y", "x", "x"], "pred": ["x"]}\n{"id": "b", "gold": [], "pred": "y"}',
    ],
)
def test_several_labels_are_sets(text):
    found = items(text)
    assert found.listed
    assert (gold_of(found), predicted_of(found)) == ([["x", "y"], []], [["x"], ["y"]])
    assert [(n.line, n.kind) for n in found.notices] == [(2 if "," in text[:3] else 1, "repeat")]


def test_a_bar_is_part_of_a_name_where_one_label_is_stated():
    assert gold_of(items("id,gold,pred\na,x|y,x|y\n", multi=False)) == [["x|y"]]


@pytest.mark.parametrize("label", ["日本", "a b", "<b>&", "O'Neil", "%_#$", "\U0001f6a2", "e\u0301", "0", "null", "\u202ex"])
def test_labels_may_be_any_text(label):
    assert gold_of(items(f"id,gold,pred\na,{label},{label}\n")) == [[label]]


def test_json_labels_may_be_numbers_and_truth_values():
    found = items('{"id": 1, "gold": 3, "pred": 3.0}\n{"id": 2, "gold": true, "pred": null}')
    assert (found.ids.tolist(), gold_of(found), predicted_of(found)) == (["1", "2"], [["3"], ["true"]], [["3"], []])


def test_scores_come_by_label_or_for_the_positive_class():
    found = items("id,gold,score:x,SCORE_y z\na,x,0.25,1e-3\n")
    assert (found.scored, found.scores.tolist()) == (("x", "y z"), [[0.25, 0.001]])
    one = items("id,gold,score\na,1,-2\n")
    assert (one.scored, one.scores.tolist()) == (("",), [[-2.0]])
    by_name = items('{"id": "a", "gold": "x", "scores": {"y": 1, "x": 0}}\n{"id": "b", "gold": "y", "scores": {"x": 2, "y": 3}}')
    assert (by_name.scored, by_name.scores.tolist()) == (("y", "x"), [[1, 0], [3, 2]])


def test_the_role_says_which_columns_are_read():
    text = "id,label,score:x\na,x,nonsense\n"
    assert gold_of(items(text, role="gold")) == [["x"]]
    found = items("id,label\na,x\n", role="predicted")
    assert (found.gold, predicted_of(found)) == (None, [["x"]])


def test_tables_with_stray_quotation_marks_are_read_where_tabs_separate():
    found = items('id\tgold\tpred\ttext\na\tx\ty\t"Well" he said\n')
    assert found.text == ('"Well" he said',)


def test_text_and_documents_are_kept():
    found = items("id,document,sentence,gold,pred\na,d1,hm,x,y\n")
    assert (found.document, found.text) == (("d1",), ("hm",))
    own = items('{"id": "a", "doc_id": 7, "gold": "x", "pred": "x"}')
    assert (own.ids.tolist(), own.document) == (["a"], ("7",))


CSV, J = "id,gold,pred\n", '{"id": "a", "gold": "x", "pred": "x"}\n'
SCORED = '{"id": "a", "gold": "x", "pred": "x", "scores": {"x": 1}}\n'
REFUSED = [
    ("", "file.csv: the file is empty"),
    ("\ufeff \n", "file.csv: the file is empty"),
    (CSV, "file.csv, line 1: a header and no items"),
    ("a,x,y\nb,x,y\n", "file.csv, line 1: no column of gold labels"),
    ("id,gold\na,x\n", "file.csv, line 1: neither a column of predictions nor scores"),
    ("id,gold,pred,gold\na,x,y,z\n", "file.csv, line 1: two columns named 'gold'"),
    (CSV + "a,x,y\n\nb,x\n", "file.csv, line 4: 2 cells where the header has 3"),
    (CSV + 'a,"x\nx",y\nb,x,y,z\n', "file.csv, line 4: 4 cells where the header has 3"),
    (CSV + 'a,x,y\nb,"x,y\nc,x,y\n', "file.csv, line 3: a quotation mark that is never closed"),
    (CSV + 'a,"x"x,y\n', "file.csv, line 2: no table: ',' expected after '\"'"),
    (CSV + "a,x,y\nb,x,y\na,y,y\n", "file.csv, line 4: the id 'a' stands in line 2 already"),
    (CSV + "a,x,y\n ,x,y\n", "file.csv, line 3: an item without an id"),
    (CSV + "a,x|,y\n", "file.csv, line 2: a label without a name"),
    (CSV + "a,\"['x', 'y']\",y\n", "file.csv, line 2: a list written as text"),
    ("id,gold,score\na,1,0.5\nb,0,nan\n", "file.csv, line 3: a score that is no finite number in column 'score'"),
    ("id,gold,score\na,1,inf\n", "file.csv, line 2: a score that is no finite number in column 'score'"),
    ('id,gold,score\na,1,"0,5"\n', "file.csv, line 2: a score that is no finite number in column 'score'"),
    ("id,gold,score:x,score:y\na,x,1,2\nb,x,1,\n", "file.csv, line 3: no score in column 'score:y'"),
    (b"id,gold,pred\na,\xff,y\n", "file.csv, line 2: byte 0xff is no UTF-8"),
    (b"id,gold,pred\na,\0,y\n", "file.csv, line 2: a NUL byte"),
    (J + "{]\n", "file.csv, line 2: broken JSON"),
    (J + '{"id": "b", "gold"', "file.csv, line 2: the file ends in the middle of a record"),
    (J + "3\n", "file.csv, line 2: a record that is no JSON object"),
    (J + '{"gold": "x", "pred": "x"}', "file.csv, line 2: id is neither a string nor a number"),
    (J + '{"id": true, "gold": "x", "pred": "x"}', "file.csv, line 2: id is neither a string nor a number"),
    (J + J, "file.csv, line 2: the id 'a' stands in line 1 already"),
    (J + '{"id": "b", "pred": "x"}', "file.csv, line 2: no gold, which other records have"),
    (J + '{"id": "b", "gold": null, "pred": "x"}', "file.csv, line 2: no gold, which other records have"),
    (J + '{"id": "b", "gold": "x"}', "file.csv, line 2: no pred, which other records have"),
    (J + '{"id": "b", "gold": {"x": 1}, "pred": "x"}', "file.csv, line 2: a label that is no name"),
    (J + '{"id": "b", "gold": ["x", ""], "pred": "x"}', "file.csv, line 2: a label that is no name"),
    (J + '{"id": "b", "gold": 1.5, "pred": "x"}', "file.csv, line 2: a label that is no name"),
    (J + '{"id": "b", "gold": "\\ud800", "pred": "x"}', "file.csv, line 2: half a surrogate pair"),
    (J + '{"id": "b", "gold": "x", "pred": "x", "score": 1}', "file.csv, line 2: scores, which the first record lacks"),
    ('{"id": "a", "pred": "x"}', "file.csv, line 1: no gold labels"),
    ('{"id": "a", "gold": "x"}', "file.csv, line 1: neither predictions nor scores"),
    ('{"id": "a", "gold": "x", "scores": [1]}', "file.csv, line 1: scores that are no object"),
    ('{"id": "a", "gold": "x", "scores": {}}', "file.csv, line 1: scores that are no object"),
    (SCORED + '{"id": "b", "gold": "x", "pred": "x"}', "file.csv, line 2: no scores, which other records have"),
    (SCORED + '{"id": "b", "gold": "x", "pred": "x", "scores": {"y": 1}}', "file.csv, line 2: scores without the label 'x'"),
    (SCORED + '{"id": "b", "gold": "x", "pred": "x", "scores": {"x": 1, "y": 1}}', "file.csv, line 2: scores with the label 'y'"),
    (SCORED + '{"id": "b", "gold": "x", "pred": "x", "scores": {"x": "1"}}', "file.csv, line 2: a score that is no number"),
    (SCORED + '{"id": "b", "gold": "x", "pred": "x", "scores": {"x": true}}', "file.csv, line 2: a score that is no number"),
    (
        SCORED + '{"id": "b", "gold": "x", "pred": "x", "scores": {"x": 1e999}}',
        "file.csv, line 2: a score that is no finite number",
    ),
    (SCORED + '{"id": "b", "gold": "x", "pred": "x", "scores": {"x": NaN}}', "file.csv, line 2: broken JSON: NaN is no JSON"),
    ('{"id": "a", "gold": 1, "score": null}', "file.csv, line 1: no scores, which other records have"),
]


@pytest.mark.parametrize(("text", "message"), REFUSED)
def test_what_cannot_be_read_is_refused_with_its_line(text, message):
    with pytest.raises(FormatError) as error:
        items(text)
    assert str(error.value).startswith(message)
    assert str(error.value).endswith(".")


def test_several_labels_are_refused_where_one_is_stated():
    with pytest.raises(FormatError, match="line 1: 2 labels where one was stated"):
        items('{"id": "a", "gold": ["x", "y"], "pred": "x"}', multi=False)


def test_a_folder_of_files_is_refused(tmp_path):
    for name in "ab":
        (tmp_path / f"{name}.csv").write_text("id,gold,pred\na,x,y\n")
    with pytest.raises(FormatError, match="the second of 2 files"):
        load_items(tmp_path)


@pytest.mark.parametrize(
    "text",
    [
        CSV + "a,x,y\nb,x\nc,x,y\n,x,y\na,y,y\n",
        "id,gold,score\na,1,0\nb,1,x\nc,0,1\na,1,1\n,1,1\n",
        J + "{\n" + J.replace('"a"', '"c"') + J + '{"id": "", "gold": "x", "pred": "x"}',
    ],
)
def test_bad_items_can_be_left_out_and_are_listed(text):
    found = items(text, skip_bad=True)
    assert found.ids.tolist() == ["a", "c"]
    assert len(found.skipped) == 3
    assert len(found.gold) == len(found.lines) == 2


def test_where_all_items_are_bad_the_first_error_is_raised():
    with pytest.raises(FormatError, match="line 2: 1 cells"):
        items(CSV + "a\nb\n", skip_bad=True)
    with pytest.raises(FormatError, match="line 1: broken JSON"):
        items("{]\n{]", skip_bad=True)


def test_the_digest_knows_the_bytes_the_role_and_the_options():
    text = "id,gold,pred\na,x,y\n"
    found = [items(text), items(text + "b,x,y\n"), items(text, role="gold"), items(text, multi=True), items(text, skip_bad=True)]
    assert len({one.digest for one in found}) == 4
    assert found[0].digest == found[4].digest  # nothing was skipped


def test_sets_take_any_rows_and_hold_each_code_once():
    import numpy as np

    sets = sets_of(np.array([2, 0, 2, 2]), np.array([1, 3, 0, 1]), 3)
    assert [sets.of(k).tolist() for k in range(3)] == [[3], [], [0, 1]]
    taken = sets.take(np.array([2, -1, 0, 2]))
    assert [taken.of(k).tolist() for k in range(4)] == [[0, 1], [], [3], [0, 1]]
    assert isinstance(taken, Sets) and taken.items.tolist() == [0, 0, 2, 3, 3]


def joined(gold, system, **options):
    return align_items(items(gold, "gold.csv", "gold"), [items(system, "a.csv", "predicted")], ["a"], **options)


GOLD = "id,gold\na,x\nb,y\n"
MISFITS = [
    (GOLD, "id,pred\nc,x\n", "a.csv, line 2: no item of gold is there: gold has 'a', for one"),
    (GOLD, "pred\nx\ny\n", "a.csv, line 1: no column 'id', which the other file has"),
    ("gold\nx\ny\n", "pred\nx\n", "a.csv: 1 items without ids, where gold has 2"),
    ("id,gold\na,x\nb,\n", "id,pred\na,x\n", 'gold.csv, line 3: an item without a gold label ("b")'),
    ("id,gold\na,1\nb,maybe\n", "id,score\na,1\n", 'gold.csv, line 3: a label that is neither 0 nor 1 ("maybe")'),
    ("id,gold\na,1\nb,\n", "id,score\na,1\n", 'gold.csv, line 3: a label that is neither 0 nor 1 ("b")'),
    ("id,gold\na,1\nb,0\n", "id,pred,score\na,2,1\n", 'a.csv, line 2: a label that is neither 0 nor 1 ("2")'),
]


@pytest.mark.parametrize(("gold", "system", "message"), MISFITS)
def test_what_does_not_fit_gold_is_refused_with_its_line(gold, system, message):
    with pytest.raises((FormatError, AlignmentError)) as error:
        joined(gold, system)
    assert str(error.value).startswith(message)


def test_misfits_can_be_left_out_for_all():
    found = joined("id,gold\na,x\nb,\nc,y\n", "id,pred\na,x\nb,x\n", skip_bad=True)
    assert found.ids.tolist() == ["a", "c"]
    assert [name for name, _ in found.skipped] == ["b"]
    assert found.missing(0).tolist() == ["c"]


def test_an_item_that_a_system_cannot_be_read_for_is_skipped_for_all():
    system = items("id,pred\na\nb,y\n", "a.csv", "predicted", skip_bad=True)
    with_error = align_items(items(GOLD, role="gold"), [system], ["a"], skip_bad=True)
    assert with_error.ids.tolist() == ["b"]
    assert [name for name, _ in with_error.skipped] == ["a"]


def test_an_item_that_a_system_has_twice_is_scored_by_its_first_row():
    system = items("id,pred\na,x\nb,y\na,y\n", "a.csv", "predicted", skip_bad=True)
    found = align_items(items(GOLD, role="gold"), [system], ["a"], skip_bad=True)
    assert found.ids.tolist() == ["a", "b"]
    assert found.systems[0].skipped[0][0] == "a"


def test_items_are_joined_by_id_in_any_order_and_what_is_extra_is_named():
    found = joined(GOLD, "id,pred\nz,x\nb,y\n")
    assert found.extra == (("z",),)
    assert found.missing(0).tolist() == ["a"]
    assert found.at.tolist() == [[-1, 1]]
