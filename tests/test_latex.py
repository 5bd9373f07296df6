"""Tables in LaTeX: what they say, and that a real pdfLaTeX prints all of them, with hostile names too."""

import os
import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

from figures import (
    breakdown,
    class_frames,
    class_tables,
    latex,
    paper_captions,
    result_tables,
    score_tables,
    span_tables,
    table_tex,
    tables,
    tree_tables,
)
from figures.table import Column, Table
from metrics import results, rows
from metrics.ud.project import count_trees
from metrics.ud.registry import TREE_METRICS
from tests import parsers, test_span_figures, test_trees
from tests.evaluated import HOSTILE, evaluated
from tests.test_results import compared
from tests.test_tables import all_tables
from tests.typed_texts import compared_by

SIGNATURE = "CoNLL|match:head|singletons:keep|repeats:first|unit:document|units:40|resamples:200|seed:7|gold:3f2a91|v:0.1.0"
EVIL = (
    '% _ & # ~ \\ { } $ ^ < > | * [1] `q\' "x" --- ?` B³ − × … ‹ △ □ ⇄ ∅',
    "\\input{/etc/passwd} \\end{tabular} ^^5cend{document} %\n\\newpage \x00\x1b[2J\u2028\u202eabc \u200b",
    "名前 Ελλάδα Ж 🙂 e\u0301 ạ ñ ß ø ł ő",
    "*starred",
    "[bracketed",
    "",
    " ",
)


def typed_tables():
    _, found, systems, options = compared_by()
    names = class_frames.ordered(found, systems, "cost")
    yield class_tables.scores_table(found, systems, options, names, ("mention", "class"))
    yield class_tables.differences_table(found, systems, options, names, "class")
    yield class_tables.costs_table(found, systems, options, names, "class")


def tree_scores():
    found = test_trees.project(parsers.GOLD, parsers.A, parsers.B)
    counts = count_trees(found, test_trees.OPTIONS)
    parts = results.scores(counts, test_trees.OPTIONS), results.differences(counts, test_trees.OPTIONS, [(0, 1)])
    yield tree_tables.scores_table(*parts, test_trees.PAIR, test_trees.OPTIONS, TREE_METRICS)
    scores, differences = test_trees.groups()
    scores = breakdown.ordered_groups(scores, differences, "support")
    yield tree_tables.groups_table(scores, differences, test_trees.PAIR, test_trees.OPTIONS, ("LAS by relation", "Relation"))


def other_tables():
    from tests.labelled import json_lines  # noqa: F401

    found, by = test_span_figures.scored(test_span_figures.sides_of(test_span_figures.taggers.A, test_span_figures.taggers.B))
    two, options = test_span_figures.TWO, test_span_figures.OPTIONS
    yield span_tables.scores_table(found.scores, found.differences, two, options, "strict")
    labels = breakdown.ordered_groups(by[0], by[1], "support")
    yield tree_tables.groups_table(labels, by[1], two, options, ("Scores by label", "Label"))


def evil_table() -> Table:
    frame = pd.DataFrame({"n": EVIL, "x": [71.416, 9.0, None, -0.5, 100.0, 71.421, 3.0]})
    frame["y"], frame["y_bold"] = frame["x"] - 1, True
    columns = (Column("n", EVIL[0][:20], "text"), Column("x", "F1", group="a"), Column("y", "F1", group="b"))
    groups = {"a": tables.plain(EVIL[1]), "b": tables.plain(EVIL[2])}
    return Table(EVIL[1], frame, columns, groups, note=EVIL[0], signature="|".join(EVIL), best="across")


def long_table() -> Table:
    frame = pd.DataFrame({"n": [f"doc_{k}" for k in range(120)], "x": 50.0})
    return Table("All documents", frame, (Column("n", "Document", "text"), Column("x", "A")), signature=SIGNATURE)


def samples() -> list[Table]:
    cases = ({}, {"n_systems": 4}, {"n_docs": 8, "empty": 8})
    found = [table for case in cases for table in all_tables(evaluated(**case))]
    return [score_tables.signed(table, SIGNATURE) for table in (*found, *typed_tables(), *tree_scores(), *other_tables())]


ACL = r"\documentclass[twocolumn]{article}\setlength\textwidth{455pt}\setlength\columnsep{17pt}\hoffset-2cm"
PAPERS = {"acl": ACL, "article": r"\documentclass{article}", "columns": r"\documentclass[twocolumn]{article}"}


