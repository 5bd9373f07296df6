"""Rows are added to files that are there, and nothing else in these changes."""

import csv
import io
import json

import pytest

from figures import appending, export
from metrics import rows
from tests.test_results import compared

ROWS = rows.rows(compared(), ["LEA"])
KEYS = {"system": "a", "metric": "LEA", "score": 1.0}
DOCUMENT = {"signature": "LEA|v:0", "rows": ROWS}
TABLE = export.to_markdown(ROWS[:1])
NEW = export.to_markdown(ROWS).split("\n", 2)[2]
SPACED = "|Component|Language | Metric|Score|95% CI|Reference|Within noise|\n|-|-|-|-|-|-|-|\n| a |b|c|1|2|3|4|\n"
OTHER = "| Component | Score |\n|---|---|\n| x | 1 |\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (TABLE, ""),
        ("# Results\n\ntext\n\n" + TABLE, ""),
        (TABLE, "\nText below.\n\n- a list\n"),
        (OTHER + "\n" + TABLE, "\n" + OTHER),
        (TABLE + "\n" + TABLE, "\nend"),  # the last of several
        (SPACED, "\nbelow\n"),
        (TABLE, "\n```\n" + TABLE + "```\n"),  # a block of code is no table
        (TABLE, "Text at once below.\n"),
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_markdown_keeps_what_stands_before_and_after_the_table(before, after, end):
    text = (before + after).replace("\n", end)
    assert appending.append_markdown(text, ROWS) == (before + NEW + after).replace("\n", end)


def test_markdown_without_a_last_line_end():
    assert appending.append_markdown(TABLE.rstrip("\n"), ROWS) == TABLE + NEW


@pytest.mark.parametrize("text", ["", "text\n", OTHER, "```\n" + TABLE + "```\n", export.HEAD_LINE.replace("|", "")])
def test_text_without_a_results_table_is_refused(text):
    with pytest.raises(ValueError, match="no Markdown with a results table"):
        appending.append_markdown(text, ROWS)


def test_json_keeps_further_keys_and_rows_with_further_keys():
    before = {
        "note": "é\n",
        "rows": [{"mine": [1, {"deep": None}], **KEYS, "score": 1.10}],
        "signature": "old",
        "more": {"a": [2]},
    }
    found = json.loads(appending.append_json(json.dumps(before), DOCUMENT))
    assert {key: found[key] for key in before if key != "rows"} == {key: before[key] for key in before if key != "rows"}
    assert found["rows"] == before["rows"] + ROWS


def test_json_that_is_a_list_of_rows_stays_one():
    mine = {"a": 1, **KEYS}
    assert json.loads(appending.append_json(f"\ufeff[{json.dumps(mine)}]", DOCUMENT)) == [mine, *ROWS]
    assert json.loads(appending.append_json("[]", DOCUMENT)) == ROWS


FOREIGN = ['{"rows": [{"x": 1}]}', '[{"x": 1}]', json.dumps({"rows": [KEYS, {"system": "a"}]}), '{"rows": [1]}']


@pytest.mark.parametrize("text", FOREIGN)
def test_json_of_other_rows_is_refused_with_the_row(text):
    with pytest.raises(ValueError, match=f"no list of results: row {1 + text.count('score')} has no "):
        appending.append_json(text, DOCUMENT)


NO_RESULTS = ["", "{", "[1]", '"rows"', '{"rows": 1}']
LOSING = ['{"rows": [], "a": 1, "a": 2}', '{"rows": [], "a": NaN}']


@pytest.mark.parametrize("text", [*NO_RESULTS, *LOSING])
def test_other_json_is_refused(text):
    with pytest.raises(ValueError, match="no JSON object with a list of rows" if text in NO_RESULTS else "JSON"):
        appending.append_json(text, DOCUMENT)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_csv_keeps_its_columns_their_order_and_its_lines(end):
    wanted = list(export.flat(ROWS[0]))
    header = ["extra", *reversed(wanted)]
    text = end.join([",".join(header), '"a, ""b"""' + "," * len(wanted)])
    found = appending.append_csv(text, ROWS)
    assert found.startswith(text + end) and found.count(end) == 2 + len(ROWS)
    read = list(csv.DictReader(io.StringIO(found, newline="")))
    assert [row["extra"] for row in read] == ['a, "b"'] + [""] * len(ROWS)
    assert [row["system"] for row in read[1:]] == [row["system"] for row in ROWS]


@pytest.mark.parametrize("text", ["", "a,b\n1,2\n", "system,score\n"])
def test_csv_that_lacks_a_column_is_refused(text):
    with pytest.raises(ValueError, match="no CSV table with these columns"):
        appending.append_csv(text, ROWS)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_csv_that_is_cut_in_a_row_is_refused_with_its_line(end):
    text = export.to_csv(ROWS).replace("\n", end)
    last = text.rstrip().rindex(end) + len(end)
    cut = text[: last + text[last:].index(",", 20)]
    with pytest.raises(ValueError, match=rf"line {len(ROWS) + 1} has \d+ cells instead of {len(export.flat(ROWS[0]))}"):
        appending.append_csv(cut, ROWS)
    with pytest.raises(ValueError, match=f"no whole CSV table: line {len(ROWS) + 1}: unexpected end"):
        appending.append_csv(text[:last] + '"a', ROWS)
