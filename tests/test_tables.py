"""Tables as HTML, LaTeX, Markdown and CSV: right numbers, nothing of the data taken for a mark."""

import csv
import io
import re
from html.parser import HTMLParser

import pandas as pd
import pytest

import metrics as m
from figures import forest, latex, numbers, score_tables, tables
from figures.documents import documents_frame
from figures.said import plain
from figures.tables import Column, Table
from metrics import CoreferenceOptions, scores
from metrics.detection import count_detection
from metrics.documents import compare_documents
from metrics.linking import count_linking
from tests.evaluated import HOSTILE, evaluated


class Cells(HTMLParser):
    """All cells of a table as (class, text, bold), row by row."""

    def __init__(self, text: str):
        super().__init__()
        self.rows, self.tags, self.tips = [], set(), []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.tags.add(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append({"class": attrs.get("class") or "", "text": "", "bold": False})
        if tag == "b":
            self.rows[-1][-1]["bold"] = True
        if "data-tip" in attrs:
            self.tips.append(attrs["data-tip"])

    def handle_data(self, data):
        if self.rows and self.rows[-1]:
            self.rows[-1][-1]["text"] += data


def scores_of(found, policy="keep"):
    return score_tables.scores_table(found.scores, found.differences, found.systems, found.options, policy)


def linking_of(found):
    counts = count_linking(found.project, found.options, found.systems.pair)
    parts = m.scores(counts, found.options), m.differences(counts, found.options, [(0, 1)])
    return score_tables.linking_table(*parts, found.systems, found.options)


def test_linking_says_how_many_mentions_both_find():
    found = evaluated()
    table = linking_of(found)
    counts = count_linking(found.project, found.options, found.systems.pair)
    number = int(counts.values[:, 0, counts.columns["LEA"]][:, 3].sum())
    assert table.note.startswith(f"Over the {number} gold mentions that both A and B find; all others are left out. Bold")
    assert table.frame["metric"].tolist() == ["MUC", "LEA"]


def all_tables(found):
    yield scores_of(found)
    yield score_tables.systems_table(found.scores, found.baselines, found.systems, found.options)
    yield score_tables.baselines_table(found.scores, found.baselines, found.systems, found.options)
    detection = count_detection(found.project, found.options)
    gold = dict.fromkeys(("all", "two and more", "singletons"), 3)
    yield score_tables.detection_table(scores(detection, found.options, ["mentions"]), gold, found.systems, found.options)
    if len(found.systems.picked) == 2:
        yield score_tables.order_table(found.differences, found.systems, found.options)
        yield linking_of(found)
        documents = compare_documents(found.project, found.options, found.counts, found.systems.pair)
        frame = documents_frame(documents, found.systems).assign(href="reader?doc=1&x=2")
        yield score_tables.largest_table(frame, found.systems, found.options)


CASES = [{}, {"n_systems": 1}, {"n_systems": 4}, {"n_docs": 1}, {"n_docs": 8, "empty": 8}, {"names": HOSTILE}]


@pytest.mark.parametrize("case", CASES)
def test_every_table_can_be_written_in_every_way(case):
    for table in all_tables(evaluated(**case)):
        written = tables.texts(table)
        assert set(written) == {"csv", "tex", "md", "json"}
        rows = list(csv.reader(io.StringIO(written["csv"])))
        assert len(rows) == len(table.frame) + 1
        assert len({len(row) for row in rows}) == 1
        lines = [line for line in written["md"].splitlines() if line.startswith("|")]
        assert len({len(re.findall(r"(?<!\\)\|", line)) for line in lines}) == 1
        body = written["tex"].split(r"\midrule")[1].split(r"\bottomrule")[0]
        cells = {len(re.findall(r"(?<!\\)&", line)) for line in body.splitlines() if line.endswith(r"\\")}
        assert cells == ({len(table.columns) - 1} if len(table.frame) else set())
        assert "nan" not in "".join([*written.values(), tables.html(table)]).lower().replace("finance", "")


def test_scores_stand_with_interval_difference_and_p():
    found = evaluated()
    row = Cells(tables.html(scores_of(found))).rows[3]
    assert row[0]["text"] == "MUC"
    muc = found.scores[(found.scores["metric"] == "MUC") & (found.scores["singletons"] == "keep")].set_index("system")
    first = muc.loc["system 1"]
    expected = [
        f"{first['precision']:.2f}",
        f"{first['recall']:.2f}",
        f"{first['f1']:.2f}",
        f"[{first['low']:.2f}, {first['high']:.2f}]",
    ]
    assert [cell["text"] for cell in row[1:5]] == expected
    assert row[9]["text"] == numbers.signed(found.differences.query("metric == 'MUC' and singletons == 'keep'")["value"].item())


def test_bold_is_the_better_of_two_only_where_settled():
    found = evaluated()
    rows = Cells(tables.html(scores_of(found))).rows[2:]
    settled = found.differences.query("singletons == 'keep'").set_index("metric")
    names = {"Mentions": "mentions"}
    assert settled["settled"].any()
    for row in rows:
        difference = settled.loc[names.get(row[0]["text"], row[0]["text"])]
        assert row[3]["bold"] == bool(difference["settled"] and difference["value"] < 0)
        assert row[7]["bold"] == bool(difference["settled"] and difference["value"] > 0)
        assert not row[4]["bold"]


def test_unsettled_differences_make_nothing_bold():
    found = evaluated(n_docs=8, empty=8)
    assert not any(cell["bold"] for row in Cells(tables.html(scores_of(found))).rows[2:] for cell in row)


def test_every_metric_explains_itself():
    tips = Cells(tables.html(scores_of(evaluated()))).tips
    assert any(tip.startswith("Links that would have to be added") for tip in tips)
    assert len(tips) >= 9


def test_what_is_undefined_says_why():
    cells = Cells(tables.html(scores_of(evaluated(n_docs=8, empty=8))))
    assert any("neither gold nor the system" in tip for tip in cells.tips)
    one = Cells(tables.html(scores_of(evaluated(n_docs=1))))
    assert "only 1 document" in one.tips
    assert [cell["text"] for cell in one.rows[2][:4]] == [
        "CoNLL",
        "",
        "",
        numbers.points(evaluated(n_docs=1).forest.query("panel == 'keep' and lane == 0")["value"].iloc[0]),
    ]


def test_titles_name_match_and_policy():
    found = evaluated()
    assert scores_of(found).title == "Scores, exact match, singletons kept"
    assert scores_of(found, "drop").title == "Scores, exact match, singletons dropped"


@pytest.mark.parametrize("case", [{"names": HOSTILE}])
def test_names_stay_text(case):
    for table in all_tables(evaluated(**case)):
        found = tables.html(table)
        assert "<script" not in found and "<b>x" not in found
        written = tables.tex(table)
        assert "<script" not in written
        assert r"a_very" not in written


def test_all_systems_stand_by_conll_with_baselines_last():
    found = evaluated(n_systems=4)
    rows = Cells(tables.html(score_tables.systems_table(found.scores, found.baselines, found.systems, found.options))).rows[2:]
    assert [row[0]["text"].split()[-1] for row in rows[:4]] == ["1", "2", "3", "4"]
    assert [row[0]["text"] for row in rows[4:]] == ["△ every mention a singleton", "□ one entity"]
    assert rows[4][-2]["text"] == "n/a"


def test_rows_of_documents_are_links():
    found = evaluated()
    table = list(all_tables(found))[-1]
    assert '<a href="reader?doc=1&amp;x=2" target="_self">' in tables.html(table)
    differences = table.frame["difference"].abs()
    assert differences.is_monotonic_decreasing and len(differences) == 10


def test_csv_has_full_precision_and_empty_cells():
    frame = pd.DataFrame({"n": ["a, b", 'q"'], "x": [1 / 3, float("nan")], "i_low": [0.1, None], "i_high": [0.2, None]})
    columns = (Column("n", "Name", "text"), Column("x", "F1"), Column("i", "95\u00a0%", "interval"))
    found = list(csv.reader(io.StringIO(tables.csv(Table("T", frame, columns)))))
    assert found == [
        ["Name", "F1", "95 % low", "95 % high"],
        ["a, b", repr(1 / 3), "0.1", "0.2"],
        ['q"', "", "", ""],
    ]


TEX = [
    ("100 % of_a&b #1", r"100 \% of\_a\&b \#1"),
    ("\\x{y}$z$~^", r"\textbackslash{}x\{y\}\$z\$\textasciitilde{}\textasciicircum{}"),
    ("B − A", r"B $-$ A"),
    ("[1]\n2", "{[}1{]} 2"),
    ("a---b", "a-{}-{}-b"),
    ("95\u00a0%", r"95~\%"),
]


@pytest.mark.parametrize(("text", "expected"), TEX)
def test_latex_prints_what_stands_there(text, expected):
    assert latex.escaped(text) == expected


def test_markdown_marks_are_escaped():
    frame = pd.DataFrame({"n": ["a|b*c_`d`<e>$f$"]})
    line = tables.markdown(Table("T", frame, (Column("n", "Name", "text"),))).splitlines()[4]
    assert line == r"| a\|b\*c\_\`d\`\<e\>\$f\$ |"


NUMBERS = [
    (numbers.points, 71.418, "71.42"),
    (numbers.points, -0.004, "0.00"),
    (numbers.points, -0.523, "−0.52"),
    (numbers.points, float("nan"), "n/a"),
    (numbers.points, None, "n/a"),
    (numbers.signed, 1.66, "+1.66"),
    (numbers.signed, 0.004, "0.00"),
    (numbers.p_value, 0.0021, ".002"),
    (numbers.p_value, 0.00099, "<\u00a0.001"),
    (numbers.p_value, 1.0, "1.000"),
    (numbers.count, 12408, "12,408"),
    (numbers.percent, 0.241, "24\u00a0%"),
    (numbers.rounded, 1873, 1900),
    (numbers.rounded, 7.2, 7),
]


@pytest.mark.parametrize(("write", "value", "expected"), NUMBERS)
def test_numbers(write, value, expected):
    assert write(value) == expected


def test_plain_text_is_escaped_once():
    said = plain("<a> & b")
    assert (said.html, said.text) == ("&lt;a&gt; &amp; b", "<a> & b")
    assert plain(said) is said


def test_level_stands_in_heads():
    found = evaluated()
    table = score_tables.scores_table(found.scores, found.differences, found.systems, CoreferenceOptions("exact", level=0.9))
    assert "90\u00a0%" in [column.head for column in table.columns]
    assert "p < .1 " in table.note


def test_reasons_of_coreference_speak_of_documents():
    found = evaluated(n_docs=5)
    shown = [tables.html(table) for table in all_tables(found)]
    shown.append(str(forest.screen(found.forest).to_json()))
    assert any("only 5 documents" in text for text in shown)
    assert not any("only 5 units" in text for text in shown)


def test_a_long_name_is_cut_on_the_page_and_whole_on_hover():
    name = f'<{"d" * 300}"'
    frame = pd.DataFrame({"n": [name, "short"], "n_href": ["reader?doc=1", None], "x": [1.0, 2.0]})
    shown = tables.html(Table("T", frame, (Column("n", "Document", "text"), Column("x", "F1"))))
    whole = f"&lt;{'d' * 300}&quot;"
    assert f'<span class="cut" title="{whole}">{whole}</span></a>' in shown and '<td class="l">short</td>' in shown