def compiled(parts: list[str], folder: Path, paper: str = "acl") -> str:
    """The log of a run of pdfLaTeX; the test fails where it ends in an error."""
    command = shutil.which("pdflatex")
    if command is None and os.environ.get("CI") == "true":
        pytest.fail("no pdflatex (Debian: texlive-latex-base, texlive-latex-recommended)")
    if command is None:
        pytest.skip("no pdflatex (Debian: texlive-latex-base, texlive-latex-recommended)")
    head = PAPERS[paper] + r"\usepackage{booktabs,longtable,amssymb,graphicx}\begin{document}"
    text = "\n".join([head, *parts, r"\end{document}"])
    (folder / "all.tex").write_text(text, encoding="utf-8")
    run = [command, "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "all.tex"]
    done = subprocess.run(run, cwd=folder, capture_output=True, timeout=120, check=False)
    log = (folder / "all.log").read_text(encoding="latin-1")
    assert done.returncode == 0, log[-3000:]
    return log


def rows_of_three() -> str:
    """Metrics and groups of three systems, from results rows."""
    comparison = compared(80, (2, 3, 5))
    found = rows.rows(comparison, ["CoNLL", "MUC", "LEA"])
    found += rows.group_rows(comparison, ["LEA"], "genre", ["letter"] * 40 + [EVIL[1]] * 40)
    return result_tables.to_latex(found, SIGNATURE)


def test_rows_of_three_systems_have_a_best_a_second_and_a_mark():
    text = rows_of_three()
    first, second = text.split("% needs")[1:]
    assert r"\multicolumn{3}{c}{Singletons kept} & \multicolumn{3}{c}{Singletons dropped}" in first
    assert r"\textbf" in first and r"\underline" in first and table_tex.SETTLED in first
    assert r"$\dagger$: differs from s2: the interval" in first and "uncorrected" in first and "Holm" in second
    assert r"\textbackslash{}input\{/etc/passwd\}" in second and "LEA by genre" in second
    assert result_tables.to_latex([], SIGNATURE) == "% no rows\n"


WIDTH = r"""\newcommand\same[2]{\setbox0\hbox{#1}\setbox1\hbox{#2}\ifdim\wd0=\wd1\else\errmessage{not in line}\fi}"""


def test_a_real_latex_prints_every_table_of_every_sample(tmp_path):
    parts = [tables.tex(table) + r"\clearpage" for table in samples()]
    widths = [rf"\same{{{table_tex.bold(n)}}}{{{n}}}" for n in ("95.12", "$-$1.50", "+0.07", "100.00")]
    parts += [WIDTH, *widths, r"\onecolumn", tables.tex(long_table()), rows_of_three()]
    log = compiled(parts, tmp_path)
    assert "Overfull" not in log
    assert (tmp_path / "all.pdf").stat().st_size > 20_000


def wide_tables():
    """Tables with long names of systems, groups and labels, of many systems, over many pages; one has nothing to abbreviate."""
    names = [f"{'wharf_coreference_resolver_with_' * 2}seed-{k}" for k in range(24)]
    for n, long in ((2, True), (8, False), (24, True)):
        comparison = compared(6, tuple(range(1, n + 1)))
        found = rows.rows(comparison, ["CoNLL", "MUC", "LEA", "BLANC"])
        found += rows.group_rows(comparison, ["LEA"], "document", [f"W{'M' * 60}{k}" for k in range(6)])
        told = {f"s{k + 1}": names[k] if long else f"wharf-base-{k}" for k in range(24)}
        for row in found:
            row["system"] = told.get(row["system"], row["system"])
        yield result_tables.to_latex(found, SIGNATURE.replace("3f2a91", "w" * 80))
    yield from (tables.tex(table) for table in all_tables(evaluated(names=tuple(names[:2]))))
    frame = pd.DataFrame({"n": [f"{'M' * 50}{k}" for k in range(120)], **{f"x{k}": 50.0 for k in range(16)}})
    columns = (Column("n", "Document", "text"), *(Column(f"x{k}", "A number") for k in range(16)))
    for n in (3, 17):
        yield tables.tex(Table("All documents", frame, columns[:n], note=names[0] * 3, signature=SIGNATURE))


@pytest.mark.parametrize("paper", PAPERS)
def test_no_table_is_wider_than_the_text(paper, tmp_path):
    parts = [text + r"\clearpage" for text in wide_tables()]
    parts = [r"\onecolumn " + text if "longtable" in text else text for text in parts]
    log = compiled(parts, tmp_path, paper)
    assert "Overfull \\hbox" not in log


def test_letters_stand_for_long_names_of_systems_in_the_caption():
    text = next(wide_tables()).split("% needs")[1]
    assert "Metric & A & B & A & B" in text
    caption = text.split(r"\caption{")[1].replace(r"\allowbreak{}", "")
    assert r"A: wharf\_coreference" in caption and "seed-1. " in caption


def test_a_note_says_the_letter_of_a_long_name():
    table = replace(made([[70.0, 71.0]], "within"), note=f"Bold: differs from {'n' * 30}: the interval ...")
    table = replace(table, columns=(*table.columns[:2], replace(table.columns[2], head="n" * 30)))
    assert r"$\dagger$: differs from B: the interval" in tables.tex(table)


def test_many_systems_have_a_table_with_and_one_without_singletons():
    comparison = compared(6, tuple(range(1, 9)))
    found = result_tables.of_rows(rows.rows(comparison, ["LEA"]), SIGNATURE)
    assert [[said.text for said in table.groups.values()] for table in found] == [["Singletons kept"], ["Singletons dropped"]]


def test_rows_of_a_table_that_is_too_wide_for_a_long_one_stand_on_several_pages():
    text = list(wide_tables())[-1]
    assert text.count(r"\begin{table*}") == 3 and text.count("continued.") == 2 and text.count("50.00") == 120 * 16


def test_a_real_latex_prints_hostile_names(tmp_path):
    parts = [tables.tex(table) + r"\clearpage" for table in [evil_table(), *all_tables(evaluated(names=HOSTILE))]]
    parts += [latex.preamble("")[0] if latex.preamble("") else "", paper_captions.tex(" ".join(EVIL), EVIL[1])]
    parts[-1] = parts[-1].replace(r"\caption{", r"\begin{figure}\caption{") + r"\end{figure}"
    log = compiled(parts, tmp_path)
    assert "Missing character" not in log and "/etc/passwd)" not in log  # every sign is printed, no name is a command
    assert (tmp_path / "all.pdf").stat().st_size > 20_000


def body(table: Table) -> list[list[str]]:
    """The cells of a table's rows."""
    rows = tables.tex(table).split("\\midrule\n")[1].split("\\bottomrule")[0].splitlines()
    return [re.split(r"(?<!\\) & ", row.removesuffix(r" \\")) for row in rows if row.endswith(r"\\")]


def made(values: list[list[float]], best: str, rules=()) -> Table:
    """A table of systems A, B, ... in columns."""
    letters = "ABCD"[: len(values[0])]
    frame = pd.DataFrame(values, columns=list(letters)).assign(n="row")
    columns = (Column("n", "Metric", "text"), *(Column(letter, "F1", group=f"s{letter}") for letter in letters))
    return Table("T", frame, columns, {f"s{letter}": tables.plain(letter) for letter in letters}, rules=rules, best=best)


def strength(cell: str) -> str:
    return "best" if r"\textbf" in cell else "second" if r"\underline" in cell else ""


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([70.0, 71.0], ["", "best"]),
        ([70.0, 71.0, 69.0], ["second", "best", ""]),
        ([71.001, 71.004, 69.0], ["best", "best", "second"]),  # alike as printed
        ([71.0, 69.0, 69.0], ["best", "second", "second"]),
        ([71.0, float("nan"), 69.0], ["best", "", ""]),  # a second of two is the last
        ([71.0, float("nan")], ["", ""]),
        ([float("nan"), float("nan")], ["", ""]),
    ],
)
def test_the_best_of_a_row_is_bold_and_the_second_underlined(values, expected):
    assert [strength(cell) for cell in body(made([values], "across"))[0][1:]] == expected


def test_the_best_of_a_column_leaves_out_what_stands_below_the_rule():
    table = made([[70.0], [72.0], [71.0], [99.0]], "down", rules=(2,))
    assert [strength(row[1]) for row in body(table)] == ["", "best", "second", ""]
    assert "Bold: the best in its column; underlined: the second best of three or more." in tables.tex(table)


def test_what_is_settled_is_marked_and_the_caption_names_the_test():
    found = evaluated()
    table = score_tables.scores_table(found.scores, found.differences, found.systems, found.options)
    text = tables.tex(score_tables.signed(table, SIGNATURE))
    assert text.count(table_tex.SETTLED) == int(found.differences.query("singletons == 'keep'")["settled"].sum()) > 0
    caption = text.split(r"\caption{")[1]
    assert r"$\dagger$: the better of two whose difference is settled" in caption and "approximate randomisation" in caption
    assert "Bold: the best in its row." in caption and r"gold:3f2a91\textbar{}\allowbreak{}v:0.1.0" in caption
    assert text.splitlines()[:2] == [r"% needs \usepackage{booktabs} \usepackage{graphicx}", f"% {SIGNATURE}"]


def test_needed_packages_stand_in_a_comment():
    assert tables.tex(evil_table()).splitlines()[0] == r"% needs \usepackage{booktabs} \usepackage{graphicx} \usepackage{amssymb}"
    assert tables.tex(long_table()).splitlines()[0] == r"% needs \usepackage{booktabs} \usepackage{longtable}"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("*", "{*}"),
        ("a\x00\x1b[b\u202ec", "a {[}bc"),
        ("e\u0301 ß", "é ß"),
        ("名", r"\unlessunicode{{[}U+540D{]}}{名}"),
        ("B³ − ×", r"B\textsuperscript{3} $-$ $\times$"),
        ("`a'", r"\textasciigrave{}a'"),
        ("\ud800x", " x"),
    ],
)
def test_every_sign_is_printed(text, expected):
    assert latex.escaped(text) == expected


def test_a_signature_breaks_at_its_signs_before_it_breaks_a_word():
    said = latex.signed("subtypes:no|features:universal|" + "x" * 20)
    assert r"subtypes:no\textbar{}\allowbreak{}features:\allowbreak{}universal\textbar{}" in said
    assert r"xxxx\allowbreak{}xxxx" in said
